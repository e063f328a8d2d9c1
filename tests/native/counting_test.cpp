#include "attn/counting.h"

#include "attn/multi_head.h"
#include "attn/rnn.h"
#include "support.h"

namespace {

/// Levels of a balanced tree over n leaves, by halving: the ceiling of log2 n.
double levels(int n) {
  double count = 0;
  for (; n > 1; n = (n + 1) / 2) ++count;
  return count;
}

void require_counts(const Counts& actual, const Counts& expected) {
  for_each_field<Counts>([&](const char* name, auto member) {
    INFO(name);
    REQUIRE(actual.*member == expected.*member);
  });
}

/// What a run must count, derived by hand.
/// An RNN step waits for the one before: a product, a tree of d, the addition of both sums, a tanh.
/// A row of attention over n keys is: product, tree of d, scale | largest of n | subtract, exp | sum of n | divide |
/// product, tree of n. The first query sees one key, so each row has one comparison and one addition fewer than keys.
CountingTrace by_hand(int T, int d, bool causal) {
  const double pairs = causal ? T * (T + 1) / 2 : T * T, squares = double(T) * d * d;
  const double tree_d = levels(d), tree_T = levels(T);
  CountingTrace t;
  t.recurrent = {.multiply_adds = 2 * squares, .tanhs = double(T) * d, .span = T * (1 + tree_d + 1 + 1)};
  t.attention = {.multiply_adds = 2 * pairs * d,
                 .additions = pairs + (pairs - T),
                 .comparisons = pairs - T,
                 .divisions = 2 * pairs,
                 .exponentials = pairs,
                 .span = (1 + tree_d + 1) + tree_T + 2 + tree_T + 1 + (1 + tree_T)};
  t.projections = {.multiply_adds = 4 * squares, .span = 1 + tree_d};
  t.layer = t.attention;
  t.layer.multiply_adds += t.projections.multiply_adds;
  t.layer.span += 2 * (1 + tree_d);  // Q, K and V side by side before, O after
  return t;
}

void require_closed_form(int T, int d, bool causal) {
  INFO(T << " tokens, width " << d << (causal ? ", causal" : ", full"));
  const CountingTrace run = counting({.tokens = T, .width = d, .causal = causal}), hand = by_hand(T, d, causal);
  require_counts(run.recurrent, hand.recurrent);
  require_counts(run.attention, hand.attention);
  require_counts(run.projections, hand.projections);
  require_counts(run.layer, hand.layer);

  CostInput<double> size{.tokens = double(T), .width = double(d), .causal = causal};
  REQUIRE(run.attention.multiply_adds == 2 * cost(size).self_attention.work);  // the table counts one product of two
  size.projections = true;
  REQUIRE(run.recurrent.multiply_adds == cost(size).recurrent.work);
  REQUIRE(run.layer.multiply_adds == cost(size).self_attention.work);
}

AttentionInput<double> random_attention(const Mask& seen, Index d_k, Index d_v) {
  return {.queries = random_matrix(seen.rows(), d_k, 1),
          .keys = random_matrix(seen.cols(), d_k, 2),
          .values = random_matrix(seen.cols(), d_v, 3),
          .mask = seen};
}

Matrix<double> values_of(const Matrix<Counted>& m) {
  return Matrix<double>::NullaryExpr(m.rows(), m.cols(), [&](Index i, Index j) { return value_of(m(i, j)); });
}

}  // namespace

// Running T x d costs T^2 d + T d^2 operations, and all 4096 pairs of sizes twice over take most of a minute. So all
// pairs of sizes up to 32 are run, and beyond them every T and every d with a few partners; the sanitizers, several
// times slower, stop at 10. The last test of this file runs them all.
TEST_CASE("counting: a run equals the closed form for all small sizes") {
  const int most = kSanitized ? 10 : 32;
  for (int T = 1; T <= most; ++T)
    for (int d = 1; d <= most; ++d)
      for (const bool causal : {true, false}) require_closed_form(T, d, causal);
}

