#include <cctype>

#include "config_reading_json.h"

namespace attn {
namespace {

using Json = nlohmann::json;

const Json& object_at(const Json& json, const std::string& where) {
  if (!json.is_object()) refuse_type(json, where, phrase("an_object"));
  return json;
}

size_t layers_of(const ConfigReading& in) {
  return static_cast<size_t>(std::max(in.config.num_hidden_layers.value_or(0), 0));
}

/// Nemotron-H writes a letter a layer: M Mamba, * attention, - an MLP, E experts.
void pattern_of_blocks(ConfigReading& in) {
  constexpr const char* name = "hybrid_override_pattern";
  if (!in.has(name) || in.is(name, "")) return;
  std::string letters;
  read_json(in.at(name), in.place(name), letters);
  static constexpr std::string_view kinds = "M*-E";
  static constexpr const char* names[] = {"mamba", "attention", "mlp", "moe"};
  std::vector<std::string> types;
  for (const char letter : letters) {
    const size_t kind = kinds.find(letter);
    if (kind == kinds.npos) in.refuse(name, in.at(name), phrase("no_field_unknown_store"));
    types.push_back(names[kind]);
  }
  if (in.config.layer_types) {
    in.note(name, "used", "same");
    return;
  }
  in.aliases["layer_types"] = name;
  in.config.layer_types = types;
}

/// EXAONE writes a letter for each layer of a group, L local and G global; its code makes the last layer global.
void pattern_of_windows(ConfigReading& in) {
  constexpr const char* name = "sliding_window_pattern";
  if (!in.has(name) || !in.at(name).is_string()) return;
  if (in.config.layer_types) {
    in.note(name, "used", "same");
  } else if (!in.config.sliding_window || in.is("use_sliding_window", false)) {
    in.note(name, "ignored", "window_off");
  } else {
    const std::string letters = in.at(name).get<std::string>();
    if (letters.empty() || letters.find_first_not_of("LG") != letters.npos)
      in.refuse(name, in.at(name), phrase("letters_of_layers"));
    std::vector<std::string> types;
    for (size_t i = 0; i < layers_of(in); ++i) {
      const bool local = letters[i % letters.size()] == 'L' && i + 1 < layers_of(in);
      types.push_back(local ? "sliding_attention" : "full_attention");
    }
    in.aliases["layer_types"] = name;
    in.config.layer_types = types;
  }
}

/// nemotron-nas describes each layer; some have no attention at all.
void blocks(ConfigReading& in) {
  constexpr const char* name = "block_configs";
  if (!in.has(name) || !in.config.num_attention_heads) return;
  const Json& list = in.at(name);
  if (!list.is_array()) refuse_type(list, in.place(name), phrase("a_list"));
  std::vector<int> heads;
  for (size_t i = 0; i < list.size(); ++i) {
    const std::string place = std::string(name) + "/" + std::to_string(i), at = in.place(place);
    const Json& block = object_at(list[i], at);
    in.members(in.levels.back().path + place, block, " attention ffn parallel_blocks ");
    if (block.contains("parallel_blocks") && !block["parallel_blocks"].is_null())
      in.refuse(place + "/parallel_blocks", block["parallel_blocks"], phrase("no_field_unknown_store"));
    if (!block.contains("attention")) refuse_missing(at + "/attention");
    const Json& attention = object_at(block["attention"], at + "/attention");
    in.members(in.levels.back().path + place + "/attention", attention,
               " no_op replace_with_linear n_heads_in_group window_length num_sink_tokens sparsify "
               "use_prefill_window_in_sink_attention unshifted_sink llama4 mamba ");
    const auto on = [&](const char* key) {
      return attention.contains(key) && !attention[key].is_null() && attention[key] != false;
    };
    for (const char* other : {"window_length", "num_sink_tokens", "llama4", "mamba"})
      if (on(other)) in.refuse(place + "/attention/" + other, attention[other], phrase("no_field_unknown_store"));
    if (on("no_op") || on("replace_with_linear")) {
      heads.push_back(0);
      continue;
    }
    const std::string size = at + "/attention/n_heads_in_group";
    if (!on("n_heads_in_group")) refuse_missing(size);
    const int group = in.size_of("n_heads_in_group", attention["n_heads_in_group"], size);
    if (group > *in.config.num_attention_heads || *in.config.num_attention_heads % group != 0)
      throw Refusal("range", size, literal(group),
                    phrase("divisor_of_heads", std::to_string(*in.config.num_attention_heads)));
    heads.push_back(*in.config.num_attention_heads / group);
  }
  in.aliases["num_key_value_heads_per_layer"] = name;
  in.config.num_key_value_heads_per_layer = heads;
}

/// MiniMax-M3: some layers keep an index key beside K and V.
void sparse_layers(ConfigReading& in) {
  constexpr const char* name = "sparse_attention_config";
  const std::string at = in.place(name);
  if (!in.has(name)) return;
  const Json& own = object_at(in.at(name), at);
  if (own.empty() || (own.contains("use_sparse_attention") && own["use_sparse_attention"] == false)) {
    in.note(name, "ignored", "off");
    return;
  }
  in.members(in.levels.back().path + name, own,
             " use_sparse_attention sparse_index_dim sparse_num_index_heads sparse_topk_blocks "
             "sparse_block_size sparse_attention_freq sparse_disable_index_value sparse_score_type "
             "sparse_init_block sparse_local_block sparse_init_tokens sparse_local_tokens ");
  for (const char* needed : {"sparse_index_dim", "sparse_attention_freq"})
    if (!own.contains(needed)) refuse_missing(at + "/" + needed);
  std::vector<int> sparse, without_values;
  read_json(own["sparse_attention_freq"], at + "/sparse_attention_freq", sparse);
  if (own.contains("sparse_disable_index_value"))
    read_json(own["sparse_disable_index_value"], at + "/sparse_disable_index_value", without_values);
  std::vector<std::string> types;
  for (size_t i = 0; i < sparse.size(); ++i) {
    types.push_back(sparse[i] != 0 ? "full" : "shared");
    if (sparse[i] != 0 && i < without_values.size() && without_values[i] == 0)
      in.refuse("sparse_attention_config/sparse_disable_index_value", own["sparse_disable_index_value"],
                phrase("no_field_unknown_store"));
  }
  in.config.index_head_dim = in.size_of("index_head_dim", own["sparse_index_dim"], at + "/sparse_index_dim");
  in.config.indexer_types = types;
  in.aliases["index_head_dim"] = "sparse_attention_config/sparse_index_dim";
  in.aliases["indexer_types"] = "sparse_attention_config/sparse_attention_freq";
  in.note(name, "used", "index_layers");
}

/// mha, mqa or gqa in a word.
void head_type(ConfigReading& in) {
  constexpr const char* name = "attention_head_type";
  if (!in.has(name)) return;
  const bool all = in.is(name, "mha");
  const int heads = all ? in.config.num_attention_heads.value_or(0) : in.is(name, "mqa") ? 1 : 0;
  if (heads == 0 && !all && !in.is(name, "gqa")) in.refuse(name, in.at(name), phrase("one_of", "mha, mqa, gqa"));
  if (heads == 0 && !in.config.num_key_value_heads) refuse_missing(in.where + "/num_key_value_heads");
  in.note(name, "used", "kv_heads_rule");
  if (heads == 0) return;
  if (in.config.num_key_value_heads && *in.config.num_key_value_heads != heads)
    throw Refusal("range", in.where + "/num_key_value_heads", literal(*in.config.num_key_value_heads),
                  phrase("as_says", std::to_string(heads), name));
  if (in.config.num_key_value_heads) return;
  in.config.num_key_value_heads = heads;
  in.aliases["num_key_value_heads"] = name;
}

/// Sizes of Kimi's linear layers; a member that is new is named, not refused.
void linear_sizes(ConfigReading& in) {
  constexpr const char* name = "linear_attn_config";
  if (!in.has(name)) return;
  Json own = object_at(in.at(name), in.place(name));
  const std::string_view known = " num_heads head_dim short_conv_kernel_size kda_layers full_attn_layers ";
  own.erase("gate_lower_bound");  // how it is gated, and not what is kept
  own.erase("use_full_rank_gate");
  in.members(in.levels.back().path + name, own, known);
  for (auto item = own.begin(); item != own.end();)
    item = !names(known, item.key()) || item->is_null() ? own.erase(item) : ++item;
  read_json(own, in.place(name), in.config.linear_attn_config.emplace());
}

/// What some files say a second time, as the sum or the product of two others, must be that.
void said_twice(ConfigReading& in) {
  const auto same = [&](const char* name, double wanted, const char* others) {
    if (!in.has(name)) return;
    if (in.size_of(name, in.at(name), in.place(name)) != wanted)
      in.refuse(name, in.at(name), phrase("as_says", number_text(wanted), others));
    in.note(name, "used", "same");
  };
  const WeightConfig& c = in.config;
  if (c.mamba_n_heads && c.mamba_d_head)
    same("mamba_d_ssm", double(*c.mamba_n_heads) * *c.mamba_d_head, "mamba_n_heads * mamba_d_head");
  if (c.qk_nope_head_dim && c.qk_rope_head_dim)
    same("qk_head_dim", double(*c.qk_nope_head_dim) + *c.qk_rope_head_dim, "qk_nope_head_dim + qk_rope_head_dim");
}

/// A list of one entry a layer says how many there are.
void layers_of_list(ConfigReading& in) {
  if (in.config.num_hidden_layers || !in.config.layer_types || in.config.layer_types->empty()) return;
  const double layers = static_cast<double>(in.config.layer_types->size());
  const auto alias = in.aliases.find("layer_types");
  const std::string list = alias == in.aliases.end() ? "layer_types" : alias->second;
  require_size_of("num_hidden_layers", in.where + "/" + list, layers);
  in.config.num_hidden_layers = static_cast<int>(layers);
  in.aliases["num_hidden_layers"] = list + " (entries)";
  in.defaults.push_back({"num_hidden_layers", number_text(layers), "layers_of_list"});
}

/// Published lists go on with the layers that draft further tokens, which are not counted.
void without_draft_layers(ConfigReading& in) {
  constexpr const char* name = "num_nextn_predict_layers";
  if (!in.has(name) || !in.config.layer_types || !in.config.num_hidden_layers) return;
  int drafts = 0;
  read_json(in.at(name), in.place(name), drafts);
  if (drafts <= 0 || in.config.layer_types->size() != layers_of(in) + static_cast<size_t>(drafts)) return;
  in.config.layer_types->resize(layers_of(in));
  in.note(name, "used", "draft_layers");
}

/// What the class of this type takes where the file is silent.
void class_defaults(ConfigReading& in) {
  for (const ClassDefault& one : kClassDefaults) {
    if (in.config.model_type != one.type || in.config.num_key_value_heads_per_layer) continue;
    const std::string name(one.field);
    OptionalMember member(in.config, place_of(name));
    // A file that says "sliding_window": null has none.
    if (member.there() || (name == "sliding_window" && in.own->contains("sliding_window"))) continue;
    *static_cast<int*>(member.make()) = one.value;
    in.aliases[name] = name + " (" + one.source + ")";
    in.defaults.push_back({name, std::to_string(one.value), "class_default"});
  }
}

}  // namespace

void read_shapes(ConfigReading& in) {
  pattern_of_blocks(in);
  layers_of_list(in);
  pattern_of_windows(in);
  blocks(in);
  sparse_layers(in);
  head_type(in);
  linear_sizes(in);
  said_twice(in);
  without_draft_layers(in);
  // Mistral's own params.json names no type; its reader puts the window on every layer.
  if (!in.config.model_type && in.has("dim") && in.has("n_layers") && in.config.sliding_window) {
    in.config.model_type = "mistral";
    in.defaults.push_back({"model_type", "\"mistral\"", "type_of_params"});
  }
  class_defaults(in);
}

double cache_bytes(ConfigReading& in, const Json& quantization, const std::string& at, const std::string& name) {
  double bytes = 0;
  const auto in_words = [&](const Json& said, const std::string& place) {
    std::string word = said.get<std::string>();
    std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
    if (word == "auto" || word == "none" || word.empty()) return;
    bytes = bytes_of(kCacheBytes, word);
    if (bytes == 0) {
      std::string list;
      for (const NumberType& type : kCacheBytes) list += (list.empty() ? "" : ", ") + std::string(type.name);
      throw Refusal("range", place, in_quotes(said.get<std::string>()), phrase("one_of", list));
    }
  };
  for (const auto& item : quantization.items()) {
    const std::string& key = item.key();
    const std::string place = at + "/" + pointer_part(key);
    const bool of_cache = key.find("kv") != key.npos || key.find("cache") != key.npos;
    if (!of_cache || item.value().is_null()) continue;
    const bool known = key == "kv_cache_scheme" || key == "kv_cache_quant_algo" || key == "kv_cache_dtype";
    if (!known) {
      if (item.value() != false) in.unknown.push_back(name + "/" + pointer_part(key));
    } else if (item.value().is_string()) {
      in_words(item.value(), place);
    } else {
      const Json& scheme = object_at(item.value(), place);
      in.members(name + "/" + key, scheme,
                 " num_bits type dynamic strategy symmetric group_size block_structure observer "
                 "observer_kwargs actorder scale_dtype zp_dtype ");
      if (!scheme.contains("num_bits")) refuse_missing(place + "/num_bits");
      int bits = 0;
      read_json(scheme["num_bits"], place + "/num_bits", bits);
      require_whole(place + "/num_bits", bits, 1, 64);
      bytes = bits / 8.0;
    }
  }
  return bytes;
}

}  // namespace attn
