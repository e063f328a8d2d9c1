// The figures of the anchor model's configuration and of one of its layers.
#include "attn/anchor.h"
#include "fact_topics.h"

namespace attn {
namespace {

using S = Traced;

}  // namespace

void add_anchor_facts(FactList& list, const AnchorConfig& config) {
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
  list.add("anchor.rotary_dim", read("partial_rotary_factor", &AnchorConfig::partial_rotary_factor) * head_dim, "1",
           "count");
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

}  // namespace attn
