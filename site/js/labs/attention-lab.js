// @ts-check
// What the laboratories on the five words share: sentence, edited matrices, query, mask, address, questions,
// downloads.
import { splitName, worldEntry } from '../ask/cell-names.js';
import { LAYER_CELLS } from '../ask/cells.js';
import { refreshNote } from '../ask/figure-note.js';
import { TopicSource } from '../ask/questions.js';
import { labForm } from '../page/find.js';
import { startLab } from '../page/start.js';
import { tokenName, tokenNode } from '../page/tokens.js';
import { english, words } from '../page/words.js';
import { LabControls } from './controls.js';
import { MatrixEditor } from './matrix-editor.js';
import { LabSentence, sentenceProblem } from './sentence-form.js';
import { decimalNumber, entryList, flag, LabState, severalOf, wholeNumber, wordList } from './state.js';
import { LabTools } from './tools.js';
/** @import { Cells } from '../ask/cells.js' */
/** @import { WhySource } from '../ask/questions.js' */
/** @import { Attn, Faults, HeadCut, Mask, TeachingWorld, Token, Words } from '../attn.js' */
/** @import { LabSetting } from './state.js' */
/** @import { TakenMatrix } from './tools.js' */

/** @typedef {{ id?: string, text: string, gloss?: Words, embedding: ArrayLike<number> }} LabToken */

/**
 * Goes around a form and places for tables. A laboratory extends it with settings(), compute() and show().
 * Its form may hold the fields of labs/sentence.njk and controls named like its settings: radios, checkboxes, selects,
 * number fields with a slider beside them.
 */
export class AttentionLab extends HTMLElement {
  connectedCallback() {
    this.form = labForm(this);
    this.ready = startLab(this, (started) => this.start(started));
  }

  /** @returns {Record<string, LabSetting>} */
  settings() {
    const sentence = /** @type {HTMLElement} */ (this.querySelector('.sentence-form'));
    const limits = LabSentence.limits(sentence);
    return {
      words: wordList((list) => sentenceProblem(list, limits) === undefined),
      query: { standard: 'give', parse: (text) => text },
      edit: entryList(),
      causal: flag(true),
      window: wholeNumber(0, limits.most, 0),
      temperature: decimalNumber(0, 10, 1),
      scaled: flag(true),
      fault: severalOf(['model-width', 'mask-after', 'top-left']),
    };
  }

  /** @param {{ attn: Attn, world: TeachingWorld }} started */
  start({ attn, world }) {
    this.attn = attn;
    this.world = world;
    this.state = new LabState(this.settings());
    this.controls = new LabControls(this, this.state, { changed: (name, value) => this.set(name, value), skip: ['query', 'words'] });
    this.sentence = new LabSentence(this.querySelector('.sentence-form'), (list) => this.useSentence(list));
    const editor = /** @type {HTMLElement} */ (this.querySelector('.editor'));
    if (editor) {
      this.editor = new MatrixEditor(editor, {
        change: (path, value) => this.edit(path, value),
        reset: (path) => this.edit(path, undefined),
      });
      editor.addEventListener('toggle', () => this.showEditor(this.shown));
    }
    new LabTools(this.querySelector('.tools'), this.localName.replace(/-lab$/, ''), () => ({ matrices: this.taken(), state: this.saved() }));
    addEventListener('hashchange', () => {
      if (!LabState.speaks()) return;
      this.state.read();
      this.paint();
    });
    this.listen();
    this.paint();
  }

  /** For controls that a laboratory has beyond the form's. */
  listen() {}

  get values() { return this.state.values; }

  /** @param {string} name @param {any} value */
  set(name, value) {
    this.values[name] = value;
    this.state.write();
    this.paint();
  }

  /** @param {string[]} list [] for the five words */
  useSentence(list) {
    const before = this.tokens();
    this.values.words = list;
    // An edited embedding belongs to its word; where another word stands now, it is gone.
    const after = this.tokens();
    this.values.edit = new Map([...this.values.edit].filter(([path]) => {
      const { field, indices: [row] } = splitName(path);
      return field !== 'inputs' || before[row]?.text === after[row]?.text;
    }));
    this.set('query', list.length ? String(list.length - 1) : 'give');
  }

