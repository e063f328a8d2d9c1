// What JavaScript sees of attn/facts.h in the module for decoding.
#include "attn/facts.h"

#include "border.h"

BORDER(facts) {
  topic<DecodingFiles>("facts", [](const auto& files) { return decoding_facts(files); });
  question<DecodingFiles>("fact_why", [](const auto& files, const auto& at) { return decoding_fact_why(files, at); });
}
