// @ts-check
// Tables and formulas that are wider than the page scroll inside themselves; those that do can be reached by keyboard.
// Uses elements (core.js). Defines nothing.

{
  const mark = (/** @type {HTMLElement} */ place) => {
    if (place.scrollWidth > place.clientWidth) place.tabIndex = 0;
    else place.removeAttribute('tabindex');
  };
  const sizes = new ResizeObserver((entries) => { for (const { target } of entries) mark(/** @type {HTMLElement} */ (target)); });
  const contents = new MutationObserver((changes) => {
    for (const place of new Set(changes.map(({ target }) => /** @type {Element} */ (target).closest?.('.table')))) {
      if (place instanceof HTMLElement) mark(place);
    }
  });
  for (const place of elements(document, '.table, .formula')) {
    sizes.observe(place);
    contents.observe(place, { childList: true, subtree: true });
  }
}
