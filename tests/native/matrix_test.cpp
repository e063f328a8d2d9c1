#include "attn/matrix.h"

#include <type_traits>

#include "attn/counting.h"
#include "attn/multi_head.h"
#include "attn/rnn.h"
#include "support.h"

namespace {

MultiHeadInput<double> layer() {
  return {.inputs = random_matrix(5, 4, 1),
          .W_Q = random_matrix(4, 4, 2),
          .W_K = random_matrix(4, 4, 3),
          .W_V = random_matrix(4, 4, 4),
          .W_O = random_matrix(4, 4, 5),
          .heads = {{"A", 0, 2}, {"B", 2, 2}},
          .mask = causal_mask(5)};
}

/// All that a struct of matrices holds, in one row, so that two of them can be compared.
template <typename Struct>
std::vector<double> numbers_in(const Struct& all) {
  std::vector<double> numbers;
  for_each_field<Struct>([&](const char*, auto member) {
    if constexpr (std::is_same_v<std::decay_t<decltype(all.*member)>, Matrix<double>>)
      numbers.insert(numbers.end(), (all.*member).data(), (all.*member).data() + (all.*member).size());
    if constexpr (std::is_same_v<std::decay_t<decltype(all.*member)>, Mask>)
      for (Index i = 0; i < (all.*member).size(); ++i) numbers.push_back((all.*member).data()[i]);
  });
  return numbers;
}

/// Runs the mechanism and requires that its input is what it was.
template <typename Input, typename Mechanism>
void require_untouched(const Input& in, Mechanism mechanism) {
  const std::vector<double> before = numbers_in(in);
  REQUIRE(!before.empty());
  mechanism(in);
  REQUIRE(numbers_in(in) == before);
}

}  // namespace

TEST_CASE("matrix: a product is what the textbook's loops give") {
  const auto n = GENERATE(1, 3, 6), k = GENERATE(1, 2, 7), m = GENERATE(1, 4);
  const Matrix<double> left = random_matrix(n, k, 1), right = random_matrix(k, m, 2);
  Matrix<double> slow = Matrix<double>::Zero(n, m);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < m; ++j)
      for (Index c = 0; c < k; ++c) slow(i, j) += left(i, c) * right(c, j);
  require_near(product(left, right, "right"), slow, 1e-12);
}

TEST_CASE("matrix: a product over nothing is zero") {
  require_same(product<double>(Matrix<double>(2, 0), Matrix<double>(0, 3), "right"), Matrix<double>::Zero(2, 3));
}

TEST_CASE("matrix: refuses a product that does not fit, by the right-hand name") {
  require_refusal("shape", "W_Q", "found 4 x 3, wanted 3 rows",
                  [] { product(random_matrix(2, 3, 1), random_matrix(4, 3, 2), "W_Q"); });
}

TEST_CASE("matrix: a tree takes each term once and in its place") {
  for (std::ptrdiff_t n = 0; n <= 70; ++n) {
    std::vector<int> taken(n, 0);
    const double sum = tree_sum<double>(n, [&](std::ptrdiff_t i) {
      ++taken[i];
      return static_cast<double>(i * i);
    });
    REQUIRE(sum == (n - 1) * n * (2 * n - 1) / 6);
    REQUIRE(taken == std::vector<int>(n, 1));
  }
}

TEST_CASE("matrix: a tree adds neighbours first, so a sum has the same bits everywhere") {
  const std::vector<double> terms{1e16, 1, 1, 1, -1e16};
  const auto term = [&](std::ptrdiff_t i) { return terms[i]; };
  REQUIRE(tree_sum<double>(4, term) == (terms[0] + terms[1]) + (terms[2] + terms[3]));
  REQUIRE(tree_sum<double>(4, term) != ((terms[0] + terms[1]) + terms[2]) + terms[3]);
  REQUIRE(tree_sum<double>(5, term) == ((terms[0] + terms[1]) + terms[2]) + (terms[3] + terms[4]));
}

TEST_CASE("matrix: a tree finds the largest wherever it stands") {
  for (std::ptrdiff_t n = 1; n <= 20; ++n)
    for (std::ptrdiff_t at = 0; at < n; ++at)
      REQUIRE(tree_max<double>(n, [&](std::ptrdiff_t i) { return i == at ? -1.0 : -2.0 - i; }) == -1);
}

TEST_CASE("matrix: names the matrix of another shape") {
  REQUIRE_NOTHROW(require_shape("W", random_matrix(2, 3, 1), 2, 3));
  require_refusal("shape", "W", "found 2 x 3, wanted 3 x 2", [] { require_shape("W", random_matrix(2, 3, 1), 3, 2); });
  require_refusal("shape", "W", "found 2 x 3, wanted 2 x 4", [] { require_shape("W", random_matrix(2, 3, 1), 2, 4); });
}

