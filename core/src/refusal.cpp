#include "attn/refusal.h"

#include <cmath>
#include <utility>

namespace attn {

Refusal::Refusal(std::string code, std::string where, Phrase found, Phrase wanted)
    : std::invalid_argument(where + ": found " + english(found) + ", wanted " + english(wanted)),
      code(std::move(code)),
      where(std::move(where)),
      found(english(found)),
      wanted(english(wanted)),
      found_phrase(std::move(found)),
      wanted_phrase(std::move(wanted)) {}

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
