#include "attn/attention.h"

#include <algorithm>

#include "support.h"

namespace {

/// n queries of width d look at m keys as the mask allows; values have width v.
AttentionInput<double> random_input(Index d, Index v, const Mask& seen, unsigned seed) {
  return {.queries = random_matrix(seen.rows(), d, seed),
          .keys = random_matrix(seen.cols(), d, seed + 1),
          .values = random_matrix(seen.cols(), v, seed + 2),
          .mask = seen};
}

/// The definition, one number at a time, without any stabilising: the slow twin.
AttentionTrace<double> textbook(const AttentionInput<double>& in) {
  const Index n = in.queries.rows(), m = in.keys.rows(), d = in.queries.cols(), v = in.values.cols();
  const Matrix<double> hidden = Matrix<double>::Constant(n, m, -kInfinity);
  AttentionTrace<double> t{hidden, hidden, {}, Matrix<double>::Zero(n, m), Matrix<double>::Zero(n, v), {}, {}};
  for (Index i = 0; i < n; ++i) {
    double sum = 0;
    for (Index j = 0; j < m; ++j) {
      if (!in.mask(i, j)) continue;
      t.scores(i, j) = 0;
      for (Index k = 0; k < d; ++k) t.scores(i, j) += in.queries(i, k) * in.keys(j, k);
      t.scaled(i, j) = t.scores(i, j) / std::sqrt(static_cast<double>(d));
      sum += std::exp(t.scaled(i, j));
    }
    if (sum == 0) t.empty_rows.push_back(static_cast<int>(i));
    for (Index j = 0; j < m; ++j) {
      if (!in.mask(i, j)) continue;
      t.weights(i, j) = std::exp(t.scaled(i, j)) / sum;
      for (Index k = 0; k < v; ++k) t.output(i, k) += t.weights(i, j) * in.values(j, k);
    }
  }
  return t;
}

}  // namespace

TEST_CASE("attention: with nothing to tell the keys apart each query averages what it sees") {
  const auto t = attention<double>({.queries = Rows{{0, 0}, {0, 0}},
                                    .keys = Rows{{1, 2}, {3, 4}},
                                    .values = Rows{{10}, {20}},
                                    .mask = causal_mask(2)});
  require_same(t.weights, Rows{{1, 0}, {0.5, 0.5}});
  require_same(t.output, Rows{{10}, {15}});
}

TEST_CASE("attention: scores are divided by the square root of the width of a key") {
  const auto t = attention<double>({.queries = Rows{{1, 2, 3, 4}},
                                    .keys = Rows{{1, 1, 1, 1}, {0, 0, 0, 2}},
                                    .values = Rows{{1}, {0}},
                                    .mask = full_mask(1, 2)});
  require_same(t.scores, Rows{{10, 8}});
  require_same(t.scaled, Rows{{5, 4}});
  require_near(t.output, Rows{{0.731058579}}, 1e-9);
}

TEST_CASE("attention: agrees with the textbook's loops") {
  const auto n = GENERATE(1, 2, 5), m = GENERATE(1, 3, 8), d = GENERATE(1, 3, 8);
  const auto seed = GENERATE(10u, 20u, 30u);
  const auto in = random_input(d, 4, random_mask(n, m, seed), seed);
  const auto fast = attention(in), slow = textbook(in);
  require_near(fast.scores, slow.scores, 1e-12);
  require_near(fast.scaled, slow.scaled, 1e-12);
  require_near(fast.weights, slow.weights, 1e-12);
  require_near(fast.output, slow.output, 1e-12);
  REQUIRE(fast.empty_rows == slow.empty_rows);
}

