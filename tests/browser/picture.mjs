// What the tests of pictures share: their marks by key, and whether they stand where they are seen.

/** Where a picture is looked at: a small desktop, a phone, and between them. */
export const VIEWS = [
  [1280, 720],
  [360, 740],
  [700, 900],
];

/** The figures of a laboratory's picture: [key, text]. @param {any} page @param {string} stem */
export const figuresOf = (page, stem) =>
  page.evaluate(
    (name) =>
      [...document.querySelector(`${name}-lab`).picture.picture.marks]
        .filter(([, element]) => element.classList.contains('n'))
        .map(([key, element]) => [key, element.textContent]),
    stem,
  );

/** A selector for a mark. @param {any} page @param {string} stem @param {string} key */
export async function mark(page, stem, key) {
  await page.evaluate(
    (name, which) => {
      document.querySelector('[data-mark]')?.removeAttribute('data-mark');
      document.querySelector(`${name}-lab`).picture.picture.marks.get(which).setAttribute('data-mark', '');
    },
    stem,
    key,
  );
  return '[data-mark]';
}

/**
 * What is wrong with where a picture stands: below the first view, outside its frame, type too small, texts on one
 * another. Runs in the page. @param {string} stem @param {string[]} controls keys that must be in the first view
 */
export function misplaced(stem, controls) {
  const { svg, marks } = document.querySelector(`${stem}-lab`).picture.picture;
  scrollTo(0, 0);
  const box = svg.getBoundingClientRect();
  const faults = [];
  if (box.top > 310) faults.push(`begins at ${box.top}`);
  if (box.height > 520) faults.push(`is ${box.height} high`);
  if (box.bottom > innerHeight) faults.push(`ends at ${box.bottom} of ${innerHeight}`);
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways');
  for (const key of controls) {
    const { bottom } = marks.get(key).getBoundingClientRect();
    if (bottom > innerHeight) faults.push(`the control ${key} ends at ${bottom}`);
  }
  const texts = [...svg.querySelectorAll('text')].map((text) => [text, text.getBoundingClientRect()]);
  // The others give boxes of a font's whole height, wherever its letters are.
  const ofLetters = navigator.userAgent.includes('Chrome');
  for (const [text, { left, right, top, bottom }] of texts) {
    if (ofLetters && (left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 3))
      faults.push(`"${text.textContent}" is outside`);
    if (parseFloat(getComputedStyle(text).fontSize) < 12) faults.push(`"${text.textContent}" is too small`);
  }
  // The boxes of type are higher than what is seen of it.
  const slack = 5;
  (ofLetters ? texts : []).forEach(([a, one], i) => {
    for (const [b, other] of texts.slice(i + 1)) {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (across > 1 && down > slack) faults.push(`"${a.textContent}" lies on "${b.textContent}"`);
    }
  });
  return faults;
}
