// The picture of softmax: its figures ask what the table asks, a post changes a score by hand and by key, the floor
// lifts and the ribbon stands still, temperature stretches what hangs.
import { equal, none, ok } from './check.mjs';
import { DESKTOP } from './engines.mjs';
import { address, ask, figureAt, numberOf, openLab, tablesShown } from './lab.mjs';
import { figuresOf, mark, misplaced, VIEWS } from './picture.mjs';
import { inBothLanguages, test } from './registry.mjs';

const STEM = 'softmax';

/**
 * Figures of the picture that do not ask what a cell of the table asks, or print another number. Runs in the page.
 */
function strangers() {
  const { marks } = document.querySelector('softmax-lab').picture.picture;
  const { questionOf } = whyAttention;
  const cells = [...document.querySelectorAll('[data-table="shares"] td .n')];
  return [...marks.values()]
    .filter((figure) => figure.classList.contains('n'))
    .filter((figure) => {
      const { source, at } = questionOf(figure);
      const twin = cells.find((cell) => questionOf(cell).source === source && questionOf(cell).at === at);
      return !twin || !close(figure.textContent, twin.textContent);
    })
    .map((figure) => figure.textContent);

  /** The same number, in fewer digits. */
  function close(short, long) {
    const read = (text) => {
      const [, bound, digits, power = ''] = /^([<>]?)([−\d.,]+)(?: × 10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?/.exec(text);
      const exponent = [...power].map((c) => (c === '⁻' ? '-' : '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(c))).join('') || '0';
      return { bound, value: Number(`${digits.replace('−', '-').replaceAll(',', '')}e${exponent}`) };
    };
    const [{ bound, value }, { value: exact }] = [read(short), read(long)];
    if (bound) return bound === '<' ? exact < value && exact > 0 : exact > value;
    return Math.abs(value - exact) <= Math.max(0.0505, Math.abs(exact) * 0.5) && !(exact !== 0 && value === 0);
  }
}

/** Where ribbon, powers and gaps stand, to a thousandth of a pixel. Runs in the page. */
const standing = () =>
  [...document.querySelector('softmax-lab').picture.picture.marks]
    .filter(([key]) => /^(weight-piece|power|gap)-\d+$/.test(key))
    .map(([key, element]) => [key, ...['x', 'width', 'd'].map((name) => element.getAttribute(name) ?? '')])
    .map((mark) => mark.join(' ').replace(/\d+\.\d+/g, (number) => String(Math.round(number * 1000) / 1000)));

const row = async (page, name) => {
  const { rows, texts } = (await tablesShown(page)).shares;
  const words = await page.evaluate((key) => whyAttention.words(key), `softmax.${name}`);
  return texts[rows.indexOf(words)];
};

export default function () {
  inBothLanguages(`picture: ${STEM}: every figure is that of its table`, { size: DESKTOP }, async (context) => {
    const { page } = context;
    for (const hash of ['', '#from=sentence', '#from=sentence&temperature=3', '#logits=2,2,-1&shift=4&temperature=0']) {
      await openLab(context, STEM, hash);
      const figures = await figuresOf(page, STEM);
      ok(figures.length >= 9, `${figures.length} figures at ${hash}`);
      none(await page.evaluate(strangers), `figures that the table has not, at ${hash}`);
    }
    none(await page.faults(), 'faults');
  });

  inBothLanguages(`picture: ${STEM}: a figure opens the note of its cell`, { size: DESKTOP }, async (context) => {
    const { page } = context;
    await openLab(context, STEM, '#from=sentence');
    for (const [key, line, column] of [
      ['score-2', 0, 2],
      ['power-figure-4', 2, 4],
      ['weight-figure-0', 3, 0],
    ]) {
      const drawn = await ask(page, await mark(page, STEM, key));
      await page.press(null, 'Escape');
      const written = await ask(page, figureAt('shares', line, column));
      await page.press(null, 'Escape');
      equal([drawn.what, drawn.sum], [written.what, written.sum], `what ${key} is`);
      ok(drawn.sum.length > 0, `${key} has a sum`);
    }
    none(await page.faults(), 'faults');
  });

  inBothLanguages(`picture: ${STEM}: a post by key, by hand and by its word`, { size: DESKTOP }, async (context) => {
    const { page, engine } = context;
    await openLab(context, STEM);
    await page.press(await mark(page, STEM, 'hold-1'), 'ArrowUp', 3);
    equal([(await row(page, 'shifted'))[1], await address(page)], ['3.3', '#logits=10%2C3.3%2C-4'], 'after three keys');
    ok(
      await page.evaluate(
        () => document.activeElement === document.querySelector('softmax-lab').picture.picture.marks.get('hold-1'),
      ),
      'the post stays in focus',
    );
    if (engine === 'chromium') {
      const { x, y } = await page.evaluate(() => {
        const box = document.querySelector('softmax-lab').picture.picture.marks.get('grip-2').getBoundingClientRect();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      });
      const { mouse } = page.page;
      await mouse.move(x, y);
      await mouse.down();
      await mouse.move(x, y - 30);
      await mouse.move(x, y - 62);
      await mouse.up();
      const score = numberOf((await row(page, 'shifted'))[2]);
      ok(score > 2 && score <= 10, `the third score was drawn up to ${score}`);
      equal(
        await page.evaluate(() => document.querySelector('.logits input[data-logit="2"]').value),
        (await row(page, 'shifted'))[2].replace('−', '-'),
        'the field of the score',
      );
    }
    await openLab(context, STEM, '#from=sentence');
    await page.press(await mark(page, STEM, 'word-area-2'), 'Enter');
    equal(await address(page), '#from=sentence&query=apple', 'address after a press on a word');
    none(await page.faults(), 'faults');
  });

  test(
    `picture: ${STEM}: the floor lifts and nothing else moves; temperature stretches`,
    { lang: 'en' },
    async (context) => {
      const { page } = context;
      await openLab(context, STEM, '#from=sentence');
      const before = await page.evaluate(standing);
      ok(before.length === 15, `${before.length} marks`);
      const floor = () =>
        page.evaluate(() => document.querySelector('softmax-lab').picture.picture.marks.get('floor').getAttribute('d'));
      const low = await floor();
      await openLab(context, STEM, '#from=sentence&shift=100');
      equal(await page.evaluate(standing), before, 'ribbon, powers and gaps after adding 100');
      ok((await floor()) !== low, 'the floor is lifted');
      await openLab(context, STEM, '#from=sentence&temperature=5');
      ok(JSON.stringify(await page.evaluate(standing)) !== JSON.stringify(before), 'temperature moves them');
      none(await page.faults(), 'faults');
    },
  );

  inBothLanguages(`picture: ${STEM}: in the first view, nothing clipped`, { size: DESKTOP }, async (context) => {
    const { page } = context;
    for (const [width, height] of VIEWS.slice(0, 2)) {
      await page.setSize(width, height);
      await openLab(context, STEM);
      none(await page.evaluate(misplaced, STEM, ['hold-0', 'hold-2']), `own scores at ${width} x ${height}`);
      await page.evaluate(() => document.querySelector('softmax-lab').change({ from: 'sentence' }));
      none(await page.evaluate(misplaced, STEM, ['hold-0', 'hold-4']), `the sentence at ${width} x ${height}`);
    }
    none(await page.faults(), 'faults');
  });
}
