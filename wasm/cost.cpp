// What JavaScript sees of attn/cost.h.
#include "attn/cost.h"

#include "border.h"

using namespace attn;

EMSCRIPTEN_BINDINGS(cost) {
  formula<CostInput>("cost", [](const auto& in) { return cost(in); });
  topic<CostCurveInput>("cost_curve", [](const auto& in) { return cost_curve(in); });
}
