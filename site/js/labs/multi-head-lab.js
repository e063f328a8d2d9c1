// @ts-check
// <multi-head-lab>: the same projections, cut by columns into one, two, four, eight heads.
import { countedQuestion } from '../ask/questions.js';
import { find } from '../page/find.js';
import { printer, putWords, words } from '../page/words.js';
import { HeadsPicture } from '../pictures/heads-picture.js';
import { listed } from '../pictures/words-drawn.js';
import { showTable } from '../tables/matrix-table.js';
import { featureTable, numbersOf, pairTable, takenOf } from '../tables/word-tables.js';
import { AttentionLab } from './attention-lab.js';
import { ATTENTION_STAGES, stageMatrix, stagesOf, stageWords } from './attention-stages.js';
import { StageSteps } from './stage-steps.js';
import { oneOf } from './state.js';
/** @import { WhySource } from '../ask/questions.js' */
/** @import { Counts, Mask } from '../attn.js' */
/** @import { HeadsScene } from '../pictures/heads-picture.js' */
/** @import { SentenceLayer } from './sentence-lab.js' */
/** @import { LabValues } from './state.js' */

const HEAD_COUNTS = ['1', '2', '4', '8'];

/** @typedef {ReturnType<MultiHeadLab['compute']>} MultiHeadRun */
/** @typedef {{ count: string, source: WhySource, counts: Counts, parameters: number }} CountedHeads */

export class MultiHeadLab extends AttentionLab {
  settings() {
    return { ...super.settings(), heads: oneOf(HEAD_COUNTS, '2'), stage: oneOf(ATTENTION_STAGES, 'softmax') };
  }

  begin() {
    super.begin();
    /** @type {{ key: string, rows: CountedHeads[] } | undefined} */
    this.counted = undefined;
    this.picture = new HeadsPicture(find(this, '.picture-place'));
    this.steps = new StageSteps(find(this, '.stages'), stageWords, (stage) => this.change({ stage }));
  }

  /** @param {LabValues} values */
  compute(values) {
    const layer = this.layer(values);
    const heads = this.cuts(Number(values.heads));
    const all = layer.tokens.length;
    const mask = this.maskOf(all, values);
    const faults = this.faults(values);
    const open = this.wholeMask(all, false);
    return {
      layer,
      mask,
      // A head of one column has a score that is one product.
      columns: this.layerRun(layer, values, { heads: this.cuts(layer.inputs[0].length), mask: open }),
      masked: this.layerRun(layer, values, { heads, mask, faults }),
      // Before the mask: every pair has a score.
      open: this.layerRun(layer, values, { heads, mask: open, faults }),
      counted: this.countAll(layer, mask),
    };
  }

  /**
   * Counts depend on shapes, not on entries: they are run anew only when a shape changes.
   * @param {SentenceLayer} layer @param {Mask} mask @returns {CountedHeads[]}
   */
  countAll(layer, mask) {
    const key = Array.from(mask, (row) => Array.from(row).join('')).join();
    if (this.counted?.key === key) return this.counted.rows;
    const { inputs, W_Q, W_K, W_V, W_O } = layer;
    const rows = HEAD_COUNTS.map((count) => {
      const input = { inputs, W_Q, W_K, W_V, W_O, heads: this.cuts(Number(count)), mask };
      return {
        count,
        source: this.sourceOf({ topic: 'multi_head', input, layer, heads: input.heads }),
        counts: this.attn.multi_head_counted(input),
        parameters: this.attn.multi_head(input).parameters,
      };
    });
    this.counted = { key, rows };
    return rows;
  }

  /** @param {MultiHeadRun} run */
  show(run) {
    const { layer, masked, counted } = run;
    this.picture.show(this.scene(run));
    this.showReading(run);
    this.steps.show(stagesOf(this.values.fault), this.values.stage);
    const place = find(this, '.heads');
    while (place.children.length > masked.input.heads.length) place.lastElementChild.remove();
    masked.input.heads.forEach((_, h) => this.showHead(place.children[h] ?? this.headSection(place), run, h));
    featureTable(find(this, '[data-table="output"]'), {
      ...this.inTables(layer),
      caption: words('multi-head.output'),
      values: masked.trace.output,
      source: masked.source,
      path: 'output',
    });
    this.showCounts(counted);
  }

