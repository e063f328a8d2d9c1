#include "attn/kv_cache.h"

#include "attn/cost.h"
#include "attn/counting.h"
#include "attn/world.h"
#include "explained.h"

namespace {

const auto run = [](const auto& in) { return kv_cache(in); };

KvCacheInput<double> lesson(int prompt, bool cut = true) {
  const auto layer = teaching_world(file_text("data/teaching-world.json"), "world").self_attention(causal_mask(5), cut);
  return {layer.inputs, layer.W_Q, layer.W_K, layer.W_V, layer.W_O, layer.heads, prompt};
}

KvCacheInput<double> random_input(Index tokens, Index d, const std::vector<HeadCut>& heads, int prompt, unsigned seed) {
  return {random_matrix(tokens, d, seed),
          random_matrix(d, d, seed + 1),
          random_matrix(d, d, seed + 2),
          random_matrix(d, d, seed + 3),
          random_matrix(d, d, seed + 4),
          heads,
          prompt};
}

/// Output of one token by the book: softmax over itself and what came before, every sum from the left.
double by_the_book(const KvCacheInput<double>& in, Index token, Index column) {
  const auto projected = [&](const Matrix<double>& W, Index t, Index c) {
    double sum = 0;
    for (Index k = 0; k < in.inputs.cols(); ++k) sum += in.inputs(t, k) * W(k, c);
    return sum;
  };
  double output = 0;
  for (const HeadCut& head : in.heads)
    for (Index c = head.first_column; c < head.first_column + head.columns; ++c) {
      double weighted = 0, all = 0;
      for (Index key = 0; key <= token; ++key) {
        double score = 0;
        for (Index k = head.first_column; k < head.first_column + head.columns; ++k)
          score += projected(in.W_Q, token, k) * projected(in.W_K, key, k);
        const double share = std::exp(score / std::sqrt(head.columns));
        weighted += share * projected(in.W_V, key, c);
        all += share;
      }
      output += weighted / all * in.W_O(c, column);
    }
  return output;
}

}  // namespace

TEST_CASE("kv_cache: on the five words nothing changes by a single bit, however long the prompt is") {
  const auto prompt = GENERATE(1, 2, 3, 4, 5);
  const auto cut = GENERATE(false, true);
  const KvCacheTrace<double> t = kv_cache(lesson(prompt, cut));
  REQUIRE(t.largest_difference == 0);
  require_same(t.output, t.uncached.output);
  require_same(t.keys, t.uncached.keys);
  require_same(t.values, t.uncached.values);
  REQUIRE(t.passes.size() == static_cast<size_t>(6 - prompt));
  REQUIRE(t.passes[0].fed == prompt);
}

TEST_CASE("kv_cache: nor in any other layer; and the output is the one by the book") {
  const auto tokens = GENERATE(1, 2, 7, 12);
  const auto seed = GENERATE(1u, 11u);
  const std::vector<HeadCut> heads{{"A", 0, 1}, {"B", 1, 2}, {"C", 3, 3}};
  for (int prompt = 1; prompt <= tokens; ++prompt) {
    const auto in = random_input(tokens, 6, heads, prompt, seed);
    const KvCacheTrace<double> t = kv_cache(in);
    REQUIRE(t.largest_difference == 0);
    for (Index i = 0; i < tokens; ++i) {
      REQUIRE(t.differences(i, 0) == 0);
      for (Index c = 0; c < 6; ++c) REQUIRE_THAT(t.output(i, c), WithinAbs(by_the_book(in, i, c), 1e-9));
    }
  }
}

TEST_CASE("kv_cache: nine positions without a cache, five of them again, four with one") {
  auto in = lesson(2);
  in.inputs = in.inputs.topRows(4).eval();  // the fifth word is the answer and is never fed
  const KvCacheTrace<double> t = kv_cache(in);
  REQUIRE(t.without_cache == 9);
  REQUIRE(t.repeated == 5);
  REQUIRE(t.with_cache == 4);
  for (int tokens = 1; tokens <= 9; ++tokens)
    for (int prompt = 1; prompt <= tokens; ++prompt) {
      const KvCacheTrace<double> any = kv_cache(random_input(tokens, 2, {{"A", 0, 2}}, prompt, 3));
      const DecodeCost<double> closed = decode_cost<double>(prompt, tokens - prompt + 1);
      REQUIRE(any.with_cache == closed.with_cache);
      REQUIRE(any.without_cache == closed.without_cache);
      REQUIRE(any.repeated == closed.repeated);
    }
}

TEST_CASE("kv_cache: the newest query sees every key; laid from the first key it would see one") {
  const KvCacheTrace<double> right = kv_cache(lesson(2));
  for (const auto& pass : right.passes) {
    const auto& weights = pass.heads[0].weights;
    REQUIRE(weights.cols() == pass.first + pass.fed);
    REQUIRE((weights.row(weights.rows() - 1).array() > 0).all());
  }
  auto in = lesson(2);
  in.top_left = true;
  const KvCacheTrace<double> wrong = kv_cache(in);
  REQUIRE(wrong.largest_difference > 0.01);
  REQUIRE(wrong.differences(1, 0) == 0);  // within the prompt both masks are one
  REQUIRE((wrong.passes[1].heads[0].weights.row(0).array() > 0).count() == 1);
}

TEST_CASE("kv_cache: a run with the cache multiplies as often as one causal pass, and projects each token once") {
  const auto in = lesson(2);
  const MultiHeadInput<double> whole{in.inputs, in.W_Q, in.W_K, in.W_V, in.W_O, in.heads, causal_mask(5)};
  REQUIRE(counted<KvCacheInput>(in, run).multiply_adds ==
          counted<MultiHeadInput>(whole, [](const auto& m) { return multi_head(m); }).multiply_adds);
}

TEST_CASE("kv_cache: why: every number adds up again and rests on the input") {
  const auto in = lesson(2);
  TracingScope scope;
  const auto recorded = with_scalar<KvCacheInput<Traced>>(in);
  label(recorded, "");
  const auto trace = kv_cache(recorded);
  label(trace, "");
  for_each_number(trace, kv_cache(in), "", [&](const std::string& path, double value, double wanted) {
    INFO(path);
    REQUIRE(value == wanted);
    require_adds_up(explain(scope, path), wanted);
    for (const Expression& part : leaves(explain(scope, path)))
      if (!part.name.empty()) REQUIRE(explain(scope, part.name).value == part.value);
  });
  REQUIRE(text(why<KvCacheInput>(in, "repeated", run)) == "difference(without_cache, with_cache)");
  REQUIRE(text(why<KvCacheInput>(in, "passes/1/heads/0/scores/0/2", run))
              .rfind("sum(product(passes/1/queries/0/0, keys/2/0)", 0) == 0);
}

TEST_CASE("kv_cache: refuses a prompt that is none, and what the layer refuses") {
  for (const int prompt : {0, -1, 6})
    require_refusal("range", "prompt", "found " + std::to_string(prompt) + ", wanted a whole number from 1 to 5",
                    [&] { kv_cache(lesson(prompt)); });
  auto in = lesson(2);
  in.W_K.resize(8, 7);
  require_refusal("shape", "W_K", "found 8 x 7, wanted 8 x 8", [&] { kv_cache(in); });
  in = lesson(2);
  in.inputs(3, 1) = kNaN;
  require_refusal("not_finite", "inputs/3/1", "found NaN, wanted a finite number", [&] { kv_cache(in); });
  in = lesson(2);
  in.heads.pop_back();
  require_refusal("shape", "heads", "found 4 columns in all, wanted 8", [&] { kv_cache(in); });
}
