// @ts-check
// The sentence of a laboratory: the five words, or the reader's own, cut at spaces or into characters.
import { find } from '../page/find.js';
import { composing } from '../page/number-field.js';
import { printer, words } from '../page/words.js';
import { REPLACEMENT } from './taken-files.js';

/** What a reader sees as one character: "🙂" and "é" are one each. @param {string} text */
function characters(text) {
  if (typeof Intl.Segmenter !== 'function') return [...text];
  return [...new Intl.Segmenter(document.documentElement.lang, { granularity: 'grapheme' }).segment(text)].map(
    (part) => part.segment,
  );
}

/**
 * Nothing to see: controls, marks of direction, joiners and fillers by themselves, the blank of braille. A zero-width
 * space parts words, as it does for a browser.
 */
const UNSEEN = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]*$/u;
const PARTS = /[\s\u200B\uFEFF\u2060]+/u;

/** No part of a word: control characters, what is no character, and marks that would turn the words around it. */
const STRAY = /[\0-\x08\x0E-\x1F\x7F-\x9F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/gu;

/** @param {string} text @param {string} split "words" or "characters" */
export function splitSentence(text, split) {
  // Half a character stays one, to be refused: Firefox would put another in its place.
  const composed = /\p{Surrogate}/u.test(text) ? text : text.normalize('NFC');
  const pieces = composed
    .split(PARTS)
    .map((piece) => piece.replace(STRAY, ''))
    .filter((piece) => !UNSEEN.test(piece));
  return split === 'characters' ? pieces.flatMap(characters) : pieces;
}

/**
 * A word in a line of text: one that is written from right to left leaves its neighbours where they are. The marks are
 * made when needed, since a file that holds them bare looks as if it hid something.
 * @param {string} word
 */
export const isolated = (word) =>
  /[\u0590-\u08FF\uFB1D-\uFEFC]/u.test(word)
    ? String.fromCodePoint(0x2068) + word + String.fromCodePoint(0x2069)
    : word;

/** @param {string} word */
const shortened = (word) => isolated([...word].length > 8 ? `${[...word].slice(0, 8).join('')}…` : word);

/**
 * What is wrong with a sentence, in words; nothing if it can be used.
 * @param {string[]} list @param {{ least: number, most: number, bytes: number }} limits as the core has them
 */
export function sentenceProblem(list, { least, most, bytes }) {
  const found = printer.amount(list.length, 'words');
  const broken = list.find((word) => /\p{Surrogate}/u.test(word));
  if (broken !== undefined)
    return words('sentence.broken', { word: shortened(broken.replace(/\p{Surrogate}/gu, REPLACEMENT)) });
  if (list.length < least) return words('sentence.short', { found, least });
  if (list.length > most) return words('sentence.long', { found, most });
  const long = list.find((word) => new TextEncoder().encode(word).length > bytes);
  return long ? words('sentence.long-word', { word: shortened(long), most: bytes }) : undefined;
}

/** The part of a lab's form with the sentence; tells `use` what the reader wants. */
export class SentenceForm {
  /** @param {HTMLElement} place a fieldset @param {(words: string[]) => unknown} use [] for the five words */
  constructor(place, use) {
    this.field = find(place, '[name="sentence"]', HTMLInputElement);
    this.message = find(place, '.message');
    this.limits = SentenceForm.limits(place);
    const take = () => {
      const list = this.list(place);
      const problem = sentenceProblem(list, this.limits);
      this.say(problem);
      if (!problem) use(list);
    };
    find(place, '[name="use"]').addEventListener('click', take);
    find(place, '[name="five"]').addEventListener('click', () => {
      this.say(undefined);
      use([]);
    });
    place.addEventListener('change', () => this.preview(place));
    this.field.addEventListener('input', () => this.preview(place));
    this.field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || composing(event)) return;
      event.preventDefault();
      take();
    });
  }

  /** @param {HTMLElement} place */
  static limits({ dataset }) {
    return { least: Number(dataset.least), most: Number(dataset.most), bytes: Number(dataset.bytes) };
  }

  /** @param {HTMLElement} place */
  list(place) {
    const split = find(place, '[name="split"]:checked', HTMLInputElement).value;
    // A very long paste is cut, at a whole character, before anything looks at it: it is refused all the same.
    const text = this.field.value;
    const read = text.length > 50000 ? text.slice(0, 50000).replace(/[\ud800-\udbff]$/, '') : text;
    return splitSentence(read, split);
  }

  /** How the text would be cut, while it is typed. @param {HTMLElement} place */
  preview(place) {
    const list = this.list(place);
    const pieces = list.length > this.limits.most ? [...list.slice(0, this.limits.most), '…'] : list;
    const cut = { count: printer.count(list.length), words: pieces.map(isolated).join(' · ') };
    find(place, '.cut').textContent = this.field.value ? words('sentence.cut', cut) : '';
  }

  /** @param {string | undefined} problem */
  say(problem) {
    this.message.textContent = problem ?? '';
    if (problem) this.field.setAttribute('aria-invalid', 'true');
    else this.field.removeAttribute('aria-invalid');
  }
}
