#include "attn/scalar/traced.h"

#include "attn/limits.h"

namespace attn {

TracingScope*& TracingScope::current() {
  static thread_local TracingScope* scope = nullptr;
  return scope;
}

TracingScope::TracingScope() : outer_(current()) {
  static thread_local int scopes = 0;
  id_ = scopes++;
  current() = this;
}

TracingScope::~TracingScope() { current() = outer_; }

int TracingScope::add(TraceStep step) {
  require_size("input", "steps", static_cast<double>(steps.size()) + 1, kMostTracedSteps);
  steps.push_back(std::move(step));
  return static_cast<int>(steps.size()) - 1;
}

void TracingScope::name(int step, const std::string& name) {
  const std::string whole = run.empty() ? name : run + "/" + name;
  std::string& own = steps[static_cast<size_t>(step)].name;
  if (own.empty()) own = whole;
  names.emplace(whole, step);
}

int Traced::step() const {
  TracingScope& scope = *TracingScope::current();
  if (scope_ == scope.id()) return step_;
  scope_ = scope.id();
  return step_ = scope.add({.value = value_});
}

Traced Traced::join(Operation operation, double value, const Traced* other) const {
  Traced result(value);
  if (TracingScope* scope = TracingScope::current()) {
    const int left = step(), right = other ? other->step() : -1;
    result.step_ = scope->add({.operation = operation, .value = value, .left = left, .right = right});
    result.scope_ = scope->id();
  }
  return result;
}

NamedRun<Traced>::NamedRun(const std::string& run) {
  if (TracingScope* scope = TracingScope::current()) {
    outer_ = scope->run;
    scope->run = run;
  }
}

NamedRun<Traced>::~NamedRun() {
  if (TracingScope* scope = TracingScope::current()) scope->run = outer_;
}

void label(const Traced& number, const std::string& name) {
  if (TracingScope* scope = TracingScope::current()) scope->name(number.step(), name);
}

void label_source(const Traced& number, const std::string& source) {
  const NamedRun<Traced> none("");
  label(number, source);
}

void label(const Matrix<Traced>& m, const std::string& name) {
  for (Index i = 0; i < m.rows(); ++i)
    for (Index j = 0; j < m.cols(); ++j) label(m(i, j), name + "/" + std::to_string(i) + "/" + std::to_string(j));
}

}  // namespace attn
