// @ts-check
// <causal-mask-lab>: the leak, the mask before and after the softmax, prefixes against one pass, a window, a cache.
import { figureNode } from '../ask/figures.js';
import { elements, find } from '../page/find.js';
import { limitsOf } from '../page/number-field.js';
import { printer, putWords, words } from '../page/words.js';
import { featureTable, numbersOf, pairTable, takenOf } from '../tables/word-tables.js';
import { AttentionLab } from './attention-lab.js';
import { ATTENTION_STAGES, stageMatrix, stagesOf, stageWords } from './attention-stages.js';
import { guessesOf, showLeak } from './causal-mask-leak.js';
import { CausalMaskPicture } from './causal-mask-picture.js';
import { prefixSources, showPasses } from './causal-mask-prefixes.js';
import { StageSteps } from './stage-steps.js';
import { oneOf, wholeNumber } from './state.js';
/** @import { Guess } from './causal-mask-leak.js' */
/** @import { LabValues } from './state.js' */

/** @typedef {ReturnType<CausalMaskLab['compute']>} CausalMaskRun */

export class CausalMaskLab extends AttentionLab {
  settings() {
    const { most } = limitsOf(find(this, '[name="cached"]', HTMLInputElement));
    return {
      ...super.settings(),
      view: oneOf(['weights', 'prefixes', 'leak']),
      stage: oneOf(ATTENTION_STAGES, 'softmax'),
      cached: wholeNumber(0, most, 0),
    };
  }

  begin() {
    super.begin();
    this.picture = new CausalMaskPicture(find(this, '.picture-place'), this);
    this.steps = new StageSteps(find(this, '.stages'), stageWords, (stage) => this.change({ stage }));
  }

  /**
   * The last word is new, however short the sentence. The fault of the top left corner shows only where words are
   * cached, so it brings some with it.
   * @param {LabValues} values
   */
  settled(values) {
    const settled = super.settled(values);
    const all = this.tokens(settled).length;
    const cached = Math.min(settled.cached, all - 1);
    const some = settled.causal && settled.fault.includes('top-left') ? Math.max(all - 2, 1) : 0;
    return { ...settled, cached: cached || some };
  }

  /** @param {LabValues} values */
  compute(values) {
    const layer = this.layer(values);
    const all = layer.tokens.length;
    const heads = this.cuts(1);
    const from = values.causal ? values.cached : 0;
    const mask = this.maskOf(all, values, { cached: from });
    const open = this.layerRun(layer, values, { heads, mask: this.wholeMask(all, false) });
    const masked = this.layerRun(layer, values, { heads, mask, faults: this.faults(values) });
    const prefixes = values.view === 'prefixes' ? this.attn.prefixes(masked.input) : undefined;
    const causal = () => this.layerRun(layer, values, { heads, mask: this.wholeMask(all, true) });
    /** @type {Guess[] | undefined} */
    const guesses = values.view === 'leak' ? guessesOf(this, layer, [open, causal()]) : undefined;
    return { layer, from, open, masked, prefixes, guesses };
  }

  /** @param {CausalMaskRun} run */
  show(run) {
    const { view } = this.values;
    this.picture.show(run);
    this.picture.read(find(this, '.reading'));
    for (const pane of elements(this, '[data-view]')) pane.hidden = pane.dataset.view !== view;
    if (view === 'weights') this.showWeights(run);
    else if (view === 'prefixes') this.showPrefixes(run);
    else showLeak(this, run.layer, run.guesses);
  }

  /** What the stage shows. @param {CausalMaskRun} run */
  stageOf(run) {
    const { stage, fault } = this.values;
    return stageMatrix({ stage, fault }, run, 0);
  }

  /** @param {CausalMaskRun} run */
  showWeights(run) {
    this.steps.show(stagesOf(this.values.fault), this.values.stage);
    const { field, how, ...matrix } = this.stageOf(run);
    const caption = stageWords(this.values.stage);
    const shown = { ...this.inTables(run.layer), ...matrix, caption, from: run.from };
    const table = find(this, '[data-table="weights"]');
    if (field === 'output') featureTable(table, shown);
    else pairTable(table, shown, how);
    this.showMeter(run);
    const note = find(this, '.cached-note');
    note.hidden = run.from === 0;
    note.textContent = words('causal-mask.cached-note', { cached: printer.amount(run.from, 'words') });
  }

  /** The asking row's sum, as a length beside the figure. @param {CausalMaskRun} run */
  showMeter({ layer: { query, tokens }, masked: { trace, source } }) {
    const share = trace.heads[0].row_sums[query];
    find(this, 'meter', HTMLMeterElement).value = share;
    const sum = figureNode(printer.percent(share), { source, at: `heads/0/row_sums/${query}` });
    putWords(find(this, '.meter-text'), 'causal-mask.meter', { word: this.wordNode(tokens[query]), sum });
  }

  /** @param {CausalMaskRun} run */
  showPrefixes({ layer, masked, prefixes }) {
    showPasses(this, layer, prefixes);
    const table = (/** @type {string} */ name) => find(this, `[data-table="${name}"]`);
    const shared = { ...this.inTables(layer), path: 'output' };
    featureTable(table('one-pass'), {
      ...shared,
      caption: words('causal-mask.one-pass'),
      values: prefixes.one_pass,
      source: masked.source,
    });
    featureTable(table('one-by-one'), {
      ...shared,
      caption: words('causal-mask.one-by-one'),
      values: prefixes.one_by_one,
      source: prefixSources(this, layer, masked),
    });
  }

  /** @param {CausalMaskRun} run */
  taken(run) {
    const rows = run.layer.tokens.map((token) => token.text);
    if (this.values.view === 'leak') {
      return run.guesses.map(({ trace }, k) =>
        takenOf({
          name: words(k ? 'causal-mask.probability-on' : 'causal-mask.probability-off'),
          rows: rows.slice(0, -1),
          columns: rows,
          values: trace.probabilities,
          weight: true,
        }),
      );
    }
    if (this.values.view === 'prefixes') {
      const { one_pass, one_by_one } = run.prefixes;
      const columns = numbersOf(one_pass);
      return [
        takenOf({ name: words('causal-mask.one-pass'), rows, columns, values: one_pass }),
        takenOf({ name: words('causal-mask.one-by-one'), rows, columns, values: one_by_one }),
      ];
    }
    const { values, how, field } = this.stageOf(run);
    const columns = field === 'output' ? numbersOf(values) : rows;
    const name = stageWords(this.values.stage);
    return [takenOf({ name, rows, columns, values, weight: how.kind === 'weight', from: run.from })];
  }
}

customElements.define('causal-mask-lab', CausalMaskLab);
