// Traced: a number that remembers how it came about. Run a mechanism on it, and every figure can be asked why.
#pragma once

#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include "attn/fields.h"
#include "attn/matrix.h"
#include "attn/scalar/arithmetic.h"
#include "attn/scalar/number_traits.h"

namespace attn {

/// What joined two numbers into one.
enum class Operation {
  given,
  sum,
  difference,
  product,
  quotient,
  exponential,
  logarithm,
  tanh,
  square_root,
  ceiling,
  larger,
  smaller
};

/// One step of a run: an operation on earlier steps, or a given number.
struct TraceStep {
  Operation operation = Operation::given;
  double value = 0;
  int left = -1;          ///< an earlier step, -1 for none
  int right = -1;         ///< likewise; -1 for operations on one number
  std::string name = {};  ///< where the number stands, such as "weights/3/0"; "" for intermediate results
};

/// Records every operation on Traced numbers of this thread, from construction to destruction. Scopes nest; the
/// innermost records.
class TracingScope {
 public:
  TracingScope();
  ~TracingScope();
  TracingScope(const TracingScope&) = delete;
  TracingScope& operator=(const TracingScope&) = delete;

  static TracingScope*& current();

  int add(TraceStep step);

  /// Gives a step a name, behind the run's. It keeps its first; under later ones it can be found as well. A name that
  /// is there already stays where it is.
  void name(int step, const std::string& name);

  std::vector<TraceStep> steps;
  std::map<std::string, int> names;
  std::string run;  ///< what names begin with, see NamedRun

  int id() const { return id_; }

 private:
  TracingScope* outer_;
  int id_;
};

/// Behaves as its value does. Outside of a TracingScope it records nothing.
class Traced {
 public:
  Traced(double value = 0) : value_(value) {}  // NOLINT: a constant, which needs no explanation

  friend Traced operator+(const Traced& a, const Traced& b) { return a.join(Operation::sum, a.value_ + b.value_, &b); }
  friend Traced operator-(const Traced& a, const Traced& b) {
    return a.join(Operation::difference, a.value_ - b.value_, &b);
  }
  friend Traced operator*(const Traced& a, const Traced& b) {
    return a.join(Operation::product, a.value_ * b.value_, &b);
  }
  friend Traced operator/(const Traced& a, const Traced& b) {
    return a.join(Operation::quotient, a.value_ / b.value_, &b);
  }
  friend Traced larger(const Traced& a, const Traced& b) {
    return a.join(Operation::larger, larger(a.value_, b.value_), &b);
  }
  friend Traced smaller(const Traced& a, const Traced& b) {
    return a.join(Operation::smaller, smaller(a.value_, b.value_), &b);
  }
  friend Traced exponential(const Traced& x) { return x.join(Operation::exponential, exponential(x.value_)); }
  friend Traced logarithm(const Traced& x) { return x.join(Operation::logarithm, logarithm(x.value_)); }
  friend Traced hyperbolic_tangent(const Traced& x) { return x.join(Operation::tanh, hyperbolic_tangent(x.value_)); }
  friend Traced square_root(const Traced& x) { return x.join(Operation::square_root, square_root(x.value_)); }
  friend Traced ceiling(const Traced& x) { return x.join(Operation::ceiling, ceiling(x.value_)); }
  friend Traced select(const Traced& condition, const Traced& yes, const Traced& no) {
    return condition.value_ > 0 ? yes : no;
  }
  friend double value_of(const Traced& x) { return x.value_; }

  /// The step that made this number; made now for a constant. Only within a scope.
  int step() const;

 private:
  Traced join(Operation operation, double value, const Traced* other = nullptr) const;

  double value_;
  mutable int step_ = -1;   // which step of its scope; copies share it
  mutable int scope_ = -1;  // the id of that scope: in another one the number is a constant
};

}  // namespace attn

template <>
struct Eigen::NumTraits<attn::Traced> : attn::NumberTraits<attn::Traced> {};

namespace attn {

template <>
class NamedRun<Traced> {
 public:
  explicit NamedRun(const std::string& run);
  ~NamedRun();
  NamedRun(const NamedRun&) = delete;
  NamedRun& operator=(const NamedRun&) = delete;

 private:
  std::string outer_;
};

void label(const Traced& number, const std::string& name);
void label_source(const Traced& number, const std::string& source);
void label(const Matrix<Traced>& m, const std::string& name);

template <typename T>
void label(const std::vector<T>& items, const std::string& name) {
  for (size_t i = 0; i < items.size(); ++i) label(items[i], name + "/" + std::to_string(i));
}

/// Every number of a struct, under its path: "heads/0/weights/3/1".
template <HasFields Struct>
void label(const Struct& s, const std::string& name) {
  for_each_field<Struct>(
      [&](const char* own, auto member) { label(s.*member, name.empty() ? own : name + "/" + own); });
}

}  // namespace attn
