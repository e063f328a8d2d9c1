#include <cstring>

#include "packed.h"

namespace attn {

void Answer::head(Tag tag, std::size_t size) {
  words.push_back(static_cast<Word>(tag) | static_cast<Word>(size) << 32);
}

void Answer::number(double value) {
  Word word;
  std::memcpy(&word, &value, sizeof word);
  words.push_back(word);
}

void Answer::numbers(const double* first, std::size_t n) {
  const std::size_t begin = words.size();
  words.resize(begin + n);
  if (n > 0) std::memcpy(&words[begin], first, n * sizeof(double));
}

void Answer::text(const std::string& text) {
  head(Tag::text, text.size());
  const std::size_t begin = words.size();
  words.resize(begin + (text.size() + 7) / 8);
  if (!text.empty()) std::memcpy(&words[begin], text.data(), text.size());
}

void Answer::value(const Type& type, const void* at) {
  switch (type.kind) {
    case Kind::boolean: return head(*static_cast<const bool*>(at) ? Tag::yes : Tag::no, 0);
    case Kind::integer: head(Tag::number, 0); return number(*static_cast<const int*>(at));
    case Kind::number: head(Tag::number, 0); return number(*static_cast<const double*>(at));
    case Kind::text: return text(*static_cast<const std::string*>(at));
    case Kind::choice: return value(type.chosen(at), type.held(at));
    case Kind::optional:
      if (type.count(at) == 0) return head(Tag::nothing, 0);
      return value(type.item(), type.items(at));
    case Kind::list: {
      const Type& item = type.item();
      const std::size_t n = type.count(at);
      const auto* first = static_cast<const char*>(type.items(at));
      head(item.kind == Kind::number ? Tag::numbers : Tag::list, n);
      if (item.kind == Kind::number) return numbers(reinterpret_cast<const double*>(first), n);
      for (std::size_t i = 0; i < n; ++i) value(item, first + i * item.size);
      return;
    }
    case Kind::matrix: {
      const auto& m = *static_cast<const Matrix<double>*>(at);
      head(Tag::matrix, static_cast<std::size_t>(m.rows()));
      number(static_cast<double>(m.cols()));
      return numbers(m.data(), static_cast<std::size_t>(m.size()));
    }
    case Kind::mask: {
      const auto& mask = *static_cast<const Mask*>(at);
      head(Tag::mask, static_cast<std::size_t>(mask.rows()));
      number(static_cast<double>(mask.cols()));
      const auto size = static_cast<std::size_t>(mask.size());
      const std::size_t begin = words.size();
      words.resize(begin + (size + 7) / 8);
      auto* bytes = reinterpret_cast<unsigned char*>(words.data() + begin);
      for (std::size_t i = 0; i < size; ++i) bytes[i] = mask.data()[i] ? 1 : 0;
      return;
    }
    case Kind::object:
      head(Tag::object, type.members.size());
      words.push_back(reinterpret_cast<std::uintptr_t>(&type));
      for (const Member& member : type.members) value(member.type(), static_cast<const char*>(at) + member.offset);
  }
}

void Answer::refusal(const Refusal& refused) {
  words.clear();
  head(Tag::refusal, 0);
  for (const std::string* part : {&refused.code, &refused.where, &refused.found, &refused.wanted}) text(*part);
  for (const Phrase* phrase : {&refused.found_phrase, &refused.wanted_phrase}) {
    text(std::string(phrase->key));
    head(Tag::list, 2 * phrase->values.size());
    for (const PhraseValue& value : phrase->values) {
      text(value.name);
      text(value.text);
    }
  }
}

}  // namespace attn
