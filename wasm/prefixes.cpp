// What JavaScript sees of attn/prefixes.h.
#include "attn/prefixes.h"

#include "border.h"

BORDER(prefixes) {
  topic<MultiHeadInput<double>>("prefixes", [](const auto& in) { return prefixes(in); });
}
