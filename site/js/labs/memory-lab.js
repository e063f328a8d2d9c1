// @ts-check
// <memory-lab>: what models keep for every token, from their published configurations, and what fits into a budget.
import { MEMORY_CELLS } from '../ask/cells.js';
import { refreshNote } from '../ask/figure-note.js';
import { measuredQuestion, TopicSource } from '../ask/questions.js';
import { engineData } from '../page/engine.js';
import { labForm } from '../page/find.js';
import { isRefusal } from '../page/refusals.js';
import { startLab } from '../page/start.js';
import { printer, words } from '../page/words.js';
import { LogStops } from '../pictures/log-scale.js';
import { MemoryPlot } from '../pictures/memory-plot.js';
import { showTable } from '../tables/matrix-table.js';
import { ConfigPaste, familyWords } from './config-paste.js';
import { LabControls } from './controls.js';
import { flag, LabState, oneOf, severalOf, wholeNumber } from './state.js';
import { LabTools } from './tools.js';
/** @import { WhySource } from '../ask/questions.js' */
/** @import { Attn, GroupMemory, MemoryCurveTrace, MemoryInput, ModelEntry } from '../attn.js' */
/** @import { TakenMatrix } from './tools.js' */

const GIB = 1073741824;
const BUDGETS = [24, 80, 141].map((size) => size * GIB);
const NUMBER_BYTES = /** @type {Record<string, number>} */ ({ fp32: 4, bf16: 2, fp8: 1, fp4: 0.5 });
const FIRST_MODELS = ['qwen3.8-27b', 'deepseek-llm-67b', 'deepseek-v3', 'deepseek-v4.1-flash'];
const MOST_MODELS = 8;

export class MemoryLab extends HTMLElement {
  connectedCallback() {
    this.form = labForm(this);
    this.ready = startLab(this, (started) => this.start(started));
  }

  /** @param {{ attn: Attn }} started */
  start({ attn }) {
    this.attn = attn;
    const { anchor, frontier } = engineData('ledger');
    /** @type {ModelEntry[]} */
    this.entries = attn.models({ anchor, frontier });
    /** The reader's own, which no address holds. @type {ModelEntry | undefined} */
    this.own = undefined;
    /** @type {Map<string, MemoryCurveTrace>} */
    this.curves = new Map();
    const ids = this.entries.map((entry) => entry.id);
    this.state = new LabState({
      models: { ...severalOf(ids), standard: FIRST_MODELS, parse: (text) => {
        const known = [...new Set(text.split(','))].filter((id) => ids.includes(id));
        return known.length || text === '' ? known.slice(0, MOST_MODELS) : undefined;  // none at all is a choice as well
      } },
      T: wholeNumber(1, Number(this.form.elements.T.max), 131072),
      batch: wholeNumber(1, Number(this.form.elements.batch.max), 1),
      dtype: oneOf(['bf16', 'fp32', 'fp8', 'fp4']),
      stored: flag(true),
      layout: { ...severalOf(['mha', 'gqa', 'mqa']), parse: (text) => ['mha', 'gqa', 'mqa'].filter((id) => text.split(',').includes(id)) },
    });
    this.plot = new MemoryPlot(this.querySelector('.plot'));
    this.stops = new LogStops(Number(this.form.elements.T.max));
    this.form.elements['T-slider'].max = String(this.stops.values.length - 1);
    this.fillChoices();
    this.controls = new LabControls(this, this.state, {
      changed: (name, value) => { this.values[name] = value; this.state.write(); this.paint(); },
      allow: (name, value) => this.allow(name, value),
      stops: { T: this.stops },
      spoken: (_, tokens) => printer.amount(tokens, 'tokens'),
    });
    addEventListener('hashchange', () => { if (LabState.speaks()) { this.state.read(); this.paint(); } });
    new LabTools(this.querySelector('.tools'), 'memory', () => ({ matrices: this.taken(), state: Object.fromEntries(Object.keys(this.state.settings).map((name) => [name, this.state.text(name)])) }));
    this.paste = new ConfigPaste(this.querySelector('.paste'), attn, (entry, bytes) => {
      this.own = entry;
      // The numbers of its cache, where the configuration says them: the control shows what is used.
      const dtype = Object.keys(NUMBER_BYTES).find((name) => NUMBER_BYTES[name] === bytes);
      if (dtype) this.values.dtype = dtype;
      this.state.write();
      this.paint();
    });
    new ResizeObserver(() => this.plot.paint()).observe(this.plot.place);
    this.paint();
  }

