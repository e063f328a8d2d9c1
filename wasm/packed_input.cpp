#include "packed.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace attn {
namespace {

std::string list_at(const std::string& where, std::size_t i) { return where + "/" + std::to_string(i); }

/// Walks over packed words. JavaScript's side of this is pack() in one-script.mjs.
class Reader {
 public:
  Reader(const Word* words, std::size_t size) : next_(words), end_(words + size) {}

  /// A field that may come, and where it goes.
  struct Slot {
    const char* name;
    const Type* type;
    void* at;
    bool done;  ///< nothing is missing without it
  };

  /// An object with these fields and no other.
  void read_slots(std::vector<Slot>& slots, const std::string& where) {
    const Head h = peek();
    if (h.tag != Tag::object) refuse(where.empty() ? "input" : where, phrase("an_object"));
    ++next_;
    const std::string prefix = where.empty() ? "" : where + "/";
    std::string unknown;
    bool any_unknown = false;
    for (std::size_t f = 0; f < h.size; ++f) {
      const Head key = head();
      const std::string_view name(take_bytes(key.size), key.size);
      const auto slot = std::find_if(slots.begin(), slots.end(), [&](const Slot& s) { return name == s.name; });
      if (slot == slots.end()) {
        if (!any_unknown) unknown = shortened(std::string(name), kMostQuoted);
        any_unknown = true;
        skip();
      } else if (peek().tag == Tag::nothing) {
        ++next_;  // as if it were not there
      } else {
        read(*slot->type, slot->at, prefix + slot->name);
        slot->done = true;
      }
    }
    for (const Slot& slot : slots)
      if (!slot.done) throw Refusal("missing", prefix + slot.name, phrase("nothing"), phrase("this_field"));
    if (any_unknown) throw Refusal("unknown", prefix + unknown, phrase("unread_field"), phrase("documented_field"));
  }

  void read(const Type& type, void* at, const std::string& where) {
    switch (type.kind) {
      case Kind::boolean: return read_boolean(*static_cast<bool*>(at), where);
      case Kind::integer: return read_integer(*static_cast<int*>(at), where);
      case Kind::number: return read_number(*static_cast<double*>(at), where);
      case Kind::text: return read_text(*static_cast<std::string*>(at), where);
      case Kind::list: return read_list(type, at, where);
      case Kind::optional: return read(type.item(), type.resize(at, 1), where);
      case Kind::matrix: return read_matrix(*static_cast<Matrix<double>*>(at), where);
      case Kind::mask: return read_mask(*static_cast<Mask*>(at), where);
      case Kind::object: return read_object(type, at, where);
      case Kind::choice: break;  // none comes in
    }
    refuse(where, phrase("nothing"));
  }

 private:
  struct Head {
    Tag tag;
    std::size_t size;
  };

  [[noreturn]] static void refuse_broken() {
    throw Refusal("internal", "input", phrase("broken_message"), phrase("a_report"));
  }

  const Word* take(std::size_t words) {
    if (static_cast<std::size_t>(end_ - next_) < words) refuse_broken();
    const Word* taken = next_;
    next_ += words;
    return taken;
  }

  Head peek() {
    const Word* word = take(1);
    --next_;
    const Head h{static_cast<Tag>(*word & 0xFFFFFFFF), static_cast<std::size_t>(*word >> 32)};
    // Each entry takes a word at least: room is made only for what is there.
    const bool many = h.tag == Tag::numbers || h.tag == Tag::list || h.tag == Tag::object;
    if (many && h.size > static_cast<std::size_t>(end_ - next_)) refuse_broken();
    return h;
  }

  Head head() {
    const Head h = peek();
    ++next_;
    return h;
  }

  static std::size_t words_for(std::size_t bytes) { return (bytes + 7) / 8; }

  double take_number() {
    double value;
    std::memcpy(&value, take(1), sizeof value);
    return value;
  }

  const char* take_bytes(std::size_t size) { return reinterpret_cast<const char*>(take(words_for(size))); }

