// @ts-check
// A strip of signed bars around its zero line: filled upwards where positive, hatched downwards where negative.
/** @import { Picture } from './picture.js' */

/** How far bars reach up and down. @param {ArrayLike<ArrayLike<number>>} rows */
export function reachOf(rows) {
  const all = Array.from(rows, (row) => Array.from(row)).flat();
  return { up: Math.max(0, ...all), down: Math.max(0, ...all.map((value) => -value)) };
}

/** The pattern of what is negative, or in grey of what is hidden. @param {Picture} picture @param {string} id */
export function hatching(picture, id, look = 'blue') {
  const pattern = picture.mark(id, 'pattern', {
    id,
    class: look,
    width: 5,
    height: 5,
    patternUnits: 'userSpaceOnUse',
    patternTransform: 'rotate(45)',
  });
  if (pattern.childNodes.length) return;
  for (const [name, width] of /** @type {[string, string][]} */ ([
    ['ground', '5'],
    ['stripe', '1.8'],
  ])) {
    const rect = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
    rect.setAttribute('class', name);
    rect.setAttribute('width', width);
    rect.setAttribute('height', '5');
    pattern.append(rect);
  }
}

/**
 * @param {Picture} picture
 * @param {{
 *   key: string, values: ArrayLike<number>, word: number, x: number, cell: number, zero: number, unit: number,
 *   negative: string,
 * }} strip x: its left edge; cell: width of a column; zero: y of its zero line; unit: pixels for 1; negative: id of the
 *   pattern
 */
export function bars(picture, { key, values, word, x, cell, zero, unit, negative }) {
  Array.from(values, (value, k) => {
    if (value === 0) return;
    const size = Math.max(0.8, Math.abs(value) * unit);
    picture.mark(`${key}/${k}`, 'rect', {
      class: value < 0 ? 'minus' : 'plus',
      'data-word': word,
      x: x + k * cell + cell * 0.17,
      width: cell * 0.66,
      y: value < 0 ? zero : zero - size,
      height: size,
      fill: value < 0 ? `url(#${negative})` : undefined,
    });
  });
  picture.mark(`${key}/zero`, 'path', {
    class: 'zero-line',
    d: `M${x} ${zero}H${x + values.length * cell}`,
  });
}
