#include "attn/layer_groups.h"

#include <algorithm>
#include <map>

#include "attn/described.h"
#include "attn/limits.h"
#include "attn/models.h"
#include "attn/refusal.h"
#include "compressed_rows.h"
#include "layer_kinds.h"
#include "state_reader.h"

namespace attn {
namespace {

/// Model types that store in a way of their own, and the field without which their sizes would be read wrongly.
struct Needed {
  const char *type, *field;
  bool (*there)(const CacheConfig& config);
};

constexpr auto kLatent = [](const CacheConfig& c) { return c.kv_lora_rank.has_value(); };
constexpr auto kRatios = [](const CacheConfig& c) { return c.compress_ratios.has_value(); };

constexpr Needed kNeeded[] = {
    {"deepseek_v2", "kv_lora_rank", kLatent},
    {"deepseek_v3", "kv_lora_rank", kLatent},
    {"deepseek_v32", "kv_lora_rank", kLatent},
    {"kimi_k2", "kv_lora_rank", kLatent},
    {"kimi_linear", "kv_lora_rank", kLatent},
    {"glm_moe_dsa", "kv_lora_rank", kLatent},
    {"bailing_moe_v2_5", "kv_lora_rank", kLatent},
    {"bailing_moe_v2_5", "layer_group_size", [](const CacheConfig& c) { return c.layer_group_size.has_value(); }},
    {"deepseek_v4", "compress_ratios", kRatios},
    {"deepseek_v41", "compress_ratios", kRatios},
    {"deepseek_v41", "kv_source_layer_ids", [](const CacheConfig& c) { return c.kv_source_layer_ids.has_value(); }}};

void require_needed(const CacheConfig& config, const std::string& where) {
  const std::string type = config.model_type.value_or("");
  for (const Needed& need : kNeeded)
    if (type == need.type && !need.there(config))
      throw Refusal("missing", where + "/" + need.field, phrase("nothing"), phrase("this_field_of_type", type));
  if ((type == "falcon" || type == "gpt_bigcode") && !config.multi_query && !config.num_key_value_heads)
    throw Refusal("missing", where + "/multi_query", phrase("nothing"), phrase("this_field_for_kv_heads"));
}

/// Layers that keep every token, or those of a window, or a state.
class LayerReader : StateReader {
 public:
  LayerReader(const CacheConfig& config, const std::string& where, const std::string& source, const StoredRows& stored)
      : StateReader(config, where, source, stored) {}

  LayerGroups read() {
    need("num_hidden_layers", c_.num_hidden_layers, "layers");
    kinds_ = layer_kinds(c_, where_);
    for (const std::string& field : kinds_.used) use(field, "layer_kinds");
    if (kinds_.pattern > 0) derive("sliding_window_pattern", kinds_.pattern, "window_pattern_of_type");
    const int full = count(LayerKind::full) + count(LayerKind::sparse), window = count(LayerKind::window);
    if (count(LayerKind::none) == *c_.num_hidden_layers)
      refuse(c_.num_key_value_heads_per_layer ? "num_key_value_heads_per_layer" : kinds_.rule, literal("0"),
             phrase("known_store"));
    heads_ = need("num_attention_heads", c_.num_attention_heads, "query_heads");
    if (c_.kv_lora_rank && window > 0)
      refuse("kv_lora_rank", literal(*c_.kv_lora_rank), phrase("no_field_beside_window"));
    if (full > 0) c_.kv_lora_rank ? latents() : keys_and_values("full", LayerKind::full, LayerKind::sparse);
    if (window > 0) keys_and_values("window", LayerKind::window, LayerKind::window);
    if (full > 0) index_keys();
    if (count(LayerKind::linear) > 0) linear_states(layers_of(LayerKind::linear, LayerKind::linear), heads_);
    const LayerKind mamba = kinds_.parallel ? LayerKind::full : LayerKind::mamba;
    if (count(mamba) > 0) mamba_states(layers_of(mamba, mamba));
    if (count(LayerKind::conv) > 0) convolution(layers_of(LayerKind::conv, LayerKind::conv));
    rounds();
    what_ifs();
    result_.family = family(full, window);
    return result_;
  }

