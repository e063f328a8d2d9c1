// @ts-check
// <softmax-lab>: plain shares against softmax, temperature, the shift that moves nothing, the Jacobian, and how far
// dot products spread.
import { SOFTMAX_CELLS } from '../ask/cells.js';
import { askable, measuredQuestion, TopicSource } from '../ask/questions.js';
import { elements } from '../page/find.js';
import { printer, putWords, words } from '../page/words.js';
import { showTable } from '../tables/matrix-table.js';
import { takenOf } from '../tables/word-tables.js';
import { AttentionLab } from './attention-lab.js';
import { StageSteps } from './stage-steps.js';
import { decimalNumber, isScore, numberList, oneOf, scoreText, severalOf, wholeNumber } from './state.js';
/** @import { WhySource } from '../ask/questions.js' */
/** @import { Matrix, SpreadRow, SpreadTrace } from '../attn.js' */
/** @import { TableCell } from '../tables/matrix-table.js' */
/** @import { LabToken } from './attention-lab.js' */

const SOFTMAX_STAGES = ['scores', 'exponentials', 'weights'];
const EXAMPLE_LOGITS = [10, 3, -4];
const SPREAD_WIDTHS = [4, 16, 64, 256, 1024];

export class SoftmaxLab extends AttentionLab {
  settings() {
    const { words: list, query, edit } = super.settings();
    const limits = /** @type {HTMLElement} */ (this.querySelector('.spread')).dataset;
    return {
      words: list, query, edit,
      from: oneOf(['own', 'sentence']),
      logits: numberList(EXAMPLE_LOGITS),
      shift: decimalNumber(-1000, 1000, 0),
      temperature: decimalNumber(0, 10, 1),
      stage: oneOf(SOFTMAX_STAGES, 'weights'),
      dk: wholeNumber(1, Number(limits.most), 64),
      seed: wholeNumber(0, Number(limits.seed), 1),
      fault: severalOf(['model-width']),
    };
  }

  listen() {
    this.steps = new StageSteps(this.querySelector('.stages'), 'softmax', (stage) => this.set('stage', stage));
    this.modelWidth = Number(/** @type {HTMLElement} */ (this.querySelector('.spread')).dataset.model);
    /** Measured spreads by width and seed: a measurement takes a while. @type {Map<string, SpreadTrace>} */
    this.measured = new Map();
    this.querySelector('.logits').addEventListener('input', (event) => this.logitTyped(/** @type {HTMLInputElement} */ (event.target)));
    /** @type {Record<string, () => number[]>} */
    const changes = {
      more: () => [...this.typed(), 0], less: () => this.typed().slice(0, -1), example: () => EXAMPLE_LOGITS,
    };
    for (const [name, change] of Object.entries(changes)) {
      this.querySelector(`[name="${name}"]`).addEventListener('click', () => this.setLogits(change()));
    }
    this.querySelector('[name="fill"]').addEventListener('click', () => this.set('from', 'sentence'));
    for (const button of elements(this, 'button[data-dk]')) button.addEventListener('click', () => this.set('dk', Number(button.dataset.dk)));
  }

  /** @param {string[]} list */
  useSentence(list) {
    this.values.words = list;
    this.values.from = 'sentence';
    this.set('query', list.length ? String(list.length - 1) : 'give');
  }

  /** @param {string} name @param {any} value */
  set(name, value) {
    if (name === 'query') this.values.from = 'sentence';
    super.set(name, value);
  }

  /** @param {number[]} logits */
  setLogits(logits) {
    if (logits.length < 2 || logits.length > 12) return;
    this.values.from = 'own';
    this.set('logits', logits);
  }

  /** The scores as the reader has them in fields: without the dust behind the twelfth digit. */
  typed() { return this.logits().map((value) => Number(value.toPrecision(12))); }

  /** @returns {number[]} */
  logits() { return this.values.from === 'sentence' ? Array.from(this.asked.trace.heads[0].scores[this.shown.query]) : this.values.logits; }

  /** @param {HTMLInputElement} field */
  logitTyped(field) {
    const at = Number(field.dataset.logit);
    const good = isScore(field.value);
    this.querySelector('.logits-message').textContent = good ? '' : words(field.value ? 'lab.bad' : 'lab.empty', { found: field.value, least: '−999,999', most: '999,999' });
    field.toggleAttribute('aria-invalid', false);
    if (!good) { field.setAttribute('aria-invalid', 'true'); return; }
    this.setLogits(this.typed().map((value, i) => (i === at ? Number(field.value) : value)));
  }

