// TeX in templates becomes MathML when the pages are built: {% math %}h_t{% endmath %}, and {% formula %} on its own
// line.
import temml from 'temml';

import { refuse } from './refuse.mjs';

/**
 * TeX to MathML, without the style attributes that our Content-Security-Policy would refuse. One-letter names are
 * marked for the style sheet: a browser's own italic h is a character that text fonts lack.
 * @param {any} page @param {string} tex @param {boolean} displayMode
 */
function mathml(page, tex, displayMode) {
  let text;
  try {
    text = temml.renderToString(tex.trim(), { displayMode, throwOnError: true });
  } catch (error) {
    refuse(page, `"${tex.trim()}" is no formula: ${error.message}`);
  }
  return text.replace(/ style="[^"]*"/g, '').replace(/<mi>([A-Za-z])<\/mi>/g, '<mi class="variable">$1</mi>');
}

/** @param {any} config */
export function formulas(config) {
  config.addPairedShortcode('math', function (tex) {
    return mathml(this.page, tex, false);
  });
  config.addPairedShortcode('formula', function (tex) {
    return `<div class="formula">${mathml(this.page, tex, true)}</div>`;
  });
}
