// DeepSeek-V4 and V4.1: rows pooled from several tokens, a window in every layer.
#pragma once

#include "attn/layer_groups.h"

namespace attn {

/// Layers that pool by 128 read all of their rows and keep no index keys; the others pick rows by index keys that are
/// pooled as their rows are. Where kv_source_layer_ids is said, only those layers own rows.
/// @throws Refusal as layer_groups does
/// @see DeepSeek-V4, arXiv 2606.19348, section 2.3; DeepSeek-V4.1-Flash, arXiv 2609.19969
LayerGroups compressed_rows(const CacheConfig& config, const std::string& where, const std::string& source,
                            const StoredRows& stored);

}  // namespace attn