 private:
  int count(LayerKind kind) const {
    return static_cast<int>(std::count(kinds_.kinds.begin(), kinds_.kinds.end(), kind));
  }

  /// How many layers are of either kind, and where that is said.
  Said layers_of(LayerKind kind, LayerKind other) const {
    const int layers = count(kind) + (other == kind ? 0 : count(other));
    if (layers == *c_.num_hidden_layers) return {double(layers), source_ + "/num_hidden_layers"};
    const char* names[] = {"full_attention",
                           "deepseek_sparse_attention",
                           "sliding_attention",
                           "linear_attention",
                           "mamba",
                           "conv",
                           "none"};
    const LayerKind named = count(kind) > 0 ? kind : other;
    const std::string rule = kinds_.rule.empty() ? "num_key_value_heads_per_layer" : kinds_.rule;
    return {double(layers), source_ + "/" + rule + " (" + names[static_cast<int>(named)] + ")"};
  }

  Said kv_heads() {
    const bool counted = c_.new_decoder_architecture && *c_.new_decoder_architecture;
    if (c_.new_decoder_architecture) use("new_decoder_architecture", "kv_heads_rule");
    if (c_.multi_query && *c_.multi_query && !counted) {
      if (c_.num_key_value_heads && *c_.num_key_value_heads != 1)
        refuse("num_key_value_heads", literal(*c_.num_key_value_heads), phrase("as_says", "1", "multi_query"));
      use("multi_query", "multi_query");
      if (!c_.num_key_value_heads) {
        derive("num_key_value_heads", 1, "kv_heads_of_multi_query");
        return {1, source_ + "/multi_query"};
      }
    }
    if (!c_.num_key_value_heads) {
      if (counted) refuse_missing(where_ + "/num_key_value_heads");
      derive("num_key_value_heads", heads_.value, "kv_heads_as_query_heads");
      return heads_;
    }
    const Said kv = need("num_key_value_heads", c_.num_key_value_heads, "kv_heads");
    if (*c_.num_attention_heads % *c_.num_key_value_heads != 0)
      refuse("num_key_value_heads", literal(kv.value), phrase("divisor_of_heads", number_text(heads_.value)));
    return kv;
  }

  /// One group, or one for each number of KV heads where every layer has its own.
  void keys_and_values(const char* kind, LayerKind one, LayerKind other) {
    LayerGroup group{.kind = kind, .key_width = head_width(), .ratio = kOne};
    if (c_.v_head_dim && *c_.v_head_dim != group.key_width.value)
      group.value_width = need("v_head_dim", c_.v_head_dim, "value_width");
    if (group.kind == "window") group.window = need("sliding_window", c_.sliding_window, "window");
    if (!c_.num_key_value_heads_per_layer) {
      group.layers = layers_of(one, other);
      group.heads = kv_heads();
      add(group);
      return;
    }
    const std::string field = "num_key_value_heads_per_layer", at = source_ + "/" + field;
    use(field, "kv_heads");
    std::map<int, int> layers;
    for (size_t i = 0; i < kinds_.kinds.size(); ++i) {
      if (kinds_.kinds[i] != one && kinds_.kinds[i] != other) continue;
      const int heads = (*c_.num_key_value_heads_per_layer)[i];
      if (*c_.num_attention_heads % heads != 0)
        refuse(field + "/" + std::to_string(i), literal(heads), phrase("divisor_of_heads", number_text(heads_.value)));
      ++layers[heads];
    }
    for (const auto& [heads, count] : layers) {
      const std::string of = std::to_string(heads);
      group.layers = {double(count), at + " (layers of " + of + ")"};
      group.heads = {double(heads), at + " (" + of + ")"};
      add(group);
    }
  }

