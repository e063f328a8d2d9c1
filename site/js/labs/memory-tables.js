// @ts-check
// The tables of <memory-lab>: a line for each model, and what each kind of its layers adds.
import { measuredQuestion } from '../ask/questions.js';
import { find } from '../page/find.js';
import { printer, words } from '../page/words.js';
import { showTable } from '../tables/matrix-table.js';
import { WEIGHT_COLUMNS } from './memory-weights.js';
/** @import { WhySource } from '../ask/questions.js' */
/** @import { GroupMemory, MemoryCurveTrace, MemoryTrace, ModelEntry } from '../attn.js' */
/** @import { TableCell } from '../tables/matrix-table.js' */

/** @typedef {{ entry: ModelEntry, trace: MemoryTrace, curve: MemoryCurveTrace, source: WhySource }} MemoryRow */

const GIB = 1073741824;
export const BUDGETS = [24, 80, 141].map((size) => size * GIB);

/**
 * Columns of the ledger: bytes of the trace; those of the last kinds may be none at all.
 * @type {[string, keyof MemoryTrace, boolean][]}
 */
const COLUMNS = [
  ['per-token', 'cache_bytes_per_token', true],
  ['index', 'index_bytes_per_token', false],
  ['window', 'window_full_bytes', false],
  ['state', 'state_bytes', false],
  ['conv', 'conv_bytes', false],
  ['total', 'total_bytes', true],
];

/** "linear-hybrid+mla" in words. @param {string} family */
export const familyWords = (family) =>
  family
    .split('+')
    .map((part) => words(`memory.family-${part}`))
    .join(' + ');

/**
 * @param {HTMLElement} place @param {MemoryRow[]} rows
 * @param {{ tokens: number, longest: number, weights: boolean }} context
 */
export function showLedger(place, rows, { tokens, longest, weights }) {
  /** @type {{ head: string, cell: (row: MemoryRow) => TableCell }[]} */
  const columns = [
    ...COLUMNS.map(([key, field, always]) => ({
      head: words(`memory.${key}`),
      cell: (/** @type {MemoryRow} */ { trace, source }) => {
        const value = Number(trace[field]);
        return always || value ? { text: printer.bytes(value), ask: { source, at: field } } : '';
      },
    })),
    ...(weights ? WEIGHT_COLUMNS : []),
    ...BUDGETS.map((size, k) => {
      const budget = printer.bytes(size);
      return {
        head: words(weights ? 'memory.fits-weights' : 'memory.fits', { budget }),
        cell: (/** @type {MemoryRow} */ { entry, curve }) =>
          weights && !entry.parameters.total
            ? '—'
            : {
                text: fits(curve.fits[k], longest),
                ask: measuredQuestion(curve.fits[k], words('memory.fitted', { budget })),
              },
      };
    }),
  ];
  showTable(place, {
    caption: words('memory.ledger', { T: printer.amount(tokens, 'tokens') }),
    corner: words('memory.model'),
    className: 'features ledger',
    columns: columns.map(({ head }) => head),
    rows: rows.map(({ entry }) => nameOf(entry, tokens)),
    cell: (i, k) => columns[k].cell(rows[i]),
  });
}

/** @param {number} tokens the longest context that fits @param {number} longest */
function fits(tokens, longest) {
  if (tokens === 0) return words('memory.none');
  return tokens >= longest ? words('memory.all', { most: printer.count(longest) }) : printer.count(tokens);
}

/** A model's name; beyond its own context it says so. @param {ModelEntry} entry @param {number} tokens */
function nameOf(entry, tokens) {
  const span = document.createElement('span');
  span.append(entry.name);
  if (entry.context.value && tokens > entry.context.value) {
    const note = document.createElement('small');
    note.textContent = words('memory.beyond', { context: printer.count(entry.context.value) });
    span.append(' ', note);
  }
  return span;
}

/** What each kind of layer adds, model by model. @param {HTMLElement} place @param {MemoryRow[]} rows */
export function showGroups(place, rows) {
  while (place.children.length > rows.length) place.lastElementChild.remove();
  /** @type {[keyof GroupMemory, (value: number) => string][]} */
  const columns = [
    ['layers', (n) => printer.count(n)],
    ['numbers', (n) => printer.count(n)],
    ['row_bytes', (n) => printer.bytes(n)],
    ['rows', (n) => printer.count(n)],
    ['bytes', (n) => printer.bytes(n)],
  ];
  rows.forEach(({ entry, trace, source }, i) => {
    const part = place.children[i] ?? place.appendChild(groupPart());
    // Titles of repositories and reports.
    find(part, '.source').textContent = entry.source.join('; ');
    showTable(find(part, '.table'), {
      caption: entry.name,
      corner: words('memory.kind'),
      className: 'features ledger',
      columns: columns.map(([field]) => words(`memory.group-${field}`)),
      rows: trace.groups.map((group) => words(`memory.kind-${group.kind}`)),
      cell: (k, c) => {
        const [field, print] = columns[c];
        return { text: print(Number(trace.groups[k][field])), ask: { source, at: `groups/${k}/${field}` } };
      },
    });
  });
}

function groupPart() {
  const part = document.createElement('section');
  const table = document.createElement('div');
  table.className = 'table';
  const source = document.createElement('p');
  source.className = 'note source';
  source.lang = 'en';
  part.append(table, source);
  return part;
}

/** A field of a configuration, by file and pointer. @param {string} name */
export function configEntry(name) {
  const span = document.createElement('span');
  span.lang = 'en';
  span.textContent = name;
  return span;
}
