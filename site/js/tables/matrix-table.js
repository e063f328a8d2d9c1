// @ts-check
// A table with row and column heads, built as elements: the twin of every drawing. Its figures can be asked; one of
// them is a stop of the Tab key, and the arrow keys go from one to the next.
import { askable } from '../ask/questions.js';
/** @import { Question } from '../ask/questions.js' */

/**
 * @typedef {string | { text: string | Node, className?: string, share?: number, ask?: Question }} TableCell
 * @typedef {{ caption: string, columns: (string | Node)[], rows: (string | Node)[], corner?: string, className?: string,
 *             cell: (row: number, column: number) => TableCell }} TableContent
 */

/** @param {string | Node} content @param {'col' | 'row'} scope */
export function tableHead(content, scope) {
  const th = document.createElement('th');
  th.scope = scope;
  th.append(content);
  return th;
}

/** What stands there already is left alone: a browser lays out anew whatever is touched. @param {Element} place @param {string | Node} content */
function fill(place, content) {
  if (typeof content === 'string') {
    if (place.textContent !== content || place.children.length) place.textContent = content;
  } else if (place.childNodes.length !== 1 || !place.firstChild.isEqualNode(content)) {
    place.replaceChildren(content);
  }
}

/** @param {HTMLTableCellElement} td @param {TableCell} content */
function fillCell(td, content) {
  const { text, className = '', share = undefined, ask = undefined } = typeof content === 'string' ? { text: content } : content;
  const name = `num ${className}`.trim();
  if (td.className !== name) td.className = name;
  const weight = share === undefined ? '' : String(share);
  if (td.style.getPropertyValue('--share') !== weight) td.style.setProperty('--share', weight);
  let figure = td.querySelector('.n');
  if (!ask) { fill(td, text); return; }
  if (!figure) {
    figure = document.createElement('span');
    td.replaceChildren(figure);
  }
  fill(figure, text);
  askable(/** @type {HTMLElement} */ (figure), ask, -1);
}

/** One figure of a table is a stop of the Tab key. @param {Element} table */
export function setTabStop(table) {
  const figures = [...table.querySelectorAll('tbody .n')];
  if (figures.length && !figures.some((figure) => figure.getAttribute('tabindex') === '0')) figures[0].setAttribute('tabindex', '0');
}

/** @param {HTMLTableElement} table @param {TableContent} content */
function fillTable(table, { caption, columns, rows, corner = '', className = '', cell }) {
  if (table.className !== className) table.className = className;
  fill(table.caption, caption);
  const heads = table.tHead.rows[0];
  while (heads.cells.length > columns.length + 1) heads.deleteCell(-1);
  while (heads.cells.length < columns.length + 1) heads.append(tableHead('', 'col'));
  [corner, ...columns].forEach((head, j) => fill(heads.cells[j], head));
  const body = table.tBodies[0];
  while (body.rows.length > rows.length) body.deleteRow(-1);
  while (body.rows.length < rows.length) body.insertRow();
  rows.forEach((name, i) => {
    const row = body.rows[i];
    if (!row.cells.length) row.append(tableHead('', 'row'));
    fill(row.cells[0], name);
    while (row.cells.length > columns.length + 1) row.deleteCell(-1);
    while (row.cells.length < columns.length + 1) row.insertCell();
    columns.forEach((_, j) => fillCell(row.cells[j + 1], cell(i, j)));
  });
  setTabStop(table);
}

/** A new table. @param {TableContent} content */
export function matrixTable(content) {
  const table = document.createElement('table');
  table.createCaption();
  table.createTHead().insertRow();
  table.createTBody();
  fillTable(table, content);
  return table;
}

/** Puts a table into its place, or new figures into the one that is there. @param {Element} place @param {TableContent} content */
export function showTable(place, content) {
  const table = place.querySelector('table');
  if (table) fillTable(table, content);
  else place.replaceChildren(matrixTable(content));
}

document.addEventListener('keydown', (event) => {
  const figure = /** @type {Element} */ (event.target).closest?.('td .n');
  const row = figure?.closest('tr');
  if (!row || event.ctrlKey || event.altKey || event.metaKey) return;
  const body = row.parentElement;
  const column = figure.closest('td').cellIndex;
  const in_column = (/** @type {HTMLElement[]} */ others) => others.map((other) => /** @type {HTMLTableRowElement} */ (other).cells[column]?.querySelector('.n'));
  const rows = /** @type {HTMLElement[]} */ ([...body.children]);
  const at = rows.indexOf(row);
  const cells = [...row.querySelectorAll('td .n')];
  const place = cells.indexOf(figure);
  /** @type {Record<string, (Element | null | undefined)[]>} */
  const ways = {
    ArrowRight: cells.slice(place + 1), ArrowLeft: cells.slice(0, place).reverse(),
    ArrowDown: in_column(rows.slice(at + 1)), ArrowUp: in_column(rows.slice(0, at).reverse()),
    Home: cells, End: [...cells].reverse(),
  };
  const next = ways[event.key]?.find((other) => other);
  if (!ways[event.key]) return;
  event.preventDefault();
  if (!(next instanceof HTMLElement)) return;
  body.querySelectorAll('.n[tabindex="0"]').forEach((other) => other.setAttribute('tabindex', '-1'));
  next.setAttribute('tabindex', '0');
  next.focus();
});
