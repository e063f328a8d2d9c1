#include <regex>
#include <set>

#include "attn/cosine.h"
#include "attn/cost.h"
#include "attn/facts.h"
#include "attn/jacobian.h"
#include "attn/next_token.h"
#include "explained.h"

namespace {

const auto run_layer = [](const auto& in) { return multi_head(in); };

TeachingWorld world() { return teaching_world(file_text("data/teaching-world.json"), "world"); }

MultiHeadInput<double> random_layer(const Mask& seen, const std::vector<HeadCut>& heads, unsigned seed) {
  return {random_matrix(seen.rows(), 6, seed),
          random_matrix(6, 6, seed + 1),
          random_matrix(6, 6, seed + 2),
          random_matrix(6, 6, seed + 3),
          random_matrix(6, 6, seed + 4),
          heads,
          seen};
}

}  // namespace

TEST_CASE("why: every number of the teaching world's layer adds up again and rests on the input") {
  const auto cut = GENERATE(false, true), causal = GENERATE(false, true);
  const auto faulty = GENERATE(false, true), scaled = GENERATE(false, true);
  auto in = world().self_attention(causal ? causal_mask(5) : full_mask(5, 5), cut);
  in.scaled = scaled;
  in.faults = {.model_width = faulty, .mask_after_softmax = faulty};
  require_explained(in, run_layer);
}

TEST_CASE("why: every number of a layer of any length, heads and mask adds up again") {
  const auto tokens = GENERATE(range(1, 9));
  const auto window = GENERATE(-1, 0, 2);  // -1: full
  const auto heads =
      GENERATE(std::vector<HeadCut>{{"A", 0, 6}}, std::vector<HeadCut>{{"A", 0, 1}, {"B", 1, 2}, {"C", 3, 3}});
  const Mask seen =
      window < 0 ? full_mask(tokens, tokens) : mask({.queries = tokens, .keys = tokens, .window = window}).mask;
  auto in = random_layer(seen, heads, static_cast<unsigned>(tokens));
  in.faults = {.model_width = tokens % 2 == 0, .mask_after_softmax = tokens % 4 < 2};
  in.temperature = tokens == 8 ? 0 : 1;
  require_explained(in, run_layer);
  if (tokens > 1) in.mask.row(1).setConstant(false);
  in.faults = {};
  require_explained(in, run_layer);
}

TEST_CASE("why: every number of the other mechanisms adds up again") {
  const auto seed = GENERATE(range(1u, 5u));
  const Index tokens = 1 + seed;
  const Mask seen = random_mask(tokens, tokens + 1, seed);
  for (const double temperature : {1.0, 0.5, 0.0}) {
    const AttentionInput<double> look{random_matrix(tokens, 3, seed),
                                      random_matrix(tokens + 1, 3, seed + 1),
                                      random_matrix(tokens + 1, 2, seed + 2),
                                      seen,
                                      0,
                                      temperature};
    require_explained(look, [](const auto& in) { return attention(in); });
    Matrix<double> scores = random_matrix(3, tokens, seed);
    scores(0, tokens - 1) = scores(2, 0) = -kInfinity;
    require_explained(SoftmaxInput<double>{scores, temperature}, [](const auto& in) { return softmax(in); });
    require_explained(JacobianInput<double>{scores.topRows(1), temperature},
                      [](const auto& in) { return jacobian(in); });
  }
  const RnnInput<double> recurrent{random_matrix(tokens, 3, seed), random_matrix(4, 4, seed + 1),
                                   random_matrix(4, 3, seed + 2)};
  require_explained(recurrent, [](const auto& in) { return rnn(in); });
  require_explained(recurrent, [](const auto& in) { return imprint(in); });
  require_explained(world().recurrent(), [](const auto& in) { return imprint(in); });
  Matrix<double> rows = random_matrix(4, 5, seed);
  rows.row(1).setZero();
  require_explained(CosineInput<double>{rows}, [](const auto& in) { return cosine(in); });
  require_explained(NextTokenInput<double>{random_matrix(tokens, 4, seed), random_matrix(tokens, 4, seed + 1)},
                    [](const auto& in) { return next_token(in); });
  for (const bool whole : {false, true})
    for (const bool causal : {false, true})
      require_explained(CostInput<double>{double(seed * seed), 8, 3, 3, whole, causal},
                        [](const auto& in) { return cost(in); });
}

