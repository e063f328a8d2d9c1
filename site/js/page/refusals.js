// @ts-check
// What the core refuses, in the reader's language.
import { hasWords, printer, words } from './words.js';
/** @import { Refusal } from '../attn.js' */

/**
 * True for an Error of the core about its input, which a page may word itself.
 * @param {any} error @returns {error is Refusal}
 */
export const isRefusal = (error) => error instanceof Error && 'code' in error && 'where' in error;

/** True after the core broke down and was started anew. @param {any} error */
export const isCrash = (error) => error instanceof Error && 'code' in error && error.code === 'crashed';

/** Numbers as the page prints them. @param {any} value @returns {string} */
function printed(value) {
  if (Array.isArray(value)) return value.map(printed).join(words('list.separator'));
  if (typeof value !== 'number') return String(value);
  return Number.isInteger(value) ? printer.whole.format(value) : printer.long(value);
}

/**
 * One half of a refusal.
 * @param {{ key: string, values?: Record<string, any> } | undefined} phrase @param {string} text English
 */
function phraseOf(phrase, text) {
  const key = `refusal.${phrase?.key}`;
  if (!phrase || !hasWords(key)) return text;
  return words(
    key,
    Object.fromEntries(Object.entries(phrase.values ?? {}).map(([name, value]) => [name, printed(value)])),
  );
}

/** A place in a text, "config.json at line 4, column 1", in the page's words; a path is the same in all languages. @param {string} where */
function placeOf(where) {
  const [, file, line, column] = /^(.*) at line (\d+), column (\d+)$/.exec(where) ?? [];
  return line ? words('error.at-line', { file, line, column }) : where;
}

/** Where, what was found, and what was wanted. @param {Refusal} refusal */
export function refusalParts({ where, found, wanted, phrases }) {
  return { where: placeOf(where), found: phraseOf(phrases?.found, found), wanted: phraseOf(phrases?.wanted, wanted) };
}

/** As one sentence. @param {Refusal} refusal */
export const refusalWords = (refusal) => words('refusal.sentence', refusalParts(refusal));
