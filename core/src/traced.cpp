#include "attn/scalar/traced.h"

namespace attn {

TracingScope*& TracingScope::current() {
  static thread_local TracingScope* scope = nullptr;
  return scope;
}

TracingScope::TracingScope() : outer_(current()) { current() = this; }
TracingScope::~TracingScope() { current() = outer_; }

int TracingScope::add(TraceStep step) {
  steps.push_back(std::move(step));
  return static_cast<int>(steps.size()) - 1;
}

void TracingScope::name(int step, const std::string& name) {
  std::string& own = steps[static_cast<size_t>(step)].name;
  if (own.empty()) own = name;
  names.emplace(name, step);
}

int Traced::step() const {
  if (step_ < 0) step_ = TracingScope::current()->add({.value = value_});
  return step_;
}

Traced Traced::join(Operation operation, double value, const Traced* other) const {
  Traced result(value);
  if (TracingScope* scope = TracingScope::current()) {
    const int left = step(), right = other ? other->step() : -1;
    result.step_ = scope->add({.operation = operation, .value = value, .left = left, .right = right});
  }
  return result;
}

void label(const Traced& number, const std::string& name) {
  if (TracingScope* scope = TracingScope::current()) scope->name(number.step(), name);
}

void label(const Matrix<Traced>& m, const std::string& name) {
  for (Index i = 0; i < m.rows(); ++i)
    for (Index j = 0; j < m.cols(); ++j) label(m(i, j), name + "/" + std::to_string(i) + "/" + std::to_string(j));
}

}  // namespace attn
