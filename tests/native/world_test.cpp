#include "attn/world.h"

#include <algorithm>

#include "strict.h"

namespace {

const std::string kPath = "data/teaching-world.json";

TeachingWorld ours() { return teaching_world(file_text(kPath), kPath); }

/// The real world with tokens t0, t1, ... instead of its own.
std::string with_tokens(int count) {
  auto world = nlohmann::json::parse(file_text(kPath));
  const nlohmann::json token = world["tokens"][0];
  world["tokens"] = nlohmann::json::array();
  for (int i = 0; i < count; ++i) {
    world["tokens"].push_back(token);
    world["tokens"].back()["id"] = "t" + std::to_string(i);
  }
  world["attention"]["sink"]["query"] = "t0";
  return world.dump();
}

/// The real world with one entry of W_Q replaced.
TeachingWorld with_entry(const std::string& number) {
  return teaching_world(edited(nlohmann::json::parse(file_text(kPath)), "/attention/W_Q/0/0", number), "file");
}

}  // namespace

TEST_CASE("world: holds the five words in sentence order, eight numbers each") {
  const TeachingWorld world = ours();
  std::vector<std::string> words;
  for (const Token& token : world.tokens) words.push_back(token.text);
  REQUIRE(words == std::vector<std::string>{"小明", "把", "苹果", "给了", "小王"});
  REQUIRE(world.dimensions.size() == 8);
  REQUIRE(world.attention.heads.size() == 2);
}

TEST_CASE("world: embeddings are the tokens' numbers as rows") {
  const auto file = nlohmann::json::parse(file_text(kPath));
  const Matrix<double> rows = ours().embeddings();
  REQUIRE(shape_text(rows.rows(), rows.cols()) == "5 x 8");
  for (size_t t = 0; t < 5; ++t)
    for (size_t k = 0; k < 8; ++k) REQUIRE(rows(t, k) == file["tokens"][t]["embedding"][k].get<double>());
}

TEST_CASE("world: a token stands where the sentence has it") {
  const TeachingWorld world = ours();
  Index next = 0;
  for (const std::string id : {"ming", "ba", "apple", "give", "wang"}) REQUIRE(world.position(id) == next++);
  for (const std::string id : {"pear", "", "Ming", "小明"})
    require_refusal("range", "token", "found \"" + id + "\", wanted the id of a token of this world",
                    [&] { world.position(id); });
}

TEST_CASE("world: is the input of every mechanism") {
  const TeachingWorld world = ours();
  const Mask seen = causal_mask(5);
  for (const bool cut : {false, true}) {
    const MultiHeadInput<double> in = world.self_attention(seen, cut);
    require_same(in.inputs, world.embeddings());
    require_same(in.W_Q, world.attention.W_Q);
    require_same(in.W_K, world.attention.W_K);
    require_same(in.W_V, world.attention.W_V);
    require_same(in.W_O, world.attention.W_O);
    REQUIRE((in.mask == seen).all());
    REQUIRE(in.heads.size() == (cut ? 2 : 1));
    REQUIRE(in.heads[0].columns == (cut ? 4 : 8));
    REQUIRE_NOTHROW(multi_head(in));
  }
  const RnnInput<double> in = world.recurrent();
  require_same(in.inputs, world.embeddings());
  require_same(in.W_h, world.rnn.W_h);
  require_same(in.W_x, world.rnn.W_x);
  REQUIRE_NOTHROW(rnn(in));
}

// report J-8
TEST_CASE("world: a byte order mark changes nothing") {
  require_same(teaching_world("\xEF\xBB\xBF" + file_text(kPath), kPath).embeddings(), ours().embeddings());
}

TEST_CASE("world: nothing is converted, wherever it stands") { require_strict_types(file_text(kPath), teaching_world); }

TEST_CASE("world: every field once, and no other") { require_strict_fields(file_text(kPath), teaching_world); }

// report J-1
TEST_CASE("world: no number is NaN, infinite or beyond double") {
  require_strict_numbers(file_text(kPath), teaching_world);
}

