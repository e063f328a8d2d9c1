// @ts-check
// <query-key-value-lab>: what a word is like, against what it asks for; and why values are not keys.
import { COSINE_CELLS } from '../ask/cells.js';
import { measuredQuestion } from '../ask/questions.js';
import { elements } from '../page/find.js';
import { printer, words } from '../page/words.js';
import { showTable } from '../tables/matrix-table.js';
import { featureTable, takenOf } from '../tables/word-tables.js';
import { AttentionLab } from './attention-lab.js';
import { ATTENTION_STAGES, StageSteps } from './stage-steps.js';
import { flag, oneOf } from './state.js';
/** @import { Matrix } from '../attn.js' */
/** @import { TableCell } from '../tables/matrix-table.js' */

export class QueryKeyValueLab extends AttentionLab {
  settings() {
    return {
      ...super.settings(), causal: flag(false), view: oneOf(['similarity', 'values', 'editor']), stage: oneOf(ATTENTION_STAGES),
    };
  }

  listen() {
    this.steps = new StageSteps(this.querySelector('.stages'), 'lab', (stage) => this.set('stage', stage));
  }

  /** @param {ReturnType<AttentionLab['layer']>} layer */
  compute(layer) {
    const all = layer.tokens.length;
    const heads = this.cuts(1);
    const everything = this.attn.mask({ queries: all, keys: all, causal: false, window: 0 }).mask;
    this.open = this.run(layer, { heads, mask: everything });
    this.masked = this.run(layer, { heads, mask: this.maskOf(all) });
    const { keys, values } = this.open.trace;
    this.likeness = this.cosinesOf(layer, layer.inputs, 'inputs');
    this.keyLikeness = this.cosinesOf(layer, keys, 'keys');
    this.valueLikeness = this.cosinesOf(layer, values, 'values');
  }

  /** Cosines between rows; a row that another run made is asked on there. @param {any} layer @param {Matrix} rows @param {string} field */
  cosinesOf({ tokens }, rows, field) {
    const input = { rows };
    return {
      trace: this.attn.cosine(input),
      source: this.sourceOf({
        topic: 'cosine', input, tokens, heads: this.cuts(1), cells: COSINE_CELLS,
        follow: (name) => (name.startsWith('rows/') ? { source: this.open.source, at: name.replace('rows', field) } : undefined),
      }),
    };
  }

  /** @param {ReturnType<AttentionLab['layer']>} layer */
  show(layer) {
    const { view, stage } = this.values;
    for (const pane of elements(this, '[data-view]')) pane.hidden = !pane.dataset.view.split(' ').includes(view);
    const editor = /** @type {HTMLDetailsElement} */ (this.querySelector('.editor'));
    if (view === 'editor') editor.open = true;
    this.steps.show(ATTENTION_STAGES, stage);
    this.showRanks(layer);
    this.showMix(layer);
    this.showValues(layer);
  }

