// @ts-check
// Where the tanks of <memory-lab> stand, and how high their water: layout only, in pixels.
import { widthOf } from './text-width.js';

/** px: narrower pictures have small type and no strips below the tanks. */
const SMALL_BELOW = 560;

/**
 * A name in lines, parted behind spaces and hyphens, where it is too wide.
 * @param {string} name @param {number} room @param {number} px @param {boolean} [bold]
 */
export function linesOf(name, room, px, bold) {
  /** @type {string[]} */
  const lines = [''];
  for (const part of name.split(/(?<=[\s-])/)) {
    const longer = lines[lines.length - 1] + part;
    if (lines[lines.length - 1] && widthOf(longer.trim(), px, bold) > room) lines.push(part);
    else lines[lines.length - 1] = longer;
  }
  return lines.map((line) => line.trim());
}

/**
 * @typedef {{
 *   small: boolean, gutter: number, column: number, wide: number, rowHeight: number, head: number, brim: number,
 *   base: number, lower: number, strips: { top: number, base: number, legend: number, perLine: number }, px: number,
 *   lines: string[][], place: (i: number) => {
 *     middle: number, left: number, top: number, total: { x: number, lower: number },
 *   },
 * }} TankPlaces
 *   brim, base: of a tank, and all heights, from the top of its row; lower: every second total; lines: of each name
 */

/**
 * @param {number} width of the picture
 * @param {{ name: string, total: string, kinds: number }[]} tanks total: as it is printed; kinds: of layers
 * @returns {TankPlaces}
 */
export function tankPlaces(width, tanks) {
  const small = width < SMALL_BELOW;
  const px = small ? 12 : 14;
  const gutter = small ? 54 : 62;
  const least = small ? 64 : 112;
  const most = Math.max(1, Math.floor((width - gutter) / least));
  const perRow = Math.ceil(tanks.length / Math.ceil(tanks.length / most)); // rows of as many as can be
  const column = (width - gutter) / perRow;
  const wide = Math.min(small ? 96 : 176, column - 16);
  const lines = tanks.map(({ name }) => linesOf(name, column - 4, px, !small));
  const head = Math.max(...lines.map((name) => name.length)) * (px + 3) + 4;
  const brim = head + (small ? 22 : 24);
  const base = brim + (small ? 128 : 160);
  // Totals stand side by side and are never cut: where they are too wide for that, every second one stands lower.
  const lower = Math.max(...tanks.map(({ total }) => widthOf(total, small ? 13 : 20, true))) > column - 4 ? 18 : 0;
  const perLine = Math.max(1, Math.floor(column / 96));
  const legend = Math.ceil(Math.max(...tanks.map(({ kinds }) => kinds)) / perLine);
  const top = base + 60 + lower;
  const strips = { top, base: top + 40, legend: top + 56, perLine };
  const rowHeight = small ? base + 30 + lower : strips.legend + 16 * (legend - 1) + 8;
  return {
    ...{ small, gutter, column, wide, rowHeight, head, brim, base, lower, strips, px, lines },
    place: (i) => {
      const middle = Math.round(gutter + column * ((i % perRow) + 0.5));
      const half = widthOf(tanks[i].total, small ? 13 : 20, true) / 2;
      return {
        ...{ middle, left: middle - wide / 2, top: Math.floor(i / perRow) * (rowHeight + 14) },
        total: { x: Math.max(half, Math.min(middle, width - half)), lower: (i % perRow) % 2 ? lower : 0 },
      };
    },
  };
}

/** px: with less water in it, thin pieces would make a puddle of a trickle. */
const SHALLOW = 6;

/**
 * What lies in a tank, from its bottom: pieces as high as their share of the level, and those that do not grow at least
 * as high as can be seen. What is above the brim is cut off.
 * @template T @param {(T & { share: number, least: number })[]} pieces
 * @param {{ level: number, most: number }} heights
 * @returns {(T & { from: number, to: number })[]} above the bottom
 */
export function filled(pieces, { level, most }) {
  let at = 0;
  return pieces
    .filter(({ share }) => share > 0)
    .map((piece) => {
      const from = Math.min(at, most);
      at += Math.max(piece.share * level, level < SHALLOW ? 0 : piece.least);
      return { ...piece, from, to: Math.min(at, most) };
    });
}

/**
 * The context at which a line has these bytes: between two of its points, it runs straight.
 * @param {{ tokens: ArrayLike<number>, bytes: ArrayLike<number> }} line that never falls @param {number} wanted
 */
export function contextAt({ tokens, bytes }, wanted) {
  const last = bytes.length - 1;
  if (wanted <= bytes[0]) return tokens[0];
  if (wanted >= bytes[last]) return tokens[last];
  const next = Array.from(bytes).findIndex((value) => value > wanted);
  const share = (wanted - bytes[next - 1]) / (bytes[next] - bytes[next - 1]);
  return Math.round(tokens[next - 1] + share * (tokens[next] - tokens[next - 1]));
}