  /** @param {ReturnType<AttentionLab['layer']>} layer */
  compute(layer) {
    if (this.values.from === 'sentence') {
      const all = layer.tokens.length;
      const mask = this.attn.mask({ queries: all, keys: all, causal: false, window: 0 }).mask;
      const { inputs, W_Q, W_K, W_V, W_O } = layer;
      const input = { inputs, W_Q, W_K, W_V, W_O, heads: this.cuts(1), mask };
      this.asked = { trace: this.attn.multi_head(input), source: this.sourceOf({ topic: 'multi_head', input, tokens: layer.tokens, heads: input.heads }) };
    }
    const { temperature, shift } = this.values;
    const scores = [this.logits()];
    const name = (/** @type {number} */ i) => this.label(i);
    /** @type {Partial<WhySource>} */
    const more = {
      row: name, column: name, leaf: () => undefined,
      follow: (/** @type {string} */ path) => (this.values.from === 'sentence' && path.startsWith('scores/') ? { source: this.asked.source, at: `heads/0/scores/${layer.query}/${path.split('/')[2]}` } : undefined),
    };
    const ask = (/** @type {string} */ topic, /** @type {any} */ input) => ({ source: new TopicSource({ attn: this.attn, topic, input, cells: SOFTMAX_CELLS, ...more }), input });
    const sharesOf = { scores, shift };
    this.shares = { ...ask('shares', sharesOf), trace: this.attn.shares(sharesOf) };
    const plain = { scores, temperature };
    this.weights = { ...ask('softmax', plain), trace: this.attn.softmax(plain) };
    const shifted = { scores: this.shares.trace.shifted, temperature };
    this.shiftedWeights = { ...ask('softmax', shifted), trace: this.attn.softmax(shifted) };
    this.slope = { ...ask('jacobian', plain), trace: this.attn.jacobian(plain) };
  }

  /** What a logit is called: a word of the sentence, or its number. @param {number} i @returns {string | Node} */
  label(i) { return this.values.from === 'sentence' ? this.wordNode(this.shown.tokens[i]) : String(i + 1); }

  /** @param {ReturnType<AttentionLab['layer']>} layer */
  show(layer) {
    this.steps.show(SOFTMAX_STAGES, this.values.stage);
    this.showLogits();
    const heads = this.logits().map((_, i) => this.label(i));
    const { shares } = this.shares.trace;
    const upTo = SOFTMAX_STAGES.indexOf(this.values.stage);
    /** @param {any} run @param {string} field @param {boolean} [percent] @returns {(j: number) => TableCell} */
    const figures = (run, field, percent = true) => (j) => {
      const row = Array.from(run.trace[field][0]);
      const value = row[j];
      // Where a tenth of a percent would hide a share, the whole row is printed to five digits behind the point.
      const digits = row.some((share) => share !== 0 && Math.abs(share) < 0.0005) ? 5 : 1;
      if (value === undefined) return words('softmax.no-share');
      return { text: percent ? printer.percent(value, digits) : printer.long(Number(value.toPrecision(6))), className: percent ? (value < 0 ? 'negative' : 'heat') : '', share: percent ? Math.min(1, Math.max(0, value)) : undefined, ask: { source: run.source, at: `${field}/0/${j}` } };
    };
    const rows = [
      { key: 'shifted', cell: figures(this.shares, 'shifted', false) },
      { key: 'share', cell: figures(this.shares, 'shares') },
      { key: 'exponential', cell: figures(this.weights, 'exponentials', false) },
      { key: 'weight', cell: figures(this.weights, 'weights') },
      { key: 'weight-shifted', cell: figures(this.shiftedWeights, 'weights') },
    ].filter(({ key }) => (key === 'weight-shifted' ? upTo === 2 && this.values.shift !== 0 : true)).slice(0, upTo === 2 ? 5 : upTo + 2);
    showTable(this.querySelector('[data-table="shares"]'), {
      caption: words('softmax.shares'), columns: heads, className: 'pairs', rows: rows.map(({ key }) => words(`softmax.${key}`)),
      cell: (i, j) => rows[i].cell(j),
    });
    /** @type {HTMLElement} */ (this.querySelector('.no-share')).hidden = shares[0].length > 0;
    this.showSlope();
    this.showSpread();
  }

  /** One line a logit: its field and a slider over what is usual. */
  showLogits() {
    const logits = this.typed();
    const place = this.querySelector('.logits');
    while (place.children.length > logits.length) place.lastElementChild.remove();
    while (place.children.length < logits.length) place.append(this.logitLine(place.children.length));
    logits.forEach((value, i) => {
      const line = place.children[i];
      line.querySelector('.logit-name').replaceChildren(this.label(i));
      for (const input of line.querySelectorAll('input')) {
        if (input !== document.activeElement || Number(input.value) !== value) input.value = scoreText(value);
        if (document.activeElement !== input) input.removeAttribute('aria-invalid');
      }
      line.querySelector('[type="range"]').setAttribute('aria-valuetext', printer.number(value));
    });
    this.querySelector('.logits-from').textContent = words(`softmax.from-${this.values.from}`);
  }

