// @ts-check
// <design-steps>: stages that a reader steps through, one at a time. Without script all of them are shown.
import { enable, find } from '../page/find.js';
import { words } from '../page/words.js';

export class DesignSteps extends HTMLElement {
  connectedCallback() {
    this.stages = [...this.querySelectorAll(':scope > .stage')];
    this.back = this.button('design-steps.back', () => this.show(this.now - 1));
    this.next = this.button('design-steps.next', () => this.show(this.now + 1));
    this.next.classList.add('main');
    this.position = document.createElement('output');
    const controls = document.createElement('div');
    controls.className = 'controls text';
    controls.append(this.back, this.next, this.position);
    this.append(controls);
    for (const stage of this.stages) find(stage, 'h3').tabIndex = -1;
    this.now = 0;
    this.paint();
  }

  /** @param {string} key @param {() => void} act */
  button(key, act) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = words(key);
    button.addEventListener('click', act);
    return button;
  }

  /** @param {number} stage */
  show(stage) {
    if (!(stage in this.stages)) return;
    this.now = stage;
    this.paint();
    find(this.stages[stage], 'h3').focus({ preventScroll: true });
  }

  paint() {
    this.stages.forEach((stage, i) => stage.toggleAttribute('hidden', i > this.now));
    enable(this.back, this.now > 0);
    enable(this.next, this.now < this.stages.length - 1);
    this.position.textContent = words('design-steps.position', { now: this.now + 1, all: this.stages.length });
  }
}

customElements.define('design-steps', DesignSteps);
