// @ts-check
// What a number of a run is called, for readers: "weight [给了, 小明]".
import { world } from '../page/engine.js';
import { tokenNode } from '../page/tokens.js';
import { english, putWords, words } from '../page/words.js';
import { FACT_CELLS } from './cells.js';
import { TopicSource } from './questions.js';
/** @import { Attn } from '../attn.js' */
/** @import { Cells } from './cells.js' */
/** @import { WhySource } from './questions.js' */

/** Entries of the teaching world, by the names they have in the labs. @param {string} name */
const inLab = (name) =>
  name
    .replace(/^data\/teaching-world\.json#\/tokens\/(\d+)\/embedding\//, 'inputs/$1/')
    .replace(/^data\/teaching-world\.json#\/(attention|rnn)\//, '');

/** @param {string} name "run/heads/0/weights/3/1" @param {Cells} [cells] */
export function splitName(name, cells = FACT_CELLS) {
  const parts = inLab(name).split('/');
  const keyAt = (/** @type {number} */ at) =>
    [`${parts[at - 2]}.${parts[at]}`, parts[at]].find((key) => Object.hasOwn(cells, key));
  const field =
    parts
      .map((_, at) => at)
      .reverse()
      .find((at) => keyAt(at) !== undefined) ?? parts.length;
  const key = keyAt(field);
  const cell = cells[key];
  const before = (/** @type {string} */ what) => (parts[field - 2] === what ? Number(parts[field - 1]) : undefined);
  return {
    field: key && parts[field],
    kinds: Array.isArray(cell) ? cell : cell?.kinds,
    called: Array.isArray(cell) || !cell ? parts[field] : cell.name,
    head: before('heads'),
    part: before('parts'),
    erased: before('erased'),
    indices: parts.slice(field + 1).map(Number),
  };
}

/**
 * Is this the name of a field in a data file or a configuration, or of a figure of the text?
 * @param {string} name @param {WhySource} source
 */
const isPlace = (name, source) => inLab(name).includes('#') || source.topic === 'facts';

/**
 * What a number of a run is called, with the words in their own language.
 * @param {string} name @param {WhySource} source @returns {Node}
 */
export function cellNode(name, source) {
  const span = document.createElement('span');
  span.className = 'cell-name';
  const plain = /^(counted|measured|quoted)\//.exec(name);
  if (plain) putWords(span, `cell.${plain[1]}`);
  else if (splitName(name, source.cells).field === undefined || inLab(name).includes('#'))
    span.append(placeNode(name, source));
  else fillName(span, name, source);
  return span;
}

/** @param {string} name @param {WhySource} source */
function placeNode(name, source) {
  if (!isPlace(name, source)) throw new Error(`the topic "${source.topic}" has no name for "${name}": see its cells`);
  const code = document.createElement('code');
  code.lang = 'en';
  code.textContent = name.replace(/^.*\//, '').replace(/ \(.*/, '');
  return code;
}

/** @param {HTMLElement} span @param {string} name @param {WhySource} source */
function fillName(span, name, source) {
  const { kinds, called, head, part, erased, indices } = splitName(name, source.cells);
  const known = world();
  const token = (/** @type {number} */ i) => (known?.tokens[i] ? tokenNode(known.tokens[i]) : String(i + 1));
  /** @param {string} kind @param {number} i @param {'row' | 'column'} side */
  const nameOf = (kind, i, side) => {
    if (kind === 'token') return source[side]?.(i) ?? source.row?.(i) ?? token(i);
    if (kind === 'dimension' && known?.dimensions[i]) return known.dimensions[i][english ? 'en' : 'zh'];
    return String(i + 1);
  };
  const [row, column] = kinds.map((kind, k) => nameOf(kind, indices[k] ?? 0, k ? 'column' : 'row'));
  const own = called.includes('.');
  const letter = head === undefined ? '' : (source.head?.(head) ?? known?.attention.heads[head]?.id ?? '');
  putWords(span, own ? called : `cell.${called}`, {
    row,
    column,
    part: part === undefined ? '' : part + 1,
    head: letter,
  });
  // A name of the laboratory's own says the head itself.
  if (head !== undefined && !own) span.prepend(words('cell.head', { head: letter }));
  if (erased === undefined) return;
  const without = document.createElement('span');
  putWords(without, 'cell.erased', { token: token(erased) });
  span.append(without);
}

/** Where an entry of the teaching world stands in its file. @param {string} path "/rnn/W_h/0/1" */
export function worldEntry(path) {
  const span = document.createElement('span');
  span.lang = 'en';
  span.textContent = `data/teaching-world.json#${path}`;
  return span;
}

/**
 * A topic run on the five words as they are in the file.
 * @param {{ attn: Attn, topic: string, input: any, cells: Cells } & Partial<WhySource>} run
 */
export const worldSource = (run) =>
  new TopicSource({
    leaf: (name) => {
      const {
        field,
        indices: [row, column],
      } = splitName(name, run.cells);
      if (field === 'inputs') return worldEntry(`/tokens/${row}/embedding/${column}`);
      if (/^W_/.test(field ?? ''))
        return worldEntry(`/${/^W_[hx]$/.test(field) ? 'rnn' : 'attention'}/${field}/${row}/${column}`);
      return undefined;
    },
    ...run,
  });
