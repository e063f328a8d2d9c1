// @ts-check
// A walk with its marks: pieces with their figures and columns where there is room, the turn, and the score at its end.
import { printer } from '../page/words.js';
import { unitThat, walkOf } from './walk.js';
import { widthOf } from './text-width.js';
/** @import { Question } from '../ask/questions.js' */
/** @import { Picture } from './picture.js' */

/** A row of a run, and where each of its figures is asked. @typedef {{ values: ArrayLike<number>, ask: (i: number) => Question }} Asked */

/**
 * @param {Picture} picture
 * @param {{
 *   key: string, word: number, products: Asked, score: { value: number, ask: Question }, zero: number, unit: number,
 *   y: number, lane: number, negative: string, first?: number, named?: boolean,
 * }} walk zero: x of zero; y, lane: top and height of the lane of positive ones, that of negative ones lies below;
 *   negative: id of the pattern; first: column that comes first; named: do columns stand at the pieces?
 */
export function drawWalk(
  picture,
  { key, word, products, score, zero, unit, y, lane, negative, first = 0, named = true },
) {
  const { pieces, turn, end } = walkOf(products.values, unit);
  for (const { column, from, to, negative: minus } of pieces) {
    const piece = `piece/${key}/${column}`;
    const [wide, middle, top] = [to - from, zero + (from + to) / 2, minus ? y + lane : y];
    picture.mark(piece, 'rect', {
      class: minus ? 'minus' : 'plus',
      'data-word': word,
      x: zero + from,
      y: top,
      width: Math.max(0.6, wide - (wide > 4 ? 1 : 0)), // a hair of paper between neighbours
      height: lane,
      fill: minus ? `url(#${negative})` : undefined,
    });
    const text = printer.signed(products.values[column]);
    if (lane >= 13 && wide > widthOf(text, 12) + 5) {
      const look = minus ? 'in-minus' : 'in-plus';
      picture.figure(
        `${piece}/figure`,
        { class: look, x: middle, y: top + lane / 2 + 4.5 },
        text,
        products.ask(column),
      );
    }
    if (named && lane >= 13 && wide > 10) {
      const place = { x: middle, y: minus ? top + lane + 12 : top - 4 };
      picture.mark(`${piece}/name`, 'text', { class: 'column', ...place }, printer.count(first + column + 1));
    }
  }
  const back = pieces.some((piece) => piece.negative);
  const level = back ? y + lane : y;
  if (back) picture.mark(`turn/${key}`, 'path', { class: 'turn', d: `M${zero + turn} ${y}V${y + 2 * lane}` });
  picture.mark(`end/${key}`, 'path', { class: 'walk-end', d: `M${zero + end} ${level - 3}V${level + lane + 3}` });
  const place = { x: back ? zero + end - 7 : zero + end + 7, y: level + lane / 2 + 5.5 };
  const look = `score ${back ? 'end' : 'start'}`;
  picture.figure(`score/${key}`, { class: look, 'data-word': word, ...place }, printer.signed(score.value), score.ask);
}

/**
 * Pixels for 1 so that walks stay within their room, where `whole` is that of a walk from −4 to 9.
 * @param {ArrayLike<number>[]} rows products @param {number} whole
 */
export function walkUnit(rows, whole) {
  const walks = rows.map((products) => walkOf(products, 1));
  return unitThat(
    whole,
    (u) => u <= 8 * whole && walks.every(({ turn, end }) => turn * u <= 9 * whole && end * u >= -4 * whole),
  );
}