  /** @param {string | undefined} path all of them, if there is none @param {number} [value] as it was, if there is none */
  edit(path, value) {
    const edits = new Map(this.values.edit);
    if (path === undefined) edits.clear();
    else if (value === undefined || value === this.original(path)) edits.delete(path);
    else edits.set(path, value);
    this.set('edit', edits);
  }

  /** @returns {LabToken[]} */
  tokens() {
    const { words: list } = this.values;
    if (!list.length) return this.world.tokens;
    const width = this.world.dimensions.length;
    return list.map((/** @type {string} */ text) => this.world.tokens.find((token) => token.text === text)
      ?? { text, embedding: this.attn.new_word({ text, width }).embedding });
  }

  /** An entry before the reader changed it. @param {string} path */
  original(path) {
    const { field, indices: [row, column] } = splitName(path);
    if (field === 'inputs') return this.tokens()[row]?.embedding[column];
    return /** @type {any} */ (this.world.attention)[field]?.[row]?.[column];
  }

  /** Sentence, matrices and query as they are now. */
  layer() {
    const tokens = this.tokens();
    const edited = (/** @type {string} */ name, /** @type {ArrayLike<ArrayLike<number>>} */ rows) => Array.from(rows, (row, i) => Array.from(row, (value, j) => this.values.edit.get(`${name}/${i}/${j}`) ?? value));
    const { W_Q, W_K, W_V, W_O } = this.world.attention;
    const asked = tokens.findIndex((token) => token.id === this.values.query);
    const number = /^\d{1,2}$/.test(this.values.query) ? Number(this.values.query) : -1;
    return {
      tokens,
      query: asked >= 0 ? asked : number >= 0 && number < tokens.length ? number : Math.max(0, tokens.findIndex((token) => token.id === 'give')),
      inputs: edited('inputs', tokens.map((token) => token.embedding)),
      W_Q: edited('W_Q', W_Q), W_K: edited('W_K', W_K), W_V: edited('W_V', W_V), W_O,
    };
  }

  /** So many heads of equal width, called by letters. @param {number} count @returns {HeadCut[]} */
  cuts(count) {
    const columns = this.world.dimensions.length / count;
    return Array.from({ length: count }, (_, h) => ({ id: String.fromCharCode(65 + h), first_column: h * columns, columns }));
  }

  /**
   * The layer's run, and where its numbers can be asked.
   * @param {ReturnType<AttentionLab['layer']>} layer @param {{ heads: HeadCut[], mask: Mask, faults?: Faults }} how
   */
  run({ inputs, W_Q, W_K, W_V, W_O, tokens }, { heads, mask, faults = {} }) {
    const { scaled, temperature } = this.values;
    const input = { inputs, W_Q, W_K, W_V, W_O, heads, mask, scaled, temperature, faults };
    return { input, trace: this.attn.multi_head(input), source: this.sourceOf({ topic: 'multi_head', input, tokens, heads }) };
  }

  /** @param {{ topic: string, input: any, tokens: LabToken[], heads: HeadCut[], cells?: Cells } & Partial<WhySource>} run @returns {WhySource} */
  sourceOf({ topic, input, tokens, heads, cells = LAYER_CELLS, ...more }) {
    return new TopicSource({
      attn: this.attn, topic, input, cells, row: (i) => this.wordNode(tokens[i]), head: (h) => (heads.length > 1 ? heads[h].id : ''),
      leaf: (name) => this.leaf(name, tokens), ...more,
    });
  }

  /** What stands at the end of a chain. @param {string} name @param {LabToken[]} tokens */
  leaf(name, tokens) {
    const { field, indices: [row, column] } = splitName(name);
    if (field !== 'inputs' && !/^W_/.test(field ?? '')) return undefined;
    if (this.values.edit.has(`${field}/${row}/${column}`)) return words('why.edited');
    if (field !== 'inputs') return worldEntry(`/attention/${field}/${row}/${column}`);
    const at = this.world.tokens.findIndex((token) => token.text === tokens[row].text);
    return at < 0 ? words('why.new-word') : worldEntry(`/tokens/${at}/embedding/${column}`);
  }

  /** A word of the sentence; those of the lesson are marked as Chinese on English pages. @param {LabToken} token */
  wordNode(token) {
    if (token.gloss) return tokenNode(/** @type {Token} */ (token));
    return document.createTextNode(token.text);
  }

  /** @param {LabToken} token */
  wordName(token) { return token.gloss ? tokenName(/** @type {Token} */ (token)) : token.text; }

