// @ts-check
// The picture of <lane-head>: both ways of reading on one axis of beats. Ochre boxes are the states of the RNN, one a
// beat; blue bands are attention, all of them inside the first beat, which is then idle.
import { printer, words } from '../page/words.js';
import { bandPath, bandsOf } from './bands.js';
import { bars, hatching } from './bars.js';
import { beatsLayout, outlinesOf } from './beats.js';
import { Picture } from './picture.js';
import { widthOf } from './text-width.js';
import { drawWord } from './words-drawn.js';
/** @import { Question } from '../ask/questions.js' */
/** @import { Token } from '../attn.js' */
/** @import { BeatsLayout } from './beats.js' */

/**
 * @typedef {{
 *   label: string, tokens: Token[], names: string[], now: number, query: number, idle: number,
 *   states: ArrayLike<ArrayLike<number>>, before?: ArrayLike<ArrayLike<number>>,
 *   erased?: number, kept?: { share: ArrayLike<ArrayLike<number>>, ask: (t: number, j: number) => Question },
 *   weights: { values: ArrayLike<number>, ask: (key: number) => Question },
 *   choose: (word: number) => void, erase: (word: number) => void,
 * }} BeatsScene
 *   now: how many words the RNN has read; idle: for so many beats attention has been done; states: in use; erased: the
 *   word that was erased, before: the states with it; kept: shares of the words in the states
 */

const MINUS = 'beats-minus';
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';

