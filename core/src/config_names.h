// Names that a pasted config.json may use, and what they mean to us. For config_json.cpp.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace attn {

/// Older names of fields, each with the name that we read.
inline const std::vector<std::pair<std::string, std::string>> kAliases{{"n_layer", "num_hidden_layers"},
                                                                       {"num_layers", "num_hidden_layers"},
                                                                       {"n_head", "num_attention_heads"},
                                                                       {"n_embd", "hidden_size"},
                                                                       {"n_positions", "max_position_embeddings"},
                                                                       {"n_ctx", "max_position_embeddings"},
                                                                       {"num_kv_heads", "num_key_value_heads"},
                                                                       {"n_head_kv", "num_key_value_heads"},
                                                                       {"multi_query_group_num", "num_key_value_heads"},
                                                                       {"num_query_groups", "num_key_value_heads"},
                                                                       {"num_attention_groups", "num_key_value_heads"},
                                                                       {"kv_channels", "head_dim"},
                                                                       {"seq_length", "max_position_embeddings"},
                                                                       {"dtype", "torch_dtype"}};

/// Switches of older names: only where one is not false does the number count, and where it is true there must be one.
inline const std::map<std::string, std::string> kSwitches{{"multi_query_group_num", "multi_query_attention"},
                                                          {"num_query_groups", "group_query_attention"}};

/// Fields that say that layers keep something of a kind that we have no formula for.
inline const std::vector<std::string> kForeign{"state_size",
                                               "mamba_d_state",
                                               "ssm_cfg",
                                               "layers_block_type",
                                               "block_types",
                                               "_block_types",
                                               "hybrid_override_pattern",
                                               "attention_types",
                                               "attention_chunk_size",
                                               "num_kv_shared_layers",
                                               "use_cla",
                                               "cross_attention_layers",
                                               "global_head_dim",
                                               "num_global_key_value_heads",
                                               "swa_head_dim",
                                               "swa_num_key_value_heads",
                                               "attn_config",
                                               "block_configs",
                                               "full_attn_idxs",
                                               "sparse_attention_config",
                                               "encoder_layers"};

/// Model types that do not generate from a growing cache of K and V, or not from that alone.
inline const std::vector<std::string> kForeignTypes{
    "mamba",   "mamba2",      "falcon_mamba", "rwkv",    "rwkv5",      "rwkv6",      "rwkv7",  "bert",
    "roberta", "xlm-roberta", "electra",      "deberta", "deberta-v2", "distilbert", "albert", "modernbert",
    "t5",      "mt5",         "bart",         "whisper", "clip",       "vit",        "mpnet",  "camembert",
    "new",     "dinov2",      "wav2vec2",     "esm",     "nomic_bert"};

inline const std::map<std::string, double> kBytes{
    {"bfloat16", 2}, {"float16", 2}, {"float32", 4}, {"float8_e4m3fn", 1}, {"float8_e5m2", 1}};

}  // namespace attn