  void latents() {
    add({.kind = "mla",
         .layers = layers_of(LayerKind::full, LayerKind::sparse),
         .key_width = need("kv_lora_rank", c_.kv_lora_rank, "latent"),
         .rope_width = need("qk_rope_head_dim", c_.qk_rope_head_dim, "rope_key"),
         .ratio = kOne,
         .row_bytes = stored_.row});
  }

  /// Layers that run an indexer of their own; the others take over its choice and keep no index keys.
  Said index_layers() {
    const int full = count(LayerKind::full) + count(LayerKind::sparse);
    if (c_.indexer_types) {
      require_length("indexer_types", c_.indexer_types->size(), full);
      int own = 0;
      for (size_t i = 0; i < c_.indexer_types->size(); ++i) {
        const std::string& type = (*c_.indexer_types)[i];
        if (type != "full" && type != "shared")
          refuse("indexer_types/" + std::to_string(i), in_quotes(type), phrase("listed_or", "full", "shared"));
        own += type == "full";
      }
      if (own == 0) refuse("indexer_types", phrase("no_indexer"), phrase("one_indexer"));
      use("indexer_types", "index_layers");
      if (c_.index_topk_freq && own_indexers(full) != own)
        refuse("index_topk_freq", literal(*c_.index_topk_freq), phrase("what_says", "indexer_types"));
      return {double(own), source_ + "/indexer_types (full)"};
    }
    if (c_.index_topk_freq) {
      if (!c_.index_skip_topk_offset) refuse_missing(where_ + "/index_skip_topk_offset");
      use("index_topk_freq", "index_layers");
      use("index_skip_topk_offset", "index_layers");
      derive("indexer_types", own_indexers(full), "index_layers_of_frequency");
      return {double(own_indexers(full)), source_ + "/index_topk_freq (layers with an indexer)"};
    }
    return count(LayerKind::sparse) > 0 ? layers_of(LayerKind::sparse, LayerKind::sparse)
                                        : layers_of(LayerKind::full, LayerKind::full);
  }

  /// The first layers up to the offset, and from its last one on every so many.
  int own_indexers(int layers) const {
    int own = 0;
    for (int i = 0; i < layers; ++i)
      own += std::max(i - c_.index_skip_topk_offset.value_or(1) + 1, 0) % *c_.index_topk_freq == 0;
    return own;
  }

  void index_keys() {
    LayerGroup group{.kind = "index", .heads = kOne, .ratio = kOne, .row_bytes = stored_.index};
    if (c_.index_head_dim || c_.index_n_heads || c_.index_topk) {
      group.layers = index_layers();
      group.key_width = need("index_head_dim", c_.index_head_dim, "index_key");
      if (c_.index_kpool) group.ratio = need("index_kpool", c_.index_kpool, "index_pool");
      result_.family = "dsa";
    } else if (c_.indexer_head_dim) {
      group.layers = layers_of(LayerKind::full, LayerKind::sparse);
      group.key_width = need("indexer_head_dim", c_.indexer_head_dim, "index_key");
      if (c_.indexer_kv_heads) group.heads = need("indexer_kv_heads", c_.indexer_kv_heads, "index_heads");
      if (c_.indexer_compress_ratio)
        group.ratio = need("indexer_compress_ratio", c_.indexer_compress_ratio, "index_pool");
      result_.family = "sparse";
    } else {
      return;
    }
    add(group);
  }

  /// A token that goes through the layers several times leaves its own K and V each time.
  void rounds() {
    if (!c_.total_ut_steps) return;
    const double steps = need("total_ut_steps", c_.total_ut_steps, "rounds").value;
    if (steps == 1) return;
    for (LayerGroup& group : result_.groups)
      group.layers = {group.layers.value * steps, group.layers.source + " (times total_ut_steps)"};
  }

