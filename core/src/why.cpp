#include "attn/why.h"

#include "attn/refusal.h"

namespace attn {
namespace {

const char* operation_name(Operation operation) {
  switch (operation) {
    case Operation::given: return "number";
    case Operation::sum: return "sum";
    case Operation::difference: return "difference";
    case Operation::product: return "product";
    case Operation::quotient: return "quotient";
    case Operation::exponential: return "exponential";
    case Operation::logarithm: return "logarithm";
    case Operation::tanh: return "tanh";
    case Operation::square_root: return "square_root";
    case Operation::ceiling: return "ceiling";
    case Operation::larger: return "largest";
    case Operation::smaller: return "smallest";
  }
  return "number";
}

/// Joining more than two is the same operation again, so one list can hold all.
bool is_flat(Operation operation) {
  return operation == Operation::sum || operation == Operation::product || operation == Operation::larger ||
         operation == Operation::smaller;
}

const TraceStep& step_of(const TracingScope& scope, int step) { return scope.steps[static_cast<size_t>(step)]; }

Expression part(const TracingScope& scope, int step);

void add_parts(const TracingScope& scope, const TraceStep& whole, std::vector<Expression>& parts) {
  for (const int side : {whole.left, whole.right}) {
    if (side < 0) continue;
    const TraceStep& own = step_of(scope, side);
    if (own.operation == whole.operation && is_flat(whole.operation) && own.name.empty())
      add_parts(scope, own, parts);
    else
      parts.push_back(part(scope, side));
  }
}

Expression apart(const TracingScope& scope, int step) {
  const TraceStep& own = step_of(scope, step);
  Expression result{operation_name(own.operation), own.value, own.name, {}};
  add_parts(scope, own, result.parts);
  return result;
}

Expression part(const TracingScope& scope, int step) {
  const TraceStep& own = step_of(scope, step);
  if (!own.name.empty()) return {"number", own.value, own.name, {}};
  return apart(scope, step);
}

}  // namespace

Expression explain(const TracingScope& scope, const std::string& name) {
  const auto found = scope.names.find(name);
  if (found == scope.names.end()) throw Refusal("range", "at", in_quotes(name), phrase("path_of_run"));
  return apart(scope, found->second);
}

}  // namespace attn