  /** @param {number} i */
  logitLine(i) {
    const line = document.createElement('div');
    line.className = 'logit';
    const name = document.createElement('span');
    name.className = 'logit-name';
    const label = words('softmax.logit', { n: i + 1 });
    const field = Object.assign(document.createElement('input'), { type: 'number', step: 'any', inputMode: 'decimal', ariaLabel: label });
    const slider = Object.assign(document.createElement('input'), { type: 'range', min: '-20', max: '20', step: '0.1', ariaLabel: words('softmax.logit-slider', { n: i + 1 }) });
    for (const input of [field, slider]) input.dataset.logit = String(i);
    line.append(name, field, slider);
    return line;
  }

  showSlope() {
    const { jacobian, largest } = this.slope.trace;
    const heads = this.logits().map((_, i) => this.label(i));
    showTable(this.querySelector('[data-table="jacobian"]'), {
      caption: words('softmax.jacobian'), corner: words('softmax.moves'), columns: heads, rows: this.logits().map((_, i) => this.label(i)), className: 'pairs',
      cell: (i, j) => ({ text: printer.slope(jacobian[i][j]), className: jacobian[i][j] < 0 ? 'negative' : '', ask: { source: this.slope.source, at: `jacobian/${i}/${j}` } }),
    });
    const figure = document.createElement('span');
    figure.textContent = printer.slope(largest);
    askable(figure, { source: this.slope.source, at: 'largest' });
    putWords(this.querySelector('.largest'), 'softmax.largest', { largest: figure });
  }

  /** The widths of the table, and the reader's; each is measured once, one after the other, so that the page stays awake. */
  showSpread() {
    const { dk, seed, fault } = this.values;
    const faulty = fault.includes('model-width');
    const widths = [...new Set([...SPREAD_WIDTHS, dk])].sort((a, b) => a - b);
    const of = (/** @type {number} */ width) => this.measured.get(`${width} ${seed}`);
    const columns = ['expected', 'deviation', 'largest-weight', 'slope', 'scaled-deviation', 'scaled-largest-weight', 'scaled-slope', ...(faulty ? ['faulty-deviation', 'faulty-largest-weight'] : [])];
    /** @param {SpreadTrace} t @returns {[number, string][]} */
    const cells = (t) => {
      /** @param {SpreadRow} row @returns {[number, string][]} */
      const three = (row) => [[row.deviation, printer.number(row.deviation)], [row.largest_weight, printer.percent(row.largest_weight)], [row.jacobian, printer.slope(row.jacobian)]];
      return [[t.expected, printer.number(t.expected)], ...three(t.plain), ...three(t.scaled), ...(faulty ? three(t.faulty).slice(0, 2) : [])];
    };
    showTable(this.querySelector('[data-table="spread"]'), {
      caption: words('softmax.spread'), corner: words('softmax.dk'), columns: columns.map((key) => words(`softmax.${key}`)), rows: widths.map((width) => printer.count(width)), className: 'pairs',
      cell: (i, k) => {
        const trace = of(widths[i]);
        const className = widths[i] === dk ? 'asked' : '';
        if (!trace) return { text: '…', className };
        const [value, text] = cells(trace)[k];
        const root = { source: new TopicSource({ attn: this.attn, topic: 'expected_spread', input: { head_dim: widths[i] }, cells: SOFTMAX_CELLS }), at: 'expected' };
        return { text, className, ask: k === 0 ? root : this.sampledQuestion(value, trace) };
      },
    });
    const waiting = widths.filter((width) => !of(width));
    this.querySelector('.spread-status').textContent = waiting.length ? words('softmax.measuring', { left: printer.count(waiting.length) }) : '';
    if (waiting.length && !this.measuring) {
      this.measuring = setTimeout(() => {
        this.measuring = undefined;
        const width = waiting.includes(this.values.dk) ? this.values.dk : waiting[0];
        this.measured.set(`${width} ${seed}`, this.attn.spread({ head_dim: width, seed, model_width: this.modelWidth }));
        this.showSpread();
      });
    }
  }

  /** @param {number} value @param {SpreadTrace} trace */
  sampledQuestion(value, { samples }) {
    return measuredQuestion(value, words('softmax.sampled', { samples: printer.count(samples), seed: this.values.seed }));
  }

  saved() { return { ...super.saved(), logits: this.typed().map(scoreText).join(',') }; }

  taken() {
    const columns = this.logits().map((_, i) => (this.values.from === 'sentence' ? this.shown.tokens[i].text : String(i + 1)));
    /** @returns {LabToken[]} */
    const one = (/** @type {string} */ name) => [{ text: name, embedding: /** @type {number[]} */ ([]) }];
    const row = (/** @type {string} */ key, /** @type {Matrix} */ values, weight = true) => takenOf({ name: words(`softmax.${key}`), tokens: one(words(`softmax.${key}`)), columns, values, weight });
    return [row('shifted', this.shares.trace.shifted, false), ...(this.shares.trace.shares[0].length ? [row('share', this.shares.trace.shares)] : []), row('weight', this.weights.trace.weights),
      takenOf({ name: words('softmax.jacobian'), tokens: columns.flatMap(one), columns, values: this.slope.trace.jacobian })];
  }
}

customElements.define('softmax-lab', SoftmaxLab);