TEST_CASE("why: whatever stands in the row of \"give\" is at most six questions from a word's embedding") {
  const auto in = world().self_attention(causal_mask(5), true);
  TracingScope scope;
  const auto recorded = with_scalar<MultiHeadInput<Traced>>(in);
  label(recorded, "");
  const auto trace = run_layer(recorded);
  label(trace, "");
  int hidden = 0, asked = 0;
  for_each_number(trace, run_layer(in), "", [&](const std::string& path, double value, double) {
    const size_t column = path.rfind('/');
    if (column == path.npos || path.compare(column - 2, 2, "/3") != 0) return;
    INFO(path);
    if (explain(scope, path).parts.empty()) {
      REQUIRE_FALSE(in.mask(3, std::stoi(path.substr(column + 1))));
      REQUIRE((value == 0 || value == -kInfinity));
      ++hidden;
      return;
    }
    int questions = 0;
    bool shown = false;
    for (std::set<std::string> names{path}; !shown && !names.empty();) {
      REQUIRE(++questions <= 6);
      std::set<std::string> next;
      for (const std::string& name : names)
        for (const Expression& part : leaves(explain(scope, name)))
          if (!part.name.empty()) next.insert(part.name);
      for (const std::string& name : next) shown = shown || name.rfind("inputs/", 0) == 0;
      names = next;
    }
    REQUIRE(shown);
    ++asked;
  });
  REQUIRE(hidden == 2 * 4);                           // scores, scaled, exponentials, weights of two heads
  REQUIRE(asked == 3 * 8 + 2 * (4 * 4 + 4) + 2 * 8);  // Q, K, V; what two heads see and say; mixed and output
}

TEST_CASE("why: a weight, down to the word and the matrix it came from") {
  const auto in = world().self_attention(causal_mask(5), true);
  const auto ask = [&](const std::string& at) { return text(why<MultiHeadInput>(in, at, run_layer)); };
  REQUIRE(ask("heads/0/weights/3/1") ==
          "quotient(heads/0/exponentials/3/1, sum(heads/0/exponentials/3/0, heads/0/exponentials/3/1, "
          "heads/0/exponentials/3/2, heads/0/exponentials/3/3))");
  REQUIRE(ask("heads/0/exponentials/3/1") ==
          "exponential(difference(heads/0/scaled/3/1, largest(heads/0/scaled/3/0, heads/0/scaled/3/1, "
          "heads/0/scaled/3/2, heads/0/scaled/3/3)))");
  REQUIRE(ask("heads/0/scaled/3/1") == "quotient(heads/0/scores/3/1, square_root(4))");
  REQUIRE(ask("heads/1/scores/3/1") ==
          "sum(product(queries/3/4, keys/1/4), product(queries/3/5, keys/1/5), product(queries/3/6, keys/1/6), "
          "product(queries/3/7, keys/1/7))");
  REQUIRE(ask("heads/0/output/1/2") ==
          "sum(product(heads/0/weights/1/0, values/0/2), product(heads/0/weights/1/1, values/1/2))");
  REQUIRE(ask("mixed/1/2") == ask("heads/0/output/1/2"));
  const std::string query = ask("queries/3/0");
  REQUIRE(query.rfind("sum(product(inputs/3/0, W_Q/0/0), product(inputs/3/1, W_Q/1/0), ", 0) == 0);
  REQUIRE(ask("inputs/3/2") == "0.2");
  REQUIRE(ask("heads/0/weights/3/4") == "0");
  REQUIRE(ask("heads/0/scores/3/4") == "-Infinity");
  REQUIRE(why<MultiHeadInput>(in, "mixed/1/2", run_layer).name == "heads/0/output/1/2");  // its first name
}

TEST_CASE("why: each operation is told as what it is, and sums of sums as one sum") {
  TracingScope scope;
  const Traced a = 1.5, b = 4, c = -2.25;
  label(a, "a");
  label(b, "b");
  int numbers = 0;
  const auto require = [&](const Traced& number, const std::string& wanted) {
    const std::string name = "n" + std::to_string(++numbers);
    label(number, name);
    REQUIRE(text(explain(scope, name)) == wanted);
    require_adds_up(explain(scope, name), value_of(number));
  };
  require(a + b, "sum(a, b)");
  require((a + b) + (c + a), "sum(a, b, -2.25, a)");
  require((a - b) - c, "difference(difference(a, b), -2.25)");
  require((a * b) * c, "product(a, b, -2.25)");
  require(a * b + c / a, "sum(product(a, b), quotient(-2.25, a))");
  require(larger(larger(a, c), larger(b, c)), "largest(a, -2.25, b, -2.25)");
  require(smaller(smaller(a, c), b), "smallest(a, -2.25, b)");
  require(larger(smaller(a, b), a), "largest(smallest(a, b), a)");
  require(hyperbolic_tangent(exponential(c)), "tanh(exponential(-2.25))");
  require(ceiling(logarithm(square_root(b))), "ceiling(logarithm(square_root(b)))");
  const Traced part = a + b;
  label(part, "part");
  label(part, "later");
  require(part + c, "sum(part, -2.25)");
  REQUIRE(explain(scope, "later").name == "part");
  require(a, "1.5");
}

