// @ts-check
// How much room a text takes in a picture, before it is drawn: a Chinese character is a square, a Latin one about half of it.

/** In pixels, about. @param {string} text @param {number} px of its type @param {boolean} [bold] */
export const widthOf = (text, px, bold) =>
  [...text].reduce((sum, letter) => sum + px * (letter > '\u2e7f' ? 1 : bold ? 0.68 : 0.6), 0);

/** As much of a text as has room; a long word of the reader's own ends in dots. @param {string} text @param {number} room @param {number} px */
export function fitted(text, room, px) {
  if (widthOf(text, px) <= room) return text;
  const letters = [...text];
  while (letters.length > 1 && widthOf(`${letters.join('')}…`, px) > room) letters.pop();
  return `${letters.join('')}…`;
}
