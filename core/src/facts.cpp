#include "attn/facts.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numeric>
#include <set>

#include "attn/cost.h"
#include "attn/counting.h"
#include "attn/mask.h"
#include "attn/softmax.h"

namespace attn {
namespace {

const std::string kWorld = "data/teaching-world.json";
const std::string kAnchor = "data/anchor-model.json";
constexpr double kBf16 = 2, kFp32 = 4;  // bytes a number

class List {
 public:
  void add(const std::string& id, FactValue value, const std::string& unit, const std::string& print) {
    all.push_back({id, std::move(value), unit, print, "computed", basis});
  }

  std::vector<Fact> all;
  std::string basis;  ///< of what is added next
};

/// The counting panel's examples, and the counts of runs at the size of the teaching world.
void add_counts(List& list, double tokens, double width, double context) {
  const auto at = [](double T, double d) { return cost({.tokens = T, .width = d}); };
  const CostTrace example = at(tokens, width);
  list.add("count.example.T", tokens, "tokens", "count");
  list.add("count.example.rnn.serial_steps", example.recurrent.serial_steps, "steps", "count");
  list.add("count.example.rnn.path", example.recurrent.path, "updates", "count");
  list.add("count.example.attention.serial_steps", example.self_attention.serial_steps, "steps", "count");
  list.add("count.example.attention.path", example.self_attention.path, "hops", "count");

  for (const double T : std::set{tokens, width, context}) {  // each length once, should two of them be equal
    const std::string size = ".T" + number_text(T) + ".d" + number_text(width);
    const CostTrace here = at(T, width);
    list.add("count.ratio" + size, here.ratio, "1", "number");
    list.add("count.work.attention" + size, here.self_attention.work, "multiply-adds", "count");
    list.add("count.work.rnn" + size, here.recurrent.work, "multiply-adds", "count");
  }
}

void add_runs(List& list, int tokens, int width) {
  const CountingTrace run = counting({.tokens = tokens, .width = width});
  const std::string T = ".T" + std::to_string(tokens), size = T + ".d" + std::to_string(width);
  list.add("count.run.rnn" + size, run.recurrent.multiply_adds, "multiply-adds", "count");
  list.add("count.run.rnn" + size + ".span", run.recurrent.span, "operations", "count");
  list.add("count.run.attention.causal" + size + ".core", run.attention.multiply_adds, "multiply-adds", "count");
  list.add("count.run.attention.causal" + size + ".span", run.attention.span, "operations", "count");
  list.add("count.run.attention" + size + ".projections", run.projections.multiply_adds, "multiply-adds", "count");
  list.add("count.run.attention.causal" + T + ".exponentials", run.attention.exponentials, "exponentials", "count");
  list.add("count.layer.attention.causal" + size, run.layer.multiply_adds, "multiply-adds", "count");
  list.add("count.layer.ratio" + size, run.layer.multiply_adds / run.recurrent.multiply_adds, "1", "number");
  const double wide = cost({.tokens = 512, .width = 64, .projections = true, .causal = true}).ratio;
  list.add("count.layer.ratio.T512.d64", wide, "1", "number");
}

std::vector<std::string> ranked(const TeachingWorld& world, const std::vector<double>& by) {
  std::vector<size_t> order(by.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return by[a] > by[b]; });
  std::vector<std::string> names;
  for (const size_t token : order) names.push_back(world.tokens[token].text);
  return names;
}

std::vector<double> row_of(const Matrix<double>& m, Index row) { return {m.row(row).begin(), m.row(row).end()}; }

/// Row `query` of a weight matrix, one fact for each key it sees.
void add_row(List& list, const std::string& id, const TeachingWorld& world, const Matrix<double>& weights, Index query,
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
  if (ids != "A, B") throw Refusal("range", "attention/heads", "heads " + ids, "two heads, A and B");
}

void add_world(List& list, const TeachingWorld& world) {
  require_lesson(world);
  const Index give = world.position("give"), ming = world.position("ming"), wang = world.position("wang");
  const auto tokens = static_cast<Index>(world.tokens.size());
  const Matrix<double> embeddings = world.embeddings();
  list.add("world.tokens", static_cast<double>(tokens), "tokens", "count");
  list.add("world.width", static_cast<double>(embeddings.cols()), "1", "count");

  std::vector<double> cosines;
  for (Index token = 0; token < tokens; ++token) cosines.push_back(cosine(embeddings, give, token));
  list.add("world.embedding.cosine.give.self", cosines[static_cast<size_t>(give)], "1", "cosine");
  list.add("world.embedding.rank.give", ranked(world, cosines), "order", "order");

  const auto open = multi_head(world.self_attention(full_mask(tokens, tokens), false));
  list.add("world.score.rank.give", ranked(world, row_of(open.heads[0].scores, give)), "order", "order");
  list.add("world.key.cosine.ming.wang", cosine(open.keys, ming, wang), "1", "cosine");
  list.add("world.value.cosine.ming.wang", cosine(open.values, ming, wang), "1", "cosine");
  add_row(list, "world.weight.unmasked.give", world, open.heads[0].weights, give, tokens);

  const Mask causal = causal_mask(tokens);
  const auto single = multi_head(world.self_attention(causal, false));
  add_row(list, "world.weight.causal.give", world, single.heads[0].weights, give, give + 1);

  const auto cut = multi_head(world.self_attention(causal, true));
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

  const ImprintTrace left = imprint(world.recurrent());
  add_row(list, "world.rnn.kept.give", world, left.kept, give, give);
  list.add("world.rnn.updates.ming.give", static_cast<double>(give - ming), "updates", "count");
}

void add_softmax(List& list, double head_dim) {
  const Matrix<double> example{{10, 3, -4}};
  list.add("softmax.share.10_3_-4", row_of(example / example.sum(), 0), "1", "percent1");
  list.add("softmax.weights.10_3_-4", row_of(softmax<double>({.scores = example}).weights, 0), "1", "percent5");
  list.add("softmax.exp20", exponential(20.0), "1", "count");
  const double deviation = score_deviation(head_dim);
  list.add("softmax.std.dk" + number_text(head_dim), deviation, "1", "number");
  list.add("softmax.std.scaled", deviation / std::sqrt(head_dim), "1", "number");
}

void add_mask(List& list, int tokens) {
  list.add("mask.tasks", static_cast<double>(tokens - 1), "tasks", "count");
  const PrefixCost tasks = prefix_cost(tokens - 1), all = prefix_cost(tokens);
  list.add("mask.prefix.tasks.forwards", tasks.forwards, "passes", "count");
  list.add("mask.prefix.tasks.positions", tasks.positions, "positions", "count");
  list.add("mask.prefix.all.forwards", all.forwards, "passes", "count");
  list.add("mask.prefix.all.positions", all.positions, "positions", "count");
}

void add_anchor(List& list, const AnchorConfig& config) {
  list.add("anchor.layers.total", static_cast<double>(config.num_hidden_layers), "layers", "count");
  list.add("anchor.layers.full", static_cast<double>(layers_of(config, "full_attention")), "layers", "count");
  list.add("anchor.layers.linear", static_cast<double>(layers_of(config, "linear_attention")), "layers", "count");
  list.add("anchor.width", static_cast<double>(config.hidden_size), "1", "count");
  list.add("anchor.context", static_cast<double>(config.max_position_embeddings), "tokens", "count");
  list.add("anchor.heads.query", static_cast<double>(config.num_attention_heads), "heads", "count");
  list.add("anchor.heads.kv", static_cast<double>(config.num_key_value_heads), "heads", "count");
  list.add("anchor.heads.group_size", static_cast<double>(config.num_attention_heads / config.num_key_value_heads), "heads", "count");
  list.add("anchor.head_dim", static_cast<double>(config.head_dim), "1", "count");
  list.add("anchor.heads.width", static_cast<double>(config.num_attention_heads) * config.head_dim, "1", "count");
  list.add("anchor.rotary_dim", static_cast<double>(rotary_dim(config)), "1", "count");
  list.add("anchor.output_gate", config.attn_output_gate, "boolean", "boolean");

  const AnchorLayerTrace layer = anchor_layer(config);
  list.add("anchor.layer.full.parameters", layer.parameters, "parameters", "count");
  list.add("anchor.layer.full.attention.parameters", layer.attention, "parameters", "count");
  for (const LayerPart& part : layer.parts) {
    const std::string id = "anchor.layer.full." + part.id;
    list.add(id + ".rows", part.rows, "1", "count");
    list.add(id + ".columns", part.columns, "1", "count");
    list.add(id + ".parameters", part.parameters, "parameters", "count");
  }

  const auto store = [&](const std::string& layout, int kv_heads) {
    const double token = kv_bytes_per_token(config, kv_heads, kBf16);
    list.add("anchor.kv." + layout + ".bytes_per_token", token, "B", "bytes");
    list.add("anchor.kv." + layout + ".bytes_at_context", token * config.max_position_embeddings, "B", "bytes");
  };
  store("mha", config.num_attention_heads);
  store("mqa", 1);
  store("gqa", config.num_key_value_heads);
  list.add("anchor.linear.state_bytes", linear_state_bytes(config, kFp32), "B", "bytes");
}

}  // namespace

