// @ts-check
// <softmax-lab>: plain shares against softmax, temperature, the shift that moves nothing, the Jacobian, and how far dot
// products spread.
import { SOFTMAX_CELLS } from '../ask/cells.js';
import { figureNode } from '../ask/figures.js';
import { TopicSource } from '../ask/questions.js';
import { elements, find } from '../page/find.js';
import { printer, putWords, words } from '../page/words.js';
import { showTable } from '../tables/matrix-table.js';
import { takenOf } from '../tables/word-tables.js';
import { showFaults } from './faults.js';
import { equalHeads } from './heads.js';
import { LogitFields } from './logit-fields.js';
import { SentenceLab } from './sentence-lab.js';
import { numbers, percents, STAGES } from './softmax-cells.js';
import { SoftmaxPicture } from './softmax-picture.js';
import { SpreadTable } from './spread-table.js';
import { StageSteps } from './stage-steps.js';
import { decimalNumber, numberList, oneOf, scoreText, severalOf, wholeNumber } from './state.js';
/** @import { WhySource } from '../ask/questions.js' */
/** @import { Matrix } from '../attn.js' */
/** @import { SentenceLayer } from './sentence-lab.js' */
/** @import { LabValues } from './state.js' */

const EXAMPLE_LOGITS = [10, 3, -4];

/** @typedef {ReturnType<SoftmaxLab['compute']>} SoftmaxRun */

export class SoftmaxLab extends SentenceLab {
  settings() {
    const { most, seed } = find(this, '.spread').dataset;
    return {
      ...super.settings(),
      from: oneOf(['own', 'sentence']),
      logits: numberList(EXAMPLE_LOGITS),
      shift: decimalNumber(-1000, 1000, 0),
      temperature: decimalNumber(0, 10, 1),
      stage: oneOf(STAGES, 'weights'),
      dk: wholeNumber(1, Number(most), 64),
      seed: wholeNumber(0, Number(seed), 1),
      fault: severalOf(['model-width']),
    };
  }

  begin() {
    super.begin();
    this.steps = new StageSteps(
      find(this, '.stages'),
      (stage) => words(`softmax.stage-${stage}`),
      (stage) => this.change({ stage }),
    );
    this.picture = new SoftmaxPicture(find(this, '.picture-place'), this);
    this.spread = new SpreadTable(find(this, '.spread'), this.attn);
    this.fields = new LogitFields(find(this, '.logits'), find(this, '.logits-message'), (i, values) =>
      this.setLogits([...this.typed().slice(0, i), ...values, ...this.typed().slice(i + values.length)]),
    );
    /** @type {Record<string, () => unknown>} */
    const acts = {
      more: () => this.setLogits([...this.typed(), 0]),
      less: () => this.setLogits(this.typed().slice(0, -1)),
      example: () => this.setLogits(EXAMPLE_LOGITS),
      fill: () => this.change({ from: 'sentence' }),
    };
    for (const [name, act] of Object.entries(acts)) find(this, `[name="${name}"]`).addEventListener('click', act);
    for (const button of elements(this, 'button[data-dk]')) {
      button.addEventListener('click', () => this.change({ dk: Number(button.dataset.dk) }));
    }
  }

  /** Who chooses a word wants its scores; who types scores wants those. @param {LabValues} changes */
  implied(changes) {
    const more = super.implied(changes);
    if (changes.words || changes.query) return { ...more, from: 'sentence' };
    return changes.logits ? { ...more, from: 'own' } : more;
  }

  /** @param {number[]} logits */
  setLogits(logits) {
    return logits.length >= 2 && logits.length <= 12 && this.change({ logits });
  }

  /** The scores as the reader has them in fields: without the dust behind the twelfth digit. */
  typed() {
    return /** @type {SoftmaxRun} */ (this.run).logits.map((value) => Number(value.toPrecision(12)));
  }

  /** @param {LabValues} values */
  compute(values) {
    const layer = this.layer(values);
    const asked = values.from === 'sentence' ? this.askedOf(layer) : undefined;
    /** @type {number[]} */
    const logits = asked ? Array.from(asked.trace.heads[0].scores[layer.query]) : values.logits;
    const label = (/** @type {number} */ i) => (asked ? this.wordNode(layer.tokens[i]) : String(i + 1));
    /** A score of the sentence is asked of the layer that computed it. @type {WhySource['follow']} */
    const follow = (path) =>
      asked && path.startsWith('scores/')
        ? { source: asked.source, at: `heads/0/scores/${layer.query}/${path.split('/')[2]}` }
        : undefined;
    const sourceOf = (/** @type {string} */ topic, /** @type {any} */ input) =>
      new TopicSource({
        attn: this.attn,
        topic,
        input,
        cells: SOFTMAX_CELLS,
        row: label,
        column: label,
        leaf: () => undefined,
        follow,
      });
    const { temperature, shift } = values;
    const plain = { scores: [logits], temperature };
    const sharesOf = { scores: [logits], shift };
    const shares = { source: sourceOf('shares', sharesOf), trace: this.attn.shares(sharesOf) };
    const shifted = { scores: shares.trace.shifted, temperature };
    return {
      layer,
      logits,
      label,
      names: logits.map((_, i) => (asked ? layer.tokens[i].text : String(i + 1))),
      shares,
      weights: { source: sourceOf('softmax', plain), trace: this.attn.softmax(plain) },
      shiftedWeights: { source: sourceOf('softmax', shifted), trace: this.attn.softmax(shifted) },
      slope: { source: sourceOf('jacobian', plain), trace: this.attn.jacobian(plain) },
    };
  }