TEST_CASE("attention: a masked pair scores minus infinity and weighs exactly 0, the rest of a row sums to 1") {
  const auto seed = GENERATE(range(40u, 50u));
  const Mask seen = random_mask(6, 7, seed);
  const auto t = attention(random_input(3, 2, seen, seed));
  for (Index i = 0; i < 6; ++i) {
    for (Index j = 0; j < 7; ++j) {
      if (seen(i, j)) continue;
      REQUIRE(t.scores(i, j) == -kInfinity);
      REQUIRE(t.scaled(i, j) == -kInfinity);
      REQUIRE(t.weights(i, j) == 0);
    }
    REQUIRE_THAT(t.weights.row(i).sum(), WithinAbs(seen.row(i).any() ? 1 : 0, 1e-12));
    REQUIRE_THAT(t.row_sums[i], WithinAbs(t.weights.row(i).sum(), 1e-15));
  }
}

TEST_CASE("attention: an output lies among the values it was mixed from") {
  const auto in = random_input(3, 4, causal_mask(9), 50);
  const auto t = attention(in);
  for (Index i = 0; i < 9; ++i)
    for (Index c = 0; c < 4; ++c) {
      REQUIRE(t.output(i, c) >= in.values.col(c).head(i + 1).minCoeff() - 1e-12);
      REQUIRE(t.output(i, c) <= in.values.col(c).head(i + 1).maxCoeff() + 1e-12);
    }
}

TEST_CASE("attention: the order of keys does not matter, that of queries is kept") {
  const auto seed = GENERATE(60u, 61u, 62u);
  const auto in = random_input(4, 3, random_mask(5, 6, seed), seed);
  std::vector<Index> key{0, 1, 2, 3, 4, 5}, query{0, 1, 2, 3, 4};
  std::mt19937 generator(seed);
  std::shuffle(key.begin(), key.end(), generator);
  std::shuffle(query.begin(), query.end(), generator);

  auto shuffled = in;
  for (Index j = 0; j < 6; ++j) {
    shuffled.keys.row(j) = in.keys.row(key[j]);
    shuffled.values.row(j) = in.values.row(key[j]);
    shuffled.mask.col(j) = in.mask.col(key[j]);
  }
  require_near(attention(shuffled).output, attention(in).output, 1e-12);

  auto turned = in;
  for (Index i = 0; i < 5; ++i) {
    turned.queries.row(i) = in.queries.row(query[i]);
    turned.mask.row(i) = in.mask.row(query[i]);
  }
  require_same(attention(turned).output, attention(in).output(query, Eigen::all));
}

TEST_CASE("attention: under a causal mask a later token changes no earlier row by a single bit") {
  const auto changed = GENERATE(range(1, 6));
  const auto in = random_input(3, 2, causal_mask(6), 70);
  auto other = in;
  other.queries.row(changed).setConstant(9);
  other.keys.row(changed).setConstant(-9);
  other.values.row(changed).setConstant(900);
  const auto before = attention(in), after = attention(other);
  require_same(after.weights.topRows(changed), before.weights.topRows(changed));
  require_same(after.output.topRows(changed), before.output.topRows(changed));
  REQUIRE(after.output.row(changed) != before.output.row(changed));
}

TEST_CASE("attention: one query behind a cache gets the last row of the whole pass bit for bit") {
  const auto whole = random_input(4, 3, causal_mask(8), 80);
  auto last = whole;
  last.queries = whole.queries.bottomRows(1);
  last.mask = mask({.queries = 1, .keys = 8}).mask;
  require_same(attention(last).output, attention(whole).output.bottomRows(1));
}

TEST_CASE("attention: a query that sees one key only gets that key's value unchanged") {
  auto in = random_input(3, 4, mask({.queries = 7, .keys = 7, .window = 1}).mask, 90);
  require_same(attention(in).output, in.values);
}

// report A-2
TEST_CASE("attention: a masked key may hold NaN and infinities, in keys and in values") {
  Mask first_only(2, 2);
  first_only << true, false, true, false;
  auto in = random_input(3, 2, first_only, 100);
  in.values.row(1) << kNaN, kInfinity;
  const auto once = attention(in);
  in.keys.row(1).setConstant(kNaN);
  const auto twice = attention(in);
  for (const auto* t : {&once, &twice}) {
    require_same(t->output.row(0), in.values.row(0));
    require_same(t->output.row(1), in.values.row(0));
    require_same(t->weights, Rows{{1, 0}, {1, 0}});
  }
}

