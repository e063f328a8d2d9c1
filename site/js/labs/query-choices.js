// @ts-check
// Which word asks: a choice for each word of the sentence.
import { elements, inputsOf } from '../page/find.js';
import { english } from '../page/words.js';
/** @import { LabToken, SentenceLayer } from './sentence-lab.js' */

/**
 * @typedef {{ own: boolean, nodeOf: (token: LabToken) => Node }} QueryWords own: is it a sentence of the reader's own?
 */

/** @param {HTMLElement} place @param {SentenceLayer} layer @param {QueryWords} how */
export function showQueries(place, { tokens, query }, how) {
  const shown = elements(place, 'label').map((label) => label.dataset.text);
  const same = shown.length === tokens.length && tokens.every((token, i) => shown[i] === token.text);
  if (!same) place.replaceChildren(...tokens.map((token, i) => choice(token, i, how)));
  inputsOf(place, 'input').forEach((input, i) => {
    input.checked = i === query;
  });
}

/** @param {LabToken} token @param {number} i @param {QueryWords} how */
function choice(token, i, { own, nodeOf }) {
  const label = document.createElement('label');
  label.dataset.text = token.text;
  const value = own ? String(i) : token.id;
  const input = Object.assign(document.createElement('input'), { type: 'radio', name: 'query', value });
  label.append(input, ' ', nodeOf(token));
  if (english && token.gloss) {
    const gloss = document.createElement('small');
    gloss.textContent = token.gloss.en;
    label.append(' ', gloss);
  }
  return label;
}
