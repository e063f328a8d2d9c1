// What JavaScript sees of attn/models.h.
#include "attn/models.h"

#include "border.h"

namespace {

using attn::DataFile;

/// The texts of both files that hold models.
struct ModelsInput {
  DataFile anchor, frontier;

  static constexpr auto fields() {
    return std::make_tuple(attn::field("anchor", &ModelsInput::anchor),
                           attn::field("frontier", &ModelsInput::frontier));
  }
};

}  // namespace

BORDER(models) {
  topic<ModelsInput>("models", [](const auto& in) {
    return model_entries(anchor_model(in.anchor.text, in.anchor.file), models(in.frontier.text, in.frontier.file));
  });
}
