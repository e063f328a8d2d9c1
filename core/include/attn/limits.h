// How much one call may bring and may ask for. Checked before memory is asked for, and said in words: an input that a
// page can show is far below each of them.
#pragma once

#include <string_view>

#include "attn/refusal.h"

namespace attn {

/// Of one matrix that comes in. Rows are what costs most at the border: each becomes an object of its own there.
inline constexpr double kMostRows = 1 << 14;
inline constexpr double kMostMatrixEntries = 1 << 22;

/// Of all matrices of one answer, in numbers: 32 MiB of doubles.
inline constexpr double kMostAnswerEntries = 1 << 22;

/// Of one call, in multiply-adds: about a second in a browser.
inline constexpr double kMostWork = 1 << 28;

/// Steps that a run on numbers that remember keeps, to be asked why: 56 bytes and a name each.
inline constexpr double kMostTracedSteps = 1 << 20;

/// Of one list that is no matrix: numbers, names, structs. Whoever reads lists refuses longer ones by it.
inline constexpr double kMostListEntries = 1 << 16;

/// Of one text, in bytes of UTF-8: a whole data file. Names are far shorter.
inline constexpr double kMostTextBytes = 1 << 22;

/// Groups of layers: as many as a configuration has layers.
inline constexpr double kMostGroups = 4096;

/// @param what a phrase with one place, such as "entries" or "bytes", for how many were found
/// @throws Refusal (size) if there are more than `most`
void require_size(std::string_view where, PhraseKey<1> what, double found, double most);

/// @throws Refusal (size) for an answer of more than kMostAnswerEntries numbers, or more than kMostWork multiply-adds
void require_answer(std::string_view where, double entries, double multiply_adds);

/// @throws Refusal (shape) without a row or a column, naming what one row is; (size) beyond kMostRows or
///         kMostMatrixEntries
void require_extent(std::string_view where, double rows, double columns, PhraseKey<0> one_row);

}  // namespace attn
