#include "attn/facts.h"

#include <map>
#include <set>

#include "strict.h"

namespace {

using Facts = std::map<std::string, Fact>;

nlohmann::json json_of(const std::string& path) { return nlohmann::json::parse(file_text(path)); }

const nlohmann::json& figures() {
  static const nlohmann::json all = json_of("tests/figures.json")["figures"];
  return all;
}

/// What the core computes from these texts; an empty text stands for the real file.
Facts facts_of(const std::string& world = "", const std::string& anchor = "", const std::string& quotes = "",
               const std::string& frontier = "") {
  const auto or_real = [](const std::string& text, const std::string& path) {
    return text.empty() ? file_text(path) : text;
  };
  Facts all;
  for (const Fact& fact : facts(teaching_world(or_real(world, "data/teaching-world.json"), "world"),
                                anchor_model(or_real(anchor, "data/anchor-model.json"), "anchor"),
                                models(or_real(frontier, "data/frontier-models.json"), "frontier"),
                                papers(or_real(quotes, "data/papers.json"), "papers"))) {
    INFO(fact.id);
    REQUIRE(all.emplace(fact.id, fact).second);  // no name twice
  }
  return all;
}

double number(const Facts& all, const std::string& id) {
  INFO(id);
  REQUIRE(all.count(id) == 1);
  return std::get<double>(all.at(id).value);
}

/// The ids whose values differ, and those that only one side has.
std::set<std::string> moved(const Facts& before, const Facts& after) {
  std::set<std::string> ids;
  for (const auto& [id, fact] : before)
    if (!after.count(id) || after.at(id).value != fact.value) ids.insert(id);
  for (const auto& [id, fact] : after)
    if (!before.count(id)) ids.insert(id);
  return ids;
}

/// Place by place; a group within the wanted order is a set: its order among themselves is free.
bool in_order(const std::vector<std::string>& actual, const nlohmann::json& wanted) {
  size_t next = 0;
  for (const auto& place : wanted) {
    const auto group = place.is_array() ? place.get<std::set<std::string>>() : std::set{place.get<std::string>()};
    if (next + group.size() > actual.size()) return false;
    if (std::set(actual.begin() + next, actual.begin() + next + group.size()) != group) return false;
    next += group.size();
  }
  return next == actual.size();
}

void require_figure(const Fact& fact, const nlohmann::json& figure) {
  INFO(fact.id);
  const nlohmann::json& wanted = figure["value"];
  const double tolerance = figure.value("tolerance", 0.0);
  if (wanted.is_boolean()) {
    REQUIRE(std::get<bool>(fact.value) == wanted.get<bool>());
  } else if (wanted.is_number()) {
    REQUIRE_THAT(std::get<double>(fact.value), WithinAbs(wanted.get<double>(), tolerance));
  } else if (figure["unit"] == "order") {
    REQUIRE(in_order(std::get<std::vector<std::string>>(fact.value), wanted));
  } else {
    const auto& row = std::get<std::vector<double>>(fact.value);
    REQUIRE(row.size() == wanted.size());
    for (size_t i = 0; i < row.size(); ++i) REQUIRE_THAT(row[i], WithinAbs(wanted[i].get<double>(), tolerance));
  }
  REQUIRE(fact.unit == figure["unit"].get<std::string>());
  REQUIRE(fact.kind == figure["kind"].get<std::string>());
}

bool starts_with(const std::string& text, const std::string& front) {
  return text.compare(0, front.size(), front) == 0;
}

}  // namespace

TEST_CASE("facts: hold every figure that they compute or quote") {
  const Facts all = facts_of();
  for (const auto& figure : figures()) {
    const auto fact = all.find(figure["id"]);
    if (fact != all.end()) require_figure(fact->second, figure);
  }
}

TEST_CASE("facts: leave out no figure of this lesson") {
  const Facts all = facts_of();
  for (const auto& figure : figures()) {
    const std::string id = figure["id"];
    INFO(id);
    REQUIRE(all.count(id) == 1);
  }
  REQUIRE_FALSE(figures().empty());
}