export class BeatsPicture {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.picture = new Picture(place, () => this.paint(), 'beats-picture');
  }

  /** @param {BeatsScene} scene */
  show(scene) {
    this.scene = scene;
    this.picture.redraw(scene.label);
  }

  paint() {
    const at = beatsLayout(this.picture.width, this.scene.tokens.length);
    hatching(this.picture, MINUS, 'rnn');
    this.paintAxis(at);
    this.paintTitles(at);
    this.scene.tokens.forEach((_, i) => this.paintState(at, i));
    this.paintOthers(at);
    this.paintBands(at);
    this.scene.tokens.forEach((_, i) => this.paintWord(at, i));
    this.paintIdle(at);
    return at.height;
  }

  /** @param {BeatsLayout} at */
  paintTitles({ upright, titles }) {
    const { picture, scene } = this;
    const all = printer.count(scene.tokens.length);
    const lanes = /** @type {('rnn' | 'attention')[]} */ (['rnn', 'attention']);
    const beside = 12 + Math.max(...lanes.map((lane) => widthOf(words(`token-lanes.${lane}`), 15)));
    for (const lane of lanes) {
      const [x, y] = titles[lane];
      const name = words(`token-lanes.${lane}`);
      picture.mark(`title/${lane}`, 'text', { class: `head start ${lane}`, x, y }, name);
      const short = words(`lane-head.${lane}-short`);
      const long = words(`lane-head.${lane}-long`, { all });
      const place = upright ? { x, y: y + 16 } : { x: x + beside, y };
      picture.mark(`hint/${lane}`, 'text', { class: 'small start on-lines', ...place }, upright ? short : long);
    }
  }

  /** @param {BeatsLayout} at */
  paintAxis({ upright, beats, axis, boxes, attention }) {
    const { picture, scene } = this;
    const [first, now, last] = [beats[0], beats[scene.now], beats[beats.length - 1]];
    const line = (/** @type {number} */ from, /** @type {number} */ to) =>
      upright ? `M${axis} ${from}V${to}` : `M${from} ${axis}H${to}`;
    if (!upright)
      for (const [i, x] of beats.slice(1, -1).entries())
        picture.mark(`border/${i}`, 'path', { class: 'rule', d: `M${x} 28V${attention.bottom}` });
    picture.mark('axis', 'path', { class: 'axis', d: line(first, last) });
    picture.mark('passed', 'path', { class: 'axis passed', d: line(first, now) });
    const across = upright ? `M${axis} ${now}H${boxes[0].x + boxes[0].width}` : `M${now} 28V${attention.bottom}`;
    picture.mark('now', 'path', { class: 'now', d: across });
    scene.tokens.forEach((_, i) => {
      const middle = (beats[i] + beats[i + 1]) / 2;
      const text = upright ? printer.count(i + 1) : words('lane-head.beat', { n: printer.count(i + 1) });
      const place = upright ? { x: 15, y: middle + 12 } : { x: middle, y: axis + 18 };
      picture.mark(`beat/${i}`, 'text', { class: i === scene.now - 1 ? 'beat current' : 'beat', ...place }, text);
    });
  }

  /** A box with the bars of a state, what it was before a word was erased, and the arrow from the box before. @param {BeatsLayout} at @param {number} i */
  paintState({ upright, boxes }, i) {
    const { picture, scene } = this;
    const { now, erased = -1, kept } = scene;
    const { x, y, width, height } = boxes[i];
    const read = i < now;
    const changed = read && erased >= 0 && i >= erased;
    const look = read ? (i === now - 1 ? 'state fresh' : 'state') : 'state waiting';
    picture.mark(`state/${i}`, 'rect', { class: look, 'data-word': i, x, y, width, height, rx: 2 });
    if (read) {
      const strip = {
        x: x + 4,
        cell: (width - 8) / scene.states[i].length,
        zero: y + height / 2,
        unit: height / 2 - 3,
      };
      bars(picture, { key: `bars/${i}`, values: scene.states[i], word: i, negative: MINUS, ...strip });
      if (changed)
        outlinesOf(scene.before[i], strip).forEach((box, k) =>
          picture.mark(`was/${i}/${k}`, 'rect', { class: 'was', ...box }),
        );
    }
    picture.mark(`name/${i}`, 'text', { class: 'state-name start', x, y: y - 5 }, `h${SUBSCRIPTS[i + 1]}`);
    if (i > 0) this.arrow(`chain/${i}`, upright ? this.down(boxes, i) : this.along(boxes, i), read ? '' : 'waiting');
    if (!upright) this.paintRead(boxes[i], i);
    // Pressed, the word of this beat is erased; by keyboard the list beside the buttons does it.
    const area = upright ? { x, y: y - 14, width, height: height + 16 } : { x, y, width, height: height + 44 };
    const hit = picture.mark(`erase/${i}`, 'rect', { class: 'area button', 'data-word': i, ...area });
    picture.buttons.set(hit, () => scene.erase(i));
    if (!changed) return;
    const share = printer.percent(kept.share[i][erased]);
    const text = upright ? share : words('lane-head.left', { share });
    picture.figure(`kept/${i}`, { class: 'kept end', x: x + width, y: y - 5 }, text, kept.ask(i, erased));
  }

  /** @param {import('./beats.js').Box[]} boxes @param {number} i */
  along(boxes, i) {
    const [from, to, y] = [boxes[i - 1].x + boxes[i - 1].width + 4, boxes[i].x - 4, boxes[i].y + boxes[i].height / 2];
    return `M${from} ${y}H${to}M${to - 7} ${y - 4}L${to} ${y}L${to - 7} ${y + 4}`;
  }

  /** @param {import('./beats.js').Box[]} boxes @param {number} i */
  down(boxes, i) {
    const [x, from, to] = [boxes[i].x + 28, boxes[i - 1].y + boxes[i - 1].height + 3, boxes[i].y - 2];
    return `M${x} ${from}V${to}M${x - 4} ${to - 6}L${x} ${to}L${x + 4} ${to - 6}`;
  }

  /** @param {string} key @param {string} d @param {string} look */
  arrow(key, d, look) {
    this.picture.mark(key, 'path', { class: `chain-arrow ${look}`.trim(), d });
  }

  /** The word that is read in a beat. @param {import('./beats.js').Box} box @param {number} i */
  paintRead({ x, y, width, height }, i) {
    const { picture, scene } = this;
    const look = i === scene.erased ? 'erased' : i < scene.now ? '' : 'future';
    const place = { x: x + width / 2, y: y + height + 25, size: 21, room: width + 40 };
    drawWord(picture, { key: `read/${i}`, token: scene.tokens[i], word: i, ...place, look, gloss: 'below' });
  }

  /** All other pairs that see each other: they are done in the same beat. @param {BeatsLayout} at */
  paintOthers({ rows, foot, sizes }) {
    const { picture, scene } = this;
    if (scene.now === 0) return;
    const point = (/** @type {number} */ along, /** @type {number} */ up) => `${foot + up} ${along}`;
    rows.forEach((to, query) =>
      rows.slice(0, query).forEach((from, key) => {
        if (query === scene.query) return;
        const up = sizes.step * (query - key) + sizes.step / 2;
        const band = {
          key,
          from: /** @type {[number, number]} */ ([from, from]),
          to: /** @type {[number, number]} */ ([to, to]),
        };
        const d = bandPath({ ...band, rise: [up, up] }, point);
        picture.mark(`other/${query}/${key}`, 'path', { class: 'other', d });
      }),
    );
  }

  /** @param {BeatsLayout} at */
  paintBands({ rows, foot, sizes }) {
    const { picture, scene } = this;
    if (scene.now === 0) return;
    const { full, step } = sizes;
    const how = { query: scene.query, at: (/** @type {number} */ word) => rows[word], full, step };
    for (const band of bandsOf(scene.weights.values, how))
      picture.mark(`band/${band.key}`, 'path', {
        class: band.to[1] - band.to[0] < 0.9 ? 'band hair' : 'band',
        'data-word': band.key,
        d: bandPath(band, (along, up) => `${foot + up} ${along}`),
      });
    picture.mark('whole', 'path', { class: 'whole', d: `M${foot - 2} ${rows[scene.query] - full / 2}v${full}` });
  }

  /** A word of attention with its weight; pressed, it asks. @param {BeatsLayout} at @param {number} i */
  paintWord({ upright, rows, word, weight }, i) {
    const { picture, scene } = this;
    const token = scene.tokens[i];
    const y = rows[i];
    const asks = i === scene.query;
    const seen = i <= scene.query && scene.now > 0;
    const place = upright ? { x: word, y: y - 9, size: 19, room: 86 } : { x: word, y: y + 7, size: 20, room: 56 };
    drawWord(picture, {
      key: `word/${i}`,
      token: upright ? short(token) : token,
      word: i,
      ...place,
      look: `${asks ? 'asking' : seen ? '' : 'future'}${upright && i === scene.erased ? ' erased' : ''}`.trim(),
      gloss: upright ? 'below' : undefined,
      choose: {
        label: words('lane-head.choose', { token: scene.names[i] }),
        pressed: asks,
        act: () => scene.choose(i),
        area: upright ? { top: y - 30, height: 44 } : { top: y - 17, height: 34 },
      },
    });
    picture.marks.get(`word/${i}/area`)?.setAttribute('x', String(word - place.room / 2));
    if (!seen) return;
    const text = printer.percent(scene.weights.values[i]);
    const figure = upright ? { class: 'weight', x: weight, y: y + 24 } : { class: 'weight end', x: weight, y: y + 5 };
    picture.figure(`weight/${i}`, { ...figure, 'data-word': i }, text, scene.weights.ask(i));
  }

  /** Emptiness is measured: from the end of beat 1 to now. @param {BeatsLayout} at */
  paintIdle({ upright, titles, beats, rows }) {
    const { picture, scene } = this;
    if (scene.now === 0) return;
    const key = ['just-done', 'idle-one'][scene.idle] ?? 'idle';
    const size = upright && scene.idle ? '-short' : '';
    const text = words(`lane-head.${key}${size}`, { n: printer.count(scene.idle) });
    if (upright) {
      const [x, y] = titles.attention;
      const beside = x + widthOf(words('token-lanes.attention'), 14) + 8;
      picture.mark('idle', 'text', { class: 'small start', x: beside, y }, text);
      return;
    }
    const y = rows[2];
    const [from, to] = [beats[1] + 10, beats[scene.now] - 8];
    picture.mark('idle', 'text', { class: 'small start', x: from, y: y - 10 }, text);
    if (scene.idle)
      picture.mark('idle/span', 'path', {
        class: 'span',
        d: `M${from} ${y - 5}v10M${from} ${y}H${to}M${to} ${y - 5}v10`,
      });
  }
}

/** Its gloss without what stands in brackets, where there is little room. @param {Token} token @returns {Token} */
const short = (token) => ({ ...token, gloss: { ...token.gloss, en: token.gloss.en.replace(/ \(.*/, '') } });
