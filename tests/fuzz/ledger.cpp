// Groups of layers with any numbers: bytes that are finite and not negative, or a refusal.
#include "attn/memory.h"
#include "input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace attn;
  Bytes bytes(data, size);
  const char* const kinds[] = {"full",       "window", "mla",    "mla_expanded", "rows",
                               "row_window", "index",  "linear", "other"};
  MemoryInput<double> in;
  for (int g = bytes.size(4); g > 0; --g) {
    LayerGroup group{.kind = kinds[bytes.size(8)]};
    for_each_field<LayerGroup>([&](const char*, auto member) {
      if constexpr (std::is_same_v<decltype(member), Said LayerGroup::*>)
        (group.*member).value = bytes.byte() % 4 == 0 ? bytes.number() : bytes.byte();
    });
    in.groups.push_back(group);
  }
  in.tokens = bytes.byte() % 4 == 0 ? bytes.number() : 1 + bytes.byte();
  in.batch = bytes.byte() % 4 == 0 ? bytes.number() : 1;
  in.bytes = bytes.byte() % 4 == 0 ? bytes.number() : (1 + bytes.size(63)) / 8.0;
  in.as_stored = bytes.byte() % 2 == 0;
  answered([&] {
    const auto t = memory(in);
    require(std::isfinite(t.total_bytes) && t.total_bytes >= 0, "a total of no size");
    require(t.bytes_per_token >= 0 && t.sequence_bytes * in.batch == t.total_bytes, "a total that is not its parts");
  });
  answered([&] {
    const auto curve = memory_curve({.groups = in.groups,
                                     .batch = in.batch,
                                     .bytes = in.bytes,
                                     .as_stored = in.as_stored,
                                     .longest = in.tokens,
                                     .points = bytes.size(20),
                                     .budgets = {bytes.number()}});
    for (std::size_t i = 1; i < curve.bytes.size(); ++i)
      require(curve.bytes[i] >= curve.bytes[i - 1], "fewer bytes for more tokens");
  });
  return 0;
}
