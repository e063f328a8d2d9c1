// The picture of the causal mask: bands and ribbons are the weights of the asking row, the curtain is the mask, what is
// hidden is cut out and the rest grows, and with the mask too late its place stays empty.
import { equal, none, ok } from './check.mjs';
import { DESKTOP } from './engines.mjs';
import { address, ask, controlsShown, figureAt, openLab, tablesShown } from './lab.mjs';
import { figuresOf, mark, misplaced, VIEWS } from './picture.mjs';
import { inBothLanguages, test } from './registry.mjs';

const STEM = 'causal-mask';

/** Widths of the pieces of a ribbon. Runs in the page. @param {string} ribbon */
const widths = (ribbon) => {
  const { marks } = document.querySelector('causal-mask-lab').picture.picture;
  return [0, 1, 2, 3, 4].map((i) => Number(marks.get(`${ribbon}-piece-${i}`)?.getAttribute('width') ?? 0));
};

/** The figures of a ribbon, by word; of those that have none, nothing. */
const drawn = async (page, ribbon) => {
  const figures = new Map(await figuresOf(page, STEM));
  return [0, 1, 2, 3, 4].map((i) => figures.get(`${ribbon}-figure-${i}`));
};

const has = (page, key) =>
  page.evaluate((name) => document.querySelector('causal-mask-lab').picture.picture.marks.has(name), key);

export default function (site) {
  inBothLanguages(`picture: ${STEM}: every figure is that of its table`, { size: DESKTOP }, async (context) => {
    const { page } = context;
    for (const [k, query] of ['ba', 'give', 'wang'].entries()) {
      const word = [1, 3, 4][k];
      await openLab(context, STEM, `#query=${query}&causal=0`);
      const open = (await tablesShown(page)).weights.texts[word];
      equal(await drawn(page, 'open'), open.slice(0, 5), `the open row of ${query}`);
      equal(await drawn(page, 'now'), open.slice(0, 5), `the row of ${query} with the mask off`);
      await openLab(context, STEM, `#query=${query}`);
      const { texts } = (await tablesShown(page)).weights;
      const seen = (text, i) => (i <= word ? text : undefined);
      equal(await drawn(page, 'open'), open.slice(0, 5), `the open row of ${query}, with the mask on`);
      equal(await drawn(page, 'now'), texts[word].slice(0, 5).map(seen), `the row of ${query} with the mask on`);
      equal(new Map(await figuresOf(page, STEM)).get('sum'), texts[word][5], `the sum of the row of ${query}`);
    }
    none(await page.faults(), 'faults');
  });

  inBothLanguages(
    `picture: ${STEM}: a figure opens the note of its cell, a word asks`,
    { size: DESKTOP },
    async (context) => {
      const { page } = context;
      await openLab(context, STEM);
      for (const [key, column] of [
        ['now-figure-2', 2],
        ['sum', 5],
      ]) {
        const picture = await ask(page, await mark(page, STEM, key));
        await page.press(null, 'Escape');
        const table = await ask(page, figureAt('weights', 3, column));
        await page.press(null, 'Escape');
        equal([picture.what, picture.sum], [table.what, table.sum], `what ${key} is`);
        ok(picture.sum.length > 0, `${key} has a sum`);
      }
      await page.press(await mark(page, STEM, 'word-area-1'), 'Enter');
      equal([(await controlsShown(page)).query, await address(page)], ['ba', '#query=ba'], 'after Enter on a word');
      await page.click(await mark(page, STEM, 'word-area-0'));
      equal((await controlsShown(page)).query, 'ming', 'after a click on a word');
      none(await page.faults(), 'faults');
    },
  );

  inBothLanguages(`picture: ${STEM}: the curtain is the mask`, { size: DESKTOP }, async (context) => {
    const { page, engine, lang } = context;
    await openLab(context, STEM);
    const closed = await page.evaluate(widths, 'now');
    await page.press(await mark(page, STEM, 'hold'), 'ArrowRight');
    equal([(await controlsShown(page)).causal, await address(page)], [false, '#causal=0'], 'after opening it by key');
    const leaks = new Map(await figuresOf(page, STEM)).get('leak-figure');
    equal(leaks, site.facts['world.weight.unmasked.give.wang'].text[lang], 'the leak that is marked');
    ok(await has(page, 'band-4'), 'a band to the word that follows');
    await page.press(null, 'Home');
    equal([(await controlsShown(page)).causal, await has(page, 'band-4')], [true, false], 'after drawing it by key');
    equal(await page.evaluate(widths, 'now'), closed, 'the ribbon as it was');
    if (engine === 'chromium') {
      const { x, y } = await page.evaluate(() => {
        const box = document.querySelector('causal-mask-lab').picture.picture.marks.get('grip').getBoundingClientRect();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      });
      const { mouse } = page.page;
      await mouse.move(x, y);
      await mouse.down();
      await mouse.move(x + 60, y);
      await mouse.move(x + 130, y);
      await mouse.up();
      equal((await controlsShown(page)).causal, false, 'after pulling it aside');
    }
    none(await page.faults(), 'faults');
  });

  test(`picture: ${STEM}: cut out and grown again, or left empty`, { lang: 'zh' }, async (context) => {
    const { page } = context;
    await openLab(context, STEM, '#causal=0');
    const open = await page.evaluate(widths, 'now');
    await openLab(context, STEM);
    const grown = await page.evaluate(widths, 'now');
    const ratios = [0, 2].map((i) => grown[i] / open[i]);
    ok(ratios[0] > 1.3 && Math.abs(ratios[0] - ratios[1]) < 0.02, `all grow alike: ${ratios}`);
    equal(grown[4], 0, 'the hidden piece');
    await openLab(context, STEM, '#fault=mask-after');
    const late = await page.evaluate(widths, 'now');
    equal(
      [late.slice(0, 4), late[4], await has(page, 'hole-4')],
      [open.slice(0, 4), 0, true],
      'nothing grows, a hole stays',
    );
    none(await page.faults(), 'faults');
  });

  inBothLanguages(`picture: ${STEM}: in the first view, nothing clipped`, { size: DESKTOP }, async (context) => {
    const { page } = context;
    for (const [width, height] of VIEWS.slice(0, 2)) {
      await page.setSize(width, height);
      for (const values of [
        { causal: true },
        { causal: false },
        { causal: false, query: 'ming' },
        { causal: true, fault: ['mask-after'] },
      ]) {
        await openLab(context, STEM);
        await page.evaluate((to) => document.querySelector('causal-mask-lab').change(to), values);
        none(
          await page.evaluate(misplaced, STEM, ['hold', 'word-area-0']),
          `${JSON.stringify(values)} at ${width} x ${height}`,
        );
      }
    }
    none(await page.faults(), 'faults');
  });
}
