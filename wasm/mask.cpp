// What JavaScript sees of attn/mask.h.
#include "attn/mask.h"

#include "border.h"

BORDER(mask) {
  topic<MaskInput>("mask", [](const auto& in) { return mask(in); });
}
