// @ts-check
// The stages of a computation, one at a time, with a button back and one on.
// Uses words, enable (core.js). Defines StageSteps.

class StageSteps {
  /**
   * @param {HTMLElement} place with buttons stage-back and stage-next, and an output
   * @param {string} topic whose words name the stages: TOPIC.stage-NAME
   * @param {(stage: string) => void} go
   */
  constructor(place, topic, go) {
    this.place = place;
    this.topic = topic;
    /** @type {string[]} */
    this.stages = [];
    this.now = '';
    const move = (/** @type {number} */ by) => { const next = this.stages[this.stages.indexOf(this.now) + by]; if (next) go(next); };
    this.back = place.querySelector('[name="stage-back"]');
    this.next = place.querySelector('[name="stage-next"]');
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
    this.place.querySelector('output').textContent = words('stages.position', { now: at + 1, all: stages.length, stage: words(`${this.topic}.stage-${now}`) });
  }
}
