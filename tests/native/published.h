// The published models, for tests.
#pragma once

#include "attn/memory.h"
#include "attn/models.h"
#include "support.h"

const std::string kFrontier = "data/frontier-models.json";
const std::string kAnchorFile = "data/anchor-model.json";

inline const std::vector<ModelEntry>& entries() {
  static const std::vector<ModelEntry> all =
      model_entries(anchor_model(file_text(kAnchorFile), kAnchorFile), models(file_text(kFrontier), kFrontier));
  return all;
}

inline MemoryTrace<double> memory_of(const std::vector<LayerGroup>& groups, double tokens = 1, bool as_stored = false,
                                     double bytes = 2, double batch = 1) {
  return memory<double>({.groups = groups, .tokens = tokens, .batch = batch, .bytes = bytes, .as_stored = as_stored});
}
