// @ts-check
// The log-log plot of <count-panel>: work against length, both layers, their crossing and the reader's T.
import { SUPERSCRIPTS } from '../page/figure-printer.js';
import { printer, words } from '../page/words.js';
import { LogPlot } from './log-plot.js';
import { LogScale } from './log-scale.js';
/** @import { CostCurveTrace } from '../attn.js' */

export class CostPlot extends LogPlot {
  /**
   * @param {CostCurveTrace} curve
   * @param {{ tokens: number, recurrent: number, self_attention: number }} here
   * @param {string} label what a screen reader says
   */
  show(curve, here, label) {
    this.last = { curve, here, label };
    this.paint();
  }

  paint() {
    if (!this.last) return;
    const { curve, here, label } = this.last;
    const [width, height] = [Math.max(this.place.clientWidth, 240), 300];
    const [left, right, top, bottom] = [52, 16, 14, 40];
    const all = [...Array.from(curve.recurrent), ...Array.from(curve.self_attention)];
    const x = new LogScale([1, curve.tokens[curve.tokens.length - 1]], [left, width - right]);
    const y = new LogScale([Math.min(...all), Math.max(...all)], [height - bottom, top]);

    this.frame({ width, height, label });
    const make = this.mark.bind(this);

    const ten = (/** @type {number} */ power) => `10${[...String(power)].map((c) => SUPERSCRIPTS[Number(c)]).join('')}`;
    for (const { power, at } of x.decades()) {
      make('path', { class: 'grid', d: `M${at} ${top}V${height - bottom}` });
      make('text', { class: 'small', x: at, y: height - bottom + 18 }, ten(power));
    }
    for (const { power, at } of y.decades(3)) {
      make('path', { class: 'grid', d: `M${left} ${at}H${width - right}` });
      make('text', { class: 'small end', x: left - 8, y: at + 4 }, ten(power));
    }
    make('text', { class: 'small end axis', x: width - right, y: height - 6 }, 'T');

    make('path', { class: 'curve rnn', d: this.path(curve.tokens, curve.recurrent, x, y) });
    make('path', { class: 'curve attention', d: this.path(curve.tokens, curve.self_attention, x, y) });

    const now = x.place(here.tokens);
    make('path', { class: 'here', d: `M${now} ${top}V${height - bottom}` });
    make('rect', { class: 'point rnn', x: now - 5, y: y.place(here.recurrent) - 5, width: 10, height: 10 });
    make('circle', { class: 'point attention', cx: now, cy: y.place(here.self_attention), r: 5.5 });
    if (curve.crossing) {
      const cx = x.place(curve.crossing);
      const cy = this.crossingHeight(curve, y);
      make('circle', { class: 'crossing', cx, cy, r: 9 });
      // Above and left of the crossing, or below and right of it, no curve is in the way.
      const far = cx > width / 2;
      make(
        'text',
        { class: `small ${far ? 'end' : 'start'}`, x: far ? cx - 14 : cx + 14, y: far ? cy - 12 : cy + 24 },
        words('count-panel.crossing', { T: printer.count(curve.crossing) }),
      );
    }
    // Names stand at the curves, so that nobody needs a legend's colours.
    const last = curve.tokens.length - 1;
    const apart = (/** @type {number} */ i) => Math.abs(y.place(curve.recurrent[i]) - y.place(curve.self_attention[i]));
    const [early, late] = [Math.round(last * 0.1), Math.round(last * 0.94)];
    const [at, side] = apart(early) > apart(late) ? [early, 'start'] : [late, 'end'];
    const rnnAbove = curve.recurrent[at] > curve.self_attention[at];
    const name = (/** @type {string} */ layer, /** @type {number} */ work, /** @type {boolean} */ above) =>
      make(
        'text',
        { class: `name ${layer} ${side}`, x: x.place(curve.tokens[at]), y: y.place(work) + (above ? -14 : 24) },
        words(`token-lanes.${layer}`),
      );
    name('rnn', curve.recurrent[at], rnnAbove);
    name('attention', curve.self_attention[at], !rnnAbove);
    this.place.replaceChildren(this.svg);
  }

  /** @param {CostCurveTrace} curve @param {LogScale} y */
  crossingHeight(curve, y) {
    const after = Array.from(curve.tokens).findIndex((tokens) => tokens >= curve.crossing);
    return y.place(curve.recurrent[after]);
  }
}
