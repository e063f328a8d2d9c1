// @ts-check
// Scores to type: one line each, with a field and a slider over what is usual.
import { find, inputsOf } from '../page/find.js';
import { printer, words } from '../page/words.js';
import { numberOf, plainOf } from '../page/number-field.js';
import { cellsOf } from './pasted-cells.js';
import { isScore, scoreText } from './state.js';

const LIMITS = { least: '−999,999', most: '999,999' };

export class LogitFields {
  /** @param {HTMLElement} place @param {HTMLElement} message @param {(i: number, values: number[]) => boolean} typed from the i-th on; whether they fit */
  constructor(place, message, typed) {
    this.place = place;
    place.addEventListener('input', ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      const good = isScore(plainOf(target));
      message.textContent = good
        ? ''
        : words(target.value ? 'lab.bad' : 'lab.empty', { found: target.value, ...LIMITS });
      if (!good) {
        target.setAttribute('aria-invalid', 'true');
        return;
      }
      target.removeAttribute('aria-invalid');
      typed(Number(target.dataset.logit), [numberOf(target)]);
    });
    // Cells of a spreadsheet, in a row or in a column, are the scores from this one on.
    place.addEventListener('paste', (event) => {
      if (!(event.target instanceof HTMLInputElement)) return;
      const cells = cellsOf(event)?.flat();
      if (!cells) return;
      const bad = cells.find((cell) => !isScore(cell));
      message.textContent = bad === undefined ? '' : words('lab.bad', { found: bad, ...LIMITS });
      if (bad === undefined && !typed(Number(event.target.dataset.logit), cells.map(Number)))
        message.textContent = words('editor.too-many', { rows: 1, columns: cells.length });
    });
  }

  /** @param {number[]} logits @param {(i: number) => string | Node} label */
  show(logits, label) {
    const { children } = this.place;
    while (children.length > logits.length) this.place.lastElementChild.remove();
    while (children.length < logits.length) this.place.append(this.line(children.length));
    logits.forEach((value, i) => {
      const line = children[i];
      find(line, '.logit-name').replaceChildren(label(i));
      for (const input of inputsOf(line, 'input')) {
        if (input !== document.activeElement || numberOf(input) !== value) input.value = scoreText(value);
        if (document.activeElement !== input) input.removeAttribute('aria-invalid');
      }
      find(line, '[type="range"]').setAttribute('aria-valuetext', printer.number(value));
    });
  }

  /** @param {number} i */
  line(i) {
    const line = document.createElement('div');
    line.className = 'logit';
    const name = document.createElement('span');
    name.className = 'logit-name';
    const make = () => document.createElement('input');
    const n = i + 1;
    const field = Object.assign(make(), {
      type: 'text',
      autocomplete: 'off',
      inputMode: 'decimal',
      ariaLabel: words('softmax.logit', { n }),
    });
    const label = words('softmax.logit-slider', { n });
    const slider = Object.assign(make(), { type: 'range', min: '-20', max: '20', step: '0.1', ariaLabel: label });
    for (const input of [field, slider]) input.dataset.logit = String(i);
    field.dataset.number = 'decimal';
    line.append(name, field, slider);
    return line;
  }
}
