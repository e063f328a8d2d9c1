#include "attn/jacobian.h"

#include "support.h"

namespace {

JacobianTrace<double> run(const Matrix<double>& scores, double temperature = 1) {
  return jacobian<double>({.scores = scores, .temperature = temperature});
}

/// diag(w) - w w^T over the temperature, with the textbook's weights: the slow twin.
Matrix<double> closed_form(const Matrix<double>& scores, double temperature) {
  const Index m = scores.cols();
  std::vector<double> weights;
  double sum = 0;
  for (Index i = 0; i < m; ++i) sum += std::exp(scores(0, i) / temperature);
  for (Index i = 0; i < m; ++i) weights.push_back(std::exp(scores(0, i) / temperature) / sum);
  Matrix<double> moves(m, m);
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < m; ++j) moves(i, j) = ((i == j ? weights[i] : 0) - weights[i] * weights[j]) / temperature;
  return moves;
}

/// Random scores of one row; some of them hidden, but never all.
Matrix<double> partly_hidden(Index columns, unsigned seed) {
  Matrix<double> scores = 2 * random_matrix(1, columns, seed);
  const Mask seen = random_mask(1, columns, seed);
  for (Index j = 1; j < columns; ++j)
    if (!seen(0, j)) scores(0, j) = -kInfinity;
  return scores;
}

}  // namespace

TEST_CASE("jacobian: two equal scores, by hand") {
  require_same(run(Rows{{3, 3}}).jacobian, Rows{{0.25, -0.25}, {-0.25, 0.25}});
  require_same(run(Rows{{3, 3}}, 0.5).jacobian, Rows{{0.5, -0.5}, {-0.5, 0.5}});
  REQUIRE(run(Rows{{3, 3}}, 0.5).largest == 0.5);
  require_same(run(Rows{{7}}).jacobian, Rows{{0}});
}

TEST_CASE("jacobian: is the closed form at any temperature") {
  const auto temperature = GENERATE(0.3, 0.5, 1.0, 2.0, 50.0);
  const auto columns = GENERATE(1, 2, 3, 5, 16, 64);
  for (unsigned seed = 0; seed < 5; ++seed) {
    const Matrix<double> scores = 2 * random_matrix(1, columns, seed);
    require_near(run(scores, temperature).jacobian, closed_form(scores, temperature), 1e-12 / temperature);
  }
}

TEST_CASE("jacobian: a hidden score moves nothing and is moved by nothing") {
  const auto temperature = GENERATE(0.5, 1.0, 3.0);
  const auto seed = GENERATE(range(0u, 8u));
  const Matrix<double> scores = partly_hidden(7, seed);
  const Matrix<double> moves = run(scores, temperature).jacobian;
  require_near(moves, closed_form(scores, temperature), 1e-12);
  for (Index j = 0; j < 7; ++j) {
    if (scores(0, j) != -kInfinity) continue;
    REQUIRE((moves.row(j).array() == 0).all());
    REQUIRE((moves.col(j).array() == 0).all());
  }
}

TEST_CASE("jacobian: agrees with weights measured a little to either side") {
  const auto temperature = GENERATE(0.5, 1.0, 4.0);
  const auto seed = GENERATE(range(10u, 15u));
  const double step = 1e-5;
  const Matrix<double> scores = partly_hidden(6, seed);
  const Matrix<double> moves = run(scores, temperature).jacobian;
  for (Index j = 0; j < 6; ++j) {
    Matrix<double> above = scores, below = scores;
    above(0, j) += step;
    below(0, j) -= step;
    const auto weights = [&](const Matrix<double>& moved) {
      return softmax<double>({.scores = moved, .temperature = temperature}).weights;
    };
    const Matrix<double> slope = (weights(above) - weights(below)) / (2 * step);
    require_near(moves.col(j).transpose(), slope, 1e-8);
  }
}

TEST_CASE("jacobian: what one weight gains the others lose") {
  const auto temperature = GENERATE(0.2, 1.0, 10.0);
  const auto seed = GENERATE(range(20u, 30u));
  const Matrix<double> moves = run(partly_hidden(9, seed), temperature).jacobian;
  for (Index i = 0; i < 9; ++i) {
    REQUIRE_THAT(moves.row(i).sum(), WithinAbs(0, 1e-14 / temperature));
    REQUIRE_THAT(moves.col(i).sum(), WithinAbs(0, 1e-14 / temperature));
    for (Index j = 0; j < 9; ++j) REQUIRE_THAT(moves(i, j), WithinAbs(moves(j, i), 1e-15 / temperature));
  }
}

TEST_CASE("jacobian: its largest entry stands on the diagonal and is a quarter over the temperature at most") {
  const auto temperature = GENERATE(0.2, 1.0, 10.0);
  for (unsigned seed = 0; seed < 50; ++seed) {
    const auto t = run(random_matrix(1, 1 + seed % 12, seed), temperature);
    REQUIRE(t.largest == t.jacobian.diagonal().maxCoeff());
    REQUIRE_THAT(t.jacobian.cwiseAbs().maxCoeff(), WithinAbs(t.largest, 1e-15 / temperature));
    REQUIRE(t.largest <= 0.25 / temperature * (1 + 1e-15));
  }
}

TEST_CASE("jacobian: dies where one score is far above the rest") {
  const auto saturated = run(Rows{{100, 0, 0}});
  REQUIRE(saturated.largest > 0);
  REQUIRE(saturated.largest < 1e-42);
  REQUIRE(saturated.jacobian.cwiseAbs().maxCoeff() < 1e-42);
  REQUIRE(run(Rows{{1000, 0, 0}}).largest == 0);
  double before = 1;
  for (const double lead : {0, 1, 5, 20, 100}) {
    const double largest = run(Rows{{lead, 0, 0}}).largest;
    if (lead > 1) REQUIRE(largest < before);
    before = largest;
  }
}

