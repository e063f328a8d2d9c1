// @ts-check
// <query-key-value-lab>: what a word is like, against what it asks for; and why values are not keys.
import { COSINE_CELLS, LAYER_CELLS } from '../ask/cells.js';
import { measuredQuestion } from '../ask/questions.js';
import { elements, find } from '../page/find.js';
import { printer, words } from '../page/words.js';
import { QkvPicture } from '../pictures/qkv-picture.js';
import { showTable } from '../tables/matrix-table.js';
import { featureTable, numbersOf, takenOf } from '../tables/word-tables.js';
import { AttentionLab } from './attention-lab.js';
import { ATTENTION_STAGES, stageWords } from './attention-stages.js';
import { sceneOf, showReading, showStrips } from './query-key-value-scene.js';
import { StageSteps } from './stage-steps.js';
import { flag, oneOf } from './state.js';
/** @import { Matrix } from '../attn.js' */
/** @import { TableCell } from '../tables/matrix-table.js' */
/** @import { LayerRun } from './attention-lab.js' */
/** @import { SentenceLayer } from './sentence-lab.js' */
/** @import { LabValues } from './state.js' */

/** A head of one column has a score that is one product. @type {Record<string, any>} */
const PRODUCT_CELLS = { ...LAYER_CELLS, scores: { kinds: ['token', 'token'], name: 'query-key-value.product' } };

/** @typedef {ReturnType<QueryKeyValueLab['compute']>} QueryKeyValueRun */

export class QueryKeyValueLab extends AttentionLab {
  settings() {
    return {
      ...super.settings(),
      causal: flag(false),
      view: oneOf(['similarity', 'values', 'editor']),
      stage: oneOf(ATTENTION_STAGES),
    };
  }

  begin() {
    super.begin();
    this.steps = new StageSteps(find(this, '.stages'), stageWords, (stage) => this.change({ stage }));
    this.picture = new QkvPicture(find(this, '.picture-place'));
  }

  /** @param {LabValues} values */
  compute(values) {
    const layer = this.layer(values);
    const all = layer.tokens.length;
    const heads = this.cuts(1);
    const mask = this.wholeMask(all, false);
    const open = this.layerRun(layer, values, { heads, mask });
    const likeness = this.cosinesOf(layer, open, 'inputs', layer.inputs);
    const ranks = (/** @type {Matrix} */ matrix) => this.attn.ranking({ values: matrix[layer.query] }).ranks;
    return {
      layer,
      open,
      columns: this.columnsOf(layer, values, open, mask),
      masked: this.layerRun(layer, values, { heads, mask: this.maskOf(all, values) }),
      likeness,
      keyLikeness: this.cosinesOf(layer, open, 'keys', open.trace.keys),
      valueLikeness: this.cosinesOf(layer, open, 'values', open.trace.values),
      byCosine: ranks(likeness.trace.cosines),
      byScore: ranks(open.trace.heads[0].scores),
    };
  }

  /**
   * The products of each column: a run with a head for each of them, whose projections are asked on in the whole one.
   * @param {SentenceLayer} layer @param {LabValues} values @param {LayerRun} open @param {LayerRun['input']['mask']} mask
   */
  columnsOf(layer, values, open, mask) {
    const heads = this.cuts(layer.inputs[0].length);
    const { input, trace } = this.layerRun(layer, values, { heads, mask });
    const follow = (/** @type {string} */ name) =>
      /^(queries|keys)\//.test(name) ? { source: open.source, at: name } : undefined;
    const source = this.sourceOf({ topic: 'multi_head', input, layer, cells: PRODUCT_CELLS, follow });
    source.head = (h) => printer.count(h + 1);
    return { trace, source };
  }

  /**
   * Cosines between rows; a row that the layer's run made is asked on there.
   * @param {SentenceLayer} layer @param {LayerRun} open @param {string} field @param {Matrix} rows
   */
  cosinesOf(layer, open, field, rows) {
    const input = { rows };
    const follow = (/** @type {string} */ name) =>
      name.startsWith('rows/') ? { source: open.source, at: name.replace('rows', field) } : undefined;
    const source = this.sourceOf({ topic: 'cosine', input, layer, cells: COSINE_CELLS, follow });
    return { trace: this.attn.cosine(input), source };
  }

  /** @param {QueryKeyValueRun} run */
  show(run) {
    const { view, stage } = this.values;
    for (const pane of elements(this, '[data-view]')) pane.hidden = !pane.dataset.view.split(' ').includes(view);
    this.steps.show(ATTENTION_STAGES, stage);
    const scene = sceneOf(this, run);
    this.picture.show(scene);
    showReading(this, run);
    showStrips(this, run, scene);
    this.showRanks(run);
    this.showMix(run);
    this.showValues(run);
    if (view === 'editor') find(this, '.editor', HTMLDetailsElement).open = true;
  }