TEST_CASE("facts: an order is held place by place, but for groups that are free") {
  const auto wanted = nlohmann::json::parse(R"(["a", "b", ["c", "d"]])");
  REQUIRE(in_order({"a", "b", "c", "d"}, wanted));
  REQUIRE(in_order({"a", "b", "d", "c"}, wanted));
  REQUIRE_FALSE(in_order({"b", "a", "c", "d"}, wanted));
  REQUIRE_FALSE(in_order({"a", "c", "b", "d"}, wanted));
  REQUIRE_FALSE(in_order({"a", "b", "c", "c"}, wanted));
  REQUIRE_FALSE(in_order({"a", "b", "c"}, wanted));
  REQUIRE_FALSE(in_order({"a", "b", "c", "d", "e"}, wanted));
}

TEST_CASE("facts: each has a unit, a way to be printed, a kind and what it rests on") {
  const std::set<std::string> prints{"count",  "number", "percent", "percent1", "percent5",
                                     "cosine", "bytes",  "KiB",     "order",    "boolean"};
  const std::set<std::string> bases{"", "data/teaching-world.json", "data/anchor-model.json",
                                    "data/frontier-models.json"};
  for (const auto& [id, fact] : facts_of()) {
    INFO(id);
    REQUIRE_FALSE(fact.unit.empty());
    REQUIRE(prints.count(fact.print) == 1);
    REQUIRE(fact.kind == (starts_with(id, "papers.") ? "quoted" : "computed"));
    if (fact.kind == "quoted") REQUIRE(fact.basis.find(", ") != fact.basis.npos);
    if (fact.kind == "computed") REQUIRE(bases.count(fact.basis) == 1);
  }
}

TEST_CASE("facts: rest on no file that they were not made from") {
  const Facts all = facts_of();
  for (const std::string id : {"softmax.exp20", "softmax.share.10_3_-4", "count.example.T",
                               "count.example.attention.serial_steps", "additive.example.d_a", "models.example.T"}) {
    INFO(id);
    REQUIRE(all.at(id).basis.empty());
  }
  REQUIRE(all.at("softmax.std.dk256").basis == "data/anchor-model.json");
  REQUIRE(all.at("mask.tasks").basis == "data/teaching-world.json");
  REQUIRE(all.at("world.tokens").basis == "data/teaching-world.json");
  REQUIRE(all.at("decode.cache.max_difference").basis == "data/teaching-world.json");
  REQUIRE(all.at("deepseek-v2.kv.saving_vs_67b").basis == "data/frontier-models.json");
}

TEST_CASE("facts: the weights of a row sum to 1") {
  const Facts all = facts_of();
  for (const std::string row :
       {"world.weight.unmasked.give.", "world.weight.causal.give.", "world.head.a.give.", "world.head.b.give."}) {
    double sum = 0;
    for (const auto& [id, fact] : all)
      if (starts_with(id, row)) sum += std::get<double>(fact.value);
    INFO(row);
    REQUIRE_THAT(sum, WithinAbs(1, 1e-12));
  }
}

TEST_CASE("facts: the mask hands out again what stood on the answer") {
  const Facts all = facts_of();
  const double seen = 1 - number(all, "world.weight.unmasked.give.wang");
  for (const std::string token : {"ming", "ba", "apple", "give"})
    REQUIRE_THAT(number(all, "world.weight.causal.give." + token),
                 WithinAbs(number(all, "world.weight.unmasked.give." + token) / seen, 1e-12));
  REQUIRE(all.count("world.weight.causal.give.wang") == 0);
}

TEST_CASE("facts: the names' keys are alike and their values apart") {
  REQUIRE(number(facts_of(), "world.key.cosine.ming.wang") > 0.99);
  REQUIRE(number(facts_of(), "world.value.cosine.ming.wang") < 0.5);
}

