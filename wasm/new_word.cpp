// What JavaScript sees of attn/new_word.h.
#include "attn/new_word.h"

#include "border.h"

BORDER(new_word) {
  topic<NewWordInput>("new_word", [](const auto& in) { return new_word(in); });
}
