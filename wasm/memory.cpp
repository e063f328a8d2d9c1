// What JavaScript sees of attn/memory.h.
#include "attn/memory.h"

#include "border.h"

BORDER(memory) {
  formula<MemoryInput>("memory", [](const auto& in) { return memory(in); });
  topic<MemoryCurveInput>("memory_curve", [](const auto& in) { return memory_curve(in); });
}
