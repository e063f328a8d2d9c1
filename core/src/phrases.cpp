#include "attn/phrases.h"

#include <utility>

namespace attn {
namespace {

/// Calls place(name) for every {place} of a template and other(text) for what stands between them.
template <typename Place, typename Other>
void walk(std::string_view english, const Place& place, const Other& other) {
  while (!english.empty()) {
    const size_t open = english.find('{'), close = english.find('}');
    other(english.substr(0, open));
    if (open == english.npos) return;
    place(english.substr(open + 1, close - open - 1));
    english.remove_prefix(close + 1);
  }
}

/// The first value goes to the first place.
Phrase filled(const char* key, const char* english, const std::string_view* values) {
  Phrase phrase{key, english, {}};
  walk(
      english, [&](std::string_view name) { phrase.values.push_back({std::string(name), std::string(*values++)}); },
      [](std::string_view) {});
  return phrase;
}

}  // namespace

Phrase phrase(PhraseKey<0> key) { return {key.key, key.english, {}}; }
Phrase phrase(PhraseKey<1> key, std::string_view first) { return filled(key.key, key.english, &first); }
Phrase phrase(PhraseKey<2> key, std::string_view first, std::string_view second) {
  const std::string_view values[] = {first, second};
  return filled(key.key, key.english, values);
}

std::string shortened(const std::string& text, std::size_t most) {
  if (text.size() <= most) return text;
  size_t cut = most - 3;  // not inside a character of several bytes
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;
  return text.substr(0, cut) + "...";
}

Phrase literal(const std::string& text) { return phrase("text", shortened(text, kMostQuoted)); }
Phrase in_quotes(const std::string& text) { return phrase("quoted", shortened(text, kMostQuoted)); }

std::string english(const Phrase& phrase) {
  std::string sentence;
  auto value = phrase.values.begin();
  walk(
      phrase.english, [&](std::string_view) { sentence += value++->text; },
      [&](std::string_view text) { sentence += text; });
  return sentence;
}

const std::vector<PhraseTemplate>& phrases() {
  static const std::vector<PhraseTemplate> all = [] {
    std::vector<PhraseTemplate> list;
    for (const PhraseEntry& entry : kPhrases) {
      list.push_back({entry.key, entry.english, {}});
      walk(
          entry.english, [&](std::string_view name) { list.back().places.emplace_back(name); },
          [](std::string_view) {});
    }
    return list;
  }();
  return all;
}

}  // namespace attn
