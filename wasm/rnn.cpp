// What JavaScript sees of attn/rnn.h.
#include "attn/rnn.h"

#include "border.h"

BORDER(rnn) {
  mechanism<RnnInput>("rnn", [](const auto& in) { return rnn(in); });
  formula<RnnInput>("imprint", [](const auto& in) { return imprint(in); });
}
