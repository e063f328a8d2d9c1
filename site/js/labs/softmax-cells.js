// @ts-check
// Figures of <softmax-lab>, as its table prints them and its picture too.
import { printer, words } from '../page/words.js';
/** @import { WhySource } from '../ask/questions.js' */
/** @import { TableCell } from '../tables/matrix-table.js' */

export const STAGES = ['scores', 'exponentials', 'weights'];

/**
 * A row of numbers.
 * @param {{ source: WhySource, trace: any }} run @param {string} field @returns {(j: number) => Exclude<TableCell, string>}
 */
export const numbers =
  ({ source, trace }, field) =>
  (j) => ({
    text: printer.long(Number(trace[field][0][j].toPrecision(6))),
    ask: { source, at: `${field}/0/${j}` },
  });

/**
 * A row of shares. Where a tenth of a percent would hide one, the whole row is printed to five digits behind the point.
 * @param {{ source: WhySource, trace: any }} run @param {string} field @returns {(j: number) => Exclude<TableCell, string>}
 */
export const percents =
  ({ source, trace }, field) =>
  (j) => {
    /** @type {number[]} */
    const row = Array.from(trace[field][0]);
    const value = row[j];
    if (value === undefined) return { text: words('softmax.no-share') };
    const digits = row.some((share) => share !== 0 && Math.abs(share) < 0.0005) ? 5 : 1;
    return {
      text: printer.percent(value, digits),
      className: value < 0 ? 'negative' : 'heat',
      share: Math.min(1, Math.max(0, value)),
      ask: { source, at: `${field}/0/${j}` },
    };
  };
