// @ts-check
// <count-panel>: experiment 2. Work, serial steps and path of both layers at the reader's T and d.
import { COST_CELLS } from '../ask/cells.js';
import { refreshNote } from '../ask/figure-note.js';
import { showCount, showFigure } from '../ask/figures.js';
import { countedQuestion, TopicSource } from '../ask/questions.js';
import { address } from '../page/address.js';
import { arrive } from '../page/arrival.js';
import { elements, find, labForm } from '../page/find.js';
import { limitsOf, numberOf } from '../page/number-field.js';
import { isRefusal } from '../page/refusals.js';
import { startLab } from '../page/start.js';
import { printer, words } from '../page/words.js';
import { CostPlot } from '../pictures/cost-plot.js';
import { LogStops } from '../pictures/log-scale.js';
import { setTabStop, showTable } from '../tables/matrix-table.js';
/** @import { Attn, CostTrace } from '../attn.js' */
/** @import { CountState } from '../page.js' */
/** @import { TableCell } from '../tables/matrix-table.js' */

/** @typedef {{ tokens: number, width: number, projections: boolean, causal: boolean }} CountSizes */

/**
 * Goes around a form (tokens, width, each a number field with a slider; projections, causal) and a results part whose
 * cells say which field they show. Tells the document "count-change" with { tokens, width, projections, causal, ratio
 * }.
 */
export class CountPanel extends HTMLElement {
  connectedCallback() {
    this.form = labForm(this);
    this.results = find(this, '.results');
    this.ready = startLab(this, ({ attn }) => this.start(attn));
  }

  /** @param {Attn} attn */
  start(attn) {
    this.attn = attn;
    this.plot = new CostPlot(find(this, '.plot'));
    /** @type {Record<string, LogStops>} */
    this.stops = {};
    for (const name of ['tokens', 'width']) {
      const { field, slider } = this.pair(name);
      this.stops[name] = new LogStops(limitsOf(field).most);
      slider.max = String(this.stops[name].values.length - 1);
      slider.addEventListener('input', () => {
        field.value = String(this.stops[name].values[Number(slider.value)]);
        this.update();
      });
      field.addEventListener('input', () => this.update());
    }
    this.form.addEventListener('change', () => this.update());
    this.form.addEventListener('submit', (/** @type {Event} */ event) => event.preventDefault());
    for (const button of elements(this, 'button[data-width]')) {
      button.addEventListener('click', () => this.set(button.dataset));
    }
    addEventListener('hashchange', () => {
      this.open();
    });
    this.open();
    new ResizeObserver(() => this.plot.paint()).observe(this.plot.place);
  }

  /**
   * @param {string} name @returns {{ field: HTMLInputElement, slider: HTMLInputElement, message: HTMLOutputElement }}
   */
  pair(name) {
    return {
      field: this.form.elements[name],
      slider: this.form.elements[`${name}-slider`],
      message: find(this, `#${name}-message`, HTMLOutputElement),
    };
  }

  /** With what the address says; what of it could not be used is said, and leaves the address. */
  open() {
    const { form } = this;
    const said = address.read();
    /** @type {Record<string, number | undefined>} */
    const sizes = {
      T: address.whole('T', 1, limitsOf(form.elements.tokens).most),
      d: address.whole('d', 1, limitsOf(form.elements.width).most),
    };
    form.elements.tokens.value = sizes.T ?? form.elements.tokens.value;
    form.elements.width.value = sizes.d ?? form.elements.width.value;
    const switches = ['projections', 'causal'].filter((name) => /^[01]$/.test(said[name]));
    for (const name of switches) form.elements[name].checked = said[name] === '1';
    const names = ['T', 'd', 'projections', 'causal'];
    const unused = names.filter(
      (name) => said[name] !== undefined && sizes[name] === undefined && !switches.includes(name),
    );
    this.update(unused.length > 0);
    const { tokens, width } = form.elements;
    arrive(this, {
      names,
      state: words('count-panel.state', { T: printer.count(numberOf(tokens)), d: printer.count(numberOf(width)) }),
      unused: unused.map((name) => `${name}=${said[name]}`),
    });
  }

  /** @param {DOMStringMap} values tokens and width, where given */
  set({ tokens, width }) {
    if (tokens) this.form.elements.tokens.value = tokens;
    if (width) this.form.elements.width.value = width;
    this.update();
  }

  /** @param {boolean} byHand the reader changed something: then the address follows */
  update(byHand = true) {
    const { tokens, width, projections, causal } = this.form.elements;
    const bad = ['tokens', 'width'].filter((name) => !this.check(name));
    this.results.toggleAttribute('stale', bad.length > 0);
    if (bad.length) return;
    const input = {
      tokens: numberOf(tokens),
      width: numberOf(width),
      projections: projections.checked,
      causal: causal.checked,
    };
    const cost = this.attn.cost({ ...input, kernel: 3, window: input.tokens });
    const { tokens: T, width: d } = input;
    if (byHand) address.write({ T, d, projections: Number(input.projections), causal: Number(input.causal) });
    this.show(input, cost);
  }

