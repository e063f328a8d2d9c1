#include "attn/config_json.h"

#include <filesystem>
#include <map>
#include <set>

#include "published.h"

namespace {

ConfigJsonTrace paste(const std::string& text) { return config_json(text, "config.json"); }
ConfigJsonTrace pasted(const std::string& name) { return paste(file_text("tests/configs/" + name + ".json")); }

/// How a field was taken: "used head_dim", "" for one that is not listed.
std::string role(const ConfigJsonTrace& t, const std::string& field) {
  for (const ConfigField& one : t.explained)
    if (one.field == field) return one.role + " " + one.note;
  return "";
}

std::string value(const ConfigJsonTrace& t, const std::string& field) {
  for (const ConfigField& one : t.explained)
    if (one.field == field) return one.value;
  return "";
}

/// The groups without their sources.
std::string numbers(const std::vector<LayerGroup>& groups) {
  std::string text;
  for (const LayerGroup& group : groups) {
    text += group.kind;
    for_each_field<LayerGroup>([&](const std::string& name, auto member) {
      if constexpr (std::is_same_v<decltype(member), Said LayerGroup::*>)
        if (name != "row_bytes") text += " " + number_text((group.*member).value);
    });
    text += "\n";
  }
  return text;
}

std::set<std::string> files(const std::string& front) {
  std::set<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(ATTN_ROOT "/tests/configs")) {
    const std::string name = file.path().stem().string();
    if (name.rfind(front, 0) == 0) names.insert(name);
  }
  return names;
}

}  // namespace

TEST_CASE("config_json: shapes that people paste are read as the model's own entry is") {
  const std::map<std::string, std::string> models{{"good-gqa-llama-3.1-8b", "llama-3.1-8b"},
                                                  {"good-mha-command-r-v01", "command-r-v01"},
                                                  {"good-mqa-one-kv-head", "falcon-7b"},
                                                  {"good-no-head-dim-deepseek-67b", "deepseek-llm-67b"},
                                                  {"good-no-kv-heads-llama-2-7b", "llama-2-7b"},
                                                  {"good-mla-deepseek-v3", "deepseek-v3"},
                                                  {"good-window-gemma-3-27b", "gemma-3-27b"},
                                                  {"good-window-gpt-oss-120b", "gpt-oss-120b"},
                                                  {"good-window-mistral-7b", "mistral-7b-v0.1"},
                                                  {"good-window-off-qwen2.5-72b", "qwen2.5-72b"},
                                                  {"good-linear-qwen3-next", "qwen3-next-80b-a3b"},
                                                  {"good-linear-minimax-m1", "minimax-m1"},
                                                  {"good-nested-qwen3.8-27b", "qwen3.8-27b"},
                                                  {"good-names-gpt2", "gpt2"},
                                                  {"good-multi-query-falcon-7b", "falcon-7b"},
                                                  {"good-mla-dsa-glm-5.2", "glm-5.2"},
                                                  {"good-rows-deepseek-v4-flash", "deepseek-v4-flash"}};
  std::set<std::string> listed;
  for (const auto& [name, id] : models) {
    INFO(name);
    listed.insert(name);
    const ConfigJsonTrace t = pasted(name);
    const ModelEntry& model = model_entry(entries(), id);
    REQUIRE(t.family == model.family);
    REQUIRE(numbers(t.groups) == numbers(model.groups));
    const double T = model.context.value;
    REQUIRE(memory_of(t.groups, T).total_bytes == memory_of(model.groups, T).total_bytes);
    REQUIRE(t.what_ifs.size() == model.what_ifs.size());
  }
  REQUIRE(listed == files("good-"));
}

