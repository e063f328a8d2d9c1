// One pass over a sentence against one pass for each of its prefixes: what the causal mask buys in training.
#pragma once

#include "attn/fields.h"
#include "attn/multi_head.h"

namespace attn {

struct PrefixesTrace {
  double passes = 0;       ///< forward passes of the prefixes, one each
  double positions = 0;    ///< tokens fed over all of them
  double task_passes = 0;  ///< the same without the whole sentence, whose next word it does not hold
  double task_positions = 0;
  Matrix<double> one_pass;        ///< T x d, the layer's output on the whole sentence at once
  Matrix<double> one_by_one;      ///< T x d, row t: the last output of the prefix that ends at token t
  Matrix<double> differences;     ///< T x 1, largest difference between the two rows
  double largest_difference = 0;  ///< of all rows; exactly 0 where no query sees past itself

  static constexpr auto fields() {
    return std::make_tuple(field("passes", &PrefixesTrace::passes), field("positions", &PrefixesTrace::positions),
                           field("task_passes", &PrefixesTrace::task_passes),
                           field("task_positions", &PrefixesTrace::task_positions),
                           field("one_pass", &PrefixesTrace::one_pass), field("one_by_one", &PrefixesTrace::one_by_one),
                           field("differences", &PrefixesTrace::differences),
                           field("largest_difference", &PrefixesTrace::largest_difference));
  }
};

/// Feeds the prefixes of 1, 2, ... T tokens, each with its part of the mask, beside the whole sentence.
/// @throws Refusal as multi_head does, also for differences beyond double; (size) for more work than limits.h has
PrefixesTrace prefixes(const MultiHeadInput<double>& in);

}  // namespace attn
