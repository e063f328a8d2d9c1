#include "attn/cost.h"

#include <cstdint>
#include <set>

#include "attn/mask.h"
#include "support.h"

namespace {

void require_layer(const LayerCost<double>& actual, double work, double serial_steps, double path) {
  REQUIRE(actual.work == work);
  REQUIRE(actual.flops == 2 * work);
  REQUIRE(actual.serial_steps == serial_steps);
  REQUIRE(actual.path == path);
}

/// What a refusal says of a whole number outside its range.
std::string whole(const std::string& found, const std::string& most, const std::string& least = "1") {
  return "found " + found + ", wanted a whole number from " + least + " to " + most;
}

}  // namespace

TEST_CASE("cost: all four rows of the table for five tokens eight wide") {
  const CostTrace<double> t = cost<double>({.tokens = 5, .width = 8, .kernel = 3, .window = 2});
  require_layer(t.recurrent, 320, 5, 4);
  require_layer(t.self_attention, 200, 1, 1);
  require_layer(t.convolutional, 960, 1, 2);  // 3 < 5 <= 9
  require_layer(t.windowed, 80, 1, 3);        // 2 + 2 + 1
  REQUIRE(t.ratio == 0.625);
}

TEST_CASE("cost: all four rows of the table at the lesson's sizes") {
  const CostTrace<double> shorter = cost<double>({.tokens = 4096, .width = 5120});  // kernel 3, window 256
  require_layer(shorter.recurrent, 107374182400, 4096, 4095);
  require_layer(shorter.self_attention, 85899345920, 1, 1);
  require_layer(shorter.convolutional, 322122547200, 1, 8);  // 2187 < 4096 <= 6561
  require_layer(shorter.windowed, 5368709120, 1, 16);
  REQUIRE(shorter.ratio == 0.8);

  const CostTrace<double> longest = cost<double>({.tokens = 262144, .width = 5120});
  require_layer(longest.recurrent, 6871947673600, 262144, 262143);
  require_layer(longest.self_attention, 351843720888320, 1, 1);
  require_layer(longest.convolutional, 20615843020800, 1, 12);  // 177147 < 262144 <= 531441
  require_layer(longest.windowed, 343597383680, 1, 1024);
  REQUIRE(longest.ratio == 51.2);
}

TEST_CASE("cost: with projections everything is counted that a layer multiplies") {
  const CostTrace<double> full = cost<double>({.tokens = 5, .width = 8, .window = 2, .projections = true});
  require_layer(full.recurrent, 640, 5, 4);
  require_layer(full.self_attention, 400 + 1280, 1, 1);
  require_layer(full.convolutional, 960, 1, 2);
  require_layer(full.windowed, 160 + 1280, 1, 3);
  REQUIRE(full.ratio == 2.625);

  const CostTrace<double> causal =
      cost<double>({.tokens = 5, .width = 8, .window = 2, .projections = true, .causal = true});
  require_layer(causal.recurrent, 640, 5, 4);
  require_layer(causal.self_attention, 240 + 1280, 1, 1);
  require_layer(causal.windowed, 2 * 9 * 8 + 1280, 1, 3);  // 1 + 2 + 2 + 2 + 2 pairs
}

TEST_CASE("cost: one token goes no way at all") {
  const auto projections = GENERATE(false, true), causal = GENERATE(false, true);
  const CostTrace<double> t =
      cost<double>({.tokens = 1, .width = 3, .kernel = 4, .window = 7, .projections = projections, .causal = causal});
  const double attention = projections ? 2 * 3 + 4 * 9 : 3;
  require_layer(t.recurrent, projections ? 18 : 9, 1, 0);
  require_layer(t.self_attention, attention, 1, 0);
  require_layer(t.convolutional, 36, 1, 0);
  require_layer(t.windowed, attention, 1, 0);
}

