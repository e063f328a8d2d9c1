// Names that a pasted config.json may use, and what they mean to us. For config_json.cpp and its parts.
#pragma once

#include <string>
#include <string_view>

namespace attn {

// Plain arrays and texts, since a list of std::string is built by code, and each name costs more than it is long.

struct OtherName {
  const char *name, *ours;
};

/// Names between two spaces each.
constexpr bool names(std::string_view list, std::string_view name) {
  if (name.empty() || name.find(' ') != name.npos) return false;
  for (size_t at = list.find(name); at != list.npos; at = list.find(name, at + 1))
    if (list[at - 1] == ' ' && list[at + name.size()] == ' ') return true;
  return false;
}

/// Older names of fields, each with the name that we read.
inline constexpr OtherName kAliases[] = {{"n_layer", "num_hidden_layers"},
                                         {"n_layers", "num_hidden_layers"},
                                         {"num_layers", "num_hidden_layers"},
                                         {"n_head", "num_attention_heads"},
                                         {"n_heads", "num_attention_heads"},
                                         {"n_embd", "hidden_size"},
                                         {"dim", "hidden_size"},
                                         {"n_positions", "max_position_embeddings"},
                                         {"n_ctx", "max_position_embeddings"},
                                         {"seq_length", "max_position_embeddings"},
                                         {"max_seq_len", "max_position_embeddings"},
                                         {"num_kv_heads", "num_key_value_heads"},
                                         {"n_head_kv", "num_key_value_heads"},
                                         {"n_kv_heads", "num_key_value_heads"},
                                         {"multi_query_group_num", "num_key_value_heads"},
                                         {"num_query_groups", "num_key_value_heads"},
                                         {"num_attention_groups", "num_key_value_heads"},
                                         {"kv_channels", "head_dim"},
                                         {"attention_head_dim", "head_dim"},
                                         {"layers_block_type", "layer_types"},
                                         {"attn_layer_indices", "full_attn_idxs"},
                                         {"ssm_state_size", "mamba_d_state"},
                                         {"mamba_num_heads", "mamba_n_heads"},
                                         {"mamba_head_dim", "mamba_d_head"},
                                         {"n_groups", "mamba_n_groups"},
                                         {"conv_kernel", "mamba_d_conv"},
                                         {"expand", "mamba_expand"},
                                         {"dtype", "torch_dtype"}};

/// The same for fields that only the weights rest on.
inline constexpr OtherName kWeightAliases[] = {{"n_inner", "intermediate_size"},
                                               {"hidden_dim", "intermediate_size"},
                                               {"num_local_experts", "num_experts"},
                                               {"n_routed_experts", "num_experts"}};

/// Objects that hold the configuration of the part that generates text.
inline constexpr const char* kNested[] = {"text_config", "llm_config", "language_config", "thinker_config"};

/// Switches of older names: only where one is not false does the number count, and where it is true there must be one.
inline constexpr OtherName kSwitches[] = {{"multi_query_group_num", "multi_query_attention"},
                                          {"num_query_groups", "group_query_attention"}};

/// Fields that say that layers keep something of a kind that we have no formula for.
inline constexpr std::string_view kForeign =
    " state_size ssm_cfg block_types _block_types attention_types attention_chunk_size "
    "num_kv_shared_layers use_cla cross_attention_layers global_head_dim num_global_key_value_heads "
    "swa_head_dim swa_num_key_value_heads attn_config encoder_layers is_encoder ";

/// Model types that keep a state alone, or of a kind of their own.
inline constexpr std::string_view kForeignTypes = " mamba mamba2 falcon_mamba rwkv rwkv5 rwkv6 rwkv7 recurrent_gemma ";

/// Model types that read a whole text, picture or sound at once, or have an encoder that does, so that no cache grows:
/// those of `transformers` whose classes are documented as encoders or as encoder-decoders, and the types that
/// embedding models bring along in code of their own (new, nomic_bert, gte).
inline constexpr std::string_view kEncoders =
    " bert roberta xlm-roberta xlm-roberta-xl camembert electra deberta deberta-v2 distilbert albert "
    "modernbert mpnet mobilebert squeezebert funnel longformer big_bird nystromformer roformer ernie "
    "ernie_m convbert fnet ibert mra yoso canine luke layoutlm layoutlmv2 layoutlmv3 lilt esm new "
    "nomic_bert gte jina_bert eurobert neobert t5 mt5 umt5 bart mbart pegasus marian led m2m_100 whisper "
    "clip siglip siglip2 vit deit beit dinov2 dinov3_vit swin ijepa vjepa2 wav2vec2 hubert wavlm "
    "data2vec-audio data2vec-text unispeech speech_to_text speecht5 xmod rembert ";

struct NumberType {
  const char* name;
  double bytes;
};

inline constexpr NumberType kBytes[] = {{"bfloat16", 2}, {"float16", 2},       {"float32", 4},
                                        {"float64", 8},  {"float8_e4m3fn", 1}, {"float8_e5m2", 1}};

/// Texts that say what a number of the cache is. Scales that a format of few bits brings along are not counted.
inline constexpr NumberType kCacheBytes[] = {{"bf16", 2},        {"bfloat16", 2}, {"float16", 2}, {"float8_e4m3fn", 1},
                                             {"float8_e5m2", 1}, {"fp16", 2},     {"fp4", 0.5},   {"fp8", 1},
                                             {"fp8_e4m3", 1},    {"fp8_e5m2", 1}, {"int4", 0.5},  {"int8", 1},
                                             {"mxfp4", 0.5},     {"nvfp4", 0.5}};

/// What the class of a model type in `transformers` takes where its file is silent, if that is not what the other
/// fields would give.
struct ClassDefault {
  const char *type, *field;
  int value;
  const char* source;
};

inline constexpr ClassDefault kClassDefaults[] = {{"gemma", "num_key_value_heads", 16, "GemmaConfig"},
                                                  {"gemma", "head_dim", 256, "GemmaConfig"},
                                                  {"gemma2", "num_attention_heads", 8, "Gemma2Config"},
                                                  {"gemma2", "num_key_value_heads", 4, "Gemma2Config"},
                                                  {"gemma2", "head_dim", 256, "Gemma2Config"},
                                                  {"gemma2", "sliding_window", 4096, "Gemma2Config"},
                                                  {"gemma3_text", "num_attention_heads", 8, "Gemma3TextConfig"},
                                                  {"gemma3_text", "num_key_value_heads", 4, "Gemma3TextConfig"},
                                                  {"gemma3_text", "head_dim", 256, "Gemma3TextConfig"},
                                                  {"gemma3_text", "sliding_window", 4096, "Gemma3TextConfig"},
                                                  {"mistral", "num_key_value_heads", 8, "MistralConfig"},
                                                  {"mixtral", "num_key_value_heads", 8, "MixtralConfig"},
                                                  {"qwen3", "head_dim", 128, "Qwen3Config"},
                                                  {"glm", "num_key_value_heads", 2, "GlmConfig"},
                                                  {"glm", "head_dim", 128, "GlmConfig"},
                                                  {"glm4", "num_key_value_heads", 2, "Glm4Config"},
                                                  {"glm4", "head_dim", 128, "Glm4Config"},
                                                  {"starcoder2", "num_key_value_heads", 2, "Starcoder2Config"},
                                                  {"gpt_oss", "head_dim", 64, "GptOssConfig"},
                                                  {"gpt_oss", "num_key_value_heads", 8, "GptOssConfig"},
                                                  {"gpt_oss", "sliding_window", 128, "GptOssConfig"}};

/// The bytes of a type by its name, 0 for one that is not among them.
template <size_t N>
double bytes_of(const NumberType (&types)[N], std::string_view name) {
  for (const NumberType& type : types)
    if (name == type.name) return type.bytes;
  return 0;
}

/// Why a field changes no cache: a word for the page, or nullptr for a name that is not known.
const char* inert(const std::string& name);

}  // namespace attn
