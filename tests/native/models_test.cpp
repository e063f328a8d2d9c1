#include "attn/models.h"

#include <map>
#include <set>

#include "published.h"
#include "strict.h"

namespace {

/// The real file with only the models of these ids.
nlohmann::json only(const std::vector<std::string>& ids) {
  auto file = nlohmann::json::parse(file_text(kFrontier));
  nlohmann::json kept = nlohmann::json::array();
  for (const std::string& id : ids)
    for (const auto& model : file["models"])
      if (model["id"] == id) kept.push_back(model);
  file["models"] = kept;
  REQUIRE(kept.size() == ids.size());
  return file;
}

// Together they have every field of a configuration.
const std::vector<std::string> kSamples{"deepseek-v3.2", "deepseek-v4.1-flash", "gpt2",
                                        "falcon-7b",     "ling-2.6-flash",      "mixtral-8x7b"};

/// Places of a document but for all entries of a list after its first two.
void for_each_sample(const nlohmann::json& document, const std::function<void(Pointer)>& visit) {
  for_each_place(document, Pointer(), [&](const Pointer& place) {
    const std::string text = place.to_string();
    const size_t last = text.rfind('/');
    const bool entry = last != text.npos && text.find("/config/") != text.npos && last + 1 < text.size() &&
                       std::isdigit(text[last + 1]);
    if (!entry || text[last + 1] < '2') visit(place);
  });
}

std::string code_of(const std::string& text) {
  try {
    models(text, "file");
  } catch (const Refusal& refusal) {
    return refusal.code + " " + refusal.where;
  }
  return "taken";
}

}  // namespace

TEST_CASE("models: thirty-nine and the anchor, each with source, evidence and how far it was verified") {
  const std::vector<ModelEntry> all = entries();
  REQUIRE(all.size() == 40);
  std::set<std::string> ids;
  for (const ModelEntry& model : all) {
    INFO(model.id);
    REQUIRE(ids.insert(model.id).second);
    REQUIRE_FALSE(model.source.empty());
    REQUIRE_FALSE(model.evidence.empty());
    REQUIRE_FALSE(model.groups.empty());
    REQUIRE(model.context.value >= 1);
  }
  REQUIRE(all.front().role == "anchor");
  REQUIRE(model_entry(all, "glm-5.3").role == "frontier");
  require_refusal("range", "model", "found \"gpt-5\", wanted the id of a model", [&] { model_entry(all, "gpt-5"); });
}

TEST_CASE("models: no result stands in the file") {
  const std::string text = file_text(kFrontier);
  for (const char* word : {"bytes_per_token", "total_bytes", "elements_per_token"})
    REQUIRE(text.find(word) == text.npos);
}

TEST_CASE("models: layers are read off by kind, and every number says where it stands") {
  const std::vector<ModelEntry> all = entries();
  const auto document = nlohmann::json::parse(file_text(kFrontier));
  const auto anchor = nlohmann::json::parse(file_text(kAnchorFile));
  int checked = 0;
  for (const ModelEntry& model : all)
    for (const LayerGroup& group : model.groups)
      for_each_field<LayerGroup>([&](const std::string& name, auto member) {
        if constexpr (std::is_same_v<std::decay_t<decltype(group.*member)>, Said>) {
          const Said& said = group.*member;
          if (said.source.empty()) return;
          INFO(model.id << " " << group.kind << " " << name << " " << said.source);
          const size_t hash = said.source.find('#'), counted = said.source.find(" (");
          const nlohmann::json& file = said.source.substr(0, hash) == kFrontier ? document : anchor;
          const Pointer place(said.source.substr(hash + 1, counted == said.source.npos ? counted : counted - hash - 1));
          if (counted == said.source.npos) REQUIRE(file.at(place).get<double>() == said.value);
          ++checked;
        }
      });
  REQUIRE(checked > 200);

  const auto kinds = [&](const std::string& id) {
    std::string text;
    for (const LayerGroup& group : model_entry(all, id).groups)
      text += (text.empty() ? "" : ", ") + number_text(group.layers.value) + " " + group.kind;
    return text;
  };
  REQUIRE(kinds("qwen3.8-27b") == "16 full, 48 linear");
  REQUIRE(kinds("qwen3.8-flash-next") == "12 full, 12 index, 36 linear");
  REQUIRE(kinds("gemma-3-27b") == "10 full, 52 window");
  REQUIRE(kinds("mistral-7b-v0.1") == "32 window");
  REQUIRE(kinds("glm-5.2") == "78 mla, 21 index");
  REQUIRE(kinds("glm-5.3-flash") == "11 mla, 11 index, 34 linear");
  REQUIRE(kinds("kimi-linear-48b") == "7 mla, 20 linear");
  REQUIRE(kinds("minimax-m1") == "10 full, 70 linear");
  REQUIRE(kinds("deepseek-v4-flash") == "21 rows, 21 index, 20 rows, 43 row_window");
  REQUIRE(kinds("deepseek-v4-pro") == "30 rows, 30 index, 31 rows, 61 row_window");
  REQUIRE(kinds("deepseek-v4.1-flash") == "1 rows, 1 index, 3 rows, 3 index, 40 row_window");
}

