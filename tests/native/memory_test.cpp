#include "attn/memory.h"

#include <cstdint>

#include "explained.h"
#include "published.h"
#include "strict.h"

namespace {

const nlohmann::json& expectations() {
  static const nlohmann::json all = nlohmann::json::parse(file_text("tests/models.json"))["models"];
  return all;
}

const std::vector<LayerGroup>& groups_of(const std::string& id) { return model_entry(entries(), id).groups; }

const std::vector<LayerGroup>& what_if(const std::string& id, const std::string& layout) {
  for (const WhatIf& what : model_entry(entries(), id).what_ifs)
    if (what.id == layout) return what.groups;
  throw std::out_of_range(layout);
}

LayerGroup full(double layers, double heads, double width) {
  return {.kind = "full", .layers = {layers, ""}, .heads = {heads, ""}, .key_width = {width, ""}, .ratio = {1, ""}};
}

/// Bytes of one sequence, added up store by store and row by row, as a program would that allocates them.
std::uint64_t allocated(const std::vector<LayerGroup>& groups, std::uint64_t tokens, std::uint64_t eighths,
                        bool as_stored) {
  std::uint64_t bits = 0;
  for (const LayerGroup& g : groups) {
    const auto n = [](const Said& said) { return static_cast<std::uint64_t>(said.value); };
    for (std::uint64_t layer = 0; layer < n(g.layers); ++layer) {
      std::uint64_t numbers = 0, row = eighths;
      for (std::uint64_t head = 0; head < std::max<std::uint64_t>(n(g.heads), 1); ++head) {
        if (g.kind == "mla" || g.kind == "rows" || g.kind == "row_window") numbers = n(g.key_width) + n(g.rope_width);
        if (g.kind == "full" || g.kind == "window")
          numbers += n(g.key_width) + (n(g.value_width) ? n(g.value_width) : n(g.key_width));
        if (g.kind == "mla_expanded") numbers += n(g.key_width) + n(g.rope_width) + n(g.value_width);
        if (g.kind == "index") numbers += n(g.key_width);
        if (g.kind == "linear") numbers += n(g.key_width) * n(g.value_width);
      }
      if (g.kind == "linear") {
        bits += numbers * 32;
        for (std::uint64_t kept = 1; kept < n(g.kernel); ++kept)
          bits +=
              16 * (n(g.key_heads) * n(g.key_width) + n(g.key_heads) * n(g.key_width) + n(g.heads) * n(g.value_width));
        continue;
      }
      row = as_stored && n(g.row_bytes) ? 8 * n(g.row_bytes) : numbers * eighths;
      for (std::uint64_t t = 0; t < tokens; ++t)
        if (n(g.window) ? t < n(g.window) : t % n(g.ratio) == 0) bits += row;
    }
  }
  REQUIRE(bits % 8 == 0);
  return bits / 8;
}

}  // namespace

TEST_CASE("memory: every published configuration keeps what is expected of it, exactly") {
  REQUIRE(expectations().size() == 40);
  std::set<std::string> known{"id", "left_out"};
  for (const auto& wanted : expectations()) {
    const ModelEntry& model = model_entry(entries(), wanted["id"]);
    INFO(model.id);
    const double T = model.context.value;
    const MemoryTrace<double> plain = memory_of(model.groups, T), stored = memory_of(model.groups, T, true);
    double total = stored.sequence_bytes;
    for (const std::string part : wanted["left_out"])
      total -= part == "conv_bytes"    ? stored.conv_bytes
               : part == "index_bytes" ? stored.index_bytes
                                       : stored.window_bytes;
    const std::map<std::string, double> found{{"kv_elements_per_token", plain.numbers_per_token},
                                              {"kv_bytes_per_token", stored.bytes_per_token},
                                              {"kv_bytes_per_token_bf16", plain.cache_bytes_per_token},
                                              {"kv_bytes_per_token_bf16_with_index", plain.bytes_per_token},
                                              {"kv_bytes_per_token_bf16_rows", plain.bytes_per_token},
                                              {"index_bytes_per_token_bf16", plain.index_bytes_per_token},
                                              {"window_bytes_full_bf16", plain.window_full_bytes},
                                              {"window_bytes_fixed", stored.window_full_bytes},
                                              {"state_bytes_fp32", plain.state_bytes},
                                              {"conv_state_bytes_bf16", plain.conv_bytes},
                                              {"total_bytes_at_native_context", total}};
    for (const auto& item : wanted.items()) {
      INFO(item.key());
      if (known.count(item.key())) continue;
      REQUIRE(found.count(item.key()) == 1);
      REQUIRE(found.at(item.key()) == item.value().get<double>());
    }
  }
}

