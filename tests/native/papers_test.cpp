#include "attn/papers.h"

#include "strict.h"

namespace {

const std::string kPath = "data/papers.json";

const Quote& quote(const Papers& all, const std::string& id) {
  for (const Quote& one : all.quotes)
    if (one.id == id) return one;
  throw std::out_of_range(id);
}

}  // namespace

TEST_CASE("papers: quotes what stands in the table, under the paper's name") {
  const Papers all = papers(file_text(kPath), kPath);
  REQUIRE(quote(all, "gqa.mha-xxl.average").value == 47.2);
  REQUIRE(quote(all, "gqa.mqa-xxl.seconds").value == 0.24);
  REQUIRE(quote(all, "gqa.gqa-8-xxl.seconds").unit == "s");
  REQUIRE(quote(all, "deepseek-v2.kv_reduction").value == 0.933);
}

TEST_CASE("papers: every quote says in both languages what was measured, and where it is printed") {
  for (const Quote& one : papers(file_text(kPath), kPath).quotes) {
    INFO(one.id);
    REQUIRE_FALSE(one.what.zh.empty());
    REQUIRE_FALSE(one.what.en.empty());
    REQUIRE_FALSE(one.unit.empty());
    REQUIRE(one.source.find("20") != one.source.npos);  // a year
    REQUIRE_FALSE(one.place.empty());
  }
}

TEST_CASE("papers: nothing is converted, wherever it stands") { require_strict_types(file_text(kPath), papers); }

TEST_CASE("papers: every field once, and no other") { require_strict_fields(file_text(kPath), papers); }

// report J-1
TEST_CASE("papers: no number is NaN, infinite or beyond double") { require_strict_numbers(file_text(kPath), papers); }

TEST_CASE("papers: refuses an id that stands twice, and a quote without source or place") {
  const auto all = nlohmann::json::parse(file_text(kPath))["quotes"];
  std::vector<Edit> edits;
  for (size_t i = 0; i < all.size(); ++i) {
    const std::string at = "/quotes/" + std::to_string(i);
    edits.push_back({at + "/source", "\"\"", "range", at + "/source", "found an empty text, wanted a source"});
    edits.push_back(
        {at + "/place", "\"\"", "range", at + "/place", "found an empty text, wanted a place in the source"});
    if (i == 0) continue;
    const std::string first = all[0]["id"];
    edits.push_back({at + "/id", "\"" + first + "\"", "duplicate", at + "/id",
                     "found \"" + first + "\" a second time, wanted each id once"});
  }
  require_refused(file_text(kPath), edits, papers);
}
