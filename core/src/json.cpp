#include "attn/json.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "attn/limits.h"

namespace attn {
namespace {

using Event = nlohmann::json::parse_event_t;

constexpr auto kMostBytes = static_cast<size_t>(kMostTextBytes);
constexpr size_t kMostDepth = 32;

/// Watches the parser go by: knows where it stands, and stops it at a second equal key or too deep a nesting.
class Watch {
 public:
  explicit Watch(std::string file) : file_(std::move(file)) {}

  void operator()(Event event, const nlohmann::json& parsed) {
    switch (event) {
      case Event::object_start:
      case Event::array_start:
        if (open_.size() == kMostDepth)
          throw Refusal("depth", pointer(), phrase("nested_deeper", std::to_string(kMostDepth)),
                        phrase("at_most", std::to_string(kMostDepth)));
        open_.push_back({.object = event == Event::object_start});
        break;
      case Event::key: {
        open_.back().key = parsed.get<std::string>();
        if (!open_.back().keys.insert(open_.back().key).second)
          throw Refusal("duplicate", pointer(), phrase("key_twice"), phrase("each_key_once"));
        break;
      }
      case Event::object_end:
      case Event::array_end:
        open_.pop_back();
        next();
        break;
      case Event::value:
        next();
        break;
    }
  }

  std::string pointer() const {
    std::string path = file_ + "#";
    for (const Open& level : open_) path += "/" + (level.object ? pointer_part(level.key) : std::to_string(level.index));
    return path;
  }

 private:
  struct Open {
    bool object = false;
    std::set<std::string> keys = {};
    std::string key = {};
    size_t index = 0;
  };

  void next() {
    if (!open_.empty() && !open_.back().object) ++open_.back().index;
  }

  std::string file_;
  std::vector<Open> open_;
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
    const size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
    const std::string digits = text.substr(at, end - at);
    const std::string most = at > 0 && text[at - 1] == '-' ? "9223372036854775808" : "18446744073709551615";
    const bool too_long = digits.size() > most.size() || (digits.size() == most.size() && digits > most);
    if (too_long && (end == text.size() || std::string(".eE").find(text[end]) == std::string::npos))
      throw Refusal("range", file + " at " + line_and_column(text, at + 1),
                    phrase("long_integer", std::to_string(digits.size())), phrase("exact_integer"));
    // A fraction or an exponent may be as long as it likes.
    if (end > at) at = std::min(text.find_first_not_of("0123456789.eE+-", end), text.size()) - 1;
  }
}

}  // namespace

nlohmann::json parse_json(const std::string& text, const std::string& file) {
  if (text.size() > kMostBytes)
    throw Refusal("size", file, phrase("bytes", std::to_string(text.size())),
                  phrase("at_most", std::to_string(kMostBytes)));
  require_short_integers(text, file);
  Watch watch(file);
  try {
    return nlohmann::json::parse(text, [&](int, Event event, nlohmann::json& parsed) {
      watch(event, parsed);
      return true;
    });
  } catch (const nlohmann::json::parse_error& error) {
    const std::string place = file + " at " + line_and_column(text, error.byte);
    for (const char* word : {"Infinity", "NaN"})
      if (error.byte > 0 && text.compare(error.byte - 1, std::strlen(word), word) == 0)
        throw Refusal("parse", place, phrase("pythons_word", word), phrase("json"));
    throw Refusal("parse", place, phrase("not_json"), phrase("json"));
  } catch (const nlohmann::json::out_of_range&) {
    throw Refusal("range", watch.pointer(), phrase("beyond_double"), phrase("double_range"));
  }
}

std::string pointer_part(const std::string& key) {
  std::string part;
  for (const char c : shortened(key, kMostQuoted)) part += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return part;
}

void refuse_type(const nlohmann::json& found, const std::string& where, const Phrase& wanted) {
  const std::string text = found.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  throw Refusal("type", where, phrase("text", shortened(text, 43)), wanted);
}

}  // namespace attn
