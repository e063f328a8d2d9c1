// Words that the teaching world does not know: where a sentence is cut, and a vector to begin with.
#pragma once

#include <string>
#include <vector>

#include "attn/fields.h"

namespace attn {

/// A laboratory's sentence: long enough to look back, short enough to be read as a table.
inline constexpr int kLeastWords = 2, kMostWords = 12, kMostWordBytes = 96;

struct NewWordInput {
  std::string text;  ///< UTF-8, 1 ... kMostWordBytes bytes
  int width = 1;     ///< d, 1 ... 64

  static constexpr auto fields() {
    return std::make_tuple(field("text", &NewWordInput::text), field("width", &NewWordInput::width));
  }
};

struct NewWordTrace {
  std::vector<double> embedding;  ///< d numbers from 0 to 1 in tenths, about two in three of them 0
  double bytes = 0;               ///< of the text in UTF-8

  static constexpr auto fields() {
    return std::make_tuple(field("embedding", &NewWordTrace::embedding), field("bytes", &NewWordTrace::bytes));
  }
};

/// Numbers drawn from the letters of the word: the same word has the same ones everywhere. They mean nothing; they are
/// there to be edited.
/// @throws Refusal (range) for an empty or too long text, or a width out of range
NewWordTrace new_word(const NewWordInput& in);

}  // namespace attn
