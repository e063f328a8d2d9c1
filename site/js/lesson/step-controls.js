// @ts-check
// The controls of what goes step by step: back, next, reset where there is one, the arrow keys on a button, and a button
// that plays the steps to the end.
import { words } from '../page/words.js';

export class StepControls {
  /**
   * @param {any} form with buttons back, next and play; it may have reset
   * @param {{ all: number, now: () => number, move: (to: number, byHand: boolean) => void, wait: () => number }} how
   *   all: the last step; move: to a step from 0 to all; wait: milliseconds between two that are played
   */
  constructor(form, how) {
    this.how = how;
    const { back, next, play, reset } = form.elements;
    this.button = play;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    back.addEventListener('click', () => this.go(how.now() - 1));
    next.addEventListener('click', () => this.go(how.now() + 1));
    reset?.addEventListener('click', () => this.go(0));
    play.addEventListener('click', () => (this.timer ? this.pause() : this.play()));
    form.addEventListener('submit', (/** @type {Event} */ event) => event.preventDefault());
    form.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
      if (!(event.target instanceof HTMLButtonElement)) return;
      /** @type {Record<string, number>} */
      const keys = { ArrowRight: how.now() + 1, ArrowLeft: how.now() - 1, Home: 0, End: how.all };
      const to = keys[event.key];
      if (to === undefined) return;
      event.preventDefault();
      this.go(to);
    });
  }

  /** A step that the reader chose. @param {number} to */
  go(to) {
    this.pause();
    this.move(to, true);
  }

  /** @param {number} to @param {boolean} byHand */
  move(to, byHand) {
    this.how.move(Math.min(Math.max(to, 0), this.how.all), byHand);
  }

  play() {
    const { all, now, wait } = this.how;
    if (now() === all) this.move(0, false);
    this.button.textContent = words('token-lanes.pause');
    const beat = () => {
      this.move(now() + 1, false);
      if (now() === all) this.pause();
      else this.timer = setTimeout(beat, wait());
    };
    this.timer = setTimeout(beat, 0);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.button.textContent = words('token-lanes.play');
  }
}
