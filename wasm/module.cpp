// What JavaScript reaches of a module through Embind: room for a packed input, the calls, and where the answer stands.
// face.js makes the functions of the pages of it.
#include <emscripten.h>
#include <emscripten/bind.h>
#include <emscripten/em_js.h>
#include <emscripten/val.h>

#include <cstring>
#include <new>

#include "border.h"

using emscripten::val;

// The shortest text of a number: the browser has what printf would bring along a second time. JavaScript's own format
// is the core's, see number_text() in refusal.h.
EM_JS(int, attn_number_text, (double value, char* text), {
  const digits = String(value);
  for (let i = 0; i < digits.length; ++i) HEAPU8[text + i] = digits.charCodeAt(i);
  return digits.length;
});

namespace attn {

std::vector<Call>& calls() {
  static std::vector<Call> all;
  return all;
}

void add_call(const char* name, const char* ending, void (*run)(const Word*, std::size_t, Answer&)) {
  calls().push_back({std::string(name) + ending, run});
}

std::string number_text(double value) {
  char text[32];
  return {text, static_cast<std::size_t>(attn_number_text(value, text))};
}

namespace {

std::vector<Word> input;
Answer answer;

}  // namespace

/// WebKit's interpreter (seen in 2.50) finds no handler for what an indirect call throws when that call is the last
/// instruction before the handler. A direct call may stand there; exported, this function is not put in its place.
extern "C" __attribute__((used, noinline, export_name("attn_run"))) void attn_run(unsigned index) {
  calls()[index].run(input.data(), input.size(), answer);
}

namespace {

unsigned address(const void* at) { return reinterpret_cast<std::uintptr_t>(at); }

/// Names joined by newlines: each list crosses once.
template <typename Items, typename Name>
std::string joined(const Items& items, Name name) {
  std::string all;
  for (const auto& item : items) all += name(item) + std::string("\n");
  return all;
}

/// Makes room for a packed input and says where.
unsigned reserve(unsigned words) {
  input.resize(words);
  return address(input.data());
}

/// Runs a call on the packed input. Whatever the core throws is an answer too: thrown from here, it would leave
/// WebAssembly without giving its stack back.
void call(unsigned index) {
  answer.words.clear();
  try {
    attn_run(index);
  } catch (const Refusal& refused) {
    answer.refusal(refused);
  } catch (const std::bad_alloc&) {
    answer.refusal(Refusal("memory", "input", phrase("out_of_memory"), phrase("smaller_input")));
  } catch (const std::exception& error) {
    answer.refusal(Refusal("internal", "core", literal(error.what()), phrase("a_report")));
  }
  // An unusually large input is not kept for the next call.
  if (input.size() > (1 << 16)) std::vector<Word>().swap(input);
}

/// Gives back what an unusually large answer took, once JavaScript has read it.
void release() {
  if (answer.words.size() > (1 << 16)) std::vector<Word>().swap(answer.words);
}

}  // namespace
}  // namespace attn

EMSCRIPTEN_BINDINGS(module) {
  using namespace attn;
  emscripten::function("names", +[] { return joined(calls(), [](const Call& c) { return c.name; }); });
  emscripten::function(
      "fields", +[](unsigned type) {
        return joined(reinterpret_cast<const Type*>(type)->members, [](const Member& m) { return m.name; });
      });
  emscripten::function(
      "most", +[](int what) {
        return what == 0 ? kMostNumbers : what == 1 ? kMostItems : what == 2 ? kMostCharacters : kMostNesting;
      });
  emscripten::function("reserve", &reserve);
  emscripten::function("call", &call);
  emscripten::function("answer", +[] { return address(answer.words.data()); });
  emscripten::function("release", &release);
  // All of the memory: addresses count from its beginning.
  emscripten::function(
      "memory", +[] {
        return val(
            emscripten::typed_memory_view(__builtin_wasm_memory_size(0) * 65536, reinterpret_cast<unsigned char*>(0)));
      });
}
