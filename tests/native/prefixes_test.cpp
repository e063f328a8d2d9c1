#include "attn/prefixes.h"

#include "attn/world.h"
#include "support.h"

namespace {

TeachingWorld world() { return teaching_world(file_text("data/teaching-world.json"), "data/teaching-world.json"); }

/// A random layer of width 6, with one head or several.
MultiHeadInput<double> random_layer(const Mask& seen, bool cut, unsigned seed) {
  const std::vector<HeadCut> one{{"A", 0, 6}}, three{{"A", 0, 1}, {"B", 1, 2}, {"C", 3, 3}};
  return {.inputs = random_matrix(seen.rows(), 6, seed),
          .W_Q = random_matrix(6, 6, seed + 1),
          .W_K = random_matrix(6, 6, seed + 2),
          .W_V = random_matrix(6, 6, seed + 3),
          .W_O = random_matrix(6, 6, seed + 4),
          .heads = cut ? three : one,
          .mask = seen};
}

Mask windowed(int tokens, int window) { return mask({.queries = tokens, .keys = tokens, .window = window}).mask; }

void require_counts(const PrefixesTrace& t, double tokens) {
  REQUIRE(t.passes == tokens);
  REQUIRE(t.positions == tokens * (tokens + 1) / 2);
  REQUIRE(t.task_passes == tokens - 1);
  REQUIRE(t.task_positions == (tokens - 1) * tokens / 2);
}

}  // namespace

TEST_CASE("prefixes: one causal pass over the teaching world is five passes over its prefixes") {
  const auto cut = GENERATE(false, true);
  const PrefixesTrace t = prefixes(world().self_attention(causal_mask(5), cut));
  REQUIRE(t.passes == 5);
  REQUIRE(t.positions == 15);
  REQUIRE(t.task_passes == 4);
  REQUIRE(t.task_positions == 10);
  require_same(t.one_by_one, t.one_pass);
  require_same(t.differences, Matrix<double>::Zero(5, 1));
  REQUIRE(t.largest_difference == 0);
}

TEST_CASE("prefixes: without the causal mask every row but the last has seen the answer") {
  const auto cut = GENERATE(false, true);
  const PrefixesTrace t = prefixes(world().self_attention(full_mask(5, 5), cut));
  require_counts(t, 5);
  for (Index row = 0; row < 4; ++row) REQUIRE(t.differences(row, 0) > 0.01);
  REQUIRE(t.differences(4, 0) == 0);
  REQUIRE(t.largest_difference == t.differences.maxCoeff());
}

TEST_CASE("prefixes: a causal layer gives the same bits either way, whatever its length, heads and window") {
  const auto cut = GENERATE(false, true);
  const auto tokens = GENERATE(range(1, 13));
  for (const int window : {0, 1, 2, 5, 12}) {
    INFO(tokens << " tokens, window " << window);
    const auto in = random_layer(windowed(tokens, window), cut, static_cast<unsigned>(10 * tokens + window));
    const PrefixesTrace t = prefixes(in);
    require_counts(t, tokens);
    require_same(t.one_pass, multi_head(in).output);
    require_same(t.one_by_one, t.one_pass);
    REQUIRE(t.largest_difference == 0);
  }
}

TEST_CASE("prefixes: faults and settings of the layer are kept in every prefix") {
  auto in = random_layer(causal_mask(6), true, 200);
  in.temperature = 0.5;
  in.faults.model_width = true;
  REQUIRE(prefixes(in).largest_difference == 0);
  in.faults.mask_after_softmax =
      true;  // the hidden keys of the whole sentence take a share that a prefix does not know
  const PrefixesTrace t = prefixes(in);
  REQUIRE(t.differences.topRows(5).minCoeff() > 0);
  REQUIRE(t.differences(5, 0) == 0);
}

TEST_CASE("prefixes: a row is the last output of a layer that is given no more than the prefix") {
  for (unsigned seed = 300; seed < 304; ++seed) {
    const Mask seen = seed % 2 == 0 ? full_mask(7, 7) : random_mask(7, 7, seed);
    const auto in = random_layer(seen, true, seed);
    const PrefixesTrace t = prefixes(in);
    double largest = 0;
    for (Index length = 1; length <= 7; ++length) {
      auto shorter = in;
      shorter.inputs.conservativeResize(length, 6);
      shorter.mask.conservativeResize(length, length);
      const Matrix<double> output = multi_head(shorter).output;
      require_same(t.one_by_one.row(length - 1), output.row(length - 1));
      double difference = 0;
      for (Index c = 0; c < 6; ++c)
        difference = std::max(difference, std::abs(output(length - 1, c) - t.one_pass(length - 1, c)));
      REQUIRE(t.differences(length - 1, 0) == difference);
      largest = std::max(largest, difference);
    }
    REQUIRE(t.differences(6, 0) == 0);  // the last prefix is the sentence
    REQUIRE(t.largest_difference == largest);
    REQUIRE(largest > 0);
  }
}

TEST_CASE("prefixes: one seeing cell above the diagonal is enough to differ, in its row alone") {
  auto in = random_layer(causal_mask(5), false, 400);
  in.mask(1, 3) = true;
  const PrefixesTrace t = prefixes(in);
  for (Index row = 0; row < 5; ++row) REQUIRE((t.differences(row, 0) > 0) == (row == 1));
}

TEST_CASE("prefixes: refuses what the layer refuses") {
  auto bad = random_layer(causal_mask(4), false, 500);
  bad.mask = full_mask(3, 4);
  require_refusal("shape", "mask", "found 3 x 4, wanted 4 x 4", [&] { prefixes(bad); });
  bad = random_layer(causal_mask(4), false, 500);
  bad.inputs(3, 2) = kNaN;
  require_refusal("not_finite", "inputs/3/2", "found NaN, wanted a finite number", [&] { prefixes(bad); });
  bad.heads.clear();
  require_refusal("shape", "heads", "found 0 columns in all, wanted 6", [&] { prefixes(bad); });
}