TEST_CASE("config_json: every field is listed once, with its value, what was made of it, and why") {
  for (const std::string& name : files("good-")) {
    INFO(name);
    const auto document = nlohmann::json::parse(file_text("tests/configs/" + name + ".json"));
    const ConfigJsonTrace t = pasted(name);
    std::set<std::string> wanted, found;
    for (const auto& item : document.items())
      if (item.key() != "text_config") wanted.insert(item.key());
    if (document.contains("text_config"))
      for (const auto& item : document["text_config"].items()) wanted.insert("text_config/" + item.key());
    for (const ConfigField& field : t.explained) {
      INFO(field.field);
      REQUIRE(std::set<std::string>{"used", "derived", "ignored"}.count(field.role) == 1);  // none is unknown
      REQUIRE_FALSE(field.note.empty());
      REQUIRE_FALSE(field.value.empty());
      REQUIRE(field.value.size() <= 60);
      if (field.role == "derived") continue;
      REQUIRE(wanted.count(field.field) == 1);
      REQUIRE(found.insert(field.field).second);
    }
    REQUIRE(found == wanted);
    for (const LayerGroup& group : t.groups)
      for_each_field<LayerGroup>([&](const char*, auto member) {
        if constexpr (std::is_same_v<decltype(member), Said LayerGroup::*>) {
          std::string source = (group.*member).source;
          if (source.empty() || source.find(" (") != source.npos) return;
          INFO(source);
          const std::string front = document.contains("text_config") ? "config.json#/text_config/" : "config.json#/";
          REQUIRE(source.rfind(front, 0) == 0);
          const auto& place = document.at(nlohmann::json::json_pointer(source.substr(12)));
          const double said = place.is_boolean() ? double(place.get<bool>()) : place.get<double>();  // multi_query: one
          REQUIRE(said == (group.*member).value);
        }
      });
  }
}

TEST_CASE("config_json: says what it used, what it derived and what it left aside") {
  const ConfigJsonTrace plain = pasted("good-no-head-dim-deepseek-67b");
  REQUIRE(role(plain, "head_dim") == "derived head_dim_of_hidden_size");
  REQUIRE(value(plain, "head_dim") == "128");
  REQUIRE(role(plain, "hidden_size") == "used head_dim_from");
  REQUIRE(role(plain, "num_key_value_heads") == "used kv_heads");
  REQUIRE(role(plain, "rope_scaling") == "ignored null");
  REQUIRE(role(plain, "vocab_size") == "ignored inert_tokens");
  REQUIRE(role(pasted("good-no-kv-heads-llama-2-7b"), "num_key_value_heads") == "derived kv_heads_as_query_heads");
  REQUIRE(role(pasted("good-gqa-llama-3.1-8b"), "hidden_size") == "ignored unneeded");

  const ConfigJsonTrace gemma = pasted("good-window-gemma-3-27b");
  REQUIRE(gemma.bytes == 2);
  REQUIRE(role(gemma, "torch_dtype") == "used number_type");
  REQUIRE(role(gemma, "vision_config") == "ignored outside");
  REQUIRE(role(gemma, "text_config/sliding_window") == "used window");
  REQUIRE(role(gemma, "sliding_window_pattern") == "derived window_pattern_of_type");

  const ConfigJsonTrace off = pasted("good-window-off-qwen2.5-72b");
  REQUIRE(role(off, "sliding_window") == "ignored window_off");
  REQUIRE(role(off, "use_sliding_window") == "used layer_kinds");

  REQUIRE(role(pasted("good-mla-deepseek-v3"), "quantization_config") == "ignored quantized_weights");
  REQUIRE(pasted("good-mla-deepseek-v3").bytes == 2);
  REQUIRE(role(pasted("good-mla-dsa-glm-5.2"), "quantization_config") == "used cache_number_type");
  REQUIRE(pasted("good-mla-dsa-glm-5.2").bytes == 1);

  const ConfigJsonTrace gpt2 = pasted("good-names-gpt2");
  REQUIRE(role(gpt2, "n_layer") == "used layers");
  REQUIRE(role(gpt2, "n_head") == "used query_heads");
  REQUIRE(gpt2.groups[0].layers.source == "config.json#/n_layer");
  REQUIRE(gpt2.context.value == 1024);
  REQUIRE(gpt2.context.source == "config.json#/n_positions");
  const ConfigJsonTrace falcon = pasted("good-multi-query-falcon-7b");
  REQUIRE(role(falcon, "multi_query") == "used multi_query");
  REQUIRE(role(falcon, "num_key_value_heads") == "derived kv_heads_of_multi_query");
  REQUIRE(role(falcon, "num_kv_heads") == "ignored unneeded");
  REQUIRE(falcon.context.value == 0);
  REQUIRE(pasted("good-mha-command-r-v01").context.value == 131072);
}

