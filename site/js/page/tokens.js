// @ts-check
// The words of the teaching world, as text and as nodes in their own language.
import { english } from './words.js';
/** @import { TeachingWorld, Token } from '../attn.js' */

/** A token of the sentence, marked as Chinese on English pages. @param {Token} token @returns {Node} */
export function tokenNode(token) {
  if (!english) return document.createTextNode(token.text);
  const span = document.createElement('span');
  span.lang = 'zh-CN';
  span.textContent = token.text;
  return span;
}

/** A token where only plain text can stand, such as a label that is read out. @param {Token} token */
export const tokenName = (token) => (english ? token.gloss.en : token.text);

/** The embeddings of a world as rows. @param {TeachingWorld} world */
export const embeddings = (world) => world.tokens.map((token) => token.embedding);
