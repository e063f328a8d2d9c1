// The figures of generating with a cache of K and V.
#include "attn/cost.h"
#include "attn/kv_cache.h"
#include "fact_topics.h"

namespace attn {
namespace {

using S = Traced;

}  // namespace

void add_cache_facts(FactList& list, const MultiHeadInput<S>& layer, const std::vector<HeadCut>& heads) {
  const auto t = run_as<S>("cache", [&] {
    return kv_cache(KvCacheInput<S>{layer.inputs, layer.W_Q, layer.W_K, layer.W_V, layer.W_O, heads, 2});
  });
  list.add("decode.cache.max_difference", t.largest_difference, "1", "number");
}

void add_decode_facts(FactList& list) {
  const auto decode = run_as<S>("decode", [] { return decode_cost(S(2), S(3)); });
  list.add("decode.kv.computed.without_cache", decode.without_cache, "K/V positions", "count");
  list.add("decode.kv.repeated", decode.repeated, "K/V positions", "count");
  list.add("decode.kv.computed.with_cache", decode.with_cache, "K/V positions", "count");
}

}  // namespace attn
