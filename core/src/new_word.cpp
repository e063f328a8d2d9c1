#include "attn/new_word.h"

#include <cstdint>
#include <random>

#include "attn/refusal.h"

namespace attn {

NewWordTrace new_word(const NewWordInput& in) {
  require_whole("text (bytes)", static_cast<double>(in.text.size()), 1, kMostWordBytes);
  require_whole("width", in.width, 1, 64);
  std::uint64_t seed = 14695981039346656037u;  // FNV-1a, 64 bits: every letter counts, and their order
  for (const char c : in.text) seed = (seed ^ static_cast<unsigned char>(c)) * 1099511628211u;
  std::mt19937_64 generator(seed);

  NewWordTrace t;
  t.bytes = static_cast<double>(in.text.size());
  bool any = false;
  do {  // a vector of zeros would tell nothing of the word
    t.embedding.clear();
    for (int k = 0; k < in.width; ++k) {
      const std::uint64_t drawn = generator() % 30;
      t.embedding.push_back(drawn < 10 ? static_cast<double>(drawn + 1) / 10 : 0);
      any = any || drawn < 10;
    }
  } while (!any);
  return t;
}

}  // namespace attn
