// Where lines break: no mark at the beginning of a line, no figure parted from its unit (reports M-40 and L-10).
import { none } from './check.mjs';
import { ready } from './lesson.mjs';
import { onEachPage } from './registry.mjs';

const WIDTHS = [320, 390, 560, 680, 800, 1024, 1280, 1920];

/** Marks that begin a line, and short figures on two lines. Runs in the page. */
function brokenLines() {
  const MARKS = /[。，、；：！？）」』”’.,;:!?)\]%]/g;
  const faults = [];
  const main = document.querySelector('main');
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const boxOf = (node, at) => {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect();
  };
  /** The last box of what stands before a text in its paragraph. */
  const before = (node) => {
    const block = node.parentElement.closest('p, li, td, th, h1, h2, h3, figcaption, summary, dd, dt, label, div');
    let place = node;
    while (place && place !== block) {
      const previous = place.previousSibling;
      if (previous?.nodeType === Node.TEXT_NODE && previous.data.trim())
        return boxOf(previous, previous.data.trimEnd().length - 1);
      if (previous instanceof Element && previous.getClientRects().length) return [...previous.getClientRects()].at(-1);
      place = previous ?? place.parentNode;
    }
    return undefined;
  };
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (
      !node.data.trim() ||
      parent.closest('svg, math, pre, textarea, select, .figure-note') ||
      !parent.checkVisibility()
    )
      continue;
    for (const { index } of node.data.matchAll(MARKS)) {
      if (index && /\s/.test(node.data[index - 1])) continue;
      const mark = boxOf(node, index);
      const last = index ? boxOf(node, index - 1) : before(node);
      if (!last || !mark.width || !last.width) continue;
      // Below what stands before it, and to its left.
      if (mark.top >= last.bottom - 2 && mark.left < last.left)
        faults.push(`"${node.data.slice(Math.max(0, index - 8), index + 8)}" in ${parent.localName}`);
    }
  }
  for (const figure of main.querySelectorAll('.n:not(.several)')) {
    const tops = new Set(
      [...figure.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top)),
    );
    if (tops.size > 1 && figure.textContent.length < 25) faults.push(`the figure "${figure.textContent}" is parted`);
  }
  return faults.slice(0, 20);
}

export default function (site) {
  onEachPage(
    site,
    (path) => `lines: ${path} breaks none at a mark or within a figure`,
    { all: true },
    async ({ page, site: own, engine }, path) => {
      await page.open(own.url(path));
      await ready(page);
      await page.evaluate(() =>
        document.querySelectorAll('main details').forEach((part) => {
          part.open = true;
        }),
      );
      const faults = [];
      for (const width of engine === 'chromium' ? WIDTHS : WIDTHS.filter((_, i) => i % 2 === 0)) {
        await page.setSize(width, 800);
        faults.push(...(await page.evaluate(brokenLines)).map((fault) => `${width} px: ${fault}`));
      }
      none(faults, 'lines that break where they should not');
    },
  );
}
