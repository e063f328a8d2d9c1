// @ts-check
// Only in the single-file edition: shows the page that the address names, "#/zh/why-not-rnn&T=4096".
// Uses LESSON_ALL_WORDS. Defines LESSON_WORDS.

const LESSON_PAGE = (() => {
  const name = () => /^#\/([^&]*)/.exec(location.hash)?.[1] ?? document.body.dataset.first;
  const find = (/** @type {string} */ page) => /** @type {HTMLTemplateElement} */ (document.querySelector(`template[data-page="${CSS.escape(page)}"]`))
    ?? find(document.body.dataset.first);

  const page = find(name());
  history.scrollRestoration = 'manual';  // a page opens at its top or at its part, not where another one stood
  document.documentElement.lang = page.dataset.lang;
  document.title = page.dataset.title;
  document.body.prepend(page.content.cloneNode(true));
  // The labs above a part grow when their drawings arrive.
  addEventListener('load', async () => {
    await Promise.all([...document.querySelectorAll('token-lanes, count-panel, cost-table, [id$="-lab"]')].map((lab) => /** @type {any} */ (lab).ready));
    scrollToPart();
  });

  /** "#/zh/why-not-rnn&closing": a part of the page. */
  function scrollToPart() {
    const part = location.hash.split('&')[1];
    if (part && !part.includes('=')) document.getElementById(part)?.scrollIntoView();
  }

  // Another page starts afresh: as if a file of its own had been opened.
  addEventListener('hashchange', () => {
    if (find(name()) === page) return scrollToPart();
    location.reload();
  });
  return page;
})();

const LESSON_WORDS = LESSON_ALL_WORDS[LESSON_PAGE.dataset.lang === 'en' ? 'en' : 'zh'];
