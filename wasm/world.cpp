// What JavaScript sees of attn/world.h.
#include "attn/world.h"

#include "border.h"

using namespace attn;

EMSCRIPTEN_BINDINGS(world) {
  topic<DataFile>("teaching_world", [](const auto& in) { return teaching_world(in.text, in.file); });
}
