// @ts-check
// What the weights add to <memory-lab>: two columns of the ledger, and of which parts the parameters are.
import { printer, words } from '../page/words.js';
import { showTable } from '../tables/matrix-table.js';
/** @import { MemoryRow } from './memory-tables.js' */
/** @import { TableCell } from '../tables/matrix-table.js' */

/**
 * Why there is no count: the field that it would need, or a type whose conventions are not known.
 * @param {MemoryRow} row
 */
const uncounted = ({ entry: { parameters } }) =>
  parameters.missing === 'model_type'
    ? words('memory.uncounted-type')
    : words('memory.uncounted', { field: parameters.missing });

/**
 * Columns of the ledger, in its form.
 * @type {{ readonly head: string, cell: (row: MemoryRow) => TableCell }[]}
 */
export const WEIGHT_COLUMNS = [
  {
    get head() {
      return words('memory.weights-column');
    },
    cell: (row) =>
      row.entry.parameters.total
        ? { text: printer.bytes(row.trace.weights_bytes), ask: { source: row.source, at: 'weights_bytes' } }
        : uncounted(row),
  },
  {
    get head() {
      return words('memory.together');
    },
    cell: ({ entry, trace, source }) =>
      entry.parameters.total
        ? { text: printer.bytes(trace.together_bytes), ask: { source, at: 'together_bytes' } }
        : '—',
  },
];

/**
 * Under the layers of each model, its parameters part by part.
 * @param {HTMLElement} place @param {MemoryRow[]} rows @param {boolean} shown
 */
export function showParameters(place, rows, shown) {
  rows.forEach(({ entry }, i) => {
    const known = place.children[i].querySelector('.parameters');
    const { parts, total } = entry.parameters;
    if (!shown || !total) {
      known?.remove();
      return;
    }
    const part = known ?? document.createElement('div');
    part.className = 'table parameters';
    if (!known) place.children[i].append(part);
    const lines = [...parts, { id: 'all', count: total }];
    showTable(/** @type {HTMLElement} */ (part), {
      caption: words('memory.parameters', { name: entry.name }),
      corner: words('memory.part'),
      className: 'features ledger',
      columns: [words('memory.count')],
      rows: lines.map(({ id }) => words(`memory.part-${id}`)),
      cell: (k) => printer.count(lines[k].count),
    });
  });
}
