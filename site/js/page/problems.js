// @ts-check
// What went wrong on this page: said at its top, the first one first, since the others often follow from it.
import { findMaybe } from './find.js';
import { isCrash, isRefusal, refusalWords } from './refusals.js';
import { hasWords, words } from './words.js';

/** For readers who report it and for the tests. @type {string[]} */
export const problems = [];
const MOST_SHOWN = 5;

/**
 * A handler that takes an error as its own says true; then it is not shown again.
 * @type {Set<(event: ErrorEvent) => boolean>}
 */
const claims = new Set();

/**
 * Errors of a script that is being loaded belong to the one who loads it.
 * @param {(event: ErrorEvent) => boolean} claim @returns {() => void} release
 */
export function claimErrors(claim) {
  claims.add(claim);
  return () => claims.delete(claim);
}

/** @typedef {{ message: string, button?: HTMLButtonElement }} ShownProblem */

/** Those that stand. @type {ShownProblem[]} */
const standing = [];

/** @param {unknown} problem a page's own sentence, or anything thrown */
export function showProblem(problem) {
  const message = messageOf(problem);
  if (problems.includes(message)) return;
  problems.push(message);
  standing.push({ message });
  paint();
}

/**
 * One that the reader can do something about: it stands until the button is pressed.
 * @param {string} message @param {string} name
 */
export function offerRemedy(message, name) {
  problems.push(message);
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: name });
  const offered = { message, button };
  standing.push(offered);
  paint();
  return new Promise((resolve) => {
    button.addEventListener('click', () => {
      standing.splice(standing.indexOf(offered), 1);
      paint();
      resolve(undefined);
    });
  });
}

function paint() {
  const place = findMaybe(document, '.problem');
  if (!place) return;
  const [first, ...later] = standing;
  place.hidden = !first;
  if (!first) {
    place.replaceChildren();
    return;
  }
  const lines = later.slice(0, MOST_SHOWN).map(({ message, button }) => lineOf('small', message, button));
  place.replaceChildren(lineOf('span', sentence(first.message, place), first.button), ...lines);
}

/** @param {'span' | 'small'} tag @param {string} text @param {HTMLButtonElement} [button] */
function lineOf(tag, text, button) {
  const line = Object.assign(document.createElement(tag), { className: tag === 'small' ? 'later' : '' });
  line.append(text, ...(button ? [' ', button] : []));
  return line;
}

/** What the core says of itself has words; anything else says it in its own. @param {any} problem @returns {string} */
function messageOf(problem) {
  if (isCrash(problem) && hasWords('error.crashed')) return words('error.crashed');
  if (isRefusal(problem) && hasWords('refusal.sentence')) return refusalWords(problem);
  return problem instanceof Error ? problem.message : String(problem);
}

/**
 * In the reader's language; where its words did not arrive, the page's own line.
 * @param {string} message @param {HTMLElement} place
 */
function sentence(message, place) {
  if (hasWords('site.problem')) return words('site.problem', { message });
  return `${place.dataset.broken ?? ''} (${message})`;
}

/** From a file opened from disk a browser tells nothing but "Script error.". @param {ErrorEvent} event */
function toldBy({ error, message }) {
  if (error) return error;
  return /^Script error\.?$/.test(message) && hasWords('problem.script') ? words('problem.script') : message;
}

addEventListener('error', (event) => {
  if ([...claims].some((claim) => claim(event))) event.preventDefault();
  else showProblem(toldBy(event));
});
addEventListener('unhandledrejection', (event) => showProblem(event.reason));
document.addEventListener('securitypolicyviolation', (event) =>
  showProblem(`${event.violatedDirective}: ${event.blockedURI}`),
);