// report F-3
TEST_CASE("config_json: head_dim is believed where it is said, whatever hidden_size is") {
  const ConfigJsonTrace t = paste(
      R"({"num_hidden_layers": 36, "hidden_size": 2560, "num_attention_heads": 32, "num_key_value_heads": 8, "head_dim": 128})");
  REQUIRE(memory_of(t.groups).bytes_per_token == 147456);
}

TEST_CASE("config_json: Falcon with counted KV heads, and windows from some layer on") {
  const ConfigJsonTrace falcon =
      paste(R"({"model_type": "falcon", "hidden_size": 8192, "num_hidden_layers": 60, "num_attention_heads": 128,
                                           "num_kv_heads": 8, "multi_query": true, "new_decoder_architecture": true})");
  REQUIRE(falcon.groups[0].heads.value == 8);
  REQUIRE(falcon.groups[0].heads.source == "config.json#/num_kv_heads");
  REQUIRE(falcon.groups[0].key_width.value == 64);
  const ConfigJsonTrace qwen = paste(
      R"({"model_type": "qwen2", "num_hidden_layers": 28, "num_attention_heads": 28, "num_key_value_heads": 4, "head_dim": 128,
                                         "use_sliding_window": true, "sliding_window": 4096, "max_window_layers": 20})");
  REQUIRE(numbers(qwen.groups) == "full 20 4 0 128 0 0 0 1 0\nwindow 8 4 0 128 0 0 0 1 4096\n");
}

