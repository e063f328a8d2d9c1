// What JavaScript sees of attn/ranking.h.
#include "attn/ranking.h"

#include "border.h"

BORDER(ranking) {
  topic<RankingInput>("ranking", [](const auto& in) { return ranking(in); });
}
