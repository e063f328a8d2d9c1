// @ts-check
// Where the arcs of each head stand: large ones with words and figures as long as there is room, else small ones in a
// grid and one of them enlarged below.

const LEAST = 46; // pixels that a word with its figure wants

/** @typedef {{ head: number, x: number, y: number, width: number, height: number, small: boolean }} HeadPlace */

/**
 * @param {number} count of heads @param {number} tokens @param {number} enlarged which one, in a grid of small ones
 * @param {{ x: number, y: number, width: number, height: number }} box
 * @returns {HeadPlace[]}
 */
export function headPlaces(count, tokens, enlarged, { x, y, width, height }) {
  const between = 16;
  const fits = (/** @type {number} */ columns) =>
    (width - between * (columns - 1)) / columns >= LEAST * Math.min(tokens, 5);
  const columns = count > 1 && fits(2) ? 2 : 1;
  if (count <= 2 || (count <= 4 && columns === 2))
    return grid(count, columns, { x, y, width, height }).map((place) => ({ ...place, small: false }));
  const rows = Math.ceil(count / 4);
  const top = Math.min(92, (height * 0.48) / rows) * rows;
  const large = { head: enlarged, x, y: y + top + 6, width, height: height - top - 6, small: false };
  return [...grid(count, 4, { x, y, width, height: top }).map((place) => ({ ...place, small: true })), large];
}

/** @param {number} count @param {number} columns @param {{ x: number, y: number, width: number, height: number }} box */
function grid(count, columns, { x, y, width, height }) {
  const between = 16;
  const each = (width - between * (columns - 1)) / columns;
  const high = height / Math.ceil(count / columns);
  return Array.from({ length: count }, (_, head) => ({
    head,
    x: x + (head % columns) * (each + between),
    y: y + Math.floor(head / columns) * high,
    width: each,
    height: high - 6,
  }));
}

/**
 * Sizes of arcs that stay below `high`: 100 % as thick as there is room, and crowns that do not overlap.
 * @param {number} tokens @param {number} gap between words @param {number} high
 */
export function arcSizes(tokens, gap, high) {
  const full = Math.min(gap * 0.8, high / (tokens / 2 + 0.25), 44);
  return { full, step: (high - full / 2) / (tokens - 0.5) };
}
