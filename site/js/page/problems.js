// @ts-check
// What went wrong on this page: said at its top, the first one first, since the others often follow from it.
import { words } from './words.js';

/** For readers who report it and for the tests. @type {string[]} */
export const problems = [];
const MOST_SHOWN = 5;

/** A handler that takes an error as its own says true; then it is not shown again. @type {Set<(event: ErrorEvent) => boolean>} */
const claims = new Set();

/** Errors of a script that is being loaded belong to the one who loads it. @param {(event: ErrorEvent) => boolean} claim @returns {() => void} release */
export function claimErrors(claim) {
  claims.add(claim);
  return () => claims.delete(claim);
}

/** @param {unknown} problem a page's own sentence, or anything thrown */
export function showProblem(problem) {
  const message = problem instanceof Error ? problem.message : String(problem);
  if (problems.includes(message)) return;
  problems.push(message);
  const place = document.querySelector('.problem');
  if (!place) return;
  const [first, ...later] = problems;
  const said = document.createElement('span');
  said.textContent = sentence(first, place);
  place.replaceChildren(said, ...later.slice(0, MOST_SHOWN).map((text) => {
    const small = document.createElement('small');
    small.className = 'later';
    small.textContent = text;
    return small;
  }));
  place.removeAttribute('hidden');
}

/** In the reader's language; where its words did not arrive, the page's own line. @param {string} message @param {Element} place */
function sentence(message, place) {
  try {
    return words('site.problem', { message });
  } catch {
    return `${/** @type {HTMLElement} */ (place).dataset.broken ?? ''} (${message})`;
  }
}

/** From a file opened from disk a browser tells nothing but "Script error.". @param {ErrorEvent} event */
function toldBy({ error, message }) {
  if (error) return error;
  try {
    return /^Script error\.?$/.test(message) ? words('problem.script') : message;
  } catch {
    return message;
  }
}

addEventListener('error', (event) => {
  if ([...claims].some((claim) => claim(event))) event.preventDefault();
  else showProblem(toldBy(event));
});
addEventListener('unhandledrejection', (event) => showProblem(event.reason));
document.addEventListener('securitypolicyviolation', (event) => showProblem(`${event.violatedDirective}: ${event.blockedURI}`));
