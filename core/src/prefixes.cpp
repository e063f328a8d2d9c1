#include "attn/prefixes.h"

#include <algorithm>

namespace attn {

PrefixesTrace prefixes(const MultiHeadInput<double>& in) {
  require_layer(in, 1);  // only the last row of a prefix is kept
  const auto all = static_cast<double>(in.inputs.rows()), width = static_cast<double>(in.inputs.cols());
  require_answer("inputs", 0, all * (4 * all * width * width + 2 * all * all * width));
  PrefixesTrace t;
  t.one_pass = multi_head(in).output;
  const Index tokens = t.one_pass.rows();
  t.one_by_one = Matrix<double>::Zero(tokens, t.one_pass.cols());
  t.differences = Matrix<double>::Zero(tokens, 1);
  for (Index length = 1; length <= tokens; ++length) {
    MultiHeadInput<double> prefix = in;
    prefix.inputs = in.inputs.topRows(length);
    prefix.mask = in.mask.topLeftCorner(length, length);
    t.one_by_one.row(length - 1) = multi_head(prefix).output.row(length - 1);
    t.passes += 1;
    t.positions += static_cast<double>(length);
    if (length < tokens) {
      t.task_passes += 1;
      t.task_positions += static_cast<double>(length);
    }
    const double difference = (t.one_by_one.row(length - 1) - t.one_pass.row(length - 1)).cwiseAbs().maxCoeff();
    t.differences(length - 1, 0) = difference;
    require_finite_entry("differences", t.differences, length - 1, 0);
    t.largest_difference = std::max(t.largest_difference, difference);
  }
  return t;
}

}  // namespace attn