  /// Says what stands here instead of what is wanted.
  [[noreturn]] void refuse(const std::string& where, const Phrase& wanted) {
    const Head h = head();
    switch (h.tag) {
      case Tag::nothing: throw Refusal("type", where, literal("undefined"), wanted);
      case Tag::no: throw Refusal("type", where, literal("false"), wanted);
      case Tag::yes: throw Refusal("type", where, literal("true"), wanted);
      case Tag::number: throw Refusal("type", where, literal(take_number()), wanted);
      case Tag::text: {
        const char* text = take_bytes(h.size);
        throw Refusal("type", where, phrase("string", shortened({text, h.size}, kMostQuoted)), wanted);
      }
      case Tag::half_text: throw Refusal("type", where, phrase("half_surrogate"), phrase("whole_characters"));
      case Tag::numbers:
      case Tag::list: throw Refusal("type", where, phrase("an_array"), wanted);
      case Tag::object: throw Refusal("type", where, literal("object"), wanted);
      case Tag::other: throw Refusal("type", where, literal(std::string(take_bytes(h.size), h.size)), wanted);
      case Tag::too_many:
        throw Refusal("size", where.empty() ? "input" : where, phrase("entries", number_text(take_number())),
                      phrase("at_most_entries", std::to_string(h.size)));
      case Tag::too_deep:
        throw Refusal("depth", where, phrase("nested_deeper", number_text(kMostNesting)),
                      phrase("at_most", number_text(kMostNesting)));
      default: throw Refusal("internal", where, phrase("broken_message"), wanted);
    }
  }

  void read_boolean(bool& out, const std::string& where) {
    const Tag tag = peek().tag;
    if (tag != Tag::yes && tag != Tag::no) refuse(where, phrase("true_or_false"));
    ++next_;
    out = tag == Tag::yes;
  }

  void read_number(double& out, const std::string& where) {
    if (peek().tag != Tag::number) refuse(where, phrase("a_number"));
    ++next_;
    out = take_number();
  }

  void read_integer(int& out, const std::string& where) {
    double wide = 0;
    read_number(wide, where);
    require_whole(where, wide, -2147483648.0, 2147483647.0);
    out = static_cast<int>(wide);
  }

  void read_text(std::string& out, const std::string& where) {
    const Head h = peek();
    if (h.tag != Tag::text) refuse(where, phrase("a_text"));
    ++next_;
    out.assign(take_bytes(h.size), h.size);
  }

  /// Numbers as they are, else values one by one.
  void read_list(const Type& type, void* at, const std::string& where) {
    const Head h = peek();
    const Type& item = type.item();
    if (h.tag == Tag::numbers && (item.kind == Kind::number || item.kind == Kind::integer)) {
      ++next_;
      auto* place = static_cast<char*>(type.resize(at, h.size));
      if (item.kind == Kind::number) {
        std::memcpy(place, take(h.size), h.size * sizeof(double));
        return;
      }
      for (std::size_t i = 0; i < h.size; ++i) {
        const double wide = take_number();
        require_whole(list_at(where, i), wide, -2147483648.0, 2147483647.0);
        reinterpret_cast<int*>(place)[i] = static_cast<int>(wide);
      }
      return;
    }
    if (h.tag == Tag::numbers && h.size > 0)
      throw Refusal("type", list_at(where, 0), literal((++next_, take_number())), wanted_of(item));
    if (h.tag != Tag::list && h.tag != Tag::numbers) refuse(where, phrase("an_array"));
    ++next_;
    auto* place = static_cast<char*>(type.resize(at, h.size));
    for (std::size_t i = 0; i < h.size; ++i) read(item, place + i * item.size, list_at(where, i));
  }

  static Phrase wanted_of(const Type& type) {
    switch (type.kind) {
      case Kind::boolean: return phrase("true_or_false");
      case Kind::text: return phrase("a_text");
      case Kind::object: return phrase("an_object");
      default: return phrase("an_array");
    }
  }

