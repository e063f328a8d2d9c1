// What a model keeps while it generates, in bytes: ideal sizes, without what a server reserves, pads or fragments.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "attn/fields.h"
#include "attn/layer_groups.h"
#include "attn/refusal.h"
#include "attn/scalar/arithmetic.h"

namespace attn {

inline constexpr double kMostContext = 1 << 27;  ///< tokens
inline constexpr double kMostPlotted = 1 << 22;  ///< tokens: as far as pages draw, beyond every published context
inline constexpr double kMostBatch = 1 << 16;    ///< sequences
inline constexpr double kMostParameters = 1e14;  ///< far beyond every published model
inline constexpr double kMostBytes = 9007199254740992;  ///< 2^53: up to here every whole number of bytes is exact
inline constexpr double kStateBytes = 4;                ///< of a number of a linear layer's state: FP32
inline constexpr double kConvolutionBytes = 2;          ///< of a number that a short convolution keeps: BF16

template <typename S>
struct MemoryInput {
  std::vector<LayerGroup> groups;  ///< as layer_groups reads them off, 1 ... kMostGroups of limits.h
  S tokens = 1;                    ///< T of each sequence, whole, 1 ... kMostContext
  S batch = 1;                     ///< sequences, whole, 1 ... kMostBatch
  S bytes = 2;                     ///< of a number of K, V, a latent or an index key: eighths (bits), 1/8 ... 8
  bool as_stored = true;           ///< rows as the model's own storage format packs them, where a group has one
  S parameters = 0;                ///< that stand beside what is kept, whole; 0 to leave them out
  S weight_bytes = 2;              ///< of a parameter, as bytes

  static constexpr auto fields() {
    return std::make_tuple(field("groups", &MemoryInput::groups), field("tokens", &MemoryInput::tokens),
                           field("batch", &MemoryInput::batch), field("bytes", &MemoryInput::bytes),
                           field("as_stored", &MemoryInput::as_stored), option("parameters", &MemoryInput::parameters),
                           option("weight_bytes", &MemoryInput::weight_bytes));
  }
};

/// One group of layers; all bytes are those of one sequence.
template <typename S>
struct GroupMemory {
  std::string kind;
  S layers = 0;
  S numbers = 0;          ///< in one row of one layer, or in what a layer of fixed size keeps
  S row_bytes = 0;        ///< likewise
  S bytes_per_token = 0;  ///< that each further token adds, all layers; 0 for windows and states
  S rows = 0;             ///< that one layer holds at T; 1 of a fixed size
  S bytes = 0;            ///< at T, all layers
  S full_bytes = 0;       ///< windows: once they are full; else 0
  S conv_bytes = 0;       ///< what the short convolutions keep; of conv layers it is all

  static constexpr auto fields() {
    using G = GroupMemory;
    return std::make_tuple(field("kind", &G::kind), field("layers", &G::layers), field("numbers", &G::numbers),
                           field("row_bytes", &G::row_bytes), field("bytes_per_token", &G::bytes_per_token),
                           field("rows", &G::rows), field("bytes", &G::bytes), field("full_bytes", &G::full_bytes),
                           field("conv_bytes", &G::conv_bytes));
  }
};

/// Index keys, states and what convolutions keep stand apart: published figures often leave them out.
template <typename S>
struct MemoryTrace {
  std::vector<GroupMemory<S>> groups;
  S numbers_per_token = 0;      ///< that each further token adds to K, V, latents or rows; index keys not counted
  S cache_bytes_per_token = 0;  ///< the same in bytes
  S index_bytes_per_token = 0;
  S bytes_per_token = 0;    ///< both
  S cache_bytes = 0;        ///< of K, V, latents or rows at T, one sequence
  S index_bytes = 0;        ///< at T
  S window_bytes = 0;       ///< at T
  S window_full_bytes = 0;  ///< from the T on at which the windows are full
  S state_bytes = 0;        ///< the same at any T
  S conv_bytes = 0;         ///< the same at any T
  S sequence_bytes = 0;     ///< all of them at T
  S total_bytes = 0;        ///< times the batch
  S weights_bytes = 0;      ///< of all parameters, whatever T and the batch are
  S together_bytes = 0;     ///< both