TEST_CASE("config_json: what is missing or contradicts is refused, with the field named") {
  struct Bad {
    std::string name, code, where, sentence;
  };
  const std::string at = "config.json#/", nothing = "found nothing, wanted this field",
                    whole = ", wanted a whole number from 1 to ";
  const std::vector<Bad> all{
      {"kv-heads-do-not-divide", "range", at + "num_key_value_heads",
       "found 5, wanted a divisor of the 32 query heads"},
      {"no-layers", "missing", at + "num_hidden_layers", nothing},
      {"no-heads", "missing", at + "num_attention_heads", nothing},
      {"no-width", "missing", at + "head_dim", nothing + ", or hidden_size to derive it from"},
      {"width-does-not-divide", "range", at + "hidden_size",
       "found 4100, wanted a multiple of the 32 query heads, since there is no head_dim"},
      {"negative-layers", "range", at + "num_hidden_layers", "found -32" + whole + "4096"},
      {"half-a-width", "type", at + "head_dim", "found 128.5, wanted a whole number"},
      {"number-as-text", "type", at + "num_attention_heads", "found \"32\", wanted a whole number"},
      {"no-kv-head", "range", at + "num_key_value_heads", "found 0" + whole + "16777216"},
      {"too-wide", "range", at + "head_dim", "found 16777217" + whole + "16777216"},
      {"too-many-layers", "range", at + "num_hidden_layers", "found 1000000" + whole + "4096"},
      {"layer-types-short", "shape", at + "layer_types", "found 3 entries, wanted 4, as num_hidden_layers says"},
      {"layer-type-unknown", "range", at + "layer_types/1",
       "found \"chunked_attention\", wanted full_attention, sliding_attention, linear_attention, attention, mamba, "
       "conv, "
       "mlp, moe or deepseek_sparse_attention"},
      {"window-of-no-size", "missing", at + "sliding_window", nothing},
      {"window-nowhere", "missing", at + "layer_types", nothing + ": which layers have the sliding_window"},
      {"window-denied", "range", at + "use_sliding_window",
       "found false, wanted true, since layer_types names layers with a window"},
      {"mla-without-rotary-key", "missing", at + "qk_rope_head_dim", nothing},
      {"mla-without-latent", "missing", at + "kv_lora_rank", nothing + ", which a deepseek_v3 has"},
      {"indexer-without-width", "missing", at + "index_head_dim", nothing},
      {"multi-query-and-eight", "range", at + "num_key_value_heads", "found 8, wanted 1, as multi_query says"},
      {"falcon-silent", "missing", at + "multi_query", nothing + ": without it the number of KV heads is not known"},
      {"linear-without-layers", "missing", at + "layer_types", nothing + ", since there are linear-attention layers"},
      {"linear-without-value", "missing", at + "linear_value_head_dim", nothing},
      {"encoder-decoder", "range", at + "is_encoder_decoder", "found true, wanted false: a model that only decodes"},
      {"state-space", "range", at + "state_size",
       "found 16, wanted no such field: what its layers keep is not known here"},
      {"layers-that-share", "range", at + "num_kv_shared_layers",
       "found 10, wanted no such field: what its layers keep is not known here"},
      {"names-disagree", "range", at + "n_layer", "found 31, wanted what num_hidden_layers says"},
      {"ratios-short", "shape", at + "compress_ratios", "found 3 entries, wanted 4, one a layer"},
      {"nested-list", "type", at + "text_config", "found [1], wanted an object"},
      {"twice", "duplicate", at + "num_hidden_layers",
       "found this key a second time, wanted each key once"},  // report J-3
      {"encoder-mpnet", "range", at + "model_type",
       "found \"mpnet\", wanted a model that keeps K and V, a latent or a state of a kind known here"},
      {"encoder-camembert", "range", at + "model_type",
       "found \"camembert\", wanted a model that keeps K and V, a latent or a state of a kind known here"},
      {"encoder-new", "range", at + "model_type",
       "found \"new\", wanted a model that keeps K and V, a latent or a state of a kind known here"},
      {"encoder-dinov2", "range", at + "model_type",
       "found \"dinov2\", wanted a model that keeps K and V, a latent or a state of a kind known here"},
      {"encoder-wav2vec2", "range", at + "model_type",
       "found \"wav2vec2\", wanted a model that keeps K and V, a latent or a state of a kind known here"},
      {"encoder-esm", "range", at + "model_type",
       "found \"esm\", wanted a model that keeps K and V, a latent or a state of a kind known here"},
      {"encoder-nomic-bert", "range", at + "causal", "found false, wanted true: a model whose tokens look back only"},
      {"encoder-inside", "range", at + "text_config/model_type",
       "found \"bert\", wanted a model that keeps K and V, a latent or a state of a kind known here"},
      {"not-causal", "range", at + "is_causal", "found false, wanted true: a model whose tokens look back only"},
      {"both-ways", "range", at + "use_bidirectional_attention", "found true, wanted false: a model that only decodes"},
      {"chunks-llama-4", "range", at + "text_config/attention_chunk_size",
       "found 8192, wanted no such field: what its layers keep is not known here"},
      {"two-widths-gemma-4", "range", at + "text_config/global_head_dim",
       "found 512, wanted no such field: what its layers keep is not known here"},
      {"two-widths-mimo", "range", at + "swa_head_dim",
       "found 192, wanted no such field: what its layers keep is not known here"},
      {"hidden-1792", "range", at + "hidden_size",
       "found 1792, wanted a multiple of the 24 query heads, since there is no head_dim"},
      {"kv-heads-as-list", "type", at + "num_key_value_heads", "found [0,0,8,0], wanted a whole number"},
      {"attention-in-two", "range", at + "layers_block_type/1",
       "found \"hybrid\", wanted full_attention, sliding_attention, linear_attention, attention, mamba, conv, mlp, moe "
       "or deepseek_sparse_attention"},
      {"states-nowhere", "missing", at + "layer_types",
       "found nothing, wanted this field: which layers keep a state instead of K and V"},
      {"letters-unknown", "range", at + "hybrid_override_pattern",
       "found \"MX\", wanted no such field: what its layers keep is not known here"},
      {"state-without-size", "missing", at + "mamba_d_state", "found nothing, wanted this field"},
      {"cache-scheme-unknown", "range", at + "quantization_config/kv_cache_scheme",
       "found \"fp7\", wanted one of bf16, bfloat16, float16, float8_e4m3fn, float8_e5m2, fp16, fp4, fp8, fp8_e4m3, "
       "fp8_e5m2, int4, int8, mxfp4, nvfp4"},
      {"block-with-window", "range", at + "block_configs/0/attention/window_length",
       "found 4096, wanted no such field: what its layers keep is not known here"},
      {"infinity", "parse", "config.json at line 7, column 5",
       "found Infinity, which Python writes and JSON has no word for, wanted JSON (RFC 8259)"},
      {"cut-off", "parse", "config.json at line 4, column 1", "found what is not JSON, wanted JSON (RFC 8259)"},
      {"list", "type", "config.json#", "found [{\"model_type\":\"llama\"}], wanted an object"}};
  std::set<std::string> listed;
  for (const Bad& bad : all) {
    INFO(bad.name);
    listed.insert("bad-" + bad.name);
    const std::string text = file_text("tests/configs/bad-" + bad.name + ".json");
    require_refusal(bad.code, bad.where, bad.sentence, [&] { paste(text); });
  }
  REQUIRE(listed == files("bad-"));
}

