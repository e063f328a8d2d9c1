// @ts-check
// Keys and values in the picture of <query-key-value-lab>: both strips of each word, and how alike they are to those of
// the word that asks.
import { printer, words } from '../page/words.js';
import { bars, reachOf } from './bars.js';
import { unitThat } from './walk.js';
/** @import { Picture } from './picture.js' */
/** @import { QkvPlaces, QkvScene } from './qkv-picture.js' */
/** @import { Asked } from './walk-drawing.js' */

/** Keys and values side by side, as strips. @param {Picture} picture @param {QkvScene} scene @param {QkvPlaces} at @param {string} negative id of the pattern */
export function paintValues(picture, scene, at, negative) {
  const sides = { k: scene.keys, v: scene.valuesOf };
  const all = reachOf([...scene.keys, ...scene.valuesOf].map(({ values }) => values));
  const room = at.row - (picture.upright ? 22 : 10);
  const unit = unitThat(picture.upright ? 9 : 18, (u) => (all.up + all.down) * u <= room && u <= 72);
  const starts = { k: at.strips, v: picture.upright ? (picture.width + 16) / 2 : at.walk.x };
  for (const [name, rows] of Object.entries(sides)) {
    const x = starts[/** @type {'k' | 'v'} */ (name)];
    picture.mark(`title/${name}`, 'text', { class: 'head start', x, y: 14 }, words(`query-key-value.strip-${name}`));
    rows.forEach((row, word) => {
      const zero = at.top + word * at.row + (picture.upright ? 18 : 4) + all.up * unit;
      bars(picture, { key: `${name}/${word}`, values: row.values, word, x, cell: at.cell, zero, unit, negative });
    });
  }
}

/** How alike the asking word's key and value are to the others': bars where there is room.
 * @param {Picture} picture @param {QkvScene} scene @param {QkvPlaces} at @param {string} negative */
export function paintLikeness(picture, scene, at, negative) {
  const bottom = at.top + scene.tokens.length * at.row;
  const { x, width } = at.slope ?? { x: picture.width - 150, width: 150 };
  const wide = Boolean(at.slope);
  if (wide) picture.mark('title/like', 'text', { class: 'head start', x, y: 14 }, words('query-key-value.alike'));
  scene.tokens.forEach((_, word) => {
    const top = at.top + word * at.row;
    const sides = /** @type {[string, Asked][]} */ ([
      ['k', scene.keyCosines],
      ['v', scene.valueCosines],
    ]);
    for (const [i, [name, row]] of sides.entries()) {
      const key = `like/${name}/${word}`;
      const value = row.values[word];
      const y = wide ? top + at.row / 2 - 15 + i * 15 : top + 3;
      const [left, right] = wide ? [x, x + width] : [x + i * 82, x + 68 + i * 82];
      picture.mark(`${key}/name`, 'text', { class: 'column start', x: left, y: y + 10 }, name);
      if (wide)
        picture.mark(key, 'rect', {
          class: value < 0 ? 'minus' : name === 'k' ? 'plus' : 'outlined',
          'data-word': word,
          x: x + 16,
          y,
          width: Math.max(0.6, Math.abs(value) * (width - 90)),
          height: 11,
          fill: value < 0 ? `url(#${negative})` : undefined,
        });
      const place = { x: right, y: y + (wide ? 11 : 10) };
      picture.figure(`${key}/figure`, { class: 'small end', ...place }, printer.cosine.format(value), row.ask(word));
    }
  });
  if (wide) picture.mark('like/zero', 'path', { class: 'zero-line', d: `M${x + 16} ${at.top}V${bottom}` });
}
