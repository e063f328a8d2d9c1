// @ts-check
// Tables and formulas that are wider than the page scroll inside themselves; those that do can be reached by
// keyboard.
import { elements } from './find.js';

const SCROLLING = '.table, .formula';
const mark = (/** @type {HTMLElement} */ place) => {
  if (place.scrollWidth > place.clientWidth) place.tabIndex = 0;
  else place.removeAttribute('tabindex');
};
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) mark(/** @type {HTMLElement} */ (target));
});
// Contents change, and notes bring formulas of their own.
new MutationObserver((changes) => {
  for (const place of new Set(changes.map(({ target }) => /** @type {Element} */ (target).closest?.('.table')))) {
    if (place instanceof HTMLElement) mark(place);
  }
  for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (!(node instanceof HTMLElement)) continue;
    for (const place of [node, ...elements(node, SCROLLING)]) if (place.matches(SCROLLING)) sizes.observe(place);
  }
}).observe(document.body, { childList: true, subtree: true });
for (const place of elements(document, SCROLLING)) sizes.observe(place);