  /** @param {number} tokens @param {{ cached?: number }} [more] */
  maskOf(tokens, { cached = 0 } = {}) {
    const { causal, window, fault } = this.values;
    const whole = this.attn.mask({ queries: tokens, keys: tokens, causal, window: causal ? window : 0 }).mask;
    if (!causal || cached === 0) return whole;
    // Words in the cache were masked rightly when they came; only the new ones are laid anew.
    const fresh = this.attn.mask({ queries: tokens - cached, keys: tokens, causal, window, top_left: fault.includes('top-left') }).mask;
    return [...Array.from(whole).slice(0, cached), ...Array.from(fresh)];
  }

  /** @returns {Faults} */
  faults() {
    const { fault } = this.values;
    return { model_width: fault.includes('model-width'), mask_after_softmax: fault.includes('mask-after') };
  }

  paint() {
    const layer = this.layer();
    this.shown = layer;
    this.compute(layer);
    this.showControls(layer);
    this.show(layer);
    this.showEditor(layer);
    // Printed under the figure: where a reader of the paper finds this state again.
    this.querySelector('.state-line').textContent = words('lab.state', { state: this.state.told() || words('lab.state-standard') });
    const notice = /** @type {HTMLElement} */ (this.querySelector('.fault-notice'));
    if (notice) {
      const on = this.values.fault.map((/** @type {string} */ fault) => words(`fault.${fault}`));
      notice.hidden = on.length === 0;
      notice.textContent = on.length ? words('fault.on', { faults: on.join(words('list.separator')) }) : '';
    }
    refreshNote();
  }

  /** @param {any} layer */
  compute(layer) {}

  /** @param {any} layer */
  show(layer) {}

  /** The controls say what is used. @param {ReturnType<AttentionLab['layer']>} layer */
  showControls({ tokens, query }) {
    this.controls.show();
    const place = this.querySelector('.query-words');
    if (!place) return;
    const same = place.children.length === tokens.length && tokens.every((token, i) => /** @type {HTMLElement} */ (place.children[i]).dataset.text === token.text);
    if (!same) place.replaceChildren(...tokens.map((token, i) => this.queryChoice(token, i)));
    place.querySelectorAll('input').forEach((input, i) => { input.checked = i === query; });
    const field = /** @type {HTMLInputElement} */ (this.querySelector('[name="sentence"]'));
    if (document.activeElement !== field) field.value = tokens.map((token) => token.text).join(' ');
  }

  /** @param {LabToken} token @param {number} i */
  queryChoice(token, i) {
    const label = document.createElement('label');
    label.dataset.text = token.text;
    const input = Object.assign(document.createElement('input'), { type: 'radio', name: 'query', value: this.values.words.length ? String(i) : token.id });
    label.append(input, ' ', this.wordNode(token));
    if (english && token.gloss) {
      const gloss = document.createElement('small');
      gloss.textContent = token.gloss.en;
      label.append(' ', gloss);
    }
    return label;
  }

  /** @param {ReturnType<AttentionLab['layer']>} layer */
  showEditor({ tokens, inputs, W_Q, W_K, W_V }) {
    if (!this.editor || !(this.editor.place instanceof HTMLDetailsElement ? this.editor.place.open : this.editor.place.checkVisibility?.() ?? true)) return;
    const names = this.world.dimensions.map((dimension) => dimension[english ? 'en' : 'zh']);
    const numbers = names.map((_, k) => String(k + 1));
    /** @param {string} name @param {number[][]} values @param {(string | Node)[]} rows @param {string[]} rowNames @param {string[]} columns */
    const matrix = (name, values, rows, rowNames, columns) => ({
      name, rows, rowNames, columns, columnNames: columns, values, edited: (/** @type {number} */ i, /** @type {number} */ j) => this.values.edit.has(`${name}/${i}/${j}`),
    });
    this.editor.show([
      matrix('inputs', inputs, tokens.map((token) => this.wordNode(token)), tokens.map((token) => this.wordName(token)), names),
      ...Object.entries({ W_Q, W_K, W_V }).map(([name, values]) => matrix(name, values, names, names, numbers)),
    ]);
  }

  /** The state as a download keeps it. */
  saved() {
    return Object.fromEntries(Object.keys(this.state.settings).map((name) => [name, this.state.text(name)]));
  }

  /** The matrices in view. @returns {TakenMatrix[]} */
  taken() { return []; }
}
