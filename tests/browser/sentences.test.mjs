// A sentence that sends its reader to a laboratory must show there what it says: every link with a state is followed,
// and the figures of its sentence, or of its list item, are looked for among those that the target shows.
import { none, ok } from './check.mjs';
import { ready } from './lesson.mjs';
import { CHROMIUM, FILES, test } from './registry.mjs';

/**
 * Figures that need not stand where their sentence leads, each with the reason: by page, the id of the figure and why.
 * @type {Record<string, Record<string, [id: string, reason: string][]>>}
 */
const EXCEPT = {
  lesson: {},
  laboratories: {},
};

/** A number as a page prints it, with what makes it another one: percent, bytes, a power of ten. */
const NUMBER = String.raw`[−-]?\d[\d,]*(?:\.\d+)?(?:%| (?:B|[KMGT]iB)\b| × 10[⁰¹²³⁴⁵⁶⁷⁸⁹]+)?`;

/** The links with a state, by the sentence or list item they stand in, and its figures. Runs in the page. */
function sentencesWithLinks() {
  const before = (block, node) => {
    const range = document.createRange();
    range.setStart(block, 0);
    range.setEndBefore(node);
    return range.toString();
  };
  // Of a paragraph the sentence, of a list item all of it, answers with it.
  const sentenceOf = (block, node) =>
    block.localName === 'li' ? 0 : (before(block, node).match(/[。！？]|[.!?](?=\s)/g) ?? []).length;
  const groups = new Map();
  for (const link of document.querySelectorAll('main a[href*="#"]')) {
    if (!/#.*=/.test(link.getAttribute('href'))) continue;
    const block = link.closest('li') ?? link.closest('p, td, figcaption, summary') ?? link.parentElement;
    const at = sentenceOf(block, link);
    const known = groups.get(block)?.find((group) => group.at === at);
    if (known) {
      known.links.push(link.href);
      continue;
    }
    const figures = [...block.querySelectorAll('.n[data-fact]')]
      .filter((figure) => sentenceOf(block, figure) === at)
      .map((figure) => ({ id: figure.dataset.fact, text: figure.textContent }));
    const said = block.textContent.trim().replace(/\s+/g, ' ').slice(0, 50);
    groups.set(block, [...(groups.get(block) ?? []), { at, said, figures, links: [link.href] }]);
  }
  return [...groups.values()].flat();
}

/** All numbers that the laboratories in view show, in texts, fields and labels. Runs in the page. @param {string} form */
function numbersShown(form) {
  const texts = [];
  for (const lab of document.querySelectorAll(
    '[id$="-lab"], lane-head, token-lanes, count-panel, cost-table, .layer-map',
  )) {
    const walker = document.createTreeWalker(lab, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.parentElement.checkVisibility()) texts.push(node.data);
    for (const element of lab.querySelectorAll('[aria-label], [aria-valuetext], input'))
      if (element.checkVisibility())
        texts.push(
          element.getAttribute('aria-label') ?? '',
          element.getAttribute('aria-valuetext') ?? '',
          element instanceof HTMLInputElement ? element.value : '',
        );
  }
  return texts.flatMap((text) => text.match(new RegExp(form, 'g')) ?? []);
}

/** What the page complains of. Runs in the page. */
const complaints = () => [
  ...[...document.querySelectorAll('.message, .lab-notice, .problem')]
    .filter((place) => place.checkVisibility())
    .map((place) => place.textContent.trim())
    .filter(Boolean),
  ...(globalThis.whyAttention?.problems ?? []),
];

/** A link with a state, in the text of a page. */
const STATE = / href="[^"]*#[^"]*=/g;

const plain = (text) => text.replaceAll(',', '').replace(/^-/, '−');
const numbersIn = (text) => (text.match(new RegExp(NUMBER, 'g')) ?? []).map(plain);

export default function (site) {
  const excepted = Object.values(EXCEPT).flatMap((pages) =>
    Object.entries(pages).flatMap(([path, list]) => list.map(([id, reason]) => ({ path, id, reason }))),
  );

  for (const path of site.pages) {
    if (!site.read(path).match(STATE)) continue;
    test(
      `sentences: ${path} leads to what it says`,
      { engines: CHROMIUM, lang: path.startsWith('en/') ? 'en' : 'zh' },
      async ({ page, site: own }) => {
        await page.open(own.url(path));
        await ready(page);
        const faults = [];
        const met = new Set();
        for (const { said, figures, links } of await page.evaluate(sentencesWithLinks)) {
          const shown = new Set();
          for (const link of links) {
            await page.open(link);
            await ready(page);
            // Spreads are measured one after the other.
            await page.until(() => !document.querySelector('.spread-status')?.textContent);
            const hash = decodeURIComponent(link.split('#')[1]);
            for (const complaint of await page.evaluate(complaints)) faults.push(`#${hash}: ${complaint}`);
            for (const fault of await page.faults()) faults.push(`#${hash}: ${fault}`);
            for (const number of await page.evaluate(numbersShown, NUMBER)) shown.add(plain(number));
          }
          for (const { id, text } of figures) {
            const numbers = numbersIn(text);
            const missing = numbers.length ? numbers.filter((number) => !shown.has(number)) : [`the order ${text}`];
            if (!missing.length) continue;
            met.add(id);
            if (!excepted.some((one) => one.path === path && one.id === id))
              faults.push(`${missing.join(', ')} (${id}) is not shown where this leads: ${said} …`);
          }
        }
        for (const { id } of excepted.filter((one) => one.path === path && !met.has(one.id)))
          faults.push(`${id} needs no exception any more`);
        none(faults, 'links whose target does not show what is said');
      },
    );
  }

  test('sentences: there are links to follow, and each exception has a reason', { engines: FILES }, () => {
    const links = site.pages.reduce((sum, path) => sum + (site.read(path).match(STATE) ?? []).length, 0);
    ok(links > 80, `${links} links`);
    none(
      excepted.filter(({ reason }) => !reason),
      'exceptions without a reason',
    );
  });
}