TEST_CASE("memory: agrees with allocating row by row, at any length, batch and width of number") {
  for (const ModelEntry& model : entries()) {
    INFO(model.id);
    std::vector<std::vector<LayerGroup>> layouts{model.groups};
    for (const WhatIf& what : model.what_ifs) layouts.push_back(what.groups);
    for (const auto& groups : layouts)
      for (const std::uint64_t tokens : {1, 2, 3, 127, 128, 129, 1025})
        for (const std::uint64_t eighths : {16, 8, 6, 1}) {
          const bool as_stored = tokens % 2 == 1;
          const auto wanted = static_cast<double>(allocated(groups, tokens, eighths, as_stored));
          const MemoryTrace<double> t = memory_of(groups, double(tokens), as_stored, eighths / 8.0, 3);
          REQUIRE(t.sequence_bytes == wanted);
          REQUIRE(t.total_bytes == 3 * wanted);
          REQUIRE(t.sequence_bytes == t.cache_bytes + t.index_bytes + t.window_bytes + t.state_bytes + t.conv_bytes);
        }
  }
}

// reports F-1, F-2, F-3, F-11, C-3
TEST_CASE("memory: heads, KV heads and the head's width are three fields") {
  REQUIRE(memory_of({full(32, 32, 128)}).bytes_per_token == 524288);  // F-1: no stray factor
  REQUIRE(memory_of({full(32, 32, 128)}, 32768).total_bytes == 17179869184);
  REQUIRE(memory_of({full(32, 8, 128)}).bytes_per_token == 131072);  // F-2: KV heads, not query heads
  REQUIRE(memory_of({full(32, 32, 128)}).bytes_per_token == 4 * memory_of({full(32, 8, 128)}).bytes_per_token);
  CacheConfig qwen3_4b;  // F-3: 2560 / 32 would be 80
  qwen3_4b.num_hidden_layers = 36;
  qwen3_4b.hidden_size = 2560;
  qwen3_4b.num_attention_heads = 32;
  qwen3_4b.num_key_value_heads = 8;
  qwen3_4b.head_dim = 128;
  const LayerGroups layers = layer_groups(qwen3_4b, "c", "c");
  REQUIRE(layers.derived.empty());
  REQUIRE(memory_of(layers.groups).bytes_per_token == 147456);
  const MemoryTrace<double> llama = memory_of({full(80, 8, 128)}, 32768);  // F-11: a layer, a token, a context
  REQUIRE(llama.groups[0].row_bytes == 4096);
  REQUIRE(llama.bytes_per_token == 327680);
  REQUIRE(llama.total_bytes == 10 * 1073741824.0);
  REQUIRE(memory_of({full(80, 64, 128)}, 32768).total_bytes == 80 * 1073741824.0);
  // C-3: 32 query heads on 8 KV heads are groups of four
  REQUIRE(memory_of({full(1, 8, 128)}).bytes_per_token * 4 == memory_of({full(1, 32, 128)}).bytes_per_token);
}

// report F-6
TEST_CASE("memory: MLA keeps a latent, not heads") {
  REQUIRE(memory_of(groups_of("deepseek-v3")).bytes_per_token == 70272);
  REQUIRE(memory_of(what_if("deepseek-v3", "mla_expanded")).bytes_per_token == 4997120);
  REQUIRE(memory_of(what_if("deepseek-v3", "mla_expanded")).bytes_per_token / 70272 > 71.1);
  REQUIRE(memory_of({full(61, 128, 56)}).bytes_per_token == 1748992);  // the formula that does not apply
}

// report F-9
TEST_CASE("memory: a byte count is a byte count; GiB and GB are words of the page") {
  REQUIRE(memory_of(groups_of("qwen3.8-27b"), 262144).cache_bytes == 16 * 1073741824.0);
}

// report I-18
TEST_CASE("memory: bytes beyond 4 GiB, beyond 32 bits, are exact up to 2^53") {
  REQUIRE(memory_of(what_if("qwen3.8-27b", "mha"), 262144).cache_bytes == 103079215104);
  REQUIRE(memory_of(what_if("deepseek-llm-67b", "mha")).bytes_per_token == 3112960);
  REQUIRE(memory_of(groups_of("deepseek-llm-67b"), 1048576).total_bytes == 408021893120);
  REQUIRE(memory_of({full(1, 1, 1)}, 134217728, false, 8, 65536).total_bytes == 140737488355328);
  REQUIRE(memory_of({full(1, 1 << 12, 1 << 12)}, 134217728).total_bytes == kMostBytes);
  require_refusal(
      "range", "groups",
      "found 18014398509481984 bytes in all, wanted at most 9007199254740992, up to which whole numbers are exact",
      [] { memory_of({full(1, 1 << 12, 1 << 13)}, 134217728, false, 2); });
}

