// What JavaScript sees of attn/facts.h in the lesson's module: data travel as plain objects, since it holds no JSON parser.
#include "attn/facts.h"

#include "border.h"

namespace {

struct FactWhyInput {
  attn::LessonFiles files;
  std::string at;

  static constexpr auto fields() {
    return std::make_tuple(attn::field("files", &FactWhyInput::files), attn::field("at", &FactWhyInput::at));
  }
};

}  // namespace

BORDER(facts) {
  topic<LessonFiles>("facts", [](const auto& files) { return lesson_facts(files); });
  topic<FactWhyInput>("fact_why", [](const auto& asked) { return lesson_fact_why(asked.files, asked.at); });
}
