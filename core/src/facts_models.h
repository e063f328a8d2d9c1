// The figures of published models and of the K/V cache, for facts.cpp.
#pragma once

#include <vector>

#include "attn/models.h"
#include "attn/multi_head.h"
#include "fact_list.h"

namespace attn {

/// What the named models keep, each in its own storage or at two bytes a number.
void add_models(FactList<Traced>& list, const std::vector<ModelEntry>& entries);

/// Generating with a cache against one causal pass, on the sentence.
void add_cache(FactList<Traced>& list, const MultiHeadInput<Traced>& layer, const std::vector<HeadCut>& heads);

}  // namespace attn
