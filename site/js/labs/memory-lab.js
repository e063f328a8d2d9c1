// @ts-check
// <memory-lab>: what models keep for every token, from their published configurations, and what fits into a budget.
import { MEMORY_CELLS } from '../ask/cells.js';
import { TopicSource } from '../ask/questions.js';
import { engineData } from '../page/engine.js';
import { find } from '../page/find.js';
import { limitsOf } from '../page/number-field.js';
import { isRefusal } from '../page/refusals.js';
import { printer, words } from '../page/words.js';
import { LogStops } from '../pictures/log-scale.js';
import { MemoryPlot } from '../pictures/memory-plot.js';
import { Tanks } from '../pictures/tanks.js';
import { ConfigPaste } from './config-paste.js';
import { Laboratory } from './laboratory.js';
import { BUDGETS, configEntry, familyWords, showGroups, showLedger } from './memory-tables.js';
import { showParameters } from './memory-weights.js';
import { flag, oneOf, severalOf, wholeNumber } from './state.js';
/** @import { MemoryCurveInput, MemoryCurveTrace, MemoryInput, MemoryTrace, ModelEntry } from '../attn.js' */
/** @import { ControlOptions } from './controls.js' */
/** @import { MemoryRow } from './memory-tables.js' */
/** @import { LabSetting, LabValues } from './state.js' */

/** Bytes of a number, by the choices of the form. @type {Record<string, number>} */
const NUMBER_BYTES = { fp32: 4, bf16: 2, fp8: 1, fp4: 0.5 };
/** Bytes of a parameter; none where weights stay out of the books. @type {Record<string, number>} */
const WEIGHT_BYTES = { off: 0, bf16: 2, fp8: 1, int4: 0.5 };
/** What a configuration says and the form has no choice for. */
const AS_FILE = 'file';
const LAYOUTS = ['mha', 'gqa', 'mqa'];
const FIRST_MODELS = ['qwen3.8-27b', 'deepseek-llm-67b', 'deepseek-v3', 'deepseek-v4.1-flash'];
const MOST_MODELS = 8;

/**
 * The reader's own model, and the bytes of its numbers where the configuration says them.
 * @typedef {ModelEntry & { numberBytes?: number }} OwnModel
 */

export class MemoryLab extends Laboratory {
  /** @returns {Record<string, LabSetting>} */
  settings() {
    const { anchor, frontier } = engineData('ledger');
    this.entries = this.attn.models({ anchor, frontier });
    const models = severalOf(this.entries.map((entry) => entry.id));
    this.longest = limitsOf(this.field('T')).most;
    return {
      models: {
        ...models,
        standard: FIRST_MODELS,
        parse: (text) => {
          const known = models.parse(text).slice(0, MOST_MODELS);
          return known.length || text === '' ? known : undefined; // none at all is a choice as well
        },
      },
      T: wholeNumber(1, this.longest, 131072),
      batch: wholeNumber(1, limitsOf(this.field('batch')).most, 1),
      dtype: {
        ...oneOf(['bf16', 'fp32', 'fp8', 'fp4']),
        parse: (text) => (this.dtypes().includes(text) ? text : undefined),
      },
      stored: flag(true),
      weights: oneOf(Object.keys(WEIGHT_BYTES)),
      layout: severalOf(LAYOUTS),
    };
  }

  /** The choices of the form, and the configuration's own where there is one. */
  dtypes() {
    return [...Object.keys(NUMBER_BYTES), ...(this.state?.values.own?.numberBytes ? [AS_FILE] : [])];
  }

  /** @returns {Partial<ControlOptions>} */
  controlOptions() {
    this.stops = new LogStops(this.longest);
    this.field('T-slider').max = String(this.stops.values.length - 1);
    return {
      allow: (name, value) => this.allow(name, value),
      stops: { T: this.stops },
      spoken: (_, tokens) => printer.amount(tokens, 'tokens'),
    };
  }

