// @ts-check
// How a layer's columns are dealt out to heads.
/** @import { HeadCut } from '../attn.js' */

/** So many heads of equal width, called by letters. @param {number} width @param {number} count @returns {HeadCut[]} */
export function equalHeads(width, count) {
  const columns = width / count;
  return Array.from({ length: count }, (_, h) => ({
    id: String.fromCharCode(65 + h),
    first_column: h * columns,
    columns,
  }));
}
