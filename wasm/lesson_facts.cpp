// What JavaScript sees of attn/facts.h in the lesson's module: data travel as plain objects, since it holds no JSON
// parser.
#include "attn/facts.h"

#include "border.h"

BORDER(facts) {
  topic<LessonFiles>("facts", [](const auto& files) { return lesson_facts(files); });
  question<LessonFiles>("fact_why", [](const auto& files, const auto& at) { return lesson_fact_why(files, at); });
}
