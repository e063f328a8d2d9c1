// @ts-check
// Matrices whose entries the reader can change: a grid of number fields, one of them a stop of the Tab key.
import { find } from '../page/find.js';
import { composing, numberOf, plainOf } from '../page/number-field.js';
import { words } from '../page/words.js';
import { tableHead } from '../tables/matrix-table.js';
import { cellsOf } from './pasted-cells.js';
import { isEntry } from './state.js';

const LIMITS = { least: '-100', most: '100' };

/**
 * @typedef {{
 *   name: string, rows: (string | Node)[], columns: (string | Node)[], rowNames: string[], columnNames: string[],
 *   values: ArrayLike<ArrayLike<number>>, edited: (row: number, column: number) => boolean,
 * }} EditedMatrix
 */

export class MatrixEditor {
  /**
   * @param {HTMLElement} place holds [data-matrix] places and buttons reset-one and reset-all
   * @param {{ change: (entries: Map<string, number>) => void, reset: (path?: string) => void }} report
   */
  constructor(place, report) {
    this.place = place;
    this.report = report;
    /** The entry that was in focus last. @type {string | undefined} */
    this.last = undefined;
    place.addEventListener('input', (event) => this.typed(/** @type {HTMLInputElement} */ (event.target)));
    place.addEventListener('keydown', (event) => this.key(event));
    place.addEventListener('paste', (event) => this.pasted(event));
    place.addEventListener('focusin', (event) => this.entered(event.target));
    find(place, '[name="reset-one"]').addEventListener('click', () => {
      if (this.last) report.reset(this.last);
    });
    find(place, '[name="reset-all"]').addEventListener('click', () => report.reset());
  }

  /** Hidden, it need not follow. */
  visible() {
    if (this.place instanceof HTMLDetailsElement) return this.place.open;
    return this.place.checkVisibility?.() ?? true;
  }

  /** @param {EventTarget} target */
  entered(target) {
    if (!(target instanceof HTMLInputElement) || !target.dataset.path) return;
    this.last = target.dataset.path;
    const table = target.closest('table');
    for (const other of table.querySelectorAll('input[tabindex="0"]')) other.setAttribute('tabindex', '-1');
    target.tabIndex = 0;
  }

  /** @param {HTMLInputElement} field */
  typed(field) {
    if (!field.dataset.path) return;
    const good = isEntry(plainOf(field));
    field.toggleAttribute('aria-invalid', false);
    this.say(good ? '' : words('editor.bad', { found: field.value, ...LIMITS }));
    if (good) this.report.change(new Map([[field.dataset.path, numberOf(field)]]));
    else field.setAttribute('aria-invalid', 'true');
  }

  /** @param {string} text */
  say(text) {
    find(this.place, '.message').textContent = text;
  }

  /** Cells of a spreadsheet go into the cells from this one on: all of them, or none. @param {ClipboardEvent} event */
  pasted(event) {
    const field = event.target;
    if (!(field instanceof HTMLInputElement) || !field.dataset.path) return;
    const rows = cellsOf(event);
    if (!rows) return;
    const table = field.closest('table');
    const at = /** @type {HTMLTableRowElement} */ (field.closest('tr')).sectionRowIndex;
    const left = field.closest('td').cellIndex;
    /** @type {Map<string, number>} */
    const entries = new Map();
    for (const [i, row] of rows.entries()) {
      for (const [j, text] of row.entries()) {
        const cell = table.tBodies[0].rows[at + i]?.cells[left + j]?.querySelector('input');
        if (!cell) return this.say(words('editor.too-many', { rows: rows.length, columns: row.length }));
        if (!isEntry(text)) return this.say(words('editor.bad', { found: text, ...LIMITS }));
        entries.set(cell.dataset.path, Number(text));
      }
    }
    this.say('');
    this.report.change(entries);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const field = event.target;
    if (!(field instanceof HTMLInputElement) || !field.dataset.path) return;
    const row = /** @type {HTMLTableRowElement} */ (field.closest('tr'));
    const column = field.closest('td').cellIndex;
    const to = (/** @type {Element | null} */ other, /** @type {number} */ at) =>
      /** @type {HTMLTableRowElement | null} */ (other)?.cells[at]?.querySelector('input');
    /** @type {Record<string, () => HTMLInputElement | null | undefined | void>} */
    const keys = {
      ArrowRight: () => to(row, column + 1),
      ArrowLeft: () => to(row, column - 1),
      Enter: () => to(event.shiftKey ? row.previousElementSibling : row.nextElementSibling, column),
      Delete: () => {
        if (event.ctrlKey) this.report.reset(field.dataset.path);
      },
    };
    const act = keys[event.key];
    if (!act || composing(event) || (event.key === 'Delete' && !event.ctrlKey) || event.altKey || event.metaKey) return;
    event.preventDefault();
    const next = act();
    if (next) {
      next.focus();
      next.select();
    }
  }

  /** @param {EditedMatrix[]} matrices */
  show(matrices) {
    for (const matrix of matrices) this.showOne(find(this.place, `[data-matrix="${matrix.name}"]`), matrix);
  }

  /** @param {Element} place @param {EditedMatrix} matrix */
  showOne(place, { name, rows, columns, rowNames, columnNames, values, edited }) {
    let table = place.querySelector('table');
    if (
      !table ||
      table.tBodies[0].rows.length !== rows.length ||
      table.tHead.rows[0].cells.length !== columns.length + 1
    ) {
      table = document.createElement('table');
      table.createCaption().textContent = words(`editor.${name}`);
      table.createTHead().insertRow();
      const body = table.createTBody();
      rows.forEach((_, i) => {
        const row = body.insertRow();
        row.append(tableHead('', 'row'));
        columns.forEach((__, j) => row.insertCell().append(this.field(name, i, j)));
      });
      table.querySelector('input')?.setAttribute('tabindex', '0');
      place.replaceChildren(table);
    }
    table.tHead.rows[0].replaceChildren(...['', ...columns].map((head) => tableHead(head, 'col')));
    rows.forEach((head, i) => {
      const row = table.tBodies[0].rows[i];
      row.cells[0].replaceChildren(head);
      columns.forEach((_, j) => {
        const field = /** @type {HTMLInputElement} */ (row.cells[j + 1].firstElementChild);
        // A field in which a reader types keeps its text: "1." is on the way to "1.5".
        if (
          numberOf(field) !== values[i][j] &&
          !(document.activeElement === field && field.hasAttribute('aria-invalid'))
        ) {
          field.value = String(values[i][j]);
          field.removeAttribute('aria-invalid');
        }
        field.setAttribute(
          'aria-label',
          words('editor.entry', { matrix: words(`editor.${name}-short`), row: rowNames[i], column: columnNames[j] }),
        );
        field.classList.toggle('edited', edited(i, j));
      });
    });
  }

  /** @param {string} name @param {number} i @param {number} j */
  field(name, i, j) {
    const field = document.createElement('input');
    Object.assign(field, { type: 'text', inputMode: 'decimal', tabIndex: -1, autocomplete: 'off' });
    Object.assign(field.dataset, { number: 'decimal', ...LIMITS, step: '0.1' });
    field.dataset.path = `${name}/${i}/${j}`;
    return field;
  }
}
