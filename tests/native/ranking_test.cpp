#include "attn/ranking.h"

#include <algorithm>

#include "support.h"

namespace {

void require_ranking(const std::vector<double>& values, const std::vector<int>& order, const std::vector<int>& ranks) {
  const RankingTrace t = ranking({.values = values});
  REQUIRE(t.order == order);
  REQUIRE(t.ranks == ranks);
}

}  // namespace

TEST_CASE("ranking: from the largest down, by hand") {
  require_ranking({}, {}, {});
  require_ranking({7}, {0}, {1});
  require_ranking({1, 3, 2}, {1, 2, 0}, {3, 1, 2});
  require_ranking({-1, -3, 2.5, 1e300}, {3, 2, 0, 1}, {3, 4, 2, 1});
}

TEST_CASE("ranking: equal values keep their order and share the better rank") {
  require_ranking({2, 2, 2}, {0, 1, 2}, {1, 1, 1});
  require_ranking({1, 3, 1, 3, 2}, {1, 3, 4, 0, 2}, {4, 1, 4, 1, 3});
  require_ranking({0, -0.0, 1}, {2, 0, 1}, {2, 2, 1});
}

TEST_CASE("ranking: minus infinity comes last, as often as it likes") {
  require_ranking({-kInfinity, 5, -kInfinity, -kLargest}, {1, 3, 0, 2}, {3, 1, 3, 2});
  require_ranking({-kInfinity, -kInfinity}, {0, 1}, {1, 1});
}

TEST_CASE("ranking: a rank is one more than there are larger values") {
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 generator(seed);
    std::vector<double> values(1 + seed % 15);
    for (double& value : values) value = generator() % 8 == 0 ? -kInfinity : static_cast<double>(generator() % 6) - 2;
    const RankingTrace t = ranking({.values = values});
    REQUIRE(t.order.size() == values.size());
    for (size_t i = 0; i < values.size(); ++i) {
      int larger = 0, place = 0;
      for (size_t j = 0; j < values.size(); ++j) {
        larger += values[j] > values[i];
        place += values[j] > values[i] || (values[j] == values[i] && j < i);
      }
      REQUIRE(t.ranks[i] == larger + 1);
      REQUIRE(t.order[static_cast<size_t>(place)] == static_cast<int>(i));
    }
  }
}

TEST_CASE("ranking: refuses NaN and plus infinity, by position") {
  const auto refuse = [](const std::vector<double>& values, const std::string& where, const std::string& found) {
    require_refusal("not_finite", where, "found " + found + ", wanted a finite number, or -Infinity",
                    [&] { ranking({.values = values}); });
  };
  refuse({kNaN}, "values/0", "NaN");
  refuse({0, 1, kNaN, kNaN}, "values/2", "NaN");
  refuse({0, kInfinity}, "values/1", "Infinity");
  refuse({-kInfinity, kInfinity, kNaN}, "values/1", "Infinity");
}
