// @ts-check
// Where everything stands in the picture of <lane-head>: beats along one axis, the boxes of the RNN one beat apart, and
// attention inside the first beat. Lying the axis runs to the right; upright it runs down, and attention stands beside it.
import { arcSizes } from './heads-layout.js';

/** Narrower than that beat 1 has no room for the bands, and the picture stands upright. */
const LYING_FROM = 900;

/**
 * @typedef {{ x: number, y: number, width: number, height: number }} Box
 * @typedef {{
 *   upright: boolean, height: number, beats: number[], axis: number, boxes: Box[], rows: number[], word: number,
 *   weight: number, foot: number, sizes: { full: number, step: number }, titles: { rnn: [number, number], attention: [number, number] },
 *   attention: { top: number, bottom: number },
 * }} BeatsLayout
 *   beats: the borders of beats along the axis, one more than there are words; axis: where it lies across; boxes: of the
 *   states; rows: the height of each word of attention; word, weight: x of words and weights; foot: x where bands stand;
 *   sizes: of the bands; attention: its part of the ground
 */

/** @param {number} width @param {number} tokens @returns {BeatsLayout} */
export const beatsLayout = (width, tokens) => (width < LYING_FROM ? upright(width, tokens) : lying(width, tokens));

/** @param {number} width @param {number} tokens @returns {BeatsLayout} */
function lying(width, tokens) {
  const pitch = width / tokens;
  const wide = Math.min(150, pitch - 54);
  const [top, gap, foot] = [206, 35, 100];
  const rows = Array.from({ length: tokens }, (_, i) => top + 20 + (i + 0.5) * gap);
  const bottom = top + 22 + tokens * gap;
  return {
    upright: false,
    height: bottom + 2,
    beats: Array.from({ length: tokens + 1 }, (_, i) => i * pitch),
    axis: 164,
    boxes: Array.from({ length: tokens }, (_, i) => ({
      x: (i + 0.5) * pitch - wide / 2,
      y: 40,
      width: wide,
      height: 68,
    })),
    rows,
    word: 74,
    weight: 48,
    foot,
    sizes: arcSizes(tokens, gap, pitch - foot - 6),
    titles: { rnn: [0, 13], attention: [0, top + 10] },
    attention: { top: top + 18, bottom },
  };
}

/** @param {number} width @param {number} tokens @returns {BeatsLayout} */
function upright(width, tokens) {
  const [top, gap] = [36, 58];
  const used = Math.min(width, 560);
  const wide = used * 0.27;
  const word = 26 + wide + (used - 26 - wide) * 0.21;
  const foot = word + 42;
  const beats = Array.from({ length: tokens + 1 }, (_, i) => top + i * gap);
  return {
    upright: true,
    height: top + tokens * gap + 2,
    beats,
    axis: 4,
    boxes: beats.slice(0, tokens).map((y) => ({ x: 26, y: y + 17, width: wide, height: gap - 20 })),
    rows: beats.slice(0, tokens).map((y) => y + gap / 2),
    word,
    weight: word,
    foot,
    sizes: arcSizes(tokens, gap, Math.min(used - foot - 2, 190)),
    titles: { rnn: [26, 12], attention: [word - 34, 12] },
    attention: { top, bottom: top + tokens * gap },
  };
}

/**
 * The outlines of bars, where bars() in bars.js fills them.
 * @param {ArrayLike<number>} values @param {{ x: number, cell: number, zero: number, unit: number }} strip
 * @returns {Box[]}
 */
export const outlinesOf = (values, { x, cell, zero, unit }) =>
  Array.from(values, (value, k) => {
    const height = Math.abs(value) * unit;
    return { x: x + k * cell + cell * 0.17, width: cell * 0.66, y: value < 0 ? zero : zero - height, height };
  });