TEST_CASE("world: refuses what is no text of ours, by file, line and column") {
  const auto refuse = [](const std::string& text, const std::string& code, const std::string& where,
                         const std::string& sentence) {
    require_refusal(code, where, sentence, [&] { teaching_world(text, "my world"); });
  };
  const std::string json = "found what is not JSON, wanted JSON (RFC 8259)";
  refuse("", "parse", "my world at line 1, column 1", json);
  refuse("{\n\"note\": oops}", "parse", "my world at line 2, column 9", json);
  const std::string whole = file_text(kPath);
  const auto lines = std::count(whole.begin(), whole.end(), '\n');
  refuse(whole + "}", "parse", "my world at line " + std::to_string(lines + 1) + ", column 1", json);
  refuse(std::string(40, '['), "depth", "my world#/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0",
         "found more than 32 levels of nesting, wanted at most 32");
  refuse("[]", "type", "my world#", "found [], wanted an object");
  refuse("null", "type", "my world#", "found null, wanted an object");
  refuse("{}", "missing", "my world#/note", "found nothing, wanted this field");
  refuse("{\"note\": 1, \"note\": 1}", "duplicate", "my world#/note",
         "found this key a second time, wanted each key once");
}

TEST_CASE("world: refuses matrices and embeddings of another shape") {
  const std::string row7 = "[0, 0, 0, 0, 0, 0, 0]", row8 = "[0, 0, 0, 0, 0, 0, 0, 0]";
  std::vector<Edit> edits;
  for (const std::string at :
       {"/attention/W_Q", "/attention/W_K", "/attention/W_V", "/attention/W_O", "/rnn/W_h", "/rnn/W_x"}) {
    edits.push_back({at, "[" + row8 + "]", "shape", at, "found 1 x 8, wanted 8 x 8"});
    edits.push_back({at, "[]", "shape", at, "found no entries, wanted rows of numbers"});
    edits.push_back({at + "/2", row7, "shape", at + "/2", "found 7 numbers, wanted 8 as in the first row"});
    edits.push_back({at + "/0", row7, "shape", at + "/1", "found 8 numbers, wanted 7 as in the first row"});
    edits.push_back({at + "/8", row8, "shape", at, "found 9 x 8, wanted 8 x 8"});
  }
  edits.push_back(
      {"/tokens/1/embedding", row7, "shape", "/tokens/1/embedding", "found 7 numbers, wanted 8, one a dimension"});
  edits.push_back(
      {"/tokens/4/embedding/8", "0", "shape", "/tokens/4/embedding", "found 9 numbers, wanted 8, one a dimension"});
  edits.push_back(
      {"/tokens/0/embedding", "[]", "shape", "/tokens/0/embedding", "found 0 numbers, wanted 8, one a dimension"});
  edits.push_back({"/dimensions/8", R"({"id": "ninth", "zh": "", "en": ""})", "shape", "/tokens/0/embedding",
                   "found 8 numbers, wanted 9, one a dimension"});
  require_refused(file_text(kPath), edits, teaching_world);
}

TEST_CASE("world: refuses entries that a reader would not see whole, in every matrix and embedding") {
  std::vector<Edit> edits;
  for (const std::string at : {"/tokens/2/embedding/7", "/attention/W_Q/1/2", "/attention/W_K/7/0",
                               "/attention/W_V/0/0", "/attention/W_O/3/3", "/rnn/W_h/7/7", "/rnn/W_x/0/5"}) {
    for (const std::string number : {"0.1234", "-0.0001", "1e-7", "99.9999"})
      edits.push_back({at, number, "range", at, "found " + number + ", wanted at most three decimals"});
    for (const std::string number : {"100.001", "-100.5", "101", "1e+200"})
      edits.push_back(
          {at, number, "range", at, "found " + number_text(std::stod(number)) + ", wanted a number from -100 to 100"});
  }
  require_refused(file_text(kPath), edits, teaching_world);
}

TEST_CASE("world: takes entries of three decimals up to 100") {
  for (const std::string number : {"100", "-100", "0.001", "-99.999", "33.333", "2.675", "0.1", "7e-3", "-0.0"})
    REQUIRE(with_entry(number).attention.W_Q(0, 0) == std::stod(number));
}

TEST_CASE("world: refuses an entry with a decimal far behind, too") {
  for (const std::string number : {"1e-13", "0.5000000000001", "-99.9990000000001"}) {
    INFO(number);
    REQUIRE_THROWS_AS(with_entry(number), Refusal);
  }
}

