// @ts-check
// What a figure can be asked: the core's own explanation, and what the numbers in it are called.
// Uses core, words, putWords, dataFile, tokenNode, english (core.js). Defines askable, unask, questionOf, worldSource, worldEntry, TopicSource, factSource, countedQuestion, measuredQuestion, splitName, cellNode and Question.

/**
 * @typedef {{ source: WhySource, at: string }} Question
 * @typedef {{
 *   ask: (at: string) => Expression[],
 *   row?: (i: number) => string | Node, column?: (i: number) => string | Node, head?: (i: number) => string,
 *   follow?: (name: string) => Question | undefined,
 *   leaf?: (name: string) => string | Node | undefined,
 * }} WhySource
 *   ask: the expressions behind a number, by its path; row, column, head: what they are called, else the five words;
 *   follow: where to ask on for a number that this source only takes over; leaf: what stands at an entry without parts
 */

/** @type {WeakMap<Element, Question>} */
const questions = new WeakMap();

/** Makes a figure one that can be asked. @param {HTMLElement} element @param {Question} question @param {number} [tab] */
function askable(element, question, tab = 0) {
  questions.set(element, question);
  if (element.classList.contains('n')) return;
  element.classList.add('n');
  element.setAttribute('role', 'button');
  element.tabIndex = tab;
}

/** Takes that back, where a place holds nothing to ask. @param {HTMLElement} element */
function unask(element) {
  questions.delete(element);
  element.classList.remove('n');
  for (const name of ['role', 'tabindex', 'aria-expanded', 'aria-controls']) element.removeAttribute(name);
}

/** @param {Element} element @returns {Question | undefined} */
const questionOf = (element) => questions.get(element)
  ?? (element instanceof HTMLElement && element.dataset.fact ? { source: factSource, at: element.dataset.fact } : undefined);

/** The started core, for questions, which come long after it. @type {{ attn: Attn, world: TeachingWorld }} */
let startedCore;
core.then((started) => { startedCore = started; }, () => {});

/** Asks a topic of the core about a run of its own. */
class TopicSource {
  /** @param {string} topic @param {any} input @param {Partial<WhySource>} [more] */
  constructor(topic, input, more = {}) {
    this.topic = topic;
    this.input = input;
    Object.assign(this, more);
  }

  /** @param {string} at @returns {Expression[]} */
  ask(at) {
    const why = /** @type {any} */ (startedCore.attn)[`${this.topic}_why`];
    return [why({ input: this.input, at })];
  }
}

/** Asks about the figures of the text. @type {WhySource} */
const factSource = {
  ask: (at) => startedCore.attn.fact_why({
    files: { world: dataFile('teaching-world.json'), anchor: dataFile('anchor-model.json'), frontier: dataFile('frontier-models.json'), papers: dataFile('papers.json') }, at,
  }),
};

/** Where an entry of the teaching world stands in its file. @param {string} path "/rnn/W_h/0/1" */
function worldEntry(path) {
  const span = document.createElement('span');
  span.lang = 'en';
  span.textContent = `data/teaching-world.json#${path}`;
  return span;
}

/**
 * A topic run on the five words as they are in the file.
 * @param {string} topic @param {any} input @param {Partial<WhySource>} [more]
 */
const worldSource = (topic, input, more = {}) => new TopicSource(topic, input, {
  leaf: (name) => {
    const { field, indices: [row, column] } = splitName(name);
    if (field === 'inputs') return worldEntry(`/tokens/${row}/embedding/${column}`);
    if (/^W_/.test(field ?? '')) return worldEntry(`/${/^W_[hx]$/.test(field) ? 'rnn' : 'attention'}/${field}/${row}/${column}`);
    return undefined;
  },
  ...more,
});

/** A count of a run has no parts: it was counted. @param {number} value @returns {Question} */
const countedQuestion = (value) => ({ at: 'counted/', source: { ask: (name) => [{ operation: 'number', value, name, parts: [] }] } });

/** What was measured has no parts either; `said` tells how. @param {number} value @param {string} said @returns {Question} */
const measuredQuestion = (value, said) => ({ at: 'measured/', source: { ask: (name) => [{ operation: 'number', value, name, parts: [] }], leaf: () => said } });

/**
 * What the row and the column of each matrix are: a token, a feature by its number, or a dimension of the embeddings.
 * @type {Record<string, string[]>}
 */
