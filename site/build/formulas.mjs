// TeX in templates becomes MathML when the pages are built: {% math %}h_t{% endmath %}, and {% formula %} on its own
// line.
import temml from 'temml';

import { escape } from './pages.mjs';
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
  // Its TeX is the text of a formula where a browser draws none, and for whoever copies it.
  const said = escape(tex.trim().replace(/\s+/g, ' '));
  return text
    .replace(/ style="[^"]*"/g, '')
    .replace('<math', `<math alttext="${said}"`)
    .replace(/<mi>([A-Za-z])<\/mi>/g, '<mi class="variable">$1</mi>');
}

/**
 * A browser may break a line on either side of a formula, and so leave a comma at the beginning of one. A formula is
 * kept together with the marks that stand next to it.
 * @param {string} html
 */
export const kept = (html) =>
  html
    // Where a link ends between formula and mark, a word joiner holds them.
    .replace(/<\/math>((?:<\/[a-z]+>)+)(?=[。，、；：！？）」』”’.,;:!?)\]])/g, '</math>\u2060$1\u2060')
    .replace(
      /([（「『“‘(\[]?)(<math(?![^>]*display="block")[^>]*>(?:(?!<\/math>)[\s\S])*<\/math>)([。，、；：！？）」』”’.,;:!?)\]]*)/g,
      (whole, before, formula, after) => (before || after ? `<span class="kept">${whole}</span>` : whole),
    );

/** @param {any} config */
export function formulas(config) {
  config.addTransform('kept', function (html) {
    return this.page.outputPath?.endsWith('.html') ? kept(html) : html;
  });

  config.addPairedShortcode('math', function (tex) {
    return mathml(this.page, tex, false);
  });
  config.addPairedShortcode('formula', function (tex) {
    return `<div class="formula">${mathml(this.page, tex, true)}</div>`;
  });
}