  static constexpr auto fields() {
    using T = MemoryTrace;
    return std::make_tuple(field("groups", &T::groups), field("numbers_per_token", &T::numbers_per_token),
                           field("cache_bytes_per_token", &T::cache_bytes_per_token),
                           field("index_bytes_per_token", &T::index_bytes_per_token),
                           field("bytes_per_token", &T::bytes_per_token), field("cache_bytes", &T::cache_bytes),
                           field("index_bytes", &T::index_bytes), field("window_bytes", &T::window_bytes),
                           field("window_full_bytes", &T::window_full_bytes), field("state_bytes", &T::state_bytes),
                           field("conv_bytes", &T::conv_bytes), field("sequence_bytes", &T::sequence_bytes),
                           field("total_bytes", &T::total_bytes), field("weights_bytes", &T::weights_bytes),
                           field("together_bytes", &T::together_bytes));
  }
};

/// A pooled row counts from its first token on: ceil(T / ratio) rows, so bytes at T are whole; bytes per token are the
/// mean, layers x row / ratio. A window holds min(T, window) rows. All results are exact: whole numbers, or eighths.
/// @throws Refusal (range) naming the field; for a total beyond kMostBytes
/// @see full attention: Vaswani et al. 2017; fewer KV heads: Shazeer 2019, Ainslie et al. 2023; MLA: DeepSeek-V2 2024,
///      section 2.1; states: Yang et al. 2024; index keys: DeepSeek-V3.2-Exp; pooled rows: DeepSeek-V4, V4.1-Flash
template <typename S>
MemoryTrace<S> memory(const MemoryInput<S>& in);

/// Bytes over a range of contexts, for a plot, and what fits into a budget.
struct MemoryCurveInput {
  std::vector<LayerGroup> groups;
  double batch = 1, bytes = 2;  ///< as in MemoryInput
  bool as_stored = true;
  double longest = 1;           ///< T of the last point, whole, 1 ... kMostContext
  int points = 65;              ///< 2 ... 1024, evenly spaced in log T, from 1
  std::vector<double> budgets;  ///< bytes, at most 64 of them, whole, 1 ... kMostBytes
  double reserved = 0;          ///< bytes of each budget that something else takes: the weights; 0 ... kMostBytes

  static constexpr auto fields() {
    using C = MemoryCurveInput;
    return std::make_tuple(field("groups", &C::groups), field("batch", &C::batch), field("bytes", &C::bytes),
                           field("as_stored", &C::as_stored), field("longest", &C::longest),
                           field("points", &C::points), field("budgets", &C::budgets),
                           option("reserved", &C::reserved));
  }
};

struct MemoryCurveTrace {
  std::vector<double> tokens;  ///< T of each point, rounded to whole tokens, no value twice; ends where bytes do
  std::vector<double> bytes;   ///< total_bytes there, at most kMostBytes
  std::vector<double> fits;    ///< a budget each: the longest T that fits; 0 for none, kMostContext for that or more

