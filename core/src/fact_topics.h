// The figures of each topic, added to a list. facts.cpp says which of them a module tells.
#pragma once

#include <vector>

#include "attn/anchor.h"
#include "attn/models.h"
#include "attn/multi_head.h"
#include "attn/world.h"
#include "fact_list.h"

namespace attn {

/// The counting panel's examples at these lengths: `tokens`, the anchor's width and its context.
void add_cost_facts(FactList& list, const AnchorConfig& config, const Traced& tokens);
/// Counts of runs at the size of the teaching world. What was counted has no parts: it is where a sum ends.
void add_counting_facts(FactList& list, const TeachingWorld& world);
void add_cost_limits(FactList& list);
/// Bytes of the scores of additive and of dot-product attention over so many tokens.
void add_score_facts(FactList& list, const Traced& tokens);

/// How many words there are, and which place a word has, as numbers of the data file.
Traced sourced_tokens(const TeachingWorld& world);
Traced sourced_position(const TeachingWorld& world, const std::string& token);

/// The sentence as a layer's input, each number under its place in the data file.
MultiHeadInput<Traced> sourced_layer(const TeachingWorld& world);
/// @throws Refusal if the world lacks one of the five words, or two heads named A and B
void add_world_facts(FactList& list, const TeachingWorld& world);

void add_softmax_facts(FactList& list, const Traced& head_dim);
void add_sentence_limits(FactList& list);
void add_spread_limits(FactList& list);
void add_mask_facts(FactList& list, const TeachingWorld& world);
void add_anchor_facts(FactList& list, const AnchorConfig& config);

/// What the named models keep, each in its own storage or at two bytes a number.
void add_model_facts(FactList& list, const std::vector<ModelEntry>& entries);
void add_memory_limits(FactList& list);

/// Generating with a cache against one causal pass, on the sentence.
void add_cache_facts(FactList& list, const MultiHeadInput<Traced>& layer, const std::vector<HeadCut>& heads);
void add_decode_facts(FactList& list);

}  // namespace attn
