// Mechanisms choose by select(), never by a branch on a number.
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

#include "attn/cosine.h"
#include "attn/cost.h"
#include "attn/counting.h"
#include "attn/rnn.h"
#include "attn/scalar/dual.h"
#include "attn/scalar/traced.h"
#include "attn/softmax.h"
#include "support.h"

namespace {

/// Runs under a scalar with no comparison at all but select and larger: a double in disguise.
class Opaque {
 public:
  Opaque(double value = 0) : value_(value) {}
  friend Opaque operator+(const Opaque& a, const Opaque& b) { return a.value_ + b.value_; }
  friend Opaque operator-(const Opaque& a, const Opaque& b) { return a.value_ - b.value_; }
  friend Opaque operator*(const Opaque& a, const Opaque& b) { return a.value_ * b.value_; }
  friend Opaque operator/(const Opaque& a, const Opaque& b) { return a.value_ / b.value_; }
  friend Opaque larger(const Opaque& a, const Opaque& b) { return larger(a.value_, b.value_); }
  friend Opaque select(const Opaque& condition, const Opaque& yes, const Opaque& no) {
    return select(condition.value_, yes.value_, no.value_);
  }
  friend Opaque exponential(const Opaque& x) { return exponential(x.value_); }
  friend Opaque square_root(const Opaque& x) { return square_root(x.value_); }
  friend double value_of(const Opaque& x) { return x.value_; }

 private:
  double value_;
};

}  // namespace

template <>
struct Eigen::NumTraits<Opaque> : attn::NumberTraits<Opaque> {};

TEST_CASE("select: the second where the first is above 0, the third where it is not") {
  for (const auto& [condition, chosen] :
       {std::pair{1.0, 2.0}, {5e-324, 2.0}, {kInfinity, 2.0}, {0.0, 3.0}, {-0.0, 3.0}, {-1.0, 3.0}, {kNaN, 3.0}}) {
    REQUIRE(select(condition, 2.0, 3.0) == chosen);
    REQUIRE(value_of(select(Counted(condition), Counted(2), Counted(3))) == chosen);
    REQUIRE(value_of(select(Traced(condition), Traced(2), Traced(3))) == chosen);
    const auto moved = select(Dual<double>(condition, 7), Dual<double>(2, 20), Dual<double>(3, 30));
    REQUIRE(moved.value == chosen);
    REQUIRE(moved.derivative == 10 * chosen);
  }
}

TEST_CASE("select: choosing is not counted, and explains as what it chose") {
  CountingScope counting;
  const Counted product = Counted(2) * Counted(3);
  select(Counted(1), product, Counted(0));
  REQUIRE(counting.counts.comparisons == 0);
  REQUIRE(counting.counts.span == 1);

  TracingScope tracing;
  const Traced sum = Traced(2) + Traced(3);
  REQUIRE(select(Traced(1), sum, Traced(0)).step() == sum.step());
}

TEST_CASE("select: a scalar without comparisons runs the mechanisms that choose") {
  const Matrix<double> rows{{1, 2}, {0, 0}, {-3, 1}, {1e200, -1e200}};
  const auto opaque = cosine<Opaque>({.rows = rows.topRows(3).cast<Opaque>()}).cosines;
  const auto plain = cosine<double>({.rows = rows.topRows(3)}).cosines;
  for (Index i = 0; i < 3; ++i)
    for (Index j = 0; j < 3; ++j) REQUIRE(value_of(opaque(i, j)) == plain(i, j));
  for (const double temperature : {0.0, 0.5, 1.0, kLargest})
    for (Index i = 0; i < 4; ++i) {
      const Matrix<double> row = rows.row(i);
      const auto a = softmax<Opaque>({.scores = row.cast<Opaque>(), .temperature = temperature}).weights;
      const auto b = softmax<double>({.scores = row, .temperature = temperature}).weights;
      for (Index j = 0; j < 2; ++j) REQUIRE(value_of(a(0, j)) == b(0, j));
    }
}

TEST_CASE("select: no mechanism branches on a number's value, but to refuse it") {
  // The value may be looked at where a number is refused; sizes that decide how often a loop runs are settings, not
  // data, as is a count that was not given; and whether there is a derivative at all is no number.
  const std::set<std::string> sizes{"decode_cost", "dilated_layers", "memory_within", "prefix_cost", "tied"};
  const std::regex head(R"(^[A-Za-z].*?(\w+)\()");
  size_t looked = 0;
  for (const auto& entry : std::filesystem::directory_iterator(ATTN_ROOT "/core/include/attn")) {
    const std::string path = "core/include/attn/" + entry.path().filename().string();
    if (entry.path().extension() != ".h") continue;
    std::istringstream lines(file_text(path));
    std::string function;
    for (std::string line; std::getline(lines, line);) {
      std::smatch name;
      if (std::regex_search(line, name, head)) function = name[1];
      if (line.find("value_of(") == line.npos) continue;
      INFO(path << ", " << function << ": " << line);
      ++looked;
      REQUIRE((function.rfind("require_", 0) == 0 || line.find("require_") != line.npos || sizes.count(function) > 0));
    }
  }
  REQUIRE(looked > 10);
}
