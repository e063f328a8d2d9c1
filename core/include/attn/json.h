// Data files: JSON text to structs, strictly. The only header that knows nlohmann/json.
//
// Nothing is converted on the way: true is not 1, 2.5 is not 2, "3" is not 3, null is not 0. Every field of a struct
// must be there, and no other. Whatever is wrong is said with file and JSON pointer (RFC 6901).
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "attn/described.h"
#include "attn/refusal.h"

namespace attn {

/// Parses a text of at most kMostTextBytes, nested at most 32 deep, without two equal keys in one object. A byte order
/// mark in front is skipped.
/// @param file what the text is called in messages
/// @throws Refusal (parse, duplicate, depth, size; range for a number beyond double, with its pointer, or an integer
///         beyond 64 bits, which the parser would round)
nlohmann::json parse_json(const std::string& text, const std::string& file);

/// A key as it stands in a JSON pointer: "~" and "/" are escaped, and a very long one is shortened.
std::string pointer_part(const std::string& key);

/// A value as JSON, written as far as `most` bytes and a little beyond.
std::string json_text(const nlohmann::json& json, size_t most);

/// @throws Refusal (type) that quotes what stands there instead
[[noreturn]] void refuse_type(const nlohmann::json& found, const std::string& where, const Phrase& wanted);

/// Reads a value of the described type. Integers beyond 2^53 are refused: from there on a double cannot tell one from
/// the next. A matrix is a list of rows of equal length, at least one row and one column. An object has exactly the
/// fields of the struct; those listed as options may be left out, and null is no value.
/// @param at a default-constructed value of that type
/// @throws Refusal with the JSON pointer of what does not fit
void read_json(const nlohmann::json& json, const std::string& where, const Type& type, void* at);

template <typename T>
void read_json(const nlohmann::json& json, const std::string& where, T& out) {
  read_json(json, where, described<T>(), &out);
}

/// A whole file as one struct.
template <HasFields Struct>
Struct read_file(const std::string& text, const std::string& file) {
  Struct out;
  read_json(parse_json(text, file), file + "#", out);
  return out;
}

}  // namespace attn
