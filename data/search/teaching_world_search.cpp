// Finds the fine-tuned entries of data/teaching-world.json again: five entries of W_Q, tried on a grid, so that five
// weights of the lesson come out as they are quoted. Every figure is computed by the core.
//
//   teaching_world_search [world.json [figures.json]]
//
// The five entries that stand in the world file are not looked at until the end. Exit status 0: the search finds the
// very entries of the file; 1: it finds others or none, or cannot run.

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iterator>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "attn/json.h"
#include "attn/mask.h"
#include "attn/multi_head.h"
#include "attn/world.h"

namespace {

using attn::Index;

/// An entry of W_Q, named by two dimensions: row, what the asking word is; column, what it asks for.
struct FreeEntry {
  const char* row;
  const char* column;
  double start;  ///< the middle of its grid
};

// The asking word is 给了, whose query is row "action" and nothing else. The order matters for speed alone: entries of
// one head stand together, so that the figure of that head is known before the other head's entries are tried.
constexpr std::array kFree{
    FreeEntry{"action", "person", 2.2},    // head A asks for a person: how much of it goes to 小明
    FreeEntry{"action", "noun", 1.2},      // head A asks for a noun: how little 把 and 给了 keep in the single head
    FreeEntry{"action", "thing", 1.4},     // head B asks for a thing: how far 苹果 stands above 小明
    FreeEntry{"action", "handled", 1.7},   // head B asks for what is handled: 苹果 again, but 把 rises with it
    FreeEntry{"action", "receiver", 3.3},  // head B asks for a receiver: how 小王 does once the mask is off
};

constexpr int kReach = 5;              // steps on either side of the start: 11 values an entry
constexpr double kStepsInOne = 100;    // the grid is 0.01
constexpr double kTolerance = 0.0004;  // a kept candidate misses no figure by this much; printing needs 0.0005

/// A weight in the row of 给了 that the search aims at. What it should be stands in tests/figures.json.
struct Aim {
  const char* id;    ///< in tests/figures.json
  const char* head;  ///< "" for one head over all columns
  bool causal;
  const char* key;  ///< id of the token that gets the weight
};

constexpr const char* kQuery = "give";
constexpr std::array kAims{
    Aim{"world.head.a.give.ming", "A", true, "ming"},          // head A: who gives
    Aim{"world.head.b.give.apple", "B", true, "apple"},        // head B: what is given
    Aim{"world.weight.causal.give.apple", "", true, "apple"},  // one head: both, the apple first
    Aim{"world.weight.causal.give.ming", "", true, "ming"},
    Aim{"world.weight.unmasked.give.wang", "", false, "wang"},  // without the mask: what a look ahead takes
};

static_assert(kFree.size() == kAims.size(), "as many figures as entries: one exact answer to look around");
constexpr size_t kCount = kFree.size();
using Vector = Eigen::Matrix<double, kCount, 1>;  // one number an entry, or one a figure

struct Candidate {
  Vector entries, figures;
  double squares = 0;  ///< sum of the squared errors
};

/// What became of the candidates that were asked for one figure.
struct Sieve {
  size_t runs = 0, passed = 0;
  double least_error = std::numeric_limits<double>::infinity();
};

/// Position of the item with this id. @throws Refusal (range) if there is none
template <typename Item>
size_t find_id(const std::vector<Item>& items, const std::string& id, const std::string& what) {
  for (size_t i = 0; i < items.size(); ++i)
    if (items[i].id == id) return i;
  throw attn::Refusal("range", what, attn::phrase("nothing"), attn::in_quotes(id));
}

class Search {
 public:
  Search(const attn::TeachingWorld& world, const Vector& targets) : targets_(targets) {
    const auto tokens = static_cast<Index>(world.tokens.size());
    query_ = world.position(kQuery);
    for (size_t e = 0; e < kCount; ++e) {
      rows_[e] = static_cast<Index>(find_id(world.dimensions, kFree[e].row, "dimensions"));
      columns_[e] = static_cast<Index>(find_id(world.dimensions, kFree[e].column, "dimensions"));
    }
    for (size_t f = 0; f < kCount; ++f) {
      const Aim& aim = kAims[f];
      const bool cut = *aim.head != '\0';
      const attn::Mask mask = aim.causal ? attn::causal_mask(tokens) : attn::full_mask(tokens, tokens);
      layers_[f] = world.self_attention(mask, cut);
      heads_[f] = cut ? find_id(world.attention.heads, aim.head, "heads") : 0;
      keys_[f] = world.position(aim.key);
      // A head reads only its own columns of W_Q, so that entries in others cannot change its weights: its figure is
      // settled as soon as the last free entry within its columns stands.
      const attn::HeadCut& head = layers_[f].heads[heads_[f]];
      for (size_t e = 0; e < kCount; ++e)
        if (columns_[e] >= head.first_column && columns_[e] < head.first_column + head.columns) settled_[f] = e;
    }
    set(start());
  }

  static Vector start() {
    Vector entries;
    for (size_t e = 0; e < kCount; ++e) entries[e] = kFree[e].start;
    return entries;
  }