std::vector<Fact> facts(const TeachingWorld& world, const AnchorModel& anchor, const Papers& papers) {
  const auto tokens = static_cast<int>(world.tokens.size());
  const auto width = static_cast<int>(world.dimensions.size());
  constexpr double example = 4096;  // the length in the lesson's worked examples
  List list;

  list.basis = kAnchor;
  add_counts(list, example, anchor.config.hidden_size, anchor.config.max_position_embeddings);
  add_softmax(list, anchor.config.head_dim);
  add_anchor(list, anchor.config);

  list.basis = "";
  list.add("limit.tokens", kMostTokens, "tokens", "count");
  list.add("limit.width", kMostWidth, "1", "count");
  list.add("limit.kernel", kMostKernel, "1", "count");
  list.add("limit.run", static_cast<double>(kMostRun), "1", "count");
  constexpr double additive_width = 256;  // d_a of the additive example
  list.add("additive.example.d_a", additive_width, "1", "count");
  list.add("additive.scores.bytes.T4096.da256", score_bytes(example, additive_width, kBf16), "B", "bytes");
  list.add("dot.scores.bytes.T4096", score_bytes(example, 1, kBf16), "B", "bytes");
  const DecodeCost decode = decode_cost(2, 3);
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
  }
  return list.all;
}

}  // namespace attn
