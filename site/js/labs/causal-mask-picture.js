// @ts-check
// The picture of <causal-mask-lab>: from the asking word a band to every word that it takes from, the future behind a
// curtain, and its row as a ribbon, open and as it is now: what is hidden is cut out, and the rest grows.
import { figureNode } from '../ask/figures.js';
import { printer, putWords, words } from '../page/words.js';
import { bandPath, bandsOf } from '../pictures/bands.js';
import { Picture } from '../pictures/picture.js';
import { paintBetween, paintHatch, paintRibbon } from '../pictures/ribbon.js';
import { piecesOf } from '../pictures/ribbon-shapes.js';
import { widthOf } from '../pictures/text-width.js';
import { langOf, paintWords, wordRow } from '../pictures/word-row.js';
/** @import { CausalMaskLab, CausalMaskRun } from './causal-mask-lab.js' */
/** @import { LayerRun } from './attention-lab.js' */

const ROD = 7; // px from the top to the rod
const CUT = 7; // px that a hidden piece is lifted out of its ribbon
const FOLDS = 8;

/** Sizes in pixels; full: the width of 100 % on the asking word's bar. */
const WIDE = { left: 84, right: 30, arcs: 150, full: 44, ribbon: 34, above: 42, between: 34 };
const UPRIGHT = { left: 0, right: 24, arcs: 112, full: 30, ribbon: 38, above: 42, between: 36 };

export class CausalMaskPicture {
  /** @param {HTMLElement} place @param {CausalMaskLab} lab */
  constructor(place, lab) {
    this.lab = lab;
    this.picture = new Picture(place, () => this.paint(), 'row-picture causal-mask-picture');
  }

  /** @param {CausalMaskRun} run */
  show(run) {
    this.run = run;
    const { query, tokens } = run.layer;
    const said = tokens.map((token, i) => `${this.lab.wordName(token)} ${this.share(run.masked, i).text}`);
    const weights = said.join(words('list.separator'));
    const curtain = words(this.lab.values.causal ? 'causal-mask.closed' : 'causal-mask.opened');
    this.picture.redraw(words('causal-mask.picture', { word: this.lab.wordName(tokens[query]), curtain, weights }));
  }

  /** What happened, in a sentence. @param {HTMLElement} place */
  read(place) {
    const { layer, open, masked } = this.run;
    const { query, tokens } = layer;
    const { causal, fault } = this.lab.values;
    // What is or would be hidden: the future, and with a window what is too far back.
    const hidden = tokens.map((_, i) => i).filter((i) => (causal ? this.hidden(i) : i > query));
    const named = (/** @type {number[]} */ list) =>
      list.map((i) => this.lab.wordName(tokens[i])).join(words('list.separator'));
    const figure = (/** @type {LayerRun} */ run, /** @type {number} */ i) => {
      const { text, ask } = this.share(run, i);
      return figureNode(text, ask);
    };
    const at = `heads/0/row_sums/${query}`;
    const sum = figureNode(printer.percent(masked.trace.heads[0].row_sums[query]), { source: masked.source, at });
    const shared = { word: this.lab.wordNode(tokens[query]), words: named(hidden), sum };
    const one = hidden.length === 1 ? { share: figure(open, hidden[0]) } : {};
    const kind = () => {
      if (!hidden.length) return 'last';
      if (!causal) return 'open';
      if (fault.includes('mask-after')) return 'late';
      return hidden.length === 1 ? 'one' : 'several';
    };
    putWords(place, `causal-mask.reading-${kind()}`, { ...shared, ...one });
  }

  /** A weight of the asking word, as the ribbon prints it. @param {LayerRun} run @param {number} i */
  share({ trace, source }, i) {
    const { query } = this.run.layer;
    return {
      text: printer.share(trace.heads[0].weights[query][i]),
      ask: { source, at: `heads/0/weights/${query}/${i}` },
    };
  }

  /** Does the asking word not get to see it? @param {number} i */
  hidden(i) {
    return !this.run.masked.input.mask[this.run.layer.query][i];
  }

  paint() {
    const { picture, run } = this;
    const { query, tokens } = run.layer;
    const size = picture.upright ? UPRIGHT : WIDE;
    const pitch = (picture.width - size.left - size.right) / tokens.length;
    const at = (/** @type {number} */ i) => size.left + pitch * (i + 0.5);
    const row = wordRow(tokens, pitch).height;
    const foot = ROD + size.arcs + 24;
    const open = foot + row + size.above;
    const now = open + size.ribbon + size.between;
    const how = { ...size, pitch, at, row, foot, open, now };
    paintHatch(picture, 'below', 'mask-future');
    this.paintRibbons(how);
    this.paintBands(how);
    this.paintCurtain(how);
    paintWords(picture, {
      tokens,
      query,
      pitch,
      at,
      y: foot + 6,
      label: (token) => words('lab.let-ask', { word: this.lab.wordName(token) }),
      choose: (i) => this.lab.change({ query: this.lab.values.words?.length ? String(i) : tokens[i].id }),
      look: (i) => (i > query && this.hidden(i) ? 'behind' : ''),
    });
    this.paintHem(how);
    return now + size.ribbon + 28;
  }

