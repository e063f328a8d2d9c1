// @ts-check
// Products laid end to end: positive ones run to the right, then negative ones walk back to the left. Where the walk ends
// is the score, so nothing here adds it up: a picture only lays lengths beside one another.

/** @typedef {{ column: number, from: number, to: number, negative: boolean }} Piece in pixels from zero */

/**
 * @param {ArrayLike<number>} products by column @param {number} unit pixels for 1
 * @returns {{ pieces: Piece[], turn: number, end: number }} turn: the farthest to the right
 */
export function walkOf(products, unit) {
  /** @type {Piece[]} */
  const pieces = [];
  let at = 0;
  const lay = (/** @type {number} */ column) => {
    const to = at + products[column] * unit;
    pieces.push({ column, from: Math.min(at, to), to: Math.max(at, to), negative: to < at });
    at = to;
  };
  const columns = Array.from(products, (_, column) => column);
  columns.filter((column) => products[column] > 0).forEach(lay);
  const turn = at;
  columns.filter((column) => products[column] < 0).forEach(lay);
  return { pieces, turn, end: at };
}

/**
 * Pixels for 1: all that is laid fits, and from picture to picture it changes by doubling only, so that lengths can be
 * compared. @param {number} first where it begins @param {(unit: number) => boolean} fits
 */
export function unitThat(first, fits) {
  let unit = first * 8;
  for (let halves = 0; halves < 40 && !fits(unit); halves += 1) unit /= 2;
  return unit;
}

/**
 * Places of a ranking: by rank, equal ones in the order of the sentence; those of one rank share a point.
 * @param {ArrayLike<number>} ranks as the core gives them
 * @returns {{ slot: number, point: number }[]} by word, counted from 0
 */
export function placesOf(ranks) {
  const order = Array.from(ranks, (_, word) => word).sort((a, b) => ranks[a] - ranks[b] || a - b);
  return Array.from(ranks, (rank, word) => {
    const same = order.flatMap((other, slot) => (ranks[other] === rank ? [slot] : []));
    return { slot: order.indexOf(word), point: (same[0] + same[same.length - 1]) / 2 };
  });
}