TEST_CASE("models: what-ifs change one field and no other") {
  const std::vector<ModelEntry> all = entries();
  const auto ids = [&](const std::string& id) {
    std::vector<std::string> names;
    for (const WhatIf& what : model_entry(all, id).what_ifs) names.push_back(what.id);
    return names;
  };
  REQUIRE(ids("qwen3.8-27b") == std::vector<std::string>{"mha", "mqa"});
  REQUIRE(ids("deepseek-v3") == std::vector<std::string>{"mla_expanded"});
  REQUIRE(ids("deepseek-v4-pro").empty());
  REQUIRE(ids("ling-2.6-flash").empty());  // the width of its values was not seen
  const ModelEntry& anchor = all.front();
  REQUIRE(anchor.what_ifs[0].groups[0].heads.value == 24);
  REQUIRE(anchor.what_ifs[0].groups[0].key_width.value == 256);
  REQUIRE(anchor.what_ifs[1].groups[0].heads.value == 1);
  REQUIRE(anchor.groups[0].heads.value == 4);
}

TEST_CASE("models: nothing is converted, no field is unknown or given twice, wherever it stands") {
  const auto document = only(kSamples);
  std::set<std::string> fractions;
  for_each_field<ModelConfig>([&](const std::string& name, auto member) {
    if constexpr (std::is_same_v<decltype(member), std::optional<double> ModelConfig::*>) fractions.insert(name);
  });
  for_each_sample(document, [&](const Pointer& place) {
    INFO(place.to_string());
    const nlohmann::json& value = document.at(place);
    const std::string where = " file#" + place.to_string();
    for (const auto& [kind, sample] : std::map<std::string, std::string>{{"null", "null"},
                                                                         {"boolean", "true"},
                                                                         {"number", "3"},
                                                                         {"string", "\"3\""},
                                                                         {"array", "[]"},
                                                                         {"object", "{}"}})
      if (kind != value.type_name()) REQUIRE(code_of(edited(document, place, sample)) == "type" + where);
    if (value.is_number())
      for (const std::string number : {"NaN", "-1", "1e999", "2.5"}) {
        const std::string code = code_of(edited(document, place, number));
        REQUIRE((code.rfind("parse", 0) == 0 || code == "range" + where || code == "type" + where ||
                 (number == "2.5" && code == "taken" && fractions.count(place.back()))));
      }
    if (!value.is_object()) return;
    REQUIRE(code_of(edited(document, place / "nonsense", "0")) == "unknown" + where + "/nonsense");
    for (const auto& item : value.items())
      REQUIRE(code_of(edited(document, place / item.key(), "0, \"" + item.key() + "\": 0")) ==
              "duplicate" + where + "/" + item.key());
  });
}

