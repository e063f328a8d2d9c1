#include "attn/anchor.h"

#include "strict.h"

namespace {

const std::string kPath = "data/anchor-model.json";

AnchorConfig ours() { return anchor_model(file_text(kPath), kPath).config; }

/// The real file with some of its configuration replaced.
AnchorModel with(const nlohmann::json& changes) {
  auto model = nlohmann::json::parse(file_text(kPath));
  model["config"].update(changes);
  return anchor_model(model.dump(), "file");
}

void require_part(const LayerPart<double>& part, const std::string& id, double rows, double columns) {
  INFO(id);
  REQUIRE(part.id == id);
  REQUIRE(part.rows == rows);
  REQUIRE(part.columns == columns);
  REQUIRE(part.parameters == rows * columns);
}

}  // namespace

TEST_CASE("anchor: the published sizes, as they stand in the file") {
  const AnchorModel model = anchor_model(file_text(kPath), kPath);
  REQUIRE(model.name == "Qwen3.8-27B");
  REQUIRE(model.source.size() >= 2);
  REQUIRE(model.config.num_hidden_layers == 64);
  REQUIRE(model.config.hidden_size == 5120);
  REQUIRE(model.config.head_dim == 256);
  REQUIRE(model.config.attn_output_gate);
  REQUIRE_FALSE(model.config.tie_word_embeddings);
}

TEST_CASE("anchor: every fourth layer is full attention, as the interval says") {
  const AnchorConfig config = ours();
  REQUIRE(layers_of(config, "full_attention") == 16);
  REQUIRE(layers_of(config, "linear_attention") == 48);
  REQUIRE(layers_of(config, "no such layer") == 0);
  for (int layer = 0; layer < config.num_hidden_layers; ++layer)
    REQUIRE((config.layer_types[layer] == "full_attention") == ((layer + 1) % config.full_attention_interval == 0));
}

TEST_CASE("anchor: a share of a head is rotated") {
  REQUIRE(rotary_dim(ours()) == 64);
  for (const auto& [factor, rotated] : {std::pair{1.0, 256}, {0.5, 128}, {0.25, 64}, {0.0078125, 2}})
    REQUIRE(rotary_dim(with({{"partial_rotary_factor", factor}}).config) == rotated);
}

TEST_CASE("anchor: a factor counts as it is written, whatever binary makes of it") {
  for (int thousandths = 1; thousandths <= 1000; ++thousandths)
    for (const int head_dim : {64, 80, 100, 128}) {
      if (thousandths * head_dim % 2000 != 0) continue;  // not an even whole number of entries
      INFO(thousandths << " thousandths of " << head_dim);
      const nlohmann::json changes{{"partial_rotary_factor", thousandths / 1000.0}, {"head_dim", head_dim}};
      REQUIRE(rotary_dim(with(changes).config) == thousandths * head_dim / 1000);
    }
}

TEST_CASE("anchor: the parts of a layer, by hand") {
  AnchorConfig config;
  config.hidden_size = 6;
  config.intermediate_size = 10;
  config.num_attention_heads = 4;
  config.num_key_value_heads = 2;
  config.head_dim = 8;  // 4 heads of 8 are wider than the model
  for (const bool gate : {false, true}) {
    config.attn_output_gate = gate;
    const AnchorLayerTrace<double> t = anchor_layer<double>(config);
    REQUIRE(t.parts.size() == 11);
    require_part(t.parts[0], "input_norm", 1, 6);
    require_part(t.parts[1], "query", 6, gate ? 64 : 32);
    require_part(t.parts[2], "key", 6, 16);
    require_part(t.parts[3], "value", 6, 16);
    require_part(t.parts[4], "query_norm", 1, 8);
    require_part(t.parts[5], "key_norm", 1, 8);
    require_part(t.parts[6], "output", 32, 6);
    require_part(t.parts[7], "mlp_norm", 1, 6);
    require_part(t.parts[8], "gate", 6, 10);
    require_part(t.parts[9], "up", 6, 10);
    require_part(t.parts[10], "down", 10, 6);
    REQUIRE(t.attention == (gate ? 784 : 592));
    REQUIRE(t.parameters == (gate ? 976 : 784));
  }
}