  begin() {
    /** A model's line does not depend on T, so it is computed once. @type {Map<string, MemoryCurveTrace>} */
    this.curves = new Map();
    this.plot = new MemoryPlot(find(this, '.plot'));
    this.tanks = new Tanks(find(this, '.picture-place'), find(this, '.reading'), {
      ...{ budgets: BUDGETS, stops: this.stops },
      pull: (T) => this.change({ T }),
    });
    this.fillChoices();
    this.paste = new ConfigPaste(find(this, '.paste'), this.attn, (own, bytes) => this.useOwn(own, bytes));
    new ResizeObserver(() => this.plot.paint()).observe(this.plot.place);
  }

  /** @param {string} name */
  field(name) {
    return find(this, `[name="${name}"]`, HTMLInputElement);
  }

  fillChoices() {
    find(this, '.models').replaceChildren(
      ...this.entries.map((entry) => {
        const label = document.createElement('label');
        label.className = 'check';
        const box = Object.assign(document.createElement('input'), {
          type: 'checkbox',
          name: 'models',
          value: entry.id,
        });
        const family = document.createElement('small');
        family.textContent = familyWords(entry.family);
        label.append(box, ` ${entry.name} `, family);
        return label;
      }),
    );
  }

  /** More lines than that cannot be told apart. @param {string} name @param {any} value */
  allow(name, value) {
    const fits = name !== 'models' || value.length <= MOST_MODELS;
    if (!fits) this.say(words('memory.most', { most: MOST_MODELS }));
    return fits;
  }

  /** @param {string} text */
  say(text) {
    find(this, '.models-message').textContent = text;
  }

  /**
   * The numbers of its cache, where the configuration says them, are used as it says: by a choice of the form, or by
   * one that is there as long as the configuration is.
   * @param {ModelEntry | undefined} entry @param {number} [bytes] 0 where nothing is said
   */
  useOwn(entry, bytes) {
    const known = Object.keys(NUMBER_BYTES).find((name) => NUMBER_BYTES[name] === bytes);
    const own = entry && { ...entry, numberBytes: bytes && !known ? bytes : undefined };
    const dtype = known ?? (own?.numberBytes ? AS_FILE : undefined);
    this.change({ own, ...(dtype && { dtype }) });
  }

  /** Without the configuration nobody says its numbers. @param {LabValues} values */
  settled(values) {
    const lone = values.dtype === AS_FILE && !values.own?.numberBytes;
    return { ...values, own: values.own ?? undefined, dtype: lone ? 'bf16' : values.dtype };
  }

  /**
   * The models in view: chosen ones, what-ifs of the anchor, and the reader's own.
   * @param {LabValues} values @returns {ModelEntry[]}
   */
  chosen({ models, layout, own }) {
    const [anchor] = this.entries;
    const whatIf = (/** @type {string} */ id) => ({
      ...anchor,
      id: `${anchor.id}-${id}`,
      name: words(`memory.layout-${id}`, { name: anchor.name }),
      groups: anchor.what_ifs.find((one) => one.id === id)?.groups ?? anchor.groups,
    });
    return [...this.entries.filter((entry) => models.includes(entry.id)), ...layout.map(whatIf), ...(own ? [own] : [])];
  }

  /** @param {LabValues} values */
  compute(values) {
    const { T, batch, dtype, stored, weights, own } = values;
    const how = { batch, bytes: dtype === AS_FILE ? own.numberBytes : NUMBER_BYTES[dtype], as_stored: stored };
    const ofWeights = (/** @type {ModelEntry} */ { parameters }) =>
      weights === 'off' ? {} : { parameters: parameters.total, weight_bytes: WEIGHT_BYTES[weights] };
    /** @type {string[]} */
    const beyond = [];
    const rows = this.chosen(values).flatMap((entry) => {
      const input = { groups: entry.groups, tokens: T, ...how, ...ofWeights(entry) };
      try {
        const trace = this.attn.memory(input);
        const curve = this.curveOf(entry, entry === own, { ...how, reserved: trace.weights_bytes });
        return [{ entry, trace, curve, source: this.sourceOf(input) }];
      } catch (error) {
        // More bytes than whole numbers are exact for; what the reader has just pasted is refused for what it is.
        if (!isRefusal(error) || (entry === own && own !== this.values.own)) throw error;
        beyond.push(entry.name);
        return [];
      }
    });
    return { rows, beyond };
  }

