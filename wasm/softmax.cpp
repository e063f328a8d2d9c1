// What JavaScript sees of attn/softmax.h.
#include "attn/softmax.h"

#include "border.h"

BORDER(softmax) {
  mechanism<SoftmaxInput>("softmax", [](const auto& in) { return softmax(in); });
  formula<SharesInput>("shares", [](const auto& in) { return shares(in); });
}