TEST_CASE("config_json: a refusal names the field as the text does") {
  const auto refuse = [](const std::string& text, const std::string& code, const std::string& where,
                         const std::string& sentence) { require_refusal(code, where, sentence, [&] { paste(text); }); };
  refuse(R"({"n_layer": -1, "n_head": 12, "n_embd": 768})", "range", "config.json#/n_layer",
         "found -1, wanted a whole number from 1 to 4096");
  refuse(R"({"n_layer": 12, "n_head": 12.5, "n_embd": 768})", "type", "config.json#/n_head",
         "found 12.5, wanted a whole number");
  refuse(R"({"n_layer": 12, "n_head": 12, "n_embd": 770})", "range", "config.json#/n_embd",
         "found 770, wanted a multiple of the 12 query heads, since there is no head_dim");
  refuse(
      R"({"text_config": {"num_hidden_layers": 2, "num_attention_heads": 3, "num_key_value_heads": 2, "head_dim": 4}})",
      "range", "config.json#/text_config/num_key_value_heads", "found 2, wanted a divisor of the 3 query heads");
  refuse(R"({"model_type": "t5", "num_hidden_layers": 2, "num_attention_heads": 3, "head_dim": 4})", "range",
         "config.json#/model_type",
         "found \"t5\", wanted a model that keeps K and V, a latent or a state of a kind known here");
  refuse(R"({"num_hidden_layers": 2, "num_attention_heads": 2, "head_dim": 4, "quantization_config": 8})", "type",
         "config.json#/quantization_config", "found 8, wanted an object");
  refuse(
      R"({"num_hidden_layers": 2, "num_attention_heads": 2, "head_dim": 4, "quantization_config": {"kv_cache_scheme": {"num_bits": 0}}})",
      "range", "config.json#/quantization_config/kv_cache_scheme/num_bits",
      "found 0, wanted a whole number from 1 to 64");
  refuse("{}", "missing", "config.json#/num_hidden_layers", "found nothing, wanted this field");
}

// reports J-1, J-3, J-5, J-8
TEST_CASE("config_json: text that is too long, too deep or not JSON is refused; a byte order mark is not") {
  const std::string good = R"({"num_hidden_layers": 2, "num_attention_heads": 2, "head_dim": 4)";
  const auto code = [](const std::string& text) -> std::string {
    try {
      paste(text);
    } catch (const Refusal& refusal) {
      return refusal.code;
    }
    return "taken";
  };
  REQUIRE(code(good + "}") == "taken");
  REQUIRE(code("\xEF\xBB\xBF" + good + "}") == "taken");
  REQUIRE(code(good + ", \"x\": NaN}") == "parse");
  REQUIRE(code(good + ", \"x\": 1e999}") == "range");
  REQUIRE(code(good + ", \"x\": 123456789012345678901234567890}") == "range");
  REQUIRE(code(good + ", \"x\": {\"y\": 1, \"y\": 1}}") == "duplicate");
  REQUIRE(code(std::string(512000, '[')) == "depth");
  REQUIRE(code(good + ", \"x\": \"" + std::string(1 << 22, ' ') + "\"}") == "size");
  REQUIRE(code("") == "parse");
}

