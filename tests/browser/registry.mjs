// Where test files put their tests, and run.mjs finds them. Each *.test.mjs gives a function that is called with the site.
import { DESKTOP } from './engines.mjs';

/** @typedef {{ name: string, engines: string[], alone: boolean, seconds: number, size: object, lang?: string, run: (context: any) => Promise<void> }} Test */

export const ALL = ['chromium', 'firefox', 'webkit'];
/** No browser is needed: the files of the site are read. */
export const FILES = ['files'];
export const LANGUAGES = { zh: 'zh-CN', en: 'en' };

/** @type {Test[]} */
export const tests = [];

/**
 * @param {string} name
 * @param {{ engines?: string[], alone?: boolean, seconds?: number, size?: object, lang?: string }} options
 *   alone: run before all others, with nothing beside it, since it takes a time
 *   seconds: after which it has failed
 *   size: of the page at the start
 * @param {(context: any) => Promise<void> | void} run is given page (engines.mjs), site (site.mjs), lang and note, which
 *   prints a line that is no verdict
 */
export function test(name, options, run) {
  tests.push({ name, engines: ALL, alone: false, seconds: 60, size: DESKTOP, ...options, run: async (context) => run(context) });
}

export function inBothLanguages(name, options, run) {
  for (const lang of Object.keys(LANGUAGES)) test(`${lang} ${name}`, { ...options, lang }, run);
}
