#include "attn/refusal.h"

#include "attn/limits.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
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

std::string number_text(double value) {
  if (std::isnan(value)) return "NaN";
  if (value == 0) return "0";  // also for -0
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  char text[32];
  // The fewest digits that read back as the same number.
  for (int digits = 1; digits <= 17; ++digits) {
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    if (std::strtod(text, nullptr) == value) break;
  }
  // %g turns to an exponent at ten million bytes already; whole numbers are for counting and stay whole.
  if (value == std::trunc(value) && std::abs(value) < 1e15) std::snprintf(text, sizeof text, "%.0f", value);
  return text;
}

Phrase literal(double value) { return phrase("text", number_text(value)); }

void require_whole(const std::string& where, double value, double least, double most) {
  if (value >= least && value <= most && value == std::trunc(value)) return;
  throw Refusal("range", where, literal(value), phrase("whole_number", number_text(least), number_text(most)));
}

void require_number(const std::string& where, double value, double least, double most) {
  if (std::isfinite(value) && value >= least && value <= most) return;
  throw Refusal("range", where, literal(value), phrase("number_between", number_text(least), number_text(most)));
}

void require_size(const std::string& where, PhraseKey<1> what, double found, double most) {
  if (found <= most) return;
  throw Refusal("size", where, phrase(what, number_text(found)), phrase("at_most", number_text(most)));
}

void require_answer(const std::string& where, double entries, double multiply_adds) {
  require_size(where, "answer_entries", entries, kMostAnswerEntries);
  require_size(where, "operations", multiply_adds, kMostWork);
}

void require_extent(const std::string& where, double rows, double columns, PhraseKey<0> one_row) {
  if (rows < 1) throw Refusal("shape", where, phrase("no_row"), phrase(one_row));
  if (columns < 1) throw Refusal("shape", where, phrase("no_column"), phrase("one_column"));
  require_size(where, "rows", rows, kMostRows);
  require_size(where, "entries", rows * columns, kMostMatrixEntries);
}

}  // namespace attn
