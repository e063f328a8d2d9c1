// @ts-check
// Figures in cells and lines that can be asked.
import { printer } from '../page/words.js';
import { askable } from './questions.js';
/** @import { Question } from './questions.js' */

/**
 * A figure that can be asked, in a cell or a line.
 * @param {Element} place @param {string} text @param {Question} question
 */
export function showFigure(place, text, question) {
  const figure = /** @type {HTMLElement} */ (place.querySelector('.n')) ?? document.createElement('span');
  figure.textContent = text;
  askable(figure, question, place instanceof HTMLTableCellElement ? -1 : 0);
  place.replaceChildren(figure);
}

/** A new one, for a sentence. @param {string} text @param {Question} question */
export function figureNode(text, question) {
  const figure = document.createElement('span');
  figure.textContent = text;
  askable(figure, question);
  return figure;
}

/**
 * A count, and under a shortened one the exact number.
 * @param {Element} place @param {number} value @param {Question} question
 */
export function showCount(place, value, question) {
  const [short, exact] = [printer.count(value), printer.exact(value)];
  showFigure(place, short, question);
  if (short === exact) return;
  const small = document.createElement('small');
  small.className = 'exact';
  small.textContent = exact;
  place.append(small);
}
