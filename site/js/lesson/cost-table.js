// @ts-check
// <cost-table>: the four rows of Vaswani's table 1, each with its numbers at the T and d of the counting panel.
import { COST_CELLS } from '../ask/cells.js';
import { refreshNote } from '../ask/figure-note.js';
import { showCount, showFigure } from '../ask/figures.js';
import { TopicSource } from '../ask/questions.js';
import { elements, find, labForm } from '../page/find.js';
import { limitsOf, numberOf } from '../page/number-field.js';
import { isRefusal } from '../page/refusals.js';
import { startLab } from '../page/start.js';
import { printer, words } from '../page/words.js';
import { setTabStop } from '../tables/matrix-table.js';
/** @import { CostTrace } from '../attn.js' */

export class CostTable extends HTMLElement {
  connectedCallback() {
    this.form = labForm(this);
    this.ready = startLab(this, ({ attn }) => {
      this.attn = attn;
      document.addEventListener('count-change', (event) => {
        this.size = event.detail;
        this.update();
      });
      this.form.addEventListener('input', () => this.update());
      this.form.addEventListener('submit', (/** @type {Event} */ event) => event.preventDefault());
      const panel = /** @type {any} */ (document.querySelector('count-panel'));
      return panel.ready.then(() => {
        this.size ??= panel.state;
        this.update();
      });
    });
  }

  update() {
    const message = find(this, '.message');
    const { kernel, window } = this.form.elements;
    const { tokens, width } = this.size;
    let cost;
    const input = {
      tokens,
      width,
      kernel: numberOf(kernel),
      window: numberOf(window),
      projections: false,
      causal: false,
    };
    try {
      cost = this.attn.cost(input);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const field = this.form.elements[/** @type {any} */ (error).where];
      field.setAttribute('aria-invalid', 'true');
      const where = field.labels[0].textContent.trim();
      const { least, most } = limitsOf(field);
      const wanted = words('error.whole', { least, most: printer.count(most) });
      message.textContent =
        field.value.trim() === ''
          ? words('error.empty', { where })
          : words('error.range', { where, found: field.value, wanted });
      find(this, '.table').toggleAttribute('stale', true);
      return;
    }
    message.textContent = '';
    for (const field of [kernel, window]) field.removeAttribute('aria-invalid');
    find(this, '.table').removeAttribute('stale');
    const source = new TopicSource({ attn: this.attn, topic: 'cost', input, cells: COST_CELLS });
    for (const row of elements(this, 'tr[data-layer]')) {
      /** @type {any} */
      const layer = cost[/** @type {keyof Omit<CostTrace, 'ratio'>} */ (row.dataset.layer)];
      for (const cell of elements(row, '[data-value]')) {
        const value = layer[cell.dataset.value];
        const question = { source, at: `${row.dataset.layer}/${cell.dataset.value}` };
        if (cell.dataset.unit) showFigure(cell, printer.amount(value, cell.dataset.unit), question);
        else showCount(cell, value, question);
      }
    }
    setTabStop(find(this, 'table'));
    refreshNote();
    find(this, '.live').textContent = words('cost-table.live', { T: printer.count(tokens), d: printer.count(width) });
  }
}

customElements.define('cost-table', CostTable);
