// What one-script.mjs needs of the module besides its topics.
#include "border.h"

using namespace attn;

EMSCRIPTEN_BINDINGS(module) {
  emscripten::function("topics", +[] { return to_js(topics()); });
  emscripten::function("heap_bytes", +[] { return __builtin_wasm_memory_size(0) * 65536.0; });
}
