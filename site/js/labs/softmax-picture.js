// @ts-check
// The picture of <softmax-lab>: scores as posts to drag, how far each is below the highest, powers of e, and one ribbon.
// The number added to all lifts the floor; what hangs below the dashed line stands still.
import { figureNode } from '../ask/figures.js';
import { printer, putWords, words } from '../page/words.js';
import { Picture } from '../pictures/picture.js';
import { paintBetween, paintHatch, paintRibbon } from '../pictures/ribbon.js';
import { piecesOf, zigzag, zigzagBack } from '../pictures/ribbon-shapes.js';
import { langOf, paintWords, wordRow } from '../pictures/word-row.js';
import { STAGES } from './softmax-cells.js';
import { besideOrAbove, scaleOf } from './softmax-places.js';
/** @import { Scale } from './softmax-places.js' */
/** @import { SoftmaxLab, SoftmaxRun } from './softmax-lab.js' */

const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';
/** "w₁₂" @param {string} letter @param {number} i from 0 */
const symbol = (letter, i) => letter + [...String(i + 1)].map((digit) => SUBSCRIPTS[Number(digit)]).join('');

/** Heights in pixels; cap: of the line above each row, which stands in place of the names at the left; room: for figures above marks. */
const WIDE = { left: 116, right: 76, cap: 0, room: 0, post: 112, lift: 22, gap: 58, power: 52, fall: 26, ribbon: 36 };
const UPRIGHT = { left: 4, right: 32, cap: 16, room: 14, post: 92, lift: 18, gap: 44, power: 42, fall: 22, ribbon: 38 };

export class SoftmaxPicture {
  /** @param {HTMLElement} place @param {SoftmaxLab} lab */
  constructor(place, lab) {
    this.lab = lab;
    this.picture = new Picture(place, () => this.paint(), 'row-picture softmax-picture');
    /** @type {Scale} */
    this.scale = { top: 1, bottom: 1, unit: 1, floor: 0 };
    /** @type {Scale | undefined} */
    this.held = undefined;
    // While a post is held the scale stays, or it would run away under the hand.
    for (const kind of ['pointerup', 'pointercancel'])
      this.picture.svg.addEventListener(kind, () => {
        if (!this.held) return;
        this.held = undefined;
        this.picture.redraw();
      });
  }

  /** @param {SoftmaxRun} run */
  show(run) {
    this.run = run;
    const said = run.logits.map((_, i) => `${this.name(i)} ${this.weight(i).text}`);
    this.picture.redraw(words('softmax.picture', { weights: said.join(words('list.separator')) }));
  }

  get asked() {
    return this.lab.values.from === 'sentence';
  }

  /** Read out: a word, or which of the scores. @param {number} i */
  name(i) {
    return this.asked ? this.lab.wordName(this.run.layer.tokens[i]) : symbol('w', i);
  }

  /** The weights that are drawn come after the shift: that they are the same is seen, not supposed. */
  get weights() {
    return this.lab.values.shift === 0 ? this.run.weights : this.run.shiftedWeights;
  }

  /** @param {number} i */
  weight(i) {
    const { source, trace } = this.weights;
    return { text: printer.share(trace.weights[0][i]), ask: { source, at: `weights/0/${i}` } };
  }

