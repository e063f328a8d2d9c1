// Explanations, checked: re-added by hand, and followed to where they end.
#pragma once

#include <algorithm>
#include <map>
#include <set>

#include "attn/why.h"
#include "support.h"

/// Joins the parts in pairs, and the pairs in pairs.
inline double joined(const std::string& operation, const std::vector<double>& parts, size_t first, size_t count) {
  if (count == 1) return parts[first];
  const size_t left = count - count / 2;  // the larger half, as the core's trees have it
  const double a = joined(operation, parts, first, left), b = joined(operation, parts, first + left, count - left);
  if (operation == "sum") return a + b;
  if (operation == "product") return a * b;
  return operation == "largest" ? std::max(a, b) : std::min(a, b);
}

/// What the parts come to, with a calculator.
inline double evaluate(const Expression& e) {
  if (e.operation == "number") {
    REQUIRE(e.parts.empty());
    return e.value;
  }
  std::vector<double> parts;
  for (const Expression& part : e.parts) parts.push_back(evaluate(part));
  if (std::set<std::string>{"sum", "product", "largest", "smallest"}.count(e.operation)) {
    REQUIRE(parts.size() >= 2);
    return joined(e.operation, parts, 0, parts.size());
  }
  const bool two = e.operation == "difference" || e.operation == "quotient";
  REQUIRE(parts.size() == (two ? 2 : 1));
  if (two) return e.operation == "difference" ? parts[0] - parts[1] : parts[0] / parts[1];
  const std::map<std::string, double (*)(double)> functions{{"exponential", [](double x) { return std::exp(x); }},
                                                            {"logarithm", [](double x) { return std::log(x); }},
                                                            {"tanh", [](double x) { return std::tanh(x); }},
                                                            {"square_root", [](double x) { return std::sqrt(x); }},
                                                            {"ceiling", [](double x) { return std::ceil(x); }}};
  REQUIRE(functions.count(e.operation) == 1);
  return functions.at(e.operation)(parts[0]);
}

inline void require_adds_up(const Expression& e, double value) {
  REQUIRE(e.value == value);
  const double again = evaluate(e);
  INFO("again: " << again);
  REQUIRE((again == value || std::abs(again - value) <= 1e-12 * std::abs(value)));
}

/// On one line; a part that has a name is its name.
inline std::string text(const Expression& e, bool whole = true) {
  if (!whole && !e.name.empty()) return e.name;
  if (e.parts.empty()) return number_text(e.value);
  std::string parts;
  for (const Expression& part : e.parts) parts += (parts.empty() ? "" : ", ") + text(part, false);
  return e.operation + "(" + parts + ")";
}

/// What stands in an expression and is not taken apart: parts that have names, and constants, which have none.
inline std::vector<Expression> leaves(const Expression& e) {
  std::vector<Expression> all;
  for (const Expression& part : e.parts) {
    const std::vector<Expression> below = leaves(part);
    if (part.parts.empty()) all.push_back(part);
    all.insert(all.end(), below.begin(), below.end());
  }
  return all;
}

/// Calls visit(path, recorded, plain) for every number of two traces of one shape; what is not recorded must be equal.
template <typename Recorded, typename Plain, typename Visit>
void for_each_number(const Recorded& recorded, const Plain& plain, const std::string& path, const Visit& visit) {
  const auto below = [&](const auto& part) { return path.empty() ? std::string(part) : path + "/" + part; };
  if constexpr (std::is_same_v<Recorded, Traced>) {
    visit(path, value_of(recorded), plain);
  } else if constexpr (std::is_same_v<Recorded, Matrix<Traced>>) {
    REQUIRE(shape_text(recorded.rows(), recorded.cols()) == shape_text(plain.rows(), plain.cols()));
    for (Index i = 0; i < plain.rows(); ++i)
      for (Index j = 0; j < plain.cols(); ++j)
        visit(below(std::to_string(i) + "/" + std::to_string(j)), value_of(recorded(i, j)), plain(i, j));
  } else if constexpr (HasFields<Recorded>) {
    [&]<size_t... I>(std::index_sequence<I...>) {
      (for_each_number(recorded.*std::get<I>(Recorded::fields()).member, plain.*std::get<I>(Plain::fields()).member,
                       below(std::get<I>(Recorded::fields()).name), visit),
       ...);
    }(std::make_index_sequence<std::tuple_size_v<decltype(Recorded::fields())>>());
  } else if constexpr (std::is_same_v<Recorded, Plain>) {
    REQUIRE(recorded == plain);  // sums and lists that are doubles either way
  } else {
    REQUIRE(recorded.size() == plain.size());
    for (size_t i = 0; i < plain.size(); ++i) for_each_number(recorded[i], plain[i], below(std::to_string(i)), visit);
  }
}

/// Asks for everything that a name leads to: it resolves to the value it was shown with, runs in no circle, and ends at
/// the input or at a constant.
class Chains {
 public:
  Chains(const TracingScope& scope, std::set<std::string> given) : scope_(scope), given_(std::move(given)) {}

  void follow(const std::string& name) {
    if (done_.count(name)) return;
    INFO(name);
    REQUIRE(open_.insert(name).second);
    const Expression e = explain(scope_, name);
    const bool ends = e.parts.empty(), given = given_.count(e.name) == 1;
    if (given) REQUIRE(ends);
    if (given_.count(name)) REQUIRE(e.name == name);
    if (ends && !given) REQUIRE((e.value == 0 || e.value == 1 || e.value == -kInfinity));
    for (const Expression& part : leaves(e)) {
      REQUIRE(part.operation == "number");
      if (part.name.empty()) continue;
      REQUIRE(explain(scope_, part.name).value == part.value);
      follow(part.name);
    }
    open_.erase(name);
    done_.insert(name);
  }

 private:
  const TracingScope& scope_;
  std::set<std::string> given_, open_, done_;
};

/// Every number of a mechanism's trace: the same bits as on doubles, and an explanation that comes to it.
template <template <typename> class Input, typename Mechanism>
void require_explained(const Input<double>& in, Mechanism mechanism) {
  const auto plain = mechanism(in);
  TracingScope scope;
  const auto recorded = with_scalar<Input<Traced>>(in);
  label(recorded, "");
  std::set<std::string> given;
  for (const auto& [name, step] : scope.names) given.insert(name);
  const auto trace = mechanism(recorded);
  label(trace, "");
  Chains chains(scope, given);
  std::vector<std::string> paths;
  for_each_number(trace, plain, "", [&](const std::string& path, double value, double wanted) {
    INFO(path);
    REQUIRE(value == wanted);
    require_adds_up(explain(scope, path), wanted);
    chains.follow(path);
    paths.push_back(path);
  });
  REQUIRE(paths.size() > 0);
  for (const size_t place : {size_t{0}, paths.size() / 2, paths.size() - 1}) {
    const Expression asked = why<Input>(in, paths[place], mechanism), here = explain(scope, paths[place]);
    REQUIRE(text(asked) == text(here));
    REQUIRE(asked.value == here.value);
    REQUIRE(asked.name == here.name);
  }
}
