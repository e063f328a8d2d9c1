#include "attn/parameters.h"

#include <cmath>
#include <map>

#include "attn/config_json.h"
#include "published.h"

namespace {

ParameterCount of(const std::string& text) { return config_json(text, "config.json").parameters; }

double part(const ParameterCount& count, const std::string& id) {
  for (const ParameterPart& one : count.parts)
    if (one.id == id) return one.count;
  return 0;
}

}  // namespace

// The totals of the published files (model.safetensors.index.json, or the model's page), without draft layers.
TEST_CASE("parameters: published models have as many as their files hold") {
  const std::map<std::string, double> published{{"llama-2-7b", 6738415616},
                                                {"llama-2-70b", 68976648192},
                                                {"llama-3.1-8b", 8030261248},
                                                {"llama-3.1-70b", 70553706496},
                                                {"llama-3.1-405b", 405853388800},
                                                {"mistral-7b-v0.1", 7241732096},
                                                {"mixtral-8x7b", 46702792704},
                                                {"qwen2.5-72b", 72706203648},
                                                {"qwen3-32b", 32762123264},
                                                {"qwen3-235b-a22b", 235093634560},
                                                {"gemma-2-27b", 27227128320},
                                                {"phi-4", 14659507200},
                                                {"gpt2", 124439808},
                                                {"command-r-v01", 34980831232},
                                                {"command-r-08-2024", 32296476672},
                                                {"olmo-2-7b", 7298617344},
                                                {"olmo-2-13b", 13716198400},
                                                {"gemma-3-27b", 27009346304},
                                                {"deepseek-llm-67b", 67425001472},
                                                {"deepseek-v2", 235741434880},
                                                {"deepseek-v3", 671026419200}};
  std::map<std::string, double> counted;
  for (const ModelEntry& entry : entries())
    if (entry.parameters.total > 0) counted[entry.id] = entry.parameters.total;
  for (const auto& [id, total] : published) {
    INFO(id);
    REQUIRE(counted[id] == total);
  }
}

TEST_CASE("parameters: the parts of one model, by hand") {
  // llama: two layers, width 8, 4 query and 2 KV heads of 2, an MLP of 16, 10 tokens
  const std::string base =
      R"({"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 8, "num_attention_heads": 4,
    "num_key_value_heads": 2, "intermediate_size": 16, "vocab_size": 10)";
  const ParameterCount count = of(base + "}");
  REQUIRE(count.missing == "");
  REQUIRE(part(count, "embedding") == 80);
  REQUIRE(part(count, "attention") == 2 * (8 * 8 * 2 + 8 * 4 * 2));
  REQUIRE(part(count, "mlp") == 2 * 3 * 8 * 16);
  REQUIRE(part(count, "norms") == 2 * 2 * 8 + 8);
  REQUIRE(part(count, "head") == 80);
  REQUIRE(count.total == 80 + 384 + 768 + 40 + 80);
  REQUIRE(of(base + R"(, "tie_word_embeddings": true})").total == count.total - 80);
  REQUIRE(of(base + R"(, "attention_bias": true})").total == count.total + 2 * (8 + 4 + 4 + 8));
  REQUIRE(of(base + R"(, "mlp_bias": true})").total == count.total + 2 * (16 + 16 + 8));
}

TEST_CASE("parameters: experts, shared ones, and layers in front without any") {
  const std::string base = R"({"num_hidden_layers": 3, "hidden_size": 8, "num_attention_heads": 4, "vocab_size": 10,
    "num_key_value_heads": 2, "head_dim": 2, "intermediate_size": 16)";
  const ParameterCount mixtral = of(base + R"(, "model_type": "mixtral", "num_local_experts": 4})");
  REQUIRE(part(mixtral, "experts") == 3 * 4 * 3 * 8 * 16);
  REQUIRE(part(mixtral, "router") == 3 * 4 * 8);
  REQUIRE(part(mixtral, "mlp") == 0);
  const ParameterCount deepseek = of(base + R"(, "model_type": "deepseek_v3", "kv_lora_rank": 6, "q_lora_rank": 5,
    "qk_nope_head_dim": 2, "qk_rope_head_dim": 1, "v_head_dim": 2, "n_routed_experts": 4, "n_shared_experts": 1,
    "moe_intermediate_size": 7, "first_k_dense_replace": 1})");
  REQUIRE(part(deepseek, "attention") == 3 * (8 * 5 + 5 * 4 * 3 + 8 * 7 + 6 * 4 * 4 + 4 * 2 * 8));
  REQUIRE(part(deepseek, "mlp") == 3 * 8 * 16);
  REQUIRE(part(deepseek, "experts") == 2 * 5 * 3 * 8 * 7);
  REQUIRE(part(deepseek, "router") == 2 * 4 * 9);
  REQUIRE(part(deepseek, "norms") == 3 * (2 * 8 + 6 + 5) + 8);
}

TEST_CASE("parameters: what cannot be counted says why, and is no reason to refuse the cache") {
  const std::string base = R"({"num_hidden_layers": 2, "hidden_size": 8, "num_attention_heads": 4, "vocab_size": 10)";
  REQUIRE(of(base + R"(, "model_type": "llama"})").missing == "intermediate_size");
  REQUIRE(of(base + R"(, "model_type": "llama"})").total == 0);
  REQUIRE(of(base + R"(, "model_type": "unheard_of", "intermediate_size": 16})").missing == "model_type");
  REQUIRE(of(base + R"(, "model_type": "llama", "intermediate_size": [16, 8]})").missing == "intermediate_size");
  REQUIRE(of(base + R"(, "model_type": "qwen3_moe", "num_experts": 4, "moe_intermediate_size": 3,
    "mlp_only_layers": [0]})")
              .missing == "mlp_only_layers");
  REQUIRE(of(base + R"(, "model_type": "mixtral", "num_key_value_heads": 2, "intermediate_size": 16})").missing ==
          "num_experts");
}