TEST_CASE("counting: a run equals the closed form for every length and every width up to 64") {
  for (int size = 1; size <= 64; ++size)
    for (const int other : {1, 5, 33})
      for (const bool causal : {true, false}) {
        require_closed_form(size, other, causal);
        require_closed_form(other, size, causal);
      }
  require_closed_form(64, 64, true);
  require_closed_form(64, 64, false);
}

TEST_CASE("counting: five tokens eight wide, as the lesson prints them") {
  const CountingTrace t = counting({.tokens = 5, .width = 8});
  REQUIRE(t.recurrent.multiply_adds == 640);
  REQUIRE(t.recurrent.span == 30);
  REQUIRE(t.attention.multiply_adds == 240);
  REQUIRE(t.attention.exponentials == 15);
  REQUIRE(t.attention.span == 18);
  REQUIRE(t.projections.multiply_adds == 1280);
  REQUIRE(t.layer.multiply_adds == 1520);
}

TEST_CASE("counting: doubling the sentence doubles the RNN's span and adds three to attention's") {
  for (int T = 2; T <= 32; T *= 2) {
    const CountingTrace once = counting({.tokens = T, .width = 4}), twice = counting({.tokens = 2 * T, .width = 4});
    REQUIRE(twice.recurrent.span == 2 * once.recurrent.span);
    REQUIRE(twice.attention.span == once.attention.span + 3);
  }
}

// report G-1
TEST_CASE("counting: four queries times four keys of width 8 are 128 multiply-adds") {
  const Matrix<Counted> Q = random_matrix(4, 8, 1).cast<Counted>(), K = random_matrix(8, 4, 2).cast<Counted>();
  CountingScope scope;
  product(Q, K, "K");
  require_counts(scope.counts, {.multiply_adds = 128, .span = 4});
}

// reports G-2 and G-6
TEST_CASE("counting: attention multiplies once for each lit cell and feature, for every kind of mask") {
  for (int n = 1; n <= 8; ++n)
    for (int m = n; m <= 10; m += 2)
      for (int window = 0; window <= 4; ++window) {
        const MaskTrace seen = mask({.queries = n, .keys = m, .window = window});
        const Counts counts =
            counted<AttentionInput>(random_attention(seen.mask, 3, 5), [](const auto& in) { return attention(in); });
        REQUIRE(counts.multiply_adds == seen.pairs * (3 + 5));
        REQUIRE(counts.exponentials == seen.pairs);
      }
  REQUIRE(counting({.tokens = 4, .width = 1}).attention.multiply_adds == 2 * 10);
  REQUIRE(counting({.tokens = 4, .width = 1, .causal = false}).attention.multiply_adds == 2 * 16);
}

TEST_CASE("counting: a query that sees nothing costs nothing") {
  const auto in = random_attention(Mask::Constant(3, 4, false), 2, 2);
  require_counts(counted<AttentionInput>(in, [](const auto& layer) { return attention(layer); }), {});
}

TEST_CASE("counting: counts and numbers do not depend on one another") {
  const auto in = random_attention(causal_mask(6), 4, 3);
  const auto plain = attention(in);
  const auto counting_run = attention(with_scalar<AttentionInput<Counted>>(in));
  require_same(values_of(counting_run.scaled), plain.scaled);
  require_same(values_of(counting_run.weights), plain.weights);
  require_same(values_of(counting_run.output), plain.output);

  auto zeros = in;
  zeros.queries.setZero();
  zeros.keys.setZero();
  zeros.values.setZero();
  const auto run = [](const auto& layer) { return attention(layer); };
  require_counts(counted<AttentionInput>(in, run), counted<AttentionInput>(zeros, run));
}

