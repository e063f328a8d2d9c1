#include "attn/rnn.h"

#include "support.h"

namespace {

RnnInput<double> random_input(Index tokens, Index d_x, Index d, unsigned seed) {
  return {.inputs = random_matrix(tokens, d_x, seed),
          .W_h = 0.5 * random_matrix(d, d, seed + 1),
          .W_x = random_matrix(d, d_x, seed + 2)};
}

/// The definition, one number at a time: the slow twin.
Matrix<double> textbook(const RnnInput<double>& in) {
  const Index d = in.W_h.rows();
  Matrix<double> hidden(in.inputs.rows(), d);
  std::vector<double> before(d, 0.0);
  for (Index t = 0; t < in.inputs.rows(); ++t) {
    for (Index unit = 0; unit < d; ++unit) {
      double sum = 0;
      for (Index k = 0; k < d; ++k) sum += in.W_h(unit, k) * before[k];
      for (Index k = 0; k < in.inputs.cols(); ++k) sum += in.W_x(unit, k) * in.inputs(t, k);
      hidden(t, unit) = std::tanh(sum);
    }
    for (Index unit = 0; unit < d; ++unit) before[unit] = hidden(t, unit);
  }
  return hidden;
}

/// One unit, one feature: everything can be written down.
RnnInput<double> single(double carry, const std::vector<double>& tokens) {
  Matrix<double> inputs(tokens.size(), 1);
  for (size_t t = 0; t < tokens.size(); ++t) inputs(static_cast<Index>(t), 0) = tokens[t];
  return {.inputs = inputs, .W_h = Rows{{carry}}, .W_x = Rows{{1}}};
}

}  // namespace

TEST_CASE("rnn: a state of one unit, by hand") {
  const double first = std::tanh(0.3), second = std::tanh(0.5 * first - 0.2), third = std::tanh(0.5 * second + 1);
  require_near(rnn(single(0.5, {0.3, -0.2, 1})).hidden, Rows{{first}, {second}, {third}}, 1e-15);
}

TEST_CASE("rnn: agrees with the textbook's loops") {
  const auto tokens = GENERATE(1, 2, 9), d_x = GENERATE(1, 3, 5), d = GENERATE(1, 4, 7);
  const auto in = random_input(tokens, d_x, d, 10);
  require_near(rnn(in).hidden, textbook(in), 1e-12);
}

TEST_CASE("rnn: a later token changes no earlier state by a single bit, and every state after it") {
  const auto changed = GENERATE(range(0, 6));
  auto in = random_input(6, 3, 4, 20);
  const Matrix<double> before = rnn(in).hidden;
  in.inputs.row(changed).array() += 1;
  const Matrix<double> after = rnn(in).hidden;
  require_same(after.topRows(changed), before.topRows(changed));
  for (Index t = changed; t < 6; ++t) REQUIRE(after.row(t) != before.row(t));
}

TEST_CASE("rnn: every entry of a state lies between -1 and 1") {
  const auto in = random_input(30, 4, 6, 30);
  REQUIRE((rnn(in).hidden.array().abs() < 1).all());
}

TEST_CASE("rnn: finite numbers that cancel to NaN beyond double are refused") {
  const RnnInput<double> in{.inputs = Rows{{1e200, 1e200}},
                            .W_h = Rows{{0}},
                            .W_x = Rows{{1e200, -1e200}}};  // the two products overflow, their sum is NaN
  require_refusal("not_finite", "hidden/0/0", "found NaN, wanted a finite number", [&] { rnn(in); });
}

TEST_CASE("rnn: an imprint by hand") {
  const auto in = single(0.5, {0.3, -0.2});
  const double fresh = std::tanh(0.3), own = std::tanh(0.5 * fresh - 0.2) - std::tanh(0.5 * fresh);
  const double later = std::tanh(0.5 * fresh - 0.2) - std::tanh(-0.2);
  const ImprintTrace<double> t = imprint(in);
  require_near(t.distance, Rows{{fresh, 0}, {later, -own}}, 1e-15);
  require_near(t.kept, Rows{{1, 0}, {later / fresh, 1}}, 1e-15);
}

TEST_CASE("rnn: an imprint is the distance between two runs") {
  const auto in = random_input(6, 3, 4, 40);
  const ImprintTrace<double> t = imprint(in);
  const Matrix<double> whole = textbook(in);
  for (Index erased = 0; erased < 6; ++erased) {
    auto without = in;
    without.inputs.row(erased).setZero();
    const Matrix<double> other = textbook(without);
    for (Index step = 0; step < 6; ++step) {
      double squares = 0;
      for (Index unit = 0; unit < 4; ++unit) squares += std::pow(whole(step, unit) - other(step, unit), 2);
      REQUIRE_THAT(t.distance(step, erased), WithinAbs(std::sqrt(squares), 1e-12));
      const double kept = step < erased ? 0 : t.distance(step, erased) / t.distance(erased, erased);
      REQUIRE_THAT(t.kept(step, erased), WithinAbs(kept, 1e-12));
    }
    REQUIRE(t.kept(erased, erased) == 1);
  }
}

TEST_CASE("rnn: without W_h a token is forgotten at once") {
  auto in = random_input(5, 3, 4, 50);
  in.W_h.setZero();
  require_same(imprint(in).kept, Matrix<double>::Identity(5, 5));
}

TEST_CASE("rnn: a small carry fades by itself once a step") {
  const ImprintTrace<double> t = imprint(single(0.5, {1e-6, 0, 0, 0}));  // tanh x = x to 1e-12 here
  for (Index step = 0; step < 4; ++step) REQUIRE_THAT(t.kept(step, 0), WithinAbs(std::pow(0.5, step), 1e-9));
}

TEST_CASE("rnn: a token that is zero already leaves no imprint") {
  auto in = random_input(4, 3, 2, 60);
  in.inputs.row(1).setZero();
  const ImprintTrace<double> t = imprint(in);
  REQUIRE((t.distance.col(1).array() == 0).all());
  REQUIRE((t.kept.col(1).array() == 0).all());
  REQUIRE(t.kept(2, 2) == 1);
}

TEST_CASE("rnn: refuses matrices that do not fit, by name, as imprint does") {
  const auto in = random_input(3, 2, 4, 70);
  const auto refuse = [](const RnnInput<double>& bad, const std::string& code, const std::string& where,
                         const std::string& sentence) {
    require_refusal(code, where, sentence, [&] { rnn(bad); });
    require_refusal(code, where, sentence, [&] { imprint(bad); });
  };
  auto bad = in;
  bad.inputs.resize(0, 2);
  refuse(bad, "shape", "inputs", "found no row, wanted at least one token");
  bad = in;
  bad.W_h = random_matrix(4, 3, 1);
  refuse(bad, "shape", "W_h", "found 4 x 3, wanted 4 x 4");
  bad = in;
  bad.W_x = random_matrix(2, 4, 1);
  refuse(bad, "shape", "W_x", "found 2 x 4, wanted 4 x 2");
  bad = in;
  bad.inputs(2, 1) = kNaN;
  refuse(bad, "not_finite", "inputs/2/1", "found NaN, wanted a finite number");
  bad = in;
  bad.W_h(3, 0) = kInfinity;
  refuse(bad, "not_finite", "W_h/3/0", "found Infinity, wanted a finite number");
  bad = in;
  bad.W_x(0, 1) = -kInfinity;
  refuse(bad, "not_finite", "W_x/0/1", "found -Infinity, wanted a finite number");
}
