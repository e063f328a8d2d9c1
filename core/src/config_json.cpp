#include "attn/config_json.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "attn/json.h"
#include "config_names.h"

namespace attn {
namespace {

using Json = nlohmann::json;

constexpr double kMostWhole = 9007199254740992;  // 2^53: below, a double tells each whole number from the next

std::string json_text(const Json& value) { return shortened(attn::json_text(value, 61), 60); }

bool says_nothing(const Json& value) {
  return value.is_null() || value == false || value == 0 || value == "" || (value.is_structured() && value.empty());
}

class Paste {
 public:
  Paste(const Json& document, const std::string& file) : document_(document), file_(file) {
    if (!document.is_object()) refuse_type(document, file + "#", phrase("an_object"));
    nested_ = document.contains("text_config") && !document["text_config"].is_null();
    if (nested_ && !document["text_config"].is_object())
      refuse_type(document["text_config"], file + "#/text_config", phrase("an_object"));
    where_ = file + (nested_ ? "#/text_config" : "#");
  }

  ConfigJsonTrace read() {
    refuse_foreign();
    for (const auto& [alias, name] : kAliases)
      if (switched_on(alias)) older(alias, name);
    for_each_field<CacheConfig>([&](const std::string& name, auto) {
      if (!pattern_word(name)) read_field(name, name);
    });
    without_draft_layers();
    LayerGroups layers = read_layers();
    for (const FieldNote& used : layers.used) note(used.field, "used", used.note);
    if (config_.model_type) note("model_type", "used", "model_type");
    window_off();
    ConfigJsonTrace t;
    t.model_type = config_.model_type.value_or("");
    t.family = layers.family;
    t.groups = layers.groups;
    t.what_ifs = layers.what_ifs;
    for (LayerGroup& group : t.groups) in_its_words(group);
    for (WhatIf& what : t.what_ifs)
      for (LayerGroup& group : what.groups) in_its_words(group);
    t.context = context();
    t.bytes = bytes();
    t.explained = listed();
    for (const DerivedField& derived : layers.derived)
      t.explained.push_back({derived.field, derived.value, "derived", derived.note});
    return t;
  }

 private:
  const Json& own() const { return nested_ ? document_["text_config"] : document_; }

  bool has(const std::string& name) const { return own().contains(name) && !own()[name].is_null(); }

  void refuse_foreign() const {
    const auto refuse = [](const std::string& at, const Json& found, const Phrase& wanted) {
      throw Refusal("range", at, literal(json_text(found)), wanted);
    };
    for (const auto& [level, at] : {std::pair<const Json&, std::string>{document_, file_ + "#"}, {own(), where_}}) {
      if (level.contains("is_encoder_decoder") && level["is_encoder_decoder"] == true)
        refuse(at + "/is_encoder_decoder", true, phrase("only_decodes"));
    }
    for (const std::string& name : kForeign)
      if (own().contains(name) && !says_nothing(own()[name]))
        refuse(where_ + "/" + name, own()[name], phrase("no_field_unknown_store"));
    if (has("model_type") && own()["model_type"].is_string() &&
        std::count(kForeignTypes.begin(), kForeignTypes.end(), own()["model_type"].get<std::string>()) > 0)
      refuse(where_ + "/model_type", own()["model_type"], phrase("known_store"));
  }

  /// Reads the member called `name` from the field called `field`.
  void read_field(const std::string& field, const std::string& name) {
    if (!has(field)) return;
    const Json& value = own()[field];
    const std::string at = where_ + "/" + field;
    for_each_field<CacheConfig>([&](const std::string& own_name, auto member) {
      if (own_name != name || config_.*member) return;
      // Before it is cut to an int, so that the range of the field is named and not that of an int; what is not whole,
      // or beyond what a double holds exactly, is for read_json.
      if constexpr (std::is_same_v<decltype(member), std::optional<int> CacheConfig::*>)
        if (value.is_number_integer() && std::abs(value.get<double>()) < kMostWhole)
          require_size_of(name, at, value.get<double>());
      read_json(value, at, config_.*member);
    });
  }

  /// Whether a number counts that is said under an older name.
  bool switched_on(const std::string& alias) {
    const auto found = kSwitches.find(alias);
    if (found == kSwitches.end() || !has(found->second)) return true;
    bool on = false;
    read_json(own()[found->second], where_ + "/" + found->second, on);
    if (on && !has(alias)) throw Refusal("missing", where_ + "/" + alias, phrase("nothing"), phrase("this_field"));
    note(found->second, "used", "kv_heads_rule");
    return on;
  }

  /// A pattern such as "LLLG" need not be read where layer_types says the same, or where there is no window.
  bool pattern_word(const std::string& name) {
    if (name != "sliding_window_pattern" || !has(name) || !own()[name].is_string()) return false;
    if (has("layer_types"))
      note(name, "used", "same");
    else if (!has("sliding_window"))
      note(name, "ignored", "window_off");
    else
      return false;
    return true;
  }

  /// Published lists go on with the layers that draft further tokens, which are not counted.
  void without_draft_layers() {
    if (!has("num_nextn_predict_layers") || !config_.layer_types || !config_.num_hidden_layers) return;
    int drafts = 0;
    read_json(own()["num_nextn_predict_layers"], where_ + "/num_nextn_predict_layers", drafts);
    const auto layers = static_cast<size_t>(std::max(*config_.num_hidden_layers, 0));
    if (drafts > 0 && config_.layer_types->size() == layers + static_cast<size_t>(drafts))
      config_.layer_types->resize(layers);
  }

