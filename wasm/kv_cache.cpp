// What JavaScript sees of attn/kv_cache.h.
#include "attn/kv_cache.h"

#include "border.h"

BORDER(kv_cache) {
  formula<KvCacheInput>("kv_cache", [](const auto& in) { return kv_cache(in); });
}
