// @ts-check
// The stages of a computation, one at a time, with a button back and one on.
import { enable } from '../page/find.js';
import { words } from '../page/words.js';
/** @import { LabRun } from '../page.js' */

export class StageSteps {
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

/** The stages of attention, in the order in which they happen. */
export const ATTENTION_STAGES = ['scores', 'scaled', 'masked', 'softmax', 'mix'];

/** The same, with the mask after the softmax where that fault is on. @param {string[]} fault */
export const stagesOf = (fault) => (fault.includes('mask-after') ? ['scores', 'scaled', 'softmax', 'masked', 'mix'] : ATTENTION_STAGES);

/**
 * What a stage shows of a head: a matrix, where it can be asked, and the mask and row sums that go with it.
 * @param {string} stage @param {string[]} fault
 * @param {LabRun} open the run that hides nothing @param {LabRun} masked the run as it is @param {number} h
 */
export function stageMatrix(stage, fault, open, masked, h) {
  const after = fault.includes('mask-after');
  /** @param {LabRun} run @param {'scores' | 'scaled' | 'weights' | 'output'} field @param {boolean} [hides] */
  const of = (run, field, hides = false) => {
    const head = run.trace.heads[h];
    const kind = /** @type {'weight' | 'score'} */ (field === 'weights' ? 'weight' : 'score');
    return {
      values: head[field], source: run.source, field, kind, path: `heads/${h}/${field}`, mask: hides ? run.input.mask : undefined,
      sums: kind === 'weight' ? { values: head.row_sums, source: run.source, path: `heads/${h}/row_sums` } : undefined,
    };
  };
  switch (stage) {
    case 'scores': return of(open, 'scores');
    case 'scaled': return of(open, 'scaled');
    case 'masked': return of(masked, after ? 'weights' : 'scaled', true);
    case 'softmax': return after ? of(open, 'weights') : of(masked, 'weights', true);
    default: return of(masked, 'output');
  }
}
