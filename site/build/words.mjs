// The words of both languages. site/lang/ has a file per part of the site, with both side by side: { "zh": {}, "en": {} }.
// Keys are "group.name", and no group stands in two files. Pages get the words that their scripts use, and no others.
import { readFileSync, readdirSync } from 'node:fs';

import { nearest, refuse } from './refuse.mjs';

/** Folder and code of each language. */
export const LANGUAGES = { zh: 'zh-CN', en: 'en' };

const FOLDER = new URL('../lang/', import.meta.url);

/** @returns {Record<string, Record<string, string>>} */
function merged() {
  const all = Object.fromEntries(Object.keys(LANGUAGES).map((lang) => [lang, {}]));
  for (const file of readdirSync(FOLDER).sort()) {
    const own = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'));
    const found = Object.keys(own).sort().join(', ');
    const wanted = Object.keys(LANGUAGES).sort().join(', ');
    if (found !== wanted) refuse(`site/lang/${file}`, `found words of ${found || 'no language'}, wanted ${wanted}`);
    for (const [lang, texts] of Object.entries(own)) {
      for (const [key, text] of Object.entries(texts)) {
        if (key in all[lang]) refuse(`site/lang/${file}`, `"${key}" stands in another file too`);
        all[lang][key] = text;
      }
    }
  }
  return all;
}

/** @type {Record<string, Record<string, string>>} every word, by language and key */
export const words = merged();

/** The words of a page's language as templates read them; one that is not there refuses and names page and key. */
export const wordsOn = (lang, page) =>
  new Proxy(words[lang], {
    get(all, key) {
      if (typeof key === 'string' && key.includes('.') && !(key in all)) {
        refuse(page, `the words of "${lang}" have no "${key}"${nearest(key, Object.keys(all))}`);
      }
      return all[/** @type {string} */ (key)];
    },
  });

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * The keys that a script uses: those that stand in it as a text of their own, and where a key is put together when the
 * script runs (`unit.${unit}.other`, 'memory.note-' + note, `${topic}.stage-${now}`), all that it can become.
 * @param {string} script @param {string[]} keys those there are
 */
export function keysIn(script, keys) {
  const texts = new Set([...script.matchAll(/(["'`])([\w-]+(?:\.[^"'`\\\n$]+)?)\1/g)].map(([, , text]) => text));
  const starts = [...script.matchAll(/`([a-z][\w-]*\.[\w.-]*)\$\{(?:[^`{}]*\}([\w.-]*)`)?/g)].map(
    ([, start, end]) => new RegExp(`^${escaped(start)}.+${end === undefined ? '' : `${escaped(end)}$`}`),
  );
  const sums = [...script.matchAll(/(["'])([a-z][\w-]*\.[\w.-]*[.-])\1\s*\+/g)].map(
    ([, , start]) => new RegExp(`^${escaped(start)}`),
  );
  const middles = [...script.matchAll(/`\$\{[^`{}]*\}(\.[\w.-]+)(\$\{|`)/g)].map(
    ([, middle, end]) => new RegExp(`^([\\w-]+)${escaped(middle)}${end === '`' ? '$' : ''}`),
  );
  const groupOf = (key, pattern) => pattern.exec(key)?.[1];
  return keys.filter(
    (key) =>
      texts.has(key) ||
      [...starts, ...sums].some((pattern) => pattern.test(key)) ||
      middles.some((pattern) => texts.has(groupOf(key, pattern))),
  );
}

/** The words that these scripts use together. @param {string} lang @param {string[]} scripts their texts */
export function wordsFor(lang, scripts) {
  const used = new Set(keysIn(scripts.join('\n'), Object.keys(words[lang])));
  return Object.fromEntries(Object.entries(words[lang]).filter(([key]) => used.has(key)));
}
