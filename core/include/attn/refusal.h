// How the core says no: one exception for every input it refuses.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "attn/phrases.h"

namespace attn {

/// An input that cannot be used. Its parts are kept apart, and what was found and wanted as phrases, so that a page can
/// word them in its reader's language; what() joins them into one English sentence.
///
/// Codes, stable because pages and tests rely on them:
///   parse      the text is not JSON                  type        another kind of value is wanted
///   duplicate  one key stands twice in an object     missing     a field that must be there is not
///   depth      nested more deeply than any of ours   unknown     a field nobody reads (a typing mistake)
///   size       longer than we read                   shape       rows or columns do not fit
///   range      a number outside its range            not_finite  NaN or an infinity where it would be used
class Refusal : public std::invalid_argument {
 public:
  Refusal(std::string_view code, std::string_view where, const Phrase& found, const Phrase& wanted);

  std::string code;     ///< one word of the list above
  std::string where;    ///< file name and JSON pointer, or the field's name: "world.json#/tokens/0/text"
  std::string found;    ///< what stood there, in English
  std::string wanted;   ///< what would have been taken, in English
  Phrase found_phrase;  ///< the same two for other languages
  Phrase wanted_phrase;
};

/// Says that this field is not there.
/// @throws Refusal (missing)
[[noreturn]] void refuse_missing(std::string_view where);

/// A number as a person would write it: 0.1, not 0.10000000000000001. Also "NaN", "Infinity", "-Infinity".
std::string number_text(double value);

/// A number that was found.
Phrase literal(double value);

/// @throws Refusal (range) unless value is a whole number in [least, most]
void require_whole(std::string_view where, double value, double least, double most);

/// @throws Refusal (range) unless value is a finite number in [least, most]
void require_number(std::string_view where, double value, double least, double most);

}  // namespace attn
