// @ts-check
// Scores to type: one line each, with a field and a slider over what is usual.
import { find, inputsOf } from '../page/find.js';
import { printer, words } from '../page/words.js';
import { isScore, scoreText } from './state.js';

export class LogitFields {
  /** @param {HTMLElement} place @param {HTMLElement} message @param {(i: number, value: number) => void} typed */
  constructor(place, message, typed) {
    this.place = place;
    place.addEventListener('input', ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      const good = isScore(target.value);
      const limits = { found: target.value, least: '−999,999', most: '999,999' };
      message.textContent = good ? '' : words(target.value ? 'lab.bad' : 'lab.empty', limits);
      if (!good) {
        target.setAttribute('aria-invalid', 'true');
        return;
      }
      target.removeAttribute('aria-invalid');
      typed(Number(target.dataset.logit), Number(target.value));
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
        if (input !== document.activeElement || Number(input.value) !== value) input.value = scoreText(value);
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
      type: 'number',
      step: 'any',
      inputMode: 'decimal',
      ariaLabel: words('softmax.logit', { n }),
    });
    const label = words('softmax.logit-slider', { n });
    const slider = Object.assign(make(), { type: 'range', min: '-20', max: '20', step: '0.1', ariaLabel: label });
    for (const input of [field, slider]) input.dataset.logit = String(i);
    line.append(name, field, slider);
    return line;
  }
}
