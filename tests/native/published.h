// The published models, for tests.
#pragma once

#include "attn/models.h"
#include "support.h"

const std::string kFrontier = "data/frontier-models.json";
const std::string kAnchorFile = "data/anchor-model.json";

inline const std::vector<ModelEntry>& entries() {
  static const std::vector<ModelEntry> all =
      model_entries(anchor_model(file_text(kAnchorFile), kAnchorFile), models(file_text(kFrontier), kFrontier));
  return all;
}
