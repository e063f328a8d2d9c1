#include "attn/softmax.h"

#include "support.h"

namespace {

Matrix<double> weights(const Matrix<double>& scores, double temperature = 1) {
  return softmax<double>({.scores = scores, .temperature = temperature}).weights;
}

/// The definition, one number at a time, with nothing subtracted: the slow twin.
Matrix<double> textbook(const Matrix<double>& scores, double temperature) {
  Matrix<double> shares(scores.rows(), scores.cols());
  for (Index i = 0; i < scores.rows(); ++i) {
    double sum = 0;
    for (Index j = 0; j < scores.cols(); ++j) sum += std::exp(scores(i, j) / temperature);
    for (Index j = 0; j < scores.cols(); ++j) shares(i, j) = std::exp(scores(i, j) / temperature) / sum;
  }
  return shares;
}

/// Random scores, some of them hidden.
Matrix<double> partly_hidden(Index rows, Index columns, unsigned seed) {
  Matrix<double> scores = 3 * random_matrix(rows, columns, seed);
  const Mask seen = random_mask(rows, columns, seed);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < columns; ++j)
      if (!seen(i, j)) scores(i, j) = -kInfinity;
  return scores;
}

}  // namespace

TEST_CASE("softmax: logarithms of 1, 2 and 3 give one, two and three sixths") {
  const auto t = softmax<double>({.scores = Rows{{0, std::log(2), std::log(3)}}});
  require_near(t.exponentials, Rows{{1 / 3., 2 / 3., 1}}, 1e-15);
  require_near(t.weights, Rows{{1 / 6., 2 / 6., 3 / 6.}}, 1e-15);
  REQUIRE(t.empty_rows.empty());
}

TEST_CASE("softmax: agrees with the textbook's loops") {
  const auto temperature = GENERATE(0.5, 1.0, 2.0, 30.0);
  const auto columns = GENERATE(1, 2, 3, 7, 16);
  const Matrix<double> scores = 3 * random_matrix(4, columns, 1);
  require_near(weights(scores, temperature), textbook(scores, temperature), 1e-12);
}

TEST_CASE("softmax: the twin sees minus infinity the same way") {
  const auto seed = GENERATE(range(1u, 9u));
  Matrix<double> scores = partly_hidden(5, 6, seed);
  scores.col(2).setZero();  // a row that is hidden as a whole has no textbook answer
  require_near(weights(scores), textbook(scores, 1), 1e-12);
}

TEST_CASE("softmax: each row is a probability distribution at any temperature") {
  const auto temperature = GENERATE(0.0, 1e-300, 0.01, 1.0, 100.0, 1e300);
  const auto seed = GENERATE(1u, 2u, 3u);
  const Matrix<double> shares = weights(random_matrix(4, 6, seed), temperature);
  REQUIRE((shares.array() >= 0).all());
  for (Index i = 0; i < shares.rows(); ++i) REQUIRE_THAT(shares.row(i).sum(), WithinAbs(1, 1e-12));
}

TEST_CASE("softmax: the exponentials that are shown are what the weights are shares of") {
  const auto temperature = GENERATE(0.0, 0.4, 1.0, 9.0);
  const auto seed = GENERATE(range(1u, 7u));
  const Matrix<double> scores = partly_hidden(5, 6, seed);
  const auto t = softmax<double>({.scores = scores, .temperature = temperature});
  for (Index i = 0; i < 5; ++i) {
    const double largest = scores.row(i).maxCoeff(), sum = t.exponentials.row(i).sum();
    for (Index j = 0; j < 6; ++j) {
      const double wanted =
          temperature == 0 ? double(scores(i, j) == largest) : std::exp((scores(i, j) - largest) / temperature);
      if (largest == -kInfinity || scores(i, j) == -kInfinity)
        REQUIRE(t.exponentials(i, j) == 0);
      else
        REQUIRE_THAT(t.exponentials(i, j), WithinAbs(wanted, 1e-15));
      if (sum > 0) REQUIRE_THAT(t.weights(i, j), WithinAbs(t.exponentials(i, j) / sum, 1e-15));
    }
    if (sum > 0) REQUIRE(t.exponentials.row(i).maxCoeff() == 1);
  }
}

