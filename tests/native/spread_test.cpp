#include "attn/spread.h"

#include "support.h"

namespace {

SpreadTrace run(int head_dim, int seed = 1) { return spread({.head_dim = head_dim, .seed = seed}); }

/// Every number of a trace, in order.
std::vector<double> numbers(const SpreadTrace& t) {
  std::vector<double> all{t.samples, t.expected};
  for (const SpreadRow& row : {t.plain, t.scaled})
    all.insert(all.end(), {row.deviation, row.largest_weight, row.jacobian});
  all.insert(all.end(), t.first.begin(), t.first.end());
  return all;
}

}  // namespace

TEST_CASE("spread: dot products spread as the square root of the width, and by 1 once they are scaled") {
  const auto [head_dim, deviation] = GENERATE(table<int, double>({{4, 2}, {16, 4}, {64, 8}, {256, 16}, {1024, 32}}));
  for (const int seed : {0, 1, 7, 999999}) {
    const SpreadTrace t = run(head_dim, seed);
    INFO("d_k = " << head_dim << ", seed " << seed);
    REQUIRE(t.samples == 4096);
    REQUIRE(t.expected == deviation);
    REQUIRE_THAT(t.plain.deviation / deviation, WithinAbs(1, 0.05));
    REQUIRE_THAT(t.scaled.deviation, WithinAbs(1, 0.05));
    REQUIRE_THAT(t.scaled.deviation, WithinAbs(t.plain.deviation / deviation, 1e-12));
  }
}

TEST_CASE("spread: a width that is no square is measured as well") {
  for (const int head_dim : {1, 2, 3, 50, 127}) {
    const SpreadTrace t = run(head_dim);
    REQUIRE_THAT(t.expected * t.expected, WithinAbs(head_dim, 1e-12 * head_dim));
    REQUIRE_THAT(t.plain.deviation / t.expected, WithinAbs(1, 0.05));
  }
}

TEST_CASE("spread: agrees with sampling one number after the other") {
  const auto head_dim = GENERATE(1, 5, 8);
  const auto seed = GENERATE(0, 3);
  std::mt19937_64 generator(static_cast<unsigned>(seed));  // the standard says what it yields
  const auto draw = [&] {
    return (static_cast<double>(generator() >> 11) / 9007199254740992.0 * 2 - 1) * std::sqrt(3.0);
  };
  std::vector<double> first;
  double squares = 0, largest = 0, moves = 0;
  for (int sample = 0; sample < 1024; ++sample) {
    std::vector<double> query, scores;
    for (int k = 0; k < head_dim; ++k) query.push_back(draw());
    for (int key = 0; key < 4; ++key) {
      double score = 0;
      for (int k = 0; k < head_dim; ++k) score += query[static_cast<size_t>(k)] * draw();
      scores.push_back(score);
      squares += score * score;
    }
    if (sample == 0) first = scores;
    double sum = 0, most = 0, moved = 0;
    for (const double score : scores) sum += std::exp(score);
    for (const double score : scores) {
      const double weight = std::exp(score) / sum;
      most = std::max(most, weight);
      moved = std::max(moved, weight * (1 - weight));
    }
    largest += most / 1024;
    moves += moved / 1024;
  }
  const SpreadTrace t = run(head_dim, seed);
  REQUIRE(t.first.size() == 4);
  for (size_t key = 0; key < 4; ++key) REQUIRE_THAT(t.first[key], WithinAbs(first[key], 1e-12));
  REQUIRE_THAT(t.plain.deviation, WithinAbs(std::sqrt(squares / 4096), 1e-11));
  REQUIRE_THAT(t.plain.largest_weight, WithinAbs(largest, 1e-12));
  REQUIRE_THAT(t.plain.jacobian, WithinAbs(moves, 1e-12));
}

TEST_CASE("spread: the same seed draws the same, another seed something else") {
  const auto head_dim = GENERATE(1, 16);
  REQUIRE(numbers(run(head_dim, 5)) == numbers(run(head_dim, 5)));
  REQUIRE(run(head_dim, 5).first != run(head_dim, 6).first);
  REQUIRE(run(head_dim, 5).plain.deviation != run(head_dim, 6).plain.deviation);
}

TEST_CASE("spread: without scaling one key takes ever more and the Jacobian dies, with it both stay") {
  SpreadTrace before = run(4);
  const SpreadRow narrow = before.scaled;
  for (const int head_dim : {16, 64, 256, 1024}) {
    const SpreadTrace t = run(head_dim);
    INFO("d_k = " << head_dim);
    REQUIRE(t.plain.largest_weight > before.plain.largest_weight + 0.02);
    REQUIRE(t.plain.jacobian < 0.75 * before.plain.jacobian);
    REQUIRE_THAT(t.scaled.largest_weight, WithinAbs(narrow.largest_weight, 0.05));
    REQUIRE_THAT(t.scaled.jacobian, WithinAbs(narrow.jacobian, 0.02));
    before = t;
  }
  REQUIRE(before.plain.largest_weight > 0.95);
  REQUIRE(before.plain.jacobian < 0.03);
  REQUIRE(before.scaled.largest_weight < 0.6);
  REQUIRE(before.scaled.jacobian > 0.15);
}

TEST_CASE("spread: weights and Jacobian stay within their bounds") {
  for (const int head_dim : {1, 4, 100}) {
    const SpreadTrace t = run(head_dim);
    for (const SpreadRow& row : {t.plain, t.scaled}) {
      REQUIRE(row.largest_weight >= 0.25);  // of four keys
      REQUIRE(row.largest_weight <= 1);
      REQUIRE(row.jacobian > 0);
      REQUIRE(row.jacobian <= 0.25);
    }
  }
  const SpreadTrace one = run(1);  // nothing to scale
  REQUIRE(one.plain.deviation == one.scaled.deviation);
  REQUIRE(one.plain.largest_weight == one.scaled.largest_weight);
}

TEST_CASE("spread: refuses a width and a seed that are none") {
  const auto refuse = [](const SpreadInput& in, const std::string& where, const std::string& sentence) {
    require_refusal("range", where, sentence, [&] { spread(in); });
  };
  refuse({.head_dim = 0}, "head_dim", "found 0, wanted a whole number from 1 to 4096");
  refuse({.head_dim = -4}, "head_dim", "found -4, wanted a whole number from 1 to 4096");
  refuse({.head_dim = 4097}, "head_dim", "found 4097, wanted a whole number from 1 to 4096");
  refuse({.seed = -1}, "seed", "found -1, wanted a whole number from 0 to 999999");
  refuse({.seed = 1000000}, "seed", "found 1000000, wanted a whole number from 0 to 999999");
}
