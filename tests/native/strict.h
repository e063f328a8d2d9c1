// What every reader of a data file refuses, tried at every place of a real file.
#pragma once

#include <functional>
#include <map>

#include "support.h"

using Pointer = nlohmann::json::json_pointer;

/// Calls visit(pointer) for the document itself and for everything in it.
inline void for_each_place(const nlohmann::json& at, const Pointer& pointer,
                           const std::function<void(Pointer)>& visit) {
  visit(pointer);
  if (at.is_object())
    for (const auto& item : at.items()) for_each_place(item.value(), pointer / item.key(), visit);
  if (at.is_array())
    for (size_t i = 0; i < at.size(); ++i) for_each_place(at[i], pointer / i, visit);
}

/// The document with one place replaced, or added, as text. The replacement need not be JSON.
inline std::string edited(const nlohmann::json& document, const Pointer& place, const std::string& replacement) {
  const std::string mark = "\"the edited place\"";
  nlohmann::json copy = document;
  copy[place] = nlohmann::json::parse(mark);
  std::string text = copy.dump();
  return text.replace(text.find(mark), mark.size(), replacement);
}

inline std::string edited(const nlohmann::json& document, const std::string& place, const std::string& replacement) {
  return edited(document, Pointer(place), replacement);
}

/// One edit of a data file and the refusal that it must meet. `where` is a JSON pointer.
struct Edit {
  std::string place, replacement, code, where, sentence;
};

template <typename Load>
void require_refused(const std::string& text, const std::vector<Edit>& edits, Load load) {
  const auto document = nlohmann::json::parse(text);
  for (const Edit& edit : edits) {
    INFO(edit.place << " becomes " << edit.replacement);
    const std::string bad = edited(document, edit.place, edit.replacement);
    require_refusal(edit.code, "file#" + edit.where, edit.sentence, [&] { load(bad, "file"); });
  }
}

/// Each value replaced by one of every other kind.
template <typename Load>
void require_strict_types(const std::string& text, Load load) {
  const auto document = nlohmann::json::parse(text);
  const std::map<std::string, std::string> samples{{"null", "null"},    {"boolean", "true"}, {"number", "3"},
                                                   {"string", "\"3\""}, {"array", "[]"},     {"object", "{}"}};
  for_each_place(document, Pointer(), [&](const Pointer& place) {
    const nlohmann::json& value = document.at(place);
    for (const auto& [kind, sample] : samples) {
      if (kind == value.type_name()) continue;
      INFO(place.to_string() << " becomes " << sample);
      const std::string wanted = value.is_object()    ? "an object"
                                 : value.is_array()   ? "a list"
                                 : value.is_string()  ? "a text"
                                 : value.is_boolean() ? "true or false"
                                                      : "number";
      try {
        load(edited(document, place, sample), "file");
      } catch (const Refusal& refusal) {
        REQUIRE(refusal.code == "type");
        REQUIRE(refusal.where == "file#" + place.to_string());
        REQUIRE(refusal.found == sample);
        if (wanted != "number") REQUIRE(refusal.wanted == wanted);
        if (wanted == "number") REQUIRE((refusal.wanted == "a number" || refusal.wanted == "a whole number"));
        continue;
      }
      FAIL("nothing was refused");
    }
  });
}

/// Each field left out, given twice, and in the company of one that nobody reads.
template <typename Load>
void require_strict_fields(const std::string& text, Load load) {
  const auto document = nlohmann::json::parse(text);
  for_each_place(document, Pointer(), [&](const Pointer& place) {
    const nlohmann::json& value = document.at(place);
    if (!value.is_object()) return;
    const std::string at = "file#" + place.to_string();
    require_refusal("unknown", at + "/nonsense", "found a field nobody reads, wanted one of the documented fields",
                    [&] { load(edited(document, place / "nonsense", "0"), "file"); });
    for (const auto& item : value.items()) {
      nlohmann::json without = document;
      without[place].erase(item.key());
      require_refusal("missing", at + "/" + item.key(), "found nothing, wanted this field",
                      [&] { load(without.dump(), "file"); });
      const std::string twice = edited(document, place / item.key(), "0, \"" + item.key() + "\": 0");
      require_refusal("duplicate", at + "/" + item.key(), "found this key a second time, wanted each key once",
                      [&] { load(twice, "file"); });
    }
  });
}

/// Each number replaced by what JSON has no word for, or no double for.
template <typename Load>
void require_strict_numbers(const std::string& text, Load load) {
  const auto document = nlohmann::json::parse(text);
  const auto code_of = [&](const std::string& bad) -> std::string {
    try {
      load(bad, "file");
    } catch (const Refusal& refusal) {
      return refusal.code;
    }
    return "taken";
  };
  for_each_place(document, Pointer(), [&](const Pointer& place) {
    if (!document.at(place).is_number()) return;
    INFO(place.to_string());
    for (const std::string word : {"NaN", "Infinity", "-Infinity", "nan", "+1", "01", ".5", "1.", "0x10"})
      REQUIRE(code_of(edited(document, place, word)) == "parse");
    REQUIRE(code_of(edited(document, place, "1e999")) == "range");
    REQUIRE(code_of(edited(document, place, "-1e999")) == "range");
  });
}
