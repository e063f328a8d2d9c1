// @ts-check
// A word that is touched or in focus lights up in every picture and table of the page. Whatever shows a word, a row or a
// column of it says so by data-word, the word's place in the sentence.

/** @param {EventTarget | null} target */
const wordOf = (target) =>
  target instanceof Element ? target.closest('[data-word]')?.getAttribute('data-word') : undefined;

/** @param {string | null | undefined} word */
function light(word) {
  for (const place of document.querySelectorAll('[data-word]'))
    place.classList.toggle('lit', word !== undefined && word !== null && place.getAttribute('data-word') === word);
  document.documentElement.toggleAttribute('data-lit', word !== undefined && word !== null);
}

for (const kind of ['pointerover', 'focusin']) document.addEventListener(kind, ({ target }) => light(wordOf(target)));
document.addEventListener('pointerleave', () => light(undefined));
