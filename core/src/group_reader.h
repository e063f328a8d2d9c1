// What layer_groups.cpp and compressed_rows.cpp share: taking numbers out of a configuration, with a note of each.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "attn/layer_groups.h"
#include "attn/refusal.h"

namespace attn {

inline const Said kOne{1, ""};

class GroupReader {
 protected:
  GroupReader(const CacheConfig& config, const std::string& where, const std::string& source, const StoredRows& stored)
      : c_(config), where_(where), source_(source), stored_(stored) {}

  [[noreturn]] void refuse(std::string_view field, const Phrase& found, const Phrase& wanted) const {
    throw Refusal("range", at(field), found, wanted);
  }

  std::string at(std::string_view field) const { return where_ + "/" + std::string(field); }

  void require_length(std::string_view field, size_t entries, int wanted) const {
    if (static_cast<int>(entries) == wanted) return;
    throw Refusal("shape", at(field), phrase("entries", std::to_string(entries)),
                  phrase("one_a_layer", std::to_string(wanted)));
  }

  // Texts as views, since a call with a literal would make a string of it at every place.
  Said said(std::string_view field, double value) const { return {value, source_ + "/" + std::string(field)}; }

  void use(std::string_view field, std::string_view note) {
    for (const FieldNote& known : result_.used)
      if (known.field == field) return;
    result_.used.push_back({std::string(field), std::string(note)});
  }

  void derive(std::string_view field, double value, std::string_view note) {
    for (const DerivedField& known : result_.derived)
      if (known.field == field) return;
    result_.derived.push_back({std::string(field), number_text(value), std::string(note)});
  }

  /// A number that must be there.
  Said need(std::string_view field, const std::optional<int>& value, std::string_view note) {
    if (!value) refuse_missing(at(field));
    use(field, note);
    return said(field, *value);
  }

  /// The width of a key: qk_nope_head_dim and qk_rope_head_dim together where K and V are kept and not a latent, else
  /// head_dim; where none is
  /// said hidden_size / num_attention_heads, which must come out even. A width that is said is never derived.
  Said head_width() {
    if (c_.qk_nope_head_dim && !c_.kv_lora_rank) {
      need("qk_nope_head_dim", c_.qk_nope_head_dim, "key_width_parts");
      need("qk_rope_head_dim", c_.qk_rope_head_dim, "key_width_parts");
      const int width = *c_.qk_nope_head_dim + *c_.qk_rope_head_dim;
      const std::string parts = "qk_nope_head_dim + qk_rope_head_dim";
      if (c_.head_dim && *c_.head_dim != width)
        refuse("head_dim", literal(*c_.head_dim), phrase("as_says", std::to_string(width), parts));
      return {double(width), source_ + "/qk_nope_head_dim (with qk_rope_head_dim)"};
    }
    if (c_.head_dim) return need("head_dim", c_.head_dim, "head_dim");
    if (!c_.hidden_size)
      throw Refusal("missing", where_ + "/head_dim", phrase("nothing"), phrase("this_field_or_hidden_size"));
    need("hidden_size", c_.hidden_size, "head_dim_from");
    if (*c_.hidden_size % *c_.num_attention_heads != 0)
      refuse("hidden_size", literal(*c_.hidden_size),
             phrase("multiple_of_heads", number_text(*c_.num_attention_heads)));
    const int width = *c_.hidden_size / *c_.num_attention_heads;
    derive("head_dim", width, "head_dim_of_hidden_size");
    return {double(width), source_ + "/head_dim (hidden_size by num_attention_heads)"};
  }

  void add(const LayerGroup& group) { result_.groups.push_back(group); }

  const CacheConfig& c_;
  const std::string where_, source_;
  const StoredRows stored_;
  LayerGroups result_;
};

}  // namespace attn
