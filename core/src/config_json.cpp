#include "attn/config_json.h"

#include <algorithm>

#include "attn/json.h"
#include "config_names.h"
#include "config_reading_json.h"

namespace attn {
namespace {

using Json = nlohmann::json;

bool says_nothing(const Json& value) {
  return value.is_null() || value == false || value == 0 || value == "" || (value.is_structured() && value.empty());
}

class Paste : ConfigReading {
 public:
  Paste(const Json& document, const std::string& file) {
    if (!document.is_object()) refuse_type(document, file + "#", phrase("an_object"));
    levels.push_back({&document, file + "#", ""});
    while (const char* inside = nested()) {
      const Level& level = levels.back();
      const Json& inner = (*level.object)[inside];
      const std::string at = level.at + "/" + inside;
      if (!inner.is_object()) refuse_type(inner, at, phrase("an_object"));
      levels.push_back({&inner, at, level.path + inside + "/"});
    }
    own = levels.back().object;
    where = levels.back().at;
  }

  ConfigJsonTrace read() {
    refuse_foreign();
    for (const OtherName& one : kAliases)
      if (switched_on(one.name)) older(one.name, one.ours);
    for (size_t place = 0; place < kCacheFields; ++place) {
      const std::string name = described<ModelConfig>().members[place].name;
      if (!in_another_shape(name)) read_field(name, place);
    }
    read_shapes(*this);
    LayerGroups layers = read_layers();
    for (const FieldNote& used : layers.used) note(used.field, "used", used.note);
    if (has("model_type")) note("model_type", "used", "model_type");
    window_off();
    ConfigJsonTrace t;
    t.model_type = config.model_type.value_or("");
    t.family = layers.family;
    t.groups = layers.groups;
    t.what_ifs = layers.what_ifs;
    for (LayerGroup& group : t.groups) in_its_words(group);
    for (WhatIf& what : t.what_ifs)
      for (LayerGroup& group : what.groups) in_its_words(group);
    t.context = context();
    t.bytes = bytes();
    t.parameters = weights();
    explain(*this, layers.derived, t);
    return t;
  }

 private:
  /// The member of the innermost level that goes on describing the text's part; nullptr where there is none.
  const char* nested() const {
    for (const char* name : kNested) {
      const auto found = levels.back().object->find(name);
      if (found != levels.back().object->end() && !found->is_null()) return name;
    }
    return nullptr;
  }

  void refuse_foreign() const {
    const auto said = [](const Level& level, const std::string& name, const Phrase& wanted) {
      throw Refusal("range", level.at + "/" + name, literal(shortened(json_text((*level.object)[name], 61), 60)),
                    wanted);
    };
    for (const Level& level : levels) {
      const auto is = [&](const char* name, const Json& value) {
        return level.object->contains(name) && (*level.object)[name] == value;
      };
      if (is("is_encoder_decoder", true)) said(level, "is_encoder_decoder", phrase("only_decodes"));
      for (const char* name : {"causal", "is_causal"})
        if (is(name, false)) said(level, name, phrase("looks_back"));
      for (const Json& way : {Json(true), Json("all")})
        if (is("use_bidirectional_attention", way)) said(level, "use_bidirectional_attention", phrase("only_decodes"));
      const auto type = level.object->find("model_type");
      if (type != level.object->end() && type->is_string() && names(kEncoders, type->get_ref<const std::string&>()))
        said(level, "model_type", phrase("known_store"));
    }
    const Level& level = levels.back();
    for (const auto& item : own->items())
      if (names(kForeign, item.key()) && !says_nothing(item.value()))
        said(level, item.key(), phrase("no_field_unknown_store"));
    // Layers without attention keep something as well; it is counted where its size is said.
    if (has("full_attn_idxs") && !has("conv_L_cache") && !has("mamba_d_state") && !has("ssm_state_size"))
      said(level, "full_attn_idxs", phrase("no_field_unknown_store"));
    if (has("model_type") && at("model_type").is_string() &&
        names(kForeignTypes, at("model_type").get_ref<const std::string&>()))
      said(level, "model_type", phrase("known_store"));
  }

  /// Reads a member from the field called `field`.
  void read_field(const std::string& field, size_t place) {
    OptionalMember member(config, place);
    if (!has(field) || member.there()) return;
    if (member.is_number())
      *static_cast<int*>(member.make()) =
          size_of(described<ModelConfig>().members[place].name, at(field), where + "/" + field);
    else
      read_json(at(field), where + "/" + field, member.type.item(), member.make());
  }

  /// Whether a number counts that is said under an older name.
  bool switched_on(const std::string& alias) {
    bool on = true;
    for (const OtherName& one : kSwitches) {
      if (alias != one.name || !has(one.ours)) continue;
      const std::string name = one.ours;
      read_json(at(name), where + "/" + name, on);
      if (on && !has(alias)) refuse_missing(where + "/" + alias);
      note(name, "used", "kv_heads_rule");
    }
    return on;
  }

