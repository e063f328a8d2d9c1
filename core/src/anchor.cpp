#include "attn/anchor.h"

#include <algorithm>
#include <cmath>

#include "attn/json.h"

namespace attn {
namespace {

constexpr double kMostSize = 1 << 24;

template <typename Type>
void require_positive(const std::string& where, const Type& value) {
  if constexpr (std::is_same_v<Type, int>) require_whole(where, value, 1, kMostSize);
  if constexpr (std::is_same_v<Type, double>) require_number(where, value, 1e-6, 1e12);
}

}  // namespace

AnchorModel anchor_model(const std::string& text, const std::string& file) {
  auto model = read_file<AnchorModel>(text, file);
  const AnchorConfig& config = model.config;
  const std::string at = file + "#/config";
  for_each_field<AnchorConfig>(
      [&](const char* name, auto member) { require_positive(at + "/" + name, config.*member); });

  if (static_cast<int>(config.layer_types.size()) != config.num_hidden_layers)
    throw Refusal("shape", at + "/layer_types", phrase("entries", std::to_string(config.layer_types.size())),
                  phrase("as_says", std::to_string(config.num_hidden_layers), "num_hidden_layers"));
  for (size_t i = 0; i < config.layer_types.size(); ++i)
    if (config.layer_types[i] != "full_attention" && config.layer_types[i] != "linear_attention")
      throw Refusal("range", at + "/layer_types/" + std::to_string(i), in_quotes(config.layer_types[i]),
                    phrase("listed_or", "full_attention", "linear_attention"));
  if (config.num_attention_heads % config.num_key_value_heads != 0)
    throw Refusal("range", at + "/num_key_value_heads", literal(config.num_key_value_heads),
                  phrase("divisor_of_heads", std::to_string(config.num_attention_heads)));
  require_number(at + "/partial_rotary_factor", config.partial_rotary_factor, 0, 1);
  const double rotated = config.partial_rotary_factor * config.head_dim;
  if (std::abs(rotated - rotary_dim(config)) > 1e-9 || rotary_dim(config) % 2 != 0)
    throw Refusal("range", at + "/partial_rotary_factor", literal(config.partial_rotary_factor),
                  phrase("even_rotation", std::to_string(config.head_dim)));
  return model;
}

int layers_of(const AnchorConfig& config, const std::string& type) {
  return static_cast<int>(std::count(config.layer_types.begin(), config.layer_types.end(), type));
}

int rotary_dim(const AnchorConfig& config) {
  return static_cast<int>(std::lround(config.partial_rotary_factor * config.head_dim));  // 0.07 * 100 is not quite 7
}

}  // namespace attn