TEST_CASE("why: refuses a name that nothing has, and leaves no scope open") {
  const SoftmaxInput<double> in{Rows{{1, 2}}};
  const auto ask = [](const SoftmaxInput<double>& asked, const std::string& at) {
    return why<SoftmaxInput>(asked, at, [](const auto& recorded) { return softmax(recorded); });
  };
  REQUIRE(ask(in, "weights/0/1").operation == "quotient");
  for (const std::string at : {"weights/0/2", "weights/1/0", "weights", "weights/0/1/", "", "softmax/weights/0/1"})
    require_refusal("range", "at", "found \"" + at + "\", wanted the path of a number of this run",
                    [&] { ask(in, at); });
  require_refusal("not_finite", "scores/0/0", "found NaN, wanted a finite number, or -Infinity for a hidden key",
                  [&] { ask({Rows{{kNaN}}}, "weights/0/0"); });
  REQUIRE(TracingScope::current() == nullptr);
}

TEST_CASE("why: the innermost scope records, and no scope records nothing") {
  const Traced six = Traced(2) * Traced(3);
  label(six, "six");
  REQUIRE(value_of(six) == 6);
  TracingScope outer;
  REQUIRE(outer.steps.empty());
  label(six, "six");
  REQUIRE(text(explain(outer, "six")) == "6");  // how it came about was not seen
  {
    TracingScope inner;
    label(Traced(2) + Traced(5), "seven");
    REQUIRE(text(explain(inner, "seven")) == "sum(2, 5)");
    REQUIRE(inner.names.count("six") == 0);
  }
  REQUIRE(outer.names.count("seven") == 0);
  REQUIRE(TracingScope::current() == &outer);
  label(six + Traced(1), "seven");
  REQUIRE(text(explain(outer, "seven")) == "sum(six, 1)");
}

/// Numbers of the formulas and of the figures' examples: those that stand in their sources. What stands in a data file
/// comes from there, by its place.
std::set<double> written_numbers() {
  std::set<double> numbers{-4, 5};  // written as {10, 3, -4}; and five tasks, counted from the sentence
  for (const char* topic : {"anchor", "cost", "kv_cache", "mask", "models", "softmax", "world"}) {
    const std::string text = file_text(std::string("core/src/facts_") + topic + ".cpp");
    const std::regex number("[^\\w.\"](\\d+(?:\\.\\d+)?(?:e\\d+)?)\\b");
    for (std::sregex_iterator found(text.begin(), text.end(), number), none; found != none; ++found)
      numbers.insert(std::stod((*found)[1]));
  }
  for (const double of_formulas : {0, 1, 2, 3, 4, 8, 1024}) numbers.insert(of_formulas);
  numbers.insert(4096);  // the length of the lesson's examples, in facts.cpp
  return numbers;
}

