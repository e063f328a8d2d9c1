// Figures by finger, by eye alone, and in grey: nothing needs a mouse that hovers, or colours.
import { equal, none, ok } from './check.mjs';
import { PHONE } from './engines.mjs';
import { openLab } from './lab.mjs';
import { CHROMIUM, test } from './registry.mjs';

const CELL = '.heads td.heat .n';
const notes = (page) => page.evaluate(() => document.querySelectorAll('.figure-note').length);

export default function (site) {
  test(
    'lab-touch: a tap opens a figure, a second one closes it, as Escape does (report H-11)',
    { engines: CHROMIUM, size: PHONE, lang: 'zh' },
    async (context) => {
      const { page } = context;
      await openLab(context, 'multi-head', '#heads=2&query=give');
      const tap = async () => {
        const { x, y } = await page.evaluate((selector) => {
          const cell = document.querySelector(selector);
          cell.scrollIntoView({ block: 'center' });
          const box = cell.getBoundingClientRect();
          return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        }, CELL);
        await page.page.touchscreen.tap(x, y);
      };
      await tap();
      await page.until(() => document.querySelectorAll('.figure-note').length === 1);
      const said = await page.evaluate(() => document.querySelector('.figure-note .sum').textContent);
      ok(/=/.test(said), `the note holds a sum: ${said}`);
      await tap();
      await page.until(() => document.querySelectorAll('.figure-note').length === 0);
      // The same by focus and keyboard; pointing without pressing changes nothing, since nothing is shown that way
      // alone.
      await page.page.hover(CELL);
      equal(await notes(page), 0, 'notes while a pointer rests on the figure');
      await page.press(CELL, 'Enter');
      await page.until(() => document.querySelectorAll('.figure-note').length === 1);
      equal(
        await page.evaluate(() => document.querySelector('.figure-note .sum').textContent),
        said,
        'what is said by keyboard',
      );
      await page.press(null, 'Escape');
      equal(await notes(page), 0, 'notes after Escape');
      none(
        await page.evaluate(() =>
          [...document.querySelectorAll('multi-head-lab [title]')].map((element) => element.outerHTML),
        ),
        'values in tooltips',
      );
    },
  );

  for (const scheme of ['light', 'dark']) {
    test(
      `lab-touch: in ${scheme} a larger weight is always further from the paper, and a figure stands in each cell (report H-10)`,
      { engines: CHROMIUM, lang: 'zh' },
      async (context) => {
        const { page } = context;
        await page.media({ scheme });
        await openLab(context, 'multi-head', '#heads=2&causal=0');
        const { cells, paper } = await page.evaluate((selector) => {
          const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
          // Lightness as grey-scale printing has it.
          const grey = (color) => {
            canvas.fillStyle = color;
            canvas.fillRect(0, 0, 1, 1);
            const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          return {
            paper: grey(getComputedStyle(document.body).backgroundColor),
            cells: [...document.querySelectorAll(selector)].map((figure) => ({
              share: Number(figure.closest('td').style.getPropertyValue('--share')),
              text: figure.textContent,
              grey: grey(getComputedStyle(figure.closest('td')).backgroundColor),
            })),
          };
        }, CELL);
        ok(cells.length === 50, `${cells.length} cells`);
        none(
          cells.filter(({ text }) => !/^\d+\.\d%$/.test(text)),
          'cells without a figure',
        );
        const far = cells
          .map((cell) => ({ ...cell, distance: Math.abs(cell.grey - paper) }))
          .sort((a, b) => a.share - b.share);
        none(
          far.slice(1).filter((cell, i) => cell.distance < far[i].distance - 1),
          'cells that are lighter than a smaller weight',
        );
        ok(
          far.at(-1).distance - far[0].distance > 30,
          `from ${far[0].distance} to ${far.at(-1).distance} is a difference to be seen`,
        );
      },
    );
  }

  test(
    'lab-touch: "every word looks at the first one" is told where it happens (report H-7)',
    { engines: CHROMIUM, lang: 'en' },
    async (context) => {
      const { page } = context;
      await openLab(context, 'multi-head');
      const row = await page.evaluate(() => {
        const sink = document.querySelector('#generation-sink');
        return {
          text: sink.textContent,
          facts: [...sink.querySelectorAll('[data-fact]')].map((figure) => figure.dataset.fact),
        };
      });
      ok(row.facts.includes('world.sink.weights.apple'), `the row of the timeline has the weights: ${row.facts}`);
      ok(
        /first few tokens|first tokens|beginning|start/i.test(row.text),
        `and says where they go: ${row.text.slice(0, 200)}`,
      );
      // The first word has nothing else to look at, and the page shows that as it is.
      equal(
        await page.evaluate(() =>
          [...document.querySelectorAll('.heads table')].map((table) => table.tBodies[0].rows[0].cells[1].textContent),
        ),
        ['100.0%', '100.0%'],
        'first row, first key',
      );
      ok(site.facts['world.sink.weights.apple'].value.length === 3, 'three weights');
    },
  );
}
