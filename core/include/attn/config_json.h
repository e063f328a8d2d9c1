// A pasted Hugging Face config.json: recognised, explained field by field, or refused with the field named.
#pragma once

#include <string>
#include <vector>

#include "attn/fields.h"
#include "attn/layer_groups.h"

namespace attn {

/// One field of the text that was pasted, or one that follows from others.
struct ConfigField {
  std::string field;  ///< its place: "text_config/head_dim"
  std::string value;  ///< as JSON, at most 60 bytes of it
  std::string role;   ///< used, derived or ignored
  /// A word for why; pages have a sentence for each. Besides those of layer_groups: model_type, context, number_type,
  /// cache_number_type, same (another name of a field that says the same); ignored: other, null, outside (beside a
  /// text_config), window_off, quantized_weights.
  std::string note;

  static constexpr auto fields() {
    using F = ConfigField;  // a member called field hides the function
    return std::make_tuple(attn::field("field", &F::field), attn::field("value", &F::value),
                           attn::field("role", &F::role), attn::field("note", &F::note));
  }
};

struct ConfigJsonTrace {
  std::string model_type;  ///< "" where it is not said
  std::string family;      ///< as in LayerGroups
  Said context;            ///< tokens; 0 where it is not said
  double bytes = 2;  ///< of a number of K or V: of the cache's own type where one is named, else of torch_dtype, else 2
  std::vector<ConfigField> explained;  ///< in the order of their names, then what is derived
  std::vector<LayerGroup> groups;      ///< what memory takes
  std::vector<WhatIf> what_ifs;

  static constexpr auto fields() {
    using T = ConfigJsonTrace;
    return std::make_tuple(field("model_type", &T::model_type), field("family", &T::family),
                           field("context", &T::context), field("bytes", &T::bytes), field("explained", &T::explained),
                           field("groups", &T::groups), field("what_ifs", &T::what_ifs));
  }
};

/// Reads what memory rests on, in the text_config where there is one: strictly, as read_json does, and under the older
/// names too (n_layer, n_embd, n_head, n_positions, n_ctx, num_kv_heads, kv_channels, dtype and more). null is as good
/// as not there. Every other field is listed as ignored, never refused; but one that says that K and V are kept in a
/// way not known here (shared between layers, chunked, a state of another kind) is, since every number would be wrong.
/// @param text at most 1 MiB, nested at most 32 deep, no key twice in one object
/// @param file what it is called in messages and as a source: "config.json"
/// @throws Refusal (parse, duplicate, depth, size, type, missing, shape, range) naming file and JSON pointer
ConfigJsonTrace config_json(const std::string& text, const std::string& file);

}  // namespace attn
