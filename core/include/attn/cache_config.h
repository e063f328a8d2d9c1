// What a configuration says that decides how much a model keeps while it generates.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attn/fields.h"

namespace attn {

/// The linear layers of Kimi Linear and its kin.
struct LinearAttnConfig {
  int num_heads = 0;
  int head_dim = 0;
  int short_conv_kernel_size = 0;
  std::optional<std::vector<int>> kda_layers;        ///< numbers of the linear layers, from 1
  std::optional<std::vector<int>> full_attn_layers;  ///< numbers of the others, from 1

  static constexpr auto fields() {
    return std::make_tuple(field("num_heads", &LinearAttnConfig::num_heads),
                           field("head_dim", &LinearAttnConfig::head_dim),
                           field("short_conv_kernel_size", &LinearAttnConfig::short_conv_kernel_size),
                           option("kda_layers", &LinearAttnConfig::kda_layers),
                           option("full_attn_layers", &LinearAttnConfig::full_attn_layers));
  }
};

/// The fields of a Hugging Face config.json (its text_config) that memory rests on, under their own names. No model has
/// all of them; what is not there stays empty. Sizes are whole, 1 ... 2^24 (see require_sizes).
struct CacheConfig {
  std::optional<std::string> model_type;
  std::optional<std::string> torch_dtype;
  std::optional<int> num_hidden_layers;  ///< layers
  std::optional<int> hidden_size;
  std::optional<int> num_attention_heads;        ///< query heads
  std::optional<int> num_key_value_heads;        ///< KV heads; divides the query heads
  std::optional<int> head_dim;                   ///< width of a key and of a value of one head; a field of its own
  std::optional<int> v_head_dim;                 ///< width of a value of one head, where it is another one
  std::optional<bool> multi_query;               ///< true: one KV head
  std::optional<bool> new_decoder_architecture;  ///< true: the number of KV heads counts, and multi_query does not
  std::optional<int> max_position_embeddings;    ///< the context, tokens
  std::optional<int> model_max_length;           ///< likewise, where it says more

  std::optional<int> sliding_window;                    ///< tokens that a layer with a window keeps
  std::optional<bool> use_sliding_window;               ///< false: no layer has a window
  std::optional<int> max_window_layers;                 ///< from this layer on they have one, counted from 0
  std::optional<int> sliding_window_pattern;            ///< every so many layers one has none
  std::optional<std::vector<std::string>> layer_types;  ///< one a layer, by the names of layer_kinds.cpp
  std::optional<std::vector<int>> attn_type_list;       ///< one a layer: 1 full, 0 linear
  std::optional<int> full_attention_interval;           ///< every so many layers one is full, the others linear
  std::optional<int> layer_group_size;                  ///< likewise
  std::optional<std::vector<int>> full_attn_idxs;       ///< layers with attention, from 0; the others keep a state
  std::optional<int> attn_layer_period;                 ///< every so many layers one has attention, the others a state
  std::optional<int> attn_layer_offset;                 ///< the first of them, from 0
  std::optional<std::vector<int>> num_key_value_heads_per_layer;  ///< one a layer; 0 for one without attention
  std::optional<int> total_ut_steps;  ///< how often a token goes through all layers; each time keeps its own

  std::optional<int> kv_lora_rank;                        ///< width of the latent that MLA keeps instead of K and V
  std::optional<int> qk_nope_head_dim;                    ///< width of a rebuilt key without its rotary part
  std::optional<int> qk_rope_head_dim;                    ///< width of the rotary key that all heads share; may be 0
  std::optional<int> index_n_heads;                       ///< query heads of the indexer
  std::optional<int> index_head_dim;                      ///< width of an index key, one a token
  std::optional<int> index_topk;                          ///< tokens that the indexer picks
  std::optional<int> index_topk_freq;                     ///< every so many layers one runs its own indexer
  std::optional<int> index_skip_topk_offset;              ///< the first so many do as well
  std::optional<std::vector<std::string>> indexer_types;  ///< one a layer: full (its own indexer) or shared
  std::optional<int> index_kpool;                         ///< tokens pooled into one index key
  std::optional<int> indexer_head_dim;                    ///< width of an index key, in models without MLA
  std::optional<int> indexer_kv_heads;                    ///< index keys a row
  std::optional<int> indexer_compress_ratio;              ///< tokens pooled into one of their rows

