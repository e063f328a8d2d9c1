// @ts-check
// One row of weights as a ribbon: 100 % is a constant width, the pieces lie in the order of the sentence, and a share
// that is missing is a hole. Names stand inside their piece where they fit, else outside with a leader.
import { bandBetween, spread } from './ribbon-shapes.js';
import { widthOf } from './text-width.js';
/** @import { Question } from '../ask/questions.js' */
/** @import { Picture } from './picture.js' */

const NAME = 14; // px of its type
const FIGURE = 13;
const GAP = 5;

/**
 * @typedef {{
 *   key: string, pieces: [number, number][], weights: ArrayLike<number>, y: number, height: number, side: 1 | -1,
 *   within: [number, number], name: (i: number) => { text: string, lang?: string },
 *   figure: (i: number) => { text: string, ask: Question }, look?: (i: number) => string, shown?: (i: number) => boolean,
 *   lift?: (i: number) => number,
 * }} RibbonContent
 *   pieces: from where to where along the picture; side: where names stand that do not fit inside, below (1) or above;
 *   within: what those must not leave; look: classes of a piece; lift: how much higher it stands
 */

/** @param {Picture} picture @param {RibbonContent} content */
export function paintRibbon(picture, content) {
  const { key, pieces, weights, y, height, look = () => '', shown = () => true, lift = () => 0 } = content;
  const all = pieces.map((_, i) => i).filter(shown);
  for (const i of all) {
    const [from, to] = pieces[i];
    const piece = picture.mark(`${key}-piece-${i}`, 'rect', {
      class: `piece ${look(i)}`,
      'data-word': i,
      x: from,
      y: y - lift(i),
      width: weights[i] > 0 ? Math.max(to - from - (to - from > 3 ? 1.5 : 0), 0.8) : 0,
      height,
    });
    piece.style.setProperty('--share', String(weights[i]));
  }
  const labels = all.map((i) => labelOf(content, i));
  labels.filter(({ place }) => place !== 'outside').forEach((label) => paintInside(picture, content, label));
  paintOutside(
    picture,
    content,
    labels.filter(({ place }) => place === 'outside'),
  );
}

/** @typedef {ReturnType<typeof labelOf>} Label */

/** @param {RibbonContent} content @param {number} i */
function labelOf({ pieces, height, name, figure }, i) {
  const room = pieces[i][1] - pieces[i][0] - 8;
  const [{ text, lang }, { text: number, ask }] = [name(i), figure(i)];
  const [first, second] = [widthOf(text, NAME), widthOf(number, FIGURE)];
  const beside = first + GAP + second;
  const stacked = height >= 34 && Math.max(first, second) <= room;
  return {
    i,
    text,
    lang,
    number,
    ask,
    first,
    second,
    wide: beside,
    place: beside <= room ? 'beside' : stacked ? 'stacked' : 'outside',
  };
}

/** @param {Picture} picture @param {RibbonContent} content @param {Label} label */
function paintInside(picture, content, { i, text, lang, number, ask, first, second, wide, place }) {
  const { key, pieces, y, height, look = () => '', lift = () => 0 } = content;
  const middle = (pieces[i][0] + pieces[i][1]) / 2;
  const base = y - lift(i) + height / 2;
  const own = lang ? '' : '-own'; // a mark never changes its language
  // On a hatched piece it stands on a plate.
  const half = (place === 'stacked' ? Math.max(first, second) : wide) / 2 + 3;
  const high = place === 'stacked' ? height - 4 : 22;
  const under = { class: 'plate', x: middle - half, y: base - high / 2, width: 2 * half, height: high };
  if (look(i)) picture.mark(`${key}-plate-${i}`, 'rect', under);
  if (place === 'stacked') {
    const name = { 'data-word': i, class: 'label', lang, x: middle, y: base - 3 };
    picture.mark(`${key}-name-${i}${own}`, 'text', name, text);
    picture.figure(`${key}-figure-${i}`, { 'data-word': i, class: 'label', x: middle, y: base + 13 }, number, ask);
    return;
  }
  const left = middle - wide / 2;
  const shared = { 'data-word': i, class: 'label start' };
  picture.mark(`${key}-name-${i}${own}`, 'text', { ...shared, lang, x: left, y: base + 5 }, text);
  picture.figure(`${key}-figure-${i}`, { ...shared, x: left + first + GAP, y: base + 5 }, number, ask);
}

/** What does not fit in a row outside is left out, the smallest first. @param {Picture} picture @param {RibbonContent} content @param {Label[]} labels */
function paintOutside(picture, { key, pieces, weights, y, height, side, within, lift = () => 0 }, labels) {
  const between = 10;
  const kept = [...labels];
  const needed = () => kept.reduce((sum, { wide }) => sum + wide + between, 0);
  while (kept.length && needed() > within[1] - within[0]) {
    const least = Math.min(...kept.map(({ i }) => weights[i]));
    kept.splice(
      kept.findIndex(({ i }) => weights[i] === least),
      1,
    );
  }
  const middles = spread(
    kept.map(({ i, wide }) => ({ at: (pieces[i][0] + pieces[i][1]) / 2, wide: wide + between })),
    within,
  );
  kept.forEach(({ i, text, lang, number, ask, first, wide }, n) => {
    const edge = (side > 0 ? y + height : y) - lift(i);
    const from = (pieces[i][0] + pieces[i][1]) / 2;
    const left = middles[n] - wide / 2;
    const line = edge + side * 20 + (side > 0 ? 4 : 5);
    const shared = { 'data-word': i, class: 'label start' };
    picture.mark(`${key}-leader-${i}`, 'path', {
      class: 'leader',
      'data-word': i,
      d: `M${from} ${edge + side}V${edge + side * 4}L${middles[n]} ${edge + side * 9}`,
    });
    picture.mark(`${key}-name-${i}${lang ? '' : '-own'}`, 'text', { ...shared, lang, x: left, y: line }, text);
    picture.figure(`${key}-figure-${i}`, { ...shared, x: left + first + GAP, y: line }, number, ask);
  });
}

/**
 * The way of a share from one line to another.
 * @param {Picture} picture @param {string} key @param {number} word
 * @param {{ from: [number, number], top: number, to: [number, number], bottom: number }} ends
 */
export function paintBetween(picture, key, word, { from, top, to, bottom }) {
  const d = bandBetween(from, top, to, bottom);
  picture.mark(key, 'path', { class: 'between', 'data-word': word, d });
}

/** Lines at a slant, to fill shapes with. @param {Picture} picture @param {string} name of their class @param {string} id */
export function paintHatch(picture, name, id) {
  const shape = { width: 5, height: 5, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' };
  const pattern = picture.mark(id, 'pattern', { id, class: name, ...shape });
  if (pattern.firstChild) return;
  const line = document.createElementNS(pattern.namespaceURI, 'rect');
  line.setAttribute('width', '1.7');
  line.setAttribute('height', '5');
  pattern.append(line);
}