// report A-2
TEST_CASE("attention: whatever stands where no pair looks, nothing else changes by a single bit") {
  const auto poison = GENERATE(kNaN, kInfinity, -kInfinity, kLargest);
  const auto masked = GENERATE(0, 2, 4);
  auto in = random_input(3, 2, causal_mask(5), 110);
  in.mask.col(masked).setConstant(false);
  in.mask.row(1).setConstant(false);
  const auto before = attention(in);
  in.keys.row(masked).setConstant(poison);
  in.values.row(masked).setConstant(poison);
  in.queries.row(1).setConstant(poison);
  const auto after = attention(in);
  require_same(after.scores, before.scores);
  require_same(after.weights, before.weights);
  require_same(after.output, before.output);
}

// report A-3
TEST_CASE("attention: a query that may look at nothing gets zeros and is listed, never the average") {
  for (unsigned hidden = 0; hidden < 16; ++hidden) {
    auto in = random_input(2, 1, full_mask(4, 4), hidden);
    in.values = Rows{{1}, {2}, {3}, {4}};
    std::vector<int> rows;
    for (int i = 0; i < 4; ++i)
      if (hidden >> i & 1) {
        in.mask.row(i).setConstant(false);
        rows.push_back(i);
      }
    const auto t = attention(in);
    REQUIRE(t.empty_rows == rows);
    for (const int i : rows) {
      REQUIRE(t.weights.row(i).sum() == 0);
      REQUIRE(t.output(i, 0) == 0);
    }
  }
}

// report A-13
TEST_CASE("attention: masks before softmax, so that a huge masked score takes nothing away") {
  const auto huge = GENERATE(800.0, 1e150);
  AttentionInput<double> in{Rows{{1}}, Rows{{1}, {2}, {huge}}, Rows{{1}, {0}, {1000}}, full_mask(1, 3)};
  in.mask(0, 2) = false;
  const auto right = attention(in);
  require_near(right.weights, Rows{{0.268941421, 0.731058579, 0}}, 1e-9);
  require_near(right.output, Rows{{0.268941421}}, 1e-9);
  in.mask_after_softmax = true;
  const auto late = attention(in);
  require_same(late.weights, Rows{{0, 0, 0}});
  require_same(late.output, Rows{{0}});
  REQUIRE(late.row_sums == std::vector<double>{0});
  REQUIRE(late.empty_rows.empty());  // it may look at two keys, and has nothing left to give them
}

// report A-13
TEST_CASE("attention: a mask after the softmax keeps each seen weight, so that the hidden ones are missing") {
  const auto seed = GENERATE(range(140u, 150u));
  auto in = random_input(3, 2, random_mask(6, 7, seed), seed);
  auto open = in;
  open.mask = full_mask(6, 7);
  in.mask_after_softmax = true;
  const auto late = attention(in), all = attention(open);
  require_same(late.scores, all.scores);
  require_same(late.exponentials, all.exponentials);
  for (Index i = 0; i < 6; ++i) {
    double leak = 0;
    for (Index j = 0; j < 7; ++j) {
      if (!in.mask(i, j)) leak += all.weights(i, j);
      REQUIRE(late.weights(i, j) == (in.mask(i, j) ? all.weights(i, j) : 0));
    }
    REQUIRE_THAT(late.row_sums[i], WithinAbs(1 - leak, 1e-15));
    REQUIRE((late.row_sums[i] < 1 - 1e-6) == !in.mask.row(i).all());
  }
  require_near(late.output, late.weights * in.values, 1e-12);
  REQUIRE(late.empty_rows == attention(random_input(3, 2, in.mask, seed)).empty_rows);
}

