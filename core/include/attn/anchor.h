// The anchor: the published model whose real sizes the lesson uses.
#pragma once

#include <string>
#include <vector>

#include "attn/fields.h"
#include "attn/matrix.h"

namespace attn {

/// The part of a Hugging Face config.json (its text_config) that we use, under its own names.
struct AnchorConfig {
  std::string model_type;
  int num_hidden_layers = 0;
  int hidden_size = 0;
  int intermediate_size = 0;
  int num_attention_heads = 0;       ///< query heads
  int num_key_value_heads = 0;       ///< KV heads; divides the query heads
  int head_dim = 0;                  ///< a field of its own: not hidden_size / num_attention_heads
  double partial_rotary_factor = 0;  ///< share of head_dim that is rotated, in (0, 1]
  double rope_theta = 0;
  bool attn_output_gate = false;  ///< the query projection is twice as wide; its second half gates the output
  int full_attention_interval = 0;
  std::vector<std::string> layer_types;  ///< "full_attention" or "linear_attention", one a layer
  int linear_num_key_heads = 0;
  int linear_num_value_heads = 0;
  int linear_key_head_dim = 0;
  int linear_value_head_dim = 0;
  int linear_conv_kernel_dim = 0;
  std::string mamba_ssm_dtype;
  int max_position_embeddings = 0;
  int vocab_size = 0;
  int mtp_num_hidden_layers = 0;
  bool tie_word_embeddings = false;
  std::string torch_dtype;

  static constexpr auto fields() {
    return std::make_tuple(
        field("model_type", &AnchorConfig::model_type), field("num_hidden_layers", &AnchorConfig::num_hidden_layers),
        field("hidden_size", &AnchorConfig::hidden_size), field("intermediate_size", &AnchorConfig::intermediate_size),
        field("num_attention_heads", &AnchorConfig::num_attention_heads),
        field("num_key_value_heads", &AnchorConfig::num_key_value_heads), field("head_dim", &AnchorConfig::head_dim),
        field("partial_rotary_factor", &AnchorConfig::partial_rotary_factor),
        field("rope_theta", &AnchorConfig::rope_theta), field("attn_output_gate", &AnchorConfig::attn_output_gate),
        field("full_attention_interval", &AnchorConfig::full_attention_interval),
        field("layer_types", &AnchorConfig::layer_types),
        field("linear_num_key_heads", &AnchorConfig::linear_num_key_heads),
        field("linear_num_value_heads", &AnchorConfig::linear_num_value_heads),
        field("linear_key_head_dim", &AnchorConfig::linear_key_head_dim),
        field("linear_value_head_dim", &AnchorConfig::linear_value_head_dim),
        field("linear_conv_kernel_dim", &AnchorConfig::linear_conv_kernel_dim),
        field("mamba_ssm_dtype", &AnchorConfig::mamba_ssm_dtype),
        field("max_position_embeddings", &AnchorConfig::max_position_embeddings),
        field("vocab_size", &AnchorConfig::vocab_size),
        field("mtp_num_hidden_layers", &AnchorConfig::mtp_num_hidden_layers),
        field("tie_word_embeddings", &AnchorConfig::tie_word_embeddings),
        field("torch_dtype", &AnchorConfig::torch_dtype));
  }
};

struct AnchorModel {
  std::string id, name, hf_id;
  AnchorConfig config;
  std::vector<std::string> source;  ///< where the configuration was read
  std::string evidence;             ///< how far it was verified, in words
  std::string notes;

