// What Eigen must know of our numbers: they behave as doubles, and start from a constructor.
#pragma once

#include <Eigen/Core>

namespace attn {

template <typename S>
struct NumberTraits : Eigen::NumTraits<double> {
  using Real = S;
  using NonInteger = S;
  using Nested = S;
  using Literal = S;
  enum { RequireInitialization = 1 };
};

}  // namespace attn
