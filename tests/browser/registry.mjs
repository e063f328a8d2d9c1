// Where test files put their tests, and run.mjs finds them. Each *.test.mjs gives a function that is called with the
// site.
import { DESKTOP } from './engines.mjs';

/**
 * @typedef {{ name: string, file: string, engines: string[], size: { width: number, height: number }, lang?: string,
 *             quick: boolean, run: (context: any) => Promise<void> }} Test
 */

export const ALL = ['chromium', 'firefox', 'webkit'];
/** Everything that no engine does in its own way is looked at in one. */
export const CHROMIUM = ['chromium'];
/** No browser is needed: the files of the site are read. */
export const FILES = ['files'];
export const LANGUAGES = { zh: 'zh-CN', en: 'en' };

/** @type {Test[]} */
export const tests = [];

let file = '';
/** Tests that are put here from now on stand in this file. @param {string} name */
export function inFile(name) {
  file = name;
}

/**
 * @param {string} name
 * @param {{ engines?: string[], size?: object, lang?: string, quick?: boolean }} options
 *   size: of the page at the start
 *   quick: it is run by --quick as well, and is told so
 * @param {(context: any) => Promise<void> | void} run is given page (engines.mjs), site (site.mjs), lang, quick, step, which
 *   says what it is at, and note, which prints a line that is no verdict
 */
export function test(name, options, run) {
  tests.push({
    name,
    file,
    engines: ALL,
    size: DESKTOP,
    quick: false,
    ...options,
    run: async (context) => run(context),
  });
}

/**
 * Which of the two slower engines takes a pair's Chinese half, and which its English one: they change places in turn.
 */
let turns = 0;
function halves(engines = ALL) {
  turns += 1;
  const [zh, en] = turns % 2 ? ['firefox', 'webkit'] : ['webkit', 'firefox'];
  return { zh: engines.filter((name) => name !== en), en: engines.filter((name) => name !== zh) };
}

/** A test in both languages in Chromium, and in one of them in each of the slower two. */
export function inBothLanguages(name, options, run) {
  const engines = halves(options.engines);
  for (const lang of Object.keys(LANGUAGES)) test(`${lang} ${name}`, { ...options, lang, engines: engines[lang] }, run);
}

/**
 * A test of each page in Chromium, and of one language of each in the slower two. Pages of questions are all of one
 * make: there every fourth will do, and in Chromium too unless
 * `all` is asked for.
 * @param {any} site @param {(path: string) => string} name @param {object} options
 * @param {(context: any, path: string) => Promise<void>} run
 */
export function onEachPage(site, name, { all = false, ...options }, run) {
  const engines = {};
  for (const path of site.pages) {
    const [, lang, stem] = /^(?:(zh|en)\/)?(.*)$/.exec(path);
    if (lang && !engines[stem]) {
      const like = Object.keys(engines).filter((other) => other.startsWith('questions/')).length;
      const few = stem.startsWith('questions/') && like % 4 > 0;
      engines[stem] = halves(
        few ? (options.engines ?? ALL).filter((name) => all && name === 'chromium') : options.engines,
      );
    }
    const mine = { engines: lang ? engines[stem][lang] : (options.engines ?? ALL), lang: lang ?? 'zh' };
    test(name(path), { ...options, ...mine, quick: Boolean(options.quick) && lang !== 'en' }, (context) =>
      run(context, path),
    );
  }
}
