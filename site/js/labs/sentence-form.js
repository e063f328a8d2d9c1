// @ts-check
// The sentence of a laboratory: the five words, or the reader's own, cut at spaces or into characters.
import { printer, words } from '../page/words.js';

/** What a reader sees as one character: "🙂" and "é" are one each. @param {string} text */
function characters(text) {
  if (typeof Intl.Segmenter !== 'function') return [...text];
  return [...new Intl.Segmenter(document.documentElement.lang, { granularity: 'grapheme' }).segment(text)].map((part) => part.segment);
}

/** @param {string} text @param {string} split "words" or "characters" */
export function splitSentence(text, split) {
  const pieces = text.normalize('NFC').split(/\s+/u).filter((piece) => piece !== '');
  return split === 'characters' ? pieces.flatMap(characters) : pieces;
}

/**
 * What is wrong with a sentence, in words; nothing if it can be used.
 * @param {string[]} list @param {{ least: number, most: number, bytes: number }} limits as the core has them
 */
export function sentenceProblem(list, { least, most, bytes }) {
  const found = printer.amount(list.length, 'words');
  if (list.length < least) return words('sentence.short', { found, least });
  if (list.length > most) return words('sentence.long', { found, most });
  const long = list.find((word) => new TextEncoder().encode(word).length > bytes);
  return long ? words('sentence.long-word', { word: `${[...long].slice(0, 8).join('')}…`, most: bytes }) : undefined;
}

/** The part of a lab's form with the sentence; tells `use` what the reader wants. */
export class LabSentence {
  /** @param {HTMLElement} place a fieldset @param {(words: string[]) => void} use [] for the five words */
  constructor(place, use) {
    this.field = /** @type {HTMLInputElement} */ (place.querySelector('[name="sentence"]'));
    this.message = place.querySelector('.message');
    this.limits = LabSentence.limits(place);
    const take = () => {
      const list = this.list(place);
      const problem = sentenceProblem(list, this.limits);
      this.say(problem);
      if (!problem) use(list);
    };
    place.querySelector('[name="use"]').addEventListener('click', take);
    place.querySelector('[name="five"]').addEventListener('click', () => { this.say(undefined); use([]); });
    place.addEventListener('change', () => this.preview(place));
    this.field.addEventListener('input', () => this.preview(place));
    this.field.addEventListener('keydown', (event) => { if (event.key === 'Enter') { event.preventDefault(); take(); } });
  }

  /** @param {HTMLElement} place */
  static limits({ dataset }) { return { least: Number(dataset.least), most: Number(dataset.most), bytes: Number(dataset.bytes) }; }

  /** @param {HTMLElement} place */
  list(place) {
    const split = /** @type {HTMLInputElement} */ (place.querySelector('[name="split"]:checked')).value;
    // A very long paste is cut, at a whole character, before anything looks at it: it is refused all the same.
    return splitSentence(this.field.value.slice(0, 50000).replace(/[\ud800-\udbff]$/, ''), split);
  }

  /** How the text would be cut, while it is typed. @param {HTMLElement} place */
  preview(place) {
    const list = this.list(place);
    const pieces = list.length > this.limits.most ? [...list.slice(0, this.limits.most), '…'] : list;
    place.querySelector('.cut').textContent = this.field.value ? words('sentence.cut', { count: printer.count(list.length), words: pieces.join(' · ') }) : '';
  }

  /** @param {string | undefined} problem */
  say(problem) {
    this.message.textContent = problem ?? '';
    if (problem) this.field.setAttribute('aria-invalid', 'true');
    else this.field.removeAttribute('aria-invalid');
  }
}
