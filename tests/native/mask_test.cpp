#include "attn/mask.h"

#include <algorithm>

#include "attn/cost.h"
#include "support.h"

namespace {

/// How many keys each query sees.
std::vector<int> seen(const MaskInput& in) {
  const Mask cells = mask(in).mask;
  std::vector<int> counts;
  for (Index i = 0; i < cells.rows(); ++i) counts.push_back(static_cast<int>(cells.row(i).count()));
  return counts;
}

/// Columns that a row lets through.
std::vector<Index> keys_of(const Mask& cells, Index row) {
  std::vector<Index> keys;
  for (Index j = 0; j < cells.cols(); ++j)
    if (cells(row, j)) keys.push_back(j);
  return keys;
}

}  // namespace

TEST_CASE("mask: every cell follows from how far back the key lies") {
  for (int n = 1; n <= 7; ++n)
    for (int m = n; m <= 9; ++m)
      for (int window = 0; window <= 10; ++window) {
        const MaskTrace t = mask({.queries = n, .keys = m, .causal = true, .window = window});
        double pairs = 0;
        for (int i = 0; i < n; ++i)
          for (int j = 0; j < m; ++j) {
            const int back = (m - 1) - (n - 1 - i) - j;  // 0 is the query's own key, the last of all for the last query
            const bool wanted = back >= 0 && (window == 0 || back < window);
            INFO(n << " queries, " << m << " keys, window " << window << ": query " << i << ", key " << j);
            REQUIRE(t.mask(i, j) == wanted);
            pairs += wanted;
          }
        REQUIRE(t.pairs == pairs);
      }
}

TEST_CASE("mask: without causality everybody sees everything") {
  const auto n = GENERATE(1, 2, 5), m = GENERATE(1, 3, 5);
  const MaskTrace t = mask({.queries = n, .keys = m, .causal = false});
  REQUIRE(t.mask.all());
  REQUIRE(t.pairs == n * m);
  REQUIRE((t.mask == full_mask(n, m)).all());
}

TEST_CASE("mask: a causal sentence is a lower triangle with its diagonal") {
  REQUIRE(seen({.queries = 5, .keys = 5}) == std::vector<int>{1, 2, 3, 4, 5});
  for (int n = 1; n <= 30; ++n) {
    REQUIRE((causal_mask(n) == mask({.queries = n, .keys = n}).mask).all());
    REQUIRE(mask({.queries = n, .keys = n}).pairs == n * (n + 1) / 2);
  }
}

// report B-1
TEST_CASE("mask: a query behind a cache sees the cache and itself") {
  REQUIRE(seen({.queries = 1, .keys = 8}) == std::vector<int>{8});
  REQUIRE(seen({.queries = 3, .keys = 8}) == std::vector<int>{6, 7, 8});
  REQUIRE(seen({.queries = 3, .keys = 8, .window = 2}) == std::vector<int>{2, 2, 2});
}

// report B-1
TEST_CASE("mask: a triangle laid from the first key leaves a query behind a cache one key, the wrong one") {
  const Mask wrong = mask({.queries = 1, .keys = 8, .top_left = true}).mask;
  REQUIRE(keys_of(wrong, 0) == std::vector<Index>{0});
  REQUIRE(seen({.queries = 3, .keys = 8, .top_left = true}) == std::vector<int>{1, 2, 3});
  for (int n = 1; n <= 6; ++n)
    for (int m = n; m <= 9; ++m)
      for (int window = 0; window <= 4; ++window) {
        const MaskTrace t = mask({.queries = n, .keys = m, .window = window, .top_left = true});
        for (int i = 0; i < n; ++i)
          for (int j = 0; j < m; ++j) {
            INFO(n << " queries, " << m << " keys, window " << window << ": query " << i << ", key " << j);
            REQUIRE(t.mask(i, j) == (j <= i && (window == 0 || i - j < window)));
          }
        REQUIRE(t.pairs == static_cast<double>(t.mask.count()));
      }
}

TEST_CASE("mask: with nothing cached, or nothing hidden, it does not matter where the triangle is laid from") {
  for (int n = 1; n <= 9; ++n)
    for (int window = 0; window <= 4; ++window)
      REQUIRE((mask({.queries = n, .keys = n, .window = window, .top_left = true}).mask ==
               mask({.queries = n, .keys = n, .window = window}).mask)
                  .all());
  REQUIRE(mask({.queries = 2, .keys = 7, .causal = false, .top_left = true}).mask.all());
  std::vector<std::string> options;
  for_each_field<MaskInput>([&](const char* name, auto, bool optional) {
    if (optional) options.push_back(name);
  });
  REQUIRE(options == std::vector<std::string>{"top_left"});
}

