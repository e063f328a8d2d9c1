// What JavaScript sees of attn/config_json.h.
#include "attn/config_json.h"

#include "border.h"

BORDER(config_json) {
  topic<DataFile>("config_json", [](const auto& in) { return config_json(in.text, in.file); });
}
