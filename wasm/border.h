// The border between C++ and JavaScript: what a module can be asked. A topic's file names its calls,
//
//   BORDER(softmax) { mechanism<SoftmaxInput>("softmax", [](const auto& in) { return softmax(in); }); }
//
// and the lists of modules in CMakeLists.txt say which topics each module holds. In JavaScript a struct is a plain object
// with the same field names, a matrix an array of Float64Array rows, a mask an array of Uint8Array rows (1 = may look).
// Answers are copies: nothing to delete, and nothing that changes later. See packed.h for how both travel.
#pragma once

#include <string>
#include <vector>

#include "attn/counting.h"
#include "attn/described.h"
#include "attn/fields.h"
#include "attn/why.h"
#include "packed.h"

/// The calls of one topic, registered before main: BORDER(T) { ... }
#define BORDER(topic)                                                \
  namespace attn {                                                   \
  static void border_of_##topic();                                   \
  static const bool border_of_##topic##_is_there = (border_of_##topic(), true); \
  }                                                                  \
  static void attn::border_of_##topic()

namespace attn {

/// A call: reads its packed input, and packs the answer.
struct Call {
  std::string name;
  void (*run)(const Word* words, std::size_t size, Answer& answer);
};

/// All calls of this module, in the order in which they were registered.
inline std::vector<Call>& calls() {
  static std::vector<Call> all;
  return all;
}

template <typename Input>
Input input_of(const Word* words, std::size_t size) {
  Input input{};
  unpack(words, size, described<Input>(), &input);
  return input;
}

template <typename Trace>
void answer_with(Answer& answer, const Trace& trace) {
  answer.value(described<Trace>(), &trace);
}

/// Registers name(input). The mechanism is a captureless lambda from the input to the answer.
template <typename Input, typename Mechanism>
void topic(const std::string& name, Mechanism) {
  calls().push_back({name, [](const Word* words, std::size_t size, Answer& answer) {
                       answer_with(answer, Mechanism{}(input_of<Input>(words, size)));
                     }});
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
  topic<Input<double>>(name, m);
  topic<WhyInput<Input<double>>>(name + "_why",
                                 [](const auto& asked) { return why<Input>(asked.input, asked.at, Mechanism{}); });
}

/// The same for a mechanism whose operations are of interest, and name_counted(input), which runs it on numbers that count.
template <template <typename> class Input, typename Mechanism>
void mechanism(const std::string& name, Mechanism m) {
  formula<Input>(name, m);
  topic<Input<double>>(name + "_counted", [](const auto& in) { return counted<Input>(in, Mechanism{}); });
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
