#include "attn/models.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "attn/json.h"

namespace attn {
namespace {

constexpr double kMostSize = 1 << 24;
const std::string kFile = "data/frontier-models.json";

void require_one_of(const std::string& where, const std::string& text, const std::vector<std::string>& allowed) {
  if (std::count(allowed.begin(), allowed.end(), text) > 0) return;
  std::string list;
  for (const std::string& one : allowed) list += (list.empty() ? "" : ", ") + one;
  throw Refusal("range", where, in_quotes(text), phrase("one_of", list));
}

void require_text(const std::string& where, const std::string& text) {
  if (text.empty()) throw Refusal("range", where, phrase("empty_text"), phrase("some_text"));
}

/// The parts of a row add up to it.
void require_parts(const std::string& at, const std::string& row, int bytes, const std::string& list,
                   const std::vector<RowPart>& parts) {
  require_whole(at + "/" + row, bytes, 1, kMostSize);
  double sum = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    require_whole(at + "/" + list + "/" + std::to_string(i) + "/bytes", parts[i].bytes, 1, kMostSize);
    sum += parts[i].bytes;
  }
  if (sum != bytes) throw Refusal("range", at + "/" + row, literal(bytes), phrase("sum_of", number_text(sum), list));
}

void require_format(const std::string& at, const StorageFormat& format) {
  require_parts(at, "row_bytes", format.row_bytes, "row_parts", format.row_parts);
  require_parts(at, "index_row_bytes", format.index_row_bytes, "index_parts", format.index_parts);
  if (format.window_row_bytes.has_value() != format.window_parts.has_value())
    refuse_missing(at + (format.window_parts ? "/window_row_bytes" : "/window_parts"));
  if (format.window_row_bytes)
    require_parts(at, "window_row_bytes", *format.window_row_bytes, "window_parts", *format.window_parts);
}

/// What memory does not rest on must make sense as well.
void require_rest(const std::string& at, const ModelConfig& config) {
  for_each_field<ModelConfig>([&](const std::string& name, auto member) {
    const auto& value = config.*member;
    if (!value) return;
    using Value = std::decay_t<decltype(*value)>;
    if constexpr (std::is_same_v<Value, double>) require_number(at + "/" + name, *value, 1e-6, 1e12);
    if constexpr (std::is_same_v<Value, int>) require_whole(at + "/" + name, *value, 0, kMostSize);
  });
  if (config.partial_rotary_factor)
    require_number(at + "/partial_rotary_factor", *config.partial_rotary_factor, 1e-6, 1);
  const auto same = [&](const char* name, const std::optional<int>& one, const char* other,
                        const std::optional<int>& two) {
    if (one && two && *one != *two)
      throw Refusal("range", at + "/" + name, literal(*one), phrase("as_says", std::to_string(*two), other));
  };
  same("n_layer", config.n_layer, "num_hidden_layers", config.num_hidden_layers);
  same("n_embd", config.n_embd, "hidden_size", config.hidden_size);
  same("n_head", config.n_head, "num_attention_heads", config.num_attention_heads);
  same("n_ctx", config.n_ctx, "max_position_embeddings", config.max_position_embeddings);
  if (config.index_source_layer_ids)
    for (size_t i = 0; i < config.index_source_layer_ids->size(); ++i)
      require_whole(at + "/index_source_layer_ids/" + std::to_string(i), (*config.index_source_layer_ids)[i], 0,
                    *config.num_hidden_layers - 1);
}

std::string format_place(const Models& all, const std::string& id) {
  for (size_t i = 0; i < all.storage_formats.size(); ++i)
    if (all.storage_formats[i].id == id) return std::to_string(i);
  return "";
}

StoredRows stored_rows(const Models& all, const std::string& id) {
  const std::string place = format_place(all, id);
  if (place.empty()) return {};
  const StorageFormat& format = all.storage_formats[std::stoul(place)];
  const std::string at = kFile + "#/storage_formats/" + place + "/";
  StoredRows rows{
      {double(format.row_bytes), at + "row_bytes"}, {double(format.index_row_bytes), at + "index_row_bytes"}, {}};
  if (format.window_row_bytes) rows.window = {double(*format.window_row_bytes), at + "window_row_bytes"};
  return rows;
}

void require_model(const std::string& at, const Model& model, const Models& all) {
  require_text(at + "/name", model.name);
  require_text(at + "/hf_id", model.hf_id);
  require_one_of(at + "/role", model.role, {"", "frontier"});
  require_whole(at + "/native_context", model.native_context, 1, kMostSize);
  require_one_of(at + "/kv_dtype", model.kv_dtype, {"bfloat16", "float16", "mixed", "fp4"});
  const bool packed = model.kv_dtype == "mixed" || model.kv_dtype == "fp4";
  if (packed && model.storage_format.empty())
    throw Refusal("missing", at + "/storage_format", phrase("nothing"),
                  phrase("this_field_since", "kv_dtype", model.kv_dtype));
  if (!packed && !model.storage_format.empty())
    throw Refusal("range", at + "/storage_format", in_quotes(model.storage_format),
                  phrase("nothing_since", "kv_dtype", model.kv_dtype));
  if (packed && format_place(all, model.storage_format).empty())
    throw Refusal("range", at + "/storage_format", in_quotes(model.storage_format), phrase("format_id"));
  if (model.source.empty()) throw Refusal("range", at + "/source", phrase("no_source"), phrase("where_read"));
  for (size_t i = 0; i < model.source.size(); ++i) require_text(at + "/source/" + std::to_string(i), model.source[i]);
  require_one_of(at + "/verified", model.verified, {"yes", "partial"});
  require_one_of(at + "/evidence", model.evidence, {"A", "B", "B+", "A/B", "A/B+"});
  if (!model.config.model_type) refuse_missing(at + "/config/model_type");
  const std::string family = layer_groups(model.config, at + "/config", "").family;
  require_rest(at + "/config", model.config);
  if (model.attention_family != family)
    throw Refusal("range", at + "/attention_family", in_quotes(model.attention_family),
                  phrase("family_of_layers", family));
}

/// What an anchor and a model say of themselves in the same words, and the layers that were read off.
template <typename Item>
ModelEntry entry(const Item& item, const LayerGroups& layers) {
  ModelEntry e;
  e.id = item.id;
  e.name = item.name;
  e.hf_id = item.hf_id;
  e.source = item.source;
  e.evidence = item.evidence;
  e.notes = item.notes;
  e.family = layers.family;
  e.groups = layers.groups;
  e.what_ifs = layers.what_ifs;
  return e;
}

ModelEntry anchor_entry(const AnchorModel& anchor) {
  const AnchorConfig& a = anchor.config;
  CacheConfig config;
  config.num_hidden_layers = a.num_hidden_layers;
  config.hidden_size = a.hidden_size;
  config.num_attention_heads = a.num_attention_heads;
  config.num_key_value_heads = a.num_key_value_heads;
  config.head_dim = a.head_dim;
  config.layer_types = a.layer_types;
  config.linear_num_key_heads = a.linear_num_key_heads;
  config.linear_num_value_heads = a.linear_num_value_heads;
  config.linear_key_head_dim = a.linear_key_head_dim;
  config.linear_value_head_dim = a.linear_value_head_dim;
  config.linear_conv_kernel_dim = a.linear_conv_kernel_dim;
  const std::string source = "data/anchor-model.json#/config";
  ModelEntry e = entry(anchor, layer_groups(config, source, source));
  e.role = "anchor";
  e.context = {double(a.max_position_embeddings), source + "/max_position_embeddings"};
  e.kv_dtype = a.torch_dtype;
  e.verified = "yes";
  e.parameters.missing = "model_type";  // its linear layers are not among those that are counted
  return e;
}

}  // namespace

