// @ts-check
// The words of a sentence in a row of a picture: each says that it can ask, has its gloss on English pages, and stands
// in a second or third line where its neighbours leave no room.
import { english } from '../page/words.js';
import { fitted, widthOf } from './text-width.js';
/** @import { LabToken } from '../labs/sentence-lab.js' */
/** @import { Picture } from './picture.js' */

const LINE = 17;

/** "Xiaoming (a name)" is Xiaoming here. @param {LabToken} token */
const glossOf = (token) => (english && token.gloss ? token.gloss.en.replace(/ \(.*/, '') : '');

/** @param {LabToken} token the language that a text of it is marked with */
export const langOf = (token) => (english && token.gloss ? 'zh-CN' : undefined);

/** Size and lines of a row. @param {LabToken[]} tokens @param {number} pitch from word to word */
export function wordRow(tokens, pitch) {
  const widest = (/** @type {number} */ size) => Math.max(...tokens.map(({ text }) => widthOf(text, size))) + 6;
  const size = pitch >= 80 ? 18 : pitch >= 50 ? 16 : 13;
  const lines = Math.min(3, Math.ceil(widest(size) / pitch));
  const glosses = tokens.map((token) => {
    const gloss = glossOf(token);
    return widthOf(gloss, 12) <= pitch - 4 ? [gloss] : gloss.split(' ');
  });
  const under = Math.max(...glosses.map((gloss) => (gloss[0] ? gloss.length : 0)));
  return { size, lines, glosses, height: lines * LINE + 4 + under * 14 };
}

/**
 * @param {Picture} picture
 * @param {{
 *   tokens: LabToken[], query: number, pitch: number, at: (word: number) => number, y: number,
 *   label: (token: LabToken) => string, choose: (word: number) => void, look?: (word: number) => string,
 * }} how y: of the row's upper edge; label: what a press on it does, read out
 */
export function paintWords(picture, { tokens, query, pitch, at, y, label, choose, look = () => '' }) {
  const { size, lines, glosses } = wordRow(tokens, pitch);
  tokens.forEach((token, i) => {
    const class_ = `word size-${size} ${i === query ? 'asking' : ''} ${look(i)}`;
    const line = y + LINE * ((i % lines) + 1);
    const place = { class: class_, lang: langOf(token), x: at(i), y: line };
    // As large as a finger needs it.
    const area = { 'data-word': i, x: at(i) - Math.min(pitch, 72) / 2, y, width: Math.min(pitch, 72) };
    const press = picture.mark(`word-area-${i}`, 'rect', { class: 'hold', ...area, height: LINE * lines + 12 });
    picture.button(press, { label: label(token), pressed: i === query, act: () => choose(i) });
    const text = fitted(token.text, pitch * lines - 4, size);
    picture.word(`word-${i}${place.lang ? '' : '-own'}`, i, place, text);
    glosses[i].forEach((part, k) => {
      if (!part) return;
      const under = { class: 'gloss', 'data-word': i, x: at(i), y: y + LINE * lines + 14 * (k + 1) };
      picture.mark(`gloss-${i}-${k}`, 'text', under, part);
    });
  });
}