TEST_CASE("attention: scores may be divided by another root, or by none, and the softmax may be cooled") {
  auto in = random_input(4, 2, causal_mask(5), 170);
  const auto plain = attention(in);
  in.scale_width = 4;  // as it is
  require_same(attention(in).output, plain.output);
  in.scale_width = 1;
  require_same(attention(in).scaled, plain.scores);
  in.scale_width = 64;
  require_same(attention(in).scaled, plain.scores / 8);
  in.scale_width = 0;
  for (const double temperature : {0.0, 0.5, 3.0}) {
    in.temperature = temperature;
    require_same(attention(in).weights, softmax<double>({plain.scaled, temperature}).weights);
  }
}

TEST_CASE("attention: an input that says nothing of the options has them all off") {
  const auto in = random_input(3, 2, random_mask(5, 6, 180), 180);
  const auto off = attention<double>({in.queries, in.keys, in.values, in.mask, 0, 1, false});
  require_same(attention(in).scaled, off.scaled);
  require_same(attention(in).output, off.output);
  std::vector<std::string> options;
  for_each_field<AttentionInput<double>>([&](const char* name, auto, bool optional) {
    if (optional) options.push_back(name);
  });
  REQUIRE(options == std::vector<std::string>{"scale_width", "temperature", "mask_after_softmax"});
}

TEST_CASE("attention: refuses a matrix that does not fit, by name") {
  const auto in = random_input(2, 2, full_mask(3, 4), 120);
  const auto refuse = [](const AttentionInput<double>& bad, const std::string& where, const std::string& sentence) {
    require_refusal("shape", where, sentence, [&] { attention(bad); });
  };
  auto bad = in;
  bad.keys = random_matrix(4, 5, 1);
  refuse(bad, "keys", "found 4 x 5, wanted 4 x 2");
  bad = in;
  bad.values = random_matrix(3, 2, 1);
  refuse(bad, "values", "found 3 x 2, wanted 4 x 2");
  bad = in;
  bad.mask = full_mask(4, 3);
  refuse(bad, "mask", "found 4 x 3, wanted 3 x 4");
}

TEST_CASE("attention: refuses NaN and infinities where a pair uses them, by entry") {
  const auto [poison, name] =
      GENERATE(table<double, std::string>({{kNaN, "NaN"}, {kInfinity, "Infinity"}, {-kInfinity, "-Infinity"}}));
  const auto in = random_input(2, 3, causal_mask(3), 130);
  const std::string sentence = "found " + name + ", wanted a finite number";
  auto bad = in;
  bad.queries(1, 0) = poison;
  require_refusal("not_finite", "queries/1/0", sentence, [&] { attention(bad); });
  bad = in;
  bad.keys(2, 1) = poison;
  require_refusal("not_finite", "keys/2/1", sentence, [&] { attention(bad); });
  bad.mask.col(2).setConstant(false);
  bad.mask_after_softmax = true;  // every key takes part
  require_refusal("not_finite", "keys/2/1", sentence, [&] { attention(bad); });
  bad = in;
  bad.values(0, 2) = poison;
  require_refusal("not_finite", "values/0/2", sentence, [&] { attention(bad); });
}

TEST_CASE("attention: a score beyond double is refused whatever its sign, not taken for a masked one") {
  const auto [sign, found] = GENERATE(table<double, std::string>({{1, "Infinity"}, {-1, "-Infinity"}}));
  const AttentionInput<double> in{
      .queries = Rows{{sign * 1e200}}, .keys = Rows{{1e200}}, .values = Rows{{7}}, .mask = full_mask(1, 1)};
  require_refusal("not_finite", "scores/0/0", "found " + found + ", wanted a finite number", [&] { attention(in); });
}

TEST_CASE("attention: refuses a width to scale by that is none") {
  auto in = random_input(2, 2, causal_mask(2), 200);
  for (const auto& [value, name] : {std::pair{-1.0, "-1"}, {0.5, "0.5"}, {kNaN, "NaN"}, {1048577.0, "1048577"}}) {
    in.scale_width = value;
    require_refusal("range", "scale_width", "found " + std::string(name) + ", wanted a whole number from 0 to 1048576",
                    [&] { attention(in); });
  }
}