  /** What the picture draws. @param {MultiHeadRun} run @returns {HeadsScene} */
  scene(run) {
    const { layer, masked, open, columns, mask } = run;
    const { tokens, query } = layer;
    const { source, trace, input } = masked;
    const products = tokens.map((_, j) => columns.trace.heads.map(({ scores }) => scores[query][j]));
    return {
      tokens,
      query,
      label: this.inWords(run),
      choose: (word) => this.change({ query: this.values.words?.length ? String(word) : tokens[word].id }),
      products,
      seen: Array.from(mask[query], Boolean),
      heads: input.heads.map((head, h) => ({
        ...head,
        scores: {
          values: open.trace.heads[h].scores[query],
          ask: (word) => ({ source: open.source, at: `heads/${h}/scores/${query}/${word}` }),
        },
        products: products.map((row, j) => ({
          values: row.slice(head.first_column, head.first_column + head.columns),
          ask: (k) => ({ source: columns.source, at: `heads/${head.first_column + k}/scores/${query}/${j}` }),
        })),
        weights: {
          values: trace.heads[h].weights[query],
          ask: (word) => ({ source, at: `heads/${h}/weights/${query}/${word}` }),
        },
      })),
      counts: HEAD_COUNTS.map(Number),
      cut: (count) => this.change({ heads: String(count) }),
      parameters: { text: printer.count(trace.parameters), ask: { source, at: 'parameters' } },
    };
  }

  /** What is seen, in words, with all weights. @param {MultiHeadRun} run */
  inWords({ layer: { tokens, query }, masked, mask }) {
    const list = words('list.separator');
    const heads = masked.input.heads.map(({ id }, h) => {
      const weights = tokens.flatMap((token, j) =>
        mask[query][j] ? [`${this.wordName(token)} ${printer.percent(masked.trace.heads[h].weights[query][j])}`] : [],
      );
      return words('multi-head.said-head', { head: id, weights: weights.join(list) });
    });
    return words('multi-head.said', {
      token: this.wordName(tokens[query]),
      count: printer.count(heads.length),
      heads: heads.join(words('multi-head.said-next')),
      parameters: printer.count(masked.trace.parameters),
    });
  }

  /** The line under the picture: what each head gives most to; equal ones are said as equal. @param {MultiHeadRun} run */
  showReading({ layer: { tokens, query }, masked, mask }) {
    const parts = masked.input.heads.map(({ id }, h) => {
      const weights = masked.trace.heads[h].weights[query];
      const { ranks } = this.attn.ranking({ values: weights });
      const first = [...tokens.keys()].filter((j) => ranks[j] === 1);
      const span = document.createElement('span');
      const names = listed(first.map((j) => this.wordNode(tokens[j])));
      const share = printer.percent(weights[first[0]]);
      const seen = Array.from(mask[query]).filter(Boolean).length;
      const alike = first.length < seen ? 'multi-head.read-equal' : 'multi-head.read-all';
      putWords(span, first.length > 1 ? alike : 'multi-head.read-head', {
        head: id,
        tokens: names,
        share,
      });
      return span;
    });
    putWords(find(this, '.reading'), 'multi-head.reading', {
      token: this.wordNode(tokens[query]),
      heads: listed(parts, words('multi-head.said-next')),
      parameters: printer.count(masked.trace.parameters),
    });
  }

  /** @param {Element} section @param {MultiHeadRun} run @param {number} h */
  showHead(section, run, h) {
    const head = run.masked.input.heads[h];
    const columns = { from: head.first_column + 1, to: head.first_column + head.columns };
    find(section, 'h3').textContent = words('multi-head.head', { head: head.id, ...columns });
    const { field, how, ...matrix } = stageMatrix(this.stageValues(), run, h);
    const shown = { ...this.inTables(run.layer), ...matrix, caption: stageWords(this.values.stage) };
    const table = find(section, '.table');
    if (field === 'output') featureTable(table, shown, numbersOf(matrix.values, head.first_column));
    else pairTable(table, shown, how);
  }

  stageValues() {
    const { stage, fault } = this.values;
    return { stage, fault };
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

  /** @param {CountedHeads[]} rows */
  showCounts(rows) {
    showTable(find(this, '[data-table="counts"]'), {
      caption: words('multi-head.counts'),
      corner: words('multi-head.heads'),
      className: 'features',
      columns: ['parameters', 'multiply_adds', 'exponentials'].map((field) => words(`multi-head.${field}`)),
      rows: rows.map(({ count }) => count),
      cell: (i, j) => {
        const { count, counts, parameters, source } = rows[i];
        const value = [parameters, counts.multiply_adds, counts.exponentials][j];
        return {
          text: printer.count(value),
          className: count === this.values.heads ? 'asked' : '',
          ask: j ? countedQuestion(value) : { source, at: 'parameters' },
        };
      },
    });
  }

  /** @param {MultiHeadRun} run */
  taken(run) {
    const rows = run.layer.tokens.map((token) => token.text);
    return run.masked.input.heads.map((head, h) => {
      const { values, how, field } = stageMatrix(this.stageValues(), run, h);
      const name = `${stageWords(this.values.stage)} ${head.id}`;
      const columns = field === 'output' ? numbersOf(values, head.first_column) : rows;
      return takenOf({ name, rows, columns, values, weight: how.kind === 'weight' });
    });
  }
}

customElements.define('multi-head-lab', MultiHeadLab);