TEST_CASE("cost: the ratio of the leading terms is T to d") {
  for (const double T : {1, 2, 7, 64, 4096, 262144})
    for (const double d : {1, 3, 64, 5120, 32768}) {
      REQUIRE_THAT(cost<double>({.tokens = T, .width = d}).ratio, WithinAbs(T / d, 1e-15 * T / d));
      REQUIRE_THAT(cost<double>({.tokens = T, .width = d, .projections = true}).ratio,
                   WithinAbs(T / d + 2, 1e-15 * (T / d + 2)));
    }
}

TEST_CASE("cost: a convolution's path is the fewest dilated layers that span the sentence") {
  for (const double kernel : {2, 3, 7, 32})
    for (double T = 1; T <= 3000; T += 1) {
      double layers = 0;
      while (std::pow(kernel, layers) < T) ++layers;
      REQUIRE(cost<double>({.tokens = T, .width = 1, .kernel = kernel}).convolutional.path == layers);
    }
}

TEST_CASE("cost: a window as wide as the sentence is plain attention, and none is wider") {
  const auto projections = GENERATE(false, true), causal = GENERATE(false, true);
  for (const double window : {6, 7, 262144}) {
    const CostTrace<double> t =
        cost<double>({.tokens = 6, .width = 5, .window = window, .projections = projections, .causal = causal});
    require_layer(t.windowed, t.self_attention.work, 1, 1);
  }
}

// reports G-2 and G-6
TEST_CASE("cost: pairs are the lit cells of the mask, for every kind of mask") {
  for (int T = 1; T <= 24; ++T)
    for (int window = 1; window <= 26; ++window) {
      const CostTrace<double> causal =
          cost<double>({.tokens = double(T), .width = 1, .window = double(window), .causal = true});
      REQUIRE(causal.self_attention.work == mask({.queries = T, .keys = T}).pairs);
      REQUIRE(causal.windowed.work == mask({.queries = T, .keys = T, .window = window}).pairs);
      const CostTrace<double> full = cost<double>({.tokens = double(T), .width = 1, .window = double(window)});
      REQUIRE(full.self_attention.work == mask({.queries = T, .keys = T, .causal = false}).pairs);
    }
}

// report G-1
TEST_CASE("cost: one multiply-add is two floating-point operations") {
  const LayerCost<double> scores =
      cost<double>({.tokens = 4, .width = 8}).self_attention;  // 4 queries, 4 keys, width 8
  REQUIRE(scores.work == 128);
  REQUIRE(scores.flops == 256);
}

// report G-2
TEST_CASE("cost: causal work is exact, not half of the square") {
  const auto flops = [](bool causal) {  // both products, 32 heads of 128
    return 2 * cost<double>({.tokens = 1024, .width = 32 * 128, .causal = causal}).self_attention.flops;
  };
  REQUIRE(flops(true) == 8598323200);
  REQUIRE(flops(false) == 17179869184);
}

// report G-6
TEST_CASE("cost: a sliding window of three over eight tokens has 21 pairs, not 36") {
  REQUIRE(cost<double>({.tokens = 8, .width = 1, .window = 3, .causal = true}).windowed.work == 21);
  REQUIRE(cost<double>({.tokens = 8, .width = 1, .window = 3, .causal = true}).self_attention.work == 36);
}

TEST_CASE("cost: every count of recurrence and attention is exact up to the largest sizes") {
  for (const std::uint64_t T : {262144, 262143, 199999})
    for (const std::uint64_t d : {32768, 32767, 24593})
      for (const std::uint64_t r : {1, 4095, 131071})
        for (const std::uint64_t causal : {0, 1}) {
          const CostInput<double> in{
              .tokens = double(T), .width = double(d), .window = double(r), .causal = causal == 1};
          CostInput<double> all = in;
          all.projections = true;
          const std::uint64_t pairs = causal ? T * (T + 1) / 2 : T * T;
          const std::uint64_t near = causal ? r * (r + 1) / 2 + (T - r) * r : T * r;
          const auto exact = [](double work) {
            REQUIRE(work < 9007199254740992);
            return static_cast<std::uint64_t>(work);
          };
          REQUIRE(exact(cost(in).recurrent.work) == T * d * d);
          REQUIRE(exact(cost(in).self_attention.work) == pairs * d);
          REQUIRE(exact(cost(in).windowed.work) == near * d);
          REQUIRE(exact(cost(all).recurrent.work) == 2 * T * d * d);
          REQUIRE(exact(cost(all).self_attention.work) == 2 * pairs * d + 4 * T * d * d);
          REQUIRE(exact(cost(all).windowed.work) == 2 * near * d + 4 * T * d * d);
        }
}

