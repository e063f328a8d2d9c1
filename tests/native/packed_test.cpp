// The border's reader and writer (wasm/packed.h), on words made by hand and on words that are nonsense.
#include "packed.h"

#include <cstring>
#include <random>

#include "attn/multi_head.h"
#include "attn/softmax.h"
#include "attn/world.h"
#include "support.h"

namespace {

/// Packs as face.js does.
class Packer {
 public:
  Packer& head(Tag tag, size_t size = 0) {
    words.push_back(static_cast<Word>(tag) | static_cast<Word>(size) << 32);
    return *this;
  }
  Packer& number(double value) {
    head(Tag::number);
    raw(value);
    return *this;
  }
  Packer& numbers(const std::vector<double>& values) {
    head(Tag::numbers, values.size());
    for (const double value : values) raw(value);
    return *this;
  }
  Packer& text(const std::string& text, Tag tag = Tag::text) {
    head(tag, text.size());
    const size_t begin = words.size();
    words.resize(begin + (text.size() + 7) / 8);
    if (!text.empty()) std::memcpy(&words[begin], text.data(), text.size());
    return *this;
  }
  Packer& key(const std::string& name) { return text(name, Tag::other); }

  std::vector<Word> words;

 private:
  void raw(double value) {
    Word word;
    std::memcpy(&word, &value, sizeof word);
    words.push_back(word);
  }
};

template <typename T>
T read(const std::vector<Word>& words) {
  T value{};
  unpack(words.data(), words.size(), described<T>(), &value);
  return value;
}

Packer softmax_input() {
  Packer p;
  p.head(Tag::object, 2).key("scores").head(Tag::list, 2).numbers({1, 2}).numbers({3, 4});
  p.key("temperature").number(0.5);
  return p;
}

}  // namespace

TEST_CASE("packed: an object is read by the description of its struct") {
  const auto in = read<SoftmaxInput<double>>(softmax_input().words);
  REQUIRE(in.scores == Rows{{1, 2}, {3, 4}});
  REQUIRE(in.temperature == 0.5);
}

TEST_CASE("packed: what is missing, unknown or of another kind is refused by its path") {
  const auto refused = [](const std::string& code, const std::string& sentence, const Packer& p) {
    require_refusal(code, sentence.substr(0, sentence.find(':')), sentence.substr(sentence.find(':') + 2),
                    [&] { read<SoftmaxInput<double>>(p.words); });
  };
  refused("type", "input: found undefined, wanted an object", Packer().head(Tag::nothing));
  refused("missing", "scores: found nothing, wanted this field", Packer().head(Tag::object, 0));
  refused("unknown", "scale: found a field nobody reads, wanted one of the documented fields", [] {
    Packer p = softmax_input();
    p.words[0] = static_cast<Word>(Tag::object) | Word{3} << 32;
    return p.key("scale").head(Tag::list, 2).number(1).head(Tag::object, 1).key("deep").text("x");
  }());
  refused("type", "scores/0: found 1, wanted an array", Packer().head(Tag::object, 1).key("scores").numbers({1}));
  refused("shape", "scores/1: found 1 entries, wanted 2 as in the first row",
          Packer().head(Tag::object, 1).key("scores").head(Tag::list, 2).numbers({1, 2}).numbers({3}));
  refused("size", "scores: found 4194305 entries, wanted at most 65536 entries", [] {
    Packer p;
    p.head(Tag::object, 1).key("scores").number(4194305);
    p.words[p.words.size() - 2] = static_cast<Word>(Tag::too_many) | Word{65536} << 32;
    return p;
  }());
}

TEST_CASE("packed: an answer has its numbers in the order of the description") {
  Answer answer;
  const SoftmaxInput<double> value{.scores = Rows{{1, 2}}, .temperature = 3};
  answer.value(described<SoftmaxInput<double>>(), &value);
  const auto tag = [&](size_t word) { return static_cast<Tag>(answer.words[word] & 0xFFFFFFFF); };
  REQUIRE(tag(0) == Tag::object);
  REQUIRE(tag(2) == Tag::matrix);
  REQUIRE(tag(6) == Tag::number);
  REQUIRE(answer.words.size() == 8);
}

TEST_CASE("packed: nonsense is refused and never read beyond its end") {
  std::mt19937_64 generator(7);
  const std::vector<Word> good = softmax_input().words;
  const auto survives = [](const std::vector<Word>& words) {
    try {
      read<SoftmaxInput<double>>(words);
      return true;
    } catch (const Refusal&) {
      return false;
    }
  };
  REQUIRE(survives(good));
  for (size_t cut = 0; cut < good.size(); ++cut)
    REQUIRE_FALSE(survives(std::vector<Word>(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(cut))));
  int refused = 0;
  for (int i = 0; i < 20000; ++i) {
    std::vector<Word> words = good;
    // A tag, a size, or a whole word of it becomes another.
    Word& word = words[generator() % words.size()];
    const Word nonsense = generator();
    word = i % 3 == 0   ? (word & ~Word{0xFFFFFFFF}) | nonsense % 16
           : i % 3 == 1 ? (word & 0xFFFFFFFF) | (nonsense % (Word{1} << 31)) << 32
                        : nonsense % (Word{1} << 40);
    refused += !survives(words);
  }
  REQUIRE(refused > 1000);
}