TEST_CASE("models: the samples have what every configuration may have, and what each must have is missed") {
  std::set<std::string> met;
  const auto document = nlohmann::json::parse(file_text(kFrontier));
  for (const auto& model : document["models"])
    for (const auto& item : model["config"].items()) met.insert(item.key());
  const std::set<std::string> in_none_of_ours{"use_sliding_window",
                                              "max_window_layers",
                                              "new_decoder_architecture",
                                              "full_attn_idxs",
                                              "attn_layer_period",
                                              "attn_layer_offset",
                                              "num_key_value_heads_per_layer",
                                              "total_ut_steps",
                                              "mamba_d_state",
                                              "mamba_n_heads",
                                              "mamba_d_head",
                                              "mamba_n_groups",
                                              "mamba_d_conv",
                                              "mamba_expand",
                                              "conv_L_cache",
                                              "mlp_bias"};
  int known = 0;
  for_each_field<ModelConfig>([&](const std::string& name, auto) {
    ++known;
    INFO(name);
    REQUIRE(met.count(name) != in_none_of_ours.count(name));
  });
  REQUIRE(known == static_cast<int>(met.size() + in_none_of_ours.size()));

  const auto without = [](nlohmann::json file, const Pointer& object, const std::string& key) {
    file[object].erase(key);
    return code_of(file.dump());
  };
  const auto sample = only(kSamples);
  for (const std::string key : {"id", "name", "hf_id", "attention_family", "config", "native_context", "kv_dtype",
                                "source", "verified", "evidence", "notes"})
    REQUIRE(without(sample, Pointer("/models/0"), key) == "missing file#/models/0/" + key);
  for (const std::string key : {"note", "retrieved", "storage_formats", "models"})
    REQUIRE(without(sample, Pointer(""), key) == "missing file#/" + key);
  for (const std::string key : {"id", "row_bytes", "row_parts", "index_row_bytes", "index_parts"})
    REQUIRE(without(sample, Pointer("/storage_formats/0"), key) == "missing file#/storage_formats/0/" + key);
  for (const std::string key : {"window_row_bytes", "window_parts"})
    REQUIRE(without(sample, Pointer("/storage_formats/2"), key) == "missing file#/storage_formats/2/" + key);
  REQUIRE(without(sample, Pointer("/models/0"), "storage_format") == "missing file#/models/0/storage_format");
  for (const std::string key :
       {"model_type", "num_hidden_layers", "num_attention_heads", "kv_lora_rank", "qk_rope_head_dim", "index_head_dim"})
    REQUIRE(without(sample, Pointer("/models/0/config"), key) == "missing file#/models/0/config/" + key);
}

