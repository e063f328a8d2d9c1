// What JavaScript sees of attn/cosine.h.
#include "attn/cosine.h"

#include "border.h"

BORDER(cosine) {
  formula<CosineInput>("cosine", [](const auto& in) { return cosine(in); });
}
