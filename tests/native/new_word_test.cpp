#include "attn/new_word.h"

#include <cstdint>
#include <set>

#include "support.h"

namespace {

std::vector<double> embedding(const std::string& text, int width) {
  return new_word({.text = text, .width = width}).embedding;
}

/// Hash, draw, draw again if nothing came: the slow twin.
std::vector<double> textbook(const std::string& text, int width) {
  std::uint64_t hash = 0xcbf29ce484222325;  // Fowler, Noll and Vo's own two numbers, in their own spelling
  for (const unsigned char byte : text) {
    hash ^= byte;
    hash *= 0x100000001b3;
  }
  std::mt19937_64 generator(hash);
  while (true) {
    std::vector<double> tenths;
    double sum = 0;
    for (int k = 0; k < width; ++k) {
      const int drawn = static_cast<int>(generator() % 30) + 1;
      tenths.push_back(drawn <= 10 ? drawn / 10. : 0);
      sum += tenths.back();
    }
    if (sum > 0) return tenths;
  }
}

}  // namespace

TEST_CASE("new_word: agrees with drawing by the book, twice over") {
  const auto width = GENERATE(1, 2, 8, 64);
  for (const std::string text : {"a", "ab", "ba", "小红", "🙂", "A", " ", "x y", "0"}) {
    INFO(text);
    REQUIRE(embedding(text, width) == textbook(text, width));
    REQUIRE(embedding(text, width) == embedding(text, width));
  }
}

TEST_CASE("new_word: every width from 1 to 64, entries in tenths from 0 to 1, never all of them 0") {
  std::set<double> tenths;
  for (int tenth = 0; tenth <= 10; ++tenth) tenths.insert(tenth / 10.);
  std::set<double> met;
  double zeros = 0, entries = 0;
  for (int i = 0; i < 4000; ++i) {
    const int width = 1 + i % 64;
    const std::vector<double> numbers = embedding("word " + std::to_string(i), width);
    INFO("text " << i);
    REQUIRE(numbers.size() == static_cast<size_t>(width));
    double sum = 0;
    for (const double number : numbers) {
      REQUIRE(tenths.count(number) == 1);
      met.insert(number);
      sum += number;
      zeros += number == 0;
      ++entries;
    }
    REQUIRE(sum > 0);
  }
  REQUIRE(met == tenths);
  REQUIRE_THAT(zeros / entries, WithinAbs(2 / 3., 0.01));
}

TEST_CASE("new_word: narrow words draw again until something comes") {
  for (int i = 0; i < 3000; ++i) {
    const std::string text = "n" + std::to_string(i);
    REQUIRE(embedding(text, 1)[0] > 0);
    REQUIRE(embedding(text, 2) == textbook(text, 2));
  }
}

TEST_CASE("new_word: other letters, or the same in another order, are another word") {
  std::set<std::vector<double>> met;
  size_t words = 0;
  for (char first = 'a'; first <= 'z'; ++first)
    for (char second = 'a'; second <= 'z'; ++second, ++words) met.insert(embedding({first, second}, 32));
  REQUIRE(met.size() == words);
  REQUIRE(embedding("小明", 8) != embedding("小王", 8));
}

TEST_CASE("new_word: a text is measured in bytes of UTF-8") {
  const auto bytes = [](const std::string& text) { return new_word({.text = text, .width = 8}).bytes; };
  REQUIRE(bytes("a") == 1);
  REQUIRE(bytes("é") == 2);
  REQUIRE(bytes("你") == 3);
  REQUIRE(bytes("🙂") == 4);
  REQUIRE(bytes("你🙂a") == 8);
  REQUIRE(bytes(std::string(96, 'x')) == 96);
}

TEST_CASE("new_word: refuses no text, too long a text, and a width that is none") {
  const auto refuse = [](const std::string& text, int width, const std::string& where, const std::string& sentence) {
    require_refusal("range", where, sentence, [&] { embedding(text, width); });
  };
  refuse("", 8, "text (bytes)", "found 0, wanted a whole number from 1 to 96");
  refuse(std::string(97, 'x'), 8, "text (bytes)", "found 97, wanted a whole number from 1 to 96");
  std::string smiles;
  for (int i = 0; i < 25; ++i) smiles += "🙂";
  refuse(smiles, 8, "text (bytes)", "found 100, wanted a whole number from 1 to 96");
  refuse("a", 0, "width", "found 0, wanted a whole number from 1 to 64");
  refuse("a", -1, "width", "found -1, wanted a whole number from 1 to 64");
  refuse("a", 65, "width", "found 65, wanted a whole number from 1 to 64");
}
