// What JavaScript sees of attn/facts.h.
#include "attn/facts.h"

#include "border.h"

using namespace attn;

namespace {

/// The data files' texts, under the names they have in data/.
struct FactsInput {
  DataFile world, anchor, frontier, papers;

  static constexpr auto fields() {
    return std::make_tuple(field("world", &FactsInput::world), field("anchor", &FactsInput::anchor),
                           field("frontier", &FactsInput::frontier), field("papers", &FactsInput::papers));
  }
};

struct FactWhyInput {
  FactsInput files;
  std::string at;

  static constexpr auto fields() {
    return std::make_tuple(field("files", &FactWhyInput::files), field("at", &FactWhyInput::at));
  }
};

}  // namespace

EMSCRIPTEN_BINDINGS(facts) {
  topic<FactsInput>("facts", [](const auto& in) {
    return facts(teaching_world(in.world.text, in.world.file), anchor_model(in.anchor.text, in.anchor.file),
                 models(in.frontier.text, in.frontier.file), papers(in.papers.text, in.papers.file));
  });
  topic<FactWhyInput>("fact_why", [](const auto& in) {
    const FactsInput& files = in.files;
    return fact_why(teaching_world(files.world.text, files.world.file), anchor_model(files.anchor.text, files.anchor.file),
                    models(files.frontier.text, files.frontier.file), papers(files.papers.text, files.papers.file), in.at);
  });
}
