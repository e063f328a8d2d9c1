// Any text as a pasted config.json: refused, or with layers that the memory model takes.
#include "attn/config_json.h"
#include "attn/memory.h"
#include "input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace attn;
  const std::string text(reinterpret_cast<const char*>(data), size);
  answered([&] {
    const ConfigJsonTrace t = config_json(text, "file");
    require(!t.groups.empty() && !t.family.empty(), "a configuration without layers was taken");
    answered([&] {
      const auto kept = memory<double>({.groups = t.groups, .tokens = 1024, .bytes = t.bytes, .as_stored = false});
      require(kept.total_bytes > 0 && std::isfinite(kept.total_bytes), "layers that keep nothing");
    });
  });
  return 0;
}
