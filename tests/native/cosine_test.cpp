#include "attn/cosine.h"

#include "support.h"

namespace {

double between(const Matrix<double>& rows, Index a, Index b) { return cosine<double>({.rows = rows}).cosines(a, b); }

}  // namespace

TEST_CASE("cosine: the cosine of an angle, by hand") {
  const Matrix<double> rows{{3, 4}, {4, 3}, {-4, 3}, {-3, -4}, {0, 0}, {30, 40}};
  REQUIRE_THAT(between(rows, 0, 1), WithinAbs(0.96, 1e-15));
  REQUIRE_THAT(between(rows, 0, 2), WithinAbs(0, 1e-15));
  REQUIRE_THAT(between(rows, 0, 3), WithinAbs(-1, 1e-15));
  REQUIRE_THAT(between(rows, 0, 5), WithinAbs(1, 1e-15));
  REQUIRE(between(rows, 0, 4) == 0);
  REQUIRE(between(rows, 4, 4) == 0);
  REQUIRE(between(rows, 0, 1) == between(rows, 1, 0));
}

TEST_CASE("cosine: a cosine never leaves the range from -1 to 1") {
  for (unsigned seed = 0; seed < 200; ++seed) {
    Matrix<double> rows = random_matrix(3, 1 + seed % 8, seed);
    rows.row(1) = 3 * rows.row(0);
    rows.row(2) = -rows.row(0);
    for (Index i = 0; i < 3; ++i)
      for (Index j = 0; j < 3; ++j) {
        INFO("seed " << seed << ", rows " << i << " and " << j << ": " << number_text(between(rows, i, j)));
        REQUIRE(std::abs(between(rows, i, j)) <= 1);
        REQUIRE_THAT(std::abs(between(rows, i, j)), WithinAbs(1, 1e-12));
      }
  }
}

TEST_CASE("cosine: agrees with the textbook's loops") {
  const auto rows = GENERATE(1, 2, 5), width = GENERATE(1, 3, 8);
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Matrix<double> in = random_matrix(rows, width, seed);
    const auto t = cosine<double>({.rows = in});
    for (Index i = 0; i < rows; ++i)
      for (Index j = 0; j < rows; ++j) {
        double product = 0, own = 0, other = 0;
        for (Index k = 0; k < width; ++k) {
          product += in(i, k) * in(j, k);
          own += in(i, k) * in(i, k);
          other += in(j, k) * in(j, k);
        }
        REQUIRE_THAT(t.products(i, j), WithinAbs(product, 1e-12));
        REQUIRE_THAT(t.cosines(i, j), WithinAbs(product / std::sqrt(own * other), 1e-12));
      }
  }
}

TEST_CASE("cosine: does not depend on lengths, and does not mind who is asked first") {
  const Matrix<double> in = random_matrix(4, 5, 1);
  Matrix<double> longer = in;
  for (Index i = 0; i < 4; ++i) longer.row(i) *= std::pow(10, static_cast<double>(i) - 1);
  const auto t = cosine<double>({.rows = in});
  require_near(cosine<double>({.rows = longer}).cosines, t.cosines, 1e-12);
  require_same(t.cosines.transpose(), t.cosines);
}

TEST_CASE("cosine: refuses NaN and infinities, by entry") {
  for (const auto& [poison, name] : {std::pair{kNaN, "NaN"}, {kInfinity, "Infinity"}, {-kInfinity, "-Infinity"}}) {
    Matrix<double> bad = random_matrix(3, 2, 1);
    bad(1, 1) = poison;
    require_refusal("not_finite", "rows/1/1", "found " + std::string(name) + ", wanted a finite number",
                    [&] { cosine<double>({.rows = bad}); });
  }
}

TEST_CASE("cosine: products beyond double are refused, not turned into NaN") {
  require_refusal("not_finite", "products/0/0", "found Infinity, wanted a finite number",
                  [] { cosine<double>({.rows = Rows{{1e200, 0}, {0, 1e200}}}); });
}