  /** @typedef {typeof WIDE & { pitch: number, at: (i: number) => number, row: number, foot: number, open: number, now: number }} Rows */

  /** @param {Rows} how */
  paintBands({ at, full: most, arcs, foot, left, right }) {
    const { picture, run } = this;
    const { query, tokens } = run.layer;
    const weights = run.masked.trace.heads[0].weights[query];
    const longest = Math.max(query, tokens.length - 1 - query, 1);
    const step = arcs / (longest + 1);
    const full = Math.min(most, step * 2);
    const point = (/** @type {number} */ along, /** @type {number} */ up) => `${along} ${foot - up}`;
    const bar = `M${at(query) - full / 2} ${foot}h${full}`;
    picture.mark('bar', 'path', { class: 'ground', d: bar });
    const bands = bandsOf(weights, { query, at, full, step });
    for (const band of bands) {
      const { key } = band;
      const wide = weights[key] * full;
      // Its own foot stands beside the bar, so that it is a loop; that of the first word right of it.
      const self = query === 0 ? at(query) + full / 2 + 8 : at(query) - full / 2 - 8 - wide;
      const placed = key === query ? { ...band, from: /** @type {[number, number]} */ ([self, self + wide]) } : band;
      const look = key > query ? 'band future' : wide < 3 ? 'band thin' : 'band';
      const mark = picture.mark(`band-${key}`, 'path', { class: look, 'data-word': key, d: bandPath(placed, point) });
      mark.style.setProperty('--share', String(weights[key]));
    }
    const leaks = bands.filter(({ key }) => key > query);
    if (!leaks.length) return;
    const [outer] = leaks;
    // Of several words each has its figure in the ribbon.
    const { text: figure, ask } = this.share(run.masked, outer.key);
    const text = words('causal-mask.leak');
    const [first, second] = [widthOf(text, 15) + 6, leaks.length > 1 ? 0 : widthOf(figure, 15)];
    const middle = (at(query) + at(outer.key)) / 2;
    const farthest = picture.width - right - 10 - first - second;
    const x = Math.max(Math.min(middle - (first + second) / 2, farthest), left);
    const place = { class: 'leak start', y: Math.max(foot - outer.rise[1] - 8, ROD + 16) };
    picture.mark('leak', 'text', { ...place, x }, text);
    if (!second) return;
    picture.figure('leak-figure', { ...place, x: x + first, 'data-word': outer.key }, figure, ask);
  }

  /** Where the hem hangs: right of the asking word, or drawn aside. @param {Rows} how */
  hem({ left, right, pitch }) {
    const { causal } = this.lab.values;
    return causal ? left + pitch * (this.run.layer.query + 1) : this.picture.width - right;
  }

  /** @param {Rows} how */
  paintCurtain(how) {
    const { picture } = this;
    const [from, to, bottom] = [this.hem(how), picture.width - 4, how.foot + how.row + 2];
    const wide = to - from;
    const folds = Array.from({ length: FOLDS }, (_, n) => `M${from + (wide * (n + 1)) / FOLDS} ${ROD}V${bottom}`);
    picture.mark('rod', 'path', { class: 'ground', d: `M${how.left} ${ROD}H${picture.width}` });
    picture.mark('cloth', 'rect', { class: 'cloth', x: from, y: ROD, width: wide, height: bottom - ROD });
    picture.mark('folds', 'path', { class: 'folds', d: folds.join('') });
  }

  /** The edge of the curtain, to be held. @param {Rows} how */
  paintHem(how) {
    const { picture } = this;
    const { query, tokens } = this.run.layer;
    const { causal } = this.lab.values;
    const [at, bottom] = [this.hem(how), how.foot + how.row + 2];
    const middle = ROD + how.arcs / 2;
    picture.mark('hem', 'path', { class: 'hem', d: `M${at} ${ROD}V${bottom}` });
    picture.mark('grip', 'rect', { class: 'grip', x: at - 6, y: middle - 24, width: 12, height: 48, rx: 2 });
    const [shut, aside] = [how.left + how.pitch * (query + 1), picture.width - how.right];
    const hold = picture.mark('hold', 'rect', { class: 'hold', x: at - 22, y: ROD, width: 44, height: how.arcs });
    const close = (/** @type {boolean} */ to) => to !== causal && this.lab.change({ causal: to });
    const future = tokens.slice(query + 1).map((token) => this.lab.wordName(token));
    picture.handle(hold, {
      label: words('causal-mask.curtain'),
      least: 0,
      most: 1,
      now: causal ? 0 : 1,
      spoken: words(
        causal && future.length ? 'causal-mask.hides' : causal ? 'causal-mask.closed' : 'causal-mask.opened',
        {
          words: future.join(words('list.separator')),
        },
      ),
      step: (by) => close(by < 0),
      drag: ({ x }) => close(x < (shut + aside) / 2),
    });
  }

