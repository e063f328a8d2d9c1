// @ts-check
// <causal-mask-lab>: the leak, the mask before and after the softmax, prefixes against one pass, a window, a cache.
import { NEXT_TOKEN_CELLS } from '../ask/cells.js';
import { askable, countedQuestion, measuredQuestion } from '../ask/questions.js';
import { elements } from '../page/find.js';
import { printer, putWords, words } from '../page/words.js';
import { showTable } from '../tables/matrix-table.js';
import { featureTable, pairTable, takenOf } from '../tables/word-tables.js';
import { AttentionLab } from './attention-lab.js';
import { ATTENTION_STAGES, stageMatrix, stagesOf, StageSteps } from './stage-steps.js';
import { oneOf, wholeNumber } from './state.js';
/** @import { Question } from '../ask/questions.js' */
/** @import { TableCell } from '../tables/matrix-table.js' */

export class CausalMaskLab extends AttentionLab {
  settings() {
    return {
      ...super.settings(), view: oneOf(['weights', 'prefixes', 'leak']), stage: oneOf(ATTENTION_STAGES, 'softmax'), cached: wholeNumber(0, 11, 0),
    };
  }

  listen() {
    this.steps = new StageSteps(this.querySelector('.stages'), 'lab', (stage) => this.set('stage', stage));
  }

  /** The fault of the top left corner shows only where words are cached, so it brings some with it. @param {number} all */
  cached(all) {
    const { fault, causal } = this.values;
    this.values.cached = Math.min(this.values.cached, all - 1);  // the last word is new, however short the sentence
    if (causal && fault.includes('top-left')) this.values.cached ||= Math.max(all - 2, 1);
    return causal ? this.values.cached : 0;
  }

  /** @param {ReturnType<AttentionLab['layer']>} layer */
  compute(layer) {
    const all = layer.tokens.length;
    const heads = this.cuts(1);
    const maskFor = (/** @type {boolean} */ causal) => this.attn.mask({ queries: all, keys: all, causal, window: 0 }).mask;
    this.from = this.cached(all);
    this.open = this.run(layer, { heads, mask: maskFor(false) });
    this.masked = this.run(layer, { heads, mask: this.maskOf(all, { cached: this.from }), faults: this.faults() });
    if (this.values.view === 'prefixes') this.prefixes = this.attn.prefixes(this.masked.input);
    if (this.values.view === 'leak') {
      this.guesses = [this.open, this.run(layer, { heads, mask: maskFor(true) })].map((run) => {
        const input = { outputs: run.trace.output, embeddings: layer.inputs };
        const follow = (/** @type {string} */ name) => (/^(outputs|embeddings)\//.test(name)
          ? { source: run.source, at: name.replace('outputs', 'output').replace('embeddings', 'inputs') } : undefined);
        return { run, trace: this.attn.next_token(input), source: this.sourceOf({ topic: 'next_token', input, tokens: layer.tokens, heads, cells: NEXT_TOKEN_CELLS, follow }) };
      });
    }
  }

  /** @param {ReturnType<AttentionLab['layer']>} layer */
  show(layer) {
    for (const pane of elements(this, '[data-view]')) pane.hidden = pane.dataset.view !== this.values.view;
    /** @type {Record<string, () => void>} */
    const views = { weights: () => this.showWeights(layer), prefixes: () => this.showPrefixes(layer), leak: () => this.showLeak(layer) };
    views[this.values.view]();
  }

  /** What the stage shows of a head. @param {number} h */
  stageOf(h) { return stageMatrix(this.values.stage, this.values.fault, this.open, this.masked, h); }

  /** @param {ReturnType<AttentionLab['layer']>} layer */
  showWeights(layer) {
    this.steps.show(stagesOf(this.values.fault), this.values.stage);
    const { values, source, field, kind, path, mask, sums } = this.stageOf(0);
    const table = this.querySelector('[data-table="weights"]');
    const shared = { values, source, layer, lab: /** @type {AttentionLab} */ (this), path, caption: words(`lab.stage-${this.values.stage}`), from: this.from };
    if (field === 'output') featureTable(table, shared);
    else pairTable(table, { ...shared, kind, mask, sums });
    this.showMeter(layer);
    const note = /** @type {HTMLElement} */ (this.querySelector('.cached-note'));
    note.hidden = this.from === 0;
    note.textContent = words('causal-mask.cached-note', { cached: printer.amount(this.from, 'words') });
  }

  /** The asking row's sum, as a length beside the figure. @param {ReturnType<AttentionLab['layer']>} layer */
  showMeter({ query, tokens }) {
    const sum = this.masked.trace.heads[0].row_sums[query];
    const meter = /** @type {HTMLMeterElement} */ (this.querySelector('meter'));
    meter.value = sum;
    const label = this.querySelector('.meter-text');
    putWords(label, 'causal-mask.meter', { word: this.wordNode(tokens[query]), sum: this.figure(printer.percent(sum), { source: this.masked.source, at: `heads/0/row_sums/${query}` }) });
  }

  /** A figure that can be asked, for a sentence. @param {string} text @param {Question} question */
  figure(text, question) {
    const span = document.createElement('span');
    span.textContent = text;
    askable(span, question);
    return span;
  }