TEST_CASE("facts: one entry of the world changed moves what rests on it, and nothing else") {
  const Facts before = facts_of();
  struct Change {
    std::string place, number;
    std::vector<std::string> moves;
    std::string stays;
  };
  for (const Change& change : std::vector<Change>{
           {"/attention/W_Q/3/0",
            "2.24",
            {"world.weight.causal.give.ming", "world.weight.unmasked.give.wang", "world.head.a.give.ming"},
            "world.head.b.give.apple"},
           {"/attention/W_Q/3/4",
            "1.44",
            {"world.weight.causal.give.apple", "world.head.b.give.apple"},
            "world.head.a.give.ming"},
           {"/attention/W_Q/4/0",
            "0.05",
            {"world.sink.scores.apple", "world.sink.weights.apple"},
            "world.weight.causal.give.ming"},
           {"/attention/W_K/0/0",
            "2.1",
            {"world.key.cosine.ming.wang", "world.head.a.give.ming"},
            "world.value.cosine.ming.wang"},
           {"/attention/W_V/2/2", "1.1", {"world.value.cosine.ming.wang"}, "world.weight.causal.give.ming"},
           {"/rnn/W_h/0/0", "0.71", {"world.rnn.kept.give.ming"}, "world.weight.causal.give.ming"},
           {"/rnn/W_x/0/0", "1.1", {"world.rnn.kept.give.ming"}, "world.weight.causal.give.ming"},
           {"/tokens/3/embedding/3",
            "1.1",
            {"world.weight.causal.give.ming", "world.rnn.kept.give.ming"},
            "world.key.cosine.ming.wang"},
           {"/attention/sink/head",
            "\"B\"",
            {"world.sink.scores.apple", "world.sink.weights.apple"},
            "world.head.a.give.ming"}}) {
    INFO(change.place);
    const Facts after = facts_of(edited(json_of("data/teaching-world.json"), change.place, change.number));
    const std::set<std::string> ids = moved(before, after);
    for (const std::string& id : change.moves) {
      INFO(id);
      REQUIRE(ids.count(id) == 1);
    }
    REQUIRE(ids.count(change.stays) == 0);
    for (const std::string& id : ids) REQUIRE(starts_with(id, "world."));
  }
}

TEST_CASE("facts: the anchor's figures move with its file") {
  const auto model = json_of("data/anchor-model.json");
  const Facts before = facts_of();
  const auto eight = facts_of("", edited(model, "/config/num_key_value_heads", "8"));
  REQUIRE(number(eight, "anchor.kv.gqa.bytes_per_token") == 131072);
  REQUIRE(number(eight, "anchor.heads.group_size") == 3);
  REQUIRE(number(eight, "anchor.kv.mha.bytes_per_token") == number(before, "anchor.kv.mha.bytes_per_token"));
  for (const std::string& id : moved(before, eight)) REQUIRE(starts_with(id, "anchor."));

  const auto narrow = facts_of("", edited(model, "/config/hidden_size", "2048"));
  REQUIRE(number(narrow, "count.ratio.T4096.d2048") == 2);
  REQUIRE(number(narrow, "count.work.rnn.T2048.d2048") == 8589934592);
}

TEST_CASE("facts: a model's figures move with its file, and no other do") {
  const auto file = json_of("data/frontier-models.json");
  const Facts before = facts_of();
  const auto wider = facts_of("", "", "", edited(file, "/models/3/config/head_dim", "256"));
  REQUIRE(file["models"][3]["id"] == "deepseek-llm-67b");
  REQUIRE(number(wider, "deepseek-67b.kv.bytes_per_token") == 2 * number(before, "deepseek-67b.kv.bytes_per_token"));
  for (const std::string& id : moved(before, wider)) REQUIRE(id.find("67b") != id.npos);
  auto without = file;
  without["models"].erase(3);
  require_refusal("range", "model", "found \"deepseek-llm-67b\", wanted the id of a model",
                  [&] { facts_of("", "", "", without.dump()); });
}

TEST_CASE("facts: a quoted figure is the quote, with source and place") {
  auto quotes = json_of("data/papers.json");
  const Facts before = facts_of();
  for (const auto& quote : quotes["quotes"]) {
    const Fact& fact = before.at("papers." + quote["id"].get<std::string>());
    REQUIRE(std::get<double>(fact.value) == quote["value"].get<double>());
    REQUIRE(fact.basis == quote["source"].get<std::string>() + ", " + quote["place"].get<std::string>());
  }
  const auto after = facts_of("", "", edited(quotes, "/quotes/0/value", "28.5"));
  REQUIRE(moved(before, after) == std::set<std::string>{"papers.vaswani.bleu.en-de"});
}