  /** The sentence's layer with one head, which gives the scores. @param {SentenceLayer} layer */
  askedOf(layer) {
    const all = layer.tokens.length;
    const { mask } = this.attn.mask({ queries: all, keys: all, causal: false, window: 0 });
    const { inputs, W_Q, W_K, W_V, W_O } = layer;
    const input = { inputs, W_Q, W_K, W_V, W_O, heads: equalHeads(this.world.dimensions.length, 1), mask };
    return { trace: this.attn.multi_head(input), source: this.sourceOf({ topic: 'multi_head', input, layer }) };
  }

  /** @param {SoftmaxRun} run */
  show(run) {
    const { from, stage, dk, seed, fault } = this.values;
    showFaults(this, fault);
    this.steps.show(STAGES, stage);
    this.fields.show(this.typed(), run.label);
    find(this, '.logits-from').textContent = words(`softmax.from-${from}`);
    this.picture.show(run);
    this.picture.read(find(this, '.reading'));
    this.showShares(run);
    this.showSlope(run);
    this.spread.show({ dk, seed, faulty: fault.includes('model-width') });
  }

  /** @param {SoftmaxRun} run */
  showShares({ logits, label, shares, weights, shiftedWeights }) {
    const upTo = STAGES.indexOf(this.values.stage);
    const rows = [
      { key: 'shifted', cell: numbers(shares, 'shifted') },
      { key: 'share', cell: percents(shares, 'shares') },
      { key: 'exponential', cell: numbers(weights, 'exponentials') },
      { key: 'weight', cell: percents(weights, 'weights') },
      { key: 'weight-shifted', cell: percents(shiftedWeights, 'weights') },
    ]
      .filter(({ key }) => key !== 'weight-shifted' || (upTo === 2 && this.values.shift !== 0))
      .slice(0, upTo === 2 ? 5 : upTo + 2);
    showTable(find(this, '[data-table="shares"]'), {
      caption: words('softmax.shares'),
      columns: logits.map((_, i) => this.markedNode(label(i), i)),
      className: 'pairs',
      rows: rows.map(({ key }) => words(`softmax.${key}`)),
      cell: (i, j) => rows[i].cell(j),
    });
    find(this, '.no-share').hidden = shares.trace.shares[0].length > 0;
  }

  /** @param {SoftmaxRun} run */
  showSlope({
    logits,
    label,
    slope: {
      source,
      trace: { jacobian, largest, exists },
    },
  }) {
    // At a tie at temperature 0 there is no derivative, and so no table of it.
    find(this, '[data-table="jacobian"]').hidden = !exists;
    if (!exists) {
      find(this, '.largest').textContent = words('softmax.no-jacobian');
      return;
    }
    showTable(find(this, '[data-table="jacobian"]'), {
      caption: words('softmax.jacobian'),
      corner: words('softmax.moves'),
      columns: logits.map((_, i) => this.markedNode(label(i), i)),
      rows: logits.map((_, i) => this.markedNode(label(i), i)),
      className: 'pairs',
      cell: (i, j) => ({
        text: printer.slope(jacobian[i][j]),
        className: jacobian[i][j] < 0 ? 'negative' : '',
        ask: { source, at: `jacobian/${i}/${j}` },
      }),
    });
    const figure = figureNode(printer.slope(largest), { source, at: 'largest' });
    const still = this.values.temperature === 0;
    putWords(find(this, '.largest'), still ? 'softmax.largest-still' : 'softmax.largest', { largest: figure });
  }

  saved() {
    return { ...super.saved(), logits: this.typed().map(scoreText).join(',') };
  }

  /** @param {SoftmaxRun} run */
  taken({ names, shares, weights, slope }) {
    const row = (/** @type {string} */ key, /** @type {Matrix} */ values, weight = true) => {
      const name = words(`softmax.${key}`);
      return takenOf({ name, rows: [name], columns: names, values, weight });
    };
    return [
      row('shifted', shares.trace.shifted, false),
      ...(shares.trace.shares[0].length ? [row('share', shares.trace.shares)] : []),
      row('weight', weights.trace.weights),
      ...(slope.trace.exists
        ? [takenOf({ name: words('softmax.jacobian'), rows: names, columns: names, values: slope.trace.jacobian })]
        : []),
    ];
  }
}

customElements.define('softmax-lab', SoftmaxLab);
