// The list that the facts_*.cpp fill.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "attn/facts.h"

namespace attn {

/// A trace whose numbers are found under the name of its run.
template <typename S, typename Run>
auto run_as(const std::string& name, Run run) {
  const NamedRun<S> named(name);
  const auto trace = run();
  label(trace, "");
  return trace;
}

/// A row of a matrix.
template <typename S>
std::vector<S> row_of(const Matrix<S>& m, Index row) {
  return {m.row(row).begin(), m.row(row).end()};
}

/// The figures so far, on numbers that remember. What a figure rests on is never said by hand: it is read off what the
/// innermost scope recorded, so the list is filled within one.
class FactList {
 public:
  /// Texts come as views: an argument that is a std::string costs a module more code than the call itself.
  using Text = std::string_view;

  void add(Text id, const Traced& value, Text unit, Text print);
  void add(Text id, const std::vector<Traced>& values, Text unit, Text print);

  /// Tokens by a row of numbers, the largest first; the numbers are its explanation.
  void add_order(Text id, const TeachingWorld& world, const std::vector<Traced>& by);
  void add_yes_no(Text id, const Traced& value);

  /// A result that others measured.
  void add_quote(const Quote& quote);

  std::vector<Fact> all;

 private:
  void put(Text id, FactValue value, Text unit, Text print, const std::vector<Traced>& from);
  void put(Fact fact);

  /// The data files that these numbers came from, "; " between them.
  std::string basis(const std::vector<Traced>& from);

  std::set<std::string> ids_;
  std::vector<std::string> files_;  ///< met so far
  std::vector<unsigned> reached_;   ///< a bit for each of them, by step of the scope
};

}  // namespace attn
