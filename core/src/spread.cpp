#include "attn/spread.h"

#include <cmath>
#include <random>

#include "attn/attention.h"
#include "attn/cost.h"
#include "attn/jacobian.h"

namespace attn {
namespace {

/// Uniform between -sqrt(3) and sqrt(3): mean 0, variance 1. The standard's own distributions differ between libraries.
class Components {
 public:
  explicit Components(int seed) : generator_(static_cast<std::mt19937_64::result_type>(seed)) {}

  Matrix<double> rows(Index rows, Index columns) {
    Matrix<double> m(rows, columns);
    for (Index i = 0; i < rows; ++i)
      for (Index j = 0; j < columns; ++j) m(i, j) = next();
    return m;
  }

 private:
  double next() {
    const double share = static_cast<double>(generator_() >> 11) * 0x1p-53;  // 53 bits: [0, 1)
    return (2 * share - 1) * std::sqrt(3.0);
  }

  std::mt19937_64 generator_;
};

/// Adds what one query's scores say; deviation gathers squares until the end.
void add(SpreadRow& row, const Matrix<double>& scores) {
  row.deviation += dot(scores.row(0), scores.row(0));
  row.largest_weight += softmax<double>({.scores = scores}).weights.maxCoeff();
  row.jacobian += jacobian<double>({.scores = scores}).largest;
}

void finish(SpreadRow& row) {
  row.deviation = std::sqrt(row.deviation / (kSpreadQueries * kSpreadKeys));
  row.largest_weight /= kSpreadQueries;
  row.jacobian /= kSpreadQueries;
}

}  // namespace

SpreadTrace spread(const SpreadInput& in) {
  require_whole("head_dim", in.head_dim, 1, kMostSpreadWidth);
  require_whole("seed", in.seed, 0, kMostSeed);
  require_whole("model_width", in.model_width, 0, kMostScaleWidth);
  Components components(in.seed);
  SpreadTrace t;
  t.samples = kSpreadQueries * kSpreadKeys;
  t.expected = score_deviation(static_cast<double>(in.head_dim));
  for (int sample = 0; sample < kSpreadQueries; ++sample) {
    const Matrix<double> query = components.rows(1, in.head_dim), keys = components.rows(kSpreadKeys, in.head_dim);
    const Matrix<double> scores = product<double>(query, keys.transpose(), "keys");
    if (sample == 0) t.first.assign(scores.data(), scores.data() + scores.size());
    add(t.plain, scores);
    add(t.scaled, scores / t.expected);
    if (in.model_width > 0) add(t.faulty, scores / score_deviation(static_cast<double>(in.model_width)));
  }
  finish(t.plain);
  finish(t.scaled);
  finish(t.faulty);
  return t;
}

}  // namespace attn