  paint() {
    const { picture, run } = this;
    const upright = picture.upright;
    const size = upright ? UPRIGHT : WIDE;
    const { left, right, cap, room, lift, gap, power } = size;
    const { tokens } = run.layer;
    const all = run.logits.length;
    const pitch = (picture.width - left - right) / all;
    const wide = Math.min(upright ? 22 : 40, pitch * 0.45);
    const beside = pitch >= wide + 52;
    const start = (/** @type {number} */ i) => left + pitch * i + (beside ? 6 : (pitch - wide) / 2);
    const row = this.asked ? wordRow(tokens, pitch).height : 22;
    const top = row + cap + lift;
    this.scale = this.held ?? scaleOf(run.logits, size.post);
    const zero = top + this.scale.top * this.scale.unit;
    const shift = this.lab.values.shift;
    const floor = zero - Math.max(-lift, Math.min(lift, shift * this.scale.unit));
    this.scale.floor = floor;
    const ceiling = top + size.post + lift + cap + 8;
    const base = ceiling + gap + cap + room + power + 8;
    const ribbon = base + size.fall;
    const end = picture.width - right;
    /** What every row needs. */
    const how = { ...size, upright, all, wide, beside, pitch, start, floor, ceiling, base, ribbon, end };

    paintHatch(picture, 'below', 'softmax-below');
    paintHatch(picture, 'floor', 'softmax-floor');
    this.paintNames({ ...how, top: row + cap });
    const middle = (/** @type {number} */ i) => start(i) + wide / 2;
    if (this.asked)
      paintWords(picture, {
        tokens,
        query: run.layer.query,
        pitch,
        at: middle,
        y: 0,
        label: (token) => words('softmax.choose', { word: this.lab.wordName(token) }),
        choose: (i) => this.choose(i),
      });
    else
      run.logits.forEach((_, i) =>
        picture.mark(
          `symbol-${i}`,
          'text',
          { class: 'word size-16', 'data-word': i, x: middle(i), y: 16 },
          symbol('z', i),
        ),
      );
    this.paintFloor(how, zero, shift);
    const stage = STAGES.indexOf(this.lab.values.stage);
    if (stage > 0) this.paintGaps(how);
    if (stage > 0) this.paintPowers(how);
    if (stage > 1) this.paintWeights(how);
    this.paintPosts(how);
    return ribbon + size.ribbon + 28;
  }

  /** @param {number} i */
  choose(i) {
    const { id } = this.run.layer.tokens[i];
    return this.lab.change({ query: this.lab.values.words?.length ? String(i) : id });
  }

  /** @typedef {typeof WIDE & { upright: boolean, all: number, wide: number, beside: boolean, pitch: number, start: (i: number) => number, floor: number, ceiling: number, base: number, ribbon: number, end: number }} Rows */

  /** What the rows are. @param {Rows & { top: number }} how */
  paintNames({ upright, top, post, lift, ceiling, power, base, ribbon }) {
    const rows = [
      { key: 'scores', line: upright ? top - 2 : top + lift + post / 2 },
      { key: 'gaps', line: upright ? ceiling - 5 : ceiling + 16 },
      { key: 'powers', line: upright ? base - power - 20 : base - power + 18 },
      ...(upright ? [] : [{ key: 'weights', line: ribbon + 22 }]),
    ];
    for (const { key, line } of rows) {
      const [first, second] = [words(`softmax.row-${key}`), words(`softmax.row-${key}-how`)];
      const place = { x: 0, y: line };
      if (upright) {
        this.picture.mark(`row-${key}`, 'text', { class: 'row start', ...place }, `${first}  ${second}`);
        continue;
      }
      this.picture.mark(`row-${key}`, 'text', { class: 'row start strong', ...place }, first);
      this.picture.mark(`row-${key}-how`, 'text', { class: 'row start', ...place, y: line + 17 }, second);
    }
  }

  /** The floor, lifted by what is added to all; more than fits is torn off. @param {Rows} how @param {number} zero @param {number} shift */
  paintFloor({ left, end, floor, lift, upright }, zero, shift) {
    const { picture } = this;
    const x = left;
    const slab = { x, width: end - left, y: Math.min(zero, floor), height: Math.abs(zero - floor) };
    picture.mark('slab', 'rect', { class: 'slab', ...slab });
    picture.mark('zero', 'path', { class: 'hairline', d: `M${left} ${zero}H${end}` });
    picture.mark('floor', 'path', { class: 'ground', d: `M${left} ${floor}H${end}` });
    const torn = Math.abs(shift * this.scale.unit) > lift + 0.5;
    const edge = (zero + floor) / 2;
    if (torn) picture.mark('torn', 'path', { class: 'torn', d: zigzag(left, end, edge) });
    const added = `${shift > 0 ? '+' : ''}${printer.number(shift)}`;
    const text = upright || shift === 0 ? added : words('softmax.floor', { added });
    picture.mark('floor-name', 'text', { class: 'row start', x: end + 5, y: floor + 5 }, text);
  }