  /// Left to read_shapes, or to what follows from other fields.
  bool in_another_shape(const std::string& name) {
    if (name == "linear_attn_config") return true;
    if (name == "mamba_d_head" && has(name) && at(name) == "auto") {
      note(name, "used", "state_value_of_expand");
      return true;
    }
    return name == "sliding_window_pattern" && has(name) && at(name).is_string();
  }

  /// A field under an older name. Where both are there they must agree, but for contexts, of which there may be
  /// several.
  void older(const std::string& alias, const std::string& name) {
    if (!has(alias)) return;
    const bool heads = name == "num_key_value_heads";
    if (heads && is("multi_query", true) && !is("new_decoder_architecture", true))
      return;  // published Falcon files say both
    if (has(name) || aliases.count(name)) {
      if (name != "max_position_embeddings" && name != "torch_dtype" &&
          at(alias) != at(aliases.count(name) ? aliases[name] : name))
        refuse(alias, at(alias), phrase("what_says", name));
      note(alias, "used", "same");
      return;
    }
    aliases[name] = alias;
    read_field(alias, place_of(name));
  }

  LayerGroups read_layers() const {
    try {
      return layer_groups(config, where, where);
    } catch (const Refusal& refusal) {
      throw Refusal(refusal.code, in_its_words(refusal.where), refusal.found_phrase, refusal.wanted_phrase);
    }
  }

  /// A place under the name that the text has for it.
  std::string in_its_words(const std::string& place) const {
    for (const auto& [name, alias] : aliases) {
      const std::string front = where + "/" + name;
      if (place == front || place.rfind(front + "/", 0) == 0 || place.rfind(front + " ", 0) == 0)
        return where + "/" + alias + place.substr(front.size());
    }
    return place;
  }

  void in_its_words(LayerGroup& group) const {
    for_each_field<LayerGroup>([&](const char*, auto member) {
      if constexpr (std::is_same_v<decltype(member), Said LayerGroup::*>)
        (group.*member).source = in_its_words((group.*member).source);
    });
  }

  void window_off() {
    if (config.sliding_window && config.use_sliding_window && !*config.use_sliding_window)
      note("sliding_window", "ignored", "window_off");
  }

  /// The longest text the model was made for.
  Said context() {
    const int positions = config.max_position_embeddings.value_or(0), most = config.model_max_length.value_or(0);
    if (positions == 0 && most == 0) return {};
    const std::string field = most > positions ? "model_max_length" : "max_position_embeddings";
    note(field, "used", "context");
    return {double(std::max(most, positions)), in_its_words(where + "/" + field)};
  }

  /// Bytes of a number of the cache: what the quantisation says of the cache, else the type of the weights, which the
  /// innermost level that names one decides.
  double bytes() {
    double bytes = 2;
    for (const Level& level : levels)
      for (const char* name : {"torch_dtype", "dtype"}) {
        const auto type = level.object->find(name);
        if (type == level.object->end() || !type->is_string() || *type == "auto") continue;
        const double known = bytes_of(kBytes, type->get_ref<const std::string&>());
        if (known == 0) {
          unknown.push_back(level.path + name);
        } else {
          bytes = known;
          notes[note_name(level, name)] = {"used", "number_type"};
        }
      }
    for (const Level& level : levels) {
      const char* name = "quantization_config";
      const auto found = level.object->find(name);
      if (found == level.object->end() || found->is_null()) continue;
      const std::string place = level.at + "/" + name;
      if (!found->is_object()) refuse_type(*found, place, phrase("an_object"));
      const double said = cache_bytes(*this, *found, place, level.path + name);
      if (said > 0) bytes = said;
      notes[note_name(level, name)] = {said > 0 ? "used" : "ignored",
                                       said > 0 ? "cache_number_type" : "quantized_weights"};
    }
    return bytes;
  }

  /// The number of parameters rests on fields that decide nothing else; what is wrong with one is no reason to refuse.
  ParameterCount weights() {
    std::string unread;
    const auto take = [&](const Json& from, const std::string& field, size_t place) {
      OptionalMember member(config, place);
      if (!from.contains(field) || from[field].is_null() || member.there()) return;
      try {
        read_json(from[field], "", member.type.item(), member.make());
      } catch (const Refusal&) {
        unread = field;
      }
    };
    for (const OtherName& one : kWeightAliases) take(*own, one.name, place_of(one.ours));
    for (size_t place = kCacheFields; place < kWeightFields; ++place)
      take(*own, described<ModelConfig>().members[place].name, place);
    if (levels.size() > 1) take(*levels.front().object, "tie_word_embeddings", place_of("tie_word_embeddings"));
    // Kinds of layers that the count knows nothing of.
    for (const char* field : {"mlp_only_layers", "moe_layer_freq", "decoder_sparse_step", "interleave_moe_layer_step"})
      if (has(field) && at(field) != 1 && !says_nothing(at(field))) unread = field;
    if (config.num_key_value_heads_per_layer) unread = "num_key_value_heads_per_layer";
    if (!unread.empty()) return {.total = 0, .parts = {}, .missing = unread};
    return parameters(config);
  }
};

}  // namespace

ConfigJsonTrace config_json(const std::string& text, const std::string& file) {
  const Json document = parse_json(text, file);
  return Paste(document, file).read();
}

}  // namespace attn
