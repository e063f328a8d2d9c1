// What JavaScript sees of attn/jacobian.h.
#include "attn/jacobian.h"

#include "border.h"

BORDER(jacobian) {
  formula<JacobianInput>("jacobian", [](const auto& in) { return jacobian(in); });
}
