// The border between C++ and JavaScript: what a module can be asked. A topic's file names its calls,
//
//   BORDER(softmax) { mechanism<SoftmaxInput>("softmax", [](const auto& in) { return softmax(in); }); }
//
// and the lists of modules in CMakeLists.txt say which topics each module holds. In JavaScript a struct is a plain
// object with the same field names, a matrix an array of Float64Array rows, a mask an array of Uint8Array rows (1 = may
// look). Answers are copies: nothing to delete, and nothing that changes later. See packed.h for how both travel.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "attn/counting.h"
#include "attn/described.h"
#include "attn/fields.h"
#include "attn/why.h"
#include "packed.h"

/// The calls of one topic, registered before main: BORDER(T) { ... }
#define BORDER(topic)                                                           \
  namespace attn {                                                              \
  static void border_of_##topic();                                              \
  static const bool border_of_##topic##_is_there = (border_of_##topic(), true); \
  }                                                                             \
  static void attn::border_of_##topic()

namespace attn {

/// A call: reads its packed input, and packs the answer.
struct Call {
  std::string name;
  void (*run)(const Word* words, std::size_t size, Answer& answer);
};

/// All calls of this module, in the order in which they were registered.
std::vector<Call>& calls();

void add_call(const char* name, const char* ending, void (*run)(const Word* words, std::size_t size, Answer& answer));

/// A value on the heap: making and deleting one is code of its own, once for each type, not again in every call.
template <typename T>
[[gnu::noinline]] void* make() {
  return new T();
}
template <typename T>
[[gnu::noinline]] void remove(void* at) {
  delete static_cast<T*>(at);
}
using Held = std::unique_ptr<void, void (*)(void*)>;
template <typename T>
Held held() {
  return {make<T>(), &remove<T>};
}

template <typename Trace>
[[gnu::noinline]] void answer_with(Answer& answer, const Trace& trace) {
  answer.value(described<Trace>(), &trace);
}

/// Registers name(input). The mechanism is a captureless lambda from the input to the answer.
template <typename Input, typename Mechanism>
void topic(const char* name, Mechanism) {
  add_call(name, "", [](const Word* words, std::size_t size, Answer& answer) {
    const Held input = held<Input>();
    unpack(words, size, described<Input>(), input.get());
    answer_with(answer, Mechanism{}(*static_cast<const Input*>(input.get())));
  });
}

/// Registers name({ files, at }): a question about a number called `at` that rests on data files.
template <typename Files, typename Why>
void question(const char* name, Why) {
  add_call(name, "", [](const Word* words, std::size_t size, Answer& answer) {
    const Held files = held<Files>();
    std::string at;
    unpack_asked(words, size, "files", described<Files>(), files.get(), at);
    answer_with(answer, Why{}(*static_cast<const Files*>(files.get()), at));
  });
}

/// Registers name(input) for a formula that is a template over its scalar, and name_why({ input, at }), which runs it
/// on numbers that remember how they came about; `at` is the path of the number that is asked about.
template <template <typename> class Input, typename Mechanism>
void formula(const char* name, Mechanism m) {
  topic<Input<double>>(name, m);
  add_call(name, "_why", [](const Word* words, std::size_t size, Answer& answer) {
    const Held input = held<Input<double>>();
    std::string at;
    unpack_asked(words, size, "input", described<Input<double>>(), input.get(), at);
    answer_with(answer, why<Input>(*static_cast<const Input<double>*>(input.get()), at, Mechanism{}));
  });
}

/// The same for a mechanism whose operations are of interest, and name_counted(input), which runs it on numbers that
/// count.
template <template <typename> class Input, typename Mechanism>
void mechanism(const char* name, Mechanism m) {
  formula<Input>(name, m);
  add_call(name, "_counted", [](const Word* words, std::size_t size, Answer& answer) {
    const Held input = held<Input<double>>();
    unpack(words, size, described<Input<double>>(), input.get());
    answer_with(answer, counted<Input>(*static_cast<const Input<double>*>(input.get()), Mechanism{}));
  });
}

/// A data file as JavaScript hands it over: the core reads it, so that both sides agree on what is valid.
struct DataFile {
  std::string text;
  std::string file;  ///< its name in messages

  static constexpr auto fields() {
    return std::make_tuple(field("text", &DataFile::text), field("file", &DataFile::file));
  }
};

}  // namespace attn
