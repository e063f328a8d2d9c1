#include "attn/json.h"

#include "strict.h"

namespace attn {  // where read_json looks for the structs of a list

struct SamplePart {
  int whole = 0;
  static constexpr auto fields() { return std::make_tuple(field("whole", &SamplePart::whole)); }
};

/// One field of every kind that a data file has.
struct Sample {
  std::string text;
  bool flag = false;
  double number = 0;
  std::vector<std::string> list;
  std::vector<SamplePart> parts;
  Matrix<double> matrix;

  static constexpr auto fields() {
    return std::make_tuple(field("text", &Sample::text), field("flag", &Sample::flag), field("number", &Sample::number),
                           field("list", &Sample::list), field("parts", &Sample::parts),
                           field("matrix", &Sample::matrix));
  }
};

/// A member that must be there, one that may be left out, and a struct of such.
struct SampleSettings {
  int width = 0;
  bool fault = false;
  double share = 0.5;
  SamplePart part = {7};

  static constexpr auto fields() {
    return std::make_tuple(field("width", &SampleSettings::width), option("fault", &SampleSettings::fault),
                           option("share", &SampleSettings::share), option("part", &SampleSettings::part));
  }
};

}  // namespace attn

namespace {

const std::string kSample = R"({"text": "小明", "flag": true, "number": 2.5, "list": ["a", ""],
                                "parts": [{"whole": 1}, {"whole": -2}], "matrix": [[1, 2, 3], [4, 5, 6.5]]})";

Sample load(const std::string& text, const std::string& file) { return read_file<Sample>(text, file); }

double number(const std::string& text) {
  double value = 0;
  read_json(parse_json(text, "file"), "file#", value);
  return value;
}

