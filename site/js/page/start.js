// @ts-check
// Starts what a page has to start, once its module of the core answers.
import { checkBuild, engine, world } from './engine.js';
import { elements } from './find.js';
import { pageData } from './page-data.js';
import { showProblem } from './problems.js';
/** @import { Attn, TeachingWorld } from '../attn.js' */

/** @typedef {{ attn: Attn, world: TeachingWorld }} Started */

/** The page's first module, and the teaching world. @type {Promise<Started>} */
export const ready = Promise.resolve().then(async () => {
  if (!pageData.stem) throw new Error('page-data'); // missing or cut off: nothing can be said or started
  const [first] = pageData.modules;
  return { attn: first ? await engine(first) : undefined, world: world() };
});

/**
 * Starts a lab once the core is there. What comes back settles when its first picture is on the page. Until then the
 * page shows the lab's own line that it has not started, and its controls are inert: both stand in the page, so that
 * they hold when a script did not arrive.
 * @param {HTMLElement} lab @param {(started: Started) => any} start
 */
export const startLab = (lab, start) =>
  ready
    .then(start)
    .then(() => wake(lab))
    .catch(showProblem);

/** @param {HTMLElement} lab */
function wake(lab) {
  lab.removeAttribute('waiting');
  for (const part of elements(lab, '[inert]')) part.removeAttribute('inert');
  for (const line of elements(lab, '.not-started')) line.hidden = true;
}

addEventListener('DOMContentLoaded', checkBuild);
