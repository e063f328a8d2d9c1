#include "attn/memory.h"

#include <cmath>

#include "attn/limits.h"

namespace attn {
namespace {

constexpr double kMostSize = 1 << 24;

}  // namespace

void require_groups(const std::vector<LayerGroup>& groups) {
  if (groups.empty() || static_cast<double>(groups.size()) > kMostGroups)
    throw Refusal("size", "groups", phrase("groups", std::to_string(groups.size())),
                  phrase("from_to", "1", number_text(kMostGroups)));
  for (size_t i = 0; i < groups.size(); ++i) {
    const LayerGroup& g = groups[i];
    const std::string at = "groups/" + std::to_string(i);
    const bool state = has_state(g.kind), conv = g.kind == "conv", rows = g.kind == "rows" || g.kind == "row_window";
    if (!grows(g.kind) && !is_window(g.kind) && g.kind != "index" && !is_fixed(g.kind))
      throw Refusal(
          "range", at + "/kind", in_quotes(g.kind),
          phrase("listed_or", "full, window, mla, mla_expanded, rows, row_window, index, linear, mamba", "conv"));
    const auto whole = [&](const char* name, const Said& said, bool needed) {
      require_whole(at + "/" + name + "/value", said.value, needed ? 1 : 0, kMostSize);
    };
    whole("layers", g.layers, true);
    whole("heads", g.heads, !rows && !conv && g.kind != "mla");
    whole("key_heads", g.key_heads, g.kind == "linear" && g.kernel.value > 0);
    whole("key_width", g.key_width, true);
    whole("rope_width", g.rope_width, false);
    whole("value_width", g.value_width, state || g.kind == "mla_expanded");
    whole("kernel", g.kernel, conv);
    whole("ratio", g.ratio, true);
    whole("window", g.window, is_window(g.kind));
    whole("row_bytes", g.row_bytes, false);
  }
}

void require_bits(const char* where, double bytes) {
  require_number(where, bytes, 0.125, 8);
  if (bytes * 8 != std::floor(bytes * 8)) throw Refusal("range", where, literal(bytes), phrase("bits"));
}

void require_exact_total(double bytes) {
  if (bytes <= kMostBytes) return;
  throw Refusal("range", "groups", phrase("bytes_in_all", number_text(bytes)),
                phrase("at_most_exact", number_text(kMostBytes)));
}

MemoryCurveTrace memory_curve(const MemoryCurveInput& in) {
  MemoryInput<double> at{
      .groups = in.groups, .tokens = in.longest, .batch = in.batch, .bytes = in.bytes, .as_stored = in.as_stored};
  require_whole("longest", in.longest, 1, kMostContext);
  require_whole("points", in.points, 2, 1024);
  require_size("budgets", "budgets", static_cast<double>(in.budgets.size()), 64);
  for (size_t i = 0; i < in.budgets.size(); ++i)
    require_whole("budgets/" + std::to_string(i), in.budgets[i], 1, kMostBytes);
  require_number("reserved", in.reserved, 0, kMostBytes);
  at.tokens = 1;
  memory(at);  // refuses what cannot be used

  const auto bytes = [&](double tokens) {
    at.tokens = tokens;
    return memory_within(at).total_bytes;
  };
  MemoryCurveTrace t;
  for (int i = 0; i < in.points; ++i) {
    const double tokens = std::round(std::pow(in.longest, static_cast<double>(i) / (in.points - 1)));
    if (!t.tokens.empty() && tokens == t.tokens.back()) continue;
    const double here = bytes(tokens);
    if (here > kMostBytes) break;  // no longer exact: the line ends here
    t.tokens.push_back(tokens);
    t.bytes.push_back(here);
  }
  // Bytes never fall with T, so what fits is found by halving the range.
  for (const double budget : in.budgets) {
    double fits = 0, beyond = kMostContext + 1;
    while (beyond - fits > 1) {
      const double middle = std::floor((fits + beyond) / 2);
      (bytes(middle) + in.reserved <= budget ? fits : beyond) = middle;
    }
    t.fits.push_back(fits);
  }
  return t;
}

}  // namespace attn