  /// The rows of a matrix or mask, of equal length: begin(rows, columns), then row(i, its head).
  template <typename Begin, typename Row>
  void read_rows(const std::string& where, Begin begin, Row row) {
    const Head h = peek();
    if (h.tag == Tag::numbers && h.size == 0) {
      ++next_;
      return begin(0, 0);
    }
    if (h.tag == Tag::numbers) {
      ++next_;
      throw Refusal("type", list_at(where, 0), literal(take_number()), phrase("an_array"));
    }
    if (h.tag != Tag::list) refuse(where, phrase("an_array"));
    ++next_;
    std::size_t columns = 0;
    for (std::size_t i = 0; i < h.size; ++i) {
      const Head own = peek();
      if (own.tag != Tag::numbers && own.tag != Tag::list) refuse(list_at(where, i), phrase("an_array"));
      if (i == 0) begin(h.size, columns = own.size);
      if (own.size != columns)
        throw Refusal("shape", list_at(where, i), phrase("entries", std::to_string(own.size)),
                      phrase("as_in_first_row", std::to_string(columns)));
      ++next_;
      row(i, own);
    }
    if (h.size == 0) begin(0, 0);
  }

  void read_matrix(Matrix<double>& out, const std::string& where) {
    read_rows(
        where,
        [&](std::size_t rows, std::size_t columns) {
          out.resize(static_cast<Index>(rows), static_cast<Index>(columns));
        },
        [&](std::size_t i, const Head& own) {
          double* place = out.data() + i * own.size;
          if (own.tag == Tag::numbers && own.size > 0) std::memcpy(place, take(own.size), own.size * sizeof(double));
          if (own.tag == Tag::numbers) return;
          for (std::size_t j = 0; j < own.size; ++j) read_number(place[j], list_at(list_at(where, i), j));
        });
  }

  void read_mask(Mask& out, const std::string& where) {
    read_rows(
        where,
        [&](std::size_t rows, std::size_t columns) {
          out.resize(static_cast<Index>(rows), static_cast<Index>(columns));
        },
        [&](std::size_t i, const Head& own) {
          for (std::size_t j = 0; j < own.size; ++j)
            out(static_cast<Index>(i), static_cast<Index>(j)) =
                own.tag == Tag::numbers ? one_or_zero(take_number(), where, i, j) : read_one_or_zero(where, i, j);
        });
  }

  static bool one_or_zero(double value, const std::string& where, std::size_t i, std::size_t j) {
    if (value != 0 && value != 1)
      throw Refusal("type", list_at(list_at(where, i), j), literal(value), phrase("one_or_zero"));
    return value == 1;
  }

  bool read_one_or_zero(const std::string& where, std::size_t i, std::size_t j) {
    const Tag tag = peek().tag;
    if (tag != Tag::yes && tag != Tag::no && tag != Tag::number)
      refuse(list_at(list_at(where, i), j), phrase("one_or_zero"));
    ++next_;
    return tag == Tag::number ? one_or_zero(take_number(), where, i, j) : tag == Tag::yes;
  }

  void read_object(const Type& type, void* at, const std::string& where) {
    std::vector<Slot> slots;
    for (const Member& m : type.members)
      slots.push_back({m.name, &m.type(), static_cast<char*>(at) + m.offset, m.optional});
    read_slots(slots, where);
  }

  void skip() {
    const Head h = head();
    switch (h.tag) {
      case Tag::number:
      case Tag::too_many: take(1); break;
      case Tag::text:
      case Tag::half_text:
      case Tag::other: take_bytes(h.size); break;
      case Tag::numbers: take(h.size); break;
      case Tag::list:
        for (std::size_t i = 0; i < h.size; ++i) skip();
        break;
      case Tag::object:
        for (std::size_t i = 0; i < 2 * h.size; ++i) skip();
        break;
      default: break;
    }
  }

  const Word* next_;
  const Word* end_;
};

}  // namespace

void unpack(const Word* words, std::size_t size, const Type& type, void* at) { Reader(words, size).read(type, at, ""); }

void unpack_asked(const Word* words, std::size_t size, const char* name, const Type& type, void* input,
                  std::string& at) {
  Reader reader(words, size);
  std::vector<Reader::Slot> slots{{name, &type, input, false}, {"at", &described<std::string>(), &at, false}};
  reader.read_slots(slots, "");
}

}  // namespace attn
