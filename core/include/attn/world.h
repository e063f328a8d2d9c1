// The teaching world: five words, their hand-made vectors, and the matrices that every laboratory shares.
#pragma once

#include <string>
#include <vector>

#include "attn/fields.h"
#include "attn/matrix.h"
#include "attn/multi_head.h"
#include "attn/rnn.h"

namespace attn {

/// A text in the languages of the site.
struct Words {
  std::string zh, en;

  static constexpr auto fields() { return std::make_tuple(field("zh", &Words::zh), field("en", &Words::en)); }
};

/// What one column of the embeddings stands for.
struct Dimension {
  std::string id, zh, en;

  static constexpr auto fields() {
    return std::make_tuple(field("id", &Dimension::id), field("zh", &Dimension::zh), field("en", &Dimension::en));
  }
};

struct Token {
  std::string id;                 ///< ASCII, for links and figure names
  std::string text;               ///< as it stands in the sentence
  Words gloss;                    ///< what it means, for readers of either language
  std::vector<double> embedding;  ///< one number a dimension

  static constexpr auto fields() {
    return std::make_tuple(field("id", &Token::id), field("text", &Token::text), field("gloss", &Token::gloss),
                           field("embedding", &Token::embedding));
  }
};

/// The row of near-equal scores that still hands out all of its weight.
struct Sink {
  std::string head;   ///< id of a head
  std::string query;  ///< id of a token

  static constexpr auto fields() { return std::make_tuple(field("head", &Sink::head), field("query", &Sink::query)); }
};

/// Projections of d rows and d columns, d = number of dimensions; queries = embeddings W_Q.
struct WorldAttention {
  Matrix<double> W_Q, W_K, W_V, W_O;
  std::vector<HeadCut> heads;
  Sink sink;

  static constexpr auto fields() {
    return std::make_tuple(field("W_Q", &WorldAttention::W_Q), field("W_K", &WorldAttention::W_K),
                           field("W_V", &WorldAttention::W_V), field("W_O", &WorldAttention::W_O),
                           field("heads", &WorldAttention::heads), field("sink", &WorldAttention::sink));
  }
};

/// h_t = tanh(W_h h_{t-1} + W_x x_t); both d x d.
struct WorldRnn {
  Matrix<double> W_h, W_x;

  static constexpr auto fields() { return std::make_tuple(field("W_h", &WorldRnn::W_h), field("W_x", &WorldRnn::W_x)); }
};

struct TeachingWorld {
  Words note;                         ///< what these numbers are and are not
  std::vector<Dimension> dimensions;  ///< d of them
  std::vector<Token> tokens;          ///< in sentence order
  WorldAttention attention;
  WorldRnn rnn;

  static constexpr auto fields() {
    return std::make_tuple(field("note", &TeachingWorld::note), field("dimensions", &TeachingWorld::dimensions),
                           field("tokens", &TeachingWorld::tokens), field("attention", &TeachingWorld::attention),
                           field("rnn", &TeachingWorld::rnn));
  }

  /// T x d, the tokens' embeddings as rows.
  Matrix<double> embeddings() const;

  /// Where a token stands in the sentence, from 0.
  /// @throws Refusal (range) for an id that is none of ours
  Index position(const std::string& id) const;

  /// What the sentence is for each mechanism. `cut` false: one head over all columns.
  MultiHeadInput<double> self_attention(const Mask& mask, bool cut) const;
  RnnInput<double> recurrent() const;
};

/// Reads data/teaching-world.json: strict (see json.h), every matrix of the right shape, every id once, every entry
/// within [-100, 100] and with at most three decimals, so that what a reader sees in the file is all there is.
/// @throws Refusal naming file and JSON pointer
TeachingWorld teaching_world(const std::string& text, const std::string& file);

}  // namespace attn
