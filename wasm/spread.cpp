// What JavaScript sees of attn/spread.h.
#include "attn/spread.h"

#include "border.h"

BORDER(spread) {
  topic<SpreadInput>("spread", [](const auto& in) { return spread(in); });
  formula<ExpectedInput>("expected_spread", [](const auto& in) { return expected_spread(in); });
}
