// @ts-check
// The sentences of the page's language, and the printer of its figures.
import { FigurePrinter } from './figure-printer.js';
import { pageData } from './page-data.js';

/** A sentence of the language file with its places filled. @param {string} key @param {Record<string, any>} [values] */
export function words(key, values = {}) {
  const text = pageData.words[key];
  if (text === undefined) throw new Error(`the page ${pageData.lang}/${pageData.stem} has no words "${key}"`);
  return text.replace(/\{([\w-]+)\}/g, (_, name) => values[name]);
}

/** Is there such a sentence on this page? @param {string} key */
export const hasWords = (key) => pageData.words[key] !== undefined;

/**
 * The same sentence as nodes, put into an element: a value may be a node, such as a token in its own language.
 * @param {Element} element @param {string} key @param {Record<string, any>} [values]
 */
export function putWords(element, key, values = {}) {
  const marks = Object.fromEntries(Object.keys(values).map((name) => [name, `\u0000${name}\u0000`]));
  const parts = words(key, marks).split('\u0000');
  element.replaceChildren(...parts.map((part, i) => (i % 2 ? values[part] : part)).filter((part) => part !== ''));
}

export const english = pageData.lang === 'en';

export const printer = new FigurePrinter(pageData.lang, pageData.words);