  /**
   * @param {ModelEntry} entry @param {boolean} own @param {Omit<MemoryCurveInput, 'groups' | 'longest' | 'points' | 'budgets'>} how
   */
  curveOf(entry, own, how) {
    const key = `${entry.id} ${JSON.stringify(how)}`;
    const known = own ? undefined : this.curves.get(key);
    const input = { groups: entry.groups, ...how, longest: this.longest, points: 65, budgets: BUDGETS };
    const curve = known ?? this.attn.memory_curve(input);
    if (!own) this.curves.set(key, curve);
    return curve;
  }

  /** @param {MemoryInput} input */
  sourceOf(input) {
    const leaf = (/** @type {string} */ name) => (name.includes('#') ? configEntry(name) : undefined);
    return new TopicSource({ attn: this.attn, topic: 'memory', input, cells: MEMORY_CELLS, leaf });
  }

  /** @param {{ rows: MemoryRow[], beyond: string[] }} run */
  show({ rows, beyond }) {
    const { T } = this.values;
    this.say(beyond.length ? words('memory.too-many', { models: beyond.join(words('list.separator')) }) : '');
    const weights = this.values.weights !== 'off';
    find(this, '.of-weights').hidden = !weights;
    showLedger(find(this, '[data-table="ledger"]'), rows, { tokens: T, longest: this.longest, weights });
    showGroups(find(this, '.groups'), rows);
    showParameters(find(this, '.groups'), rows, weights);
    const lines = rows.filter(({ curve }) => curve.tokens.length > 1);
    const names = rows.map(({ entry }) => entry.name).join(words('list.separator'));
    this.plot.show(
      lines.map(({ entry, curve }) => ({ name: entry.name, tokens: curve.tokens, bytes: curve.bytes })),
      { tokens: T, budgets: BUDGETS, label: words('memory.plot', { T: printer.count(T), models: names }) },
    );
    this.tanks.show(rows, T);
  }

  /** @param {any} run */
  showControls(run) {
    this.showOwnChoice();
    super.showControls(run);
  }

  /** A value that the form has no choice for gets one, which says whose it is. */
  showOwnChoice() {
    const bytes = this.values.own?.numberBytes;
    const known = this.querySelector('label.as-file');
    if (!bytes) {
      known?.remove();
      return;
    }
    const label = known ?? document.createElement('label');
    label.className = 'as-file';
    if (!known) this.field('dtype').closest('fieldset').append(label);
    const radio = Object.assign(document.createElement('input'), { type: 'radio', name: 'dtype', value: AS_FILE });
    label.replaceChildren(radio, ` ${words('memory.dtype-file', { bytes: printer.number(bytes) })}`);
  }

  /** @param {{ rows: MemoryRow[] }} run */
  taken({ rows }) {
    /** @type {Exclude<keyof MemoryTrace, 'groups'>[]} */
    const fields = [
      'cache_bytes_per_token',
      'index_bytes_per_token',
      'window_full_bytes',
      'state_bytes',
      'total_bytes',
    ];
    if (this.values.weights !== 'off') fields.push('weights_bytes', 'together_bytes');
    const values = rows.map(({ trace }) => fields.map((field) => trace[field]));
    /** @type {undefined} */
    const share = undefined;
    return [
      {
        name: words('memory.ledger', { T: printer.count(this.values.T) }),
        rows: rows.map(({ entry }) => entry.name),
        columns: [...fields],
        values,
        texts: values.map((row) => row.map((value) => printer.bytes(value))),
        shares: values.map((row) => row.map(() => share)),
      },
    ];
  }
}

customElements.define('memory-lab', MemoryLab);
