#include "attn/phrases.h"

#include <filesystem>
#include <regex>
#include <set>

#include "support.h"

namespace {

/// Every source of the core, by its path in the repository.
std::vector<std::string> core_sources() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(ATTN_ROOT "/core"))
    if (entry.path().extension() == ".h" || entry.path().extension() == ".cpp")
      paths.push_back(std::filesystem::relative(entry.path(), ATTN_ROOT).generic_string());
  return paths;
}

}  // namespace

TEST_CASE("phrases: each key stands once, each place of a template is a word and stands once in it") {
  std::set<std::string> keys;
  REQUIRE(phrases().size() == std::size(kPhrases));
  for (const PhraseTemplate& known : phrases()) {
    INFO(known.key << ": " << known.english);
    REQUIRE(keys.insert(known.key).second);
    REQUIRE(std::regex_match(known.key, std::regex("[a-z][a-z0-9_]*")));
    std::set<std::string> places;
    std::string rebuilt = known.english;
    for (const std::string& place : known.places) {
      REQUIRE(std::regex_match(place, std::regex("[a-z]+")));
      REQUIRE(places.insert(place).second);
      rebuilt.replace(rebuilt.find("{" + place + "}"), place.size() + 2, "");
    }
    REQUIRE(rebuilt.find_first_of("{}") == std::string::npos);
    REQUIRE(places_in(known.english) == known.places.size());
  }
}

TEST_CASE("phrases: values fill the places in the order of the template") {
  const Phrase range = phrase("whole_number", "1", "{most}");
  REQUIRE(english(range) == "a whole number from 1 to {most}");
  require_phrase(range, "a whole number from 1 to {most}");
  require_phrase(phrase("nothing"), "nothing");
  require_phrase(literal("a {b} c"), "a {b} c");
  require_phrase(in_quotes(""), "\"\"");
}

TEST_CASE("phrases: what is quoted is cut to a length that can be read, between two characters") {
  const std::string letters(5000000, 'x');
  REQUIRE(literal(letters).values[0].text == std::string(kMostQuoted - 3, 'x') + "...");
  for (size_t front = 0; front < 4; ++front) {
    std::string words(front, 'x');
    for (int i = 0; i < 40; ++i) words += "\u5b57";  // three bytes each
    const std::string text = in_quotes(words).values[0].text;
    REQUIRE(text.size() <= kMostQuoted);
    REQUIRE((text.size() - front) % 3 == 0);
    REQUIRE(words.compare(0, text.size() - 3, text, 0, text.size() - 3) == 0);
  }
}

TEST_CASE("phrases: no refusal of the core is free English") {
  // Literals within a throw: the code, names of phrases, and what is part of a place; never a sentence.
  const std::regex thrown(R"((Refusal|refuse|refuse_type)\(([^;{]*)\);)"), literal_text(R"re("((\\.|[^"\\])*)")re");
  std::set<std::string> keys;
  for (const PhraseTemplate& known : phrases()) keys.insert(known.key);
  size_t found = 0;
  for (const std::string& path : core_sources()) {
    const std::string text = file_text(path);
    for (std::sregex_iterator at(text.begin(), text.end(), thrown), end; at != end; ++at) {
      const std::string call = (*at)[2];
      INFO(path << ": " << call);
      ++found;
      for (std::sregex_iterator part(call.begin(), call.end(), literal_text), none; part != none; ++part) {
        const std::string words = (*part)[1];
        CAPTURE(words);
        const bool list = words.find(", ") != std::string::npos;  // of names, which are the same in every language
        if (!list) REQUIRE((words.find(' ') == std::string::npos || words == " at "));
      }
    }
  }
  REQUIRE(found > 60);
}

TEST_CASE("phrases: every key is used") {
  std::string all;
  for (const std::string& path : core_sources())
    if (path != "core/include/attn/phrases.h") all += file_text(path);
  for (const char* path : {"wasm/module.cpp", "wasm/packed_input.cpp"}) all += file_text(path);
  for (const PhraseTemplate& known : phrases()) {
    INFO(known.key);
    REQUIRE(all.find("\"" + known.key + "\"") != std::string::npos);
  }
}