TEST_CASE("cost: the work of a convolution is exact for any kernel that is taken") {
  for (const std::uint64_t kernel : {3, 31, 32}) {
    const std::uint64_t T = 262143, d = 32767;
    const double work =
        cost<double>({.tokens = double(T), .width = double(d), .kernel = double(kernel)}).convolutional.work;
    INFO("kernel " << kernel);
    REQUIRE(static_cast<std::uint64_t>(work) == kernel * T * d * d);
  }
}

TEST_CASE("cost: refuses what is no length, no width, no kernel and no window") {
  const auto refuse = [](const CostInput<double>& in, const std::string& where, const std::string& sentence) {
    require_refusal("range", where, sentence, [&] { cost(in); });
  };
  for (const auto& [value, name] :
       {std::pair{0.0, "0"}, {-1.0, "-1"}, {2.5, "2.5"}, {kNaN, "NaN"}, {kInfinity, "Infinity"}}) {
    refuse({.tokens = value}, "tokens", whole(name, "262144"));
    refuse({.width = value}, "width", whole(name, "32768"));
    refuse({.kernel = value}, "kernel", whole(name, "32", "2"));
    refuse({.window = value}, "window", whole(name, "262144"));
  }
  refuse({.tokens = 262145}, "tokens", whole("262145", "262144"));
  refuse({.width = 32769}, "width", whole("32769", "32768"));
  refuse({.kernel = 1}, "kernel", whole("1", "32", "2"));
  refuse({.kernel = 33}, "kernel", whole("33", "32", "2"));
  refuse({.window = 262145}, "window", whole("262145", "262144"));
}

TEST_CASE("cost: the curves cross at T = d, and causally at T = 2d - 1") {
  for (double d = 1; d <= 130; d += 1) {
    REQUIRE(cost_curve({.width = d, .points = 2}).crossing == d);
    REQUIRE(cost_curve({.width = d, .points = 2, .causal = true}).crossing == 2 * d - 1);
  }
  for (const double d : {5120, 32767, 32768}) {
    REQUIRE(cost_curve({.width = d, .points = 2}).crossing == d);
    REQUIRE(cost_curve({.width = d, .points = 2, .causal = true}).crossing == 2 * d - 1);
  }
}

TEST_CASE("cost: with projections attention does more at any length, so nothing crosses") {
  const auto causal = GENERATE(false, true);
  for (const double d : {1, 2, 8, 5120, 32768}) {
    const CostCurveTrace t = cost_curve({.width = d, .projections = true, .causal = causal});
    REQUIRE(t.crossing == 0);
    for (size_t i = 0; i < t.tokens.size(); ++i) REQUIRE(t.self_attention[i] > t.recurrent[i]);
  }
}

TEST_CASE("cost: a curve runs from 1 to the longest, evenly in the logarithm, no length twice") {
  const auto points = GENERATE(2, 3, 65, 1024);
  const auto projections = GENERATE(false, true), causal = GENERATE(false, true);
  const CostCurveTrace t = cost_curve({.width = 100, .points = points, .projections = projections, .causal = causal});
  REQUIRE(t.tokens.front() == 1);
  REQUIRE(t.tokens.back() == 262144);
  REQUIRE(t.recurrent.size() == t.tokens.size());
  REQUIRE(t.self_attention.size() == t.tokens.size());
  for (size_t i = 1; i < t.tokens.size(); ++i) REQUIRE(t.tokens[i] > t.tokens[i - 1]);

  std::set<double> wanted;
  for (int i = 0; i < points; ++i) wanted.insert(std::round(std::exp2(18.0 * i / (points - 1))));
  REQUIRE(std::set<double>(t.tokens.begin(), t.tokens.end()) == wanted);
  for (size_t i = 0; i < t.tokens.size(); ++i) {
    const CostTrace<double> here =
        cost<double>({.tokens = t.tokens[i], .width = 100, .projections = projections, .causal = causal});
    REQUIRE(t.recurrent[i] == here.recurrent.work);
    REQUIRE(t.self_attention[i] == here.self_attention.work);
  }
}

