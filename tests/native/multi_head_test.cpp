#include "attn/multi_head.h"

#include "support.h"

namespace {

/// Heads of these widths, side by side.
std::vector<HeadCut> cuts(const std::vector<int>& widths) {
  std::vector<HeadCut> heads;
  int next = 0;
  for (const int width : widths) {
    heads.push_back(
        {.id = std::string(1, static_cast<char>('A' + heads.size())), .first_column = next, .columns = width});
    next += width;
  }
  return heads;
}

MultiHeadInput<double> random_input(Index tokens, Index d, const std::vector<int>& widths, unsigned seed) {
  return {.inputs = random_matrix(tokens, d, seed),
          .W_Q = random_matrix(d, d, seed + 1),
          .W_K = random_matrix(d, d, seed + 2),
          .W_V = random_matrix(d, d, seed + 3),
          .W_O = random_matrix(d, d, seed + 4),
          .heads = cuts(widths),
          .mask = causal_mask(tokens)};
}

/// Entry (i, j) of a product, by its definition.
double entry(const Matrix<double>& left, const Matrix<double>& right, Index i, Index j) {
  double sum = 0;
  for (Index k = 0; k < left.cols(); ++k) sum += left(i, k) * right(k, j);
  return sum;
}

/// Output (i, c) of the whole layer, one number at a time: the slow twin.
Matrix<double> textbook(const MultiHeadInput<double>& in) {
  const Index tokens = in.inputs.rows(), d = in.inputs.cols();
  Matrix<double> mixed = Matrix<double>::Zero(tokens, d), output(tokens, d);
  for (const HeadCut& head : in.heads)
    for (Index i = 0; i < tokens; ++i) {
      std::vector<double> shares(tokens);
      double sum = 0;
      for (Index j = 0; j < tokens; ++j) {
        if (!in.mask(i, j)) continue;
        double score = 0;
        for (Index c = head.first_column; c < head.first_column + head.columns; ++c)
          score += entry(in.inputs, in.W_Q, i, c) * entry(in.inputs, in.W_K, j, c);
        sum += shares[j] = std::exp(score / std::sqrt(head.columns));
      }
      for (Index j = 0; j < tokens; ++j)
        for (Index c = head.first_column; c < head.first_column + head.columns; ++c)
          if (sum > 0) mixed(i, c) += shares[j] / sum * entry(in.inputs, in.W_V, j, c);
    }
  for (Index i = 0; i < tokens; ++i)
    for (Index c = 0; c < d; ++c) output(i, c) = entry(mixed, in.W_O, i, c);
  return output;
}

}  // namespace

TEST_CASE("multi_head: agrees with the textbook's loops") {
  const auto widths = GENERATE(std::vector<int>{6}, std::vector<int>{3, 3}, std::vector<int>{1, 5},
                               std::vector<int>{2, 1, 3}, std::vector<int>{1, 1, 1, 1, 1, 1});
  const auto seed = GENERATE(1u, 11u, 21u);
  auto in = random_input(5, 6, widths, seed);
  in.inputs *= 0.5;
  require_near(multi_head(in).output, textbook(in), 1e-12);
  in.mask = random_mask(5, 5, seed);
  require_near(multi_head(in).output, textbook(in), 1e-12);
}

TEST_CASE("multi_head: one head over all columns is plain attention bit for bit") {
  const auto in = random_input(5, 4, {4}, 30);
  const auto layer = multi_head(in);
  const auto plain = attention<double>({product(in.inputs, in.W_Q, "W_Q"), product(in.inputs, in.W_K, "W_K"),
                                        product(in.inputs, in.W_V, "W_V"), in.mask});
  REQUIRE(layer.heads.size() == 1);
  require_same(layer.heads[0].weights, plain.weights);
  require_same(layer.mixed, plain.output);
  require_same(layer.output, product(plain.output, in.W_O, "W_O"));
}

TEST_CASE("multi_head: each head is attention over its own columns, and the heads stand side by side") {
  const auto in = random_input(6, 7, {2, 4, 1}, 40);
  const auto t = multi_head(in);
  REQUIRE(t.heads.size() == 3);
  for (size_t h = 0; h < 3; ++h) {
    const auto first = in.heads[h].first_column, columns = in.heads[h].columns;
    const auto own = attention<double>({t.queries.middleCols(first, columns), t.keys.middleCols(first, columns),
                                        t.values.middleCols(first, columns), in.mask});
    require_same(t.heads[h].weights, own.weights);
    require_same(t.mixed.middleCols(first, columns), own.output);
  }
}

TEST_CASE("multi_head: cutting the same projections into heads changes who looks where") {
  auto in = random_input(5, 4, {4}, 50);
  const Matrix<double> whole = multi_head(in).output;
  in.heads = cuts({2, 2});
  const auto t = multi_head(in);
  REQUIRE((t.output - whole).norm() > 0.01);
  REQUIRE((t.heads[0].weights - t.heads[1].weights).norm() > 0.01);
}

// report C-6
TEST_CASE("multi_head: eight heads of a layer 64 wide scale by one over the square root of 8") {
  const auto t = multi_head(random_input(3, 64, std::vector<int>(8, 8), 60));
  REQUIRE(t.heads.size() == 8);
  for (const auto& head : t.heads)
    for (Index i = 0; i < 3; ++i)
      for (Index j = 0; j <= i; ++j) REQUIRE_THAT(head.scaled(i, j) / head.scores(i, j), WithinAbs(0.353553391, 1e-9));
}