  /// A field under an older name. Where both are there they must agree, but for contexts, of which there may be
  /// several.
  void older(const std::string& alias, const std::string& name) {
    if (!has(alias)) return;
    const bool heads = name == "num_key_value_heads";
    const bool counted = has("new_decoder_architecture") && own()["new_decoder_architecture"] == true;
    if (heads && has("multi_query") && own()["multi_query"] == true && !counted)
      return;  // published Falcon files say both
    if (has(name) || aliases_.count(name)) {
      if (name != "max_position_embeddings" && name != "torch_dtype" &&
          own()[alias] != own()[aliases_.count(name) ? aliases_[name] : name])
        throw Refusal("range", where_ + "/" + alias, literal(json_text(own()[alias])), phrase("what_says", name));
      note(alias, "used", "same");
      return;
    }
    aliases_[name] = alias;
    read_field(alias, name);
  }

  LayerGroups read_layers() const {
    try {
      return layer_groups(config_, where_, where_);
    } catch (const Refusal& refusal) {
      throw Refusal(refusal.code, in_its_words(refusal.where), refusal.found_phrase, refusal.wanted_phrase);
    }
  }

  /// A place under the name that the text has for it.
  std::string in_its_words(const std::string& place) const {
    for (const auto& [name, alias] : aliases_) {
      const std::string front = where_ + "/" + name;
      if (place == front || place.rfind(front + "/", 0) == 0 || place.rfind(front + " ", 0) == 0)
        return where_ + "/" + alias + place.substr(front.size());
    }
    return place;
  }

  void in_its_words(LayerGroup& group) const {
    for_each_field<LayerGroup>([&](const char*, auto member) {
      if constexpr (std::is_same_v<decltype(member), Said LayerGroup::*>)
        (group.*member).source = in_its_words((group.*member).source);
    });
  }

  /// @param field by the name that we read; one of the levels above the text_config begins with "/"
  void note(const std::string& field, const std::string& role, const std::string& why) {
    const auto alias = aliases_.find(field);
    notes_[alias == aliases_.end() ? field : alias->second] = {role, why};
  }

  void window_off() {
    if (config_.sliding_window && config_.use_sliding_window && !*config_.use_sliding_window)
      note("sliding_window", "ignored", "window_off");
  }

  /// The longest text the model was made for.
  Said context() {
    const int positions = config_.max_position_embeddings.value_or(0), most = config_.model_max_length.value_or(0);
    if (positions == 0 && most == 0) return {};
    const std::string field = most > positions ? "model_max_length" : "max_position_embeddings";
    note(field, "used", "context");
    return {double(std::max(most, positions)), in_its_words(where_ + "/" + field)};
  }

  /// Bytes of a number of the cache: what the quantisation says of the cache, else the type of the weights.
  double bytes() {
    double bytes = 2;
    if (config_.torch_dtype) {
      if (const auto known = kBytes.find(*config_.torch_dtype); known != kBytes.end()) {
        bytes = known->second;
        note("torch_dtype", "used", "number_type");
      }
    } else if (nested_) {
      for (const std::string name : {"torch_dtype", "dtype"}) {
        if (!document_.contains(name) || !document_[name].is_string()) continue;
        const auto known = kBytes.find(document_[name].get<std::string>());
        if (known == kBytes.end()) continue;
        bytes = known->second;
        note("/" + name, "used", "number_type");
      }
    }
    for (const bool outside : {true, false}) {
      if (outside && !nested_) continue;
      const Json& level = outside ? document_ : own();
      if (!level.contains("quantization_config") || level["quantization_config"].is_null()) continue;
      const std::string at = (outside ? file_ + "#" : where_) + "/quantization_config",
                        name = outside ? "/quantization_config" : "quantization_config";
      const Json& own_config = level["quantization_config"];
      if (!own_config.is_object()) refuse_type(own_config, at, phrase("an_object"));
      note(name, "ignored", "quantized_weights");
      if (!own_config.contains("kv_cache_scheme") || own_config["kv_cache_scheme"].is_null()) continue;
      const Json& scheme = own_config["kv_cache_scheme"];
      if (!scheme.is_object()) refuse_type(scheme, at + "/kv_cache_scheme", phrase("an_object"));
      if (!scheme.contains("num_bits"))
        throw Refusal("missing", at + "/kv_cache_scheme/num_bits", phrase("nothing"), phrase("this_field"));
      int bits = 0;
      read_json(scheme["num_bits"], at + "/kv_cache_scheme/num_bits", bits);
      require_whole(at + "/kv_cache_scheme/num_bits", bits, 1, 64);
      bytes = bits / 8.0;
      note(name, "used", "cache_number_type");
    }
    return bytes;
  }

  std::vector<ConfigField> listed() const {
    std::vector<ConfigField> list;
    const auto add = [&](const std::string& name, const Json& value, const std::string& key,
                         const std::string& otherwise) {
      const auto known = notes_.find(key);
      if (known != notes_.end())
        list.push_back({name, json_text(value), known->second.first, known->second.second});
      else
        list.push_back({name, json_text(value), "ignored", value.is_null() ? "null" : otherwise});
    };
    for (const auto& item : document_.items()) {
      if (!nested_)
        add(item.key(), item.value(), item.key(), "other");
      else if (item.key() != "text_config")
        add(item.key(), item.value(), "/" + item.key(), "outside");
      else
        for (const auto& inner : item.value().items())
          add("text_config/" + inner.key(), inner.value(), inner.key(), "other");
    }
    return list;
  }

  const Json& document_;
  const std::string file_;
  bool nested_ = false;
  std::string where_;
  CacheConfig config_;
  std::map<std::string, std::string> aliases_;                        // our name -> the text's
  std::map<std::string, std::pair<std::string, std::string>> notes_;  // the text's name -> role, note
};

}  // namespace

ConfigJsonTrace config_json(const std::string& text, const std::string& file) {
  const Json document = parse_json(text, file);
  return Paste(document, file).read();
}

}  // namespace attn