  std::optional<std::vector<int>> compress_ratios;  ///< one a layer: tokens pooled into one row; 0 for a window only
  std::optional<std::vector<int>> kv_source_layer_ids;  ///< layers that own rows, from 0; the others read theirs

  std::optional<int> linear_num_key_heads;
  std::optional<int> linear_num_value_heads;  ///< heads that have a state
  std::optional<int> linear_key_head_dim;
  std::optional<int> linear_value_head_dim;
  std::optional<int> linear_conv_kernel_dim;        ///< tokens under the short convolution
  std::optional<int> num_kv_heads_for_linear_attn;  ///< heads that have a state, in lightning attention
  std::optional<LinearAttnConfig> linear_attn_config;

  std::optional<int> mamba_d_state;   ///< width of the state of a Mamba layer
  std::optional<int> mamba_n_heads;   ///< heads with such a state; Mamba-1 has none
  std::optional<int> mamba_d_head;    ///< channels of a head
  std::optional<int> mamba_n_groups;  ///< groups that share B and C
  std::optional<int> mamba_d_conv;    ///< tokens under its convolution
  std::optional<int> mamba_expand;    ///< channels in all, as a multiple of hidden_size
  std::optional<int> conv_L_cache;    ///< tokens under the short convolution of a layer that is nothing else

  static constexpr auto fields() {
    using C = CacheConfig;
    return std::make_tuple(
        option("model_type", &C::model_type), option("torch_dtype", &C::torch_dtype),
        option("num_hidden_layers", &C::num_hidden_layers), option("hidden_size", &C::hidden_size),
        option("num_attention_heads", &C::num_attention_heads), option("num_key_value_heads", &C::num_key_value_heads),
        option("head_dim", &C::head_dim), option("v_head_dim", &C::v_head_dim), option("multi_query", &C::multi_query),
        option("new_decoder_architecture", &C::new_decoder_architecture),
        option("max_position_embeddings", &C::max_position_embeddings),
        option("model_max_length", &C::model_max_length), option("sliding_window", &C::sliding_window),
        option("use_sliding_window", &C::use_sliding_window), option("max_window_layers", &C::max_window_layers),
        option("sliding_window_pattern", &C::sliding_window_pattern), option("layer_types", &C::layer_types),
        option("attn_type_list", &C::attn_type_list), option("full_attention_interval", &C::full_attention_interval),
        option("layer_group_size", &C::layer_group_size), option("kv_lora_rank", &C::kv_lora_rank),
        option("qk_nope_head_dim", &C::qk_nope_head_dim), option("qk_rope_head_dim", &C::qk_rope_head_dim),
        option("index_n_heads", &C::index_n_heads), option("index_head_dim", &C::index_head_dim),
        option("index_topk", &C::index_topk), option("index_topk_freq", &C::index_topk_freq),
        option("index_skip_topk_offset", &C::index_skip_topk_offset), option("indexer_types", &C::indexer_types),
        option("index_kpool", &C::index_kpool), option("indexer_head_dim", &C::indexer_head_dim),
        option("indexer_kv_heads", &C::indexer_kv_heads), option("indexer_compress_ratio", &C::indexer_compress_ratio),
        option("compress_ratios", &C::compress_ratios), option("kv_source_layer_ids", &C::kv_source_layer_ids),
        option("linear_num_key_heads", &C::linear_num_key_heads),
        option("linear_num_value_heads", &C::linear_num_value_heads),
        option("linear_key_head_dim", &C::linear_key_head_dim),
        option("linear_value_head_dim", &C::linear_value_head_dim),
        option("linear_conv_kernel_dim", &C::linear_conv_kernel_dim),
        option("num_kv_heads_for_linear_attn", &C::num_kv_heads_for_linear_attn),
        option("linear_attn_config", &C::linear_attn_config), option("full_attn_idxs", &C::full_attn_idxs),
        option("attn_layer_period", &C::attn_layer_period), option("attn_layer_offset", &C::attn_layer_offset),
        option("num_key_value_heads_per_layer", &C::num_key_value_heads_per_layer),
        option("total_ut_steps", &C::total_ut_steps), option("mamba_d_state", &C::mamba_d_state),
        option("mamba_n_heads", &C::mamba_n_heads), option("mamba_d_head", &C::mamba_d_head),
        option("mamba_n_groups", &C::mamba_n_groups), option("mamba_d_conv", &C::mamba_d_conv),
        option("mamba_expand", &C::mamba_expand), option("conv_L_cache", &C::conv_L_cache));
  }
};

}  // namespace attn