  /** @param {number} value of a score, without the shift */
  height(value) {
    return this.scale.floor - value * this.scale.unit;
  }

  /** What happened, in a sentence. @param {HTMLElement} place */
  read(place) {
    const { temperature, shift } = this.lab.values;
    const { layer } = this.run;
    const row = Array.from(this.weights.trace.weights[0]);
    const most = Math.max(...row);
    const first = row.filter((weight) => weight === most).length === 1 ? row.indexOf(most) : -1;
    if (shift !== 0) putWords(place, 'softmax.reading-shift', { shift: printer.number(shift) });
    else if (first < 0) putWords(place, 'softmax.reading-tie', {});
    else {
      const { text, ask } = this.weight(first);
      const word = this.asked ? this.lab.wordNode(layer.tokens[first]) : symbol('z', first);
      const figure = { word, weight: figureNode(text, ask), temperature: printer.number(temperature) };
      const kind = temperature === 0 ? '-zero' : temperature === 1 ? '' : '-temperature';
      putWords(place, `softmax.reading${kind}`, figure);
    }
  }

  /** @param {Rows} how */
  paintGaps({ left, right, end, all, wide, start, ceiling, gap }) {
    const { picture, run } = this;
    const { unit } = this.scale;
    const highest = Math.max(...run.logits);
    const line = this.height(highest);
    const round = `M${left} ${line}H${end + right - 6}V${ceiling}H${left}`;
    picture.mark('ceiling', 'path', { class: 'dashed', d: round });
    picture.mark('highest', 'text', { class: 'row start italic', x: end + 5, y: line - 5 }, 'm');
    picture.mark('ceiling-line', 'path', { class: 'ground', d: `M${left} ${ceiling}H${end}` });
    for (let i = 0; i < all; i += 1) {
      const below = (highest - run.logits[i]) * unit;
      const { temperature } = this.lab.values;
      const long = temperature === 0 ? (below > 0 ? Infinity : 0) : below / temperature;
      const [x, to] = [start(i), start(i) + wide];
      const shape =
        long > gap
          ? `M${x} ${ceiling}H${to}V${ceiling + gap - 6}${zigzagBack(wide)}Z`
          : `M${x} ${ceiling}H${to}V${ceiling + long}H${x}Z`;
      const post = this.height(run.logits[i]);
      const missing = `M${x + wide / 2} ${line}V${post}`;
      picture.mark(`missing-${i}`, 'path', { class: 'missing', 'data-word': i, d: missing });
      picture.mark(`gap-${i}`, 'path', { class: 'hanging', 'data-word': i, d: shape });
    }
  }

  /** @param {Rows} how */
  paintPowers({ left, end, all, wide, start, base, power, beside, pitch }) {
    const { source, trace } = this.run.weights;
    const { picture } = this;
    for (let i = 0; i < all; i += 1) {
      const value = trace.exponentials[0][i];
      const high = value > 0 ? Math.max(value * power, 0.8) : 0;
      const place = { x: start(i), y: base - high, width: wide, height: high };
      picture.mark(`power-${i}`, 'rect', { class: 'power', 'data-word': i, ...place });
      const text = Number.isInteger(value) ? printer.number(value) : printer.slope(value);
      const ask = { source, at: `exponentials/0/${i}` };
      const at = besideOrAbove({ text, x: start(i), y: base - high, wide, beside, pitch }, base - 5);
      if (at) picture.figure(`power-figure-${i}`, { 'data-word': i, ...at }, text, ask);
    }
    picture.mark('base', 'path', { class: 'ground', d: `M${left} ${base}H${end}` });
  }

