#include "attn/facts.h"

#include <algorithm>
#include <cctype>

#include "attn/cosine.h"
#include "attn/cost.h"
#include "attn/counting.h"
#include "attn/mask.h"
#include "attn/memory.h"
#include "attn/new_word.h"
#include "attn/softmax.h"
#include "attn/spread.h"
#include "fact_list.h"
#include "facts_models.h"

namespace attn {
namespace {

const std::string kWorld = "data/teaching-world.json";
const std::string kAnchor = "data/anchor-model.json";
constexpr double kBf16 = 2;  // bytes a number

/// The counting panel's examples.
template <typename S>
void add_counts(FactList<S>& list, const AnchorConfig& config, const S& tokens) {
  const S width = said<S>(config, "hidden_size", &AnchorConfig::hidden_size);
  const S context = said<S>(config, "max_position_embeddings", &AnchorConfig::max_position_embeddings);
  const auto at = [&](const S& T) {
    return run_as<S>("T" + number_text(value_of(T)), [&] { return cost<S>({.tokens = T, .width = width}); });
  };
  const CostTrace<S> example = at(tokens);
  list.add("count.example.T", tokens, "tokens", "count");
  list.add("count.example.rnn.serial_steps", example.recurrent.serial_steps, "steps", "count");
  list.add("count.example.rnn.path", example.recurrent.path, "updates", "count");
  list.add("count.example.attention.serial_steps", example.self_attention.serial_steps, "steps", "count");
  list.add("count.example.attention.path", example.self_attention.path, "hops", "count");

  std::vector<double> done;  // each length once, should two of them be equal
  for (const S& T : {tokens, width, context}) {
    if (std::count(done.begin(), done.end(), value_of(T)) > 0) continue;
    done.push_back(value_of(T));
    const std::string size = ".T" + number_text(value_of(T)) + ".d" + number_text(value_of(width));
    const CostTrace<S> here = at(T);
    list.add("count.ratio" + size, here.ratio, "1", "number");
    list.add("count.work.attention" + size, here.self_attention.work, "multiply-adds", "count");
    list.add("count.work.rnn" + size, here.recurrent.work, "multiply-adds", "count");
  }
}

/// Counts of runs at the size of the teaching world. What was counted has no parts: it is where a sum ends.
template <typename S>
void add_runs(FactList<S>& list, int tokens, int width) {
  const CountingTrace run = counting({.tokens = tokens, .width = width});
  const std::string T = ".T" + std::to_string(tokens), size = T + ".d" + std::to_string(width);
  const auto tally = [](double count, const char* what) { return sourced<S>(count, std::string("counted/") + what); };
  const S recurrent = tally(run.recurrent.multiply_adds, "recurrent/multiply_adds");
  const S layer = tally(run.layer.multiply_adds, "layer/multiply_adds");
  list.add("count.run.rnn" + size, recurrent, "multiply-adds", "count");
  list.add("count.run.rnn" + size + ".span", tally(run.recurrent.span, "recurrent/span"), "operations", "count");
  list.add("count.run.attention.causal" + size + ".core", tally(run.attention.multiply_adds, "attention/multiply_adds"), "multiply-adds", "count");
  list.add("count.run.attention.causal" + size + ".span", tally(run.attention.span, "attention/span"), "operations", "count");
  list.add("count.run.attention" + size + ".projections", tally(run.projections.multiply_adds, "projections/multiply_adds"), "multiply-adds", "count");
  list.add("count.run.attention.causal" + T + ".exponentials", tally(run.attention.exponentials, "attention/exponentials"), "exponentials", "count");
  list.add("count.layer.attention.causal" + size, layer, "multiply-adds", "count");
  list.add("count.layer.ratio" + size, layer / recurrent, "1", "number");
  const S wide = run_as<S>("T512", [] { return cost<S>({.tokens = 512, .width = 64, .projections = true, .causal = true}); }).ratio;
  list.add("count.layer.ratio.T512.d64", wide, "1", "number");
}

template <typename S>
std::vector<S> row_of(const Matrix<S>& m, Index row) {
  return {m.row(row).begin(), m.row(row).end()};
}

/// Row `query` of a weight matrix, one fact for each key it sees.
template <typename S>
void add_row(FactList<S>& list, const std::string& id, const TeachingWorld& world, const Matrix<S>& weights, Index query,
             Index keys) {
  for (Index key = 0; key < keys; ++key)
    list.add(id + "." + world.tokens[static_cast<size_t>(key)].id, weights(query, key), "1", "percent1");
}

/// The lesson speaks of five words and of two heads; a world without them has other figures.
void require_lesson(const TeachingWorld& world) {
  for (const char* id : {"ming", "ba", "apple", "give", "wang"}) world.position(id);
  const auto& heads = world.attention.heads;
  std::string ids;
  for (const HeadCut& head : heads) ids += (ids.empty() ? "" : ", ") + head.id;
  if (ids != "A, B")
    throw Refusal("range", "attention/heads", phrase("heads_called", ids), phrase("heads_a_b"));
}

/// The sentence as a layer's input, each number under its place in the data file.
template <typename S>
MultiHeadInput<S> sourced_layer(const TeachingWorld& world) {
  const auto tokens = static_cast<Index>(world.tokens.size());
  const auto layer = with_scalar<MultiHeadInput<S>>(world.self_attention(full_mask(tokens, tokens), false));
  for (Index t = 0; t < tokens; ++t)
    for (Index k = 0; k < layer.inputs.cols(); ++k)
      label(layer.inputs(t, k), kWorld + "#/tokens/" + std::to_string(t) + "/embedding/" + std::to_string(k));
  label(layer.W_Q, kWorld + "#/attention/W_Q");
  label(layer.W_K, kWorld + "#/attention/W_K");
  label(layer.W_V, kWorld + "#/attention/W_V");
  label(layer.W_O, kWorld + "#/attention/W_O");
  return layer;
}

/// Runs it with this mask and these cuts; its numbers are found under `run`.
template <typename S>
MultiHeadTrace<S> run_layer(MultiHeadInput<S> layer, const Mask& mask, const std::vector<HeadCut>& heads, const std::string& run) {
  layer.mask = mask;
  layer.heads = heads;
  return run_as<S>(run, [&] { return multi_head(layer); });
}

template <typename S>
CosineTrace<S> run_cosine(const Matrix<S>& rows, const std::string& run) {
  return run_as<S>(run, [&] { return cosine<S>({.rows = rows}); });
}

template <typename S>
void add_world(FactList<S>& list, const TeachingWorld& world) {
  require_lesson(world);
  const Index give = world.position("give"), ming = world.position("ming"), wang = world.position("wang");
  const auto tokens = static_cast<Index>(world.tokens.size());
  const MultiHeadInput<S> layer = sourced_layer<S>(world);
  list.add("world.tokens", S(static_cast<double>(tokens)), "tokens", "count");
  list.add("world.width", S(static_cast<double>(layer.inputs.cols())), "1", "count");

  const auto cosines = row_of(run_cosine(layer.inputs, "embedding").cosines, give);
  list.add("world.embedding.cosine.give.self", cosines[static_cast<size_t>(give)], "1", "cosine");
  list.add_order("world.embedding.rank.give", world, cosines);

  const auto open = run_layer(layer, layer.mask, layer.heads, "unmasked");
  list.add_order("world.score.rank.give", world, row_of(open.heads[0].scores, give));
  list.add("world.key.cosine.ming.wang", run_cosine(open.keys, "key").cosines(ming, wang), "1", "cosine");
  list.add("world.value.cosine.ming.wang", run_cosine(open.values, "value").cosines(ming, wang), "1", "cosine");
  add_row(list, "world.weight.unmasked.give", world, open.heads[0].weights, give, tokens);

  const Mask causal = causal_mask(tokens);
  const auto single = run_layer(layer, causal, layer.heads, "causal");
  add_row(list, "world.weight.causal.give", world, single.heads[0].weights, give, give + 1);

  const auto cut = run_layer(layer, causal, world.attention.heads, "cut");
  const Sink& sink = world.attention.sink;
  for (size_t h = 0; h < cut.heads.size(); ++h) {
    std::string letter = world.attention.heads[h].id;
    for (char& c : letter) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    add_row(list, "world.head." + letter + ".give", world, cut.heads[h].weights, give, give + 1);
    if (world.attention.heads[h].id != sink.head) continue;
    const Index query = world.position(sink.query);
    auto scores = row_of(cut.heads[h].scaled, query), weights = row_of(cut.heads[h].weights, query);
    scores.resize(static_cast<size_t>(query) + 1);
    weights.resize(static_cast<size_t>(query) + 1);
    list.add("world.sink.scores." + sink.query, scores, "1", "number");
    list.add("world.sink.weights." + sink.query, weights, "1", "percent");
  }

  add_cache(list, layer, world.attention.heads);

  RnnInput<S> recurrent = with_scalar<RnnInput<S>>(world.recurrent());
  recurrent.inputs = layer.inputs;
  label(recurrent.W_h, kWorld + "#/rnn/W_h");
  label(recurrent.W_x, kWorld + "#/rnn/W_x");
  add_row(list, "world.rnn.kept.give", world, run_as<S>("rnn", [&] { return imprint(recurrent); }).kept, give, give);
  list.add("world.rnn.updates.ming.give", S(static_cast<double>(give)) - S(static_cast<double>(ming)), "updates", "count");
}

template <typename S>
void add_softmax(FactList<S>& list, const S& head_dim) {
  const Matrix<S> example = Matrix<double>{{10, 3, -4}}.template cast<S>();
  list.add("softmax.share.10_3_-4", row_of(run_as<S>("shares", [&] { return shares<S>({.scores = example}); }).shares, 0), "1", "percent1");
  const auto weights = run_as<S>("softmax", [&] { return softmax<S>({.scores = example}); });
  list.add("softmax.weights.10_3_-4", row_of(weights.weights, 0), "1", "percent5");
  list.add("softmax.exp20", exponential(S(20)), "1", "count");
  const S deviation = score_deviation(head_dim);
  list.add("softmax.std.dk" + number_text(value_of(head_dim)), deviation, "1", "number");
  list.add("softmax.std.scaled", deviation / square_root(head_dim), "1", "number");
}

template <typename S>
void add_mask(FactList<S>& list, int tokens) {
  list.add("mask.tasks", S(tokens) - S(1), "tasks", "count");
  const PrefixCost<S> tasks = prefix_cost<S>(tokens - 1), all = prefix_cost<S>(tokens);
  list.add("mask.prefix.tasks.forwards", tasks.forwards, "passes", "count");
  list.add("mask.prefix.tasks.positions", tasks.positions, "positions", "count");
  list.add("mask.prefix.all.forwards", all.forwards, "passes", "count");
  list.add("mask.prefix.all.positions", all.positions, "positions", "count");
}

template <typename S>
void add_anchor(FactList<S>& list, const AnchorConfig& config) {
  const auto read = [&](const char* name, auto member) { return said<S>(config, name, member); };
  const S heads = read("num_attention_heads", &AnchorConfig::num_attention_heads);
  const S kv_heads = read("num_key_value_heads", &AnchorConfig::num_key_value_heads);
  const S head_dim = read("head_dim", &AnchorConfig::head_dim);
  const S context = read("max_position_embeddings", &AnchorConfig::max_position_embeddings);
  list.add("anchor.layers.total", read("num_hidden_layers", &AnchorConfig::num_hidden_layers), "layers", "count");
  list.add("anchor.layers.full", layers_said<S>(config, "full_attention"), "layers", "count");
  list.add("anchor.layers.linear", layers_said<S>(config, "linear_attention"), "layers", "count");
  list.add("anchor.width", read("hidden_size", &AnchorConfig::hidden_size), "1", "count");
  list.add("anchor.context", context, "tokens", "count");
  list.add("anchor.heads.query", heads, "heads", "count");
  list.add("anchor.heads.kv", kv_heads, "heads", "count");
  list.add("anchor.heads.group_size", heads / kv_heads, "heads", "count");
  list.add("anchor.head_dim", head_dim, "1", "count");
  list.add("anchor.heads.width", heads * head_dim, "1", "count");
  list.add("anchor.rotary_dim", read("partial_rotary_factor", &AnchorConfig::partial_rotary_factor) * head_dim, "1", "count");
  list.add_yes_no("anchor.output_gate", read("attn_output_gate", &AnchorConfig::attn_output_gate));

  const AnchorLayerTrace<S> layer = anchor_layer<S>(config);
  label(layer, "");
  list.add("anchor.layer.full.parameters", layer.parameters, "parameters", "count");
  list.add("anchor.layer.full.attention.parameters", layer.attention, "parameters", "count");
  for (const LayerPart<S>& part : layer.parts) {
    const std::string id = "anchor.layer.full." + part.id;
    list.add(id + ".rows", part.rows, "1", "count");
    list.add(id + ".columns", part.columns, "1", "count");
    list.add(id + ".parameters", part.parameters, "parameters", "count");
  }
}

template <typename S>
std::vector<Fact> facts_on(const TeachingWorld& world, const AnchorModel& anchor, const Models& models, const Papers& papers) {
  const auto tokens = static_cast<int>(world.tokens.size());
  const auto width = static_cast<int>(world.dimensions.size());
  const S example(4096);  // the length in the lesson's worked examples
  FactList<S> list;

  list.basis = kAnchor;
  add_counts(list, anchor.config, example);
  add_softmax(list, said<S>(anchor.config, "head_dim", &AnchorConfig::head_dim));
  add_anchor(list, anchor.config);
  add_models(list, model_entries(anchor, models));

  list.basis = "";
  list.add("limit.tokens", S(kMostTokens), "tokens", "count");
  list.add("limit.width", S(kMostWidth), "1", "count");
  list.add("limit.kernel", S(kMostKernel), "1", "count");
  list.add("limit.run", S(kMostRun), "1", "count");
  list.add("limit.context", S(kMostPlotted), "tokens", "count");
  list.add("limit.batch", S(kMostBatch), "1", "count");
  list.add("limit.words.least", S(kLeastWords), "words", "count");
  list.add("limit.words.most", S(kMostWords), "words", "count");
  list.add("limit.word.bytes", S(kMostWordBytes), "B", "bytes");
  list.add("limit.head_dim", S(kMostSpreadWidth), "1", "count");
  list.add("limit.seed", S(kMostSeed), "1", "count");
  list.add("spread.samples", S(kSpreadQueries) * S(kSpreadKeys), "samples", "count");
  const S additive_width(256);  // d_a of the additive example
  list.add("additive.example.d_a", additive_width, "1", "count");
  list.add("additive.scores.bytes.T4096.da256", score_bytes(example, additive_width, S(kBf16)), "B", "bytes");
  list.add("dot.scores.bytes.T4096", score_bytes(example, S(1), S(kBf16)), "B", "bytes");
  const auto decode = run_as<S>("decode", [] { return decode_cost(S(2), S(3)); });
  list.add("decode.kv.computed.without_cache", decode.without_cache, "K/V positions", "count");
  list.add("decode.kv.repeated", decode.repeated, "K/V positions", "count");
  list.add("decode.kv.computed.with_cache", decode.with_cache, "K/V positions", "count");

  list.basis = kWorld;
  add_runs(list, tokens, width);
  add_world(list, world);
  add_mask(list, tokens);

  for (const Quote& quote : papers.quotes) {
    const std::string print = quote.unit == "B" ? "bytes" : quote.unit == "1" ? "percent1" : "number";
    list.all.push_back({"papers." + quote.id, quote.value, quote.unit, print, "quoted", quote.source + ", " + quote.place});
    label(sourced<S>(quote.value, "quoted/" + quote.id), "papers." + quote.id);
  }
  return list.all;
}

}  // namespace

std::vector<Fact> facts(const TeachingWorld& world, const AnchorModel& anchor, const Models& models, const Papers& papers) {
  return facts_on<Traced>(world, anchor, models, papers);  // outside of a scope they record nothing
}

std::vector<Expression> fact_why(const TeachingWorld& world, const AnchorModel& anchor, const Models& models,
                                 const Papers& papers, const std::string& at) {
  TracingScope scope;
  facts_on<Traced>(world, anchor, models, papers);
  if (scope.names.count(at) > 0) return {explain(scope, at)};
  std::vector<Expression> list;
  for (int i = 0; scope.names.count(at + "/" + std::to_string(i)) > 0; ++i)
    list.push_back(explain(scope, at + "/" + std::to_string(i)));
  if (list.empty()) throw Refusal("range", "at", in_quotes(at), phrase("figure_id"));
  return list;
}

}  // namespace attn
