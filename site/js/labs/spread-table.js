// @ts-check
// How far dot products spread, by the width of a head: measured by the core, one width after the other, so that the
// page stays awake.
import { SOFTMAX_CELLS } from '../ask/cells.js';
import { measuredQuestion, TopicSource } from '../ask/questions.js';
import { find } from '../page/find.js';
import { showProblem } from '../page/problems.js';
import { printer, words } from '../page/words.js';
import { showTable } from '../tables/matrix-table.js';
/** @import { Attn, SpreadRow, SpreadTrace } from '../attn.js' */

const WIDTHS = [4, 16, 64, 256, 1024];
const PLAIN = [
  'expected',
  'deviation',
  'largest-weight',
  'slope',
  'scaled-deviation',
  'scaled-largest-weight',
  'scaled-slope',
];
const FAULTY = ['faulty-deviation', 'faulty-largest-weight'];

/** @param {SpreadRow} row @returns {[number, string][]} */
const printedRow = ({ deviation, largest_weight, jacobian }) => [
  [deviation, printer.number(deviation)],
  [largest_weight, printer.percent(largest_weight)],
  [jacobian, printer.slope(jacobian)],
];

export class SpreadTable {
  /** @param {HTMLElement} place @param {Attn} attn */
  constructor(place, attn) {
    this.place = place;
    this.attn = attn;
    /** By width and seed: a measurement takes a while. @type {Map<string, SpreadTrace>} */
    this.measured = new Map();
    this.measuring = false;
  }

  /** @param {{ dk: number, seed: number, faulty: boolean }} what dk: the reader's own width */
  show(what) {
    this.what = what;
    this.paint();
    this.measureNext();
  }

  /** @param {number} width */
  of(width) {
    return this.measured.get(`${width} ${this.what.seed}`);
  }

  widths() {
    return [...new Set([...WIDTHS, this.what.dk])].sort((a, b) => a - b);
  }

  paint() {
    const { dk, seed, faulty } = this.what;
    const widths = this.widths();
    showTable(find(this.place, '[data-table="spread"]'), {
      caption: words('softmax.spread'),
      corner: words('softmax.dk'),
      columns: [...PLAIN, ...(faulty ? FAULTY : [])].map((key) => words(`softmax.${key}`)),
      rows: widths.map((width) => printer.count(width)),
      className: 'pairs',
      cell: (i, k) => {
        const trace = this.of(widths[i]);
        const className = widths[i] === dk ? 'asked' : '';
        if (!trace) return { text: '…', className };
        const [value, text] = this.cells(trace)[k];
        const sampled = words('softmax.sampled', { samples: printer.count(trace.samples), seed });
        return { text, className, ask: k === 0 ? this.expected(widths[i]) : measuredQuestion(value, sampled) };
      },
    });
    const left = widths.filter((width) => !this.of(width)).length;
    find(this.place, '.spread-status').textContent = left
      ? words('softmax.measuring', { left: printer.count(left) })
      : '';
  }

  /** @param {number} head_dim */
  expected(head_dim) {
    const source = new TopicSource({
      attn: this.attn,
      topic: 'expected_spread',
      input: { head_dim },
      cells: SOFTMAX_CELLS,
    });
    return { source, at: 'expected' };
  }

  /** @param {SpreadTrace} trace @returns {[number, string][]} */
  cells({ expected, plain, scaled, faulty }) {
    return [
      [expected, printer.number(expected)],
      ...printedRow(plain),
      ...printedRow(scaled),
      ...printedRow(faulty).slice(0, 2),
    ];
  }

  /** The reader's width first. */
  measureNext() {
    const waiting = this.widths().filter((width) => !this.of(width));
    if (!waiting.length || this.measuring) return;
    this.measuring = true;
    setTimeout(() => {
      this.measuring = false;
      const { dk, seed } = this.what;
      const head_dim = this.of(dk) ? this.widths().find((width) => !this.of(width)) : dk;
      if (head_dim === undefined) return;
      try {
        const model_width = Number(this.place.dataset.model);
        this.measured.set(`${head_dim} ${seed}`, this.attn.spread({ head_dim, seed, model_width }));
      } catch (error) {
        showProblem(error);
        return;
      }
      this.paint();
      this.measureNext();
    });
  }
}
