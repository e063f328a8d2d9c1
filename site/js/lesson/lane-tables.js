// @ts-check
// The tables beside the drawings of <token-lanes>: the same numbers, to be read and asked.
import { find } from '../page/find.js';
import { tokenNode } from '../page/tokens.js';
import { printer, words } from '../page/words.js';
import { showTable } from '../tables/matrix-table.js';
/** @import { WhySource } from '../ask/questions.js' */
/** @import { Matrix, Token } from '../attn.js' */
/** @import { TableCell } from '../tables/matrix-table.js' */

/**
 * @typedef {{
 *   tokens: Token[], dimensions: string[], states: Matrix, kept: Matrix, weights: Matrix,
 *   sources: { hidden: WhySource, kept: WhySource, weights: WhySource },
 * }} LaneNumbers
 */

/**
 * What comes later is not there yet.
 * @param {(i: number, j: number) => TableCell} cell @returns {(i: number, j: number) => TableCell}
 */
const upToNow = (cell) => (i, j) => (j > i ? { text: words('token-lanes.future'), className: 'future' } : cell(i, j));

/** @param {HTMLElement} lanes @param {LaneNumbers} numbers */
export function fillLaneTables(lanes, { tokens, dimensions, states, kept, weights, sources }) {
  const heads = () => tokens.map(tokenNode);
  const place = (/** @type {string} */ name) => find(lanes, `[data-table="${name}"]`);
  showTable(place('hidden'), {
    caption: words('token-lanes.hidden-table'),
    columns: dimensions,
    rows: heads(),
    cell: (i, j) => ({ text: printer.signed(states[i][j]), ask: { source: sources.hidden, at: `hidden/${i}/${j}` } }),
  });
  showTable(place('kept'), {
    caption: words('token-lanes.kept-table'),
    corner: words('token-lanes.after'),
    columns: heads(),
    rows: heads(),
    cell: upToNow((i, j) => ({
      text: printer.percent(kept[i][j]),
      ask: { source: sources.kept, at: `kept/${i}/${j}` },
    })),
  });
  showTable(place('weights'), {
    caption: words('token-lanes.weight-table'),
    columns: heads(),
    rows: heads(),
    cell: upToNow((i, j) => ({
      text: printer.percent(weights[i][j]),
      className: 'heat',
      share: weights[i][j],
      ask: { source: sources.weights, at: `heads/0/weights/${i}/${j}` },
    })),
  });
}
