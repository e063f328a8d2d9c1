#include "attn/refusal.h"

#include <cmath>

namespace attn {

Refusal::Refusal(std::string_view code, std::string_view where, const Phrase& found, const Phrase& wanted)
    : std::invalid_argument(std::string(where) + ": found " + english(found) + ", wanted " + english(wanted)),
      code(code),
      where(where),
      found(english(found)),
      wanted(english(wanted)),
      found_phrase(found),
      wanted_phrase(wanted) {}

Phrase literal(double value) { return phrase("text", number_text(value)); }

void require_whole(const std::string& where, double value, double least, double most) {
  if (value >= least && value <= most && value == std::trunc(value)) return;
  throw Refusal("range", where, literal(value), phrase("whole_number", number_text(least), number_text(most)));
}

void require_number(const std::string& where, double value, double least, double most) {
  if (std::isfinite(value) && value >= least && value <= most) return;
  throw Refusal("range", where, literal(value), phrase("number_between", number_text(least), number_text(most)));
}

}  // namespace attn