TEST_CASE("config_json: what it lists is shown short and whole in its characters") {
  const ConfigJsonTrace t = paste(
      R"({"num_hidden_layers": 2, "num_attention_heads": 2, "head_dim": 4, "x": "注意力注意力注意力注意力注意力注意力注意力"})");
  REQUIRE(value(t, "x") == "\"注意力注意力注意力注意力注意力注意力...");
  REQUIRE(role(t, "x") == "unknown unknown");
}

// reports M: a structural field that is said is used, or refused by its name
TEST_CASE("config_json: a width that is said is never replaced by a derived one") {
  const std::string base = R"("num_hidden_layers": 27, "num_attention_heads": 16, "num_key_value_heads": 16,
    "hidden_size": 2048, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128)";
  const ConfigJsonTrace t = paste("{" + base + "}");
  REQUIRE(memory_of(t.groups).bytes_per_token == 276480);
  REQUIRE(role(t, "qk_nope_head_dim") == "used key_width_parts");
  REQUIRE(role(t, "hidden_size") == "ignored unneeded");
  REQUIRE(memory_of(paste("{\"head_dim\": 192, " + base + "}").groups).bytes_per_token == 276480);
  require_refusal("range", "config.json#/head_dim",
                  "found 128, wanted 192, as qk_nope_head_dim + qk_rope_head_dim says",
                  [&] { paste("{\"head_dim\": 128, " + base + "}"); });
}

TEST_CASE("config_json: heads, widths and layers under further names") {
  const auto bytes = [](const std::string& text) { return memory_of(paste(text).groups).bytes_per_token; };
  const std::string glm = R"({"model_type": "chatglm", "num_layers": 40, "hidden_size": 4096, "num_attention_heads": 32,
    "kv_channels": 128, "multi_query_attention": true, "multi_query_group_num": 2, "seq_length": 8192})";
  REQUIRE(bytes(glm) == 40960);  // M-1, M-29
  REQUIRE(paste(glm).family == "gqa");
  REQUIRE(paste(glm).context.value == 8192);
  REQUIRE(role(paste(glm), "multi_query_group_num") == "used kv_heads");
  REQUIRE(role(paste(glm), "multi_query_attention") == "used kv_heads_rule");
  REQUIRE(role(paste(glm), "kv_channels") == "used head_dim");
  const std::string shell = R"({"model_type": "codeshell", "n_layer": 42, "n_head": 32, "n_embd": 4096,
    "n_positions": 8192, "num_query_groups": 8, "group_query_attention": true})";
  REQUIRE(bytes(shell) == 172032);                                 // M-5
  REQUIRE(bytes(R"({"model_type": "jetmoe", "hidden_size": 2048, "num_hidden_layers": 24, "num_attention_heads": 32,
    "num_key_value_heads": 16, "kv_channels": 128})") == 196608);  // M-7
  REQUIRE(
      bytes(R"({"num_hidden_layers": 2, "hidden_size": 64, "num_attention_heads": 8, "num_attention_groups": 2})") ==
      2 * 2 * 2 * 8 * 2);
  REQUIRE(bytes(R"({"num_hidden_layers": 1, "hidden_size": 64, "num_attention_heads": 8, "num_query_groups": 2,
    "group_query_attention": false})") == 2 * 8 * 8 * 2);
  require_refusal("range", "config.json#/kv_channels", "found 128, wanted what head_dim says", [] {
    paste(R"({"num_hidden_layers": 1, "num_attention_heads": 8, "head_dim": 64, "kv_channels": 128})");
  });
  require_refusal("missing", "config.json#/multi_query_group_num", "found nothing, wanted this field", [] {
    paste(R"({"num_hidden_layers": 1, "hidden_size": 64, "num_attention_heads": 8, "multi_query_attention": true})");
  });
}