  get values() { return this.state.values; }

  fillChoices() {
    const place = this.querySelector('.models');
    place.replaceChildren(...this.entries.map((entry) => {
      const label = document.createElement('label');
      label.className = 'check';
      const box = Object.assign(document.createElement('input'), { type: 'checkbox', name: 'models', value: entry.id });
      const family = document.createElement('small');
      family.textContent = familyWords(entry.family);
      label.append(box, ` ${entry.name} `, family);
      return label;
    }));
  }

  /** More lines than that cannot be told apart. @param {string} name @param {any} value */
  allow(name, value) {
    const fits = name !== 'models' || value.length <= MOST_MODELS;
    if (!fits) this.say(words('memory.most', { most: MOST_MODELS }));
    return fits;
  }

  /** @param {string} text */
  say(text) { this.querySelector('.models-message').textContent = text; }

  /** The models in view: chosen ones, what-ifs of the anchor, and the reader's own. */
  chosen() {
    const [anchor] = this.entries;
    const { models, layout } = this.values;
    const what_if = (/** @type {string} */ id) => ({ ...anchor, id: `${anchor.id}-${id}`, name: words(`memory.layout-${id}`, { name: anchor.name }), groups: anchor.what_ifs.find((one) => one.id === id)?.groups ?? anchor.groups });
    return [
      ...this.entries.filter((entry) => models.includes(entry.id)),
      ...layout.map(what_if),
      ...(this.own ? [this.own] : []),
    ];
  }

  paint() {
    const { T, batch, dtype, stored } = this.values;
    const bytes = NUMBER_BYTES[dtype];
    /** @type {string[]} */
    const beyond = [];
    this.rows = this.chosen().flatMap((entry) => {
      const input = { groups: entry.groups, tokens: T, batch, bytes, as_stored: stored };
      try {
        return [{ entry, trace: this.attn.memory(input), curve: this.curveOf(entry, { batch, bytes, as_stored: stored }), source: this.sourceOf(input) }];
      } catch (error) {
        if (!isRefusal(error)) throw error;
        beyond.push(entry.name);  // more bytes than whole numbers are exact for
        return [];
      }
    });
    this.say(beyond.length ? words('memory.too-many', { models: beyond.join(words('list.separator')) }) : '');
    this.controls.show();
    this.showLedger();
    this.showGroups();
    this.plot.show(this.rows.filter(({ curve }) => curve.tokens.length > 1).map(({ entry, curve }) => ({ name: entry.name, tokens: curve.tokens, bytes: curve.bytes })), {
      tokens: T, budgets: BUDGETS, label: words('memory.plot', { T: printer.count(T), models: this.rows.map(({ entry }) => entry.name).join(words('list.separator')) }),
    });
    this.querySelector('.state-line').textContent = words('lab.state', { state: this.state.told() || words('lab.state-standard') });
    refreshNote();
  }

  /** A model's line does not depend on T, so it is computed once. @param {ModelEntry} entry @param {{ batch: number, bytes: number, as_stored: boolean }} how */
  curveOf(entry, how) {
    const key = `${entry.id} ${JSON.stringify(how)}`;
    const known = entry === this.own ? undefined : this.curves.get(key);
    const curve = known ?? this.attn.memory_curve({ groups: entry.groups, ...how, longest: Number(this.form.elements.T.max), points: 65, budgets: BUDGETS });
    if (entry !== this.own) this.curves.set(key, curve);
    return curve;
  }

  /** @param {MemoryInput} input @returns {WhySource} */
  sourceOf(input) { return new TopicSource({ attn: this.attn, topic: 'memory', input, cells: MEMORY_CELLS, leaf: (name) => (name.includes('#') ? configEntry(name) : undefined) }); }

