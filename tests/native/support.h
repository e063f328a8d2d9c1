// What the native tests share.
#pragma once

#include <cmath>
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
Matrix<double> random_matrix(Index rows, Index columns, unsigned seed);

/// Each entry true or false by the toss of a coin.
Mask random_mask(Index rows, Index columns, unsigned seed);

/// The same shape, and each entry within the tolerance.
void require_near(const Matrix<double>& actual, const Matrix<double>& expected, double tolerance);

/// The same shape, and the same bits but for the sign of zero.
void require_same(const Matrix<double>& actual, const Matrix<double>& expected);

/// The phrase is one of the list, and has a value for each of its places.
void require_phrase(const Phrase& phrase, const std::string& sentence);

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
std::string file_text(const std::string& path);
