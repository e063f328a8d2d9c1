// A pasted Hugging Face config.json: recognised, explained field by field, or refused with the field named.
#pragma once

#include <string>
#include <vector>

#include "attn/fields.h"
#include "attn/layer_groups.h"
#include "attn/parameters.h"

namespace attn {

/// One field of the text that was pasted, or one that follows from others.
struct ConfigField {
  std::string field;  ///< its place: "text_config/head_dim"
  std::string value;  ///< as JSON, at most 60 bytes of it
  std::string role;   ///< used, derived, ignored or unknown
  /// A word for why; pages have a sentence for each. Besides those of layer_groups: model_type, context, number_type,
  /// cache_number_type, same (another name of a field that says the same), draft_layers, class_default, type_of_params;
  /// ignored: unneeded (known, but another field or no layer of this model), weights (only their number rests on it),
  /// outside (beside a text_config), window_off, quantized_weights, null, off (false or empty) and those of
  /// inert_names.cpp; unknown.
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
  std::vector<ConfigField> explained;  ///< used, derived, then unknown and ignored ones, these at most kMostExplained
  double more = 0;                     ///< fields that are not listed
  std::vector<std::string> unknown;    ///< fields, or members of one, that nobody knows; at most kMostExplained
  bool certain = true;                 ///< there are none: what is said is all that is kept
  std::vector<LayerGroup> groups;      ///< what memory takes
  std::vector<WhatIf> what_ifs;
  ParameterCount parameters;

  static constexpr auto fields() {
    using T = ConfigJsonTrace;
    return std::make_tuple(field("model_type", &T::model_type), field("family", &T::family),
                           field("context", &T::context), field("bytes", &T::bytes), field("explained", &T::explained),
                           field("more", &T::more), field("unknown", &T::unknown), field("certain", &T::certain),
                           field("groups", &T::groups), field("what_ifs", &T::what_ifs),
                           field("parameters", &T::parameters));
  }
};

inline constexpr double kMostExplained = 200;  ///< that are not used

/// Reads what memory rests on, in the text_config (llm_config, language_config, thinker_config) where there is one:
/// strictly, as read_json does, and under other names too (config_names.h), in other shapes (config_shapes_json.cpp),
/// or as the class of the model type takes it where the file is silent. null is as good as not there. A field that is
/// known to change no cache is listed as ignored, with the reason; one that nobody knows is listed as unknown, never
/// refused, and the result is then not certain. One that says that K and V are kept in a way not known here (shared
/// between layers, chunked, a state of another kind) is refused, since every number would be wrong, and so is a model
/// without a cache.
/// @param text at most kMostTextBytes, nested at most 32 deep, no key twice in one object
/// @param file what it is called in messages and as a source: "config.json"
/// @throws Refusal (parse, duplicate, depth, size, type, missing, shape, range) naming file and JSON pointer
ConfigJsonTrace config_json(const std::string& text, const std::string& file);

}  // namespace attn
