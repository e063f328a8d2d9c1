// Published models: their configurations, and how far each was verified.
#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "attn/anchor.h"
#include "attn/cache_config.h"
#include "attn/fields.h"
#include "attn/layer_groups.h"
#include "attn/parameters.h"
#include "attn/world.h"

namespace attn {

/// A configuration as it stands in the data file: what memory rests on, and what it does not.
struct ModelConfig : WeightConfig {
  std::optional<double> partial_rotary_factor;
  std::optional<int> rotary_dim;
  std::optional<double> rope_theta;
  std::optional<double> rope_local_base_freq;
  std::optional<double> rope_scaling_factor;
  std::optional<int> original_max_position_embeddings;
  std::optional<int> initial_context_length;
  std::optional<bool> attn_output_gate;
  std::optional<double> attn_logit_softcapping;
  std::optional<bool> mla_use_nope;
  std::optional<std::string> mamba_ssm_dtype;
  std::optional<int> mtp_num_hidden_layers;
  std::optional<int> num_nextn_predict_layers;
  std::optional<int> o_lora_rank;
  std::optional<int> o_groups;
  std::optional<int> indexer_n_heads;
  std::optional<int> indexer_budget;
  std::optional<std::vector<int>> index_source_layer_ids;
  std::optional<int> candidate_source_layer_id;
  std::optional<int> candidate_topk_blocks;
  std::optional<int> candidate_block_size;
  std::optional<int> n_layer;
  std::optional<int> n_embd;
  std::optional<int> n_head;
  std::optional<int> n_ctx;

  static constexpr auto fields() {
    using C = ModelConfig;
    return std::tuple_cat(
        WeightConfig::fields(),
        std::make_tuple(
            option("partial_rotary_factor", &C::partial_rotary_factor), option("rotary_dim", &C::rotary_dim),
            option("rope_theta", &C::rope_theta), option("rope_local_base_freq", &C::rope_local_base_freq),
            option("rope_scaling_factor", &C::rope_scaling_factor),
            option("original_max_position_embeddings", &C::original_max_position_embeddings),
            option("initial_context_length", &C::initial_context_length),
            option("attn_output_gate", &C::attn_output_gate),
            option("attn_logit_softcapping", &C::attn_logit_softcapping), option("mla_use_nope", &C::mla_use_nope),
            option("mamba_ssm_dtype", &C::mamba_ssm_dtype), option("mtp_num_hidden_layers", &C::mtp_num_hidden_layers),
            option("num_nextn_predict_layers", &C::num_nextn_predict_layers), option("o_lora_rank", &C::o_lora_rank),
            option("o_groups", &C::o_groups), option("indexer_n_heads", &C::indexer_n_heads),
            option("indexer_budget", &C::indexer_budget), option("index_source_layer_ids", &C::index_source_layer_ids),
            option("candidate_source_layer_id", &C::candidate_source_layer_id),
            option("candidate_topk_blocks", &C::candidate_topk_blocks),
            option("candidate_block_size", &C::candidate_block_size), option("n_layer", &C::n_layer),
            option("n_embd", &C::n_embd), option("n_head", &C::n_head), option("n_ctx", &C::n_ctx)));
  }
};

/// A part of a row, such as 128 BF16 numbers that are rotated.
struct RowPart {
  std::string what;
  int bytes = 0;

  static constexpr auto fields() {
    return std::make_tuple(field("what", &RowPart::what), field("bytes", &RowPart::bytes));
  }
};

/// How a model packs a row of its cache, an index key, and a row of a window where that is another one.
struct StorageFormat {
  std::string id;
  int row_bytes = 0;
  std::vector<RowPart> row_parts;  ///< add up to row_bytes
  int index_row_bytes = 0;
  std::vector<RowPart> index_parts;
  std::optional<int> window_row_bytes;
  std::optional<std::vector<RowPart>> window_parts;

  static constexpr auto fields() {
    using F = StorageFormat;
    return std::make_tuple(field("id", &F::id), field("row_bytes", &F::row_bytes), field("row_parts", &F::row_parts),
                           field("index_row_bytes", &F::index_row_bytes), field("index_parts", &F::index_parts),
                           option("window_row_bytes", &F::window_row_bytes), option("window_parts", &F::window_parts));
  }
};

struct Model {
  std::string id, name, hf_id;
  std::string attention_family;  ///< what layer_groups must find
  std::string role;              ///< "frontier" for the one that the lesson names; else ""
  ModelConfig config;
  int native_context = 0;      ///< tokens, 1 ... 2^24
  std::string kv_dtype;        ///< bfloat16, float16; mixed or fp4 with a storage_format
  std::string storage_format;  ///< the id of a format, or ""
  std::vector<std::string> source;
  std::string verified;  ///< yes or partial
  std::string evidence;  ///< A, B, B+, A/B or A/B+; the file's note says what they mean
  std::string notes;

  static constexpr auto fields() {
    using M = Model;
    return std::make_tuple(field("id", &M::id), field("name", &M::name), field("hf_id", &M::hf_id),
                           field("attention_family", &M::attention_family), option("role", &M::role),
                           field("config", &M::config), field("native_context", &M::native_context),
                           field("kv_dtype", &M::kv_dtype), option("storage_format", &M::storage_format),
                           field("source", &M::source), field("verified", &M::verified),
                           field("evidence", &M::evidence), field("notes", &M::notes));
  }
};

struct Models {
  Words note;
  std::string retrieved;  ///< the day on which the sources were read
  std::vector<StorageFormat> storage_formats;
  std::vector<Model> models;

  static constexpr auto fields() {
    return std::make_tuple(field("note", &Models::note), field("retrieved", &Models::retrieved),
                           field("storage_formats", &Models::storage_formats), field("models", &Models::models));
  }
};

/// Reads data/frontier-models.json: strict (see json.h). Sizes are positive, no id stands twice, every model has a
/// source, the parts of a storage format add up to its row, a format is named exactly where kv_dtype asks for one, and
/// each configuration has layers that can be read off, of the family that is said.
/// @throws Refusal naming file and JSON pointer
Models models(const std::string& text, const std::string& file);

/// A model as the pages have it: with the layers read off.
struct ModelEntry {
  std::string id, name, hf_id, family;
  std::string role;  ///< anchor, frontier or ""
  Said context;      ///< tokens
  std::string kv_dtype, storage_format;
  std::vector<std::string> source;
  std::string verified, evidence, notes;
  std::vector<LayerGroup> groups;
  std::vector<WhatIf> what_ifs;
  ParameterCount parameters;

  static constexpr auto fields() {
    using M = ModelEntry;
    return std::make_tuple(field("id", &M::id), field("name", &M::name), field("hf_id", &M::hf_id),
                           field("family", &M::family), field("role", &M::role), field("context", &M::context),
                           field("kv_dtype", &M::kv_dtype), field("storage_format", &M::storage_format),
                           field("source", &M::source), field("verified", &M::verified),
                           field("evidence", &M::evidence), field("notes", &M::notes), field("groups", &M::groups),
                           field("what_ifs", &M::what_ifs), field("parameters", &M::parameters));
  }
};

/// The anchor first, then the others in the order of their file.
std::vector<ModelEntry> model_entries(const AnchorModel& anchor, const Models& models);

/// The model of that id among them.
/// @throws Refusal (range) if none has it
const ModelEntry& model_entry(const std::vector<ModelEntry>& entries, const std::string& id);

}  // namespace attn
