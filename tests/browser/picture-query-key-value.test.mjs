// The picture of query, key, value: its figures are those of the tables, its walks end at the scores, its words ask.
import { equal, none, ok } from './check.mjs';
import { DESKTOP } from './engines.mjs';
import { address, ask, controlsShown, figureAt, numberOf, openLab, tablesShown, unfold } from './lab.mjs';
import { figuresOf, mark, misplaced, VIEWS } from './picture.mjs';
import { inBothLanguages } from './registry.mjs';

const STEM = 'query-key-value';
const TWIN = `${STEM}-lab .results details`;

/** Where each figure of the picture stands in the tables: [key, text]. */
function twins({ ranks, strips, products }) {
  const words = [...ranks.rows.keys()];
  const columns = strips.heads.map((_, k) => k);
  return [
    ...words.flatMap((j) => [
      [`score/${j}`, ranks.texts[j][2]],
      [`score-again/${j}`, ranks.texts[j][2]],
      [`score/${j}`, products.texts[j].at(-1)],
      [`cosine/${j}`, ranks.texts[j][0]],
      [`cosine/rank/${j}`, ranks.texts[j][1]],
      [`score/rank/${j}`, ranks.texts[j][3]],
      ...columns.flatMap((k) => [
        [`k/${j}/${k}/figure`, strips.texts[j + 1][k]],
        [`piece/${j}/${k}/figure`, products.texts[j][k]],
      ]),
    ]),
    ...columns.map((k) => [`q/${k}/figure`, strips.texts[0][k]]),
  ];
}

/** Where walks end, from zero, in pixels. Runs in the page. */
function walkEnds(stem) {
  const { marks } = document.querySelector(`${stem}-lab`).picture.picture;
  const x = (key) => Number(/^M([\d.]+) /.exec(marks.get(key).getAttribute('d'))[1]);
  return [0, 1, 2, 3, 4].map((j) => x(`end/${j}`) - x('walk/zero'));
}

export default function () {
  inBothLanguages(`picture: ${STEM}: every figure is that of its table`, { size: DESKTOP }, async (context) => {
    const { page } = context;
    for (const query of ['give', 'ming']) {
      await openLab(context, STEM, `#query=${query}&causal=0`);
      await unfold(page, TWIN);
      const tables = await tablesShown(page);
      const figures = await figuresOf(page, STEM);
      const wanted = twins(tables);
      ok(figures.length > 25, `${figures.length} figures`);
      none(
        figures.filter(([key, text]) => {
          const known = wanted.filter(([name]) => name === key);
          return !known.length || known.some(([, other]) => other !== text);
        }),
        `figures of the picture that are not those of the tables, ${query}`,
      );
      // One scale for all walks.
      const ends = await page.evaluate(walkEnds, STEM);
      const scores = tables.ranks.texts.map((row) => numberOf(row[2]));
      const far = scores.reduce((best, score, j) => (Math.abs(score) > Math.abs(scores[best]) ? j : best), 0);
      none(
        scores.flatMap((score, j) =>
          Math.abs(ends[j] - (score * ends[far]) / scores[far]) > 1
            ? [`walk ${j} ends at ${ends[j]}, score ${score}`]
            : [],
        ),
        'walks that do not end at the score',
      );
    }
    none(await page.faults(), 'faults');
  });

  inBothLanguages(
    `picture: ${STEM}: a figure opens the note of its cell, a word asks`,
    { size: DESKTOP },
    async (context) => {
      const { page } = context;
      await openLab(context, STEM, '#causal=0&query=ba');
      await openLab(context, STEM);
      await unfold(page, TWIN);
      for (const [key, table, row, column] of [
        ['score/0', 'ranks', 0, 2],
        ['piece/0/0/figure', 'products', 0, 0],
        ['cosine/1', 'ranks', 1, 0],
        ['q/3/figure', 'strips', 0, 3],
      ]) {
        const drawn = await ask(page, await mark(page, STEM, key));
        await page.press(null, 'Escape');
        const written = await ask(page, figureAt(table, row, column));
        await page.press(null, 'Escape');
        equal([drawn.what, drawn.sum], [written.what, written.sum], `what ${key} is`);
        ok(drawn.what.length > 0 && drawn.sum.length > 0, `${key}: ${drawn.what} ${drawn.sum}`);
      }
      const label = () =>
        page.evaluate((stem) => document.querySelector(`${stem}-lab svg`).getAttribute('aria-label'), STEM);
      const before = await label();
      await page.click(await mark(page, STEM, 'word/0/area'));
      equal(
        [(await controlsShown(page)).query, await address(page)],
        ['ming', '#query=ming'],
        'after a click on a word',
      );
      await page.press(await mark(page, STEM, 'word/2/area'), 'Enter');
      equal(
        [(await controlsShown(page)).query, await address(page)],
        ['apple', '#query=apple'],
        'after Enter on a word',
      );
      ok((await label()) !== before, 'the alternative text follows');
      const { ranks } = await tablesShown(page);
      const figures = new Map(await figuresOf(page, STEM));
      equal(figures.get('score/2'), ranks.texts[2][2], 'the score of the word with itself');
      none(await page.faults(), 'faults');
    },
  );

  inBothLanguages(`picture: ${STEM}: in the first view, nothing clipped`, { size: DESKTOP }, async (context) => {
    const { page } = context;
    for (const [width, height] of VIEWS) {
      await page.setSize(width, height);
      for (const view of ['similarity', 'values']) {
        await openLab(context, STEM);
        await page.evaluate((stem, name) => document.querySelector(`${stem}-lab`).change({ view: name }), STEM, view);
        none(await page.evaluate(misplaced, STEM, ['word/0/area', 'word/4/area']), `${view} at ${width} x ${height}`);
      }
    }
    none(await page.faults(), 'faults');
  });
}
