// @ts-check
// What a page says of itself: its language, stem, words, modules and the addresses of scripts that may be needed later.

/**
 * @typedef {{
 *   lang: string, stem: string, build: string, words: Record<string, string>, modules: string[], scripts:
 *   Record<string, string>,
 * }} PageData
 */

/** @returns {Partial<PageData>} */
function written() {
  const block = document.querySelector('#page-data');
  try {
    return JSON.parse(block?.textContent || '{}');
  } catch {
    return {}; // cut off: the page has no words, and says so itself
  }
}

/** @type {PageData} */
export const pageData = {
  lang: document.documentElement.lang,
  stem: '',
  build: '',
  words: {},
  modules: [],
  scripts: {},
  ...written(),
};
