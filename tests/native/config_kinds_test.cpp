// Kinds of configurations of which no published model stands in our data: each file tests/configs/kind-*.json, with
// what tests/kinds.json expects of it.
#include "attn/config_json.h"

#include <filesystem>
#include <set>

#include "published.h"

namespace {

ConfigJsonTrace paste(const std::string& text) { return config_json(text, "config.json"); }

std::string role(const ConfigJsonTrace& t, const std::string& field) {
  for (const ConfigField& one : t.explained)
    if (one.field == field) return one.role + " " + one.note;
  return "";
}

const std::string kLlama =
    R"("num_hidden_layers": 2, "num_attention_heads": 8, "num_key_value_heads": 2, "head_dim": 4)";

}  // namespace

TEST_CASE("config_kinds: every kind is read as it is expected, field by field") {
  const auto expected = nlohmann::json::parse(file_text("tests/kinds.json"));
  std::set<std::string> files;
  for (const auto& file : std::filesystem::directory_iterator(ATTN_ROOT "/tests/configs")) {
    const std::string name = file.path().stem().string();
    if (name.rfind("kind-", 0) == 0) files.insert(name.substr(5));
  }
  REQUIRE(files.size() == expected.size());
  for (const auto& [name, wanted] : expected.items()) {
    INFO(name);
    REQUIRE(files.count(name) == 1);
    const ConfigJsonTrace t = paste(file_text("tests/configs/kind-" + name + ".json"));
    const MemoryTrace<double> kept = memory_of(t.groups, 1, false, t.bytes);
    REQUIRE(t.family == wanted["family"]);
    REQUIRE(t.bytes == wanted["number_bytes"]);
    REQUIRE(t.context.value == wanted["context"]);
    REQUIRE(kept.bytes_per_token == wanted["bytes_per_token"]);
    REQUIRE(kept.index_bytes_per_token == wanted["index_bytes_per_token"]);
    REQUIRE(kept.window_full_bytes == wanted["window_full_bytes"]);
    REQUIRE(kept.state_bytes == wanted["state_bytes"]);
    REQUIRE(kept.conv_bytes == wanted["conv_bytes"]);
    REQUIRE(t.unknown == wanted["unknown"].get<std::vector<std::string>>());
    REQUIRE(t.certain == t.unknown.empty());
    REQUIRE(kept.together_bytes == kept.total_bytes);
  }
}

TEST_CASE("config_kinds: a source names the field of the file, or the class that fills it in") {
  const auto pasted = [](const std::string& name) { return paste(file_text("tests/configs/kind-" + name + ".json")); };
  REQUIRE(pasted("nemotron-nas-blocks").groups[0].heads.source == "config.json#/block_configs (8)");
  REQUIRE(pasted("nemotron-nas-blocks").groups[0].layers.source == "config.json#/block_configs (layers of 8)");
  REQUIRE(pasted("minimax-m3-index-keys").groups[1].key_width.source ==
          "config.json#/text_config/sparse_attention_config/sparse_index_dim");
  REQUIRE(pasted("nemotron-h-letters").groups[1].layers.source == "config.json#/hybrid_override_pattern (mamba)");
  REQUIRE(pasted("ouro-rounds").groups[0].layers.source == "config.json#/num_hidden_layers (times total_ut_steps)");
  const ConfigJsonTrace gemma = pasted("gemma-3-4b-silent");
  REQUIRE(gemma.groups[0].key_width.source == "config.json#/text_config/head_dim (Gemma3TextConfig)");
  REQUIRE(role(gemma, "head_dim") == "derived class_default");
  REQUIRE(role(gemma, "text_config/intermediate_size") == "ignored inert_computing");
  REQUIRE(role(pasted("step-3.5-draft-layers"), "num_nextn_predict_layers") == "used draft_layers");
  REQUIRE(role(pasted("granite-attention-only"), "mamba_d_state") == "ignored unneeded");
  REQUIRE(role(pasted("inside-llm-config"), "hidden_size") == "ignored same");
  REQUIRE(role(pasted("field-nobody-knows"), "future_switch") == "ignored off");
  REQUIRE(role(pasted("field-nobody-knows"), "future_cache") == "unknown unknown");
}

