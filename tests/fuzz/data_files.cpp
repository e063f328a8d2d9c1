// Any text as each of the lesson's data files.
#include "attn/anchor.h"
#include "attn/models.h"
#include "attn/papers.h"
#include "attn/world.h"
#include "input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace attn;
  const std::string text(reinterpret_cast<const char*>(data), size);
  answered([&] { require_all_finite(teaching_world(text, "file").embeddings(), "the embeddings"); });
  answered([&] { anchor_model(text, "file"); });
  answered([&] { models(text, "file"); });
  answered([&] { papers(text, "file"); });
  return 0;
}