  /// What stands in the world file, whatever the search has set meanwhile.
  Vector in_file(const attn::TeachingWorld& world) const {
    Vector entries;
    for (size_t e = 0; e < kCount; ++e) entries[e] = world.attention.W_Q(rows_[e], columns_[e]);
    return entries;
  }

  /// "W_Q[3][0]"
  std::string place(size_t entry) const {
    return "W_Q[" + std::to_string(rows_[entry]) + "][" + std::to_string(columns_[entry]) + "]";
  }

  Vector figures_at(const Vector& entries) {
    set(entries);
    Vector figures;
    for (size_t f = 0; f < kCount; ++f) figures[f] = figure(f);
    return figures;
  }

  /// Decides every candidate of the grid. @return those kept, least sum of squares first
  std::vector<Candidate> run() {
    set(start());
    descend(0);
    std::stable_sort(kept_.begin(), kept_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.squares < b.squares; });
    return kept_;
  }

  /// The entries that meet all figures exactly, off the grid: Newton's method from the start values.
  std::optional<Vector> exact() {
    constexpr double nudge = 1e-6;
    Vector entries = start();
    for (int step = 0; step < 20; ++step) {
      const Vector here = figures_at(entries);
      if (!here.allFinite()) return std::nullopt;
      if ((here - targets_).cwiseAbs().maxCoeff() < 1e-12) return entries;
      Eigen::Matrix<double, kCount, kCount> slopes;
      for (size_t e = 0; e < kCount; ++e) {
        Vector beside = entries;
        beside[e] += nudge;
        slopes.col(e) = (figures_at(beside) - here) / nudge;
      }
      entries += slopes.partialPivLu().solve(targets_ - here);
      if (!(entries.cwiseAbs().maxCoeff() < 100)) return std::nullopt;  // the world file takes no more
    }
    return std::nullopt;
  }

  const std::array<Sieve, kCount>& sieves() const { return sieves_; }
  size_t decided() const { return decided_; }

 private:
  static constexpr size_t kValues = 2 * kReach + 1;

  void set(size_t entry, double value) {
    entries_[entry] = value;
    for (auto& layer : layers_) layer.W_Q(rows_[entry], columns_[entry]) = value;
  }

  void set(const Vector& entries) {
    for (size_t e = 0; e < kCount; ++e) set(e, entries[e]);
  }

  double figure(size_t f) const { return attn::multi_head(layers_[f]).heads[heads_[f]].weights(query_, keys_[f]); }

  /// Tries every value of this entry and, where all settled figures are met, of those after it.
  void descend(size_t entry) {
    const double middle = std::round(kFree[entry].start * kStepsInOne);
    for (int n = -kReach; n <= kReach; ++n) {
      set(entry, (middle + n) / kStepsInOne);  // whole / 100: the double that a JSON reader makes of two decimals
      if (!settled_figures_met(entry)) {
        decided_ += below(entry);
      } else if (entry + 1 < kCount) {
        descend(entry + 1);
      } else {
        kept_.push_back({entries_, figures_, (figures_ - targets_).squaredNorm()});
        ++decided_;
      }
      progress();
    }
  }

  bool settled_figures_met(size_t entry) {
    for (size_t f = 0; f < kCount; ++f) {
      if (settled_[f] != entry) continue;
      figures_[f] = figure(f);
      const double error = std::abs(figures_[f] - targets_[f]);
      ++sieves_[f].runs;
      sieves_[f].least_error = std::min(sieves_[f].least_error, error);
      if (!(error < kTolerance)) return false;
      ++sieves_[f].passed;
    }
    return true;
  }

  /// How many candidates share the entries up to this one.
  static size_t below(size_t entry) {
    size_t count = 1;
    for (size_t e = entry + 1; e < kCount; ++e) count *= kValues;
    return count;
  }

  /// A line about once a second.
  void progress() {
    const auto now = std::chrono::steady_clock::now();
    if (now - told_ < std::chrono::seconds(1)) return;
    told_ = now;
    const size_t all = kValues * below(0);
    std::fprintf(stderr, "%zu of %zu candidates decided (%.0f %%), %zu kept\n", decided_, all,
                 100.0 * static_cast<double>(decided_) / static_cast<double>(all), kept_.size());
  }

  Vector targets_, entries_ = Vector::Zero(), figures_ = Vector::Zero();
  Index query_ = 0;
  std::array<Index, kCount> rows_{}, columns_{};             // of each free entry
  std::array<attn::MultiHeadInput<double>, kCount> layers_;  // of each figure
  std::array<size_t, kCount> heads_{}, settled_{};
  std::array<Index, kCount> keys_{};
  std::array<Sieve, kCount> sieves_{};
  std::vector<Candidate> kept_;
  size_t decided_ = 0;
  std::chrono::steady_clock::time_point told_ = std::chrono::steady_clock::now();
};

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file) throw std::runtime_error(path + ": cannot be read");
  return text;
}

