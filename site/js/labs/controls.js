// @ts-check
// The controls of a laboratory and its settings: what a reader did, what is wrong with it, and what is in use. A
// control is named like its setting; a slider beside a number field is called NAME-slider.
import { elements } from '../page/find.js';
import { printer, words } from '../page/words.js';
/** @import { LogStops } from '../pictures/log-scale.js' */
/** @import { LabState } from './state.js' */

export class LabControls {
  /**
   * @param {HTMLElement} lab @param {LabState} state
   * @param {{ changed: (name: string, value: any) => void, allow?: (name: string, value: any) => boolean, skip?: string[],
   *           stops?: Record<string, LogStops>, spoken?: (name: string, value: number) => string }} how
   *   allow: false for a choice that is taken back; skip: settings whose controls the lab shows itself; stops: of sliders that
   *   do not stand for their own value; spoken: a slider's value, read out
   */
  constructor(lab, state, { changed, allow = () => true, skip = [], stops = {}, spoken = (name, n) => words(`lab.value-${name}`, { n: printer.number(n) }) }) {
    this.lab = lab;
    this.state = state;
    this.changed = changed;
    this.allow = allow;
    this.skip = skip;
    this.stops = stops;
    this.spoken = spoken;
    lab.addEventListener('submit', (event) => event.preventDefault());
    lab.addEventListener('input', (event) => this.act(/** @type {HTMLInputElement} */ (event.target)));
  }

  /** @param {HTMLInputElement} control */
  nameOf(control) {
    const name = control.name.replace(/-slider$/, '');
    return name in this.state.settings && !control.dataset.path ? name : undefined;
  }

  /** What the control says; undefined where it cannot be used. @param {HTMLInputElement} control @param {string} name */
  said(control, name) {
    const { standard, parse } = this.state.settings[name];
    if (control.type === 'checkbox' && !Array.isArray(standard)) return control.checked;
    if (control.type === 'checkbox') return elements(this.lab, `[name="${name}"]:checked`).map((box) => /** @type {HTMLInputElement} */ (box).value);
    if (control.type === 'range' && this.stops[name]) return this.stops[name].values[Number(control.value)];
    return parse(control.value);
  }

  /** @param {HTMLInputElement} control */
  act(control) {
    const name = this.nameOf(control);
    if (!name) return;
    const value = this.said(control, name);
    if (value !== undefined && !this.allow(name, value)) { control.checked = false; return; }
    this.complain(control, value === undefined);
    if (value !== undefined) this.changed(name, value);
  }

  /** Says beside a number field what is wrong with it. @param {HTMLInputElement} control @param {boolean} bad */
  complain(control, bad) {
    const range = control.closest('.range');
    if (!range) return;
    const field = /** @type {HTMLInputElement} */ (range.querySelector('[type="number"]'));
    if (bad) field.setAttribute('aria-invalid', 'true');
    else field.removeAttribute('aria-invalid');
    const limits = { found: field.value, least: printer.count(Number(field.min)), most: printer.count(Number(field.max)) };
    range.querySelector('.message').textContent = bad ? words(field.value ? 'lab.bad' : 'lab.empty', limits) : '';
    this.lab.querySelector('.results')?.toggleAttribute('stale', bad);
  }

  /** The controls show what is in use. */
  show() {
    for (const control of /** @type {HTMLInputElement[]} */ (elements(this.lab, 'form input'))) {
      const name = this.nameOf(control);
      if (!name || this.skip.includes(name)) continue;
      const value = this.state.values[name];
      if (control.type === 'checkbox') control.checked = Array.isArray(value) ? value.includes(control.value) : value;
      else if (control.type === 'radio') control.checked = control.value === String(value);
      else if (control.type === 'range' && this.stops[name]) control.value = String(this.stops[name].index(value));
      else if (control !== document.activeElement || Number(control.value) !== value) control.value = String(value);
      if (control.type === 'range') control.setAttribute('aria-valuetext', this.spoken(name, value));
      else if (control.type === 'number') this.complain(control, false);
    }
  }
}