TEST_CASE("config_json: what layers are not, or keep in another way, is refused by its name") {
  const std::string base = R"("num_hidden_layers": 16, "hidden_size": 1024, "num_attention_heads": 16)";
  for (const auto& [name, value] : {std::pair<std::string, std::string>{"full_attn_idxs", "[2,5,8]"},
                                    {"attn_config", "{\"kv_n_heads\":8}"},
                                    {"is_encoder", "true"}})
    require_refusal("range", "config.json#/" + name,
                    "found " + value + ", wanted no such field: what its layers keep is not known here",
                    [&, n = name, v = value] { paste("{" + base + ", \"" + n + "\": " + v + "}"); });
  for (const std::string type : {"mpnet", "camembert", "new", "dinov2", "wav2vec2", "esm", "nomic_bert"})  // M-13
    REQUIRE_THROWS_AS(paste("{" + base + ", \"model_type\": \"" + type + "\"}"), Refusal);
}

TEST_CASE("config_json: a pattern that is a word, and layers that only draft") {
  const std::string exaone = R"({"model_type": "exaone4", "hidden_size": 2048, "num_hidden_layers": 30,
    "num_attention_heads": 32, "num_key_value_heads": 8, "sliding_window_pattern": "LLLG")";
  REQUIRE(memory_of(paste(exaone + "}").groups).bytes_per_token == 61440);  // M-15
  REQUIRE(role(paste(exaone + "}"), "sliding_window_pattern") == "ignored window_off");
  // The last layer has no window, whatever its letter: 30 layers are 22 windows and 8 others.
  REQUIRE(numbers(paste(exaone + ", \"sliding_window\": 4096}").groups) ==
          "full 8 8 0 64 0 0 0 1 0\nwindow 22 8 0 64 0 0 0 1 4096\n");
  require_refusal("range", "config.json#/sliding_window_pattern",
                  "found \"LLXG\", wanted a whole number, or the letters L (local) and G (global)", [] {
                    paste(R"({"hidden_size": 64, "num_hidden_layers": 4, "num_attention_heads": 8, "sliding_window": 9,
                              "sliding_window_pattern": "LLXG"})");
                  });
  const std::string drafts = R"({"num_hidden_layers": 2, "hidden_size": 64, "num_attention_heads": 8,
    "sliding_window": 16, "layer_types": ["full_attention", "sliding_attention", "full_attention"])";
  REQUIRE(paste(drafts + ", \"num_nextn_predict_layers\": 1}").groups.size() == 2);  // M-17
  require_refusal("shape", "config.json#/layer_types", "found 3 entries, wanted 2, as num_hidden_layers says",
                  [&] { paste(drafts + "}"); });
}

TEST_CASE("config_json: a number out of range is told the range of its field, as it was written") {
  const auto of = [](const std::string& heads) {
    paste(R"({"num_hidden_layers": 1, "hidden_size": 64, "num_attention_heads": )" + heads + "}");
  };
  require_refusal("range", "config.json#/num_attention_heads",
                  "found 4294967296, wanted a whole number from 1 to 16777216", [&] { of("4294967296"); });
  require_refusal("range", "config.json#/num_attention_heads",
                  "found 9007199254740993, wanted an integer a double holds exactly (up to 2^53)",
                  [&] { of("9007199254740993"); });
  require_refusal("range", "config.json#/n_head",
                  "found 9007199254740993, wanted an integer a double holds exactly (up to 2^53)",
                  [] { paste(R"({"num_hidden_layers": 1, "hidden_size": 64, "n_head": 9007199254740993})"); });
}

TEST_CASE("config_json: forty ratios of compressed rows fit into the memory model") {
  std::string ratios;
  for (int layer = 0; layer < 40; ++layer) ratios += (ratios.empty() ? "" : ", ") + std::to_string(2 + layer);
  const ConfigJsonTrace t = paste(R"({"model_type": "deepseek_v4", "num_hidden_layers": 40, "num_attention_heads": 8,
    "head_dim": 64, "index_head_dim": 32, "sliding_window": 128, "compress_ratios": [)" +
                                  ratios + "]}");
  REQUIRE(t.groups.size() == 81);
  REQUIRE(memory_of(t.groups, 1024).total_bytes > 0);
}