TEST_CASE("jacobian: is zero at temperature 0, and where every score is hidden") {
  for (unsigned seed = 0; seed < 5; ++seed) {
    const auto t = run(partly_hidden(5, seed), 0);
    require_same(t.jacobian, Matrix<double>::Zero(5, 5));
    REQUIRE(t.largest == 0);
  }
  require_same(run(Rows{{-kInfinity, -kInfinity}}).jacobian, Matrix<double>::Zero(2, 2));
}

TEST_CASE("jacobian: at temperature 0 there is none where scores tie for the largest, and the weights jump there") {
  const auto weights = [](const Matrix<double>& scores) {
    return softmax<double>({.scores = scores, .temperature = 0}).weights;
  };
  struct Row {
    Rows scores;
    bool exists;
  };
  for (const Row& row : std::vector<Row>{{Rows{{2, 2}}, false},
                                         {Rows{{2, 2, 1}}, false},
                                         {Rows{{1, 2, 2, 2}}, false},
                                         {Rows{{0, -0.0}}, false},
                                         {Rows{{-kInfinity, 2, 2}}, false},
                                         {Rows{{3, 2, 2}}, true},
                                         {Rows{{2, 2 + 1e-12}}, true},
                                         {Rows{{7}}, true},
                                         {Rows{{-kInfinity, -kInfinity}}, true},
                                         {Rows{{-kInfinity, 7}}, true}}) {
    const Matrix<double> scores = row.scores;
    const auto t = run(scores, 0);
    REQUIRE(t.exists == row.exists);
    require_same(t.jacobian, Matrix<double>::Zero(scores.cols(), scores.cols()));
    // However little a score of the lead moves up, the others lose all they had.
    Index first = 0;
    scores.row(0).maxCoeff(&first);
    if (!std::isfinite(scores(0, first))) continue;
    Matrix<double> moved = scores;
    moved(0, first) += 1e-13;
    REQUIRE((weights(moved) != weights(scores)) == !row.exists);
  }
}

TEST_CASE("jacobian: above temperature 0 there always is one, however steep") {
  for (const double temperature : {1e-6, 0.5, 1.0, 10.0}) {
    const auto t = run(Rows{{2, 2}}, temperature);
    REQUIRE(t.exists);
    REQUIRE_THAT(t.largest, WithinAbs(0.25 / temperature, 1e-9 / temperature));
  }
}

TEST_CASE("jacobian: adding the same number to every score changes nothing") {
  const auto shift = GENERATE(-1000.0, 3.0, 700.0);
  const Matrix<double> scores = random_matrix(1, 6, 40), shifted = scores.array() + shift;
  require_near(run(shifted).jacobian, run(scores).jacobian, 1e-12);
}

TEST_CASE("jacobian: a dual number follows the rules of differentiation") {
  const Dual<double> x(3, 1), y(2, 0);  // the derivative is with respect to x
  const auto require = [](const Dual<double>& actual, double value, double derivative) {
    REQUIRE_THAT(actual.value, WithinAbs(value, 1e-15));
    REQUIRE_THAT(actual.derivative, WithinAbs(derivative, 1e-15));
  };
  require(x + y, 5, 1);
  require(y - x, -1, -1);
  require(x * x, 9, 6);
  require(x * y, 6, 2);
  require(y / x, 2 / 3., -2 / 9.);
  require(x / y, 1.5, 0.5);
  require(exponential(x / y), std::exp(1.5), 0.5 * std::exp(1.5));
  require(larger(x, y), 3, 1);
  require(larger(y, x), 3, 1);
}

TEST_CASE("jacobian: refuses more rows than one, too many scores, and what softmax refuses") {
  require_refusal("shape", "scores", "found 2 x 3, wanted 1 x 3", [] { run(random_matrix(2, 3, 1)); });
  require_refusal("shape", "scores", "found 0 x 3, wanted 1 x 3", [] { run(Matrix<double>(0, 3)); });
  require_refusal("range", "scores (how many)", "found 65, wanted a whole number from 1 to 64",
                  [] { run(random_matrix(1, 65, 1)); });
  require_refusal("range", "scores (how many)", "found 0, wanted a whole number from 1 to 64",
                  [] { run(Matrix<double>(1, 0)); });
  const std::string wanted = ", wanted a finite number, or -Infinity for a hidden key";
  require_refusal("not_finite", "scores/0/1", "found NaN" + wanted, [] { run(Rows{{0, kNaN}}); });
  require_refusal("not_finite", "scores/0/0", "found Infinity" + wanted, [] { run(Rows{{kInfinity, 0}}); });
  for (const auto& [value, name] : {std::pair{-1.0, "-1"}, {kNaN, "NaN"}, {kInfinity, "Infinity"}})
    require_refusal("range", "temperature",
                    "found " + std::string(name) + ", wanted a number from 0 to 1.7976931348623157e+308",
                    [value = value] { run(Rows{{0, 1}}, value); });
}

TEST_CASE("jacobian: where differences overflow nothing moves, and a slope beyond double is refused") {
  const auto of = [](double a, double b, double temperature) {
    return jacobian<double>({.scores = Rows{{a, b}}, .temperature = temperature}).jacobian;
  };
  require_same(of(0, -1, 1e-320), Rows{{0, 0}, {0, 0}});
  require_same(of(0, -1e10, 1e-300), Rows{{0, 0}, {0, 0}});
  require_same(of(1e308, -1e308, 1e-3), Rows{{0, 0}, {0, 0}});
  REQUIRE_THROWS_AS(of(1, 1, 1e-310), Refusal);
}
