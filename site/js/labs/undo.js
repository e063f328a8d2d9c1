// @ts-check
// What was in use before a change, and the way back to it: two buttons, and Ctrl+Z outside text fields.
import { enable, find } from '../page/find.js';
/** @import { LabValues } from './state.js' */

const MOST = 100;
/** Changes of the same settings that follow within so many milliseconds are one: a slider's way, a number typed. */
const TOGETHER = 1000;

export class Undo {
  /** @param {HTMLElement} lab with buttons undo and redo @param {(values: LabValues) => void} use */
  constructor(lab, use) {
    this.use = use;
    this.lab = /** @type {HTMLElement & { values: LabValues }} */ (lab);
    /** @type {LabValues[]} */
    this.past = [];
    /** @type {LabValues[]} */
    this.future = [];
    this.last = { what: '', at: 0 };
    const tools = find(lab, '.tools');
    this.buttons = { undo: find(tools, '[name="undo"]'), redo: find(tools, '[name="redo"]') };
    this.buttons.undo.addEventListener('click', () => this.go(this.past, this.future));
    this.buttons.redo.addEventListener('click', () => this.go(this.future, this.past));
    lab.addEventListener('keydown', (event) => this.key(event));
    this.show();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'z') return;
    // A text field takes back its own letters.
    if (event.target instanceof HTMLInputElement && event.target.type === 'text') return;
    event.preventDefault();
    if (event.shiftKey) this.go(this.future, this.past);
    else this.go(this.past, this.future);
  }

  /** @param {LabValues} before a change @param {string} [what] has changed */
  keep(before, what = '') {
    const now = Date.now();
    const same = what !== '' && what === this.last.what && now - this.last.at < TOGETHER;
    this.last = { what, at: now };
    this.future = [];
    if (!same) this.past = [...this.past, before].slice(-MOST);
    this.show();
  }

  /** @param {LabValues[]} from @param {LabValues[]} to */
  go(from, to) {
    const values = from.pop();
    if (!values) return;
    to.push(this.lab.values);
    this.last = { what: '', at: 0 };
    this.use(values);
    this.show();
  }

  show() {
    enable(this.buttons.undo, this.past.length > 0);
    enable(this.buttons.redo, this.future.length > 0);
  }
}
