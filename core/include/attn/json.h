// Data files: JSON text to structs, strictly. The only header that knows nlohmann/json.
//
// Nothing is converted on the way: true is not 1, 2.5 is not 2, "3" is not 3, null is not 0. Every field of a struct
// must be there, and no other. Whatever is wrong is said with file and JSON pointer (RFC 6901).
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <nlohmann/json.hpp>

#include "attn/fields.h"
#include "attn/matrix.h"

namespace attn {

/// Parses a text of at most 1 MiB, nested at most 32 deep, without two equal keys in one object. A byte order mark in
/// front is skipped.
/// @param file what the text is called in messages
/// @throws Refusal (parse, duplicate, depth, size; range for a number beyond double, with its pointer, or an integer
///         beyond 64 bits, which the parser would round)
nlohmann::json parse_json(const std::string& text, const std::string& file);

/// A key as it stands in a JSON pointer: "~" and "/" are escaped, and a very long one is shortened.
std::string pointer_part(const std::string& key);

/// @throws Refusal (type) that quotes what stands there instead
[[noreturn]] void refuse_type(const nlohmann::json& found, const std::string& where, const Phrase& wanted);

inline void read_json(const nlohmann::json& json, const std::string& where, std::string& out) {
  if (!json.is_string()) refuse_type(json, where, phrase("a_text"));
  out = json.get<std::string>();
}

inline void read_json(const nlohmann::json& json, const std::string& where, bool& out) {
  if (!json.is_boolean()) refuse_type(json, where, phrase("true_or_false"));
  out = json.get<bool>();
}

/// Integers beyond 2^53 are refused: from there on a double cannot tell one from the next.
inline void read_json(const nlohmann::json& json, const std::string& where, double& out) {
  if (!json.is_number()) refuse_type(json, where, phrase("a_number"));
  out = json.get<double>();
  // An integer may round to 2^53 on its way into the double, so it is compared before.
  constexpr std::int64_t most = std::int64_t{1} << 53;
  const bool fits = json.is_number_unsigned()  ? json.get<std::uint64_t>() <= static_cast<std::uint64_t>(most)
                    : json.is_number_integer() ? json.get<std::int64_t>() >= -most
                                               : true;  // parse_json has refused integers that were too long
  if (!fits) throw Refusal("range", where, literal(json.dump()), phrase("exact_integer"));
}

inline void read_json(const nlohmann::json& json, const std::string& where, int& out) {
  if (!json.is_number_integer()) refuse_type(json, where, phrase("a_whole_number"));
  double wide = 0;
  read_json(json, where, wide);
  require_whole(where, wide, std::numeric_limits<int>::min(), std::numeric_limits<int>::max());
  out = static_cast<int>(wide);
}

template <typename T>
void read_json(const nlohmann::json& json, const std::string& where, std::vector<T>& out) {
  if (!json.is_array()) refuse_type(json, where, phrase("a_list"));
  out.resize(json.size());
  for (size_t i = 0; i < out.size(); ++i) read_json(json[i], where + "/" + std::to_string(i), out[i]);
}

/// A value that a struct can do without: list it as an option, and one that is not there stays empty. null is no value.
template <typename T>
void read_json(const nlohmann::json& json, const std::string& where, std::optional<T>& out) {
  read_json(json, where, out.emplace());
}

/// A list of rows of equal length, at least one row and one column.
inline void read_json(const nlohmann::json& json, const std::string& where, Matrix<double>& out) {
  std::vector<std::vector<double>> rows;
  read_json(json, where, rows);
  if (rows.empty() || rows[0].empty()) throw Refusal("shape", where, phrase("no_entries"), phrase("rows_of_numbers"));
  out.resize(static_cast<Index>(rows.size()), static_cast<Index>(rows[0].size()));
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].size() != rows[0].size())
      throw Refusal("shape", where + "/" + std::to_string(i), phrase("numbers", std::to_string(rows[i].size())),
                    phrase("as_in_first_row", std::to_string(rows[0].size())));
    for (size_t j = 0; j < rows[i].size(); ++j) out(static_cast<Index>(i), static_cast<Index>(j)) = rows[i][j];
  }
}

/// An object with exactly the fields of the struct; those listed as options may be left out.
template <HasFields Struct>
void read_json(const nlohmann::json& json, const std::string& where, Struct& out) {
  if (!json.is_object()) refuse_type(json, where, phrase("an_object"));
  size_t read = 0;
  for_each_field<Struct>([&](const char* name, auto member, bool optional) {
    const auto found = json.find(name);
    if (found == json.end()) {
      if (optional) return;
      throw Refusal("missing", where + "/" + name, phrase("nothing"), phrase("this_field"));
    }
    read_json(*found, where + "/" + name, out.*member);
    ++read;
  });
  if (read == json.size()) return;
  for (const auto& item : json.items()) {
    const std::string& key = item.key();
    bool known = false;
    for_each_field<Struct>([&](const char* name, auto) { known = known || key == name; });
    if (!known)
      throw Refusal("unknown", where + "/" + pointer_part(key), phrase("unread_field"), phrase("documented_field"));
  }
}

/// A whole file as one struct.
template <HasFields Struct>
Struct read_file(const std::string& text, const std::string& file) {
  Struct out;
  read_json(parse_json(text, file), file + "#", out);
  return out;
}

}  // namespace attn