// report B-4
TEST_CASE("mask: a window counts the query's own key") {
  REQUIRE(keys_of(mask({.queries = 8, .keys = 8, .window = 4}).mask, 5) == std::vector<Index>{2, 3, 4, 5});
  for (Index i = 0; i < 8; ++i)
    REQUIRE(keys_of(mask({.queries = 8, .keys = 8, .window = 1}).mask, i) == std::vector<Index>{i});
  for (const int wide : {8, 9, 4096})
    REQUIRE((mask({.queries = 8, .keys = 8, .window = wide}).mask == causal_mask(8)).all());
}

// report B-7
TEST_CASE("mask: a window behind a cache ends at the query's own key") {
  const Mask two = mask({.queries = 2, .keys = 6, .window = 3}).mask;
  REQUIRE(keys_of(two, 0) == std::vector<Index>{2, 3, 4});
  REQUIRE(keys_of(two, 1) == std::vector<Index>{3, 4, 5});
  REQUIRE(keys_of(mask({.queries = 1, .keys = 3, .window = 8}).mask, 0) == std::vector<Index>{0, 1, 2});
}

// report G-2
TEST_CASE("mask: the pairs of a causal mask are counted one by one, not as half a square") {
  REQUIRE(mask({.queries = 4, .keys = 4}).pairs == 10);
  REQUIRE(mask({.queries = 4, .keys = 4, .causal = false}).pairs == 16);

  const double causal = mask({.queries = 1024, .keys = 1024}).pairs;
  const double full = mask({.queries = 1024, .keys = 1024, .causal = false}).pairs;
  const auto flops = [](double pairs) { return 32 * 2 * (128 + 128) * pairs; };  // 32 heads, both products
  REQUIRE(flops(causal) == 8598323200);
  REQUIRE(flops(full) / 2 == 8589934592);
  REQUIRE(flops(full) == 17179869184);
}

// report G-6
TEST_CASE("mask: the pairs of a sliding window are those it lets through") {
  REQUIRE(mask({.queries = 8, .keys = 8, .window = 3}).pairs == 21);
  REQUIRE(mask({.queries = 8, .keys = 8}).pairs == 36);
  for (int tokens = 1; tokens <= 20; ++tokens)
    for (int window = 1; window <= tokens; ++window)
      REQUIRE(mask({.queries = tokens, .keys = tokens, .window = window}).pairs ==
              window * (window + 1) / 2 + (tokens - window) * window);
}

TEST_CASE("mask: the largest") {
  REQUIRE(mask({.queries = 4096, .keys = 4096}).pairs == 4096.0 * 4097 / 2);
  REQUIRE(mask({.queries = 1, .keys = 4096, .window = 4096}).pairs == 4096);
}

TEST_CASE("mask: refuses sizes and windows that are none") {
  const auto refuse = [](const MaskInput& in, const std::string& where, const std::string& sentence) {
    require_refusal("range", where, sentence, [&] { mask(in); });
  };
  refuse({.queries = 0}, "queries", "found 0, wanted a whole number from 1 to 4096");
  refuse({.queries = -3}, "queries", "found -3, wanted a whole number from 1 to 4096");
  refuse({.queries = 4097, .keys = 4097}, "queries", "found 4097, wanted a whole number from 1 to 4096");
  refuse({.queries = 3, .keys = 2}, "keys", "found 2, wanted a whole number from 3 to 4096");
  refuse({.queries = 3, .keys = 4097}, "keys", "found 4097, wanted a whole number from 3 to 4096");
  refuse({.queries = 3, .keys = 0, .causal = false}, "keys", "found 0, wanted a whole number from 1 to 4096");
  refuse({.window = -1}, "window", "found -1, wanted a whole number from 0 to 4096");
  refuse({.window = 4097}, "window", "found 4097, wanted a whole number from 0 to 4096");
  refuse({.causal = false, .window = 1}, "window", "found 1, wanted a whole number from 0 to 0");
  REQUIRE(mask({.queries = 3, .keys = 2, .causal = false}).pairs == 6);
}

TEST_CASE("mask: a causal sentence has the length that was asked for, or is refused") {
  require_refusal("range", "queries", "found 0, wanted a whole number from 1 to 4096", [] { causal_mask(0); });
  require_refusal("range", "queries", "found 4097, wanted a whole number from 1 to 4096", [] { causal_mask(4097); });
  constexpr Index beyond_int = (Index(1) << 32) + 1;  // cut to 32 bits it would be 1
  require_refusal("range", "queries", "found 4294967297, wanted a whole number from 1 to 4096",
                  [=] { causal_mask(beyond_int); });
}