TEST_CASE("memory: the anchor's layouts") {
  const auto per_token = [](const std::vector<LayerGroup>& groups) { return memory_of(groups).cache_bytes_per_token; };
  REQUIRE(per_token(groups_of("qwen3.8-27b")) == 65536);
  REQUIRE(per_token(what_if("qwen3.8-27b", "mha")) == 393216);
  REQUIRE(per_token(what_if("qwen3.8-27b", "mqa")) == 16384);
  for (const double kv : {1, 2, 3, 4, 6, 8, 12, 24}) {
    auto groups = groups_of("qwen3.8-27b");
    groups[0].heads = {kv, ""};
    REQUIRE(per_token(groups) == 16384 * kv);
  }
}

TEST_CASE("memory: a window stops growing") {
  const auto& mistral = groups_of("mistral-7b-v0.1");
  REQUIRE(memory_of(mistral).bytes_per_token == 0);
  REQUIRE(memory_of(mistral, 4095).total_bytes == 4095 * 131072.0);
  for (const double T : {4096, 4097, 32768}) REQUIRE(memory_of(mistral, T).total_bytes == 536870912);
}

TEST_CASE("memory: why: every number of every model adds up again and ends in its configuration") {
  for (const ModelEntry& model : entries()) {
    std::vector<std::vector<LayerGroup>> layouts{model.groups};
    for (const WhatIf& what : model.what_ifs) layouts.push_back(what.groups);
    for (const auto& groups : layouts)
      for (const bool as_stored : {false, true}) {
        const MemoryInput<double> in{groups, model.context.value, 2, 1, as_stored};
        const MemoryTrace<double> plain = memory(in);
        TracingScope scope;
        const auto recorded = with_scalar<MemoryInput<Traced>>(in);
        label(recorded, "");
        const auto trace = memory(recorded);
        label(trace, "");
        std::set<std::string> sources;
        for_each_number(trace, plain, "", [&](const std::string& path, double value, double wanted) {
          INFO(model.id << " " << path);
          REQUIRE(value == wanted);
          const Expression e = explain(scope, path);
          require_adds_up(e, wanted);
          for (const Expression& part : leaves(e)) {
            if (part.name.empty()) {
              REQUIRE((part.value == 1 || part.value == 2 || part.value == 4));  // K and V; bytes of a state
              continue;
            }
            REQUIRE(explain(scope, part.name).value == part.value);
            if (part.name.rfind("data/", 0) == 0) sources.insert(part.name);
          }
        });
        REQUIRE(sources.size() >= 2);
      }
  }
}

TEST_CASE("memory: why: bytes per token lead to the fields at once") {
  const MemoryInput<double> in{groups_of("deepseek-llm-67b"), 4096, 1, 2, true};
  const auto ask = [&](const std::string& at) {
    return text(why<MemoryInput>(in, at, [](const auto& m) { return memory(m); }));
  };
  const std::string at = "data/frontier-models.json#/models/3/config/";
  REQUIRE(ask("bytes_per_token") == ask("groups/0/bytes_per_token"));
  REQUIRE(ask("groups/0/bytes_per_token") ==
          "product(" + at + "num_hidden_layers, 2, " + at + "num_key_value_heads, " + at + "head_dim, bytes)");
  REQUIRE(ask("cache_bytes") == "product(groups/0/bytes_per_token, tokens)");
  REQUIRE(ask(at + "head_dim") == "128");
}

TEST_CASE("memory: a curve, and what fits into a budget") {
  const auto& groups = groups_of("gpt-oss-120b");
  const MemoryCurveTrace t = memory_curve(
      {.groups = groups, .batch = 2, .longest = 131072, .points = 33, .budgets = {1, 24.0 * (1 << 30), kMostBytes}});
  REQUIRE(t.tokens.front() == 1);
  REQUIRE(t.tokens.back() == 131072);
  for (size_t i = 0; i < t.tokens.size(); ++i)
    REQUIRE(t.bytes[i] == memory_of(groups, t.tokens[i], true, 2, 2).total_bytes);
  REQUIRE(t.fits[0] == 0);
  REQUIRE(memory_of(groups, t.fits[1], true, 2, 2).total_bytes <= 24.0 * (1 << 30));
  REQUIRE(memory_of(groups, t.fits[1] + 1, true, 2, 2).total_bytes > 24.0 * (1 << 30));
  REQUIRE(t.fits[2] == kMostContext);
  REQUIRE(memory_curve(
              {.groups = groups_of("mistral-7b-v0.1"), .longest = 1, .points = 2, .budgets = {536870912, 536870911}})
              .fits == std::vector<double>{kMostContext, 4095});
}