TEST_CASE("anchor: a layer of the real model has 372 million parameters, 105 of them for attention") {
  const AnchorLayerTrace<double> t = anchor_layer<double>(ours());
  REQUIRE(t.parameters == 372255232);
  REQUIRE(t.attention == 104858112);
}

TEST_CASE("anchor: nothing is converted, wherever it stands") { require_strict_types(file_text(kPath), anchor_model); }

TEST_CASE("anchor: every field once, and no other") { require_strict_fields(file_text(kPath), anchor_model); }

// report J-1
TEST_CASE("anchor: no number is NaN, infinite or beyond double") {
  require_strict_numbers(file_text(kPath), anchor_model);
}

TEST_CASE("anchor: refuses sizes that are none, whichever field they stand in") {
  const std::string from = ", wanted a whole number from 1 to 16777216";
  const auto model = nlohmann::json::parse(file_text(kPath));
  std::vector<Edit> edits;
  for (const auto& item : model["config"].items()) {
    if (!item.value().is_number()) continue;
    const std::string at = "/config/" + item.key();
    if (item.key() == "partial_rotary_factor" || item.key() == "rope_theta") {
      for (const std::string number : {"0", "-1", "1e-07", "1e+13"})
        edits.push_back(
            {at, number, "range", at,
             "found " + number_text(std::stod(number)) + ", wanted a number from 0.000001 to 1000000000000"});
      continue;
    }
    for (const std::string number : {"0", "-1", "16777217"})
      edits.push_back({at, number, "range", at, "found " + number + from});
    edits.push_back({at, "2.5", "type", at, "found 2.5, wanted a whole number"});
    edits.push_back({at, "64.0", "type", at, "found 64.0, wanted a whole number"});
  }
  REQUIRE(edits.size() == 2 * 4 + 15 * 5);
  require_refused(file_text(kPath), edits, anchor_model);
}

TEST_CASE("anchor: refuses fields that contradict one another") {
  const std::string factor = "/config/partial_rotary_factor", layers = "/config/layer_types",
                    kv = "/config/num_key_value_heads";
  const std::string even = ", wanted a factor that rotates an even whole number of the 256 entries";
  require_refused(
      file_text(kPath),
      {{"/config/num_hidden_layers", "63", "shape", layers, "found 64 entries, wanted 63, as num_hidden_layers says"},
       {layers + "/64", "\"full_attention\"", "shape", layers,
        "found 65 entries, wanted 64, as num_hidden_layers says"},
       {layers, "[]", "shape", layers, "found 0 entries, wanted 64, as num_hidden_layers says"},
       {layers + "/5", "\"full\"", "range", layers + "/5", "found \"full\", wanted full_attention or linear_attention"},
       {layers + "/0", "\"\"", "range", layers + "/0", "found \"\", wanted full_attention or linear_attention"},
       {kv, "5", "range", kv, "found 5, wanted a divisor of the 24 query heads"},
       {kv, "48", "range", kv, "found 48, wanted a divisor of the 24 query heads"},
       {"/config/num_attention_heads", "26", "range", kv, "found 4, wanted a divisor of the 26 query heads"},
       {factor, "0.3", "range", factor, "found 0.3" + even},
       {factor, "0.01171875", "range", factor, "found 0.01171875" + even},  // 3 of 256
       {factor, "0.00390625", "range", factor, "found 0.00390625" + even},  // 1 of 256
       {factor, "1.0078125", "range", factor, "found 1.0078125, wanted a number from 0 to 1"},
       {factor, "2", "range", factor, "found 2, wanted a number from 0 to 1"}},
      anchor_model);
}
