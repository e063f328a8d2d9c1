#include "attn/refusal.h"

#include <cmath>

namespace attn {

void require_whole(const std::string& where, double value, double least, double most) {
  if (value >= least && value <= most && value == std::trunc(value)) return;
  throw Refusal("range", where, number_text(value),
                "a whole number from " + number_text(least) + " to " + number_text(most));
}

void require_number(const std::string& where, double value, double least, double most) {
  if (std::isfinite(value) && value >= least && value <= most) return;
  throw Refusal("range", where, number_text(value),
                "a number from " + number_text(least) + " to " + number_text(most));
}

}  // namespace attn