TEST_CASE("memory: refuses what is no length, batch, width or group") {
  const auto refuse = [](const std::string& code, const std::string& where, const std::string& sentence,
                         const MemoryInput<double>& in) {
    require_refusal(code, where, sentence, [&] { memory(in); });
  };
  const std::vector<LayerGroup> groups{full(2, 2, 2)};
  for (const auto& [value, name] :
       {std::pair{0.0, "0"}, {-1.0, "-1"}, {2.5, "2.5"}, {kNaN, "NaN"}, {kInfinity, "Infinity"}}) {
    refuse("range", "tokens", "found " + std::string(name) + ", wanted a whole number from 1 to 134217728",
           {groups, value});
    refuse("range", "batch", "found " + std::string(name) + ", wanted a whole number from 1 to 65536",
           {groups, 1, value});
  }
  for (const auto& [value, name] : {std::pair{0.0, "0"}, {9.0, "9"}, {kNaN, "NaN"}})
    refuse("range", "bytes", "found " + std::string(name) + ", wanted a number from 0.125 to 8", {groups, 1, 1, value});
  refuse("range", "bytes", "found 0.3, wanted a whole number of bits, in eighths", {groups, 1, 1, 0.3});
  refuse("size", "groups", "found 0 groups, wanted 1 to 4096", MemoryInput<double>{});
  for (const auto& [member, name] : {std::pair{&LayerGroup::layers, "layers"},
                                     {&LayerGroup::heads, "heads"},
                                     {&LayerGroup::key_width, "key_width"},
                                     {&LayerGroup::ratio, "ratio"}})
    for (const double value : {0.0, 1.5, 16777217.0}) {
      auto bad = groups;
      bad[0].*member = {value, ""};
      refuse("range", "groups/0/" + std::string(name) + "/value",
             "found " + number_text(value) + ", wanted a whole number from 1 to 16777216", {bad});
    }
  auto other = groups;
  other[0].kind = "window";
  refuse("range", "groups/0/window/value", "found 0, wanted a whole number from 1 to 16777216", {other});
  other[0].kind = "ssm";
  refuse("range", "groups/0/kind",
         "found \"ssm\", wanted full, window, mla, mla_expanded, rows, row_window, index, linear, mamba or conv",
         {other});
  const auto curve = [](const std::string& where, const std::string& sentence, const MemoryCurveInput& in) {
    require_refusal("range", where, sentence, [&] { memory_curve(in); });
  };
  curve("points", "found 1, wanted a whole number from 2 to 1024", {.groups = groups, .points = 1, .budgets = {}});
  curve("longest", "found 0, wanted a whole number from 1 to 134217728",
        {.groups = groups, .longest = 0, .budgets = {}});
  curve("budgets/0", "found 0, wanted a whole number from 1 to 9007199254740992", {.groups = groups, .budgets = {0}});
}

TEST_CASE("memory: a curve ends where bytes are no longer exact, and what fits is found all the same") {
  const auto t = memory_curve({.groups = {full(1, 1 << 12, 1 << 12)},
                               .batch = 4,
                               .longest = kMostContext,
                               .points = 28,
                               .budgets = {kMostBytes}});
  REQUIRE(t.tokens.size() == 26);  // powers of two up to 2^25: two more would take 2^54 and 2^55 bytes
  REQUIRE(t.bytes.back() == kMostBytes);
  REQUIRE(t.fits[0] == t.tokens.back());
}

TEST_CASE("memory: the weights stand beside what is kept, and take their part of a budget") {
  const std::vector<LayerGroup> groups = groups_of("llama-3.1-8b");
  MemoryInput<double> in{.groups = groups, .tokens = 8192, .batch = 3};
  REQUIRE(memory(in).together_bytes == memory(in).total_bytes);
  in.parameters = 8030261248;
  in.weight_bytes = 0.5;
  const MemoryTrace<double> t = memory(in);
  REQUIRE(t.weights_bytes == 4015130624);
  REQUIRE(t.total_bytes == 3 * 1073741824.0);  // as without them
  REQUIRE(t.together_bytes == 4015130624 + 3 * 1073741824.0);
  for (const double wrong : {-1.0, 0.5, 1e15}) {
    in.parameters = wrong;
    REQUIRE_THROWS_AS(memory(in), Refusal);
  }
  in.parameters = 1;
  in.weight_bytes = 0.1;
  REQUIRE_THROWS_AS(memory(in), Refusal);

  const double budget = 24.0 * (1 << 30);
  MemoryCurveInput curve{.groups = groups, .longest = 8192, .budgets = {budget, 1}, .reserved = 2.0 * 8030261248};
  const double fits = memory_curve(curve).fits[0];
  REQUIRE(fits == std::floor((budget - curve.reserved) / 131072));
  REQUIRE(memory_curve(curve).fits[1] == 0);
  curve.reserved = -1;
  REQUIRE_THROWS_AS(memory_curve(curve), Refusal);
}