  /** @param {Rows} how */
  paintRibbons(how) {
    const { picture, run } = this;
    const { query, tokens } = run.layer;
    const [left, width] = [how.left, picture.width - how.left];
    const late = this.lab.values.fault.includes('mask-after');
    const rowOf = (/** @type {LayerRun} */ { trace }) => Array.from(trace.heads[0].weights[query]);
    const [before, after] = [rowOf(run.open), rowOf(run.masked)];
    const opened = piecesOf(before, { left, width });
    // What is hidden too late takes nothing, and leaves its place empty.
    const now = late ? opened : piecesOf(after, { left, width });
    tokens.forEach((_, i) => {
      if (after[i] <= 0 || before[i] <= 0) return;
      const ends = { from: opened[i], top: how.open + how.ribbon, to: now[i], bottom: how.now };
      paintBetween(picture, `between-${i}`, i, ends);
    });
    const names = (/** @type {number} */ i) => ({ text: tokens[i].text, lang: langOf(tokens[i]) });
    const future = (/** @type {number} */ i) => (i > query ? 'future' : '');
    const shared = { height: how.ribbon, name: names, within: /** @type {[number, number]} */ ([left, picture.width]) };
    paintRibbon(picture, {
      ...shared,
      key: 'open',
      pieces: opened,
      weights: before,
      y: how.open,
      side: -1,
      figure: (i) => this.share(run.open, i),
      look: (i) => (this.hidden(i) ? `${future(i)} cut` : future(i)),
      lift: (i) => (this.hidden(i) ? CUT : 0),
    });
    if (late)
      tokens.forEach((_, i) => {
        if (!this.hidden(i)) return;
        const [x, to] = now[i];
        const hole = { x: x + 1, y: how.now + 1, width: Math.max(to - x - 2, 0), height: how.ribbon - 2 };
        picture.mark(`hole-${i}`, 'rect', { class: 'hole', 'data-word': i, ...hole });
        if (to - x < 40) return;
        const middle = { class: 'label', x: (x + to) / 2, y: how.now + how.ribbon / 2 + 5 };
        picture.mark(`hole-name-${i}`, 'text', middle, words('causal-mask.hole'));
      });
    paintRibbon(picture, {
      ...shared,
      key: 'now',
      pieces: now,
      weights: after,
      y: how.now,
      side: 1,
      figure: (i) => this.share(run.masked, i),
      look: future,
      shown: (i) => after[i] > 0,
    });
    this.paintNames(how);
  }

  /** What the two ribbons are, and what the row sums to. @param {Rows} how */
  paintNames({ open, now, ribbon }) {
    const { picture, run } = this;
    const { query } = run.layer;
    const { source, trace } = run.masked;
    const sum = printer.percent(trace.heads[0].row_sums[query]);
    const ask = { source, at: `heads/0/row_sums/${query}` };
    if (!picture.upright) {
      const line = (/** @type {number} */ y) => ({ x: 0, y: y + ribbon / 2 + 5 });
      picture.mark('open-name', 'text', { class: 'row start', ...line(open) }, words('causal-mask.row-open'));
      picture.mark('now-name', 'text', { class: 'row start strong', ...line(now) }, words('causal-mask.row-now'));
      picture.mark(
        'sum-name',
        'text',
        { class: 'row start', x: 0, y: now + ribbon + 17 },
        words('causal-mask.row-sum'),
      );
      picture.figure('sum', { class: 'start', x: 33, y: now + ribbon + 17 }, sum, ask);
      return;
    }
    const [first, second] = [open + ribbon + 14, now - 6];
    picture.mark('open-name', 'text', { class: 'row start on-band', x: 3, y: first }, words('causal-mask.row-open'));
    picture.mark('now-name', 'text', { class: 'row start on-band', x: 3, y: second }, words('causal-mask.row-now'));
    const end = picture.width - 3;
    picture.mark(
      'sum-name',
      'text',
      { class: 'row end on-band', x: end - 56, y: second },
      words('causal-mask.row-sum'),
    );
    picture.figure('sum', { class: 'end', x: end, y: second }, sum, ask);
  }
}
