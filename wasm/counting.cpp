// What JavaScript sees of attn/counting.h.
#include "attn/counting.h"

#include "border.h"

BORDER(counting) {
  topic<CountingInput>("counting", [](const auto& in) { return counting(in); });
}
