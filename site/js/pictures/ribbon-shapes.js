// @ts-check
// Places and outlines of a ribbon: nothing but positions on the screen.

/**
 * From where to where each piece goes.
 * @param {ArrayLike<number>} weights @param {{ left: number, width: number }} whole of 100 % @returns {[number, number][]}
 */
export function piecesOf(weights, { left, width }) {
  let next = left;
  return Array.from(weights, (weight) => {
    const from = next;
    next += weight * width;
    return [from, next];
  });
}

/**
 * Middles of labels in a row: as near to where they belong as they can without touching, none outside.
 * @param {{ at: number, wide: number }[]} labels in order @param {[number, number]} within
 */
export function spread(labels, [least, most]) {
  const half = (/** @type {number} */ i) => labels[i].wide / 2;
  const middles = labels.map(({ at, wide }) => Math.min(Math.max(at, least + wide / 2), most - wide / 2));
  for (let i = 1; i < middles.length; i += 1) middles[i] = Math.max(middles[i], middles[i - 1] + half(i - 1) + half(i));
  for (let i = middles.length - 1; i >= 0; i -= 1) {
    const end = i === middles.length - 1 ? most - half(i) : middles[i + 1] - half(i + 1) - half(i);
    middles[i] = Math.min(middles[i], end);
  }
  return middles;
}

/**
 * The outline of what ties a stretch of one line to a stretch of a lower one.
 * @param {[number, number]} from @param {number} top @param {[number, number]} to @param {number} bottom
 */
export function bandBetween(from, top, to, bottom) {
  const middle = (top + bottom) / 2;
  const down = `C${from[0]} ${middle} ${to[0]} ${middle} ${to[0]} ${bottom}`;
  const up = `C${to[1]} ${middle} ${from[1]} ${middle} ${from[1]} ${top}`;
  return `M${from[0]} ${top}${down}H${to[1]}${up}Z`;
}

/** A length that a scale reaches to: 1, 2 or 5 times a power of ten, at least so long. @param {number} length */
export function roundUp(length) {
  if (!(length > 0)) return 0;
  const power = Number(`1e${length.toExponential().split('e')[1]}`);
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= length) ?? 10 * power;
}

/** A torn edge across. @param {number} from @param {number} to @param {number} y */
export function zigzag(from, to, y) {
  const teeth = Math.max(2, 2 * Math.round((to - from) / 24));
  const step = (to - from) / teeth;
  return `M${from} ${y}${Array.from({ length: teeth }, (_, i) => `l${step} ${i % 2 ? 5 : -5}`).join('')}`;
}

/** A torn edge from right to left. @param {number} wide */
export const zigzagBack = (wide) => `l${-wide / 4} 6l${-wide / 4} -6l${-wide / 4} 6l${-wide / 4} -6`;
