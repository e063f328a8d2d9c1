// What JavaScript sees of attn/attention.h.
#include "attn/attention.h"

#include "border.h"

using namespace attn;

EMSCRIPTEN_BINDINGS(attention) {
  mechanism<AttentionInput>("attention", [](const auto& in) { return attention(in); });
}
