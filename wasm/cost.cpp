// What JavaScript sees of attn/cost.h.
#include "attn/cost.h"

#include "border.h"

BORDER(cost) {
  formula<CostInput>("cost", [](const auto& in) { return cost(in); });
  topic<CostCurveInput>("cost_curve", [](const auto& in) { return cost_curve(in); });
}
