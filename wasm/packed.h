// How values travel between JavaScript and C++: packed into words of eight bytes, in one copy each way. JavaScript
// packs whatever it is given without knowing what is wanted; C++ reads it by the description of the wanted type
// (described.h) and refuses what does not fit. Nothing here knows Emscripten, so that native tests can read and fuzz
// it.
//
// A value is a word of two 32-bit numbers, a tag and a size, and what the tag says follows:
//
//   nothing                                      undefined, or a hole
//   no, yes                                      false, true
//   number     8 bytes                           a double
//   text       size bytes, padded to whole words UTF-8
//   half_text  likewise                          a text with half a surrogate pair, which is marked U+FFFD
//   numbers    size doubles                      an array or typed array of numbers only
//   list       size values                       any other array
//   object     size times a text and a value     own fields
//   other      likewise a text                   what it is: "null", "function", "a detached array" ...
//   too_many   8 bytes: how many; size: the limit an array or text with so many entries that it was not packed
//   too_deep                                     arrays or objects nested more deeply than any of ours
//
// Answers use number, no, yes, text, numbers, list, and
//
//   object     8 bytes, then size values         the address of its description, whose names JavaScript asks for once
//   matrix     8 bytes (columns), then doubles   size rows
//   mask       8 bytes (columns), then bytes     size rows, padded to whole words
//   refusal                                      six values: code, where, found, wanted, then for found and for wanted
//                                                the key of a phrase and a list of names and texts, in turn
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "attn/described.h"
#include "attn/limits.h"
#include "attn/refusal.h"

namespace attn {

enum class Tag : std::uint32_t {
  nothing,
  no,
  yes,
  number,
  text,
  half_text,
  numbers,
  list,
  object,
  other,
  too_many,
  too_deep,
  matrix,
  mask,
  refusal
};

using Word = std::uint64_t;

/// What JavaScript packs at the most in one call; more is sent as too_many. one-script.mjs is told these by the module.
inline constexpr double kMostNumbers = 1 << 22;                ///< in all arrays of one call together
inline constexpr double kMostItems = kMostListEntries;         ///< in one array of anything else than numbers
inline constexpr double kMostCharacters = 2 * kMostTextBytes;  ///< of one text, in UTF-16 units
inline constexpr double kMostNesting = 16;

/// Reads one packed value into a C++ value. Strict: no field missing, none unknown, no value converted.
/// @param words as packed by JavaScript @param size how many there are
/// @param at where the value stands, default-constructed
/// @throws Refusal that says where, what was found and what is wanted
void unpack(const Word* words, std::size_t size, const Type& type, void* at);

/// The same for a question such as { input, at }: `name` is what its other part is called, of that type.
void unpack_asked(const Word* words, std::size_t size, const char* name, const Type& type, void* input,
                  std::string& at);

/// An answer being packed.
class Answer {
 public:
  void value(const Type& type, const void* at);
  void refusal(const Refusal& refusal);

  std::vector<Word> words;

 private:
  void head(Tag tag, std::size_t size);
  void number(double value);
  void numbers(const double* first, std::size_t n);
  void text(const std::string& text);
};

}  // namespace attn
