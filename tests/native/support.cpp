#include "support.h"

#include <algorithm>
#include <fstream>
#include <iterator>

Matrix<double> random_matrix(Index rows, Index columns, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  return Matrix<double>::NullaryExpr(rows, columns, [&] { return normal(generator); });
}

Mask random_mask(Index rows, Index columns, unsigned seed) {
  std::mt19937 generator(seed);
  return Mask::NullaryExpr(rows, columns, [&] { return generator() % 2 == 0; });
}

void require_near(const Matrix<double>& actual, const Matrix<double>& expected, double tolerance) {
  REQUIRE(shape_text(actual.rows(), actual.cols()) == shape_text(expected.rows(), expected.cols()));
  for (Index i = 0; i < expected.rows(); ++i)
    for (Index j = 0; j < expected.cols(); ++j) {
      INFO("row " << i << ", column " << j);
      REQUIRE_THAT(actual(i, j), WithinAbs(expected(i, j), tolerance));
    }
}

void require_same(const Matrix<double>& actual, const Matrix<double>& expected) {
  REQUIRE(shape_text(actual.rows(), actual.cols()) == shape_text(expected.rows(), expected.cols()));
  REQUIRE(actual == expected);
}

void require_phrase(const Phrase& phrase, const std::string& sentence) {
  INFO("the phrase " << phrase.key << ": " << sentence);
  const auto known =
      std::find_if(phrases().begin(), phrases().end(), [&](const auto& t) { return t.key == phrase.key; });
  REQUIRE(known != phrases().end());
  REQUIRE(known->places.size() == phrase.values.size());
  for (size_t i = 0; i < known->places.size(); ++i) REQUIRE(known->places[i] == phrase.values[i].name);
  REQUIRE(english(phrase) == sentence);
}

std::string file_text(const std::string& path) {
  std::ifstream file(ATTN_ROOT "/" + path, std::ios::binary);
  INFO(path);
  REQUIRE(file.good());
  return {std::istreambuf_iterator<char>(file), {}};
}
