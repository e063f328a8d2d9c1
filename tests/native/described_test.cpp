#include "attn/described.h"

#include "attn/models.h"
#include "attn/multi_head.h"
#include "attn/world.h"
#include "support.h"

namespace {

/// Every member of a struct stands where its description says, by address.
template <typename Struct>
void require_places() {
  const Struct example{};
  const Type& type = described<Struct>();
  REQUIRE(type.kind == Kind::object);
  REQUIRE(type.size == sizeof(Struct));
  std::size_t at = 0;
  for_each_field<Struct>([&](const char* name, auto member, bool optional) {
    const auto& own = type.members.at(at++);
    INFO(name);
    REQUIRE(std::string(own.name) == name);
    REQUIRE(own.optional == optional);
    REQUIRE(reinterpret_cast<const char*>(&example) + own.offset == reinterpret_cast<const char*>(&(example.*member)));
    REQUIRE(&own.type() == &described<std::decay_t<decltype(example.*member)>>());
  });
  REQUIRE(at == type.members.size());
}

}  // namespace

TEST_CASE("described: members stand where their description says, inherited ones too") {
  require_places<MultiHeadInput<double>>();
  require_places<TeachingWorld>();
  require_places<ModelConfig>();
  require_places<ModelEntry>();
}

TEST_CASE("described: a list is made anew, an option is there once it was asked for") {
  std::vector<Token> tokens(2);
  const Type& list = described<std::vector<Token>>();
  REQUIRE(list.count(&tokens) == 2);
  REQUIRE(list.items(&tokens) == tokens.data());
  const void* first = list.resize(&tokens, 5);
  REQUIRE(first == tokens.data());
  REQUIRE(tokens.size() == 5);
  REQUIRE(list.size == sizeof(Token));

  std::optional<int> number;
  const Type& option = described<std::optional<int>>();
  REQUIRE(option.count(&number) == 0);
  *static_cast<int*>(option.resize(&number, 1)) = 7;
  REQUIRE(number == 7);
}

TEST_CASE("described: a choice tells what it holds") {
  using Value = std::variant<double, bool, std::vector<std::string>>;
  const Type& type = described<Value>();
  for (const Value& value : {Value(2.5), Value(true), Value(std::vector<std::string>{"a"})}) {
    const Kind kinds[] = {Kind::number, Kind::boolean, Kind::list};
    REQUIRE(type.chosen(&value).kind == kinds[value.index()]);
    REQUIRE(type.held(&value) == std::visit([](const auto& held) -> const void* { return &held; }, value));
  }
}