TEST_CASE("softmax: adding the same number to a whole row changes nothing") {
  const auto shift = GENERATE(-1000.0, -1.0, 700.0, 1000.0);
  const Matrix<double> scores = random_matrix(3, 5, 7);
  const Matrix<double> shifted = scores.array() + shift;
  require_near(weights(shifted), weights(scores), 1e-12);
}

TEST_CASE("softmax: a larger score never gets a smaller weight") {
  const auto temperature = GENERATE(0.0, 0.3, 1.0, 20.0);
  const Matrix<double> scores = random_matrix(1, 20, 11), shares = weights(scores, temperature);
  for (Index a = 0; a < 20; ++a)
    for (Index b = 0; b < 20; ++b)
      if (scores(0, a) > scores(0, b)) REQUIRE(shares(0, a) >= shares(0, b));
}

TEST_CASE("softmax: the lower the temperature, the more the largest score gets") {
  const Matrix<double> scores{{1, 2, 0.5}};
  double before = 1 / 3.;
  for (const double temperature : {100.0, 10.0, 1.0, 0.5, 0.1, 0.0}) {
    const double largest = weights(scores, temperature)(0, 1);
    REQUIRE(largest > before);
    before = largest;
  }
  REQUIRE(before == 1);
}

TEST_CASE("softmax: temperature 0 is what ever smaller temperatures come to") {
  const auto seed = GENERATE(range(1u, 6u));
  Matrix<double> scores = partly_hidden(4, 5, seed);
  scores(0, 1) = scores(0, 3) = 50;  // a tie for the largest
  require_near(weights(scores, 0), weights(scores, 1e-9), 0);
}

TEST_CASE("softmax: a hidden score gets exactly nothing and disturbs nobody") {
  const auto temperature = GENERATE(0.0, 0.7, 1.0);
  const Matrix<double> seen{{0.3, -2, 5}};
  const Matrix<double> with{{-kInfinity, 0.3, -kInfinity, -2, 5, -kInfinity}};
  const Matrix<double> alone = weights(seen, temperature);
  require_same(weights(with, temperature), Rows{{0, alone(0, 0), 0, alone(0, 1), alone(0, 2), 0}});
}

// report A-3
TEST_CASE("softmax: a row of nothing but minus infinity is all zeros and listed") {
  for (unsigned hidden = 0; hidden < 8; ++hidden) {
    Matrix<double> scores = random_matrix(3, 4, hidden);
    std::vector<int> rows;
    for (int i = 0; i < 3; ++i)
      if (hidden >> i & 1) {
        scores.row(i).setConstant(-kInfinity);
        rows.push_back(i);
      }
    for (const double temperature : {0.0, 1.0, 5.0}) {
      const auto t = softmax<double>({.scores = scores, .temperature = temperature});
      REQUIRE(t.empty_rows == rows);
      for (const int i : rows) REQUIRE((t.weights.row(i).array() == 0).all());
      for (const int i : rows) REQUIRE((t.exponentials.row(i).array() == 0).all());
    }
  }
}

TEST_CASE("softmax: without a row or a column there is nothing to share out") {
  const auto run = [](Index rows, Index columns) { softmax<double>({.scores = Matrix<double>::Zero(rows, columns)}); };
  require_refusal("shape", "scores", "found no column, wanted at least one column", [&] { run(2, 0); });
  require_refusal("shape", "scores", "found no column, wanted at least one column", [&] { run(4194304, 0); });
  require_refusal("shape", "scores", "found no row, wanted at least one row", [&] { run(0, 2); });
  require_refusal("size", "scores", "found 16385 rows, wanted at most 16384", [&] { run(16385, 1); });
  require_refusal("size", "scores", "found 4194305 entries, wanted at most 4194304", [&] { run(1, 4194305); });
}