TEST_CASE("why: every figure adds up again and ends at a data file, a count, a quotation or a constant") {
  const TeachingWorld lesson = world();
  const AnchorModel anchor = anchor_model(file_text("data/anchor-model.json"), "anchor");
  const Papers quotes = papers(file_text("data/papers.json"), "papers");
  const Models others = models(file_text("data/frontier-models.json"), "frontier");
  const auto ask = [&](const std::string& at) { return fact_why(lesson, anchor, others, quotes, at); };
  const std::set<double> constants = written_numbers();
  const auto is_source = [](const std::string& name) {
    for (const std::string front :
         {"data/", "counted/", "quoted/", "limit."})  // what a lab takes at most ends there as well
      if (name.rfind(front, 0) == 0) return true;
    return false;
  };

  std::map<std::string, std::vector<std::string>> begins;  // from a figure to the names that its sums hold
  std::set<std::string> sources;
  std::set<std::pair<std::string, double>> met;
  std::vector<Expression> open;
  const auto take_apart = [&](const Expression& e) {
    require_adds_up(e, e.value);
    if (e.parts.empty() && is_source(e.name)) sources.insert(e.name);
    if (e.parts.empty() && !is_source(e.name)) REQUIRE(constants.count(e.value) == 1);
    for (const Expression& part : leaves(e)) {
      if (part.name.empty()) REQUIRE(constants.count(part.value) == 1);
      if (!part.name.empty() && met.emplace(part.name, part.value).second) open.push_back(part);
    }
  };
  for (const Fact& fact : facts(lesson, anchor, others, quotes)) {
    INFO(fact.id);
    const std::vector<Expression> answer = ask(fact.id);
    std::vector<double> wanted, given;
    for (const Expression& e : answer) given.push_back(e.value);
    if (const auto* names = std::get_if<std::vector<std::string>>(&fact.value)) {
      REQUIRE(given.size() == names->size());
      REQUIRE(std::is_sorted(given.rbegin(), given.rend()));  // an order is explained by what was ordered
    } else {
      if (const auto* row = std::get_if<std::vector<double>>(&fact.value)) wanted = *row;
      if (const auto* number = std::get_if<double>(&fact.value)) wanted = {*number};
      if (const auto* yes = std::get_if<bool>(&fact.value)) wanted = {*yes ? 1.0 : 0.0};
      REQUIRE(given == wanted);
    }
    if (fact.kind == "quoted") REQUIRE((answer[0].parts.empty() && answer[0].name.rfind("quoted/", 0) == 0));
    for (const Expression& e : answer) {
      take_apart(e);
      begins[fact.id].push_back(e.name);
      for (const Expression& part : leaves(e)) begins[fact.id].push_back(part.name);
    }
  }
  std::map<std::string, std::set<std::string>> leads;  // from a name to those that it is made of
  for (size_t next = 0; next < open.size(); ++next) {
    const Expression shown = open[next];
    INFO(shown.name);
    const std::vector<Expression> answer = ask(shown.name);
    REQUIRE(answer.size() == 1);
    REQUIRE(answer[0].value == shown.value);
    take_apart(answer[0]);
    leads[shown.name];
    for (const Expression& part : leaves(answer[0]))
      if (!part.name.empty()) leads[shown.name].insert(part.name);
  }
  std::set<std::string> ended;
  for (size_t before = leads.size() + 1; before != ended.size();) {
    before = ended.size();
    for (const auto& [name, parts] : leads)
      if (std::includes(ended.begin(), ended.end(), parts.begin(), parts.end())) ended.insert(name);
  }
  REQUIRE(ended.size() == leads.size());  // what runs in a circle never ends
  // What a figure says it rests on is what its sums come down to, and nothing else.
  const auto files_below = [&](std::vector<std::string> names) {
    std::set<std::string> passed, files;
    while (!names.empty()) {
      const std::string name = names.back();
      names.pop_back();
      if (!passed.insert(name).second) continue;
      if (name.rfind("counted/", 0) == 0) files.insert("data/teaching-world.json");  // of a run at its sizes
      if (name.rfind("data/", 0) == 0) files.insert(name.substr(0, name.find('#')));
      if (leads.count(name)) names.insert(names.end(), leads[name].begin(), leads[name].end());
    }
    std::string all;
    for (const std::string& file : files) all += (all.empty() ? "" : "; ") + file;
    return all;
  };
  std::map<std::string, int> resting;
  for (const Fact& fact : facts(lesson, anchor, others, quotes)) {
    if (fact.kind == "quoted") continue;
    INFO(fact.id);
    REQUIRE(fact.basis == files_below(begins[fact.id]));
    ++resting[fact.basis];
  }
  REQUIRE(resting.size() == 4);  // none, the words, the anchor, the other models
  // Every embedding, and most of what the model's file says.
  for (int token = 0; token < 5; ++token)
    for (int k = 0; k < 8; ++k)
      REQUIRE(sources.count("data/teaching-world.json#/tokens/" + std::to_string(token) + "/embedding/" +
                            std::to_string(k)) == 1);
  for (const std::string name : {"hidden_size", "intermediate_size", "num_attention_heads", "partial_rotary_factor"})
    REQUIRE(sources.count("data/anchor-model.json#/config/" + name) == 1);
  REQUIRE(sources.count("counted/recurrent/multiply_adds") == 1);

  for (const std::string at : {"nonsense", "", "world.width/0", "anchor"})
    require_refusal("range", "at", "found \"" + at + "\", wanted the id of a figure, or a number it came from",
                    [&] { ask(at); });
  REQUIRE(TracingScope::current() == nullptr);
}

TEST_CASE("why: a number from another scope is a constant in this one") {
  const Traced two = 2;
  {
    TracingScope first;
    label(Traced(7) + Traced(1), "x");
    label(two, "two");
  }
  TracingScope second;
  label(Traced(5) * Traced(6), "p");
  label(two + Traced(1), "n");
  const Expression n = explain(second, "n");
  REQUIRE(n.parts.size() == 2);
  REQUIRE(n.parts[0].value == 2);
  REQUIRE(n.parts[1].value == 1);
}