TEST_CASE("cost: refuses a curve of one point or of too many") {
  const auto refuse = [](const CostCurveInput& in, const std::string& where, const std::string& sentence) {
    require_refusal("range", where, sentence, [&] { cost_curve(in); });
  };
  refuse({.width = 0}, "width", whole("0", "32768"));
  refuse({.width = 2.5}, "width", whole("2.5", "32768"));
  refuse({.points = 1}, "points", whole("1", "1024", "2"));
  refuse({.points = 1025}, "points", whole("1025", "1024", "2"));
}

TEST_CASE("cost: scores of additive attention need 8 GiB where dot products need 32 MiB") {
  REQUIRE(score_bytes<double>(4096, 256, 2) == 8.0 * (1 << 30));
  REQUIRE(score_bytes<double>(4096, 1, 2) == 32.0 * (1 << 20));
  REQUIRE(score_bytes<double>(3, 5, 4) == 3 * 3 * 5 * 4);
}

TEST_CASE("cost: dot products of random vectors spread as the square root of their width") {
  for (const Index d_k : {1, 16, 64, 256}) {
    REQUIRE(score_deviation<double>(static_cast<double>(d_k)) == std::sqrt(d_k));
    const Matrix<double> q = random_matrix(4000, d_k, 1), k = random_matrix(4000, d_k, 2);
    const double measured = std::sqrt(q.cwiseProduct(k).rowwise().sum().squaredNorm() / 4000);
    REQUIRE_THAT(measured / score_deviation<double>(static_cast<double>(d_k)), WithinAbs(1, 0.05));
  }
}

TEST_CASE("cost: prefix by prefix, positions add up to a triangle") {
  for (int longest = 0; longest <= 40; ++longest) {
    REQUIRE(prefix_cost<double>(longest).forwards == longest);
    REQUIRE(prefix_cost<double>(longest).positions == longest * (longest + 1) / 2);
  }
}

TEST_CASE("cost: a prompt of two and three more tokens: nine positions, five of them again") {
  const DecodeCost<double> t = decode_cost<double>(2, 3);
  REQUIRE(t.without_cache == 9);
  REQUIRE(t.repeated == 5);
  REQUIRE(t.with_cache == 4);
}

TEST_CASE("cost: decoding agrees with feeding position after position") {
  for (int prompt = 1; prompt <= 12; ++prompt)
    for (int generated = 1; generated <= 12; ++generated) {
      std::set<int> known;
      int computed = 0, repeated = 0;
      for (int pass = 0; pass < generated; ++pass)
        for (int position = 0; position < prompt + pass; ++position) {
          ++computed;
          if (!known.insert(position).second) ++repeated;
        }
      const DecodeCost<double> t = decode_cost<double>(prompt, generated);
      REQUIRE(t.without_cache == computed);
      REQUIRE(t.repeated == repeated);
      REQUIRE(t.with_cache == static_cast<double>(known.size()));
    }
}

TEST_CASE("cost: decoding is exact at the largest lengths and refused beyond") {
  const double T = 262144;
  REQUIRE(decode_cost<double>(T, T).without_cache == T * T + T * (T - 1) / 2);
  REQUIRE(decode_cost<double>(T, T).with_cache == 2 * T - 1);
  for (const auto& [value, name] : {std::pair{0.0, "0"}, {2.5, "2.5"}, {kNaN, "NaN"}, {262145.0, "262145"}}) {
    require_refusal("range", "prompt", whole(name, "262144"), [value = value] { decode_cost<double>(value, 1); });
    require_refusal("range", "generated", whole(name, "262144"), [value = value] { decode_cost<double>(1, value); });
  }
}