// report A-4
TEST_CASE("softmax: a mask of the lowest finite number is not a mask of minus infinity") {
  const auto lowest = GENERATE(-3.4028234663852886e38, -kLargest);
  const Matrix<double> scores{{1, 2, 3}};
  const Matrix<double> absorbed = scores.array() + lowest, hidden = scores.array() - kInfinity;
  require_near(weights(absorbed), Rows{{1 / 3., 1 / 3., 1 / 3.}}, 1e-15);
  require_same(weights(hidden), Rows{{0, 0, 0}});
}

// report A-5
TEST_CASE("softmax: scores whose exponentials would overflow") {
  const Matrix<double> shares = weights(Rows{{-249.873093, -424.126709, -460.292542, 378.097443, -292.614532}});
  REQUIRE_THAT(shares(0, 0) / 1.887388990e-273, WithinAbs(1, 1e-9));
  REQUIRE(shares(0, 1) == 0);
  REQUIRE(shares(0, 2) == 0);
  REQUIRE(shares(0, 3) == 1);
  REQUIRE_THAT(shares(0, 4) / 5.169997238e-292, WithinAbs(1, 1e-9));
  require_near(weights(Rows{{10000, 10001}}), Rows{{0.268941421, 0.731058579}}, 1e-9);
}

TEST_CASE("softmax: any finite scores give finite weights that sum to 1") {
  const auto large = GENERATE(710.0, 1e5, 1e300, kLargest);
  const auto temperature = GENERATE(0.0, 5e-324, 1.0, kLargest);
  const Matrix<double> scores{{large, -large, 0}, {large, large, large}, {-large, -large, -large}, {5e-324, 0, -large}};
  const Matrix<double> shares = weights(scores, temperature);
  REQUIRE(shares.allFinite());
  for (Index i = 0; i < shares.rows(); ++i) REQUIRE_THAT(shares.row(i).sum(), WithinAbs(1, 1e-15));
}

TEST_CASE("softmax: a difference beyond double is still divided by the temperature") {
  const double e2 = std::exp(-2.0);  // (-large - large) / large
  require_near(weights(Rows{{kLargest, -kLargest}}, kLargest), Rows{{1 / (1 + e2), e2 / (1 + e2)}}, 1e-12);
}

// report A-7
TEST_CASE("softmax: temperature 1, one half and 0") {
  const Matrix<double> logits{{1, 2, 0.5}};
  require_near(weights(logits, 1), Rows{{0.231223898, 0.628531719, 0.140244383}}, 1e-9);
  require_near(weights(logits, 0.5), Rows{{0.114195199, 0.843794734, 0.042010066}}, 1e-9);
  require_same(weights(logits, 0), Rows{{0, 1, 0}});
}

// report A-7
TEST_CASE("softmax: equal largest scores share equally at temperature 0") {
  require_same(weights(Rows{{2, 2, 1}}, 0), Rows{{0.5, 0.5, 0}});
  require_same(weights(Rows{{2, 2, 2, 2}}, 0), Rows{{0.25, 0.25, 0.25, 0.25}});
  require_same(weights(Rows{{-7, -kInfinity, -7}}, 0), Rows{{0.5, 0, 0.5}});
}

// report A-9
TEST_CASE("softmax: a weight of exactly 0 is underflow, and right") {
  require_same(weights(Rows{{0, -746}}), Rows{{1, 0}});
  require_same(weights(Rows{{0, -745}}), Rows{{1, 5e-324}});
}

// report A-11
TEST_CASE("softmax: minus infinity is an answer, plus infinity is not") {
  require_same(weights(Rows{{0, -kInfinity}}), Rows{{1, 0}});
  require_same(weights(Rows{{-kInfinity, -kInfinity}}), Rows{{0, 0}});

  const std::string wanted = "wanted a finite number, or -Infinity for a hidden key";
  const auto refuse = [&](const Matrix<double>& scores, const std::string& where, const std::string& found) {
    for (const double temperature : {0.0, 1.0, 2.0})
      require_refusal("not_finite", where, "found " + found + ", " + wanted, [&] { weights(scores, temperature); });
  };
  refuse(Rows{{kInfinity, 0}}, "scores/0/0", "Infinity");
  refuse(Rows{{kInfinity, kInfinity}}, "scores/0/0", "Infinity");
  refuse(Rows{{-kInfinity, kInfinity}}, "scores/0/1", "Infinity");
  refuse(Rows{{0, 0, 0}, {0, 0, kNaN}}, "scores/1/2", "NaN");
  refuse(Rows{{-kInfinity, kNaN}}, "scores/0/1", "NaN");
}

