// The picture of the heads: its figures are those of the tables, the knife is a control like any other.
import { equal, none, ok } from './check.mjs';
import { DESKTOP } from './engines.mjs';
import { address, ask, controlsShown, figureAt, follow, openLab, tablesShown } from './lab.mjs';
import { figuresOf, mark, misplaced, VIEWS } from './picture.mjs';
import { inBothLanguages } from './registry.mjs';

const STEM = 'multi-head';
const QUERY = 3; // 给了

/** The figures of this kind: by head and word. @param {[string, string][]} figures @param {RegExp} kind */
const ofKind = (figures, kind) =>
  figures.flatMap(([key, text]) => {
    const [, letter, word] = kind.exec(key) ?? [];
    return letter ? [{ key, text, table: `head ${letter.charCodeAt(0) - 65}`, word: Number(word) }] : [];
  });

const WEIGHTS = /^head\/([A-H])\/weight\/(\d)$/;
const SCORES = /^score\/([A-H])\/(\d)$/;

export default function () {
  inBothLanguages(`picture: ${STEM}: every figure is that of its table`, { size: DESKTOP }, async (context) => {
    const { page } = context;
    await openLab(context, STEM);
    for (const heads of [1, 2, 4, 8]) {
      await follow(page, `#heads=${heads}`);
      const shown = await tablesShown(page);
      const figures = await figuresOf(page, STEM);
      const weights = ofKind(figures, WEIGHTS);
      equal(weights.length, 4 * (heads === 8 ? 1 : heads), `weights with ${heads} heads`);
      none(
        weights.filter(({ text, table, word }) => shown[table].texts[QUERY][word] !== text),
        `weights that are not those of the table, ${heads} heads`,
      );
      equal(new Map(figures).get('parameters'), shown.counts.texts[0][0], 'parameters');
      const scores = ofKind(figures, SCORES);
      equal(scores.length, heads > 2 ? 0 : 4 * heads, `scores with ${heads} heads`);
      const pieces = figures.filter(([key]) => key.startsWith('piece/'));
      equal(figures.length, weights.length + scores.length + pieces.length + 1, 'figures in all');
      if (!scores.length) continue;
      await follow(page, `#heads=${heads}&stage=scores`);
      const before = await tablesShown(page);
      none(
        scores.filter(({ text, table, word }) => before[table].texts[QUERY][word] !== text),
        `scores that are not those of the table, ${heads} heads`,
      );
    }
    none(await page.faults(), 'faults');
  });

  inBothLanguages(
    `picture: ${STEM}: figures are asked, knife and words set the lab`,
    { size: DESKTOP },
    async (context) => {
      const { page } = context;
      await openLab(context, STEM);
      const drawn = await ask(page, await mark(page, STEM, 'head/A/weight/0'));
      await page.press(null, 'Escape');
      const written = await ask(page, figureAt('head 0', QUERY, 0));
      await page.press(null, 'Escape');
      equal([drawn.what, drawn.sum], [written.what, written.sum], 'what a weight is');
      const product = await ask(page, await mark(page, STEM, 'piece/A/0/0/figure'));
      ok(/4\.46/.test(product.sum), `a product is asked: ${product.what} ${product.sum}`);
      await page.press(null, 'Escape');
      // By keyboard.
      await page.press(await mark(page, STEM, 'knife'), 'ArrowRight');
      equal([(await controlsShown(page)).heads, await address(page)], ['4', '#heads=4'], 'after an arrow key');
      ok((await tablesShown(page))['head 3'], 'a table for each head');
      await page.press(await mark(page, STEM, 'knife'), 'End');
      equal((await controlsShown(page)).heads, '8', 'after End');
      // One of eight is enlarged.
      await page.press(await mark(page, STEM, 'small/E'), 'Enter');
      const large = ofKind(await figuresOf(page, STEM), WEIGHTS);
      const { 'head 4': five } = await tablesShown(page);
      equal(
        large.map(({ key, text }) => [key, text]),
        five.texts[QUERY].slice(0, 4).map((text, word) => [`head/E/weight/${word}`, text]),
        'the enlarged head',
      );
      // By pointer: to the right edge nothing is cut.
      await page.evaluate(
        (selector) => {
          const knife = document.querySelector(selector);
          const { left, top, width } = knife.getBoundingClientRect();
          const at = (type, x) =>
            knife.dispatchEvent(
              new PointerEvent(type, {
                bubbles: true,
                cancelable: true,
                button: 0,
                pointerId: 1,
                clientX: x,
                clientY: top + 5,
              }),
            );
          SVGElement.prototype.setPointerCapture = () => {};
          at('pointerdown', left + width / 2);
          at('pointermove', left + width / 2 + 400);
          at('pointerup', left + width / 2 + 400);
        },
        await mark(page, STEM, 'knife'),
      );
      equal([(await controlsShown(page)).heads, await address(page)], ['1', '#heads=1'], 'after dragging the knife');
      await page.click(await mark(page, STEM, 'word/4/area'));
      equal((await controlsShown(page)).query, 'wang', 'after a click on a word');
      const said = await page.evaluate(() => document.querySelector('multi-head-lab svg').getAttribute('aria-label'));
      const { 'head 0': only } = await tablesShown(page);
      none(
        only.texts[4].slice(0, 5).filter((text) => !said.includes(text)),
        'weights that the alternative text does not say',
      );
      none(await page.faults(), 'faults');
    },
  );

  inBothLanguages(`picture: ${STEM}: in the first view, nothing clipped`, { size: DESKTOP }, async (context) => {
    const { page } = context;
    for (const [width, height] of VIEWS) {
      await page.setSize(width, height);
      for (const heads of ['2', '1', '4', '8']) {
        await openLab(context, STEM);
        await page.evaluate(
          (stem, count) => document.querySelector(`${stem}-lab`).change({ heads: count }),
          STEM,
          heads,
        );
        none(await page.evaluate(misplaced, STEM, ['knife', 'word/0/area']), `${heads} heads at ${width} x ${height}`);
      }
    }
    none(await page.faults(), 'faults');
  });
}
