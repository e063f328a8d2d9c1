// The list that facts.cpp fills.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "attn/facts.h"
#include "attn/ranking.h"

namespace attn {

/// A trace whose numbers are found under the name of its run.
template <typename S, typename Run>
auto run_as(const std::string& name, Run run) {
  const NamedRun<S> named(name);
  const auto trace = run();
  label(trace, "");
  return trace;
}

/// The figures so far, on doubles to print them or on numbers that remember to explain them.
template <typename S>
class FactList {
 public:
  void add(const std::string& id, const S& value, const std::string& unit, const std::string& print) {
    put(id, value_of(value), unit, print);
    label(value, id);
  }
  void add(const std::string& id, const std::vector<S>& values, const std::string& unit, const std::string& print) {
    std::vector<double> plain;
    for (const S& value : values) plain.push_back(value_of(value));
    put(id, plain, unit, print);
    label(values, id);
  }

  /// Tokens by a row of numbers, the largest first; the numbers are its explanation.
  void add_order(const std::string& id, const TeachingWorld& world, const std::vector<S>& by) {
    std::vector<double> plain;
    for (const S& value : by) plain.push_back(value_of(value));
    std::vector<std::string> names;
    for (const int token : ranking({.values = plain}).order) {
      label(by[static_cast<size_t>(token)], id + "/" + std::to_string(names.size()));
      names.push_back(world.tokens[static_cast<size_t>(token)].text);
    }
    put(id, names, "order", "order");
  }

  void add_yes_no(const std::string& id, const S& value) {
    put(id, value_of(value) != 0, "boolean", "boolean");
    label(value, id);
  }

  std::vector<Fact> all;
  std::string basis;  ///< of what is added next

 private:
  void put(const std::string& id, FactValue value, const std::string& unit, const std::string& print) {
    all.push_back({id, std::move(value), unit, print, "computed", basis});
  }
};

}  // namespace attn
