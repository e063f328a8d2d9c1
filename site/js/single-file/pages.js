// @ts-check
// Only in the single-file edition: shows the page that the address names, "#/zh/why-not-rnn&T=4096". The first module
// that runs there: the others find the page as they find a file of its own.

const route = () => /^#\/([^&]*)/.exec(location.hash)?.[1] ?? document.body.dataset.first;

/** @param {string} name @returns {HTMLTemplateElement} */
const templateOf = (name) =>
  document.querySelector(`template[data-page="${CSS.escape(name)}"]`) ?? templateOf(document.body.dataset.first);

const shown = templateOf(route());
history.scrollRestoration = 'manual'; // a page opens at its top or at its part, not where another one stood
document.documentElement.lang = shown.dataset.lang;
document.title = shown.dataset.title;
document.body.prepend(shown.content.cloneNode(true));

// The labs above a part grow when their drawings arrive.
addEventListener('load', async () => {
  await Promise.all(
    [...document.querySelectorAll('lane-head, token-lanes, count-panel, cost-table, [id$="-lab"]')].map(
      (lab) => /** @type {any} */ (lab).ready,
    ),
  );
  scrollToPart();
});

/** "#/zh/why-not-rnn&closing": a part of the page. */
function scrollToPart() {
  const part = location.hash.split('&')[1];
  if (part && !part.includes('=')) document.getElementById(part)?.scrollIntoView();
}

// Another page starts afresh: as if a file of its own had been opened.
addEventListener('hashchange', () => {
  if (templateOf(route()) === shown) scrollToPart();
  else {
    history.replaceState({ arriving: true }, '');
    location.reload();
  }
});
