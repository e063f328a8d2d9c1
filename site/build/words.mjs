// The words of both languages. site/lang/LANGUAGE/ has a file per part of the site; keys are "group.name", and no
// group stands in two files. Pages get the words that their scripts use, and no others.
import { readFileSync, readdirSync } from 'node:fs';

import { nearest, refuse } from './refuse.mjs';

/** Folder and code of each language. */
export const LANGUAGES = { zh: 'zh-CN', en: 'en' };

/** @param {string} lang @returns {Record<string, string>} */
function merged(lang) {
  const folder = new URL(`../lang/${lang}/`, import.meta.url);
  const all = {};
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()) {
    for (const [key, text] of Object.entries(JSON.parse(readFileSync(new URL(file, folder), 'utf8')))) {
      if (key in all) refuse(`site/lang/${lang}/${file}`, `"${key}" stands in another file too`);
      all[key] = text;
    }
  }
  return all;
}

/** @type {Record<string, Record<string, string>>} every word, by language and key */
export const words = Object.fromEntries(Object.keys(LANGUAGES).map((lang) => [lang, merged(lang)]));

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