  showLedger() {
    const { T } = this.values;
    /** @type {{ key: string, at?: string, cell: (row: any) => string }[]} */
    const columns = [
      { key: 'per-token', at: 'cache_bytes_per_token', cell: ({ trace }) => printer.bytes(trace.cache_bytes_per_token) },
      { key: 'index', at: 'index_bytes_per_token', cell: ({ trace }) => (trace.index_bytes_per_token ? printer.bytes(trace.index_bytes_per_token) : '') },
      { key: 'window', at: 'window_full_bytes', cell: ({ trace }) => (trace.window_full_bytes ? printer.bytes(trace.window_full_bytes) : '') },
      { key: 'state', at: 'state_bytes', cell: ({ trace }) => (trace.state_bytes ? printer.bytes(trace.state_bytes) : '') },
      { key: 'conv', at: 'conv_bytes', cell: ({ trace }) => (trace.conv_bytes ? printer.bytes(trace.conv_bytes) : '') },
      { key: 'total', at: 'total_bytes', cell: ({ trace }) => printer.bytes(trace.total_bytes) },
      ...BUDGETS.map((budget, k) => ({ key: `fits-${k}`, cell: (/** @type {any} */ { curve }) => this.fits(curve.fits[k]) })),
    ];
    showTable(this.querySelector('[data-table="ledger"]'), {
      caption: words('memory.ledger', { T: printer.amount(T, 'tokens') }), corner: words('memory.model'), className: 'features ledger',
      columns: columns.map(({ key }) => (key.startsWith('fits') ? words('memory.fits', { budget: printer.bytes(BUDGETS[Number(key.slice(5))]) }) : words(`memory.${key}`))),
      rows: this.rows.map(({ entry }) => this.nameOf(entry)),
      cell: (i, k) => {
        const row = this.rows[i];
        const { at, cell } = columns[k];
        const text = cell(row);
        if (!text) return '';
        const budget = columns[k].key.startsWith('fits') ? Number(columns[k].key.slice(5)) : -1;
        return { text, ask: at ? { source: row.source, at } : measuredQuestion(row.curve.fits[budget], words('memory.fitted', { budget: printer.bytes(BUDGETS[budget]) })) };
      },
    });
  }

  /** @param {number} tokens the longest that fits */
  fits(tokens) {
    if (tokens === 0) return words('memory.none');
    return tokens >= Number(this.form.elements.T.max) ? words('memory.all', { most: printer.count(Number(this.form.elements.T.max)) }) : printer.count(tokens);
  }

  /** A model's name; beyond its own context it says so. @param {ModelEntry} entry */
  nameOf(entry) {
    const span = document.createElement('span');
    span.append(entry.name);
    if (entry.context.value && this.values.T > entry.context.value) {
      const note = document.createElement('small');
      note.textContent = words('memory.beyond', { context: printer.count(entry.context.value) });
      span.append(' ', note);
    }
    return span;
  }

  /** What each kind of layer adds, model by model. */
  showGroups() {
    const place = this.querySelector('.groups');
    while (place.children.length > this.rows.length) place.lastElementChild.remove();
    this.rows.forEach(({ entry, trace, source }, i) => {
      const part = place.children[i] ?? place.appendChild(this.groupPart());
      const table = part.querySelector('.table');
      // Titles of repositories and reports.
      part.querySelector('.source').textContent = entry.source.join('; ');
      /** @type {[string, (group: GroupMemory) => string][]} */
      const columns = [
        ['layers', (group) => printer.count(group.layers)], ['numbers', (group) => printer.count(group.numbers)], ['row_bytes', (group) => printer.bytes(group.row_bytes)],
        ['rows', (group) => printer.count(group.rows)], ['bytes', (group) => printer.bytes(group.bytes)],
      ];
      showTable(table, {
        caption: entry.name, corner: words('memory.kind'), className: 'features ledger',
        columns: columns.map(([field]) => words(`memory.group-${field}`)),
        rows: trace.groups.map((group) => words(`memory.kind-${group.kind}`)),
        cell: (k, c) => ({ text: columns[c][1](trace.groups[k]), ask: { source, at: `groups/${k}/${columns[c][0]}` } }),
      });
    });
  }

  groupPart() {
    const part = document.createElement('section');
    const table = document.createElement('div');
    table.className = 'table';
    const source = document.createElement('p');
    source.className = 'note source';
    source.lang = 'en';
    part.append(table, source);
    return part;
  }

  /** @returns {TakenMatrix[]} */
  taken() {
    const fields = /** @type {const} */ (['cache_bytes_per_token', 'index_bytes_per_token', 'window_full_bytes', 'state_bytes', 'total_bytes']);
    const values = this.rows.map(({ trace }) => fields.map((field) => trace[field]));
    return [{
      name: words('memory.ledger', { T: printer.count(this.values.T) }), rows: this.rows.map(({ entry }) => entry.name), columns: [...fields], values,
      texts: values.map((row) => row.map((value) => printer.bytes(value))), shares: values.map((row) => row.map(() => /** @type {number | undefined} */ (undefined))),
    }];
  }
}

/** A field of a configuration, by file and pointer. @param {string} name */
function configEntry(name) {
  const span = document.createElement('span');
  span.lang = 'en';
  span.textContent = name;
  return span;
}

customElements.define('memory-lab', MemoryLab);
