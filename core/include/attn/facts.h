// Every figure that the pages print, by name. The build writes them to facts.json; nothing else prints a number.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "attn/anchor.h"
#include "attn/fields.h"
#include "attn/models.h"
#include "attn/papers.h"
#include "attn/why.h"
#include "attn/world.h"

namespace attn {

/// A number, a yes or no, a row of numbers, or an order of tokens.
using FactValue = std::variant<double, bool, std::vector<double>, std::vector<std::string>>;

struct Fact {
  std::string id;  ///< as in tests/figures.json
  FactValue value;
  std::string unit;   ///< "1" for a pure number
  std::string print;  ///< how a page prints it: count, number, percent, percent1, percent5, cosine, bytes, KiB,
                      ///< order, boolean
  std::string kind;   ///< computed or quoted
  std::string basis;  ///< computed: the data files that its trace reaches, or "" for none; quoted: source and place

  static constexpr auto fields() {
    return std::make_tuple(field("id", &Fact::id), field("value", &Fact::value), field("unit", &Fact::unit),
                           field("print", &Fact::print), field("kind", &Fact::kind), field("basis", &Fact::basis));
  }
};

/// What the figures of the lesson and its laboratories rest on, read and checked.
struct LessonFiles {
  TeachingWorld world;  ///< data/teaching-world.json
  AnchorModel anchor;   ///< data/anchor-model.json
  Papers papers;        ///< data/papers.json

  static constexpr auto fields() {
    return std::make_tuple(field("world", &LessonFiles::world), field("anchor", &LessonFiles::anchor),
                           field("papers", &LessonFiles::papers));
  }
};

/// What the figures of the memory ledger rest on.
struct LedgerFiles {
  AnchorModel anchor;
  Models frontier;  ///< data/frontier-models.json
  Papers papers;
};

/// What the figures of generating with a cache rest on.
struct DecodingFiles {
  TeachingWorld world;

  static constexpr auto fields() { return std::make_tuple(field("world", &DecodingFiles::world)); }
};

/// The figures that each module tells. A figure that both tell is the same in both.
/// @throws Refusal if the world lacks one of the five words, or two heads named A and B, or a model that the lesson
/// names
///         is not there
std::vector<Fact> lesson_facts(const LessonFiles& files);
std::vector<Fact> ledger_facts(const LedgerFiles& files);
std::vector<Fact> decoding_facts(const DecodingFiles& files);

/// Where a figure comes from: the sum behind it, one level deep, down to entries of the data files ("FILE#POINTER"),
/// counts of a run ("counted/...") and quotations ("quoted/..."). A list of numbers has one expression each.
/// @param at the id of a figure, or the name of a part of an earlier answer
/// @throws Refusal as the figures do, and (range) if nothing is called so
std::vector<Expression> lesson_fact_why(const LessonFiles& files, const std::string& at);
std::vector<Expression> ledger_fact_why(const LedgerFiles& files, const std::string& at);
std::vector<Expression> decoding_fact_why(const DecodingFiles& files, const std::string& at);

/// All figures of the site, each once, and why.
std::vector<Fact> facts(const TeachingWorld& world, const AnchorModel& anchor, const Models& models,
                        const Papers& papers);
std::vector<Expression> fact_why(const TeachingWorld& world, const AnchorModel& anchor, const Models& models,
                                 const Papers& papers, const std::string& at);

}  // namespace attn
