#include "attn/refusal.h"

#include <cstdlib>
#include <cstring>
#include <type_traits>

#include "support.h"

namespace {

/// Any double at all, by its bits.
double any_double(std::mt19937_64& generator) {
  const std::uint64_t bits = generator();
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

}  // namespace

TEST_CASE("refusal: keeps its parts and joins them to one sentence") {
  const Refusal refusal("range", "tokens", phrase("groups", "0"), phrase("from_to", "1", "64"));
  REQUIRE(refusal.code == "range");
  REQUIRE(refusal.where == "tokens");
  REQUIRE(refusal.found == "0 groups");
  REQUIRE(refusal.wanted == "1 to 64");
  REQUIRE(refusal.what() == std::string("tokens: found 0 groups, wanted 1 to 64"));
  REQUIRE(refusal.found_phrase.key == "groups");
  REQUIRE(refusal.wanted_phrase.key == "from_to");
  REQUIRE(refusal.wanted_phrase.values.size() == 2);
  REQUIRE(refusal.wanted_phrase.values[0].name == "least");
  REQUIRE(refusal.wanted_phrase.values[0].text == "1");
  REQUIRE(refusal.wanted_phrase.values[1].name == "most");
  REQUIRE(refusal.wanted_phrase.values[1].text == "64");
  static_assert(std::is_base_of_v<std::invalid_argument, Refusal>);
}

TEST_CASE("refusal: numbers are printed as a person writes them") {
  for (const auto& [value, text] : {std::pair{0.0, "0"},
                                    {0.1, "0.1"},
                                    {-2.5, "-2.5"},
                                    {0.1 + 0.2, "0.30000000000000004"},
                                    {1.0, "1"},
                                    {10000000.0, "10000000"},
                                    {100000.5, "100000.5"},
                                    {1073741824.0, "1073741824"},
                                    {-9007199254740992.0, "-9007199254740992"},
                                    {1e15, "1000000000000000"},
                                    {1e21, "1e+21"},
                                    {123e-8, "0.00000123"},
                                    {-1.25e-7, "-1.25e-7"},
                                    {1e-7, "1e-7"},
                                    {5e-324, "5e-324"},
                                    {kLargest, "1.7976931348623157e+308"}})
    REQUIRE(number_text(value) == text);
}

// report J-1
TEST_CASE("refusal: a number is never printed as null") {
  REQUIRE(number_text(kNaN) == "NaN");
  REQUIRE(number_text(-kNaN) == "NaN");
  REQUIRE(number_text(kInfinity) == "Infinity");
  REQUIRE(number_text(-kInfinity) == "-Infinity");
}

// report J-1
TEST_CASE("refusal: every finite number reads back as itself, in the fewest digits") {
  std::mt19937_64 generator(1);
  for (int i = 0; i < 20000; ++i) {
    const double value = any_double(generator);
    const std::string text = number_text(value);
    CAPTURE(text);
    if (std::isnan(value)) {
      REQUIRE(text == "NaN");
      continue;
    }
    REQUIRE(std::strtod(text.c_str(), nullptr) == value);
    REQUIRE(text.find("null") == text.npos);
  }
  for (double value = -3; value <= 3; value += 0.01) {
    const double rounded = std::round(value * 100) / 100;
    REQUIRE(number_text(rounded).size() <= 5);
  }
}

// report A-9
TEST_CASE("refusal: zero has no sign") { REQUIRE(number_text(-0.0) == "0"); }

TEST_CASE("refusal: a whole number is one within its bounds, bounds included") {
  REQUIRE_NOTHROW(require_whole("n", 1, 1, 3));
  REQUIRE_NOTHROW(require_whole("n", 3, 1, 3));
  REQUIRE_NOTHROW(require_whole("n", -0.0, 0, 0));
  for (const auto& [value, found] : {std::pair{0.0, "0"},
                                     {4.0, "4"},
                                     {2.5, "2.5"},
                                     {2.0000000000000004, "2.0000000000000004"},
                                     {kNaN, "NaN"},
                                     {kInfinity, "Infinity"},
                                     {-kInfinity, "-Infinity"}})
    require_refusal("range", "n", std::string("found ") + found + ", wanted a whole number from 1 to 3",
                    [value = value] { require_whole("n", value, 1, 3); });
}

TEST_CASE("refusal: infinity is no whole number even where there is no bound") {
  REQUIRE_THROWS_AS(require_whole("n", kNaN, -kInfinity, kInfinity), Refusal);
  REQUIRE_THROWS_AS(require_number("x", kInfinity, -kInfinity, kInfinity), Refusal);
  REQUIRE_THROWS_AS(require_number("x", -kInfinity, -kInfinity, kInfinity), Refusal);
  REQUIRE_THROWS_AS(require_number("x", kNaN, -kInfinity, kInfinity), Refusal);
}

TEST_CASE("refusal: a number is finite and within its bounds, bounds included") {
  REQUIRE_NOTHROW(require_number("x", 0, 0, 0.5));
  REQUIRE_NOTHROW(require_number("x", 0.5, 0, 0.5));
  for (const auto& [value, found] : {std::pair{-5e-324, "-5e-324"},
                                     {0.51, "0.51"},
                                     {kNaN, "NaN"},
                                     {kInfinity, "Infinity"},
                                     {-kInfinity, "-Infinity"}})
    require_refusal("range", "x", std::string("found ") + found + ", wanted a number from 0 to 0.5",
                    [value = value] { require_number("x", value, 0, 0.5); });
}