// report C-6
TEST_CASE("multi_head: each head scales by its own width however the columns are cut") {
  const auto in = random_input(4, 12, {1, 2, 4, 5}, 70);
  const auto t = multi_head(in);
  for (size_t h = 0; h < in.heads.size(); ++h)
    for (Index i = 0; i < 4; ++i)
      for (Index j = 0; j <= i; ++j)
        REQUIRE_THAT(t.heads[h].scores(i, j) / t.heads[h].scaled(i, j),
                     WithinAbs(std::sqrt(in.heads[h].columns), 1e-12));
}

TEST_CASE("multi_head: under a causal mask a later token changes no earlier row by a single bit") {
  const auto changed = GENERATE(range(1, 5));
  auto in = random_input(5, 6, {2, 4}, 80);
  const Matrix<double> before = multi_head(in).output;
  in.inputs.row(changed).setConstant(3);
  const Matrix<double> after = multi_head(in).output;
  require_same(after.topRows(changed), before.topRows(changed));
  REQUIRE(after.row(changed) != before.row(changed));
}

// report A-3
TEST_CASE("multi_head: a token that may look at nothing gets zeros from every head") {
  auto in = random_input(4, 4, {1, 3}, 90);
  in.mask.row(2).setConstant(false);
  const auto t = multi_head(in);
  for (const auto& head : t.heads) REQUIRE(head.empty_rows == std::vector<int>{2});
  REQUIRE((t.output.row(2).array() == 0).all());
}

TEST_CASE("multi_head: refuses a projection or a mask that does not fit, by name") {
  const auto in = random_input(3, 4, {4}, 100);
  const auto refuse = [](const MultiHeadInput<double>& bad, const std::string& where, const std::string& sentence) {
    require_refusal("shape", where, sentence, [&] { multi_head(bad); });
  };
  for (const auto& [member, name] : {std::pair{&MultiHeadInput<double>::W_Q, "W_Q"},
                                     {&MultiHeadInput<double>::W_K, "W_K"},
                                     {&MultiHeadInput<double>::W_V, "W_V"},
                                     {&MultiHeadInput<double>::W_O, "W_O"}}) {
    auto bad = in;
    (bad.*member).resize(4, 5);
    refuse(bad, name, "found 4 x 5, wanted 4 x 4");
    (bad.*member).resize(3, 4);
    refuse(bad, name, "found 3 x 4, wanted 4 x 4");
  }
  auto bad = in;
  bad.mask = full_mask(3, 4);
  refuse(bad, "mask", "found 3 x 4, wanted 3 x 3");
}

TEST_CASE("multi_head: refuses heads that do not cover the columns one after the other") {
  const auto refuse = [](const std::vector<HeadCut>& heads, const std::string& code, const std::string& where,
                         const std::string& sentence) {
    auto bad = random_input(3, 4, {4}, 110);
    bad.heads = heads;
    require_refusal(code, where, sentence, [&] { multi_head(bad); });
  };
  refuse({}, "shape", "heads", "found 0 columns in all, wanted 4");
  refuse({{"A", 0, 3}}, "shape", "heads", "found 3 columns in all, wanted 4");
  refuse({{"A", 0, 3}, {"B", 3, 2}}, "shape", "heads", "found 5 columns in all, wanted 4");
  refuse({{"A", 0, 1}, {"B", 2, 2}}, "range", "heads/1/first_column", "found 2, wanted a whole number from 1 to 1");
  refuse({{"A", 0, 2}, {"B", 1, 2}}, "range", "heads/1/first_column", "found 1, wanted a whole number from 2 to 2");
  refuse({{"A", 2, 2}, {"B", 0, 2}}, "range", "heads/0/first_column", "found 2, wanted a whole number from 0 to 0");
  refuse({{"A", 0, 0}, {"B", 0, 4}}, "range", "heads/0/columns", "found 0, wanted a whole number from 1 to 4");
  refuse({{"A", 0, 5}}, "range", "heads/0/columns", "found 5, wanted a whole number from 1 to 4");
  refuse({{"A", 0, -4}}, "range", "heads/0/columns", "found -4, wanted a whole number from 1 to 4");
}

TEST_CASE("multi_head: refuses NaN and infinities, by entry") {
  const auto [poison, name] =
      GENERATE(table<double, std::string>({{kNaN, "NaN"}, {kInfinity, "Infinity"}, {-kInfinity, "-Infinity"}}));
  for (const auto& [member, matrix] : {std::pair{&MultiHeadInput<double>::inputs, "inputs"},
                                       {&MultiHeadInput<double>::W_Q, "W_Q"},
                                       {&MultiHeadInput<double>::W_K, "W_K"},
                                       {&MultiHeadInput<double>::W_V, "W_V"},
                                       {&MultiHeadInput<double>::W_O, "W_O"}}) {
    auto bad = random_input(3, 4, {4}, 120);
    (bad.*member)(2, 1) = poison;
    require_refusal("not_finite", std::string(matrix) + "/2/1", "found " + name + ", wanted a finite number",
                    [&] { multi_head(bad); });
  }
}
