// What JavaScript sees of attn/counting.h.
#include "attn/counting.h"

#include "border.h"

using namespace attn;

EMSCRIPTEN_BINDINGS(counting) {
  topic<CountingInput>("counting", [](const auto& in) { return counting(in); });
}
