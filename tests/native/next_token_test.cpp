#include "attn/next_token.h"

#include "support.h"

namespace {

NextTokenTrace<double> run(const Matrix<double>& outputs, const Matrix<double>& embeddings) {
  return next_token<double>({.outputs = outputs, .embeddings = embeddings});
}

/// The definition, one number at a time, with nothing subtracted: the slow twin.
NextTokenTrace<double> textbook(const Matrix<double>& outputs, const Matrix<double>& embeddings) {
  const Index tokens = outputs.rows();
  NextTokenTrace<double> t;
  t.logits = t.probabilities = Matrix<double>::Zero(tokens - 1, tokens);
  t.losses = Matrix<double>::Zero(tokens - 1, 1);
  for (Index task = 0; task < tokens - 1; ++task) {
    double sum = 0;
    for (Index j = 0; j < tokens; ++j) {
      for (Index k = 0; k < outputs.cols(); ++k) t.logits(task, j) += outputs(task, k) * embeddings(j, k);
      sum += std::exp(t.logits(task, j));
    }
    for (Index j = 0; j < tokens; ++j) t.probabilities(task, j) = std::exp(t.logits(task, j)) / sum;
    t.losses(task, 0) = -std::log(t.probabilities(task, task + 1));
    t.mean_loss += t.losses(task, 0) / static_cast<double>(tokens - 1);
  }
  return t;
}

}  // namespace

TEST_CASE("next_token: agrees with the textbook's loops") {
  const auto tokens = GENERATE(2, 3, 5, 12), width = GENERATE(1, 4, 8);
  for (unsigned seed = 0; seed < 5; ++seed) {
    const Matrix<double> outputs = random_matrix(tokens, width, seed);
    const Matrix<double> embeddings = random_matrix(tokens, width, seed + 100);
    const auto fast = run(outputs, embeddings), slow = textbook(outputs, embeddings);
    require_near(fast.logits, slow.logits, 1e-12);
    require_near(fast.probabilities, slow.probabilities, 1e-12);
    require_near(fast.losses, slow.losses, 1e-10);
    REQUIRE_THAT(fast.mean_loss, WithinAbs(slow.mean_loss, 1e-10));
  }
}

TEST_CASE("next_token: two words, by hand") {
  const auto t = run(Rows{{1, 2}, {9, 9}}, Rows{{3, 0}, {0, 1}});  // logits 3 and 2
  require_same(t.logits, Rows{{3, 2}});
  require_near(t.exponentials, Rows{{1, std::exp(-1.0)}}, 1e-15);
  require_near(t.probabilities, Rows{{0.731058579, 0.268941421}}, 1e-9);
  require_near(t.losses, Rows{{1.313261688}}, 1e-9);
  REQUIRE(t.mean_loss == t.losses(0, 0));
}

TEST_CASE("next_token: who cannot tell the words apart loses ln T") {
  const auto tokens = GENERATE(range(2, 13));
  const auto blank = run(Matrix<double>::Zero(tokens, 4), random_matrix(tokens, 4, 1));
  const auto alike = run(random_matrix(tokens, 4, 2), Matrix<double>::Ones(tokens, 4));
  for (const auto& t : {blank, alike}) {
    REQUIRE(t.losses.rows() == tokens - 1);
    for (Index task = 0; task < tokens - 1; ++task) REQUIRE_THAT(t.losses(task, 0), WithinAbs(std::log(tokens), 1e-12));
    REQUIRE_THAT(t.mean_loss, WithinAbs(std::log(tokens), 1e-12));
  }
}

TEST_CASE("next_token: a probability too small for a double still has its loss") {
  const auto far = GENERATE(800.0, 2000.0, 1e6, 1e300);
  const auto missed = run(Rows{{1}, {0}}, Rows{{far}, {0}});
  REQUIRE(missed.probabilities(0, 1) == 0);
  REQUIRE(missed.losses(0, 0) == far);
  const auto met = run(Rows{{1}, {0}}, Rows{{0}, {far}});
  REQUIRE(met.probabilities(0, 1) == 1);
  REQUIRE(met.losses(0, 0) == 0);
}

TEST_CASE("next_token: a loss is never below 0, and falls as the output leans to the next word") {
  for (unsigned seed = 0; seed < 30; ++seed) {
    const Matrix<double> embeddings = random_matrix(6, 5, seed);
    Matrix<double> outputs = random_matrix(6, 5, seed + 50);
    const auto before = run(outputs, embeddings);
    REQUIRE((before.losses.array() >= 0).all());
    for (Index task = 0; task < 5; ++task) REQUIRE_THAT(before.probabilities.row(task).sum(), WithinAbs(1, 1e-12));
    // One small step along the gradient, word t + 1 minus the words as they are expected.
    for (Index task = 0; task < 5; ++task)
      outputs.row(task) += 1e-3 * (embeddings.row(task + 1) - before.probabilities.row(task) * embeddings);
    REQUIRE(run(outputs, embeddings).mean_loss < before.mean_loss);
  }
}

TEST_CASE("next_token: the last output has no next word, so it counts for nothing") {
  Matrix<double> outputs = random_matrix(5, 3, 1);
  const Matrix<double> embeddings = random_matrix(5, 3, 2);
  const auto before = run(outputs, embeddings);
  outputs.row(4).setConstant(77);
  const auto after = run(outputs, embeddings);
  require_same(after.losses, before.losses);
  REQUIRE(after.mean_loss == before.mean_loss);
  outputs.row(3).setConstant(77);
  REQUIRE(run(outputs, embeddings).losses(3, 0) != before.losses(3, 0));
}

TEST_CASE("next_token: refuses one word, shapes that do not fit, NaN and infinities") {
  const auto refuse = [](const std::string& code, const std::string& where, const std::string& sentence,
                         const Matrix<double>& outputs, const Matrix<double>& embeddings) {
    require_refusal(code, where, sentence, [&] { run(outputs, embeddings); });
  };
  refuse("shape", "embeddings", "found 1 rows, wanted at least 2, a word and the next", Rows{{1, 2}}, Rows{{3, 4}});
  refuse("shape", "embeddings", "found 0 rows, wanted at least 2, a word and the next", Matrix<double>(0, 2),
         Matrix<double>(0, 2));
  refuse("shape", "outputs", "found 3 x 2, wanted 4 x 2", random_matrix(3, 2, 1), random_matrix(4, 2, 2));
  refuse("shape", "outputs", "found 4 x 3, wanted 4 x 2", random_matrix(4, 3, 1), random_matrix(4, 2, 2));
  for (const auto& [poison, name] : {std::pair{kNaN, "NaN"}, {kInfinity, "Infinity"}, {-kInfinity, "-Infinity"}}) {
    Matrix<double> good = random_matrix(3, 2, 3), bad = good;
    bad(2, 1) = poison;
    const std::string sentence = "found " + std::string(name) + ", wanted a finite number";
    refuse("not_finite", "outputs/2/1", sentence, bad, good);
    refuse("not_finite", "embeddings/2/1", sentence, good, bad);
  }
}

TEST_CASE("next_token: a logit beyond double is refused, not taken for a hidden one") {
  for (const double sign : {1.0, -1.0})
    require_refusal(
        "not_finite", "logits/0/0", "found " + std::string(sign < 0 ? "-" : "") + "Infinity, wanted a finite number",
        [&] {
          next_token<double>({.outputs = Rows{{sign * 1e200, 0}, {0, 1}}, .embeddings = Rows{{1e200, 0}, {1, 0}}});
        });
}
