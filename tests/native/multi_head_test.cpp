#include "attn/multi_head.h"

#include "attn/counting.h"
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

// report C-6
TEST_CASE("multi_head: with the fault every head scales by one over the square root of the whole width, 8 for 64") {
  auto in = random_input(3, 64, std::vector<int>(8, 8), 60);
  const auto right = multi_head(in);
  in.faults.model_width = true;
  const auto faulty = multi_head(in);
  for (size_t h = 0; h < 8; ++h) {
    require_same(faulty.heads[h].scores, right.heads[h].scores);
    for (Index i = 0; i < 3; ++i)
      for (Index j = 0; j <= i; ++j)
        REQUIRE_THAT(faulty.heads[h].scaled(i, j) / faulty.heads[h].scores(i, j), WithinAbs(0.125, 1e-12));
    REQUIRE(faulty.heads[h].weights.maxCoeff() <= 1);
    REQUIRE(faulty.heads[h].weights.row(2) != right.heads[h].weights.row(2));
  }
}

TEST_CASE("multi_head: one head is as wide as the layer, so the fault changes nothing there") {
  auto in = random_input(5, 6, {6}, 65);
  const Matrix<double> right = multi_head(in).output;
  in.faults.model_width = true;
  require_same(multi_head(in).output, right);
}

TEST_CASE("multi_head: scaling may be left out, with the fault or without") {
  const auto fault = GENERATE(false, true);
  auto in = random_input(5, 6, {2, 4}, 66);
  const auto right = multi_head(in);
  in.scaled = false;
  in.faults.model_width = fault;
  const auto plain = multi_head(in);
  for (size_t h = 0; h < 2; ++h) {
    require_same(plain.heads[h].scaled, right.heads[h].scores);
    REQUIRE(plain.heads[h].weights != right.heads[h].weights);
  }
}

// report A-13
TEST_CASE("multi_head: a mask after the softmax reaches every head, and the last row hides nothing") {
  auto in = random_input(5, 6, {1, 2, 3}, 67);
  in.inputs *= 0.3;
  const auto right = multi_head(in);
  in.faults.mask_after_softmax = true;
  const auto late = multi_head(in);
  in.faults = {};
  in.mask = full_mask(5, 5);
  const auto open = multi_head(in);
  for (size_t h = 0; h < 3; ++h)
    for (Index i = 0; i < 5; ++i) {
      const double leak = open.heads[h].weights.row(i).tail(4 - i).sum();
      REQUIRE_THAT(late.heads[h].row_sums[i], WithinAbs(1 - leak, 1e-14));
      REQUIRE((late.heads[h].row_sums[i] < 1 - 1e-9) == (i < 4));
      REQUIRE_THAT(right.heads[h].row_sums[i], WithinAbs(1, 1e-14));
    }
  require_same(late.output.row(4), right.output.row(4));
  REQUIRE(late.output.row(3) != right.output.row(3));
}

TEST_CASE("multi_head: every head's softmax has the layer's temperature") {
  const auto temperature = GENERATE(0.0, 0.5, 3.0);
  auto in = random_input(5, 6, {2, 4}, 68);
  in.temperature = temperature;
  for (const auto& head : multi_head(in).heads)
    require_same(head.weights, softmax<double>({.scores = head.scaled, .temperature = temperature}).weights);
}

TEST_CASE("multi_head: cutting into heads costs no parameter") {
  for (const auto& widths : {std::vector<int>{6}, {2, 4}, {1, 1, 1, 1, 1, 1}})
    REQUIRE(multi_head(random_input(3, 6, widths, 71)).parameters == 4 * 6 * 6);
  REQUIRE(multi_head(random_input(2, 5, {5}, 72)).parameters == 100);
}

TEST_CASE("multi_head: an input that says nothing of the options is scaled, at temperature 1 and without faults") {
  const auto in = random_input(5, 6, {2, 4}, 69);
  const MultiHeadInput<double> off{
      in.inputs, in.W_Q,  in.W_K, in.W_V, in.W_O,
      in.heads,  in.mask, true,   1,      {.model_width = false, .mask_after_softmax = false}};
  require_same(multi_head(in).output, multi_head(off).output);
  std::vector<std::string> options;
  for_each_field<MultiHeadInput<double>>([&](const char* name, auto, bool optional) {
    if (optional) options.push_back(name);
  });
  REQUIRE(options == std::vector<std::string>{"scaled", "temperature", "faults"});
}

TEST_CASE("multi_head: the root of a head's width is not counted, only the division by it") {
  const auto in = random_input(5, 8, {4, 4}, 75);
  const Counts counts = counted<MultiHeadInput>(in, [](const auto& layer) { return multi_head(layer); });
  REQUIRE(counts.multiply_adds == 4 * 5 * 8 * 8 + 2 * 15 * 8);
  REQUIRE(counts.divisions == 2 * 2 * 15);  // by the root and by the sum, in both heads
  REQUIRE(counts.span == 2 * (1 + 3) + (1 + 2 + 1) + 3 + 2 + 3 + 1 + (1 + 3));
  CountingScope scope;
  REQUIRE(value_of(square_root(Counted(2) * Counted(8))) == 4);
  REQUIRE(scope.counts.span == 1);
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

TEST_CASE("multi_head: refuses a temperature that is none") {
  auto bad = random_input(3, 4, {4}, 115);
  bad.temperature = -1;
  require_refusal("range", "temperature", "found -1, wanted a number from 0 to 1.7976931348623157e+308",
                  [&] { multi_head(bad); });
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

TEST_CASE("multi_head: an output beyond double is refused by name") {
  MultiHeadInput<double> in{.inputs = Rows{{1, 0}, {0, 1}},
                            .W_Q = Rows{{1, 0}, {0, 1}},
                            .W_K = Rows{{1, 0}, {0, 1}},
                            .W_V = Rows{{1e300, 0}, {0, 1}},
                            .W_O = Rows{{1e300, 0}, {0, 1}},
                            .heads = {{"A", 0, 2}},
                            .mask = causal_mask(2)};
  require_refusal("not_finite", "output/0/0", "found Infinity, wanted a finite number", [&] { multi_head(in); });
}
