// The figures of the causal mask: tasks, and passes for each prefix.
#include "attn/cost.h"
#include "fact_topics.h"

namespace attn {
namespace {

using S = Traced;

}  // namespace

void add_mask_facts(FactList& list, const TeachingWorld& world) {
  const S tokens = sourced_tokens(world), others = tokens - S(1);
  list.add("mask.tasks", others, "tasks", "count");
  const PrefixCost<S> tasks = prefix_cost(others), all = prefix_cost(tokens);
  list.add("mask.prefix.tasks.forwards", tasks.forwards, "passes", "count");
  list.add("mask.prefix.tasks.positions", tasks.positions, "positions", "count");
  list.add("mask.prefix.all.forwards", all.forwards, "passes", "count");
  list.add("mask.prefix.all.positions", all.positions, "positions", "count");
}

}  // namespace attn
