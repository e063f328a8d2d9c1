#include "fact_list.h"

#include <algorithm>

#include "attn/ranking.h"

namespace attn {
namespace {

std::vector<double> plain(const std::vector<Traced>& values) {
  std::vector<double> numbers;
  for (const Traced& value : values) numbers.push_back(value_of(value));
  return numbers;
}

/// The data file that a given number stands in, by its name "FILE#POINTER"; "" for any other number. What was counted
/// was counted at the sizes of the teaching world.
std::string file_of(const std::string& name) {
  if (name.rfind("counted/", 0) == 0) return "data/teaching-world.json";
  return name.rfind("data/", 0) == 0 ? name.substr(0, name.find('#')) : "";
}

}  // namespace

void FactList::add(Text id, const Traced& value, Text unit, Text print) {
  put(id, value_of(value), unit, print, {value});
  label(value, std::string(id));
}

void FactList::add(Text id, const std::vector<Traced>& values, Text unit, Text print) {
  put(id, plain(values), unit, print, values);
  label(values, std::string(id));
}

void FactList::add_order(Text id, const TeachingWorld& world, const std::vector<Traced>& by) {
  std::vector<std::string> names;
  for (const int token : ranking({.values = plain(by)}).order) {
    label(by[static_cast<size_t>(token)], std::string(id) + "/" + std::to_string(names.size()));
    names.push_back(world.tokens[static_cast<size_t>(token)].text);
  }
  put(id, std::move(names), "order", "order", by);
}

void FactList::add_yes_no(Text id, const Traced& value) {
  put(id, value_of(value) != 0, "boolean", "boolean", {value});
  label(value, std::string(id));
}

void FactList::add_quote(const Quote& quote) {
  const char* print = quote.unit == "B" ? "bytes" : quote.unit == "1" ? "percent1" : "number";
  const std::string id = "papers." + quote.id;
  put({id, quote.value, quote.unit, print, "quoted", quote.source + ", " + quote.place});
  label(sourced<Traced>(quote.value, "quoted/" + quote.id), id);
}

void FactList::put(Text id, FactValue value, Text unit, Text print, const std::vector<Traced>& from) {
  put({std::string(id), std::move(value), std::string(unit), std::string(print), "computed", basis(from)});
}

std::string FactList::basis(const std::vector<Traced>& from) {
  const TracingScope& scope = *TracingScope::current();
  unsigned reached = 0;
  for (const Traced& value : from) value.step();  // a constant gets its step now
  // A step joins earlier ones only, so what it reaches is known once those are.
  for (size_t i = reached_.size(); i < scope.steps.size(); ++i) {
    const TraceStep& step = scope.steps[i];
    unsigned own = 0;
    for (const int side : {step.left, step.right})
      if (side >= 0) own |= reached_[static_cast<size_t>(side)];
    const std::string file = file_of(step.name);
    if (!file.empty()) {
      const auto known = std::find(files_.begin(), files_.end(), file);
      own |= 1u << (known - files_.begin());
      if (known == files_.end()) files_.push_back(file);
    }
    reached_.push_back(own);
  }
  for (const Traced& value : from) reached |= reached_[static_cast<size_t>(value.step())];
  std::string all;
  for (size_t i = 0; i < files_.size(); ++i)
    if (reached & (1u << i)) all += (all.empty() ? "" : "; ") + files_[i];
  return all;
}

/// Each figure once, though two modules tell it.
void FactList::put(Fact fact) {
  if (ids_.insert(fact.id).second) all.push_back(std::move(fact));
}

}  // namespace attn
