#include "attn/refusal.h"

#include "attn/limits.h"

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

void refuse_missing(std::string_view where) {
  throw Refusal("missing", where, phrase("nothing"), phrase("this_field"));
}

void require_whole(std::string_view where, double value, double least, double most) {
  if (value >= least && value <= most && value == std::trunc(value)) return;
  throw Refusal("range", where, literal(value), phrase("whole_number", number_text(least), number_text(most)));
}

void require_number(std::string_view where, double value, double least, double most) {
  if (std::isfinite(value) && value >= least && value <= most) return;
  throw Refusal("range", where, literal(value), phrase("number_between", number_text(least), number_text(most)));
}

void require_size(std::string_view where, PhraseKey<1> what, double found, double most) {
  if (found <= most) return;
  throw Refusal("size", where, phrase(what, number_text(found)), phrase("at_most", number_text(most)));
}

void require_answer(std::string_view where, double entries, double multiply_adds) {
  require_size(where, "answer_entries", entries, kMostAnswerEntries);
  require_size(where, "operations", multiply_adds, kMostWork);
}

void require_extent(std::string_view where, double rows, double columns, PhraseKey<0> one_row) {
  if (rows < 1) throw Refusal("shape", where, phrase("no_row"), phrase(one_row));
  if (columns < 1) throw Refusal("shape", where, phrase("no_column"), phrase("one_column"));
  require_size(where, "rows", rows, kMostRows);
  require_size(where, "entries", rows * columns, kMostMatrixEntries);
}

}  // namespace attn
