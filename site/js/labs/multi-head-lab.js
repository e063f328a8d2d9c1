// @ts-check
// <multi-head-lab>: the same projections, cut by columns into one, two, four, eight heads.
import { countedQuestion } from '../ask/questions.js';
import { printer, words } from '../page/words.js';
import { showTable } from '../tables/matrix-table.js';
import { featureTable, pairTable, takenOf } from '../tables/word-tables.js';
import { AttentionLab } from './attention-lab.js';
import { ATTENTION_STAGES, stageMatrix, stagesOf, StageSteps } from './stage-steps.js';
import { oneOf } from './state.js';
/** @import { WhySource } from '../ask/questions.js' */
/** @import { Counts, Mask } from '../attn.js' */

const HEAD_COUNTS = ['1', '2', '4', '8'];

export class MultiHeadLab extends AttentionLab {
  settings() {
    return { ...super.settings(), heads: oneOf(HEAD_COUNTS, '2'), stage: oneOf(ATTENTION_STAGES, 'softmax') };
  }

  listen() {
    /** @type {{ key: string, rows: { count: string, source: WhySource, counts: Counts, parameters: number }[] } | undefined} */
    this.counted = undefined;
    this.steps = new StageSteps(this.querySelector('.stages'), 'lab', (stage) => this.set('stage', stage));
  }

  /** @param {ReturnType<AttentionLab['layer']>} layer */
  compute(layer) {
    const heads = this.cuts(Number(this.values.heads));
    const all = layer.tokens.length;
    const mask = this.maskOf(all);
    this.masked = this.run(layer, { heads, mask, faults: this.faults() });
    // Before the mask: every pair has a score.
    const everything = this.attn.mask({ queries: all, keys: all, causal: false, window: 0 }).mask;
    this.open = this.run(layer, { heads, mask: everything, faults: this.faults() });
    this.countAll(layer, mask);
  }

  /** What the stage shows of a head. @param {number} h */
  stageOf(h) { return stageMatrix(this.values.stage, this.values.fault, this.open, this.masked, h); }

  /** @param {ReturnType<AttentionLab['layer']>} layer */
  show(layer) {
    const { heads } = this.masked.input;
    this.steps.show(stagesOf(this.values.fault), this.values.stage);
    const place = this.querySelector('.heads');
    while (place.children.length > heads.length) place.lastElementChild.remove();
    heads.forEach((head, h) => {
      const section = place.children[h] ?? this.headSection(place);
      section.querySelector('h3').textContent = words('multi-head.head', { head: head.id, from: head.first_column + 1, to: head.first_column + head.columns });
      const { values, source, field, kind, path, mask, sums } = this.stageOf(h);
      const shared = { values, source, layer, lab: /** @type {AttentionLab} */ (this), path, caption: words(`lab.stage-${this.values.stage}`) };
      const table = section.querySelector('.table');
      if (field === 'output') featureTable(table, { ...shared, columns: Array.from(values[0], (_, k) => String(head.first_column + k + 1)) });
      else pairTable(table, { ...shared, kind, mask, sums });
    });
    featureTable(this.querySelector('[data-table="output"]'), {
      caption: words('multi-head.output'), values: this.masked.trace.output, source: this.masked.source, path: 'output', layer, lab: this,
    });
    this.showCounts();
  }

  /** @param {Element} place */
  headSection(place) {
    const section = document.createElement('section');
    const table = document.createElement('div');
    table.className = 'table';
    section.append(document.createElement('h3'), table);
    place.append(section);
    return section;
  }

  /** Counts depend on shapes, not on entries: they are run anew only when a shape changes. @param {ReturnType<AttentionLab['layer']>} layer @param {Mask} mask */
  countAll(layer, mask) {
    const key = Array.from(mask, (row) => Array.from(row).join('')).join();
    if (this.counted?.key === key) return;
    const { inputs, W_Q, W_K, W_V, W_O } = layer;
    this.counted = {
      key,
      rows: HEAD_COUNTS.map((count) => {
        const input = { inputs, W_Q, W_K, W_V, W_O, heads: this.cuts(Number(count)), mask };
        const source = this.sourceOf({ topic: 'multi_head', input, tokens: layer.tokens, heads: input.heads });
        return { count, source, counts: this.attn.multi_head_counted(input), parameters: this.attn.multi_head(input).parameters };
      }),
    };
  }

  showCounts() {
    const { rows } = this.counted;
    showTable(this.querySelector('[data-table="counts"]'), {
      caption: words('multi-head.counts'),
      corner: words('multi-head.heads'), className: 'features',
      columns: ['parameters', 'multiply_adds', 'exponentials'].map((field) => words(`multi-head.${field}`)),
      rows: rows.map(({ count }) => count),
      cell: (i, j) => {
        const { count, counts, parameters, source } = rows[i];
        const value = [parameters, counts.multiply_adds, counts.exponentials][j];
        return {
          text: printer.count(value), className: count === this.values.heads ? 'asked' : '',
          ask: j ? countedQuestion(value) : { source, at: 'parameters' },
        };
      },
    });
  }

  taken() {
    const { tokens } = this.shown;
    const { heads } = this.masked.input;
    return heads.map((head, h) => {
      const { values, kind, field } = this.stageOf(h);
      return takenOf({
        name: `${words(`lab.stage-${this.values.stage}`)} ${head.id}`, tokens, values, weight: kind === 'weight',
        ...(field === 'output' && { columns: Array.from(values[0], (_, k) => String(head.first_column + k + 1)) }),
      });
    });
  }
}

customElements.define('multi-head-lab', MultiHeadLab);
