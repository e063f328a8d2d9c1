// @ts-check
// Cells pasted from a spreadsheet: rows by lines, cells by tabs (or by semicolons, as some write them to a file).
import { plainNumber } from '../page/number-field.js';

/**
 * Rows of texts; nothing where one cell alone was pasted, which its field takes by itself.
 * @param {string} text @returns {string[][] | undefined}
 */
export function pastedCells(text) {
  const lines = text.replace(/(\r\n|\r|\n)+$/, '').split(/\r\n|\r|\n/);
  const between = text.includes('\t') || !text.includes(';') ? '\t' : ';';
  const rows = lines.map((line) => line.split(between).map((cell) => plainNumber(cell)));
  return rows.length > 1 || rows[0].length > 1 ? rows : undefined;
}

/** The paste's text, where it is of more cells than one; then the field does not get it. @param {ClipboardEvent} event */
export function cellsOf(event) {
  const rows = pastedCells(event.clipboardData?.getData('text/plain') ?? '');
  if (rows) event.preventDefault();
  return rows;
}
