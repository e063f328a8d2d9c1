// What JavaScript sees of attn/anchor.h.
#include "attn/anchor.h"

#include "border.h"

BORDER(anchor) {
  topic<DataFile>("anchor_model", [](const auto& in) { return anchor_model(in.text, in.file); });
  topic<AnchorConfig>("anchor_layer", [](const auto& in) { return anchor_layer<double>(in); });
}