  /** @param {ReturnType<AttentionLab['layer']>} layer */
  showPrefixes(layer) {
    const { passes, positions, task_passes, task_positions, one_pass, one_by_one, differences, largest_difference } = this.prefixes;
    const one = layer.tokens.length;
    const counts = [[task_passes, task_positions], [passes, positions], [1, one]];
    showTable(this.querySelector('[data-table="passes"]'), {
      caption: words('causal-mask.passes'), columns: [words('causal-mask.forwards'), words('causal-mask.positions')],
      rows: ['tasks', 'all', 'once'].map((row) => words(`causal-mask.${row}`)),
      className: 'features', cell: (i, j) => ({ text: printer.count(counts[i][j]), ask: countedQuestion(counts[i][j]) }),
    });
    putWords(this.querySelector('.difference'), largest_difference === 0 ? 'causal-mask.same' : 'causal-mask.different', { difference: this.figure(printer.long(largest_difference), measuredQuestion(largest_difference, words('causal-mask.compared'))) });
    showTable(this.querySelector('[data-table="differences"]'), {
      caption: words('causal-mask.differences'), columns: [words('causal-mask.difference')], corner: words('causal-mask.ends'),
      rows: layer.tokens.map((token) => this.wordNode(token)), className: 'features',
      cell: (i) => ({ text: printer.long(differences[i][0]), ask: measuredQuestion(differences[i][0], words('causal-mask.compared')) }),
    });
    featureTable(this.querySelector('[data-table="one-pass"]'), { caption: words('causal-mask.one-pass'), values: one_pass, source: this.masked.source, path: 'output', layer, lab: this });
    featureTable(this.querySelector('[data-table="one-by-one"]'), { caption: words('causal-mask.one-by-one'), values: one_by_one, source: this.prefixSources(layer), path: 'output', layer, lab: this });
  }

  /** The last output of a prefix is asked of that prefix's own run. @param {ReturnType<AttentionLab['layer']>} layer */
  prefixSources({ tokens }) {
    const { input } = this.masked;
    return tokens.map((_, row) => {
      const part = (/** @type {ArrayLike<any>} */ rows) => Array.from(rows).slice(0, row + 1);
      const prefix = { ...input, inputs: part(input.inputs), mask: part(input.mask).map(part) };
      return this.sourceOf({ topic: 'multi_head', input: prefix, tokens, heads: input.heads });
    });
  }

  /** The four tasks: what each guesses with the mask off, and on. @param {ReturnType<AttentionLab['layer']>} layer */
  showLeak(layer) {
    const { tokens } = layer;
    const [off, on] = this.guesses;
    /** @type {{ key: string, cell: (task: number) => TableCell }[]} */
    const columns = [
      { key: 'answer', cell: (task) => ({ text: this.wordNode(tokens[task + 1]) }) },
      { key: 'leaked', cell: (task) => this.shareCell(off.run.trace.heads[0].weights[task][task + 1], { source: off.run.source, at: `heads/0/weights/${task}/${task + 1}` }) },
      ...[off, on].flatMap((guess, k) => [
        { key: k ? 'probability-on' : 'probability-off', cell: (/** @type {number} */ task) => this.shareCell(guess.trace.probabilities[task][task + 1], { source: guess.source, at: `probabilities/${task}/${task + 1}` }) },
        { key: k ? 'loss-on' : 'loss-off', cell: (/** @type {number} */ task) => ({ text: printer.cosine.format(guess.trace.losses[task][0]), ask: { source: guess.source, at: `losses/${task}/0` } }) },
      ]),
    ];
    showTable(this.querySelector('[data-table="losses"]'), {
      caption: words('causal-mask.losses'), corner: words('causal-mask.task'), className: 'features', columns: columns.map(({ key }) => words(`causal-mask.${key}`)),
      rows: tokens.slice(0, -1).map((token) => this.wordNode(token)),
      cell: (task, k) => {
        const content = columns[k].cell(task);
        return typeof content === 'string' ? { text: content, className: task === layer.query ? 'asked' : '' } : { ...content, className: `${content.className ?? ''}${task === layer.query ? ' asked' : ''}` };
      },
    });
    const mean = (/** @type {typeof off} */ guess) => this.figure(printer.cosine.format(guess.trace.mean_loss), { source: guess.source, at: 'mean_loss' });
    putWords(this.querySelector('.mean-loss'), 'causal-mask.mean', { off: mean(off), on: mean(on) });
  }

  /** @param {number} share @param {Question} ask @returns {TableCell} */
  shareCell(share, ask) { return { text: printer.percent(share), className: 'heat', share, ask }; }

  taken() {
    const { tokens } = this.shown;
    if (this.values.view === 'leak') return this.guesses.map(({ trace }, k) => takenOf({ name: words(k ? 'causal-mask.probability-on' : 'causal-mask.probability-off'), tokens: tokens.slice(0, -1), columns: tokens.map((token) => token.text), values: trace.probabilities, weight: true }));
    if (this.values.view === 'prefixes') {
      const columns = Array.from(this.prefixes.one_pass[0], (_, k) => String(k + 1));
      return [takenOf({ name: words('causal-mask.one-pass'), tokens, columns, values: this.prefixes.one_pass }), takenOf({ name: words('causal-mask.one-by-one'), tokens, columns, values: this.prefixes.one_by_one })];
    }
    const { values, kind, field } = this.stageOf(0);
    return [takenOf({ name: words(`lab.stage-${this.values.stage}`), tokens, values, weight: kind === 'weight', from: this.from, ...(field === 'output' && { columns: Array.from(values[0], (_, k) => String(k + 1)) }) })];
  }
}

customElements.define('causal-mask-lab', CausalMaskLab);
