// @ts-check
// Parts of the picture of <multi-head-lab>: the bands of a head, a small head that can be enlarged, and the parameters.
import { words } from '../page/words.js';
import { bandPath, bandsOf } from './bands.js';
import { arcSizes } from './heads-layout.js';
import { widthOf } from './text-width.js';
/** @import { HeadPlace } from './heads-layout.js' */
/** @import { HeadsScene } from './heads-picture.js' */
/** @import { Picture } from './picture.js' */

/**
 * The bands of a head.
 * @param {Picture} picture @param {HeadsScene} scene @param {string} key @param {number} head
 * @param {{ at: (word: number) => number, gap: number, base: number, high: number }} how
 */
export function paintBands(picture, scene, key, head, { at, gap, base, high }) {
  const { full, step } = arcSizes(scene.tokens.length, gap, high);
  const { values } = scene.heads[head].weights;
  for (const band of bandsOf(values, { query: scene.query, at, full, step }))
    picture.mark(`${key}/band/${band.key}`, 'path', {
      class: band.to[1] - band.to[0] < 0.9 ? 'band hair' : 'band',
      'data-word': band.key,
      d: bandPath(band, (along, up) => `${along} ${base - up}`),
    });
  const middle = at(scene.query);
  picture.mark(`${key}/whole`, 'path', { class: 'whole', d: `M${middle - full / 2} ${base + 2}h${full}` });
}

/** A small one, to be enlarged.
 * @param {Picture} picture @param {HeadsScene} scene @param {HeadPlace} place @param {{ chosen: boolean, act: () => void }} how
 */
export function paintSmall(picture, scene, { head, x, y, width, height }, { chosen, act }) {
  const { id } = scene.heads[head];
  const key = `small/${id}`;
  const frame = picture.mark(key, 'rect', {
    class: `small-head${chosen ? ' chosen' : ''}`,
    x,
    y,
    width,
    height,
    rx: 3,
  });
  picture.button(frame, {
    label: words('multi-head.enlarge', { head: id }),
    pressed: chosen,
    act,
  });
  const inner = Math.min(width - 12, 150);
  const gap = inner / scene.tokens.length;
  const at = (/** @type {number} */ word) => x + (width - inner) / 2 + (word + 0.5) * gap;
  const base = y + height - 11;
  paintBands(picture, scene, key, head, { at, gap, base, high: height - 20 });
  picture.mark(`${key}/name`, 'text', { class: 'letter start', x: x + 5, y: y + 14 }, id);
  scene.tokens.forEach((_, word) => {
    const look = word === scene.query ? ' asking' : scene.seen[word] ? '' : ' future';
    picture.mark(`${key}/dot/${word}`, 'circle', {
      class: `mini${look}`,
      'data-word': word,
      cx: at(word),
      cy: base + 6,
      r: 2.2,
    });
  });
}

/** What no cut moves: the count, and on wide pages four matrices that only show where they are cut.
 * @param {Picture} picture @param {HeadsScene} scene @param {number} bottom of the rows of bars
 */
export function paintParameters(picture, scene, bottom) {
  const { text, ask } = scene.parameters;
  if (picture.upright) {
    const name = words('multi-head.parameters-short');
    picture.figure(
      'parameters',
      { class: 'number end', x: picture.width - widthOf(name, 13) * 1.08 - 6, y: 13 },
      text,
      ask,
    );
    picture.mark('parameters/name', 'text', { class: 'small end', x: picture.width, y: 13 }, name);
    return;
  }
  const y = bottom + 82;
  picture.figure('parameters', { class: 'big start', x: 0, y }, text, ask);
  const beside = widthOf(text, 27) + 10;
  picture.mark('parameters/name', 'text', { class: 'small start', x: beside, y }, words('multi-head.parameters-stay'));
  ['Q', 'K', 'V', 'O'].forEach((name, i) => paintMatrix(picture, scene, name, i * 62, y + 14));
}

/** @param {Picture} picture @param {HeadsScene} scene @param {string} name @param {number} x @param {number} y */
function paintMatrix(picture, scene, name, x, y) {
  const size = 40;
  const each = size / scene.products[0].length;
  const lines = Array.from(
    { length: scene.products[0].length + 1 },
    (_, i) => `M${x + i * each} ${y}v${size}M${x} ${y + i * each}h${size}`,
  );
  picture.mark(`matrix/${name}`, 'path', { class: 'cells', d: lines.join('') });
  const cuts = scene.heads
    .slice(1)
    .map(({ first_column: at }) =>
      name === 'O' ? `M${x - 2} ${y + at * each}h${size + 4}` : `M${x + at * each} ${y - 2}v${size + 4}`,
    );
  picture.mark(`matrix/${name}/cuts`, 'path', { class: 'cut', d: cuts.join('') || 'M0 0' });
  picture.mark(`matrix/${name}/W`, 'text', { class: 'matrix-name end', x: x + size / 2 + 3, y: y + size + 14 }, 'W');
  picture.mark(`matrix/${name}/name`, 'text', { class: 'column start', x: x + size / 2 + 6, y: y + size + 17 }, name);
}
