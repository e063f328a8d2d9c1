#include "attn/limits.h"

#include <functional>

#include "attn/cosine.h"
#include "attn/counting.h"
#include "attn/kv_cache.h"
#include "attn/memory.h"
#include "attn/next_token.h"
#include "attn/prefixes.h"
#include "attn/ranking.h"
#include "attn/rnn.h"
#include "attn/scalar/traced.h"
#include "attn/why.h"
#include "support.h"

namespace {

Matrix<double> ones(Index rows, Index columns) { return Matrix<double>::Constant(rows, columns, 1); }

std::vector<HeadCut> single_columns(Index width) {
  std::vector<HeadCut> heads;
  for (int column = 0; column < width; ++column) heads.push_back({.id = "A", .first_column = column, .columns = 1});
  return heads;
}

MultiHeadInput<double> layer(Index tokens, Index width, const std::vector<HeadCut>& heads) {
  const Matrix<double> square = ones(width, width);
  return {ones(tokens, width), square, square, square, square, heads, full_mask(tokens, tokens)};
}

KvCacheInput<double> cached(const MultiHeadInput<double>& in, int prompt) {
  return {in.inputs, in.W_Q, in.W_K, in.W_V, in.W_O, in.heads, prompt};
}

void refuse_size(const std::string& where, const std::string& sentence, const std::function<void()>& call) {
  require_refusal("size", where, sentence, call);
}

const std::string kAnswer = " numbers, wanted at most 4194304", kRun = " multiply-adds, wanted at most 268435456";

}  // namespace

TEST_CASE("limits: an extent has a row, a column, and no more of them than is said") {
  REQUIRE_NOTHROW(require_extent("m", 1, 1, "one_row"));
  REQUIRE_NOTHROW(require_extent("m", kMostRows, kMostMatrixEntries / kMostRows, "one_row"));
  require_refusal("shape", "m", "found no row, wanted at least one key", [] { require_extent("m", 0, 0, "one_key"); });
  require_refusal("shape", "m", "found no column, wanted at least one column",
                  [] { require_extent("m", 4194304, 0, "one_row"); });
  refuse_size("m", "found 16385 rows, wanted at most 16384", [] { require_extent("m", kMostRows + 1, 1, "one_row"); });
  refuse_size("m", "found 4194305 entries, wanted at most 4194304", [] { require_extent("m", 1, 4194305, "one_row"); });
  refuse_size("m", "found 3 bytes, wanted at most 2", [] { require_size("m", "bytes", 3, 2); });
}

TEST_CASE("limits: what an answer would hold is known before memory is asked for") {
  refuse_size("rows", "found an answer of 4199202" + kAnswer, [] { cosine<double>({.rows = ones(1449, 1)}); });
  REQUIRE(cosine<double>({.rows = ones(500, 1)}).cosines.rows() == 500);
  refuse_size("queries", "found an answer of 268451840" + kAnswer, [] {
    attention<double>({.queries = ones(16384, 1), .keys = ones(4096, 1), .values = ones(4096, 1), .mask = Mask()});
  });
  const Index tokens = 64, width = 400;
  refuse_size("inputs", "found an answer of 6579200" + kAnswer,
              [&] { multi_head(layer(tokens, width, single_columns(width))); });
  refuse_size("inputs", "found an answer of 6015000" + kAnswer,
              [] { kv_cache(cached(layer(100, 50, single_columns(50)), 1)); });
  refuse_size("embeddings", "found an answer of 4320000" + kAnswer,
              [] { next_token<double>({.outputs = ones(1200, 1), .embeddings = ones(1200, 1)}); });
  refuse_size("inputs", "found an answer of 4500000" + kAnswer,
              [] { imprint<double>({.inputs = ones(1500, 1), .W_h = ones(1, 1), .W_x = ones(1, 1)}); });
}

TEST_CASE("limits: so is the work") {
  refuse_size("rows", "found a run of 640000000" + kRun, [] { cosine<double>({.rows = ones(800, 1000)}); });
  refuse_size("inputs", "found a run of 2000000000" + kRun,
              [] { rnn<double>({.inputs = ones(1000, 1000), .W_h = ones(1000, 1000), .W_x = ones(1000, 1000)}); });
  refuse_size("inputs", "found a run of 577440000" + kRun,
              [] { imprint<double>({.inputs = ones(400, 50), .W_h = ones(40, 40), .W_x = ones(40, 50)}); });
}

TEST_CASE("limits: a run that remembers keeps so many steps and no more") {
  TracingScope scope;
  Traced sum(1);
  for (int i = 0; i < 1000; ++i) sum = sum + sum;
  REQUIRE(scope.steps.size() == 1001);
  scope.steps.resize(static_cast<size_t>(kMostTracedSteps));
  refuse_size("input", "found a run of 1048577 steps, wanted at most 1048576", [&] { sum = sum + sum; });
}