Models models(const std::string& text, const std::string& file) {
  auto all = read_file<Models>(text, file);
  std::set<std::string> ids;
  const auto require_new = [&](const std::string& at, const std::string& id) {
    require_text(at + "/id", id);
    if (!ids.insert(id).second)
      throw Refusal("duplicate", at + "/id", phrase("id_twice", shortened(id, kMostQuoted)), phrase("each_id_once"));
  };
  for (size_t i = 0; i < all.storage_formats.size(); ++i) {
    const std::string at = file + "#/storage_formats/" + std::to_string(i);
    require_new(at, all.storage_formats[i].id);
    require_format(at, all.storage_formats[i]);
  }
  for (size_t i = 0; i < all.models.size(); ++i) {
    const std::string at = file + "#/models/" + std::to_string(i);
    require_new(at, all.models[i].id);
    require_model(at, all.models[i], all);
  }
  return all;
}

std::vector<ModelEntry> model_entries(const AnchorModel& anchor, const Models& all) {
  std::vector<ModelEntry> entries{anchor_entry(anchor)};
  for (size_t i = 0; i < all.models.size(); ++i) {
    const Model& model = all.models[i];
    const std::string source = kFile + "#/models/" + std::to_string(i);
    ModelEntry e = entry(model, layer_groups(model.config, source + "/config", source + "/config",
                                             stored_rows(all, model.storage_format)));
    e.role = model.role;
    e.context = {double(model.native_context), source + "/native_context"};
    e.kv_dtype = model.kv_dtype;
    e.storage_format = model.storage_format;
    e.verified = model.verified;
    e.parameters = parameters(model.config);
    entries.push_back(e);
  }
  return entries;
}

const ModelEntry& model_entry(const std::vector<ModelEntry>& entries, const std::string& id) {
  for (const ModelEntry& entry : entries)
    if (entry.id == id) return entry;
  throw Refusal("range", "model", in_quotes(id), phrase("model_id"));
}

}  // namespace attn
