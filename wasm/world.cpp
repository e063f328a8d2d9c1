// What JavaScript sees of attn/world.h.
#include "attn/world.h"

#include "border.h"

BORDER(world) {
  topic<DataFile>("teaching_world", [](const auto& in) { return teaching_world(in.text, in.file); });
}