TEST_CASE("limits: lists") {
  refuse_size("values", "found 65537 entries, wanted at most 65536",
              [] { ranking({.values = std::vector<double>(65537, 1)}); });
  const Said one{1, ""};
  const LayerGroup full{.kind = "full", .layers = one, .heads = one, .key_width = one, .ratio = one};
  // A configuration has at most 4,096 layers, and each may store in a way of its own: 40 ratios with two groups each
  // fit.
  REQUIRE_NOTHROW(memory<double>({.groups = std::vector<LayerGroup>(81, full)}));
  REQUIRE_NOTHROW(memory<double>({.groups = std::vector<LayerGroup>(4096, full)}));
  refuse_size("groups", "found 4097 groups, wanted 1 to 4096",
              [&] { memory<double>({.groups = std::vector<LayerGroup>(4097, full)}); });
  refuse_size("budgets", "found 65 budgets, wanted at most 64",
              [&] { memory_curve({.groups = {full}, .budgets = std::vector<double>(65, 1)}); });
}

TEST_CASE("limits: a width of nothing and tokens of no number are refused at every entrance, in words") {
  const std::string row = "found no row, wanted at least one ", column = "found no column, wanted at least one column";
  const auto refuse = [](const std::string& where, const std::string& sentence, const std::function<void()>& call) {
    require_refusal("shape", where, sentence, call);
  };
  const Matrix<double> none(0, 0), wide(0, 3), narrow(3, 0);
  const auto at = [](const Matrix<double>& queries, const Matrix<double>& keys, const Matrix<double>& values) {
    attention<double>({queries, keys, values, full_mask(queries.rows(), keys.rows())});
  };
  refuse("queries", column, [&] { at(narrow, narrow, ones(3, 1)); });
  refuse("queries", row + "query", [&] { at(wide, ones(2, 3), ones(2, 1)); });
  refuse("keys", row + "key", [&] { at(ones(1, 3), wide, none); });
  refuse("values", column, [&] { at(ones(1, 3), ones(3, 3), narrow); });
  refuse("inputs", column, [] { multi_head(layer(3, 0, {})); });
  refuse("inputs", row + "token", [] { multi_head(layer(0, 3, {})); });
  refuse("inputs", column, [] { kv_cache(cached(layer(1, 0, {}), 1)); });
  refuse("inputs", row + "token", [] { kv_cache(cached(layer(0, 3, {}), 1)); });
  refuse("inputs", row + "token", [] { kv_cache(cached(layer(0, 0, {}), 1)); });
  refuse("inputs", column, [] { prefixes(layer(3, 0, {})); });
  refuse("embeddings", column, [&] { next_token<double>({.outputs = narrow, .embeddings = narrow}); });
  refuse("rows", row + "row", [&] { cosine<double>({.rows = wide}); });
  refuse("rows", column, [&] { cosine<double>({.rows = narrow}); });
  refuse("inputs", row + "token", [&] { rnn<double>({.inputs = none, .W_h = none, .W_x = none}); });
  refuse("inputs", column, [&] { rnn<double>({.inputs = narrow, .W_h = ones(1, 1), .W_x = Matrix<double>(1, 0)}); });
  refuse("W_h", row + "row", [&] { imprint<double>({.inputs = ones(2, 3), .W_h = none, .W_x = wide}); });
}

TEST_CASE("limits: every shape is checked before it is used, also when there are no heads") {
  MultiHeadInput<double> in = layer(3, 2, {});
  in.mask = full_mask(1, 1);
  require_refusal("shape", "heads", "found 0 columns in all, wanted 2", [&] { prefixes(in); });
  in.heads = single_columns(2);
  require_refusal("shape", "mask", "found 1 x 1, wanted 3 x 3", [&] { prefixes(in); });
  require_refusal("shape", "mask", "found 1 x 1, wanted 3 x 3", [&] { multi_head(in); });
}

TEST_CASE("limits: a reduction over nothing has a defined answer") {
  REQUIRE(tree_max<double>(0, [](auto) { return 1.0; }) == -kInfinity);
  REQUIRE(tree_sum<double>(0, [](auto) { return 1.0; }) == 0);
  require_same(product<double>(Matrix<double>(2, 0), Matrix<double>(0, 3), "m"), Matrix<double>::Zero(2, 3));
}

TEST_CASE("limits: finite input has no infinite answer, whoever looks at it") {
  require_refusal("not_finite", "losses/0/0", "found Infinity, wanted a finite number",
                  [] { next_token<double>({.outputs = Rows{{1e154}, {1}}, .embeddings = Rows{{1e154}, {-1e154}}}); });
  MultiHeadInput<double> in = layer(2, 1, single_columns(1));
  in.mask = Mask::Constant(2, 2, false);  // nobody uses a pair
  in.inputs = Rows{{1e200}, {1}};
  for (auto weights : {&MultiHeadInput<double>::W_Q, &MultiHeadInput<double>::W_K, &MultiHeadInput<double>::W_V}) {
    MultiHeadInput<double> far = in;
    far.*weights = Rows{{1e200}};
    const std::string name = weights == &MultiHeadInput<double>::W_Q   ? "queries"
                             : weights == &MultiHeadInput<double>::W_K ? "keys"
                                                                       : "values";
    require_refusal("not_finite", name + "/0/0", "found Infinity, wanted a finite number", [&] { multi_head(far); });
    require_refusal("not_finite", name + "/0/0", "found Infinity, wanted a finite number", [&] { prefixes(far); });
  }
}
