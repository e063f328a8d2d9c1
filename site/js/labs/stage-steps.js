// @ts-check
// The stages of a computation, one at a time, with a button back and one on.
import { enable, find } from '../page/find.js';
import { words } from '../page/words.js';

export class StageSteps {
  /**
   * @param {HTMLElement} place with buttons stage-back and stage-next, and an output
   * @param {(stage: string) => string} nameOf what a stage is called
   * @param {(stage: string) => unknown} go
   */
  constructor(place, nameOf, go) {
    this.place = place;
    this.nameOf = nameOf;
    /** @type {string[]} */
    this.stages = [];
    this.now = '';
    const move = (/** @type {number} */ by) => {
      const next = this.stages[this.stages.indexOf(this.now) + by];
      if (next) go(next);
    };
    this.back = find(place, '[name="stage-back"]');
    this.next = find(place, '[name="stage-next"]');
    this.back.addEventListener('click', () => move(-1));
    this.next.addEventListener('click', () => move(1));
  }

  /** @param {string[]} stages @param {string} now */
  show(stages, now) {
    this.stages = stages;
    this.now = now;
    const at = stages.indexOf(now);
    enable(this.back, at > 0);
    enable(this.next, at < stages.length - 1);
    const position = { now: at + 1, all: stages.length, stage: this.nameOf(now) };
    find(this.place, 'output').textContent = words('stages.position', position);
  }
}