TEST_CASE("matrix: names the first entry that is not finite, wherever it stands") {
  for (Index i = 0; i < 3; ++i)
    for (Index j = 0; j < 4; ++j) {
      Matrix<double> m = random_matrix(3, 4, 1);
      REQUIRE_NOTHROW(require_finite("m", m));
      m(2, 3) = kNaN;
      m(i, j) = -kInfinity;
      require_refusal("not_finite", "m/" + std::to_string(i) + "/" + std::to_string(j),
                      "found -Infinity, wanted a finite number", [&] { require_finite("m", m); });
    }
}

// report K-3
TEST_CASE("matrix: a product may be assigned to one of its own factors") {
  const Matrix<double> a = random_matrix(4, 4, 1), b = random_matrix(4, 4, 2), ab = product(a, b, "b");
  Matrix<double> left = a, right = b, square = a;
  left = product(left, b, "b");
  right = product(a, right, "right");
  square = product(square, square, "square");
  require_same(left, ab);
  require_same(right, ab);
  require_same(square, product(a, a, "a"));
}

// report K-3
TEST_CASE("matrix: reordering into itself goes through eval") {
  Matrix<double> turned{{1, 2}, {3, 4}}, rolled{{1, 2, 4}};
  turned = turned.transpose().eval();
  rolled.rightCols(2) = rolled.leftCols(2).eval();
  require_same(turned, Rows{{1, 3}, {2, 4}});
  require_same(rolled, Rows{{1, 1, 2}});
}

// report K-3
TEST_CASE("matrix: no mechanism touches its input") {
  const auto whole = layer();
  require_untouched(whole, [](const auto& in) { multi_head(in); });
  require_untouched(whole, [](const auto& in) { with_scalar<MultiHeadInput<Counted>>(in); });
  require_untouched(AttentionInput<double>{whole.inputs, whole.inputs, whole.inputs, whole.mask},
                    [](const auto& in) { attention(in); });
  require_untouched(RnnInput<double>{whole.inputs, whole.W_Q, whole.W_K}, [](const auto& in) { rnn(in); });
  require_untouched(RnnInput<double>{whole.inputs, whole.W_Q, whole.W_K}, [](const auto& in) { imprint(in); });
  require_untouched(SoftmaxInput<double>{.scores = whole.inputs}, [](const auto& in) { softmax(in); });
}

// report K-3
TEST_CASE("matrix: the same input on another scalar holds the same, heads and mask included") {
  const auto in = layer();
  const auto there = with_scalar<MultiHeadInput<Counted>>(in);
  const auto back = [](const Matrix<Counted>& m) {
    return Matrix<double>::NullaryExpr(m.rows(), m.cols(), [&](Index i, Index j) { return value_of(m(i, j)); }).eval();
  };
  require_same(back(there.inputs), in.inputs);
  require_same(back(there.W_Q), in.W_Q);
  require_same(back(there.W_K), in.W_K);
  require_same(back(there.W_V), in.W_V);
  require_same(back(there.W_O), in.W_O);
  REQUIRE((there.mask == in.mask).all());
  REQUIRE(there.heads.size() == 2);
  REQUIRE(there.heads[1].id == "B");
  REQUIRE(there.heads[1].first_column == 2);
  REQUIRE(numbers_in(with_scalar<MultiHeadInput<double>>(in)) == numbers_in(in));
}

// report K-4
TEST_CASE("matrix: results are matrices, not expressions that point at what is gone") {
  static_assert(std::is_same_v<decltype(product(Matrix<double>(), Matrix<double>(), "")), Matrix<double>>);
  static_assert(std::is_same_v<decltype(dot(Matrix<double>(), Matrix<double>())), double>);
  const auto output = attention<double>({2 * random_matrix(3, 2, 1), -random_matrix(3, 2, 2),
                                         random_matrix(2, 3, 3).transpose(), causal_mask(3)})
                          .output;
  const auto again = product(product(output, random_matrix(2, 2, 4), "a"), random_matrix(2, 3, 5), "b");
  REQUIRE(again.allFinite());
  REQUIRE(dot(random_matrix(1, 3, 6).row(0), random_matrix(1, 3, 6).row(0)) > 0);
}

// report K-6
TEST_CASE("matrix: traces move and grow in containers without losing an entry") {
  std::vector<MultiHeadTrace<double>> traces;
  const auto expected = multi_head(layer());
  for (int i = 0; i < 40; ++i) traces.push_back(multi_head(layer()));
  std::vector<MultiHeadTrace<double>> moved = std::move(traces);
  moved.erase(moved.begin());
  const auto by_value = [](MultiHeadTrace<double> trace) { return trace; };
  for (const auto& trace : moved) {
    REQUIRE(numbers_in(by_value(trace)) == numbers_in(expected));
    REQUIRE(numbers_in(trace.heads[1]) == numbers_in(expected.heads[1]));
  }
}
