// What JavaScript sees of attn/multi_head.h.
#include "attn/multi_head.h"

#include "border.h"

BORDER(multi_head) {
  mechanism<MultiHeadInput>("multi_head", [](const auto& in) { return multi_head(in); });
}