  /** A row for each word: how like the asking one it is, and what it is worth to it. @param {ReturnType<AttentionLab['layer']>} layer */
  showRanks(layer) {
    const { tokens, query } = layer;
    const [head, hidden] = [this.open.trace.heads[0], this.masked.trace.heads[0]];
    const seen = this.masked.input.mask[query];
    const upTo = ATTENTION_STAGES.indexOf(this.values.stage);
    const row = (/** @type {Matrix} */ m) => m[query];
    const ranks = (/** @type {ArrayLike<number>} */ values) => this.attn.ranking({ values }).ranks;
    const cosines = row(this.likeness.trace.cosines);
    const [byCosine, byScore] = [ranks(cosines), ranks(row(head.scores))];
    const asks = (/** @type {any} */ run, /** @type {string} */ field) => (/** @type {number} */ j) => ({ source: run.source, at: `${field}/${query}/${j}` });
    /** @type {{ name: string, cell: (j: number) => TableCell }[]} */
    const all = [
      { name: 'cosine', cell: (j) => ({ text: printer.cosine.format(cosines[j]), ask: asks(this.likeness, 'cosines')(j) }) },
      { name: 'rank', cell: (j) => this.rankCell(byCosine[j]) },
      { name: 'score', cell: (j) => ({ text: printer.signed(row(head.scores)[j]), className: row(head.scores)[j] < 0 ? 'signed negative' : 'signed', ask: asks(this.open, 'heads/0/scores')(j) }) },
      { name: 'rank', cell: (j) => this.rankCell(byScore[j]) },
      { name: 'scaled', cell: (j) => ({ text: printer.signed(row(head.scaled)[j]), ask: asks(this.open, 'heads/0/scaled')(j) }) },
      { name: 'masked', cell: (j) => (seen[j] ? { text: printer.signed(row(hidden.scaled)[j]), ask: asks(this.masked, 'heads/0/scaled')(j) } : { text: words('lab.hidden'), className: 'future' }) },
      { name: 'weight', cell: (j) => (seen[j] ? { text: printer.percent(row(hidden.weights)[j]), className: 'heat', share: row(hidden.weights)[j], ask: asks(this.masked, 'heads/0/weights')(j) } : { text: words('lab.hidden'), className: 'future' }) },
    ];
    const columns = all.slice(0, 4 + upTo);
    showTable(this.querySelector('[data-table="ranks"]'), {
      caption: words('query-key-value.ranks'), corner: words('query-key-value.seen'), className: 'pairs',
      columns: columns.map(({ name }) => words(`query-key-value.${name}`)),
      rows: tokens.map((token) => this.wordNode(token)),
      cell: (j, k) => {
        const content = columns[k].cell(j);
        return typeof content === 'string' || j !== query ? content : { ...content, className: `${content.className ?? ''} asked` };
      },
    });
  }

  /** @param {number} rank @returns {TableCell} */
  rankCell(rank) { return { text: printer.count(rank), className: 'rank', ask: measuredQuestion(rank, words('query-key-value.ranked')) }; }

  /** @param {ReturnType<AttentionLab['layer']>} layer */
  showMix(layer) {
    const place = /** @type {HTMLElement} */ (this.querySelector('[data-table="mix"]'));
    place.hidden = this.values.stage !== 'mix';
    featureTable(place, { caption: words('lab.stage-mix'), values: this.masked.trace.heads[0].output, source: this.masked.source, path: 'heads/0/output', layer, lab: this });
  }

  /** Keys and values side by side, and how far each tells the words apart. @param {ReturnType<AttentionLab['layer']>} layer */
  showValues(layer) {
    for (const [field, likeness] of /** @type {const} */ ([['keys', this.keyLikeness], ['values', this.valueLikeness]])) {
      featureTable(this.querySelector(`[data-table="${field}"]`), {
        caption: words(`query-key-value.${field}`), values: this.open.trace[field], source: this.open.source, path: field, layer, lab: this,
      });
      const { cosines } = likeness.trace;
      showTable(this.querySelector(`[data-table="${field}-cosines"]`), {
        caption: words(`query-key-value.${field}-cosines`), className: 'pairs',
        columns: layer.tokens.map((token) => this.wordNode(token)), rows: layer.tokens.map((token) => this.wordNode(token)),
        cell: (i, j) => ({
          text: printer.cosine.format(cosines[i][j]), className: i === j ? '' : 'heat', share: i === j ? undefined : Math.max(0, cosines[i][j]),
          ask: { source: likeness.source, at: `cosines/${i}/${j}` },
        }),
      });
    }
  }

  taken() {
    const { tokens } = this.shown;
    const { keys, values, heads: [{ scores }] } = this.open.trace;
    const numbers = Array.from(keys[0], (_, k) => String(k + 1));
    if (this.values.view === 'values') return [takenOf({ name: 'K', tokens, values: keys, columns: numbers }), takenOf({ name: 'V', tokens, values, columns: numbers })];
    return [
      takenOf({ name: words('query-key-value.cosine'), tokens, values: this.likeness.trace.cosines }),
      takenOf({ name: words('query-key-value.score'), tokens, values: scores }),
      takenOf({ name: words('query-key-value.weight'), tokens, values: this.masked.trace.heads[0].weights, weight: true }),
    ];
  }
}

customElements.define('query-key-value-lab', QueryKeyValueLab);
