// Why a number is what it is: a mechanism run on numbers that remember, and the sum that one of them came from.
#pragma once

#include <string>
#include <vector>

#include "attn/fields.h"
#include "attn/scalar/traced.h"
#include "attn/scalar/with_scalar.h"

namespace attn {

/// A number as it came about, one level deep: a part that has a name is not taken apart; ask for it by that name.
struct Expression {
  /// number, sum, difference, product, quotient, exponential, logarithm, tanh, square_root, ceiling, largest, smallest
  std::string operation;
  double value = 0;
  std::string name;               ///< path of the cell that holds it; "" for an intermediate result or a constant
  std::vector<Expression> parts;  ///< what the operation joins, in order; none for a number

  static constexpr auto fields() {
    return std::make_tuple(field("operation", &Expression::operation), field("value", &Expression::value),
                           field("name", &Expression::name), field("parts", &Expression::parts));
  }
};

/// The number called `name`, taken apart as far as the next names. A sum of sums is one sum of all its addends, and so
/// are products and the largest of many; the addends of a sum stand in the order of the tree they were joined in.
/// @throws Refusal (range) if nothing is called so
Expression explain(const TracingScope& scope, const std::string& name);

/// Runs a mechanism on numbers that remember, and explains one of its numbers.
/// @param at its path in the trace or in the input, such as "heads/0/weights/3/1"
/// @param mechanism a callable that takes the input on any scalar: [](const auto& in) { return multi_head(in); }
/// @throws Refusal as the mechanism does; (range) if there is no number at that place
template <template <typename> class Input, typename Mechanism>
Expression why(const Input<double>& in, const std::string& at, Mechanism mechanism) {
  TracingScope scope;
  const auto recorded = with_scalar<Input<Traced>>(in);
  label(recorded, "");
  label(mechanism(recorded), "");
  return explain(scope, at);
}

}  // namespace attn
