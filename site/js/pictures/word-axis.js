// @ts-check
// Where the words of a sentence stand as an axis, with room for bands above it, or, on a narrow page, to its right.

/**
 * @typedef {{
 *   upright: boolean, height: number, axis: number, full: number, step: number, rises: number, lift: number,
 *   at: (word: number) => number, point: (along: number, up: number) => string,
 *   box: (along: [number, number], up: [number, number]) => { x: number, y: number, width: number, height: number },
 *   ends: [number, number],
 * }} WordAxis
 *   axis: where the words have their side of it; full, step: as bandsOf() takes them; rises: steps to the top; lift: of the
 *   bar; at: along the axis; point, box: in pixels; ends: of
 *   the axis
 */

/** 100 % is two steps wide, the least at which crowns never overlap. */
const WHOLE = 2;
/** How many steps the highest band of all rows rises. @param {number[][]} weights */
const highest = (weights) =>
  Math.max(...weights.flatMap((row, i) => row.map((w, k) => (w && i !== k ? Math.abs(i - k) + 0.5 + WHOLE * w : 1))));
const EDGE = 6;
/** The bar lies above the words: feet of bands, and what a word keeps for itself, reach down so far. */
const LIFT = 14;

/**
 * @param {number} width of the picture @param {number[][]} weights of all words: the axis stays where it is when another
 *   one asks
 * @param {{ glossed: boolean }} how does every word have its meaning under it?
 * @returns {WordAxis}
 */
export function wordAxis(width, weights, { glossed }) {
  const words = weights.length;
  const rises = highest(weights);
  const upright = width < (glossed ? 640 : 560); // px that words and what is under them need side by side
  if (upright) {
    const pitch = 62;
    const axis = glossed ? 178 : 138;
    const step = Math.min(30, (width - axis - LIFT - EDGE) / rises);
    return {
      ...{
        upright,
        axis,
        step,
        full: WHOLE * step,
        rises,
        lift: LIFT,
        height: pitch * words + 8,
        ends: [0, pitch * words],
      },
      at: (word) => pitch * (word + 0.5),
      point: (along, up) => `${axis + LIFT + up} ${along}`,
      box: (along, up) => ({ x: axis + LIFT + up[0], y: along[0], width: up[1] - up[0], height: along[1] - along[0] }),
    };
  }
  const step = Math.min(42, width / words / 4.5); // the last word's bar leaves room for its label
  const axis = EDGE + step * rises + LIFT;
  return {
    ...{
      upright,
      axis,
      step,
      full: WHOLE * step,
      rises,
      lift: LIFT,
      height: axis + (glossed ? 124 : 98),
      ends: [0, width],
    },
    at: (word) => (width / words) * (word + 0.5),
    point: (along, up) => `${along} ${axis - LIFT - up}`,
    box: (along, up) => ({ x: along[0], y: axis - LIFT - up[1], width: along[1] - along[0], height: up[1] - up[0] }),
  };
}
