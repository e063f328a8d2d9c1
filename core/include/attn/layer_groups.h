// From a configuration to what its layers keep: which kind of store, how many layers have it, how wide it is.
#pragma once

#include <string>
#include <vector>

#include "attn/cache_config.h"
#include "attn/fields.h"
#include "attn/scalar/arithmetic.h"

namespace attn {

/// A number of a configuration and the place where it is said: "data/frontier-models.json#/models/7/config/head_dim".
struct Said {
  double value = 0;
  std::string source;  ///< "" for a number of the mechanism, or a what-if

  static constexpr auto fields() {
    return std::make_tuple(field("value", &Said::value), field("source", &Said::source));
  }
};

template <typename S>
S number_of(const Said& said) {
  return said.source.empty() ? S(said.value) : sourced<S>(said.value, said.source);
}

/// Layers that keep the same. A number that its kind has no use for is 0. What one layer keeps, in numbers a row:
///
///   full          2 x heads x key_width; every token a row. With a value_width of its own heads x (key + value)
///   window        the same, for the last `window` tokens
///   mla           key_width (the latent) + rope_width (one rotary key for all heads); every token a row
///   mla_expanded  heads x (key_width + rope_width + value_width): what MLA would keep if it kept K and V; a what-if
///   rows          key_width (K and V are one row); one row for every `ratio` tokens
///   row_window    the same, for the last `window` tokens, not pooled
///   index         heads x key_width; one row for every `ratio` tokens
///   linear        heads x key_width x value_width, once; before it a convolution that keeps its last kernel - 1 inputs
///   mamba         the same: channels of a head by width of the state, and B and C of key_heads groups in the
///   convolution conv          the last kernel - 1 inputs of a short convolution, key_width wide, and nothing else
struct LayerGroup {
  std::string kind;
  Said layers = {};     ///< how many
  Said heads = {};      ///< KV heads; of linear layers those with a state
  Said key_heads = {};  ///< linear: heads of Q and of K, which the convolution sees
  Said key_width = {};
  Said rope_width = {};
  Said value_width = {};
  Said kernel = {};     ///< linear: tokens under the convolution; 0 for none
  Said ratio = {};      ///< tokens in one row
  Said window = {};     ///< tokens
  Said row_bytes = {};  ///< of one row as the model's own storage format packs it; 0 where there is none

  static constexpr auto fields() {
    using G = LayerGroup;
    return std::make_tuple(field("kind", &G::kind), field("layers", &G::layers), field("heads", &G::heads),
                           field("key_heads", &G::key_heads), field("key_width", &G::key_width),
                           field("rope_width", &G::rope_width), field("value_width", &G::value_width),
                           field("kernel", &G::kernel), field("ratio", &G::ratio), field("window", &G::window),
                           field("row_bytes", &G::row_bytes));
  }
};

/// The same model with another layout: one field other than it is.
struct WhatIf {
  std::string id;  ///< mha (as many KV heads as query heads), mqa (one KV head), mla_expanded
  std::vector<LayerGroup> groups;

  static constexpr auto fields() { return std::make_tuple(field("id", &WhatIf::id), field("groups", &WhatIf::groups)); }
};

/// A field that the groups rest on, and a word for what it is to them; pages have a sentence for each.
struct FieldNote {
  std::string field, note;
};

/// A field that is not there and follows from others.
struct DerivedField {
  std::string field, value, note;
};

/// Bytes of one row, of an index row and of a window's row in a storage format; 0 where it has none.
struct StoredRows {
  Said row, index, window;
};

struct LayerGroups {
  std::string family;  ///< mha, gqa, mqa, swa, swa-hybrid, mla, mla+dsa, linear..., linear-hybrid..., csa-hca, csa2,
                       ///< mamba-hybrid..., conv-hybrid...
  std::vector<LayerGroup> groups;
  std::vector<WhatIf> what_ifs;
  std::vector<FieldNote> used;
  std::vector<DerivedField> derived;
};

/// Reads off the layers. Never takes hidden_size / num_attention_heads for the head's width where head_dim is said;
/// where it is not, that quotient is used and listed as derived, and so is num_key_value_heads.
/// @param where  how refusals name the configuration: "config.json#/text_config"
/// @param source the same for the numbers' own sources
/// @throws Refusal (missing, shape, range) naming the field: one that is needed is not there, two contradict one
/// another
///         (KV heads that do not divide the heads, lists of another length than the layers, rules that disagree), or
///         what stands there is no way of storing that is known here
LayerGroups layer_groups(const CacheConfig& config, const std::string& where, const std::string& source,
                         const StoredRows& stored = {});

/// @param name of a field of CacheConfig that is one number
/// @throws Refusal (range) unless it is whole and in the field's range: 1 ... 2^24, layers to kMostGroups of limits.h
void require_size_of(const std::string& name, const std::string& where, double value);

/// @throws Refusal (range) naming the field, for a size that is not 1 ... 2^24 (qk_rope_head_dim may be 0), or a list's
///         entry below 0
void require_sizes(const CacheConfig& config, const std::string& where);

}  // namespace attn
