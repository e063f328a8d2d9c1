// @ts-check
// The matrices of the laboratories as tables: words against words, words against features.
import { printer, words } from '../page/words.js';
import { showTable } from './matrix-table.js';
/** @import { WhySource } from '../ask/questions.js' */
/** @import { Mask } from '../attn.js' */
/** @import { AttentionLab, LabToken } from '../labs/attention-lab.js' */
/** @import { TakenMatrix } from '../labs/tools.js' */

/**
 * @typedef {{ caption: string, values: ArrayLike<ArrayLike<number>>, source: WhySource, path: string, layer: any, lab: AttentionLab,
 *             kind?: 'weight' | 'score', mask?: Mask, sums?: { values: ArrayLike<number>, source: WhySource, path: string }, from?: number, corner?: string }} PairTable
 *   path: of the matrix in the source's run; from: the first row that is shown; sums: of the rows, as a further column
 */

/** Words against words: a row asks, a column is looked at; hidden cells are hatched. @param {Element} place @param {PairTable} table */
export function pairTable(place, { caption, values, source, path, layer, lab, kind = 'score', mask, sums, from = 0, corner = words('lab.corner') }) {
  const { tokens, query } = layer;
  const heads = tokens.map((/** @type {LabToken} */ token) => lab.wordNode(token));
  const rows = tokens.slice(from).map((/** @type {LabToken} */ token) => lab.wordNode(token));
  showTable(place, {
    caption,
    corner,
    columns: sums ? [...heads, words('lab.row-sum')] : heads,
    rows,
    className: 'pairs',
    cell: (i, j) => {
      const row = i + from;
      const asked = row === query ? ' asked' : '';
      if (j === tokens.length) {
        const sum = printer.percent(sums.values[row]);
        return { text: sum, className: `sum${sum === printer.percent(1) ? '' : ' wrong'}${asked}`, ask: { source: sums.source, at: `${sums.path}/${row}` } };
      }
      const value = values[row][j];
      if (mask && !mask[row][j]) return { text: words('lab.hidden'), className: `future${asked}` };
      const ask = { source, at: `${path}/${row}/${j}` };
      if (kind === 'weight') return { text: printer.percent(value), className: `heat${asked}`, share: value, ask };
      return { text: printer.signed(value), className: `signed ${value < 0 ? 'negative' : ''}${asked}`, ask };
    },
  });
}

/**
 * Words against features.
 * @param {Element} place
 * @param {{ caption: string, values: ArrayLike<ArrayLike<number>>, source: WhySource | WhySource[], path: string, layer: any, lab: AttentionLab,
 *           columns?: (string | Node)[], from?: number }} table source: one for all, or one for each row
 */
export function featureTable(place, { caption, values, source, path, layer, lab, columns, from = 0 }) {
  const { tokens, query } = layer;
  showTable(place, {
    caption,
    columns: columns ?? Array.from(values[0], (_, k) => String(k + 1)),
    rows: tokens.slice(from).map((/** @type {LabToken} */ token) => lab.wordNode(token)),
    className: 'features',
    cell: (i, j) => {
      const value = values[i + from][j];
      return {
        text: printer.signed(value), className: `signed ${value < 0 ? 'negative' : ''}${i + from === query ? ' asked' : ''}`,
        ask: { source: Array.isArray(source) ? source[i + from] : source, at: `${path}/${i + from}/${j}` },
      };
    },
  });
}

/**
 * A matrix as it is downloaded: plain text heads, exact values, and what the page prints.
 * @param {{ name: string, tokens: LabToken[], values: ArrayLike<ArrayLike<number>>, columns?: string[], weight?: boolean, from?: number }} matrix
 * @returns {TakenMatrix}
 */
export function takenOf({ name, tokens, values, columns = tokens.map((token) => token.text), weight = false, from = 0 }) {
  const rows = Array.from(values).slice(from);
  return {
    name, columns, rows: tokens.slice(from).map((token) => token.text), values: rows,
    texts: rows.map((row) => Array.from(row, (value) => (weight ? printer.percent(value) : printer.signed(value)))),
    shares: rows.map((row) => Array.from(row, (value) => (weight ? value : undefined))),
  };
}
