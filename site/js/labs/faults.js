// @ts-check
// The faults that a reader may switch on: named above the figure as long as one is on.
import { findMaybe } from '../page/find.js';
import { words } from '../page/words.js';

/** @param {HTMLElement} lab with a place for the notice @param {string[]} faults */
export function showFaults(lab, faults) {
  const notice = findMaybe(lab, '.fault-notice');
  if (!notice) return;
  notice.hidden = faults.length === 0;
  const names = faults.map((fault) => words(`fault.${fault}`)).join(words('list.separator'));
  notice.textContent = faults.length ? words('fault.on', { faults: names }) : '';
}