int whole(const std::string& text) {
  int value = 0;
  read_json(parse_json(text, "file"), "file#", value);
  return value;
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

TEST_CASE("json: a file that is right is read as it stands") {
  const Sample sample = load(kSample, "file");
  REQUIRE(sample.text == "小明");
  REQUIRE(sample.flag);
  REQUIRE(sample.number == 2.5);
  REQUIRE(sample.list == std::vector<std::string>{"a", ""});
  REQUIRE(sample.parts.size() == 2);
  REQUIRE(sample.parts[1].whole == -2);
  require_same(sample.matrix, Rows{{1, 2, 3}, {4, 5, 6.5}});
}

TEST_CASE("json: nothing is converted, wherever it stands") { require_strict_types(kSample, load); }

TEST_CASE("json: every field once, and no other") { require_strict_fields(kSample, load); }

TEST_CASE("json: an option may be left out and keeps its default, a field may not") {
  const auto settings = [](const std::string& text) { return read_file<SampleSettings>(text, "file"); };
  const SampleSettings silent = settings(R"({"width": 3})");
  REQUIRE(silent.width == 3);
  REQUIRE_FALSE(silent.fault);
  REQUIRE(silent.share == 0.5);
  REQUIRE(silent.part.whole == 7);
  const SampleSettings said = settings(R"({"part": {"whole": 8}, "share": 2, "fault": true, "width": 4})");
  REQUIRE(said.width == 4);
  REQUIRE(said.fault);
  REQUIRE(said.share == 2);
  REQUIRE(said.part.whole == 8);
  REQUIRE(settings(R"({"share": 2, "width": 4})").share == 2);

  const auto refuse = [&](const std::string& text, const std::string& code, const std::string& where) {
    INFO(text);
    try {
      settings(text);
    } catch (const Refusal& refusal) {
      REQUIRE(refusal.code == code);
      REQUIRE(refusal.where == where);
      return;
    }
    FAIL("nothing was refused");
  };
  refuse(R"({})", "missing", "file#/width");
  refuse(R"({"fault": true, "share": 1, "part": {"whole": 1}})", "missing", "file#/width");
  refuse(R"({"width": 3, "part": {}})", "missing", "file#/part/whole");
  refuse(R"({"width": 3, "fault": 1})", "type", "file#/fault");
  refuse(R"({"width": 3, "share": null})", "type", "file#/share");
  refuse(R"({"width": 3, "faults": true})", "unknown", "file#/faults");
  refuse(R"({"width": 3, "fault": true, "fault": true})", "duplicate", "file#/fault");
}

TEST_CASE("json: a struct tells its members in order, and which of them may be left out") {
  std::vector<std::string> names, options;
  for_each_field<SampleSettings>([&](const char* name, auto) { names.push_back(name); });
  REQUIRE(names == std::vector<std::string>{"width", "fault", "share", "part"});
  for_each_field<SampleSettings>([&](const char* name, auto, bool optional) {
    if (optional) options.push_back(name);
  });
  REQUIRE(options == std::vector<std::string>{"fault", "share", "part"});
  for_each_field<Sample>([&](const char*, auto, bool optional) { REQUIRE_FALSE(optional); });
}

// report J-1
TEST_CASE("json: no number is NaN, infinite or null") {
  require_strict_numbers(kSample, load);
  require_refusal("type", "file#", "found null, wanted a number", [] { number("null"); });
}

TEST_CASE("json: whole numbers are written as such and fit an int") {
  REQUIRE(whole("2147483647") == 2147483647);
  REQUIRE(whole("-2147483648") == -2147483647 - 1);
  for (const std::string text : {"2.5", "3.0", "1e2", "true", "\"3\"", "null"})
    require_refusal("type", "file#", "found " + nlohmann::json::parse(text).dump() + ", wanted a whole number",
                    [&] { whole(text); });
  for (const std::string text : {"2147483648", "-2147483649", "4294967297"})
    require_refusal("range", "file#", "found " + text + ", wanted a whole number from -2147483648 to 2147483647",
                    [&] { whole(text); });
}

TEST_CASE("json: integers beyond what a double tells apart are refused, the first of them too") {
  REQUIRE(number("9007199254740992") == 9007199254740992);
  REQUIRE(number("-9007199254740992") == -9007199254740992);
  for (const std::string text : {"9007199254740993", "-9007199254740993", "9007199254740994", "9223372036854775807",
                                 "-9223372036854775808", "9999999999999999999", "18446744073709551615"})
    require_refusal("range", "file#", "found " + text + ", wanted an integer a double holds exactly (up to 2^53)",
                    [&] { number(text); });
}

TEST_CASE("json: integers beyond 64 bits are refused, though the parser would round them") {
  for (const std::string text : {"-9223372036854775809", "-9999999999999999999", "18446744073709551616",
                                 "99999999999999999999", "-100000000000000000000"}) {
    INFO(text);
    REQUIRE_THROWS_AS(number(text), Refusal);
  }
  require_refusal("range", "file at line 2, column 7",
                  "found an integer of 20 digits, wanted an integer a double holds exactly (up to 2^53)",
                  [] { parse_json("{\n\"a\": [98765432109876543210]}", "file"); });
}

TEST_CASE("json: digits in texts, fractions and exponents may be many") {
  const std::string digits(30, '7');
  REQUIRE(parse_json("[\"" + digits + "\"]", "file")[0].get<std::string>() == digits);
  REQUIRE(parse_json("[\"\\\"" + digits + "\"]", "file")[0].get<std::string>() == "\"" + digits);
  REQUIRE(parse_json("{\"" + digits + "\": 1}", "file").size() == 1);
  REQUIRE(number("0." + digits) == 7 / 9.);
  REQUIRE(number("1e-" + std::string(30, '0') + "1") == 0.1);
  REQUIRE(number(digits + ".5e-29") == 70 / 9.);
}

TEST_CASE("json: matrices have rows of one length and at least one entry") {
  require_refused(kSample,
                  {{"/matrix", "[]", "shape", "/matrix", "found no entries, wanted rows of numbers"},
                   {"/matrix", "[[]]", "shape", "/matrix", "found no entries, wanted rows of numbers"},
                   {"/matrix/1", "[4, 5]", "shape", "/matrix/1", "found 2 numbers, wanted 3 as in the first row"},
                   {"/matrix/1", "[]", "shape", "/matrix/1", "found 0 numbers, wanted 3 as in the first row"},
                   {"/matrix/0", "[1]", "shape", "/matrix/1", "found 3 numbers, wanted 1 as in the first row"}},
                  load);
}

// report J-3
TEST_CASE("json: a second equal key is refused with its pointer") {
  const auto refuse = [](const std::string& text, const std::string& where) {
    require_refusal("duplicate", where, "found this key a second time, wanted each key once",
                    [&] { parse_json(text, "file"); });
  };
  refuse(R"({"n":1,"n":2})", "file#/n");
  refuse(R"({"n":1,"n":1})", "file#/n");
  refuse(R"({"n":{"m":[]},"k":0,"n":2})", "file#/n");
  refuse(R"({"x":[0,{"n":1,"n":2}]})", "file#/x/1/n");
  refuse(R"([[{"a":1},{"b":1}],[[],{"a":{"c":1,"c":1}}]])", "file#/1/1/a/c");
  refuse(R"({"a":1,"\u0061":2})", "file#/a");  // the same key, once in disguise
  refuse(R"({"":1,"":2})", "file#/");
  refuse(R"({"小明":1,"小明":2})", "file#/小明");
  REQUIRE_NOTHROW(parse_json(R"([{"n":1},{"n":2},{"m":{"n":{"n":3}},"n":4}])", "file"));
}

TEST_CASE("json: pointers escape the two characters that mean something in them") {
  require_refusal("duplicate", "file#/a~1b", "found this key a second time, wanted each key once",
                  [] { parse_json(R"({"a/b":1,"a/b":2})", "file"); });
  require_refusal("unknown", "file#/a~1b~0c", "found a field nobody reads, wanted one of the documented fields",
                  [] { load(edited(nlohmann::json::parse(kSample), "/a~1b~0c", "0"), "file"); });
}

// report J-5
TEST_CASE("json: half a million open brackets are refused at the 33rd") {
  const std::string sentence = "found more than 32 levels of nesting, wanted at most 32";
  const auto refuse = [&](const std::string& text, const std::string& where) {
    require_refusal("depth", "file#" + where, sentence, [&] { parse_json(text, "file"); });
  };
  refuse(std::string(512000, '['), repeated("/0", 32));
  refuse(repeated("{\"a\":", 200000), repeated("/a", 32));
  refuse(repeated("[{\"a\":", 150000), repeated("/0/a", 16));
  refuse("[7," + std::string(512000, '['), "/1" + repeated("/0", 31));
  refuse("{\"~/\":" + std::string(512000, '['), "/~0~1" + repeated("/0", 31));
  refuse(std::string(33, '[') + std::string(33, ']'), repeated("/0", 32));
  REQUIRE_NOTHROW(parse_json(std::string(32, '[') + std::string(32, ']'), "file"));
  REQUIRE_NOTHROW(parse_json("[" + repeated("[[[]]],", 20000) + "0]", "file"));  // many, but not deep
}

// report J-8
TEST_CASE("json: a byte order mark in front is skipped, and one only") {
  REQUIRE(parse_json("\xEF\xBB\xBF[1]", "file").dump() == "[1]");
  REQUIRE(load("\xEF\xBB\xBF" + kSample, "file").text == "小明");
  REQUIRE_THROWS_AS(parse_json("\xEF\xBB\xBF\xEF\xBB\xBF[1]", "file"), Refusal);
  REQUIRE_THROWS_AS(parse_json("[\xEF\xBB\xBF"
                               "1]",
                               "file"),
                    Refusal);
  REQUIRE_THROWS_AS(parse_json("\xEF\xBB", "file"), Refusal);
}

TEST_CASE("json: what is not JSON is refused with line and column") {
  const auto refuse = [](const std::string& text, int line, int column) {
    require_refusal("parse", "file at line " + std::to_string(line) + ", column " + std::to_string(column),
                    "found what is not JSON, wanted JSON (RFC 8259)", [&] { parse_json(text, "file"); });
  };
  refuse("", 1, 1);
  refuse("\n", 2, 1);
  refuse("x", 1, 1);
  refuse("\n\nx", 3, 1);
  refuse("{\n  \"a\": x\n}", 2, 8);
  refuse("[1,\n\n  2 3]", 3, 5);
  refuse("[1,\n]", 2, 1);
  refuse("[1,2", 1, 5);
  refuse("[1]\n[2]", 2, 1);
  refuse("\r\n\r\n  x", 3, 3);
  refuse("'a'", 1, 1);
  refuse("{a: 1}", 1, 2);
  refuse("// a remark", 1, 1);
  refuse("[1]\n// a remark", 2, 1);
}

// report M-19
TEST_CASE("json: words that Python writes for numbers are called by their name") {
  for (const auto& [text, word] : {std::pair{"[0.0,\n Infinity]", "Infinity"}, {"[0.0,\n NaN]", "NaN"}})
    require_refusal(
        "parse", "file at line 2, column 2",
        std::string("found ") + word + ", which Python writes and JSON has no word for, wanted JSON (RFC 8259)",
        [text = text] { parse_json(text, "file"); });
}

TEST_CASE("json: a key of a megabyte is refused in a message that can be read") {
  struct Empty {
    static constexpr auto fields() { return std::make_tuple(); }
  };
  try {
    read_file<Empty>("{\"" + std::string(1000000, 'k') + "\": 0}", "file");
  } catch (const Refusal& refusal) {
    REQUIRE(refusal.code == "unknown");
    REQUIRE(refusal.where.size() < 100);
    return;
  }
  FAIL("nothing was refused");
}

TEST_CASE("json: text that is not UTF-8 is not JSON") {
  for (const std::string bad : {"\xFF", "\xC0\x80", "\xED\xA0\x80", "\xE5\xB0", "\x80"})
    REQUIRE_THROWS_AS(parse_json("[\"" + bad + "\"]", "file"), Refusal);
}

TEST_CASE("json: a number beyond double is refused, one below is zero") {
  for (const auto& [text, place] : {std::pair{"1e999", ""},
                                    {"-1e999", ""},
                                    {"[0, 1e309]", "/1"},
                                    {"{\"a\": [[-1.8e308]]}", "/a/0/0"},
                                    {"{\"a\": [1, {\"b\": 0, \"c/d\": 1e999}]}", "/a/1/c~1d"}})
    require_refusal("range", std::string("file#") + place,
                    "found a number too large for double, wanted numbers up to 1.8e308",
                    [text = text] { parse_json(text, "file"); });
  REQUIRE(number("1e-999") == 0);
  REQUIRE(number("1.7976931348623157e308") == kLargest);
}

TEST_CASE("json: a text of four mebibytes is read, one byte more is refused") {
  const std::string most = "[1]" + std::string((1 << 22) - 3, ' ');
  REQUIRE_NOTHROW(parse_json(most, "file"));
  require_refusal("size", "file", "found 4194305 bytes, wanted at most 4194304",
                  [&] { parse_json(most + " ", "file"); });
}

TEST_CASE("json: a long value is quoted in part, and never through the middle of a character") {
  for (int shift = 0; shift < 4; ++shift) {
    const std::string text = "\"" + std::string(shift, 'a') + repeated("苹果", 20) + "\"";
    try {
      number(text);
      FAIL("nothing was refused");
    } catch (const Refusal& refusal) {
      INFO(refusal.found);
      REQUIRE(refusal.found.size() <= 43);
      REQUIRE(refusal.found.size() > 37);
      REQUIRE(text.compare(0, refusal.found.size() - 3, refusal.found, 0, refusal.found.size() - 3) == 0);
      REQUIRE(refusal.found.substr(refusal.found.size() - 3) == "...");
      REQUIRE_NOTHROW(nlohmann::json(refusal.found).dump());  // which throws at broken UTF-8
    }
  }
}
