// What JavaScript sees of attn/ranking.h.
#include "attn/ranking.h"

#include "border.h"

using namespace attn;

EMSCRIPTEN_BINDINGS(ranking) {
  topic<RankingInput>("ranking", [](const auto& in) { return ranking(in); });
}
