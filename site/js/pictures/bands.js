// @ts-check
// Bands between words, as thick as the weights. On the asking word's bar 100 % is a constant width: bands land there
// side by side, left words near to far, the word itself, right words far to near, so that none crosses another, and a
// share that is missing is a gap at the end.

/**
 * @typedef {{ key: number, from: [number, number], to: [number, number], rise: [number, number] }} Band
 *   from: its foot at the word that is read, along the axis; to: on the bar of the word that asks; rise: of its inner
 *   and its outer edge above the axis
 */

/**
 * @param {ArrayLike<number>} weights of one row
 * @param {{ query: number, at: (word: number) => number, full: number, step: number }} how
 *   at: where a word's middle lies along the axis; full: the width of 100 %; step: how much higher a band goes for each
 *   word that it spans, at least half of full, so that crowns never overlap
 * @returns {Band[]} far ones first, as they are to be drawn
 */
export function bandsOf(weights, { query, at, full, step }) {
  const keys = Array.from(weights, (_, i) => i);
  const order = [
    ...keys.filter((key) => key < query).reverse(),
    ...(query < keys.length ? [query] : []),
    ...keys.filter((key) => key > query).reverse(),
  ];
  let next = at(query) - full / 2;
  const bands = order.map((key) => {
    const wide = weights[key] * full;
    /** @type {[number, number]} */
    const to = [next, next + wide];
    next += wide;
    // The word's own share is a post on its bar: a loop would cross its neighbours.
    if (key === query) return { key, from: to, to, rise: /** @type {[number, number]} */ ([step, step]) };
    const middle = at(key);
    const base = step * Math.abs(query - key) + step / 2;
    /** @type {Band} */
    const band = { key, from: [middle - wide / 2, middle + wide / 2], to, rise: [base - wide / 2, base + wide / 2] };
    return band;
  });
  return bands.filter(({ key }) => weights[key] > 0).sort((a, b) => Math.abs(b.key - query) - Math.abs(a.key - query));
}

/**
 * A band as the outline of a path: two quarter ellipses up, two down; a post where it stays in its place.
 * @param {Band} band @param {(along: number, up: number) => string} point "x y" of the ground
 */
export function bandPath({ from, to, rise }, point) {
  if (from === to) return `M${point(to[0], 0)}L${point(to[0], rise[1])}L${point(to[1], rise[1])}L${point(to[1], 0)}Z`;
  const [left, right] = from[0] + from[1] <= to[0] + to[1] ? [from, to] : [to, from];
  const arch = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ up) => {
    const bend = 0.5523; // of a quarter circle
    const middle = (a + b) / 2;
    return [
      `C${point(a, up * bend)} ${point(a + (middle - a) * (1 - bend), up)} ${point(middle, up)}`,
      `C${point(b - (b - middle) * (1 - bend), up)} ${point(b, up * bend)} ${point(b, 0)}`,
    ].join('');
  };
  return `M${point(left[0], 0)}${arch(left[0], right[1], rise[1])}L${point(right[0], 0)}${arch(right[0], left[1], rise[0])}Z`;
}