  /** Says beside the field what is wrong with it, in the core's own terms. @param {string} name */
  check(name) {
    const { field, slider, message } = this.pair(name);
    try {
      const size = { tokens: 1, width: 1, kernel: 3, window: 1, projections: false, causal: false };
      this.attn.cost({ ...size, [name]: numberOf(field) });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const where = field.labels[0].textContent.trim();
      const { least, most } = limitsOf(field);
      const wanted = words('error.whole', { least, most: printer.count(most) });
      const text =
        field.value.trim() === ''
          ? words('error.empty', { where })
          : words('error.range', { where, found: field.value, wanted });
      message.textContent = words('count-panel.bad', { message: text });
      field.setAttribute('aria-invalid', 'true');
      return false;
    }
    message.textContent = '';
    field.removeAttribute('aria-invalid');
    slider.value = String(this.stops[name].index(numberOf(field)));
    const n = numberOf(field);
    const spoken =
      name === 'tokens' ? printer.amount(n, 'tokens') : words('count-panel.width-value', { n: printer.count(n) });
    slider.setAttribute('aria-valuetext', spoken);
    return true;
  }

  /** @param {CountSizes} input @param {CostTrace} cost */
  show(input, cost) {
    const source = this.sourceAt(input);
    for (const row of elements(this, 'tr[data-layer]')) {
      /** @type {any} */
      const layer = cost[/** @type {'recurrent' | 'self_attention'} */ (row.dataset.layer)];
      for (const cell of elements(row, '[data-value]')) {
        const value = layer[cell.dataset.value];
        const question = { source, at: `${row.dataset.layer}/${cell.dataset.value}` };
        if (cell.dataset.unit) showFigure(cell, printer.amount(value, cell.dataset.unit), question);
        else showCount(cell, value, question);
      }
      setTabStop(row.closest('table'));
    }
    const mode = `${input.projections ? 'whole' : 'leading'}-${input.causal ? 'causal' : 'full'}`;
    for (const part of elements(this, '[data-when]'))
      part.toggleAttribute('hidden', !part.dataset.when.split(' ').includes(mode));

    const verdict = cost.ratio < 1 ? 'less' : cost.ratio > 1 ? 'more' : 'equal';
    showFigure(find(this, '.ratio b'), printer.number(cost.ratio), { source, at: 'ratio' });
    find(this, '.ratio > span').textContent = words(`count-panel.ratio-${verdict}`);
    this.showCurve(input, cost);
    this.showRun(input);
    refreshNote();
    /** What is shown. @type {CountState} */
    this.state = { ...input, ratio: cost.ratio };
    document.dispatchEvent(new CustomEvent('count-change', { detail: this.state }));
  }

  /** Where the closed forms at these sizes can be asked. @param {CountSizes} input */
  sourceAt(input) {
    return new TopicSource({
      attn: this.attn,
      topic: 'cost',
      input: { ...input, kernel: 3, window: input.tokens },
      cells: COST_CELLS,
    });
  }

  /** @param {CountSizes} input @param {CostTrace} cost */
  showCurve({ tokens, width, projections, causal }, cost) {
    const curve = this.attn.cost_curve({ width, points: 65, projections, causal });
    const crossing = curve.crossing
      ? words('count-panel.crosses', { T: printer.count(curve.crossing) })
      : words(cost.ratio > 1 ? 'count-panel.never' : 'count-panel.never-below');
    const label = words('count-panel.plot-label', { d: printer.count(width), crossing, T: printer.count(tokens) });
    this.plot.show(curve, { tokens, recurrent: cost.recurrent.work, self_attention: cost.self_attention.work }, label);
    const rows = Array.from(curve.tokens, (_, i) => i).filter((i) => i % 8 === 0);
    const sources = rows.map((i) => this.sourceAt({ tokens: curve.tokens[i], width, projections, causal }));
    showTable(find(this, '[data-table="plot"]'), {
      caption: label,
      corner: 'T',
      columns: [words('token-lanes.rnn'), words('token-lanes.attention')],
      rows: rows.map((i) => printer.count(curve.tokens[i])),
      cell: (i, j) => ({
        text: printer.count([curve.recurrent, curve.self_attention][j][rows[i]]),
        ask: { source: sources[i], at: `${['recurrent', 'self_attention'][j]}/work` },
      }),
    });
  }

  /** Counts by running, where that is quick. @param {{ tokens: number, width: number, causal: boolean }} input */
  showRun({ tokens, width, causal }) {
    const small = find(this, '.run-none');
    const most = Number(small.dataset.most);
    const fits = tokens <= most && width <= most;
    small.toggleAttribute('hidden', fits);
    const place = find(this, '[data-table="run"]');
    if (!fits) return place.replaceChildren();
    const run = this.attn.counting({ tokens, width, causal });
    const closed = this.attn.cost({ tokens, width, kernel: 3, window: tokens, projections: true, causal });
    const layers = [
      { counted: run.recurrent, formula: closed.recurrent },
      { counted: run.layer, formula: closed.self_attention },
    ];
    const source = this.sourceAt({ tokens, width, projections: true, causal });
    showTable(place, {
      caption: words('count-panel.run-layer'),
      columns: [words('count-panel.run-counted'), words('count-panel.run-formula'), '', words('count-panel.run-span')],
      rows: [words('token-lanes.rnn'), words('token-lanes.attention')],
      cell: (i, j) => {
        const { counted, formula } = layers[i];
        const verdict = counted.multiply_adds === formula.work ? 'count-panel.run-agree' : 'count-panel.run-differ';
        /** @type {TableCell[]} */
        const cells = [
          { text: printer.count(counted.multiply_adds), ask: countedQuestion(counted.multiply_adds) },
          { text: printer.count(formula.work), ask: { source, at: `${['recurrent', 'self_attention'][i]}/work` } },
          words(verdict),
          { text: printer.count(counted.span), ask: countedQuestion(counted.span) },
        ];
        return cells[j];
      },
    });
  }
}

customElements.define('count-panel', CountPanel);
