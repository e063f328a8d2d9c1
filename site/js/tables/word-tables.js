// @ts-check
// The matrices of the laboratories as tables: words against words, words against features.
import { printer, words } from '../page/words.js';
import { showTable } from './matrix-table.js';
/** @import { WhySource } from '../ask/questions.js' */
/** @import { Mask, Matrix } from '../attn.js' */
/** @import { TakenMatrix } from '../labs/taken-files.js' */

/**
 * A matrix of a run: its rows belong to the words from `from` on, and `path` is where the run has it.
 * @typedef {{
 *   caption: string, values: Matrix, source: WhySource | WhySource[], path: string, query: number,
 *   words: () => Node[], from?: number,
 * }} WordMatrix
 *   source: one for all, or one for each row; query: the row that asks; words: of the sentence, new nodes each time
 */

/** @typedef {{ values: ArrayLike<number>, source: WhySource, path: string }} RowSums */

/** @param {WordMatrix} matrix @param {number} row @param {number} column */
const questionAt = ({ source, path }, row, column) => ({
  source: Array.isArray(source) ? source[row] : source,
  at: `${path}/${row}/${column}`,
});

/**
 * Words against words: a row asks, a column is looked at; hidden cells are hatched.
 * @param {Element} place @param {WordMatrix} matrix
 * @param {{ kind?: 'weight' | 'score', mask?: Mask, sums?: RowSums }} [how] sums: as a further column
 */
export function pairTable(place, matrix, { kind = 'score', mask, sums } = {}) {
  const { caption, values, query, from = 0 } = matrix;
  const heads = matrix.words();
  showTable(place, {
    caption,
    corner: words('lab.corner'),
    columns: sums ? [...heads, words('lab.row-sum')] : heads,
    rows: matrix.words().slice(from),
    className: 'pairs',
    cell: (i, j) => {
      const row = i + from;
      const asked = row === query ? ' asked' : '';
      if (j === heads.length) {
        const text = printer.percent(sums.values[row]);
        const wrong = text === printer.percent(1) ? '' : ' wrong';
        return { text, className: `sum${wrong}${asked}`, ask: { source: sums.source, at: `${sums.path}/${row}` } };
      }
      const value = values[row][j];
      if (mask && !mask[row][j]) return { text: words('lab.hidden'), className: `future${asked}` };
      const ask = questionAt(matrix, row, j);
      if (kind === 'weight') return { text: printer.percent(value), className: `heat${asked}`, share: value, ask };
      return { text: printer.signed(value), className: `signed ${value < 0 ? 'negative' : ''}${asked}`, ask };
    },
  });
}

/**
 * Words against features.
 * @param {Element} place @param {WordMatrix} matrix @param {(string | Node)[]} [columns] else numbers
 */
export function featureTable(place, matrix, columns) {
  const { caption, values, query, from = 0 } = matrix;
  showTable(place, {
    caption,
    columns: columns ?? numbersOf(values),
    rows: matrix.words().slice(from),
    className: 'features',
    cell: (i, j) => {
      const row = i + from;
      const value = values[row][j];
      const className = `signed ${value < 0 ? 'negative' : ''}${row === query ? ' asked' : ''}`;
      return { text: printer.signed(value), className, ask: questionAt(matrix, row, j) };
    },
  });
}

/** "1", "2", … for each column. @param {Matrix} values @param {number} [before] columns that other parts have */
export const numbersOf = (values, before = 0) => Array.from(values[0], (_, k) => String(before + k + 1));

/**
 * A matrix as it is downloaded: plain text heads, exact values, and what the page prints.
 * @param {{ name: string, rows: string[], values: Matrix, columns?: string[], weight?: boolean, from?: number }} matrix
 *   rows: from the first on, also of those left out before `from`; columns: else as the rows
 * @returns {TakenMatrix}
 */
export function takenOf({ name, rows, values, columns = rows, weight = false, from = 0 }) {
  const kept = Array.from(values).slice(from);
  return {
    name,
    columns,
    rows: rows.slice(from),
    values: kept,
    texts: kept.map((row) => Array.from(row, (value) => (weight ? printer.percent(value) : printer.signed(value)))),
    shares: kept.map((row) => Array.from(row, (value) => (weight ? value : undefined))),
  };
}
