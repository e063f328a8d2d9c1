// What JavaScript sees of attn/next_token.h.
#include "attn/next_token.h"

#include "border.h"

BORDER(next_token) {
  formula<NextTokenInput>("next_token", [](const auto& in) { return next_token(in); });
}
