// The figures of published models: bytes for every token, windows, states.
#include "attn/memory.h"
#include "fact_topics.h"

namespace attn {
namespace {

using S = Traced;

constexpr double kBf16 = 2;  // bytes a number

/// One model's memory for one sequence; its numbers are found under `run`.
MemoryTrace<S> keep(const std::string& run, const std::vector<LayerGroup>& groups, const S& tokens,
                    bool as_stored = false) {
  return run_as<S>(run, [&] {
    return memory<S>({.groups = groups, .tokens = tokens, .batch = 1, .bytes = kBf16, .as_stored = as_stored});
  });
}

/// With another layout; a model that has it already is no what-if.
const std::vector<LayerGroup>& what_if(const ModelEntry& model, const std::string& id) {
  for (const WhatIf& what : model.what_ifs)
    if (what.id == id) return what.groups;
  if (model.family == id) return model.groups;
  throw Refusal("range", "model", in_quotes(model.id), phrase("with_layout", id));
}

}  // namespace

void add_model_facts(FactList& list, const std::vector<ModelEntry>& entries) {
  const auto bytes = [&](const std::string& id, const S& value) { list.add(id, value, "B", "bytes"); };
  const auto context = [](const ModelEntry& model) { return number_of<S>(model.context); };

  const ModelEntry& anchor = entries.front();
  const auto own = keep("anchor", anchor.groups, context(anchor));
  const auto layout = [&](const std::string& id, const std::vector<LayerGroup>& groups) {
    const auto t = keep("anchor-" + id, groups, context(anchor));
    bytes("anchor.kv." + id + ".bytes_per_token", t.cache_bytes_per_token);
    bytes("anchor.kv." + id + ".bytes_at_context", t.cache_bytes);
  };
  layout("mha", what_if(anchor, "mha"));
  layout("mqa", what_if(anchor, "mqa"));
  layout("gqa", anchor.groups);
  list.add("anchor.kv.numbers_per_token_per_layer", own.groups.front().numbers, "numbers", "count");
  bytes("anchor.linear.state_bytes", own.state_bytes);
  bytes("anchor.linear.conv_bytes", own.conv_bytes);
  bytes("anchor.sequence.bytes_at_context", own.sequence_bytes);
  const S billion = S(1000) * S(1000) * S(1000);
  const S weights = S(27) * billion * S(kBf16);  // of as many parameters as the model's name rounds them to
  bytes("anchor.weights.bytes_by_name", weights);
  bytes("anchor.weights_and_sequence.bytes_at_context", weights + own.sequence_bytes);
  bytes("units.80gb.bytes", S(80) * billion);

  const S million = S(1024) * S(1024);  // the length that reports call 1M
  list.add("models.example.T", million, "tokens", "count");

  const ModelEntry& dense = model_entry(entries, "deepseek-llm-67b");
  const auto gqa = keep("deepseek-67b", dense.groups, million);
  list.add("deepseek-67b.context", context(dense), "tokens", "count");
  bytes("deepseek-67b.kv.bytes_per_token", gqa.bytes_per_token);
  list.add("deepseek-67b.kv.mha.bytes_per_token",
           keep("deepseek-67b-mha", what_if(dense, "mha"), million).bytes_per_token, "B", "KiB");
  bytes("deepseek-67b.kv.bytes_at_1m", gqa.cache_bytes);

  const ModelEntry& two = model_entry(entries, "deepseek-v2");
  const auto v2 = keep("deepseek-v2", two.groups, context(two));
  list.add("mla.numbers_per_token_per_layer", v2.groups.front().numbers, "numbers", "count");
  bytes("deepseek-v2.kv.bytes_per_token", v2.bytes_per_token);
  list.add("deepseek-v2.kv.saving_vs_67b", S(1) - v2.bytes_per_token / gqa.bytes_per_token, "1", "percent1");
  list.add("deepseek-v2.kv.saving_vs_67b.6bit", S(1) - v2.numbers_per_token * S(6) / S(8) / gqa.bytes_per_token, "1",
           "percent1");

  const ModelEntry& three = model_entry(entries, "deepseek-v3");
  const auto v3 = keep("deepseek-v3", three.groups, context(three));
  const auto expanded = keep("deepseek-v3-expanded", what_if(three, "mla_expanded"), context(three));
  bytes("deepseek-v3.kv.bytes_per_token", v3.bytes_per_token);
  bytes("deepseek-v3.kv.expanded.bytes_per_token", expanded.bytes_per_token);
  list.add("deepseek-v3.kv.expanded.ratio", expanded.bytes_per_token / v3.bytes_per_token, "1", "number");

  const ModelEntry& frontier = model_entry(entries, "glm-5.3");
  const auto glm = keep("glm-5.3", frontier.groups, context(frontier));
  list.add("glm-5.3.context", context(frontier), "tokens", "count");
  bytes("glm-5.3.kv.bytes_per_token", glm.cache_bytes_per_token);
  bytes("glm-5.3.kv.bytes_at_context", glm.cache_bytes);
  bytes("glm-5.3.index.bytes_per_token", glm.index_bytes_per_token);
  bytes("glm-5.3.sequence.bytes_at_context", glm.sequence_bytes);

  // From here on as the models' own formats pack their rows, index keys with them.
  const auto stored = [&](const std::string& id) {
    const ModelEntry& model = model_entry(entries, id);
    const auto t = keep(id, model.groups, context(model), true);
    bytes(id + ".kv.global_bytes_per_token", t.bytes_per_token);
    return t;
  };
  stored("deepseek-v3.2");
  stored("deepseek-v4-pro");
  const auto v4 = stored("deepseek-v4-flash"), v41 = stored("deepseek-v4.1-flash");
  bytes("deepseek-v4.1-flash.window_bytes", v41.window_full_bytes);
  list.add("deepseek-v4.1-flash.kv.ratio_to_67b", gqa.bytes_per_token / v41.bytes_per_token, "1", "number");
  list.add("deepseek-v4.1-flash.kv.ratio_to_v4-flash", v4.bytes_per_token / v41.bytes_per_token, "1", "number");
}

void add_memory_limits(FactList& list) {
  list.add("limit.context", S(kMostPlotted), "tokens", "count");
  list.add("limit.batch", S(kMostBatch), "1", "count");
  list.add("limit.text", S(kMostTextBytes), "B", "count");
  // Graphics cards are named in GB: what the largest budget's name comes to, and how far the two units are apart.
  const S giga = S(1000) * S(1000) * S(1000), gibi = S(1024) * S(1024) * S(1024);
  list.add("units.141gb.bytes", S(141) * giga, "B", "bytes");
  list.add("units.gib_over_gb", gibi / giga - S(1), "1", "percent1");
}

}  // namespace attn
