// What JavaScript sees of attn/facts.h in the ledger's module: data travel as texts, which the core reads.
#include "attn/facts.h"

#include "border.h"

namespace {

using attn::DataFile;

/// The data files' texts.
struct FactsInput {
  DataFile anchor, frontier, papers;

  static constexpr auto fields() {
    return std::make_tuple(attn::field("anchor", &FactsInput::anchor), attn::field("frontier", &FactsInput::frontier),
                           attn::field("papers", &FactsInput::papers));
  }
};

attn::LedgerFiles read(const FactsInput& in) {
  return {attn::anchor_model(in.anchor.text, in.anchor.file), attn::models(in.frontier.text, in.frontier.file),
          attn::papers(in.papers.text, in.papers.file)};
}

}  // namespace

BORDER(facts) {
  topic<FactsInput>("facts", [](const auto& in) { return ledger_facts(read(in)); });
  question<FactsInput>("fact_why", [](const auto& in, const auto& at) { return ledger_fact_why(read(in), at); });
}
