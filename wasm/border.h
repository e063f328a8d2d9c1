// The border between C++ and JavaScript. Values and errors cross it here, and only here.
//
// In JavaScript a struct is a plain object with the same field names, a matrix an array of Float64Array rows, a mask
// an array of Uint8Array rows (1 = may look). Results are copies: nothing to delete, and nothing that changes later.
// What comes in is checked as strictly as a data file: no field missing, none unknown, no value converted.
#pragma once

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <new>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "attn/counting.h"
#include "attn/fields.h"
#include "attn/matrix.h"
#include "attn/why.h"

namespace attn {

using emscripten::val;

/// More numbers than this in one input are refused before any memory is asked for.
inline constexpr double kMostEntries = 1 << 22;

// ---- C++ to JavaScript ----

inline val to_js(double x) { return val(x); }
inline val to_js(int x) { return val(x); }
inline val to_js(bool x) { return val(x); }
inline val to_js(const std::string& text) { return val(text); }

/// A copy of n numbers as a typed array.
template <typename T>
val typed_array(const char* type, const T* first, size_t n) {
  return val::global(type).new_(val(emscripten::typed_memory_view(n, first)));
}

inline val to_js(const std::vector<double>& numbers) {
  return typed_array("Float64Array", numbers.data(), numbers.size());
}

inline val to_js(const Matrix<double>& m) {
  val rows = val::array();
  for (Index i = 0; i < m.rows(); ++i)
    rows.set(static_cast<unsigned>(i), typed_array("Float64Array", m.data() + i * m.cols(), static_cast<size_t>(m.cols())));
  return rows;
}

inline val to_js(const Mask& mask) {
  val rows = val::array();
  for (Index i = 0; i < mask.rows(); ++i) {
    const std::vector<unsigned char> row(mask.row(i).begin(), mask.row(i).end());
    rows.set(static_cast<unsigned>(i), typed_array("Uint8Array", row.data(), row.size()));
  }
  return rows;
}

template <typename T>
val to_js(const std::vector<T>& items);
template <typename... T>
val to_js(const std::variant<T...>& choice);

template <HasFields Struct>
val to_js(const Struct& s) {
  val object = val::object();
  for_each_field<Struct>([&](const char* name, auto member) { object.set(name, to_js(s.*member)); });
  return object;
}

template <typename T>
val to_js(const std::vector<T>& items) {
  val array = val::array();
  for (size_t i = 0; i < items.size(); ++i) array.set(static_cast<unsigned>(i), to_js(items[i]));
  return array;
}

template <typename... T>
val to_js(const std::variant<T...>& choice) {
  return std::visit([](const auto& value) { return to_js(value); }, choice);
}

// ---- JavaScript to C++ ----

/// What a JavaScript value is, for a message: `"3" (string)`.
inline std::string js_text(const val& v) {
  const std::string type = v.isUndefined() ? "undefined" : v.isNull() ? "null" : v.typeOf().as<std::string>();
  if (type == "number") return number_text(v.as<double>());
  if (type == "string") return "\"" + v.call<val>("slice", 0, 40).call<val>("replace", val::global("RegExp").new_(std::string("\\p{Surrogate}$"), std::string("u")), std::string()).as<std::string>() + "\" (string)";
  if (type == "boolean") return v.as<bool>() ? "true" : "false";
  return val::global("Array").call<bool>("isArray", v) ? "an array" : type;
}

[[noreturn]] inline void refuse_js(const val& found, const std::string& where, const std::string& wanted) {
  throw Refusal("type", where, js_text(found), wanted);
}

inline void from_js(const val& v, const std::string& where, double& out) {
  if (!v.isNumber()) refuse_js(v, where, "a number");
  out = v.as<double>();
}

inline void from_js(const val& v, const std::string& where, int& out) {
  double wide = 0;
  from_js(v, where, wide);
  require_whole(where, wide, -2147483648.0, 2147483647.0);
  out = static_cast<int>(wide);
}

inline void from_js(const val& v, const std::string& where, bool& out) {
  if (!v.isTrue() && !v.isFalse()) refuse_js(v, where, "true or false");
  out = v.isTrue();
}

inline void from_js(const val& v, const std::string& where, std::string& out) {
  if (!v.isString()) refuse_js(v, where, "a text");
  out = v.as<std::string>();
  // Converted, half a pair would become another character, or swallow the next one.
  if (val::global("RegExp").new_(std::string("\\p{Surrogate}"), std::string("u")).call<bool>("test", v)) throw Refusal("type", where, "half of a surrogate pair", "a text of whole characters");
}

/// The length of an array or typed array.
inline unsigned length_of(const val& v, const std::string& where) {
  const bool view = v.typeOf().as<std::string>() == "object" && val::global("ArrayBuffer").call<bool>("isView", v);
  if ((!view && !val::global("Array").call<bool>("isArray", v)) || !v["length"].isNumber()) refuse_js(v, where, "an array");
  const double length = v["length"].as<double>();
  if (!(length <= kMostEntries))
    throw Refusal("size", where, number_text(length) + " entries", "at most " + number_text(kMostEntries));
  return static_cast<unsigned>(length);
}

/// Rows of equal length into anything with rows, columns and entries; read(entry, where) converts one.
template <typename Rows, typename Read>
void rows_from_js(const val& v, const std::string& where, Rows& out, Read read) {
  const unsigned rows = length_of(v, where);
  const unsigned columns = rows == 0 ? 0 : length_of(v[0], where + "/0");
  if (static_cast<double>(rows) * columns > kMostEntries)
    throw Refusal("size", where, shape_text(rows, columns), "at most " + number_text(kMostEntries) + " entries");
  out.resize(rows, columns);
  for (unsigned i = 0; i < rows; ++i) {
    const val row = v[i];
    const std::string at = where + "/" + std::to_string(i);
    const unsigned length = length_of(row, at);
    if (length != columns)
      throw Refusal("shape", at, std::to_string(length) + " entries", std::to_string(columns) + " as in the first row");
    for (unsigned j = 0; j < columns; ++j) out(i, j) = read(row[j], at + "/" + std::to_string(j));
  }
}

inline void from_js(const val& v, const std::string& where, Matrix<double>& out) {
  rows_from_js(v, where, out, [](const val& entry, const std::string& at) {
    double number = 0;
    from_js(entry, at, number);
    return number;
  });
}

inline void from_js(const val& v, const std::string& where, Mask& out) {
  rows_from_js(v, where, out, [](const val& entry, const std::string& at) {
    if (entry.isTrue() || entry.strictlyEquals(val(1))) return true;
    if (entry.isFalse() || entry.strictlyEquals(val(0))) return false;
    refuse_js(entry, at, "1 or 0");
  });
}

/// An object written with braces: no array, no Date, no view of a buffer.
inline bool is_plain_object(const val& v) {
  return val::global("Object")["prototype"]["toString"].call<std::string>("call", v) == "[object Object]";
}

template <HasFields Struct>
void from_js(const val& v, const std::string& where, Struct& out);

template <typename T>
void from_js(const val& v, const std::string& where, std::vector<T>& out) {
  out.resize(length_of(v, where));
  for (unsigned i = 0; i < out.size(); ++i) from_js(v[i], where + "/" + std::to_string(i), out[i]);
}

template <HasFields Struct>
void from_js(const val& v, const std::string& where, Struct& out) {
  if (!is_plain_object(v)) refuse_js(v, where.empty() ? "input" : where, "an object");
  const std::string prefix = where.empty() ? "" : where + "/";
  for_each_field<Struct>([&](const char* name, auto member, bool optional) {
    const val entry = v[name];
    if (entry.isUndefined()) {
      if (optional) return;
      throw Refusal("missing", prefix + name, "nothing", "this field");
    }
    from_js(entry, prefix + name, out.*member);
  });
  const val keys = val::global("Object").call<val>("keys", v);
  for (unsigned i = 0; i < keys["length"].as<unsigned>(); ++i) {
    const auto key = keys[i].as<std::string>();
    bool known = false;
    for_each_field<Struct>([&](const char* name, auto) { known = known || key == name; });
    if (!known) throw Refusal("unknown", prefix + key, "a field nobody reads", "one of the documented fields");
  }
}

// ---- calls ----

/// A data file as JavaScript hands it over: the core reads it, so that both sides agree on what is valid.
struct DataFile {
  std::string text;
  std::string file;  ///< its name in messages

