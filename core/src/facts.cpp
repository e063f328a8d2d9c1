#include "attn/facts.h"

#include "fact_topics.h"

namespace attn {
namespace {

void add_quotes(FactList& list, const Papers& papers) {
  for (const Quote& quote : papers.quotes) list.add_quote(quote);
}

void add_lesson(FactList& list, const LessonFiles& files) {
  const AnchorConfig& config = files.anchor.config;
  const Traced example(4096);  // the length in the lesson's worked examples

  add_cost_facts(list, config, example);
  add_softmax_facts(list, said<Traced>(config, "head_dim", &AnchorConfig::head_dim));
  add_anchor_facts(list, config);
  add_cost_limits(list);
  add_sentence_limits(list);
  add_spread_limits(list);
  add_score_facts(list, example);
  add_decode_facts(list);
  add_counting_facts(list, files.world);
  add_world_facts(list, files.world);
  add_mask_facts(list, files.world);
  add_quotes(list, files.papers);
}

void add_ledger(FactList& list, const LedgerFiles& files) {
  add_anchor_facts(list, files.anchor.config);
  add_model_facts(list, model_entries(files.anchor, files.frontier));
  add_memory_limits(list);
  add_decode_facts(list);
  add_quotes(list, files.papers);
}

void add_decoding(FactList& list, const TeachingWorld& world) {
  add_cache_facts(list, sourced_layer(world), world.attention.heads);
}

template <typename Add>
std::vector<Fact> listed(Add add) {
  const TracingScope scope;  // what each of them rests on is read off it
  FactList list;
  add(list);
  return list.all;
}

/// One expression for a number, one each for a list of numbers.
template <typename Add>
std::vector<Expression> explained(const std::string& at, Add add) {
  TracingScope scope;
  FactList figures;
  add(figures);
  if (scope.names.count(at) > 0) return {explain(scope, at)};
  std::vector<Expression> list;
  for (int i = 0; scope.names.count(at + "/" + std::to_string(i)) > 0; ++i)
    list.push_back(explain(scope, at + "/" + std::to_string(i)));
  if (list.empty()) throw Refusal("range", "at", in_quotes(at), phrase("figure_id"));
  return list;
}

}  // namespace

std::vector<Fact> lesson_facts(const LessonFiles& files) {
  return listed([&](FactList& list) { add_lesson(list, files); });
}

std::vector<Fact> ledger_facts(const LedgerFiles& files) {
  return listed([&](FactList& list) { add_ledger(list, files); });
}

std::vector<Fact> decoding_facts(const DecodingFiles& files) {
  return listed([&](FactList& list) { add_decoding(list, files.world); });
}

std::vector<Expression> lesson_fact_why(const LessonFiles& files, const std::string& at) {
  return explained(at, [&](FactList& list) { add_lesson(list, files); });
}

std::vector<Expression> ledger_fact_why(const LedgerFiles& files, const std::string& at) {
  return explained(at, [&](FactList& list) { add_ledger(list, files); });
}

std::vector<Expression> decoding_fact_why(const DecodingFiles& files, const std::string& at) {
  return explained(at, [&](FactList& list) { add_decoding(list, files.world); });
}

std::vector<Fact> facts(const TeachingWorld& world, const AnchorModel& anchor, const Models& models,
                        const Papers& papers) {
  return listed([&](FactList& list) {
    add_lesson(list, {world, anchor, papers});
    add_ledger(list, {anchor, models, papers});
    add_decoding(list, world);
  });
}

std::vector<Expression> fact_why(const TeachingWorld& world, const AnchorModel& anchor, const Models& models,
                                 const Papers& papers, const std::string& at) {
  return explained(at, [&](FactList& list) {
    add_lesson(list, {world, anchor, papers});
    add_ledger(list, {anchor, models, papers});
    add_decoding(list, world);
  });
}

}  // namespace attn
