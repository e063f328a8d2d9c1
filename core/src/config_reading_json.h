// A pasted configuration while it is read: what was found so far, under our names and under those of the text. Shared
// by config_json.cpp, config_shapes_json.cpp and config_explained_json.cpp.
#pragma once

#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "attn/config_json.h"
#include "attn/json.h"
#include "attn/models.h"
#include "config_names.h"

namespace attn {

struct ConfigReading {
  using Json = nlohmann::json;

  /// The text, or an object inside of which it goes on.
  struct Level {
    const Json* object;
    std::string at;    ///< for refusals and sources: "config.json#/text_config"
    std::string path;  ///< the same without the file: "text_config/"
  };

  std::vector<Level> levels;  ///< from the outermost to the one that is read
  const Json* own = nullptr;  ///< the innermost: the object that says how text is generated
  std::string where;          ///< its place: "config.json#/text_config"
  ModelConfig config;
  std::map<std::string, std::string> aliases;                        ///< our name -> the text's
  std::map<std::string, std::pair<std::string, std::string>> notes;  ///< the text's name -> role, note
  std::vector<std::string> unknown;                                  ///< names that nobody knows
  std::vector<DerivedField> defaults;                                ///< what a class takes where the text is silent

  // Names as views, since a call with a literal would make a string of it at every place.
  bool has(std::string_view name) const { return !at(name).is_null(); }
  /// A field, or null where there is none.
  const Json& at(std::string_view name) const {
    static const Json nothing;
    const auto found = own->find(std::string(name));
    return found == own->end() ? nothing : *found;
  }
  bool is(std::string_view name, bool value) const { return at(name).is_boolean() && at(name).get<bool>() == value; }
  bool is(std::string_view name, const char* text) const {
    return at(name).is_string() && at(name).get_ref<const std::string&>() == text;
  }
  std::string place(std::string_view name) const { return where + "/" + std::string(name); }

  /// @param field by the name that we read
  void note(std::string_view field, std::string_view role, std::string_view why) {
    const std::string own_name(field);
    const auto alias = aliases.find(own_name);
    notes[alias == aliases.end() ? own_name : alias->second] = {std::string(role), std::string(why)};
  }

  /// By what a field is noted: one of the levels above begins with "/".
  std::string note_name(const Level& level, const std::string& key) const {
    return level.object == own ? key : "/" + level.path + key;
  }

  [[noreturn]] void refuse(std::string_view field, const Json& found, const Phrase& wanted) const {
    throw Refusal("range", place(field), literal(shortened(json_text(found, 61), 60)), wanted);
  }

  /// A number, before it is cut to an int, so that the range of its field is named and not that of an int; what is not
  /// whole, or beyond what a double holds exactly, is for read_json.
  int size_of(const std::string& name, const Json& value, const std::string& at) const {
    constexpr double exact = 9007199254740992;  // 2^53
    if (value.is_number_integer() && std::abs(value.get<double>()) < exact)
      require_size_of(name, at, value.get<double>());
    int size = 0;
    read_json(value, at, size);
    return size;
  }

  /// Members of an object that are none of those; a later version may give them a meaning.
  /// @param name of the object, with the levels around it
  void members(const std::string& name, const Json& object, std::string_view known) {
    for (const auto& item : object.items())
      if (!names(known, item.key()) && !item.value().is_null())
        unknown.push_back(name + "/" + pointer_part(item.key()));
  }
};

/// Where a member of a configuration stands among all: those of CacheConfig come first, then those that only the
/// weights rest on. By its description, since code for each of a hundred fields would be most of the module.
inline constexpr size_t kCacheFields = std::tuple_size_v<decltype(CacheConfig::fields())>,
                        kWeightFields = std::tuple_size_v<decltype(WeightConfig::fields())>;

/// The place of the member of that name, or the number of all.
inline size_t place_of(std::string_view name) {
  const std::vector<Member>& all = described<ModelConfig>().members;
  size_t place = 0;
  while (place < all.size() && name != all[place].name) ++place;
  return place;
}

/// One member of a configuration that may be there or not.
struct OptionalMember {
  const Type& type;
  void* at;

  OptionalMember(ModelConfig& config, size_t place)
      : type(described<ModelConfig>().members[place].type()),
        at(reinterpret_cast<char*>(&config) + described<ModelConfig>().members[place].offset) {}
  bool there() const { return type.count(at) > 0; }
  bool is_number() const { return type.item().kind == Kind::integer; }
  void* make() { return type.resize(at, 1); }
};

/// What is no number or list of its own but says the same in another shape: patterns of letters, a description of each
/// layer, sizes inside an object. Afterwards it stands in the configuration, under our names.
void read_shapes(ConfigReading& in);

/// Lists every field with what was made of it.
void explain(ConfigReading& in, const std::vector<DerivedField>& derived, ConfigJsonTrace& t);

/// Bytes of a number of the cache, as an object quantization_config says them; 0 where it does not.
/// @param name the object's place under the configuration, for what is unknown
double cache_bytes(ConfigReading& in, const nlohmann::json& quantization, const std::string& at,
                   const std::string& name);

}  // namespace attn