  static constexpr auto fields() {
    return std::make_tuple(field("text", &DataFile::text), field("file", &DataFile::file));
  }
};

/// A call from JavaScript: whatever the core throws is returned as an Error with code, where, found and wanted, and
/// one-script.mjs throws it. Thrown from here it would leave WebAssembly without giving its stack back.
template <typename Body>
val guarded(Body body) {
  std::optional<Refusal> refusal;
  try {
    return body();
  } catch (const Refusal& refused) {
    refusal = refused;
  } catch (const std::bad_alloc&) {
    refusal = Refusal("memory", "input", "more than this browser's memory holds", "a smaller input");
  } catch (const std::exception& error) {
    refusal = Refusal("internal", "core", error.what(), "no such thing; please report it");
  }
  // From the parts: what() ends at a NUL that a text may hold.
  val error = val::global("Error").new_(refusal->where + ": found " + refusal->found + ", wanted " + refusal->wanted);
  error.set("code", refusal->code);
  error.set("where", refusal->where);
  error.set("found", refusal->found);
  error.set("wanted", refusal->wanted);
  return error;
}

/// The names of all registered functions, for one-script.mjs.
inline std::vector<std::string>& topics() {
  static std::vector<std::string> names;
  return names;
}

template <typename Input>
Input input_from_js(const val& v) {
  Input input;
  from_js(v, "", input);
  return input;
}

/// Registers name(input). The mechanism is a captureless lambda from the input to the answer.
template <typename Input, typename Mechanism>
void topic(const char* name, Mechanism) {
  topics().push_back(name);
  emscripten::function(name, +[](const val& v) {
    return guarded([&] { return to_js(Mechanism{}(input_from_js<Input>(v))); });
  });
}

/// A question about a run: the mechanism's input, and the path of the number that is asked about.
template <typename Input>
struct WhyInput {
  Input input;
  std::string at;

  static constexpr auto fields() { return std::make_tuple(field("input", &WhyInput::input), field("at", &WhyInput::at)); }
};

/// Registers name(input) for a formula that is a template over its scalar, and name_why({ input, at }), which runs it on
/// numbers that remember how they came about.
template <template <typename> class Input, typename Mechanism>
void formula(const std::string& name, Mechanism m) {
  topic<Input<double>>(name.c_str(), m);
  topics().push_back(name + "_why");
  emscripten::function(topics().back().c_str(), +[](const val& v) {
    return guarded([&] {
      const auto asked = input_from_js<WhyInput<Input<double>>>(v);
      return to_js(why<Input>(asked.input, asked.at, Mechanism{}));
    });
  });
}

/// The same for a mechanism whose operations are of interest, and name_counted(input), which runs it on numbers that count.
template <template <typename> class Input, typename Mechanism>
void mechanism(const std::string& name, Mechanism m) {
  formula<Input>(name, m);
  topics().push_back(name + "_counted");
  emscripten::function(topics().back().c_str(), +[](const val& v) {
    return guarded([&] { return to_js(counted<Input>(input_from_js<Input<double>>(v), Mechanism{})); });
  });
}

}  // namespace attn