  static constexpr auto fields() {
    return std::make_tuple(field("id", &AnchorModel::id), field("name", &AnchorModel::name),
                           field("hf_id", &AnchorModel::hf_id), field("config", &AnchorModel::config),
                           field("source", &AnchorModel::source), field("evidence", &AnchorModel::evidence),
                           field("notes", &AnchorModel::notes));
  }
};

/// Reads data/anchor-model.json: strict (see json.h), sizes positive, and what the fields say of one another true
/// (as many layer_types as layers, KV heads divide query heads, an even whole number of rotated entries).
/// @throws Refusal naming file and JSON pointer
AnchorModel anchor_model(const std::string& text, const std::string& file);

/// Layers of one kind. @param type "full_attention" or "linear_attention"
int layers_of(const AnchorConfig& config, const std::string& type);

/// Entries of a head that RoPE rotates.
int rotary_dim(const AnchorConfig& config);

/// What data/anchor-model.json says, as numbers that know where they stand.
template <typename S>
S layers_said(const AnchorConfig& config, const std::string& type) {
  return sourced<S>(layers_of(config, type), "data/anchor-model.json#/config/layer_types (" + type + ")");
}
template <typename S, typename Type>
S said(const AnchorConfig& config, const char* name, Type AnchorConfig::* member) {
  return sourced<S>(config.*member, std::string("data/anchor-model.json#/config/") + name);
}

/// One learned part of a decoder layer.
template <typename S>
struct LayerPart {
  std::string id;    ///< input_norm, query, key, value, query_norm, key_norm, output, mlp_norm, gate, up, down
  S rows = 0;        ///< input width; 1 for a norm, which holds one scale a feature
  S columns = 0;     ///< output width
  S parameters = 0;  ///< rows x columns

  static constexpr auto fields() {
    return std::make_tuple(field("id", &LayerPart::id), field("rows", &LayerPart::rows),
                           field("columns", &LayerPart::columns), field("parameters", &LayerPart::parameters));
  }
};

template <typename S>
struct AnchorLayerTrace {
  std::vector<LayerPart<S>> parts;  ///< in the order in which a token passes them
  S parameters = 0;                 ///< of all parts
  S attention = 0;                  ///< of the attention half: query, key, value, their norms, output

  static constexpr auto fields() {
    return std::make_tuple(field("parts", &AnchorLayerTrace::parts), field("parameters", &AnchorLayerTrace::parameters),
                           field("attention", &AnchorLayerTrace::attention));
  }
};

/// A full-attention decoder layer of the model, no biases: the query projection carries the output gate where there
/// is one, queries and keys are normalised per head with learned scales, the MLP is gated (gate, up, down).
template <typename S>
AnchorLayerTrace<S> anchor_layer(const AnchorConfig& config) {
  const S hidden = said<S>(config, "hidden_size", &AnchorConfig::hidden_size);
  const S inner = said<S>(config, "intermediate_size", &AnchorConfig::intermediate_size);
  const S head = said<S>(config, "head_dim", &AnchorConfig::head_dim);
  const S query = said<S>(config, "num_attention_heads", &AnchorConfig::num_attention_heads) * head;
  const S kv = said<S>(config, "num_key_value_heads", &AnchorConfig::num_key_value_heads) * head;
  const S one(1);

  AnchorLayerTrace<S> t;
  std::vector<S> attention;
  const auto part = [&](const char* id, const S& rows, const S& columns, bool of_attention = false) {
    const S parameters = rows * columns;
    label(parameters, "parts/" + std::to_string(t.parts.size()) + "/parameters");
    t.parts.push_back({id, rows, columns, parameters});
    if (of_attention) attention.push_back(parameters);
  };
  part("input_norm", one, hidden);
  part("query", hidden, config.attn_output_gate ? S(2) * query : query, true);
  part("key", hidden, kv, true);
  part("value", hidden, kv, true);
  part("query_norm", one, head, true);
  part("key_norm", one, head, true);
  part("output", query, hidden, true);
  part("mlp_norm", one, hidden);
  part("gate", hidden, inner);
  part("up", hidden, inner);
  part("down", inner, hidden);
  t.attention = tree_sum<S>(static_cast<std::ptrdiff_t>(attention.size()), [&](auto i) { return attention[i]; });
  t.parameters =
      tree_sum<S>(static_cast<std::ptrdiff_t>(t.parts.size()), [&](auto i) { return t.parts[i].parameters; });
  return t;
}

}  // namespace attn
