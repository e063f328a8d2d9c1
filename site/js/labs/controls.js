// @ts-check
// The controls of a laboratory and its settings: what a reader did, what is wrong with it, and what is in use. A
// control is named like its setting; a slider beside a number field is called NAME-slider.
import { find, inputsOf } from '../page/find.js';
import { isNumberField, limitsOf, numberOf, plainOf } from '../page/number-field.js';
import { hasWords, printer, words } from '../page/words.js';
/** @import { LogStops } from '../pictures/log-scale.js' */
/** @import { LabState } from './state.js' */

/**
 * @typedef {{
 *   changed: (name: string, value: any) => unknown, allow: (name: string, value: any) => boolean, skip: string[],
 *   stops: Record<string, LogStops>, spoken: (name: string, value: number) => string,
 * }} ControlOptions
 *   allow: false for a choice that is taken back; skip: settings whose controls the lab shows itself; stops: of
 *   sliders that do not stand for their own value; spoken: a slider's value, read out; else the words lab.value-NAME,
 *   or where there are none the number, since the slider has a label
 */

export class LabControls {
  /**
   * @param {HTMLElement} lab @param {LabState} state
   * @param {Pick<ControlOptions, 'changed'> & Partial<ControlOptions>} how
   */
  constructor(lab, state, { changed, allow = () => true, skip = [], stops = {}, spoken = spokenByName }) {
    this.lab = lab;
    this.state = state;
    this.changed = changed;
    this.allow = allow;
    this.skip = skip;
    this.stops = stops;
    this.spoken = spoken;
    lab.addEventListener('submit', (event) => event.preventDefault());
    lab.addEventListener('input', ({ target }) => {
      if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) this.act(target);
    });
  }

  /** @param {HTMLInputElement | HTMLSelectElement} control */
  nameOf(control) {
    const name = control.name.replace(/-slider$/, '');
    return Object.hasOwn(this.state.settings, name) && !control.dataset.path ? name : undefined;
  }

  /**
   * What the control says; undefined where it cannot be used.
   * @param {HTMLInputElement | HTMLSelectElement} control @param {string} name
   */
  said(control, name) {
    const { standard, parse } = this.state.settings[name];
    if (control instanceof HTMLSelectElement) return parse(control.value);
    if (control.type === 'checkbox' && !Array.isArray(standard)) return control.checked;
    if (control.type === 'checkbox') return inputsOf(this.lab, `[name="${name}"]:checked`).map((box) => box.value);
    if (control.type === 'range' && this.stops[name]) return this.stops[name].values[Number(control.value)];
    return parse(isNumberField(control) ? plainOf(control) : control.value);
  }

  /** @param {HTMLInputElement | HTMLSelectElement} control */
  act(control) {
    const name = this.nameOf(control);
    if (!name) return;
    const value = this.said(control, name);
    if (value !== undefined && !this.allow(name, value)) {
      if (control instanceof HTMLInputElement) control.checked = false;
      return;
    }
    this.complain(control, value === undefined);
    if (value !== undefined) this.changed(name, value);
  }

  /** Says beside a number field what is wrong with it. @param {Element} control @param {boolean} bad */
  complain(control, bad) {
    const range = control.closest('.range');
    if (!range) return;
    const field = find(range, '[data-number]', HTMLInputElement);
    if (bad) field.setAttribute('aria-invalid', 'true');
    else field.removeAttribute('aria-invalid');
    const { value: found } = field;
    const { least, most } = limitsOf(field);
    const limits = { found, least: printer.count(least), most: printer.count(most) };
    find(range, '.message').textContent = bad ? words(found ? 'lab.bad' : 'lab.empty', limits) : '';
    this.lab.querySelector('.results')?.toggleAttribute('stale', bad);
  }

  /** The controls show what is in use. @param {{ keep?: Element | null }} [how] keep: a field that is being typed in */
  show({ keep } = {}) {
    for (const control of inputsOf(this.lab, 'form input')) {
      const name = this.nameOf(control);
      if (name && !this.skip.includes(name)) this.showOne(control, name, control === keep);
    }
    for (const select of this.lab.querySelectorAll('select')) {
      const name = this.nameOf(select);
      if (name && !this.skip.includes(name)) select.value = this.state.text(name);
    }
  }

  /** @param {HTMLInputElement} control @param {string} name @param {boolean} keep */
  showOne(control, name, keep) {
    const value = this.state.values[name];
    const typed =
      control === document.activeElement &&
      (keep || (isNumberField(control) ? numberOf(control) : Number(control.value)) === value);
    if (control.type === 'checkbox') control.checked = Array.isArray(value) ? value.includes(control.value) : value;
    else if (control.type === 'radio') control.checked = control.value === String(value);
    else if (control.type === 'range' && this.stops[name]) control.value = String(this.stops[name].index(value));
    else if (!typed) control.value = String(value);
    if (control.type === 'range') control.setAttribute('aria-valuetext', this.spoken(name, value));
    else if (isNumberField(control) && !keep) this.complain(control, false);
  }
}

/** @param {string} name @param {number} value */
function spokenByName(name, value) {
  const n = printer.number(value);
  return hasWords(`lab.value-${name}`) ? words(`lab.value-${name}`, { n }) : n;
}
