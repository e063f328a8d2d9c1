// What JavaScript sees of attn/jacobian.h.
#include "attn/jacobian.h"

#include "border.h"

using namespace attn;

EMSCRIPTEN_BINDINGS(jacobian) {
  formula<JacobianInput>("jacobian", [](const auto& in) { return jacobian(in); });
}