  static constexpr auto fields() {
    using C = MemoryCurveTrace;
    return std::make_tuple(field("tokens", &C::tokens), field("bytes", &C::bytes), field("fits", &C::fits));
  }
};

/// @throws Refusal (range, size) naming the field
MemoryCurveTrace memory_curve(const MemoryCurveInput& in);

/// @throws Refusal (range, size) naming the field, unless each group has a kind that is known and the numbers it needs
void require_groups(const std::vector<LayerGroup>& groups);

/// @throws Refusal (range) unless a number has a whole number of bits, 1 ... 64
void require_bits(const char* where, double bytes);

/// @throws Refusal (range) for a total beyond kMostBytes
void require_exact_total(double bytes);

// ---- how ----

inline bool grows(const std::string& kind) {
  return kind == "full" || kind == "mla" || kind == "mla_expanded" || kind == "rows";
}
inline bool is_window(const std::string& kind) { return kind == "window" || kind == "row_window"; }
inline bool has_state(const std::string& kind) { return kind == "linear" || kind == "mamba"; }
inline bool is_fixed(const std::string& kind) { return has_state(kind) || kind == "conv"; }

/// Numbers in one row of one layer; of linear and Mamba layers in one state, of a convolution in its last inputs.
template <typename S>
S numbers_in_row(const LayerGroup& g) {
  const S key = number_of<S>(g.key_width);
  if (g.kind == "rows" || g.kind == "row_window") return key;
  if (g.kind == "mla") return key + number_of<S>(g.rope_width);
  const S heads = number_of<S>(g.heads);
  if (g.kind == "index") return heads * key;
  if (g.kind == "mla_expanded") return heads * (key + number_of<S>(g.rope_width) + number_of<S>(g.value_width));
  const S value = number_of<S>(g.value_width);
  if (has_state(g.kind)) return heads * key * value;
  if (g.kind == "conv") return (number_of<S>(g.kernel) - S(1)) * key;
  return g.value_width.value == 0 ? S(2) * heads * key : heads * (key + value);
}

template <typename S>
GroupMemory<S> group_memory(const LayerGroup& g, const S& tokens, const S& bytes, bool as_stored) {
  const bool state = has_state(g.kind), window = is_window(g.kind), pooled = g.ratio.value > 1;
  const S layers = number_of<S>(g.layers), ratio = number_of<S>(g.ratio);
  // Written out anew in each product, so that its explanation goes down to the configuration at once.
  const auto row = [&] {
    if (as_stored && g.row_bytes.value > 0) return number_of<S>(g.row_bytes);
    return numbers_in_row<S>(g) * (state ? S(kStateBytes) : g.kind == "conv" ? S(kConvolutionBytes) : bytes);
  };
  GroupMemory<S> t;
  t.kind = g.kind;
  t.layers = layers;
  t.numbers = numbers_in_row<S>(g);
  t.row_bytes = row();
  if (g.kind == "conv") {
    t.rows = S(1);
    t.bytes = t.conv_bytes = layers * row();
  } else if (state) {
    t.rows = S(1);
    t.bytes = layers * row();
    if (g.kernel.value > 0)
      t.conv_bytes = layers * (number_of<S>(g.kernel) - S(1)) *
                     (S(2) * number_of<S>(g.key_heads) * number_of<S>(g.key_width) +
                      number_of<S>(g.heads) * number_of<S>(g.value_width)) *
                     S(kConvolutionBytes);
  } else if (window) {
    t.rows = smaller(tokens, number_of<S>(g.window));
    t.bytes = layers * row() * t.rows;
    t.full_bytes = layers * row() * number_of<S>(g.window);
  } else {
    t.bytes_per_token = pooled ? layers * row() / ratio : layers * row();
    t.rows = pooled ? ceiling(tokens / ratio) : tokens;
    t.bytes = pooled ? layers * row() * t.rows : t.bytes_per_token * tokens;
  }
  return t;
}

/// The sum of one member over the groups of some kinds.
template <typename S>
S sum_over(const std::vector<GroupMemory<S>>& groups, bool (*of)(const std::string&), S GroupMemory<S>::* member) {
  std::vector<S> all;
  for (const GroupMemory<S>& group : groups)
    if (of(group.kind)) all.push_back(group.*member);
  return tree_sum<S>(static_cast<std::ptrdiff_t>(all.size()), [&](auto i) { return all[i]; });
}

/// A part of a total, and whether some layer keeps it.
template <typename S>
struct KeptPart {
  bool kept;
  S bytes;
};

/// What is not there is no addend.
template <typename S>
S sum_of_kept(const std::vector<KeptPart<S>>& parts) {
  std::vector<S> kept;
  for (const KeptPart<S>& part : parts)
    if (part.kept) kept.push_back(part.bytes);
  return tree_sum<S>(static_cast<std::ptrdiff_t>(kept.size()), [&](auto i) { return kept[i]; });
}

/// Without the limit on the total.
template <typename S>
MemoryTrace<S> memory_within(const MemoryInput<S>& in) {
  using G = GroupMemory<S>;
  MemoryTrace<S> t;
  std::vector<S> numbers;
  for (const LayerGroup& g : in.groups) {
    t.groups.push_back(group_memory<S>(g, in.tokens, in.bytes, in.as_stored));
    label(t.groups.back(), "groups/" + std::to_string(t.groups.size() - 1));
    if (!grows(g.kind)) continue;
    const S row = number_of<S>(g.layers) * numbers_in_row<S>(g);
    numbers.push_back(g.ratio.value > 1 ? row / number_of<S>(g.ratio) : row);
  }
  const auto index = [](const std::string& kind) { return kind == "index"; };
  t.numbers_per_token = tree_sum<S>(static_cast<std::ptrdiff_t>(numbers.size()), [&](auto i) { return numbers[i]; });
  t.cache_bytes_per_token = sum_over<S>(t.groups, grows, &G::bytes_per_token);
  t.index_bytes_per_token = sum_over<S>(t.groups, index, &G::bytes_per_token);
  t.cache_bytes = sum_over<S>(t.groups, grows, &G::bytes);
  t.index_bytes = sum_over<S>(t.groups, index, &G::bytes);
  t.window_bytes = sum_over<S>(t.groups, is_window, &G::bytes);
  t.window_full_bytes = sum_over<S>(t.groups, is_window, &G::full_bytes);
  t.state_bytes = sum_over<S>(t.groups, has_state, &G::bytes);
  t.conv_bytes = sum_over<S>(t.groups, is_fixed, &G::conv_bytes);
  label(t.cache_bytes_per_token, "cache_bytes_per_token");
  label(t.index_bytes_per_token, "index_bytes_per_token");
  label(t.cache_bytes, "cache_bytes");
  label(t.index_bytes, "index_bytes");
  label(t.window_bytes, "window_bytes");
  label(t.state_bytes, "state_bytes");
  label(t.conv_bytes, "conv_bytes");
  const auto any = [&](bool (*of)(const std::string&)) {
    return std::any_of(in.groups.begin(), in.groups.end(), [&](const LayerGroup& g) { return of(g.kind); });
  };
  const bool convolution = std::any_of(in.groups.begin(), in.groups.end(),
                                       [&](const LayerGroup& g) { return is_fixed(g.kind) && g.kernel.value > 1; });
  t.bytes_per_token = sum_of_kept<S>({{any(grows), t.cache_bytes_per_token}, {any(index), t.index_bytes_per_token}});
  t.sequence_bytes = sum_of_kept<S>({{any(grows), t.cache_bytes},
                                     {any(index), t.index_bytes},
                                     {any(is_window), t.window_bytes},
                                     {any(has_state), t.state_bytes},
                                     {convolution, t.conv_bytes}});
  label(t.sequence_bytes, "sequence_bytes");
  t.total_bytes = in.batch * t.sequence_bytes;
  label(t.total_bytes, "total_bytes");
  t.weights_bytes = in.parameters * in.weight_bytes;
  label(t.weights_bytes, "weights_bytes");
  t.together_bytes = sum_of_kept<S>({{true, t.total_bytes}, {value_of(in.parameters) > 0, t.weights_bytes}});
  return t;
}

template <typename S>
MemoryTrace<S> memory(const MemoryInput<S>& in) {
  require_whole("tokens", value_of(in.tokens), 1, kMostContext);
  require_whole("batch", value_of(in.batch), 1, kMostBatch);
  require_bits("bytes", value_of(in.bytes));
  require_whole("parameters", value_of(in.parameters), 0, kMostParameters);
  require_bits("weight_bytes", value_of(in.weight_bytes));
  require_groups(in.groups);
  MemoryTrace<S> t = memory_within(in);
  require_exact_total(value_of(t.total_bytes));
  return t;
}

}  // namespace attn
