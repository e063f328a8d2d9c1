// Quoted results: numbers that others measured, each with its source. Nothing here is computed.
#pragma once

#include <string>
#include <vector>

#include "attn/fields.h"
#include "attn/world.h"

namespace attn {

struct Quote {
  std::string id;      ///< the figure's name on the site, without "papers."
  double value = 0;    ///< as printed in the source
  std::string unit;    ///< "1" for a share
  Words what;          ///< what was measured, on what
  std::string source;  ///< title, year, arXiv id
  std::string place;   ///< table, section or page in it

  static constexpr auto fields() {
    return std::make_tuple(field("id", &Quote::id), field("value", &Quote::value), field("unit", &Quote::unit),
                           field("what", &Quote::what), field("source", &Quote::source), field("place", &Quote::place));
  }
};

struct Papers {
  Words note;
  std::vector<Quote> quotes;

  static constexpr auto fields() {
    return std::make_tuple(field("note", &Papers::note), field("quotes", &Papers::quotes));
  }
};

/// Reads data/papers.json: strict (see json.h), no id twice, no source left empty.
/// @throws Refusal naming file and JSON pointer
Papers papers(const std::string& text, const std::string& file);

}  // namespace attn
