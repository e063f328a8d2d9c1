#include "fact_list.h"

#include "attn/ranking.h"

namespace attn {
namespace {

std::vector<double> plain(const std::vector<Traced>& values) {
  std::vector<double> numbers;
  for (const Traced& value : values) numbers.push_back(value_of(value));
  return numbers;
}

}  // namespace

void FactList::add(Text id, const Traced& value, Text unit, Text print) {
  put(id, value_of(value), unit, print);
  label(value, std::string(id));
}

void FactList::add(Text id, const std::vector<Traced>& values, Text unit, Text print) {
  put(id, plain(values), unit, print);
  label(values, std::string(id));
}

void FactList::add_order(Text id, const TeachingWorld& world, const std::vector<Traced>& by) {
  std::vector<std::string> names;
  for (const int token : ranking({.values = plain(by)}).order) {
    label(by[static_cast<size_t>(token)], std::string(id) + "/" + std::to_string(names.size()));
    names.push_back(world.tokens[static_cast<size_t>(token)].text);
  }
  put(id, std::move(names), "order", "order");
}

void FactList::add_yes_no(Text id, const Traced& value) {
  put(id, value_of(value) != 0, "boolean", "boolean");
  label(value, std::string(id));
}

void FactList::add_quote(const Quote& quote) {
  const char* print = quote.unit == "B" ? "bytes" : quote.unit == "1" ? "percent1" : "number";
  const std::string id = "papers." + quote.id;
  put({id, quote.value, quote.unit, print, "quoted", quote.source + ", " + quote.place});
  label(sourced<Traced>(quote.value, "quoted/" + quote.id), id);
}

void FactList::put(Text id, FactValue value, Text unit, Text print) {
  put({std::string(id), std::move(value), std::string(unit), std::string(print), "computed", basis});
}

/// Each figure once, though two modules tell it.
void FactList::put(Fact fact) {
  if (ids_.insert(fact.id).second) all.push_back(std::move(fact));
}

}  // namespace attn
