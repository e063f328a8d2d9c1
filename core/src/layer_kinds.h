// Which layer is of which kind, by every rule that configurations have for it.
#pragma once

#include <string>
#include <vector>

#include "attn/cache_config.h"

namespace attn {

/// The last keeps nothing: it has no attention.
enum class LayerKind { full, sparse, window, linear, mamba, conv, none };

struct LayerKinds {
  std::vector<LayerKind> kinds;   ///< one a layer
  std::string rule;               ///< the field that says it; "" where all layers are full
  std::vector<std::string> used;  ///< all fields that say it
  bool parallel = false;          ///< every layer has Mamba's state beside its attention
  int pattern = 0;                ///< a sliding_window_pattern that is not said but belongs to the model type
};

/// @throws Refusal (missing, shape, range) as layer_groups does
LayerKinds layer_kinds(const CacheConfig& config, const std::string& where);

}  // namespace attn
