#include "attn/world.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "attn/json.h"

namespace attn {
namespace {

void require_entry(const std::string& where, double value) {
  require_number(where, value, -100, 100);
  if (std::round(value * 1000) / 1000 != value)  // exact: a decimal and this quotient both round to the same double
    throw Refusal("range", where, literal(value), phrase("decimals"));
}

void require_matrix(const std::string& where, const Matrix<double>& m, Index width) {
  require_shape(where, m, width, width);
  for (Index i = 0; i < m.rows(); ++i)
    for (Index j = 0; j < m.cols(); ++j)
      require_entry(where + "/" + std::to_string(i) + "/" + std::to_string(j), m(i, j));
}

/// Ids are names in links and figures: ASCII letters, digits and hyphens, each once.
template <typename Item>
void require_ids(const std::string& where, const std::vector<Item>& items, size_t least, size_t most) {
  require_whole(where + " (how many)", static_cast<double>(items.size()), static_cast<double>(least),
                static_cast<double>(most));
  std::set<std::string> seen;
  for (size_t i = 0; i < items.size(); ++i) {
    const std::string at = where + "/" + std::to_string(i) + "/id";
    const std::string& id = items[i].id;
    if (id.empty() ||
        id.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") != id.npos)
      throw Refusal("range", at, in_quotes(id), phrase("id_letters"));
    if (!seen.insert(id).second)
      throw Refusal("duplicate", at, phrase("id_twice", shortened(id, kMostQuoted)), phrase("each_id_once"));
  }
}

template <typename Item>
void require_known(const std::string& where, const std::string& id, const std::vector<Item>& items) {
  for (const Item& item : items)
    if (item.id == id) return;
  throw Refusal("range", where, in_quotes(id), phrase("listed_id"));
}

}  // namespace

TeachingWorld teaching_world(const std::string& text, const std::string& file) {
  auto world = read_file<TeachingWorld>(text, file);
  const std::string at = file + "#";
  require_ids(at + "/dimensions", world.dimensions, 1, 64);
  require_ids(at + "/tokens", world.tokens, 1, 64);
  const auto d = static_cast<Index>(world.dimensions.size());

  for (size_t t = 0; t < world.tokens.size(); ++t) {
    const std::string row = at + "/tokens/" + std::to_string(t) + "/embedding";
    const auto& embedding = world.tokens[t].embedding;
    if (static_cast<Index>(embedding.size()) != d)
      throw Refusal("shape", row, phrase("numbers", std::to_string(embedding.size())),
                    phrase("one_a_dimension", std::to_string(d)));
    for (size_t k = 0; k < embedding.size(); ++k) require_entry(row + "/" + std::to_string(k), embedding[k]);
  }

  const WorldAttention& a = world.attention;
  require_matrix(at + "/attention/W_Q", a.W_Q, d);
  require_matrix(at + "/attention/W_K", a.W_K, d);
  require_matrix(at + "/attention/W_V", a.W_V, d);
  require_matrix(at + "/attention/W_O", a.W_O, d);
  require_ids(at + "/attention/heads", a.heads, 1, 64);
  require_cover(at + "/attention/heads", a.heads, d);
  require_known(at + "/attention/sink/head", a.sink.head, a.heads);
  require_known(at + "/attention/sink/query", a.sink.query, world.tokens);
  require_matrix(at + "/rnn/W_h", world.rnn.W_h, d);
  require_matrix(at + "/rnn/W_x", world.rnn.W_x, d);
  return world;
}

Matrix<double> TeachingWorld::embeddings() const {
  Matrix<double> rows(static_cast<Index>(tokens.size()), static_cast<Index>(dimensions.size()));
  for (Index t = 0; t < rows.rows(); ++t)
    for (Index k = 0; k < rows.cols(); ++k)
      rows(t, k) = tokens[static_cast<size_t>(t)].embedding[static_cast<size_t>(k)];
  return rows;
}

Index TeachingWorld::position(const std::string& id) const {
  for (size_t t = 0; t < tokens.size(); ++t)
    if (tokens[t].id == id) return static_cast<Index>(t);
  throw Refusal("range", "token", in_quotes(id), phrase("token_id"));
}

MultiHeadInput<double> TeachingWorld::self_attention(const Mask& mask, bool cut) const {
  const HeadCut whole{.id = "A", .first_column = 0, .columns = static_cast<int>(dimensions.size())};
  return {.inputs = embeddings(),
          .W_Q = attention.W_Q,
          .W_K = attention.W_K,
          .W_V = attention.W_V,
          .W_O = attention.W_O,
          .heads = cut ? attention.heads : std::vector<HeadCut>{whole},
          .mask = mask};
}

RnnInput<double> TeachingWorld::recurrent() const { return {.inputs = embeddings(), .W_h = rnn.W_h, .W_x = rnn.W_x}; }

}  // namespace attn
