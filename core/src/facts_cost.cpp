// The figures of the counting panel: examples, runs that count, and the limits of what is counted.
#include <algorithm>

#include "attn/cost.h"
#include "attn/counting.h"
#include "fact_topics.h"

namespace attn {
namespace {

using S = Traced;

constexpr double kBf16 = 2;  // bytes a number

}  // namespace

/// The counting panel's examples.
void add_cost_facts(FactList& list, const AnchorConfig& config, const S& tokens) {
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
void add_counting_facts(FactList& list, const TeachingWorld& world) {
  const auto tokens = static_cast<int>(world.tokens.size()), width = static_cast<int>(world.dimensions.size());
  const CountingTrace run = counting({.tokens = tokens, .width = width});
  const std::string T = ".T" + std::to_string(tokens), size = T + ".d" + std::to_string(width);
  const auto tally = [](double count, const char* what) { return sourced<S>(count, std::string("counted/") + what); };
  const S recurrent = tally(run.recurrent.multiply_adds, "recurrent/multiply_adds");
  const S layer = tally(run.layer.multiply_adds, "layer/multiply_adds");
  list.add("count.run.rnn" + size, recurrent, "multiply-adds", "count");
  list.add("count.run.rnn" + size + ".span", tally(run.recurrent.span, "recurrent/span"), "operations", "count");
  list.add("count.run.attention.causal" + size + ".core", tally(run.attention.multiply_adds, "attention/multiply_adds"),
           "multiply-adds", "count");
  list.add("count.run.attention.causal" + size + ".span", tally(run.attention.span, "attention/span"), "operations",
           "count");
  list.add("count.run.attention" + size + ".projections",
           tally(run.projections.multiply_adds, "projections/multiply_adds"), "multiply-adds", "count");
  list.add("count.run.attention.causal" + T + ".exponentials",
           tally(run.attention.exponentials, "attention/exponentials"), "exponentials", "count");
  list.add("count.layer.attention.causal" + size, layer, "multiply-adds", "count");
  list.add("count.layer.attention.causal" + size + ".span", tally(run.layer.span, "layer/span"), "operations", "count");
  list.add("count.layer.ratio" + size, layer / recurrent, "1", "number");
  const S wide = run_as<S>("T512", [] {
                   return cost<S>({.tokens = 512, .width = 64, .projections = true, .causal = true});
                 }).ratio;
  list.add("count.layer.ratio.T512.d64", wide, "1", "number");
}

void add_cost_limits(FactList& list) {
  list.add("limit.tokens", S(kMostTokens), "tokens", "count");
  list.add("limit.width", S(kMostWidth), "1", "count");
  list.add("limit.kernel", S(kMostKernel), "1", "count");
  list.add("limit.run", S(kMostRun), "1", "count");
}

void add_score_facts(FactList& list, const S& tokens) {
  const S additive_width(256);  // d_a of the additive example
  list.add("additive.example.d_a", additive_width, "1", "count");
  list.add("additive.scores.bytes.T4096.da256", score_bytes(tokens, additive_width, S(kBf16)), "B", "bytes");
  list.add("dot.scores.bytes.T4096", score_bytes(tokens, S(1), S(kBf16)), "B", "bytes");
}

}  // namespace attn
