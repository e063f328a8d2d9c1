#include "config_reading_json.h"

namespace attn {
namespace {

using Json = nlohmann::json;
using Reason = std::pair<std::string, std::string>;  // role, note

bool ends(const std::string& name, const std::string& end) {
  return name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
}

/// The place of the field that a name means, by itself or as another name.
size_t meant(const std::string& key) {
  for (const OtherName& one : kSwitches)
    if (key == one.ours) return 0;
  for (const OtherName& one : kAliases)
    if (key == one.name) return place_of(one.ours);
  for (const OtherName& one : kWeightAliases)
    if (key == one.name) return place_of(one.ours);
  return place_of(key);
}

/// What is made of a field that no group rests on.
Reason otherwise(const ConfigReading& in, const ConfigReading::Level& level, const std::string& key,
                 const Json& value) {
  const Reason unknown{"unknown", "unknown"};
  if (value.is_null()) return {"ignored", "null"};
  const bool cached = meant(key) < kCacheFields, weighed = meant(key) < kWeightFields;
  if (level.object != in.own) {
    // Sizes beside the text's own must be those of the text, or something else is meant by them.
    if (cached && key != "model_type" && key != "torch_dtype" && key != "dtype") {
      if (in.own->contains(key) && (*in.own)[key] == value) return {"ignored", "same"};
      return unknown;
    }
    if (cached || ends(key, "_config") || weighed || inert(key)) return {"ignored", "outside"};
  } else {
    if (cached) return {"ignored", "unneeded"};
    if (const char* why = inert(key)) return {"ignored", why};
    if (weighed) return {"ignored", "weights"};
  }
  // A switch that is off and a list of nothing say nothing.
  if (value == false || value == "" || (value.is_structured() && value.empty())) return {"ignored", "off"};
  return unknown;
}

}  // namespace

void explain(ConfigReading& in, const std::vector<DerivedField>& derived, ConfigJsonTrace& t) {
  constexpr auto most = static_cast<size_t>(kMostExplained);
  std::vector<ConfigField> strange, rest;
  for (size_t depth = 0; depth < in.levels.size(); ++depth) {
    const ConfigReading::Level& level = in.levels[depth];
    for (const auto& item : level.object->items()) {
      if (depth + 1 < in.levels.size() && &item.value() == in.levels[depth + 1].object) continue;
      const auto known = in.notes.find(in.note_name(level, item.key()));
      const Reason reason = known != in.notes.end() ? known->second : otherwise(in, level, item.key(), item.value());
      const std::string path = level.path + pointer_part(item.key());
      if (reason.first == "unknown") in.unknown.push_back(path);
      std::vector<ConfigField>& list = reason.first == "used"      ? t.explained
                                       : reason.first == "unknown" ? strange
                                                                   : rest;
      if (&list != &t.explained && list.size() == most)
        ++t.more;  // no more than can be looked at
      else
        list.push_back({path, shortened(json_text(item.value(), 61), 60), reason.first, reason.second});
    }
  }
  const std::vector<DerivedField>& defaults = in.defaults;
  for (const auto* list : {&defaults, &derived})
    for (const DerivedField& one : *list) t.explained.push_back({one.field, one.value, "derived", one.note});
  strange.insert(strange.end(), rest.begin(), rest.end());
  const size_t shown = std::min(strange.size(), most);
  t.explained.insert(t.explained.end(), strange.begin(), strange.begin() + static_cast<std::ptrdiff_t>(shown));
  t.more += static_cast<double>(strange.size() - shown);
  t.certain = in.unknown.empty();
  t.unknown = in.unknown;
  if (t.unknown.size() > most) t.unknown.resize(most);
}

}  // namespace attn
