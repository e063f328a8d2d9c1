#include "layer_kinds.h"

#include <algorithm>
#include <optional>

#include "attn/refusal.h"

namespace attn {
namespace {

using Kinds = std::vector<LayerKind>;

/// The rules of one configuration: each gives a kind for every layer, or nothing where its field is not there.
class Rules {
 public:
  Rules(const CacheConfig& config, const std::string& where)
      : c_(config), where_(where), layers_(*config.num_hidden_layers) {}

  LayerKinds all() {
    take("layer_types", types());
    take("attn_type_list", type_numbers());
    take("linear_attn_config", numbered());
    take("full_attention_interval", every(c_.full_attention_interval, LayerKind::linear));
    take("layer_group_size", grouped());
    take("full_attn_idxs", listed());
    take("attn_layer_period", periodic());
    windows();
    if (result_.kinds.empty()) {
      if (c_.linear_num_value_heads || c_.linear_attn_config)
        throw Refusal("missing", where_ + "/layer_types", phrase("nothing"), phrase("this_field_for_linear"));
      result_.parallel = c_.model_type == "falcon_h1";  // as its code does; the configuration does not say it
      if (!result_.parallel && (c_.mamba_d_state || c_.conv_L_cache))
        throw Refusal("missing", where_ + "/layer_types", phrase("nothing"), phrase("this_field_for_states"));
      result_.kinds.assign(static_cast<size_t>(layers_), LayerKind::full);
    }
    without_attention();
    return result_;
  }

 private:
  [[noreturn]] void refuse(const std::string& field, const Phrase& found, const Phrase& wanted) const {
    throw Refusal("range", where_ + "/" + field, found, wanted);
  }

  void require_length(const std::string& field, size_t entries) const {
    if (static_cast<int>(entries) == layers_) return;
    throw Refusal("shape", where_ + "/" + field, phrase("entries", std::to_string(entries)),
                  phrase("as_says", std::to_string(layers_), "num_hidden_layers"));
  }

  /// The first rule counts; those that follow must say the same.
  void take(const std::string& field, const std::optional<Kinds>& kinds) {
    if (!kinds) return;
    result_.used.push_back(field);
    if (result_.kinds.empty()) {
      result_.kinds = *kinds;
      result_.rule = field;
      return;
    }
    for (size_t i = 0; i < kinds->size(); ++i) {
      const auto plain = [](LayerKind kind) { return kind == LayerKind::sparse ? LayerKind::full : kind; };
      if (plain((*kinds)[i]) != plain(result_.kinds[i]))
        refuse(field, phrase("another_kind", std::to_string(i)), phrase("what_says", result_.rule));
    }
  }

  std::optional<Kinds> types() const {
    if (!c_.layer_types) return {};
    require_length("layer_types", c_.layer_types->size());
    // "attention", "mamba", "conv" and "mlp" are Granite's, LFM2's and Nemotron-H's words.
    static constexpr struct {
      const char* name;
      LayerKind kind;
    } names[] = {{"full_attention", LayerKind::full},
                 {"attention", LayerKind::full},
                 {"deepseek_sparse_attention", LayerKind::sparse},
                 {"sliding_attention", LayerKind::window},
                 {"linear_attention", LayerKind::linear},
                 {"mamba", LayerKind::mamba},
                 {"conv", LayerKind::conv},
                 {"mlp", LayerKind::none},
                 {"moe", LayerKind::none}};
    Kinds kinds;
    for (size_t i = 0; i < c_.layer_types->size(); ++i) {
      const auto kind = std::find_if(std::begin(names), std::end(names),
                                     [&](const auto& one) { return (*c_.layer_types)[i] == one.name; });
      if (kind == std::end(names))
        refuse(
            "layer_types/" + std::to_string(i), in_quotes((*c_.layer_types)[i]),
            phrase("listed_or", "full_attention, sliding_attention, linear_attention, attention, mamba, conv, mlp, moe",
                   "deepseek_sparse_attention"));
      kinds.push_back(kind->kind);
    }
    return kinds;
  }

  std::optional<Kinds> type_numbers() const {
    if (!c_.attn_type_list) return {};
    require_length("attn_type_list", c_.attn_type_list->size());
    Kinds kinds;
    for (size_t i = 0; i < c_.attn_type_list->size(); ++i) {
      const int number = (*c_.attn_type_list)[i];
      if (number != 0 && number != 1)
        refuse("attn_type_list/" + std::to_string(i), literal(number), phrase("type_numbers"));
      kinds.push_back(number == 1 ? LayerKind::full : LayerKind::linear);
    }
    return kinds;
  }

  /// Lists of layer numbers that count from 1; together they name every layer once.
  std::optional<Kinds> numbered() const {
    if (!c_.linear_attn_config || !c_.linear_attn_config->kda_layers) return {};
    Kinds kinds(static_cast<size_t>(layers_), LayerKind::full);
    std::vector<bool> named(kinds.size());
    const auto name = [&](const std::string& list, const std::vector<int>& numbers, LayerKind kind) {
      for (size_t i = 0; i < numbers.size(); ++i) {
        const std::string field = "linear_attn_config/" + list + "/" + std::to_string(i);
        require_whole(where_ + "/" + field, numbers[i], 1, layers_);
        const auto layer = static_cast<size_t>(numbers[i] - 1);
        if (named[layer]) refuse(field, phrase("layer_twice", std::to_string(numbers[i])), phrase("each_layer_once"));
        named[layer] = true;
        kinds[layer] = kind;
      }
    };
    name("kda_layers", *c_.linear_attn_config->kda_layers, LayerKind::linear);
    if (c_.linear_attn_config->full_attn_layers) {
      name("full_attn_layers", *c_.linear_attn_config->full_attn_layers, LayerKind::full);
      const auto left = std::find(named.begin(), named.end(), false);
      if (left != named.end())
        refuse("linear_attn_config/full_attn_layers", phrase("no_kind", std::to_string(left - named.begin() + 1)),
               phrase("every_layer_once"));
    }
    return kinds;
  }

