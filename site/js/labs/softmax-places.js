// @ts-check
// Where the posts of <softmax-lab> stand and their figures: nothing but positions on the screen.
import { roundUp } from '../pictures/ribbon-shapes.js';
import { widthOf } from '../pictures/text-width.js';

/** @typedef {{ top: number, bottom: number, unit: number, floor: number }} Scale of the posts; unit: pixels for 1 */

/** All scores between a whole top and a whole bottom, with room below and above. @param {number[]} logits @param {number} height @returns {Scale} */
export function scaleOf(logits, height) {
  const [most, least] = [roundUp(Math.max(...logits)), roundUp(-Math.min(...logits))];
  const top = Math.max(most, least * 0.4) || 1;
  const bottom = Math.max(least, top * 0.3);
  return { top, bottom, unit: height / (top + bottom), floor: 0 };
}

/** Right of a mark, else centred above it; nowhere where it would touch a neighbour's. @param {{ text: string, x: number, y: number, wide: number, beside: boolean, pitch: number }} mark @param {number} line */
export function besideOrAbove({ text, x, y, wide, beside, pitch }, line) {
  const long = widthOf(text, 13);
  if (beside && wide + 8 + long <= pitch) return { class: 'over start', x: x + wide + 8, y: line };
  return long <= pitch ? { class: 'over', x: x + wide / 2, y: y - 5 } : undefined;
}