TEST_CASE("counting: an RNN on counting numbers computes what it computes") {
  const RnnInput<double> in{random_matrix(5, 3, 1), random_matrix(4, 4, 2), random_matrix(4, 3, 3)};
  require_same(values_of(rnn(with_scalar<RnnInput<Counted>>(in)).hidden), rnn(in).hidden);
  require_counts(counted<RnnInput>(in, [](const auto& layer) { return rnn(layer); }),
                 {.multiply_adds = 5 * 4 * (4 + 3), .tanhs = 20, .span = 5 * 5});
}

TEST_CASE("counting: each operation is counted under its name, one deeper than its operands") {
  CountingScope scope;
  const Counted two = 2, three = 3;
  const Counted product = two * three;                // depth 1
  const Counted sum = product + product;              // 2, free: it joins two sums of products
  const Counted more = sum + three;                   // 3
  const Counted less = more - two;                    // 4
  const Counted share = less / three;                 // 5
  const Counted top = larger(share, two);             // 6
  const Counted risen = exponential(top);             // 7
  REQUIRE(value_of(hyperbolic_tangent(risen)) == 1);  // 8
  REQUIRE(value_of(top) == 13 / 3.);
  require_counts(
      scope.counts,
      {.multiply_adds = 1, .additions = 2, .comparisons = 1, .divisions = 1, .exponentials = 1, .tanhs = 1, .span = 8});
}

TEST_CASE("counting: only additions that join two sums of products are free") {
  const auto additions = [](auto sum) {
    CountingScope scope;
    sum(Counted(2) * Counted(3), Counted(5));
    return scope.counts.additions;
  };
  REQUIRE(additions([](Counted product, Counted) { return product + product; }) == 0);
  REQUIRE(additions([](Counted product, Counted) { return (product + product) + product; }) == 0);
  REQUIRE(additions([](Counted product, Counted number) { return product + number; }) == 1);
  REQUIRE(additions([](Counted product, Counted number) { return number + product; }) == 1);
  REQUIRE(additions([](Counted product, Counted number) { return (product + number) + product; }) == 2);
  REQUIRE(additions([](Counted product, Counted) { return product - product; }) == 1);
  REQUIRE(additions([](Counted product, Counted number) { return product / number + product; }) == 1);
}

TEST_CASE("counting: the innermost scope counts, and no scope counts nothing") {
  const Counted two = 2;
  CountingScope outer;
  REQUIRE(value_of(two * two) == 4);
  {
    CountingScope inner;
    REQUIRE(value_of(two * two + two) == 6);
    REQUIRE(inner.counts.multiply_adds == 1);
    REQUIRE(inner.counts.additions == 1);
  }
  REQUIRE(value_of(two * two) == 4);
  require_counts(outer.counts, {.multiply_adds = 2, .span = 1});
}

TEST_CASE("counting: no scope is left open when a run is refused") {
  RnnInput<double> bad{random_matrix(2, 3, 1), random_matrix(4, 4, 2), random_matrix(4, 4, 3)};
  REQUIRE_THROWS_AS(counted<RnnInput>(bad, [](const auto& layer) { return rnn(layer); }), Refusal);
  REQUIRE(CountingScope::current() == nullptr);
}

TEST_CASE("counting: refuses sizes that are none or take too long") {
  const auto refuse = [](const CountingInput& in, const std::string& where, const std::string& found) {
    require_refusal("range", where, "found " + found + ", wanted a whole number from 1 to 64", [&] { counting(in); });
  };
  refuse({.tokens = 0}, "tokens", "0");
  refuse({.tokens = 65}, "tokens", "65");
  refuse({.width = 0}, "width", "0");
  refuse({.width = -8}, "width", "-8");
  refuse({.width = 65}, "width", "65");
}

TEST_CASE("counting: a run equals the closed form for every pair of sizes up to 64", "[.][all]") {
  for (int T = 1; T <= 64; ++T)
    for (int d = 1; d <= 64; ++d)
      for (const bool causal : {true, false}) require_closed_form(T, d, causal);
}
