// @ts-check
// Starts the modules of the C++ core, each once, and brings the scripts of one that is not there yet: a script of its
// own next to the page, or a packed block in the single file. Says that it loads, and says when it cannot, with a way
// to try again.
import { findMaybe } from './find.js';
import { pageData } from './page-data.js';
import { claimErrors, offerRemedy } from './problems.js';
import { words } from './words.js';
/** @import { Attn, TeachingWorld } from '../attn.js' */

/** What the scripts beside this one have left for it. @type {any} */
const delivered = globalThis;

/** What a module's data script holds, as `attn.facts` takes it. @param {string} name @returns {any} */
export const engineData = (name) => delivered.attnData?.[name];

/** The teaching world, where the page has it. @returns {TeachingWorld | undefined} */
export const world = () => engineData('lesson')?.world;

/** A reason in the reader's language. */
class NotLoaded extends Error {}

/** @type {Map<string, Promise<Attn>>} */
const engines = new Map();

/**
 * A started module. Waits as long as it takes: what went wrong is said in the page, and can be tried again.
 * @param {string} name @returns {Promise<Attn>}
 */
export function engine(name) {
  const known = engines.get(name) ?? untilStarted(name);
  engines.set(name, known);
  return known;
}

/** @param {string} name */
async function untilStarted(name) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await started(name, attempt);
    } catch (error) {
      const reason =
        error instanceof NotLoaded ? error.message : words('error.core', { message: error?.message ?? error });
      await offerRemedy(words('engine.failed', { reason }), words('engine.retry'));
    }
  }
}

/** @param {string} name @param {number} attempt @returns {Promise<Attn>} */
async function started(name, attempt) {
  const there = () => delivered.attnModules?.[name];
  const packed = document.querySelector(`#module-${name}`);
  try {
    if (!there()) await broughtIn(name, there, attempt);
    const data = () => engineData(name);
    if (!data()) await broughtIn(`${name}-data`, data, attempt);
    checkBuild();
    if (!packed) return await there()();
    say(words('engine.loading'));
    if (typeof DecompressionStream !== 'function') throw new NotLoaded(words('engine.no-unpacking'));
    return await there()({ packed: packed.textContent });
  } finally {
    say('');
  }
}

/**
 * Inserts a script; without what it should have left it is missing, cut off or not ours.
 * @param {string} name @param {() => any} left @param {number} attempt
 */
async function broughtIn(name, left, attempt) {
  const source = pageData.scripts[name];
  say(words('engine.loading'));
  let fault = '';
  const script = document.createElement('script');
  const release = claimErrors((event) => {
    if (event.filename && event.filename !== script.src) return false;
    if (!/^Script error/.test(event.message)) fault ||= event.message;
    return true;
  });
  try {
    await new Promise((resolve) => {
      script.addEventListener('load', resolve);
      script.addEventListener('error', resolve);
      // A browser may hold on to what it got before.
      script.src = attempt && source ? `${source}?again=${attempt}` : (source ?? '');
      document.head.append(script);
    });
  } finally {
    release();
    script.remove();
  }
  const file = (source ?? name).replace(/^.*\//, '');
  if (!left()) throw new NotLoaded(words('engine.missing', { file }) + (fault && ` (${fault})`));
}

/** The line under the page's head that says what is on its way. */
function line() {
  const known = findMaybe(document, '.engine');
  if (known) return known;
  const made = document.createElement('p');
  made.className = 'engine';
  made.setAttribute('role', 'status');
  const problem = findMaybe(document, '.problem');
  if (problem) problem.after(made);
  else document.body.prepend(made);
  return made;
}

/** @param {string} text */
const say = (text) => line().replaceChildren(text);

let checked = false;

/** Files of two builds side by side: nobody knows what they do to each other. Said once. */
export function checkBuild() {
  const builds = Object.values(delivered.attnBuild ?? {});
  if (checked || !pageData.build || builds.every((build) => build === pageData.build)) return;
  checked = true;
  offerRemedy(words('engine.other-build'), words('engine.reload')).then(() => location.reload());
}
