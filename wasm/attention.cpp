// What JavaScript sees of attn/attention.h.
#include "attn/attention.h"

#include "border.h"

BORDER(attention) {
  mechanism<AttentionInput>("attention", [](const auto& in) { return attention(in); });
}
