// What the fuzz targets share: inputs decoded from bytes, and what must hold of every answer.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>

#include "attn/matrix.h"
#include "attn/refusal.h"

/// Takes numbers, sizes and matrices from the front of the bytes; zeros when they are used up.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : at_(data), left_(size) {}

  std::uint8_t byte() { return left_ == 0 ? 0 : (--left_, *at_++); }
  int size(int most) { return byte() % (most + 1); }

  /// One byte says of which kind: a small number, a special one, or eight bytes that are any double at all.
  double number() {
    const double special[] = {0,      -0.0,     1,         -1,  5e-324, 1e154, -1e154, 1e308,
                              -1e308, INFINITY, -INFINITY, NAN, 0.1,    0.3,   -0.3,   9007199254740993.0};
    const int kind = byte();
    if (kind < 160) return (kind - 80) / 16.0;
    if (kind < 240) return special[kind % 16];
    std::uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) bits = bits << 8 | byte();
    double any;
    std::memcpy(&any, &bits, sizeof any);
    return any;
  }

  attn::Matrix<double> matrix(int rows, int columns) {
    attn::Matrix<double> m(rows, columns);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) m(i, j) = number();
    return m;
  }

  /// Of the shape that is wanted, but for one time in eight.
  attn::Matrix<double> nearly(int rows, int columns) {
    return byte() % 8 == 0 ? matrix(size(4), size(4)) : matrix(rows, columns);
  }

  attn::Mask mask(int rows, int columns) {
    attn::Mask m(rows, columns);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) m(i, j) = byte() % 4 != 0;
    return m;
  }

 private:
  const std::uint8_t* at_;
  std::size_t left_;
};

/// A broken promise, said before the fuzzer keeps the input.
[[noreturn]] inline void broken(const std::string& what) {
  std::fprintf(stderr, "broken: %s\n", what.c_str());
  std::abort();
}

inline void require(bool holds, const char* what) {
  if (!holds) broken(what);
}

inline void require_all_finite(const attn::Matrix<double>& m, const char* what) {
  if (!m.allFinite()) broken(std::string("an entry is not finite in ") + what);
}

/// Runs the call; a refusal is an answer too, if its sentence is short and made of phrases of the list.
template <typename Call>
void answered(Call&& call) {
  try {
    call();
  } catch (const attn::Refusal& refusal) {
    require(!refusal.code.empty() && !refusal.where.empty(), "a refusal without code or place");
    require(attn::english(refusal.found_phrase) == refusal.found, "what was found is no phrase");
    require(attn::english(refusal.wanted_phrase) == refusal.wanted && !refusal.wanted.empty(),
            "what was wanted is no phrase");
    require(refusal.found.size() < 400 && refusal.wanted.size() < 400, "a refusal of more than a few lines");
  }
}
