// @ts-check
// What the laboratories on the five words share: the sentence, which word asks, and matrices that can be edited.
import { splitName, worldEntry } from '../ask/cell-names.js';
import { LAYER_CELLS } from '../ask/cells.js';
import { TopicSource } from '../ask/questions.js';
import { find, findMaybe } from '../page/find.js';
import { tokenName, tokenNode } from '../page/tokens.js';
import { english, words } from '../page/words.js';
import { Laboratory } from './laboratory.js';
import { MatrixEditor } from './matrix-editor.js';
import { showQueries } from './query-choices.js';
import { isolated, SentenceForm, sentenceProblem, splitSentence } from './sentence-form.js';
import { entryList, wordList } from './state.js';
/** @import { Cells } from '../ask/cells.js' */
/** @import { WhySource } from '../ask/questions.js' */
/** @import { HeadCut, Token, Words } from '../attn.js' */
/** @import { ControlOptions } from './controls.js' */
/** @import { LabSetting, LabValues } from './state.js' */

/** @typedef {{ id?: string, text: string, gloss?: Words, embedding: ArrayLike<number> }} LabToken */
/** @typedef {ReturnType<SentenceLab['layer']>} SentenceLayer */
/** @typedef {{ topic: string, input: any, layer: SentenceLayer, heads?: HeadCut[], cells?: Cells }} SentenceRun */

/** Who asks where nobody else was chosen: a word's id, or its place in a sentence of the reader's own. */
const FIRST_QUERY = 'give';

/**
 * Its form holds the fields of labs/sentence.njk; labs/query.njk and labs/editor.njk may be missing. What compute()
 * returns has the `layer` that it was computed from.
 */
export class SentenceLab extends Laboratory {
  /** @returns {Record<string, LabSetting>} */
  settings() {
    const limits = SentenceForm.limits(find(this, '.sentence-form'));
    return {
      words: wordList(
        (text) => splitSentence(text, 'words'),
        (list) => sentenceProblem(list, limits) === undefined,
      ),
      query: { standard: FIRST_QUERY, parse: (text) => (/^([a-z]+|\d{1,2})$/.test(text) ? text : undefined) },
      edit: entryList(),
    };
  }

  /** @returns {Partial<ControlOptions>} */
  controlOptions() {
    return { skip: ['query', 'words'] };
  }

  begin() {
    super.begin();
    this.sentence = new SentenceForm(find(this, '.sentence-form'), (list) => this.change({ words: list }));
    const place = findMaybe(this, '.editor');
    if (!place) return;
    this.editor = new MatrixEditor(place, {
      change: (entries) => this.edit(entries),
      reset: (path) => this.reset(path),
    });
    place.addEventListener('toggle', () => this.showEditor(this.run.layer));
  }

  /**
   * Another sentence: its last word asks, and an edited embedding belongs to its word.
   * @param {LabValues} changes @returns {LabValues}
   */
  implied(changes) {
    if (!changes.words) return super.implied(changes);
    const [before, after] = [this.tokens(this.values), this.tokens(changes)];
    const kept = [...(this.values.edit ?? [])].filter(([path]) => {
      const {
        field,
        indices: [row],
      } = splitName(path, LAYER_CELLS);
      return field !== 'inputs' || before[row]?.text === after[row]?.text;
    });
    const query = changes.words.length ? String(changes.words.length - 1) : FIRST_QUERY;
    return { ...super.implied(changes), query, edit: new Map(kept) };
  }

  /**
   * A query that is no word of the sentence, and edits outside the matrices, are set aside.
   * @param {LabValues} values
   */
  settled(values) {
    const tokens = this.tokens(values);
    const edit = [...(values.edit ?? [])].filter(([path]) => this.original(path, values) !== undefined);
    const { query } = values;
    const known = tokens.some((token) => token.id === query) || Number(query) < tokens.length;
    return super.settled({ ...values, edit: new Map(edit), query: known ? query : FIRST_QUERY });
  }

  /** @param {Map<string, number>} entries by path; one that is as it was is no edit */
  edit(entries) {
    const edits = new Map(this.values.edit);
    for (const [path, value] of entries) {
      if (value === this.original(path, this.values)) edits.delete(path);
      else edits.set(path, value);
    }
    this.change({ edit: edits });
  }

  /** @param {string | undefined} path all of them, if there is none */
  reset(path) {
    const edits = new Map(path === undefined ? [] : this.values.edit);
    edits.delete(path);
    this.change({ edit: edits });
  }

  /** @param {LabValues} values @returns {LabToken[]} */
  tokens({ words: list = [] }) {
    if (!list.length) return this.world.tokens;
    const width = this.world.dimensions.length;
    return list.map(
      (/** @type {string} */ text) =>
        this.world.tokens.find((token) => token.text === text) ?? {
          text,
          embedding: this.attn.new_word({ text, width }).embedding,
        },
    );
  }

  /**
   * An entry before the reader changed it.
   * @param {string} path @param {LabValues} values @returns {number | undefined}
   */
  original(path, values) {
    const {
      field,
      indices: [row, column],
    } = splitName(path, LAYER_CELLS);
    if (field === 'inputs') return this.tokens(values)[row]?.embedding[column];
    return /** @type {any} */ (this.world.attention)[field]?.[row]?.[column];
  }