  /** What is said of each word, column by column. @param {QueryKeyValueRun} run */
  rankColumns({ layer: { query }, open, masked, likeness, byCosine, byScore }) {
    const [head, hidden] = [open.trace.heads[0], masked.trace.heads[0]];
    const seen = masked.input.mask[query];
    const ask = (
      /** @type {{ source: LayerRun['source'] }} */ { source },
      /** @type {string} */ field,
      /** @type {number} */ j,
    ) => ({ source, at: `${field}/${query}/${j}` });
    /** @returns {TableCell} */
    const hiddenCell = () => ({ text: words('lab.hidden'), className: 'future' });
    /** @type {{ name: string, cell: (j: number) => TableCell }[]} */
    const columns = [
      {
        name: 'cosine',
        cell: (j) => ({
          text: printer.cosine.format(likeness.trace.cosines[query][j]),
          ask: ask(likeness, 'cosines', j),
        }),
      },
      { name: 'rank', cell: (j) => this.rankCell(byCosine[j]) },
      {
        name: 'score',
        cell: (j) => ({
          text: printer.signed(head.scores[query][j]),
          className: head.scores[query][j] < 0 ? 'signed negative' : 'signed',
          ask: ask(open, 'heads/0/scores', j),
        }),
      },
      { name: 'rank', cell: (j) => this.rankCell(byScore[j]) },
      {
        name: 'scaled',
        cell: (j) => ({ text: printer.signed(head.scaled[query][j]), ask: ask(open, 'heads/0/scaled', j) }),
      },
      {
        name: 'masked',
        cell: (j) => {
          if (!seen[j]) return hiddenCell();
          return { text: printer.signed(hidden.scaled[query][j]), ask: ask(masked, 'heads/0/scaled', j) };
        },
      },
      {
        name: 'weight',
        cell: (j) => {
          const share = hidden.weights[query][j];
          if (!seen[j]) return hiddenCell();
          return { text: printer.percent(share), className: 'heat', share, ask: ask(masked, 'heads/0/weights', j) };
        },
      },
    ];
    return columns;
  }

  /** A row for each word: how like the asking one it is, and what it is worth to it. @param {QueryKeyValueRun} run */
  showRanks(run) {
    const { tokens, query } = run.layer;
    const columns = this.rankColumns(run).slice(0, 4 + ATTENTION_STAGES.indexOf(this.values.stage));
    showTable(find(this, '[data-table="ranks"]'), {
      caption: words('query-key-value.ranks'),
      corner: words('query-key-value.seen'),
      className: 'pairs',
      columns: columns.map(({ name }) => words(`query-key-value.${name}`)),
      rows: tokens.map((token) => this.wordNode(token)),
      cell: (j, k) => {
        const content = columns[k].cell(j);
        if (typeof content === 'string' || j !== query) return content;
        return { ...content, className: `${content.className ?? ''} asked` };
      },
    });
  }

  /** @param {number} rank @returns {TableCell} */
  rankCell(rank) {
    return {
      text: printer.count(rank),
      className: 'rank',
      ask: this.rankQuestion(rank),
    };
  }

  /** @param {number} rank */
  rankQuestion(rank) {
    return measuredQuestion(rank, words('query-key-value.ranked'));
  }

  /** @param {QueryKeyValueRun} run */
  showMix({ layer, masked }) {
    const place = find(this, '[data-table="mix"]');
    place.hidden = this.values.stage !== 'mix';
    featureTable(place, {
      ...this.inTables(layer),
      caption: words('lab.stage-mix'),
      values: masked.trace.heads[0].output,
      source: masked.source,
      path: 'heads/0/output',
    });
  }

  /** Keys and values side by side, and how far each tells the words apart. @param {QueryKeyValueRun} run */
  showValues({ layer, open, keyLikeness, valueLikeness }) {
    for (const [
      field,
      {
        source,
        trace: { cosines },
      },
    ] of /** @type {const} */ ([
      ['keys', keyLikeness],
      ['values', valueLikeness],
    ])) {
      featureTable(find(this, `[data-table="${field}"]`), {
        ...this.inTables(layer),
        caption: words(`query-key-value.${field}`),
        values: open.trace[field],
        source: open.source,
        path: field,
      });
      showTable(find(this, `[data-table="${field}-cosines"]`), {
        caption: words(`query-key-value.${field}-cosines`),
        className: 'pairs',
        columns: layer.tokens.map((token) => this.wordNode(token)),
        rows: layer.tokens.map((token) => this.wordNode(token)),
        cell: (i, j) => ({
          text: printer.cosine.format(cosines[i][j]),
          className: i === j ? '' : 'heat',
          share: i === j ? undefined : Math.max(0, cosines[i][j]),
          ask: { source, at: `cosines/${i}/${j}` },
        }),
      });
    }
  }

  /** @param {QueryKeyValueRun} run */
  taken({ layer, open, masked, likeness }) {
    const rows = layer.tokens.map((token) => token.text);
    const {
      keys,
      values,
      heads: [{ scores }],
    } = open.trace;
    const columns = numbersOf(keys);
    if (this.values.view === 'values') {
      return [takenOf({ name: 'K', rows, values: keys, columns }), takenOf({ name: 'V', rows, values, columns })];
    }
    return [
      takenOf({ name: words('query-key-value.cosine'), rows, values: likeness.trace.cosines }),
      takenOf({ name: words('query-key-value.score'), rows, values: scores }),
      takenOf({ name: words('query-key-value.weight'), rows, values: masked.trace.heads[0].weights, weight: true }),
    ];
  }
}

customElements.define('query-key-value-lab', QueryKeyValueLab);
