// Addresses, languages and lists of pages, and the small filters that templates need for them.
import { readdirSync } from 'node:fs';

import { folderPolicy } from './policy.mjs';
import { refuse } from './refuse.mjs';
import { LANGUAGES, words, wordsOn } from './words.mjs';

/** @param {string} text */
export const escape = (text) =>
  String(text).replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

/** The folder of a page is its language. @param {{ url: string }} page */
export const langOf = (page) => page.url.split('/')[1];

/** "{T} tokens" with values put in; a place without a value refuses. */
const fillOn = (page, text, values) =>
  text.replace(/\{([\w-]+)\}/g, (_, key) => values[key] ?? refuse(page, `nothing is put into {${key}} of "${text}"`));

/** @param {any} config */
export function pages(config) {
  config.addGlobalData('languages', LANGUAGES);
  config.addGlobalData('words', words);
  config.addGlobalData('policy', folderPolicy);
  // The readable sources of the scripts, which are copied to source/.
  config.addGlobalData(
    'sources',
    readdirSync(new URL('../js', import.meta.url), { recursive: true })
      .map((path) => String(path).replaceAll('\\', '/'))
      .filter((path) => path.endsWith('.js'))
      .sort(),
  );
  // Where readers can ask: known on the build server, or told by LESSON_REPOSITORY. Without it pages offer no link.
  config.addGlobalData('repository', process.env.LESSON_REPOSITORY ?? '');

  // site/zh/x.njk -> dist/zh/x.html; the first folder is the language, `w` its words.
  config.addGlobalData('eleventyComputed', {
    permalink: (data) => data.permalink || `${data.page.filePathStem.slice(1)}.html`,
    lang: (data) => data.page.filePathStem.split('/')[1],
    w: (data) => {
      const lang = data.page.filePathStem.split('/')[1];
      return lang in LANGUAGES ? wordsOn(lang, data.page) : undefined;
    },
  });

  // "/zh/x.html" -> "../": pages work from disk and under any sub-path, so no address begins with a slash.
  config.addFilter('root', (url) => '../'.repeat(url.split('/').length - 2));
  config.addFilter('inLanguage', (url) => url.replace(/^\/[^/]*\//, '') || 'index.html');
  config.addFilter('byOrder', (list) => [...list].sort((a, b) => a.data.order - b.data.order));
  config.addFilter('laidOut', (list, layout, lang) =>
    list.filter((page) => page.data.layout === `${layout}.njk` && page.data.lang === lang),
  );

  // fillHtml takes values that are markup already.
  config.addFilter('fill', function (text, values) {
    return fillOn(this.page, text, values);
  });
  config.addFilter('fillHtml', function (text, values) {
    return fillOn(this.page, escape(text), values);
  });
}
