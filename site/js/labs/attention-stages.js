// @ts-check
// The stages of attention, and what each of them shows of a head.
import { words } from '../page/words.js';
/** @import { LayerRun } from './attention-lab.js' */

/** @typedef {ReturnType<typeof stageMatrix>} StageMatrix */

/** In the order in which they happen. */
export const ATTENTION_STAGES = ['scores', 'scaled', 'masked', 'softmax', 'mix'];

/** @param {string} stage */
export const stageWords = (stage) => words(`lab.stage-${stage}`);

/** The same, with the mask after the softmax where that fault is on. @param {string[]} fault */
export const stagesOf = (fault) =>
  fault.includes('mask-after') ? ['scores', 'scaled', 'softmax', 'masked', 'mix'] : ATTENTION_STAGES;

/**
 * What a stage shows of a head: a matrix, where it can be asked, and the mask and row sums that go with it.
 * @param {{ stage: string, fault: string[] }} values
 * @param {{ open: LayerRun, masked: LayerRun }} runs open hides nothing; masked is the run as it is
 * @param {number} h
 */
export function stageMatrix({ stage, fault }, { open, masked }, h) {
  const after = fault.includes('mask-after');
  /** @param {LayerRun} run @param {'scores' | 'scaled' | 'weights' | 'output'} field @param {boolean} [hides] */
  const of = (run, field, hides = false) => {
    const head = run.trace.heads[h];
    const kind = /** @type {'weight' | 'score'} */ (field === 'weights' ? 'weight' : 'score');
    const sums = { values: head.row_sums, source: run.source, path: `heads/${h}/row_sums` };
    return {
      field,
      values: head[field],
      source: run.source,
      path: `heads/${h}/${field}`,
      how: { kind, mask: hides ? run.input.mask : undefined, sums: kind === 'weight' ? sums : undefined },
    };
  };
  switch (stage) {
    case 'scores':
      return of(open, 'scores');
    case 'scaled':
      return of(open, 'scaled');
    case 'masked':
      return of(masked, after ? 'weights' : 'scaled', true);
    case 'softmax':
      return after ? of(open, 'weights') : of(masked, 'weights', true);
    default:
      return of(masked, 'output');
  }
}