  /// Every so many layers one is full.
  std::optional<Kinds> every(const std::optional<int>& interval, LayerKind others) const {
    if (!interval) return {};
    Kinds kinds;
    for (int i = 1; i <= layers_; ++i) kinds.push_back(i % *interval == 0 ? LayerKind::full : others);
    return kinds;
  }

  std::optional<Kinds> grouped() const {
    // What a last group that is not whole would be is a rule of the model's code, not of its configuration.
    if (c_.layer_group_size && layers_ % *c_.layer_group_size != 0)
      refuse("layer_group_size", literal(*c_.layer_group_size), phrase("divisor_of_layers", std::to_string(layers_)));
    return every(c_.layer_group_size, LayerKind::linear);
  }

  /// Layers with attention by their numbers, from 0.
  std::optional<Kinds> listed() const {
    if (!c_.full_attn_idxs) return {};
    Kinds kinds(static_cast<size_t>(layers_), c_.conv_L_cache ? LayerKind::conv : LayerKind::mamba);
    for (size_t i = 0; i < c_.full_attn_idxs->size(); ++i) {
      const std::string field = "full_attn_idxs/" + std::to_string(i);
      const int layer = (*c_.full_attn_idxs)[i];
      require_whole(where_ + "/" + field, layer, 0, layers_ - 1);
      LayerKind& kind = kinds[static_cast<size_t>(layer)];
      if (kind == LayerKind::full)
        refuse(field, phrase("layer_twice", std::to_string(layer)), phrase("each_layer_once"));
      kind = LayerKind::full;
    }
    return kinds;
  }

  std::optional<Kinds> periodic() {
    if (!c_.attn_layer_period) return {};
    if (!c_.attn_layer_offset) refuse_missing(where_ + "/attn_layer_offset");
    result_.used.push_back("attn_layer_offset");
    Kinds kinds;
    for (int i = 0; i < layers_; ++i)
      kinds.push_back(i % *c_.attn_layer_period == *c_.attn_layer_offset ? LayerKind::full : LayerKind::mamba);
    return kinds;
  }

  /// A layer without KV heads has no attention.
  void without_attention() {
    if (!c_.num_key_value_heads_per_layer) return;
    const std::vector<int>& heads = *c_.num_key_value_heads_per_layer;
    require_length("num_key_value_heads_per_layer", heads.size());
    for (size_t i = 0; i < heads.size(); ++i) {
      LayerKind& kind = result_.kinds[i];
      const bool keys = kind == LayerKind::full || kind == LayerKind::sparse || kind == LayerKind::window;
      if (keys && heads[i] == 0) kind = LayerKind::none;
    }
  }

  void windows() {
    const bool said = std::count(result_.kinds.begin(), result_.kinds.end(), LayerKind::window) > 0;
    if (c_.use_sliding_window && !*c_.use_sliding_window) {
      if (said) refuse("use_sliding_window", literal("false"), phrase("true_since_windows", result_.rule));
      result_.used.push_back("use_sliding_window");
      return;
    }
    if (said && !c_.sliding_window) refuse_missing(where_ + "/sliding_window");
    if (!c_.sliding_window) return;
    if (c_.sliding_window_pattern) {
      take("sliding_window_pattern", every(c_.sliding_window_pattern, LayerKind::window));
    } else if (c_.use_sliding_window && c_.max_window_layers) {
      Kinds kinds;
      for (int i = 0; i < layers_; ++i)
        kinds.push_back(i < *c_.max_window_layers ? LayerKind::full : LayerKind::window);
      take("max_window_layers", kinds);
      result_.used.push_back("use_sliding_window");
    } else if (result_.kinds.empty()) {
      by_model_type();
    }
  }

  /// What a model type's own code takes where its configuration is silent.
  void by_model_type() {
    const std::string type = c_.model_type.value_or("");
    const int pattern = type == "gemma2" || type == "gpt_oss" ? 2 : type == "gemma3" || type == "gemma3_text" ? 6 : 0;
    if (pattern > 0) {
      result_.pattern = pattern;
      result_.kinds = *every(pattern, LayerKind::window);
      result_.rule = "sliding_window_pattern";
    } else if (type == "mistral" || type == "mixtral" || type == "phi3" || type == "starcoder2") {
      result_.kinds.assign(static_cast<size_t>(layers_), LayerKind::window);
    } else {
      throw Refusal("missing", where_ + "/layer_types", phrase("nothing"), phrase("this_field_for_window"));
    }
  }

  const CacheConfig& c_;
  const std::string& where_;
  int layers_;
  LayerKinds result_;
};

}  // namespace

LayerKinds layer_kinds(const CacheConfig& config, const std::string& where) { return Rules(config, where).all(); }

}  // namespace attn