TEST_CASE("config_kinds: what a class takes is used only where the file is silent") {
  const std::string base = R"({"model_type": "gemma", "num_hidden_layers": 1, "hidden_size": 2048,
    "num_attention_heads": 8, "num_key_value_heads": 1)";
  REQUIRE(paste(base + "}").groups[0].key_width.value == 256);
  REQUIRE(paste(base + ", \"head_dim\": 64}").groups[0].key_width.value == 64);
  const std::string mistral =
      R"({"model_type": "mistral", "num_hidden_layers": 1, "head_dim": 4, "num_attention_heads": 32)";
  REQUIRE(paste(mistral + "}").groups[0].heads.value == 8);
  REQUIRE(paste(mistral + ", \"num_key_value_heads\": 32}").groups[0].heads.value == 32);
}

TEST_CASE("config_kinds: many fields are listed as far as they can be looked at, and the rest is counted") {
  std::string text = "{" + kLlama;
  for (int i = 0; i < 8000; ++i) text += ", \"strange_" + std::to_string(i) + "\": " + std::to_string(i);
  for (int i = 0; i < 300; ++i) text += ", \"vision_" + std::to_string(i) + "\": 0";
  const ConfigJsonTrace t = paste(text + "}");
  REQUIRE(t.explained.size() == 4 + kMostExplained);
  REQUIRE(t.more == 8300 - kMostExplained);
  REQUIRE(t.unknown.size() == kMostExplained);
  REQUIRE_FALSE(t.certain);
  REQUIRE(t.explained[0].role == "used");
  REQUIRE(t.explained.back().role == "unknown");
}

TEST_CASE("config_kinds: a text of nearly four MiB is read") {
  std::string list = "0";
  while (list.size() < (1 << 22) - 400) list += ",0";
  const ConfigJsonTrace t = paste("{" + kLlama + ", \"vision_list\": [" + list + "]}");
  REQUIRE(t.certain);
  REQUIRE(t.groups.size() == 1);
}

TEST_CASE("config_kinds: a number type that is not known makes the result uncertain") {
  const ConfigJsonTrace t = paste("{" + kLlama + ", \"torch_dtype\": \"float7\"}");
  REQUIRE(t.bytes == 2);
  REQUIRE(t.unknown == std::vector<std::string>{"torch_dtype"});
}

// report M-23
TEST_CASE("config_kinds: five kinds of store at their own context") {
  const auto gib = [](const std::string& id, double tokens) {
    const MemoryTrace<double> t = memory_of(model_entry(entries(), id).groups, tokens);
    return (t.cache_bytes + t.window_bytes) / 1073741824;
  };
  REQUIRE(gib("gemma-3-27b", 131072) == Approx(10.41).margin(0.005));
  REQUIRE(gib("qwen3.5-27b", 262144) == Approx(16).margin(0.005));
  REQUIRE(gib("deepseek-v3", 163840) == Approx(10.72).margin(0.005));
  REQUIRE(gib("kimi-k2", 262144) == Approx(17.16).margin(0.005));
  const ConfigJsonTrace small = paste(R"({"model_type": "qwen3", "num_hidden_layers": 28, "num_attention_heads": 16,
    "num_key_value_heads": 8, "head_dim": 128})");
  REQUIRE(memory_of(small.groups, 40960).total_bytes / 1073741824 == 4.375);
  // report M-21
  const MemoryTrace<double> first = memory_of(model_entry(entries(), "gpt-oss-120b").groups, 1);
  REQUIRE(first.total_bytes == 73728);
  REQUIRE(first.bytes_per_token == 36864);
}