  /// Layouts with one field changed, for what the model was built to avoid.
  void what_ifs() {
    const auto with = [&](const std::string& id, const auto& change) {
      WhatIf what{id, result_.groups};
      bool changed = false;
      for (LayerGroup& group : what.groups) changed = change(group) || changed;
      if (changed) result_.what_ifs.push_back(what);
    };
    const auto heads = [](const Said& kv_heads) {
      return [kv_heads](LayerGroup& group) {
        if (group.kind != "full" && group.kind != "window") return false;
        group.heads = kv_heads;
        return true;
      };
    };
    with("mha", heads(heads_));
    with("mqa", heads({1, ""}));
    with("mla_expanded", [&](LayerGroup& group) {
      if (group.kind != "mla" || !c_.qk_nope_head_dim || !c_.v_head_dim) return false;
      group.kind = "mla_expanded";
      group.heads = heads_;
      group.key_width = said("qk_nope_head_dim", *c_.qk_nope_head_dim);
      group.value_width = said("v_head_dim", *c_.v_head_dim);
      group.row_bytes = {};
      return true;
    });
  }

  std::string family(int full, int window) const {
    const std::string index = result_.family.empty() ? "" : "+" + result_.family;
    const std::string store = c_.kv_lora_rank ? "mla" : "";
    const char* state = count(LayerKind::linear) > 0                     ? "linear"
                        : kinds_.parallel || count(LayerKind::mamba) > 0 ? "mamba"
                        : count(LayerKind::conv) > 0                     ? "conv"
                                                                         : nullptr;
    if (state)
      return state + std::string(full + window > 0 ? "-hybrid" : "") + (store.empty() ? "" : "+" + store) + index;
    if (!store.empty()) return store + index;
    if (window > 0) return (full > 0 ? "swa-hybrid" : "swa") + index;
    const double kv = result_.groups.front().heads.value;
    return (kv == heads_.value ? "mha" : kv == 1 ? "mqa" : "gqa") + index;
  }

  LayerKinds kinds_;
  Said heads_;
};

}  // namespace

LayerGroups layer_groups(const CacheConfig& config, const std::string& where, const std::string& source,
                         const StoredRows& stored) {
  if (!config.num_hidden_layers) refuse_missing(where + "/num_hidden_layers");
  require_sizes(config, where);
  require_needed(config, where);
  if (config.compress_ratios) return compressed_rows(config, where, source, stored);
  return LayerReader(config, where, source, stored).read();
}

void require_size_of(const std::string& name, const std::string& where, double value) {
  const bool zero = name == "qk_rope_head_dim" || name == "max_window_layers" || name == "attn_layer_offset";
  require_whole(where, value, zero ? 0 : 1,
                name == "num_hidden_layers" || name == "total_ut_steps" ? kMostGroups : 1 << 24);
}

void require_sizes(const CacheConfig& config, const std::string& where) {
  constexpr double most = 1 << 24;
  const auto entries = [&](const std::string& at, const std::vector<int>& list) {
    for (size_t i = 0; i < list.size(); ++i) require_whole(at + "/" + std::to_string(i), list[i], 0, most);
  };
  // The description of the longest of its kin, whose first members these are: one for all of them.
  const std::vector<Member>& members = described<ModelConfig>().members;
  for (size_t i = 0; i < std::tuple_size_v<decltype(CacheConfig::fields())>; ++i) {
    const Member& member = members[i];
    const Type& type = member.type();
    const void* at = reinterpret_cast<const char*>(&config) + member.offset;
    if (type.count(at) == 0) continue;
    const std::string place = where + "/" + member.name;
    if (type.item().kind == Kind::integer)
      require_size_of(member.name, place, *static_cast<const int*>(type.items(at)));
    if (type.item().kind == Kind::list && type.item().item().kind == Kind::integer)
      entries(place, *static_cast<const std::vector<int>*>(type.items(at)));
  }
  if (!config.linear_attn_config) return;
  for_each_field<LinearAttnConfig>([&](const std::string& name, auto member) {
    const auto& value = (*config.linear_attn_config).*member;
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, int>)
      require_whole(where + "/linear_attn_config/" + name, value, 1, most);
  });
}

}  // namespace attn
