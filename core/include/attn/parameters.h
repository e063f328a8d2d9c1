// How many parameters a configuration describes, and of which kind: what is loaded before a single token is read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attn/cache_config.h"
#include "attn/fields.h"

namespace attn {

/// The fields that the count needs besides those of the cache.
struct WeightConfig : CacheConfig {
  std::optional<int> vocab_size;
  std::optional<int> intermediate_size;  ///< width of the MLP between its layers
  std::optional<bool> tie_word_embeddings;
  std::optional<bool> attention_bias;
  std::optional<bool> mlp_bias;
  std::optional<int> num_experts;
  std::optional<int> moe_intermediate_size;
  std::optional<int> n_shared_experts;
  std::optional<int> first_k_dense_replace;  ///< layers in front that have an MLP instead of experts
  std::optional<int> q_lora_rank;

  static constexpr auto fields() {
    using C = WeightConfig;
    return std::tuple_cat(
        CacheConfig::fields(),
        std::make_tuple(
            option("vocab_size", &C::vocab_size), option("intermediate_size", &C::intermediate_size),
            option("tie_word_embeddings", &C::tie_word_embeddings), option("attention_bias", &C::attention_bias),
            option("mlp_bias", &C::mlp_bias), option("num_experts", &C::num_experts),
            option("moe_intermediate_size", &C::moe_intermediate_size),
            option("n_shared_experts", &C::n_shared_experts),
            option("first_k_dense_replace", &C::first_k_dense_replace), option("q_lora_rank", &C::q_lora_rank)));
  }
};

struct ParameterPart {
  std::string id;  ///< embedding, positions, attention, mlp, experts, router, norms or head
  double count = 0;

  static constexpr auto fields() {
    return std::make_tuple(field("id", &ParameterPart::id), field("count", &ParameterPart::count));
  }
};

struct ParameterCount {
  double total = 0;                  ///< of all parts; 0 where they cannot be counted
  std::vector<ParameterPart> parts;  ///< in the order above, those that there are
  std::string missing;               ///< the field without which there is no count; "" where there is one

  static constexpr auto fields() {
    return std::make_tuple(field("total", &ParameterCount::total), field("parts", &ParameterCount::parts),
                           field("missing", &ParameterCount::missing));
  }
};

/// Counts by the conventions of the model types in parameters.cpp: which have a gated MLP, which biases and norms,
/// which tie their head to the embedding. A type that is not among them is not counted: `missing` is then "model_type".
/// Layers that draft, and what reads pictures or sound, are not in the count.
ParameterCount parameters(const WeightConfig& config);

}  // namespace attn