TEST_CASE("models: refuses what contradicts itself") {
  require_refused(
      only(kSamples).dump(),
      {{"/models/1/id", "\"gpt2\"", "duplicate", "/models/2/id", "found \"gpt2\" a second time, wanted each id once"},
       {"/models/0/source", "[]", "range", "/models/0/source",
        "found no source, wanted where the configuration was read"},
       {"/models/0/evidence", "\"C\"", "range", "/models/0/evidence", "found \"C\", wanted one of A, B, B+, A/B, A/B+"},
       {"/models/0/verified", "\"no\"", "range", "/models/0/verified", "found \"no\", wanted one of yes, partial"},
       {"/models/0/storage_format", "\"x\"", "range", "/models/0/storage_format",
        "found \"x\", wanted the id of a storage format of this file"},
       {"/models/0/kv_dtype", "\"bfloat16\"", "range", "/models/0/storage_format",
        "found \"mla_fp8_656+index_fp8_132\", wanted nothing, since kv_dtype is bfloat16"},
       {"/models/2/kv_dtype", "\"fp4\"", "missing", "/models/2/storage_format",
        "found nothing, wanted this field, since kv_dtype is fp4"},
       {"/storage_formats/0/row_bytes", "655", "range", "/storage_formats/0/row_bytes",
        "found 655, wanted 656, the sum of row_parts"},
       {"/storage_formats/2/window_parts/0/bytes", "511", "range", "/storage_formats/2/window_row_bytes",
        "found 528, wanted 527, the sum of window_parts"},
       {"/models/0/attention_family", "\"mla\"", "range", "/models/0/attention_family",
        "found \"mla\", wanted mla+dsa, as its layers say"},
       {"/models/2/config/n_layer", "13", "range", "/models/2/config/n_layer",
        "found 13, wanted 12, as num_hidden_layers says"},
       {"/models/3/config/num_key_value_heads", "71", "range", "/models/3/config/num_key_value_heads",
        "found 71, wanted 1, as multi_query says"},
       {"/models/5/config/num_key_value_heads", "5", "range", "/models/5/config/num_key_value_heads",
        "found 5, wanted a divisor of the 32 query heads"},
       {"/models/4/config/layer_group_size", "7", "range", "/models/4/config/layer_group_size",
        "found 7, wanted a divisor of the 32 layers"},
       {"/models/1/config/compress_ratios/3", "1", "range", "/models/1/config/compress_ratios/3",
        "found 1, wanted the ratio of the layer whose rows it reads"},
       {"/models/1/config/kv_source_layer_ids/0", "1", "range", "/models/1/config/kv_source_layer_ids/0",
        "found 1, wanted a layer whose compress_ratios entry is not 0"},
       {"/models/1/config/num_key_value_heads", "2", "range", "/models/1/config/num_key_value_heads",
        "found 2, wanted 1: K and V are one row that all heads share"},
       {"/models/0/config/num_hidden_layers", "4097", "range", "/models/0/config/num_hidden_layers",
        "found 4097, wanted a whole number from 1 to 4096"},
       {"/models/5/config/head_dim", "16777217", "range", "/models/5/config/head_dim",
        "found 16777217, wanted a whole number from 1 to 16777216"}},
      models);
}

TEST_CASE("models: rules that say which layer is which must agree") {
  const auto refused = [](const std::string& id, const std::string& place, const std::string& value,
                          const std::string& wanted) {
    INFO(id << place);
    REQUIRE(code_of(edited(only({id}), "/models/0/config" + place, value)) == wanted);
  };
  const std::string at = " file#/models/0/config/";
  refused("qwen3.5-27b", "/full_attention_interval", "8", "range" + at + "full_attention_interval");
  refused("qwen3.5-27b", "/layer_types/0", "\"full_attention\"", "range" + at + "full_attention_interval");
  refused("qwen3.5-27b", "/layer_types/64", "\"full_attention\"", "shape" + at + "layer_types");
  refused("qwen3.5-27b", "/layer_types/0", "\"chunked_attention\"", "range" + at + "layer_types/0");
  refused("gemma-3-27b", "/sliding_window_pattern", "5", "range" + at + "sliding_window_pattern");
  refused("gemma-3-27b", "/use_sliding_window", "false", "range" + at + "use_sliding_window");
  refused("minimax-m1", "/attn_type_list/0", "1", "range" + at + "attn_type_list");
  refused("minimax-m1", "/attn_type_list/0", "2", "range" + at + "attn_type_list/0");
  refused("kimi-linear-48b", "/linear_attn_config/kda_layers/0", "2", "range" + at + "linear_attn_config/kda_layers/1");
  refused("kimi-linear-48b", "/linear_attn_config/kda_layers/0", "28",
          "range" + at + "linear_attn_config/kda_layers/0");
  refused("kimi-linear-48b", "/linear_attn_config/full_attn_layers", "[4]",
          "range" + at + "linear_attn_config/full_attn_layers");
  refused("glm-5.2", "/indexer_types/0", "\"shared\"", "range" + at + "index_topk_freq");
  refused("glm-5.2", "/indexer_types/0", "\"none\"", "range" + at + "indexer_types/0");
  std::string none = "\"shared\"";
  for (int i = 1; i < 78; ++i) none += ", \"shared\"";
  refused("glm-5.2", "/indexer_types", "[" + none + "]", "range" + at + "indexer_types");
  refused("glm-5.2", "/index_topk_freq", "3", "range" + at + "index_topk_freq");
}
