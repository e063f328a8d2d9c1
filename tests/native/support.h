// What the native tests share.
#pragma once

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "attn/json.h"
#include "attn/matrix.h"
#include "catch.h"

using namespace attn;
using Catch::Matchers::WithinAbs;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kLargest = std::numeric_limits<double>::max();

#if defined(__has_feature)  // Clang
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kSanitized = true;  // everything is many times slower: long loops take a coarser grid
#else
constexpr bool kSanitized = false;
#endif

/// A matrix written out: Rows{{1, 2}, {3, 4}}.
using Rows = Matrix<double>;

/// Standard normal numbers, the same for the same seed.
inline Matrix<double> random_matrix(Index rows, Index columns, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  return Matrix<double>::NullaryExpr(rows, columns, [&] { return normal(generator); });
}

/// Each entry true or false by the toss of a coin.
inline Mask random_mask(Index rows, Index columns, unsigned seed) {
  std::mt19937 generator(seed);
  return Mask::NullaryExpr(rows, columns, [&] { return generator() % 2 == 0; });
}

/// The same shape, and each entry within the tolerance.
inline void require_near(const Matrix<double>& actual, const Matrix<double>& expected, double tolerance) {
  REQUIRE(shape_text(actual.rows(), actual.cols()) == shape_text(expected.rows(), expected.cols()));
  for (Index i = 0; i < expected.rows(); ++i)
    for (Index j = 0; j < expected.cols(); ++j) {
      INFO("row " << i << ", column " << j);
      REQUIRE_THAT(actual(i, j), WithinAbs(expected(i, j), tolerance));
    }
}

/// The same shape, and the same bits but for the sign of zero.
inline void require_same(const Matrix<double>& actual, const Matrix<double>& expected) {
  REQUIRE(shape_text(actual.rows(), actual.cols()) == shape_text(expected.rows(), expected.cols()));
  REQUIRE(actual == expected);
}

/// The phrase is one of the list, and has a value for each of its places.
inline void require_phrase(const Phrase& phrase, const std::string& sentence) {
  INFO("the phrase " << phrase.key << ": " << sentence);
  const auto known = std::find_if(phrases().begin(), phrases().end(), [&](const auto& t) { return t.key == phrase.key; });
  REQUIRE(known != phrases().end());
  REQUIRE(known->places.size() == phrase.values.size());
  for (size_t i = 0; i < known->places.size(); ++i) REQUIRE(known->places[i] == phrase.values[i].name);
  REQUIRE(english(phrase) == sentence);
}

/// The call must be refused with this code, at this place, in this sentence ("found ..., wanted ...").
template <typename Call>
void require_refusal(const std::string& code, const std::string& where, const std::string& sentence, Call&& call) {
  INFO("wanted: " << code << ", " << where << ": " << sentence);
  try {
    call();
  } catch (const Refusal& refusal) {
    REQUIRE(refusal.code == code);
    REQUIRE(refusal.where == where);
    REQUIRE(refusal.what() == where + ": " + sentence);
    require_phrase(refusal.found_phrase, refusal.found);
    require_phrase(refusal.wanted_phrase, refusal.wanted);
    return;
  }
  FAIL("nothing was refused");
}

/// A whole file of the project, by its path in the repository.
inline std::string file_text(const std::string& path) {
  std::ifstream file(ATTN_ROOT "/" + path, std::ios::binary);
  INFO(path);
  REQUIRE(file.good());
  return {std::istreambuf_iterator<char>(file), {}};
}