const CELLS = {
  inputs: ['token', 'dimension'], queries: ['token', 'number'], keys: ['token', 'number'], values: ['token', 'number'],
  mixed: ['token', 'number'], output: ['token', 'number'], outputs: ['token', 'number'],
  W_Q: ['dimension', 'number'], W_K: ['dimension', 'number'], W_V: ['dimension', 'number'], W_O: ['number', 'number'],
  scores: ['token', 'token'], scaled: ['token', 'token'], exponentials: ['token', 'token'], weights: ['token', 'token'],
  products: ['token', 'token'], cosines: ['token', 'token'], rows: ['token', 'number'],
  logits: ['token', 'token'], probabilities: ['token', 'token'], losses: ['token'], embeddings: ['token', 'dimension'],
  hidden: ['token', 'number'], distance: ['token', 'token'], kept: ['token', 'token'], W_h: ['number', 'number'], W_x: ['number', 'dimension'],
  jacobian: ['token', 'token'], tokens: [], width: [], kernel: [], window: [], work: [], flops: [], serial_steps: [], path: [], ratio: [],
  row_sums: ['token'], shifted: ['token', 'token'], sum: [], shares: ['token', 'token'], shift: [], expected: [], head_dim: [], mean_loss: [],
  layers: [], numbers: [], row_bytes: [], bytes_per_token: [], bytes: [], full_bytes: [], conv_bytes: [], numbers_per_token: [],
  cache_bytes_per_token: [], index_bytes_per_token: [], cache_bytes: [], index_bytes: [], window_bytes: [], window_full_bytes: [],
  state_bytes: [], sequence_bytes: [], total_bytes: [], batch: [], held: [], largest: [], without_cache: [], with_cache: [], parameters: [],
};

/** Entries of the teaching world, by the names they have in the labs. @param {string} name */
const inLab = (name) => name.replace(/^data\/teaching-world\.json#\/tokens\/(\d+)\/embedding\//, 'inputs/$1/')
  .replace(/^data\/teaching-world\.json#\/(attention|rnn)\//, '');

/** @param {string} name "run/heads/0/weights/3/1" */
function splitName(name) {
  const parts = inLab(name).split('/');
  const field = parts.length - 1 - [...parts].reverse().findIndex((part) => part in CELLS);
  const before = (/** @type {string} */ what) => (parts[field - 2] === what ? Number(parts[field - 1]) : undefined);
  // Rows of a cache are a count, not vectors.
  const called = parts[0] === 'groups' && parts[field] === 'rows' ? 'held' : parts[field];
  return { field: called, head: before('heads'), erased: before('erased'), indices: parts.slice(field + 1).map(Number) };
}

/**
 * What a number of a run is called: "weight [给了, 小明]", with the words in their own language.
 * @param {string} name @param {WhySource} source @returns {Node}
 */
function cellNode(name, source) {
  const span = document.createElement('span');
  span.className = 'cell-name';
  const { field, head, erased, indices } = splitName(name);
  const { tokens, dimensions } = startedCore.world;
  const token = (/** @type {number} */ i) => tokenNode(tokens[i]);
  /** @param {string} kind @param {number} i @param {'row' | 'column'} side */
  const called = (kind, i, side) => {
    if (kind === 'token') return source[side]?.(i) ?? source.row?.(i) ?? token(i);
    if (kind === 'dimension' && dimensions[i]) return dimensions[i][english ? 'en' : 'zh'];
    return String(i + 1);
  };
  if (name.startsWith('counted/')) putWords(span, 'cell.counted');
  else if (name.startsWith('measured/')) putWords(span, 'cell.measured');
  else if (name.startsWith('quoted/')) putWords(span, 'cell.quoted');
  else if (field === undefined || /^(data\/(anchor-model|frontier-models)|config)\.json#/.test(name)) {
    const code = document.createElement('code');
    code.lang = 'en';
    code.textContent = name.replace(/^.*\//, '').replace(/ \(.*/, '');
    span.append(code);
  } else {
    const kinds = CELLS[field];
    const [row, column] = kinds.map((kind, k) => called(kind, indices[k] ?? 0, k ? 'column' : 'row'));
    putWords(span, `cell.${field}`, { row, column });
    if (head !== undefined) span.prepend(words('cell.head', { head: source.head?.(head) ?? startedCore.world.attention.heads[head]?.id ?? '' }));
    if (erased !== undefined) span.append(...inWords('cell.erased', { token: token(erased) }));
  }
  return span;
}

/** @param {string} key @param {Record<string, any>} values */
function inWords(key, values) {
  const span = document.createElement('span');
  putWords(span, key, values);
  return [span];
}
