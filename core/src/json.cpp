#include "attn/json.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <set>
#include <string_view>

#include "attn/limits.h"

namespace attn {
namespace {

using Json = nlohmann::json;

constexpr auto kMostBytes = static_cast<size_t>(kMostTextBytes);
constexpr size_t kMostDepth = 32;

/// Builds the document as the parser goes by: knows where it stands, and stops it at a second equal key or too deep a
/// nesting, before anything is built of it.
class Builder : public nlohmann::json_sax<Json> {
 public:
  explicit Builder(std::string file) : file_(std::move(file)) {}

  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(number_integer_t value) override { return put(value); }
  bool number_unsigned(number_unsigned_t value) override { return put(value); }
  bool number_float(number_float_t value, const string_t&) override { return put(value); }
  bool string(string_t& value) override { return put(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(size_t) override { return open(Json::object()); }
  bool start_array(size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& key) override {
    open_.back().key = key;
    if (open_.back().json->contains(key))
      throw Refusal("duplicate", pointer(), phrase("key_twice"), phrase("each_key_once"));
    return true;
  }

  bool parse_error(size_t position, const std::string&, const Json::exception& error) override {
    position_ = position;
    too_large_ = error.id == 406;  // nlohmann/json's number for a number beyond double
    return false;
  }

  Json document;
  size_t position() const { return position_; }
  bool too_large() const { return too_large_; }

  std::string pointer() const {
    std::string path = file_ + "#";
    for (const Open& level : open_) {
      // A list's last item is the one that is open, except in the innermost list, where the next one is coming.
      const size_t index = level.json->size() - (&level == &open_.back() ? 0 : 1);
      path += "/" + (level.json->is_object() ? pointer_part(level.key) : std::to_string(index));
    }
    return path;
  }

 private:
  struct Open {
    Json* json;
    std::string key = {};
  };

  Json* place(Json value) {
    if (open_.empty()) return &(document = std::move(value));
    Json& parent = *open_.back().json;
    if (parent.is_object()) return &(parent[open_.back().key] = std::move(value));
    parent.push_back(std::move(value));
    return &parent.back();
  }

  bool put(Json value) {
    place(std::move(value));
    return true;
  }

  bool open(Json value) {
    if (open_.size() == kMostDepth)
      throw Refusal("depth", pointer(), phrase("nested_deeper", std::to_string(kMostDepth)),
                    phrase("at_most", std::to_string(kMostDepth)));
    open_.push_back({place(std::move(value))});
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  std::string file_;
  std::vector<Open> open_;  // a child is built inside its parent, which does not move while it is open
  size_t position_ = 0;
  bool too_large_ = false;
};

std::string line_and_column(const std::string& text, size_t byte) {
  const size_t end = std::min(byte == 0 ? 0 : byte - 1, text.size());
  const auto begin = text.begin();
  const auto line = 1 + std::count(begin, begin + static_cast<std::ptrdiff_t>(end), '\n');
  const size_t start = text.rfind('\n', end == 0 ? 0 : end - 1);
  const size_t column = start == std::string::npos || start >= end ? end + 1 : end - start;
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

/// The parser turns an integer too long for 64 bits into a rounded double without a word; so it never gets to see one.
void require_short_integers(const std::string& text, const std::string& file) {
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') {  // skip the string
      for (++at; at < text.size() && text[at] != '"'; ++at)
        if (text[at] == '\\') ++at;
      continue;
    }
    if (text[at] < '0' || text[at] > '9') continue;
    const size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
    const std::string_view digits = std::string_view(text).substr(at, end - at);
    const std::string_view most = at > 0 && text[at - 1] == '-' ? "9223372036854775808" : "18446744073709551615";
    const bool too_long = digits.size() > most.size() || (digits.size() == most.size() && digits > most);
    if (too_long && (end == text.size() || std::string(".eE").find(text[end]) == std::string::npos))
      throw Refusal("range", file + " at " + line_and_column(text, at + 1),
                    phrase("long_integer", std::to_string(digits.size())), phrase("exact_integer"));
    // A fraction or an exponent may be as long as it likes.
    at = std::min(text.find_first_not_of("0123456789.eE+-", end), text.size()) - 1;
  }
}

}  // namespace

nlohmann::json parse_json(const std::string& text, const std::string& file) {
  if (text.size() > kMostBytes)
    throw Refusal("size", file, phrase("bytes", std::to_string(text.size())),
                  phrase("at_most", std::to_string(kMostBytes)));
  require_short_integers(text, file);
  Builder builder(file);
  if (Json::sax_parse(text, &builder)) return std::move(builder.document);
  const std::string at = file + " at " + line_and_column(text, builder.position());
  if (builder.too_large()) throw Refusal("range", builder.pointer(), phrase("beyond_double"), phrase("double_range"));
  const size_t place = builder.position();
  for (const char* word : {"Infinity", "NaN"})
    if (place > 0 && text.compare(place - 1, std::strlen(word), word) == 0)
      throw Refusal("parse", at, phrase("pythons_word", word), phrase("json"));
  throw Refusal("parse", at, phrase("not_json"), phrase("json"));
}

namespace {

std::string item_at(const std::string& where, size_t i) { return where + "/" + std::to_string(i); }

double number_at(const Json& json, const std::string& where) {
  if (!json.is_number()) refuse_type(json, where, phrase("a_number"));
  // An integer may round to 2^53 on its way into the double, so it is compared before.
  constexpr std::int64_t most = std::int64_t{1} << 53;
  const bool fits = json.is_number_unsigned()  ? json.get<std::uint64_t>() <= static_cast<std::uint64_t>(most)
                    : json.is_number_integer() ? json.get<std::int64_t>() >= -most
                                               : true;  // parse_json has refused integers that were too long
  if (!fits) throw Refusal("range", where, literal(json_text(json, kMostQuoted)), phrase("exact_integer"));
  return json.get<double>();
}

int integer_at(const Json& json, const std::string& where) {
  if (!json.is_number_integer()) refuse_type(json, where, phrase("a_whole_number"));
  const double wide = number_at(json, where);
  require_whole(where, wide, std::numeric_limits<int>::min(), std::numeric_limits<int>::max());
  return static_cast<int>(wide);
}

const Json& list_at(const Json& json, const std::string& where) {
  if (!json.is_array()) refuse_type(json, where, phrase("a_list"));
  return json;
}

void read_list(const Json& json, const std::string& where, const Type& type, void* at) {
  const Type& item = type.item();
  const size_t n = list_at(json, where).size();
  auto* place = static_cast<char*>(type.resize(at, n));
  for (size_t i = 0; i < n; ++i) read_json(json[i], item_at(where, i), item, place + i * item.size);
}

void read_matrix(const Json& json, const std::string& where, Matrix<double>& out) {
  const size_t rows = list_at(json, where).size();
  const size_t columns = rows == 0 ? 0 : list_at(json[0], item_at(where, 0)).size();
  if (columns == 0) throw Refusal("shape", where, phrase("no_entries"), phrase("rows_of_numbers"));
  out.resize(static_cast<Index>(rows), static_cast<Index>(columns));
  for (size_t i = 0; i < rows; ++i) {
    const Json& row = list_at(json[i], item_at(where, i));
    for (size_t j = 0; j < row.size(); ++j) {
      const double entry = number_at(row[j], item_at(item_at(where, i), j));
      if (j < columns) out(static_cast<Index>(i), static_cast<Index>(j)) = entry;
    }
    if (row.size() != columns)
      throw Refusal("shape", item_at(where, i), phrase("numbers", std::to_string(row.size())),
                    phrase("as_in_first_row", std::to_string(columns)));
  }
}

void read_object(const Json& json, const std::string& where, const Type& type, void* at) {
  if (!json.is_object()) refuse_type(json, where, phrase("an_object"));
  size_t read = 0;
  for (const Member& member : type.members) {
    const auto found = json.find(member.name);
    if (found == json.end()) {
      if (member.optional) continue;
      refuse_missing(where + "/" + member.name);
    }
    read_json(*found, where + "/" + member.name, member.type(), static_cast<char*>(at) + member.offset);
    ++read;
  }
  if (read == json.size()) return;
  for (const auto& item : json.items()) {
    const auto same = [&](const Member& member) { return item.key() == member.name; };
    if (std::none_of(type.members.begin(), type.members.end(), same))
      throw Refusal("unknown", where + "/" + pointer_part(item.key()), phrase("unread_field"),
                    phrase("documented_field"));
  }
}

}  // namespace

void read_json(const Json& json, const std::string& where, const Type& type, void* at) {
  switch (type.kind) {
    case Kind::boolean:
      if (!json.is_boolean()) refuse_type(json, where, phrase("true_or_false"));
      *static_cast<bool*>(at) = json.get<bool>();
      return;
    case Kind::text:
      if (!json.is_string()) refuse_type(json, where, phrase("a_text"));
      *static_cast<std::string*>(at) = json.get<std::string>();
      return;
    case Kind::integer: *static_cast<int*>(at) = integer_at(json, where); return;
    case Kind::number: *static_cast<double*>(at) = number_at(json, where); return;
    case Kind::list: return read_list(json, where, type, at);
    case Kind::optional: return read_json(json, where, type.item(), type.resize(at, 1));
    case Kind::matrix: return read_matrix(json, where, *static_cast<Matrix<double>*>(at));
    case Kind::object: return read_object(json, where, type, at);
    case Kind::mask:
    case Kind::choice: break;  // no file holds one
  }
  refuse_type(json, where, phrase("nothing"));
}

namespace {

void write_string(const std::string& string, std::string& text) {
  text += '"';
  for (const char c : string) {
    if (c == '"' || c == '\\') text += '\\';
    if (static_cast<unsigned char>(c) >= ' ')
      text += c;
    else
      text += std::string("\\u00") + "0123456789abcdef"[c >> 4] + "0123456789abcdef"[c & 15];
  }
  text += '"';
}

/// Appends to a text until it is longer than `most`: what follows would not be quoted.
void write_json(const Json& json, size_t most, std::string& text) {
  if (text.size() > most) return;
  if (json.is_string()) return write_string(json.get_ref<const std::string&>(), text);
  if (json.is_null()) text += "null";
  if (json.is_boolean()) text += json.get<bool>() ? "true" : "false";
  if (json.is_number_unsigned())
    text += std::to_string(json.get<std::uint64_t>());
  else if (json.is_number_integer())
    text += std::to_string(json.get<std::int64_t>());
  if (json.is_number_float()) {
    const std::string number = number_text(json.get<double>());
    text += number;
    if (number.find_first_not_of("-0123456789") == number.npos) text += ".0";  // 2.0 is not 2 here
  }
  if (!json.is_structured()) return;
  text += json.is_array() ? '[' : '{';
  bool first = true;
  for (auto item = json.begin(); item != json.end(); ++item) {
    if (!first) text += ',';
    first = false;
    if (json.is_object()) {
      write_string(item.key(), text);
      text += ':';
    }
    write_json(*item, most, text);
  }
  text += json.is_array() ? ']' : '}';
}

}  // namespace

std::string pointer_part(const std::string& key) {
  std::string part;
  for (const char c : shortened(key, kMostQuoted)) part += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return part;
}

std::string json_text(const Json& json, size_t most) {
  std::string text;
  write_json(json, most, text);
  return text;
}

void refuse_type(const nlohmann::json& found, const std::string& where, const Phrase& wanted) {
  throw Refusal("type", where, phrase("text", shortened(json_text(found, 44), 43)), wanted);
}

}  // namespace attn
