// Any text: JSON, or a refusal that says where it stops being JSON.
#include "attn/json.h"
#include "input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  answered([&] { attn::parse_json(text, "file"); });
  return 0;
}