TEST_CASE("facts: no percentage of the world stands in its file, as a number or in words") {
  const std::string text = file_text("data/teaching-world.json");
  REQUIRE(text.find('%') == text.npos);
  const auto world = nlohmann::json::parse(text);
  std::vector<double> shares;
  for (const auto& figure : figures()) {
    const std::string id = figure["id"];
    if (figure["group"] != "world" || figure["unit"] != "1" || starts_with(id, "world.sink.scores")) continue;
    if (figure["value"].is_array())
      for (const double share : figure["value"]) shares.push_back(share);
    else if (figure["value"] != 1)
      shares.push_back(figure["value"]);
  }
  REQUIRE(shares.size() == 10);
  for_each_place(world, Pointer(), [&](const Pointer& place) {
    if (!world.at(place).is_number()) return;
    const double entry = world.at(place).get<double>();
    INFO(place.to_string() << " is " << entry);
    for (const double share : shares) {
      REQUIRE(std::abs(entry - share) > 1e-9);
      REQUIRE(std::abs(entry - 100 * share) > 1e-9);
    }
  });
}

TEST_CASE("facts: no name stands twice, whatever the anchor's sizes") {
  const auto model = json_of("data/anchor-model.json");
  for (const std::string width : {"4096", "2048", "64"}) facts_of("", edited(model, "/config/hidden_size", width));
  for (const std::string context : {"4096", "5120", "1"})
    facts_of("", edited(model, "/config/max_position_embeddings", context));
}

TEST_CASE("facts: heads of any size that the anchor may have are counted without overflow") {
  auto model = json_of("data/anchor-model.json");
  model["config"]["num_attention_heads"] = 65536;
  model["config"]["head_dim"] = 65536;
  model["config"]["max_position_embeddings"] = 1024;  // the whole context stays within 2^53 bytes
  REQUIRE(number(facts_of("", model.dump()), "anchor.heads.width") == 4294967296);
}

TEST_CASE("facts: refuse a world without one of the five words") {
  size_t at = 0;
  for (const std::string id : {"ming", "ba", "apple", "give", "wang"}) {
    auto world = json_of("data/teaching-world.json");
    world["tokens"][at++]["id"] = "pear";
    if (id == "apple") world["attention"]["sink"]["query"] = "pear";
    require_refusal("range", "token", "found \"" + id + "\", wanted the id of a token of this world",
                    [&] { facts_of(world.dump()); });
  }
}

TEST_CASE("facts: refuse a world without two heads named A and B") {
  const auto heads = [](const nlohmann::json& cuts) {
    auto world = json_of("data/teaching-world.json");
    world["attention"]["heads"] = cuts;
    world["attention"]["sink"]["head"] = cuts[0]["id"];
    return world.dump();
  };
  const auto cut = [](const char* id, int first, int columns) -> nlohmann::json {
    return {{"id", id}, {"first_column", first}, {"columns", columns}};
  };
  REQUIRE_NOTHROW(facts_of(heads({cut("A", 0, 3), cut("B", 3, 5)})));
  for (const nlohmann::json& cuts : std::vector<nlohmann::json>{
           {cut("A", 0, 4), cut("C", 4, 4)},
           {cut("B", 0, 4), cut("A", 4, 4)},
           {cut("a", 0, 4), cut("b", 4, 4)},
           nlohmann::json::array({cut("A", 0, 8)}),
           {cut("A", 0, 2), cut("B", 2, 2), cut("C", 4, 4)},
       }) {
    INFO(cuts.dump());
    try {
      facts_of(heads(cuts));
      FAIL("nothing was refused");
    } catch (const Refusal& refusal) {
      REQUIRE(refusal.code == "range");
      REQUIRE(refusal.where == "attention/heads");
    }
  }
}