  /** Sentence, matrices and query with these values. @param {LabValues} values */
  layer(values) {
    const tokens = this.tokens(values);
    const { edit, query } = values;
    const edited = (/** @type {string} */ name, /** @type {ArrayLike<ArrayLike<number>>} */ rows) =>
      Array.from(rows, (row, i) => Array.from(row, (value, j) => edit?.get(`${name}/${i}/${j}`) ?? value));
    const { W_Q, W_K, W_V, W_O } = this.world.attention;
    const asked = tokens.findIndex((token) => token.id === query);
    const number = /^\d{1,2}$/.test(query) && Number(query) < tokens.length ? Number(query) : undefined;
    const first = Math.max(
      0,
      tokens.findIndex((token) => token.id === FIRST_QUERY),
    );
    return {
      tokens,
      query: asked >= 0 ? asked : (number ?? first),
      inputs: edited(
        'inputs',
        tokens.map((token) => token.embedding),
      ),
      W_Q: edited('W_Q', W_Q),
      W_K: edited('W_K', W_K),
      W_V: edited('W_V', W_V),
      W_O,
      edited: edit ?? new Map(),
    };
  }

  /**
   * Where the numbers of a run on this sentence can be asked.
   * @param {SentenceRun & Partial<WhySource>} run
   * @returns {WhySource}
   */
  sourceOf({ topic, input, layer, heads = [], cells = LAYER_CELLS, ...more }) {
    return new TopicSource({
      attn: this.attn,
      topic,
      input,
      cells,
      row: (i) => this.wordNode(layer.tokens[i]),
      head: (h) => (heads.length > 1 ? heads[h].id : ''),
      leaf: (name) => this.leaf(name, layer, cells),
      ...more,
    });
  }

  /** What stands at the end of a chain. @param {string} name @param {SentenceLayer} layer @param {Cells} cells */
  leaf(name, { tokens, edited }, cells) {
    const {
      field,
      indices: [row, column],
    } = splitName(name, cells);
    if (field !== 'inputs' && !/^W_/.test(field ?? '')) return undefined;
    if (edited.has(`${field}/${row}/${column}`)) return words('why.edited');
    if (field !== 'inputs') return worldEntry(`/attention/${field}/${row}/${column}`);
    const at = this.world.tokens.findIndex((token) => token.text === tokens[row].text);
    return at < 0 ? words('why.new-word') : worldEntry(`/tokens/${at}/embedding/${column}`);
  }

  /** What tables of words against something need of the sentence. @param {SentenceLayer} layer */
  inTables({ tokens, query }) {
    return { query, words: () => tokens.map((token, i) => this.markedNode(this.wordNode(token), i)) };
  }

  /** A word that lights up wherever it stands on the page. @param {string | Node} word @param {number} i */
  markedNode(word, i) {
    const span = document.createElement('span');
    span.className = 'of-word';
    span.dataset.word = String(i);
    span.append(word);
    return span;
  }

  /** A word of the sentence; those of the lesson are marked as Chinese on English pages. @param {LabToken} token */
  wordNode(token) {
    if (token.gloss) return tokenNode(/** @type {Token} */ (token));
    const own = document.createElement('bdi');
    own.textContent = token.text;
    return own;
  }

  /** @param {LabToken} token */
  wordName(token) {
    return token.gloss ? tokenName(/** @type {Token} */ (token)) : isolated(token.text);
  }

  /** @param {{ layer: SentenceLayer }} run */
  showControls(run) {
    super.showControls(run);
    const { tokens } = run.layer;
    const place = findMaybe(this, '.query-words');
    const own = this.values.words?.length > 0;
    if (place) showQueries(place, run.layer, { own, nodeOf: (token) => this.wordNode(token) });
    const field = find(this, '[name="sentence"]', HTMLInputElement);
    if (document.activeElement !== field) field.value = tokens.map((token) => token.text).join(' ');
  }

  paint() {
    super.paint();
    this.showEditor(this.run.layer);
  }

  /** @param {SentenceLayer} layer */
  showEditor({ tokens, inputs, W_Q, W_K, W_V, edited }) {
    if (!this.editor?.visible()) return;
    const names = this.world.dimensions.map((dimension) => dimension[english ? 'en' : 'zh']);
    const numbers = names.map((_, k) => String(k + 1));
    const isEdited = (/** @type {string} */ name) => (/** @type {number} */ i, /** @type {number} */ j) =>
      edited.has(`${name}/${i}/${j}`);
    const weights = Object.entries({ W_Q, W_K, W_V });
    this.editor.show([
      {
        name: 'inputs',
        values: inputs,
        edited: isEdited('inputs'),
        columns: names,
        columnNames: names,
        rows: tokens.map((token) => this.wordNode(token)),
        rowNames: tokens.map((token) => this.wordName(token)),
      },
      ...weights.map(([name, values]) => ({
        name,
        values,
        edited: isEdited(name),
        columns: numbers,
        columnNames: numbers,
        rows: names,
        rowNames: names,
      })),
    ]);
  }
}
