#include "attn/parameters.h"

#include <algorithm>
#include <cstring>

namespace attn {
namespace {

enum class Norms { none, head, whole };  // of queries and keys: over each head, or over all of them at once

/// What the class of a model type in `transformers` builds and its configuration does not say.
struct Convention {
  const char* type;
  int norms;      ///< in a layer, of the model's width
  bool tied;      ///< the head is the embedding, where nothing else is said
  bool qkv_bias;  ///< whatever attention_bias says
  Norms qk_norms;
};

constexpr Convention kConventions[] = {{"llama", 2, false, false, Norms::none},
                                       {"mistral", 2, false, false, Norms::none},
                                       {"mixtral", 2, false, false, Norms::none},
                                       {"phi3", 2, false, false, Norms::none},
                                       {"qwen2", 2, false, true, Norms::none},
                                       {"qwen3", 2, false, false, Norms::head},
                                       {"qwen3_moe", 2, false, false, Norms::head},
                                       {"qwen3_vl_text", 2, false, false, Norms::head},
                                       {"qwen3_vl_moe_text", 2, false, false, Norms::head},
                                       {"olmo2", 2, false, false, Norms::whole},
                                       {"gemma", 2, true, false, Norms::none},
                                       {"gemma2", 4, true, false, Norms::none},
                                       {"gemma3_text", 4, true, false, Norms::head},
                                       {"cohere", 1, true, false, Norms::none},
                                       {"deepseek_v2", 2, false, false, Norms::none},
                                       {"deepseek_v3", 2, false, false, Norms::none},
                                       {"kimi_k2", 2, false, false, Norms::none}};

class Count {
 public:
  explicit Count(const WeightConfig& config) : c_(config) {}

  ParameterCount read() {
    if (c_.model_type == "gpt2") {
      gpt2();
    } else if (const Convention* own = convention()) {
      gated(*own);
    } else {
      result_.missing = "model_type";
    }
    if (!result_.missing.empty()) return {.total = 0, .parts = {}, .missing = result_.missing};
    for (const ParameterPart& part : result_.parts) result_.total += part.count;
    return result_;
  }

 private:
  const Convention* convention() const {
    for (const Convention& one : kConventions)
      if (c_.model_type == one.type) return &one;
    return nullptr;
  }

  double need(const char* name, const std::optional<int>& value) {
    if (value) return *value;
    if (result_.missing.empty()) result_.missing = name;
    return 0;
  }

  /// Where the field is not there, or is null, there are none.
  static double some(const std::optional<int>& value) { return value.value_or(0); }

  void add(const char* id, double count) {
    if (count > 0) result_.parts.push_back({id, count});
  }

  double head_width() {
    if (c_.head_dim) return *c_.head_dim;
    return need("num_attention_heads", c_.num_attention_heads) > 0 ? width_ / *c_.num_attention_heads : 0;
  }

  double attention(const Convention& own) {
    const double heads = need("num_attention_heads", c_.num_attention_heads);
    if (c_.kv_lora_rank) return latent_attention(heads);
    const double kv_heads = c_.num_key_value_heads ? *c_.num_key_value_heads : heads, head = head_width();
    const bool said = c_.attention_bias.value_or(false);
    double count = 2 * width_ * heads * head + 2 * width_ * kv_heads * head;
    if (own.qkv_bias || said) count += (heads + 2 * kv_heads) * head;
    if (said) count += width_;
    return count;
  }

  double latent_attention(double heads) {
    const double latent = *c_.kv_lora_rank, rotary = need("qk_rope_head_dim", c_.qk_rope_head_dim),
                 plain = need("qk_nope_head_dim", c_.qk_nope_head_dim), value = need("v_head_dim", c_.v_head_dim),
                 query = heads * (plain + rotary), rank = some(c_.q_lora_rank);
    const double queries = rank > 0 ? width_ * rank + rank * query : width_ * query;
    return queries + width_ * (latent + rotary) + latent * heads * (plain + value) + heads * value * width_;
  }

  /// Norms inside the attention of one layer.
  double attention_norms(const Convention& own) {
    if (c_.kv_lora_rank) return *c_.kv_lora_rank + some(c_.q_lora_rank);
    if (own.qk_norms == Norms::none) return 0;
    if (own.qk_norms == Norms::head) return 2 * head_width();
    const double heads = need("num_attention_heads", c_.num_attention_heads);
    return (heads + (c_.num_key_value_heads ? *c_.num_key_value_heads : heads)) * head_width();
  }

  void gated(const Convention& own) {
    const double layers = need("num_hidden_layers", c_.num_hidden_layers),
                 vocabulary = need("vocab_size", c_.vocab_size);
    width_ = need("hidden_size", c_.hidden_size);
    const double experts = some(c_.num_experts);
    const double dense = experts > 0 ? std::min<double>(some(c_.first_k_dense_replace), layers) : layers;
    // Mixtral's experts are as wide as its MLP would be.
    const double expert = experts == 0                 ? 0
                          : c_.moe_intermediate_size   ? *c_.moe_intermediate_size
                          : c_.model_type == "mixtral" ? need("intermediate_size", c_.intermediate_size)
                                                       : need("moe_intermediate_size", c_.moe_intermediate_size);
    const double mlp = dense > 0 ? need("intermediate_size", c_.intermediate_size) : 0;
    const bool mixture = std::strstr(own.type, "moe") || !std::strcmp(own.type, "mixtral") || c_.kv_lora_rank;
    if (mixture && experts == 0) result_.missing = "num_experts";
    // A router that balances by a bias of its own keeps one number an expert.
    const bool balanced = !std::strcmp(own.type, "deepseek_v3") || !std::strcmp(own.type, "kimi_k2");
    const double bias = c_.mlp_bias.value_or(false) ? 2 * mlp + width_ : 0;
    add("embedding", vocabulary * width_);
    add("attention", layers * attention(own));
    add("mlp", dense * (3 * width_ * mlp + bias));
    add("experts", (layers - dense) * (experts + some(c_.n_shared_experts)) * 3 * width_ * expert);
    add("router", (layers - dense) * experts * (width_ + (balanced ? 1 : 0)));
    add("norms", layers * (own.norms * width_ + attention_norms(own)) + width_);
    if (!c_.tie_word_embeddings.value_or(own.tied)) add("head", vocabulary * width_);
  }

  /// No gate, biases everywhere, learned positions, and a head that is the embedding.
  void gpt2() {
    const double layers = need("num_hidden_layers", c_.num_hidden_layers),
                 vocabulary = need("vocab_size", c_.vocab_size),
                 context = need("max_position_embeddings", c_.max_position_embeddings);
    width_ = need("hidden_size", c_.hidden_size);
    const double mlp = c_.intermediate_size ? *c_.intermediate_size : 4 * width_;
    add("embedding", vocabulary * width_);
    add("positions", context * width_);
    add("attention", layers * (4 * width_ * width_ + 4 * width_));
    add("mlp", layers * (2 * width_ * mlp + mlp + width_));
    add("norms", layers * 4 * width_ + 2 * width_);
    if (!c_.tie_word_embeddings.value_or(true)) add("head", vocabulary * width_);
  }

  const WeightConfig& c_;
  double width_ = 0;
  ParameterCount result_;
};

}  // namespace

ParameterCount parameters(const WeightConfig& config) { return Count(config).read(); }

}  // namespace attn