/// The values that tests/figures.json gives for the aims.
Vector targets_from(const std::string& text, const std::string& file) {
  const nlohmann::json json = attn::parse_json(text, file);
  if (!json.is_object() || !json.contains("figures"))
    throw attn::Refusal("missing", file + "#/figures", attn::phrase("nothing"), attn::phrase("a_list"));
  const nlohmann::json& figures = json["figures"];
  if (!figures.is_array()) attn::refuse_type(figures, file + "#/figures", attn::phrase("a_list"));
  Vector targets;
  for (size_t f = 0; f < kCount; ++f) {
    const auto found = std::find_if(figures.begin(), figures.end(), [&](const nlohmann::json& figure) {
      return figure.is_object() && figure.value("id", nlohmann::json()) == kAims[f].id && figure.contains("value");
    });
    if (found == figures.end())
      throw attn::Refusal("missing", file + "#/figures", attn::phrase("nothing"), attn::literal(kAims[f].id));
    attn::read_json((*found)["value"], file + "#/figures (" + kAims[f].id + ")", targets[f]);
  }
  return targets;
}

/// "2.23 1.22 1.43 1.70 3.33"
std::string row_text(const Vector& entries, int decimals) {
  std::string row;
  for (const double entry : entries) {
    char number[32];
    std::snprintf(number, sizeof number, "%.*f", decimals, entry);
    row += (row.empty() ? "" : " ") + std::string(number);
  }
  return row;
}

int find_again(const std::string& world_path, const std::string& figures_path) {
  const attn::TeachingWorld world = attn::teaching_world(text_of(world_path), world_path);
  const Vector targets = targets_from(text_of(figures_path), figures_path);
  Search search(world, targets);

  std::printf("Free entries:");
  for (size_t e = 0; e < kCount; ++e) std::printf(" %s", search.place(e).c_str());
  std::printf("\nStart values: %s, %d steps of %g either way\n", row_text(Search::start(), 2).c_str(), kReach,
              1 / kStepsInOne);

  const std::vector<Candidate> kept = search.run();
  std::printf("\n%-33s %8s %8s %8s %12s\n", "figure", "target", "runs", "passed", "least error");
  for (size_t f = 0; f < kCount; ++f) {
    const Sieve& sieve = search.sieves()[f];
    std::printf("%-33s %8.3f %8zu %8zu", kAims[f].id, targets[f], sieve.runs, sieve.passed);
    if (sieve.runs > 0)
      std::printf(" %12.6f\n", sieve.least_error);
    else
      std::printf(" %12s\n", "-");
  }
  std::printf("\n%zu candidates decided, %zu kept (every error below %g)\n", search.decided(), kept.size(), kTolerance);

  const std::optional<Vector> exact = search.exact();
  if (exact)
    std::printf("Off the grid all figures are met exactly at %s\n", row_text(*exact, 4).c_str());
  else
    std::printf("Newton's method finds no exact answer from the start values\n");
  if (kept.empty()) {
    std::printf("\nNothing kept: move the start values to the exact answer, rounded to 0.1, or change the world.\n");
    return EXIT_FAILURE;
  }

  constexpr size_t most_rows = 20;
  std::printf("\n%4s  %-28s %14s %12s\n", "rank", "entries", "sum of squares", "worst error");
  for (size_t k = 0; k < std::min(kept.size(), most_rows); ++k)
    std::printf("%4zu  %-28s %14.3e %12.6f\n", k + 1, row_text(kept[k].entries, 2).c_str(), kept[k].squares,
                (kept[k].figures - targets).cwiseAbs().maxCoeff());
  if (kept.size() > most_rows) std::printf("      and %zu more\n", kept.size() - most_rows);

  const Candidate& best = kept.front();
  const Vector in_file = search.in_file(world);
  std::printf("\n%-10s %-18s %8s %8s\n", "entry", "asks for", "found", "in file");
  for (size_t e = 0; e < kCount; ++e)
    std::printf("%-10s %-18s %8.2f %8s\n", search.place(e).c_str(),
                (std::string(kFree[e].row) + " -> " + kFree[e].column).c_str(), best.entries[e],
                attn::number_text(in_file[e]).c_str());
  std::printf("\n%-33s %8s %10s %10s\n", "figure", "target", "achieved", "error");
  for (size_t f = 0; f < kCount; ++f)
    std::printf("%-33s %8.3f %10.6f %+10.6f\n", kAims[f].id, targets[f], best.figures[f], best.figures[f] - targets[f]);

  for (size_t e = 0; e < kCount; ++e)
    if (std::abs(best.entries[e] - kFree[e].start) * kStepsInOne > kReach - 0.5)
      std::printf("\n%s lies on the edge of its grid: a better one may lie beyond.\n", search.place(e).c_str());

  const bool same = best.entries == in_file;
  std::printf("\n%s\n", same ? "The file holds exactly these entries." : "The file holds OTHER entries.");
  return same ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

int main(int count, char** words) {
  if (count > 3 || (count > 1 && words[1][0] == '-')) {
    std::fprintf(stderr, "usage: teaching_world_search [world.json [figures.json]]\n");
    return EXIT_FAILURE;
  }
  try {
    return find_again(count > 1 ? words[1] : ATTN_WORLD_FILE, count > 2 ? words[2] : ATTN_FIGURES_FILE);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "teaching_world_search: %s\n", error.what());
    return EXIT_FAILURE;
  }
}