  /** @param {Rows} how */
  paintWeights(how) {
    const { picture, run } = this;
    const { start, wide, base, ribbon, ribbon: y, upright } = how;
    const weights = this.weights.trace.weights[0];
    const [left, end] = upright ? [0, picture.width] : [how.left, how.end];
    const pieces = piecesOf(weights, { left, width: end - left });
    pieces.forEach((to, i) => {
      if (weights[i] <= 0) return;
      const from = /** @type {[number, number]} */ ([start(i), start(i) + wide]);
      paintBetween(picture, `fall-${i}`, i, { from, top: base, to, bottom: ribbon });
    });
    paintRibbon(picture, {
      key: 'weight',
      pieces,
      weights,
      y,
      height: upright ? UPRIGHT.ribbon : WIDE.ribbon,
      side: 1,
      within: [left, picture.width],
      name: (i) => {
        const token = run.layer.tokens[i];
        return this.asked ? { text: token.text, lang: langOf(token) } : { text: symbol('w', i) };
      },
      figure: (i) => this.weight(i),
    });
  }

  /** @param {Rows} how */
  paintPosts({ all, wide, start, floor, beside, pitch }) {
    const { picture, run } = this;
    const { source, trace } = run.shares;
    for (let i = 0; i < all; i += 1) {
      const value = run.logits[i];
      const top = this.height(value);
      const up = value >= 0;
      const body = { x: start(i), y: Math.min(top, floor), width: wide, height: Math.max(Math.abs(floor - top), 1) };
      picture.mark(`post-${i}`, 'rect', { class: up ? 'post' : 'post below', 'data-word': i, ...body });
      const grip = { x: start(i) - 4, y: top - 3, width: wide + 8, height: 6, rx: 1.5 };
      picture.mark(`grip-${i}`, 'rect', { class: 'grip', 'data-word': i, ...grip });
      // As large as a thumb, but no wider than its own column.
      const hit = { x: start(i) + wide / 2 - Math.min(pitch, 48) / 2, y: Math.min(top, floor) - 18 };
      const area = { ...hit, width: Math.min(pitch, 48), height: Math.max(Math.abs(floor - top) + 36, 44) };
      this.handle(picture.mark(`hold-${i}`, 'rect', { class: 'hold upright', 'data-word': i, ...area }), i);
      const text = printer.number(trace.shifted[0][i]);
      const below = up ? Math.min(top + 16, floor - 5) : Math.max(top + 5, floor + 15);
      const place = { text, x: start(i), y: up ? top - 4 : top + 18, wide, beside, pitch };
      const at = besideOrAbove(place, below);
      if (at) picture.figure(`score-${i}`, { 'data-word': i, ...at }, text, { source, at: `shifted/0/${i}` });
    }
  }

  /** @param {SVGElement} element @param {number} i */
  handle(element, i) {
    const { top, bottom, unit } = this.scale;
    const step = Math.max(top, bottom) / 100;
    const now = this.run.logits[i];
    const set = (/** @type {number} */ value) => {
      const kept = Math.min(Math.max(value, -bottom), top);
      const logits = this.lab.typed();
      logits[i] = Number((Math.round(kept / step) * step).toPrecision(6));
      this.lab.setLogits(logits);
    };
    const said = { score: printer.number(now), weight: this.weight(i).text };
    this.picture.handle(element, {
      label: this.asked ? words('softmax.post', { word: this.name(i) }) : words('softmax.logit', { n: i + 1 }),
      least: Math.round(-bottom / step),
      most: Math.round(top / step),
      now: Math.round(now / step),
      spoken: words('softmax.post-value', said),
      step: (by) => set(now + by * step),
      drag: ({ y }) => {
        this.held = this.scale;
        const value = (this.scale.floor - y) / unit;
        // It clicks onto a neighbour's height, so that a tie can be made by hand.
        const level = this.run.logits.find((other, j) => j !== i && Math.abs(other - value) * unit < 4);
        set(level ?? value);
      },
    });
  }
}