// report A-13
TEST_CASE("softmax: hiding a huge score beforehand leaves the others their shares") {
  const auto huge = GENERATE(800.0, 1e300);
  require_near(weights(Rows{{1, 2, -kInfinity}}), Rows{{0.268941421, 0.731058579, 0}}, 1e-9);
  const Matrix<double> late = weights(Rows{{1, 2, huge}});
  REQUIRE(late(0, 0) + late(0, 1) == 0);  // nothing is left to renormalise
}

// report A-7
TEST_CASE("softmax: refuses a temperature that is none") {
  const std::string wanted = ", wanted a number from 0 to 1.7976931348623157e+308";
  const auto refuse = [&](double temperature, const std::string& found) {
    require_refusal("range", "temperature", "found " + found + wanted, [&] { weights(Rows{{1, 2}}, temperature); });
  };
  refuse(-1, "-1");
  refuse(-5e-324, "-5e-324");
  refuse(kNaN, "NaN");
  refuse(kInfinity, "Infinity");
  refuse(-kInfinity, "-Infinity");
}

TEST_CASE("shares: each score's part of the sum, which a shift moves") {
  const auto of = [](const Rows& scores, double shift) { return shares<double>({.scores = scores, .shift = shift}); };
  require_near(of(Rows{{10, 3, -4}}, 0).shares, Rows{{10.0 / 9, 3.0 / 9, -4.0 / 9}}, 1e-15);
  require_near(of(Rows{{10, 3, -4}}, 100).shares, Rows{{110.0 / 309, 103.0 / 309, 96.0 / 309}}, 1e-15);
  REQUIRE(of(Rows{{1, -1}}, 0).shares.cols() == 0);  // no parts of nothing
  require_refusal("not_finite", "sum", "found Infinity, wanted a finite number", [&] { of(Rows{{1e308, 1e308}}, 0); });
  require_refusal("range", "shift",
                  "found NaN, wanted a number from -1.7976931348623157e+308 to 1.7976931348623157e+308",
                  [&] { of(Rows{{1, 2}}, kNaN); });
}

TEST_CASE("shares: a sum that is only rounding is no sum, and no share is infinite") {
  const auto of = [](const Matrix<double>& scores) { return shares<double>({.scores = scores}); };
  const std::string wanted = ", wanted a sum that is more than rounding, or exactly 0";
  require_refusal("range", "sum", "found 5e-324, which is rounding beside addends up to 1" + wanted,
                  [&] { of(Rows{{1, -1, 5e-324}}); });
  require_refusal("range", "sum", "found 5.551115123125783e-17, which is rounding beside addends up to 0.3" + wanted,
                  [&] { of(Rows{{0.1, 0.2, -0.3}}); });
  require_same(of(Rows{{5e-324}}).shares, Rows{{1}});
  require_same(of(Rows{{1e-300, 1e-300}}).shares, Rows{{0.5, 0.5}});
  for (unsigned seed = 0; seed < 200; ++seed) {
    Matrix<double> scores = random_matrix(1, 4, seed);
    scores(0, 3) = -scores.leftCols(3).sum() * (seed % 2 == 0 ? 1 : 1 + 1e-12);
    try {
      const bool finite = of(scores).shares.allFinite();
      REQUIRE(finite);
    } catch (const Refusal& refusal) {
      REQUIRE(refusal.where == "sum");
    }
  }
  require_refusal("shape", "scores", "found no column, wanted at least one column", [&] { of(Matrix<double>(1, 0)); });
}
