// @ts-check
// A table with row and column heads, built as elements: the twin of every drawing. Its figures can be asked; one of
// them is a stop of the Tab key, and the arrow keys go from one to the next.
import { askable } from '../ask/questions.js';
import { elements } from '../page/find.js';
/** @import { Question } from '../ask/questions.js' */

/**
 * @typedef {string | { text: string | Node, className?: string, share?: number, ask?: Question }} TableCell
 * @typedef {{
 *   caption: string, columns: (string | Node)[], rows: (string | Node)[], corner?: string, className?: string,
 *   cell: (row: number, column: number) => TableCell,
 * }} TableContent
 */

/** @param {string | Node} content @param {'col' | 'row'} scope */
export function tableHead(content, scope) {
  const th = document.createElement('th');
  th.scope = scope;
  th.append(content);
  return th;
}

/**
 * What stands there already is left alone: a browser lays out anew whatever is touched.
 * @param {Element} place @param {string | Node} content
 */
function fill(place, content) {
  if (typeof content === 'string') {
    if (place.textContent !== content || place.children.length) place.textContent = content;
  } else if (place.childNodes.length !== 1 || !place.firstChild.isEqualNode(content)) {
    place.replaceChildren(content);
  }
}

/** @param {HTMLTableCellElement} td @param {TableCell} content */
function fillCell(td, content) {
  const {
    text,
    className = '',
    share = undefined,
    ask = undefined,
  } = typeof content === 'string' ? { text: content } : content;
  const name = `num ${className}`.trim();
  if (td.className !== name) td.className = name;
  const weight = share === undefined ? '' : String(share);
  if (td.style.getPropertyValue('--share') !== weight) td.style.setProperty('--share', weight);
  let figure = td.querySelector('.n');
  if (!ask) {
    fill(td, text);
    return;
  }
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
  if (figures.length && !figures.some((figure) => figure.getAttribute('tabindex') === '0'))
    figures[0].setAttribute('tabindex', '0');
}

/**
 * So many children, those that are there and new ones at the end. A list, since a browser counts a live collection
 * anew.
 * @param {Element} parent @param {number} count @param {(i: number) => Element} make
 */
function childrenOf(parent, count, make) {
  const children = [...parent.children];
  for (const extra of children.splice(count)) extra.remove();
  const fresh = Array.from({ length: count - children.length }, (_, i) => make(children.length + i));
  parent.append(...fresh);
  return [...children, ...fresh];
}

/** @param {HTMLTableElement} table @param {TableContent} content */
function fillTable(table, { caption, columns, rows, corner = '', className = '', cell }) {
  if (table.className !== className) table.className = className;
  fill(table.caption, caption);
  const heads = childrenOf(table.tHead.rows[0], columns.length + 1, () => tableHead('', 'col'));
  [corner, ...columns].forEach((head, j) => fill(heads[j], head));
  childrenOf(table.tBodies[0], rows.length, () => document.createElement('tr')).forEach((row, i) => {
    const cells = childrenOf(row, columns.length + 1, (j) => (j ? document.createElement('td') : tableHead('', 'row')));
    fill(cells[0], rows[i]);
    columns.forEach((_, j) => fillCell(/** @type {HTMLTableCellElement} */ (cells[j + 1]), cell(i, j)));
  });
  setTabStop(table);
}

/** A new table. @param {TableContent} content */
function matrixTable(content) {
  const table = document.createElement('table');
  table.createCaption();
  table.createTHead().insertRow();
  table.createTBody();
  fillTable(table, content);
  return table;
}

/**
 * Puts a table into its place, or new figures into the one that is there.
 * @param {Element} place @param {TableContent} content
 */
export function showTable(place, content) {
  const table = place.querySelector('table');
  if (table) fillTable(table, content);
  else place.replaceChildren(matrixTable(content));
}

/** The figures of a column, in these rows. @param {Element[]} rows @param {number} column */
const inColumn = (rows, column) => rows.map((row) => row.children[column]?.querySelector('.n'));

/**
 * Where a key leads from a figure: the first of these that is there.
 * @param {Element} figure @returns {Record<string, Element[]>}
 */
function ways(figure) {
  const row = figure.closest('tr');
  const rows = [...row.parentElement.children];
  const at = rows.indexOf(row);
  const column = figure.closest('td').cellIndex;
  const cells = [...row.querySelectorAll('td .n')];
  const place = cells.indexOf(figure);
  return {
    ArrowRight: cells.slice(place + 1),
    ArrowLeft: cells.slice(0, place).reverse(),
    ArrowDown: inColumn(rows.slice(at + 1), column),
    ArrowUp: inColumn(rows.slice(0, at).reverse(), column),
    Home: cells,
    End: [...cells].reverse(),
  };
}

document.addEventListener('keydown', (event) => {
  const figure = event.target instanceof Element ? event.target.closest('td .n') : null;
  if (!figure || event.ctrlKey || event.altKey || event.metaKey) return;
  const way = ways(figure)[event.key];
  if (!way) return;
  event.preventDefault();
  const next = way.find((other) => other);
  if (!(next instanceof HTMLElement)) return;
  for (const other of elements(figure.closest('tbody'), '.n[tabindex="0"]')) other.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
});