TEST_CASE("world: refuses ids that cannot stand in a link, stand twice or mean nothing") {
  const std::string letters = ", wanted ASCII letters, digits and hyphens",
                    once = " a second time, wanted each id once";
  std::vector<Edit> edits;
  for (const std::string list : {"/tokens", "/dimensions", "/attention/heads"}) {
    for (const std::string id : {"", "a b", "小明", "a.b", "a/b", "a_b"})
      edits.push_back({list + "/1/id", "\"" + id + "\"", "range", list + "/1/id", "found \"" + id + "\"" + letters});
  }
  edits.push_back({"/tokens/4/id", "\"ming\"", "duplicate", "/tokens/4/id", "found \"ming\"" + once});
  edits.push_back({"/tokens/0/id", "\"ba\"", "duplicate", "/tokens/1/id", "found \"ba\"" + once});
  edits.push_back({"/dimensions/7/id", "\"person\"", "duplicate", "/dimensions/7/id", "found \"person\"" + once});
  edits.push_back({"/attention/heads/1/id", "\"A\"", "duplicate", "/attention/heads/1/id", "found \"A\"" + once});
  const std::string listed = ", wanted the id of one that is listed";
  edits.push_back({"/attention/sink/head", "\"C\"", "range", "/attention/sink/head", "found \"C\"" + listed});
  edits.push_back({"/attention/sink/head", "\"a\"", "range", "/attention/sink/head", "found \"a\"" + listed});
  edits.push_back({"/attention/sink/query", "\"pear\"", "range", "/attention/sink/query", "found \"pear\"" + listed});
  edits.push_back({"/tokens/2/id", "\"pear\"", "range", "/attention/sink/query", "found \"apple\"" + listed});
  require_refused(file_text(kPath), edits, teaching_world);
}

TEST_CASE("world: refuses heads that do not cover the columns one after the other") {
  const std::string heads = "/attention/heads";
  require_refused(
      file_text(kPath),
      {{heads + "/1/first_column", "5", "range", heads + "/1/first_column",
        "found 5, wanted a whole number from 4 to 4"},
       {heads + "/1/first_column", "3", "range", heads + "/1/first_column",
        "found 3, wanted a whole number from 4 to 4"},
       {heads + "/0/first_column", "1", "range", heads + "/0/first_column",
        "found 1, wanted a whole number from 0 to 0"},
       {heads + "/1/columns", "3", "shape", heads, "found 7 columns in all, wanted 8"},
       {heads + "/1/columns", "5", "shape", heads, "found 9 columns in all, wanted 8"},
       {heads + "/0/columns", "3", "range", heads + "/1/first_column", "found 4, wanted a whole number from 3 to 3"},
       {heads + "/0/columns", "0", "range", heads + "/0/columns", "found 0, wanted a whole number from 1 to 8"},
       {heads + "/0/columns", "-4", "range", heads + "/0/columns", "found -4, wanted a whole number from 1 to 8"},
       {heads + "/1/columns", "9", "range", heads + "/1/columns", "found 9, wanted a whole number from 1 to 8"},
       {heads + "/1/columns", "2.5", "type", heads + "/1/columns", "found 2.5, wanted a whole number"},
       {heads + "/1/columns", "4.0", "type", heads + "/1/columns", "found 4.0, wanted a whole number"},
       {heads + "/1/columns", "2147483648", "range", heads + "/1/columns",
        "found 2147483648, wanted a whole number from -2147483648 to 2147483647"},
       {heads, "[]", "range", heads + " (how many)", "found 0, wanted a whole number from 1 to 64"}},
      teaching_world);
}

TEST_CASE("world: has between 1 and 64 tokens and at least one dimension") {
  REQUIRE(teaching_world(with_tokens(1), "file").tokens.size() == 1);
  REQUIRE(teaching_world(with_tokens(64), "file").tokens.size() == 64);
  for (const auto& [count, found] : {std::pair{0, "0"}, {65, "65"}})
    require_refusal("range", "file#/tokens (how many)",
                    std::string("found ") + found + ", wanted a whole number from 1 to 64",
                    [count = count] { teaching_world(with_tokens(count), "file"); });
  require_refused(
      file_text(kPath),
      {{"/dimensions", "[]", "range", "/dimensions (how many)", "found 0, wanted a whole number from 1 to 64"}},
      teaching_world);
}
