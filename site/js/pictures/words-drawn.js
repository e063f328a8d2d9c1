// @ts-check
// Words of a sentence in a picture: their text, their gloss on English pages, and the press that lets one ask.
import { english, words } from '../page/words.js';
import { fitted, widthOf } from './text-width.js';
/** @import { LabToken } from '../labs/sentence-lab.js' */
/** @import { Picture } from './picture.js' */

/** What a word that can be pressed is called: as it is written, and on English pages by its gloss. @param {LabToken} token */
export const pressedName = ({ text, gloss }) => (english && gloss ? `${text}, ${gloss.en}` : text);

/**
 * @param {Picture} picture
 * @param {{
 *   key: string, token: LabToken, word: number, x: number, y: number, size?: number, room: number, look?: string,
 *   gloss?: 'below' | 'beside',
 *   choose?: { label: string, pressed: boolean, act: () => void, area: { top: number, height: number } },
 * }} how room: its width, in pixels; gloss: where there is room for one; area: where a finger may press as well
 */
export function drawWord(picture, { key: place, token, word, x, y, size = 17, room, look = '', gloss, choose }) {
  // A word of the reader's own has no language, and an element of its own.
  const key = token.gloss ? place : `${place}/own`;
  const text = fitted(token.text, room, size);
  // What is pressed is larger than a word, for fingers.
  if (choose) {
    const area = { x, y: choose.area.top, width: room, height: choose.area.height };
    picture.button(picture.mark(`${key}/area`, 'rect', { class: 'area', 'data-word': word, ...area }), choose);
  }
  picture.word(
    key,
    word,
    {
      class: `word ${look}${choose ? ' pressed-below' : ''}`.trim(),
      x,
      y,
      'font-size': size,
      lang: token.gloss ? 'zh-CN' : undefined,
    },
    text,
  );
  if (!gloss || !english || !token.gloss) return;
  const beside = x + widthOf(text, size) + 8;
  const at = gloss === 'below' ? { x, y: y + 15 } : { x: beside, y };
  picture.mark(
    `${key}/gloss`,
    'text',
    { class: `gloss ${look}`.trim(), ...at },
    fitted(token.gloss.en, gloss === 'below' ? room : picture.width - beside, 12),
  );
}

/** Names one after the other, in a sentence. @param {Node[]} names @param {string} [between] */
export function listed(names, between = words('list.separator')) {
  const span = document.createElement('span');
  names.forEach((name, i) => span.append(...(i ? [between] : []), name));
  return span;
}
