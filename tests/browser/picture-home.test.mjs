// The picture of the home page: bands as thick as the weights, chosen by word, asked by figure, without a module until
// then; the line of stations below it.
import { equal, none, ok } from './check.mjs';
import { DESKTOP, PHONE } from './engines.mjs';
import { languageFaults } from './language.mjs';
import { CHROMIUM, inBothLanguages } from './registry.mjs';

const WORD = (i) => `sentence-bands .word[data-word="${i}"]`;

async function openHome({ page, site, lang }) {
  await page.open(site.url(`${lang}/index.html`));
  await page.until(() => document.querySelector('sentence-bands svg .word') !== null);
}

/** What is drawn, and the row of the asking word as the table under it has it. */
const shown = (page) =>
  page.evaluate(() => {
    const picture = document.querySelector('sentence-bands svg');
    const asking = [...picture.querySelectorAll('.word')].findIndex(
      (word) => word.getAttribute('aria-pressed') === 'true',
    );
    const row = document.querySelectorAll('sentence-bands tbody tr')[asking];
    const feet = Object.fromEntries(
      [...picture.querySelectorAll('.foot')].map((foot) => {
        const box = foot.getBBox();
        return [foot.getAttribute('data-word'), box.width];
      }),
    );
    const bar = picture.querySelector('.bar').getBBox().width;
    return {
      asking,
      shares: [...picture.querySelectorAll('.share')].map((share) => share.textContent),
      table: [...row.querySelectorAll('td .n')].map((figure) => figure.textContent),
      // In tenths of a percent of the bar.
      feet: Object.values(feet).map((wide) => Math.round((1000 * wide) / bar)),
      label: picture.getAttribute('aria-label'),
      reading: document.querySelector('sentence-bands .reading').textContent,
    };
  });

async function drawnAsInTable(page, asking, when) {
  const now = await shown(page);
  equal(now.asking, asking, `${when}: the word that asks`);
  equal(now.shares, now.table, `${when}: figures drawn, and those of the table`);
  equal(now.shares.length, asking + 1, `${when}: words that are seen`);
  const wanted = now.table.map((text) => Math.round(10 * parseFloat(text)));
  // Drawn far to near; the bar's strokes are a pixel and a half.
  const off = [...now.feet].sort((a, b) => a - b).filter((x, i) => Math.abs(x - wanted.sort((a, b) => a - b)[i]) > 25);
  none(off, `${when}: bands that are not as thick as their weights, of ${now.feet} and ${wanted}`);
  none(
    now.shares.filter((share) => !now.label.includes(share)),
    `${when}: weights that the text alternative leaves out`,
  );
  return now;
}

export default function (site) {
  inBothLanguages('picture-home: another word asks, by pointer and by key', {}, async (context) => {
    const { page } = context;
    await openHome(context);
    const first = await drawnAsInTable(page, 3, 'at the start');
    const text = (id) => site.facts[`world.weight.causal.give.${id}`].text[context.lang];
    equal(first.shares, ['ming', 'ba', 'apple', 'give'].map(text), 'figures of the core');
    await page.click(WORD(4));
    const last = await drawnAsInTable(page, 4, 'after a press on the last word');
    ok(last.reading !== first.reading, 'the sentence above tells of the word that asks');
    await page.press(WORD(4), 'ArrowLeft', 2);
    await drawnAsInTable(page, 2, 'two words back by key');
    await page.press(WORD(0), 'Enter');
    await drawnAsInTable(page, 0, 'the first word by Enter');
    equal(
      await page.evaluate(() => document.activeElement.getAttribute('data-word')),
      '0',
      'the word that is in focus',
    );
    none(await page.evaluate(languageFaults), 'text in the wrong language');
    none(await page.faults(), 'faults');
  });

  inBothLanguages('picture-home: a figure says why, and only then is a module loaded', {}, async (context) => {
    const { page } = context;
    await openHome(context);
    const modules = () => page.evaluate(() => Object.keys(globalThis.attnModules ?? {}));
    equal(await modules(), [], 'modules of the open page');
    await page.press('sentence-bands .share', 'Enter');
    await page.until(() => document.querySelector('#figure-note .sum') !== null);
    equal(await modules(), ['lesson'], 'modules after a question');
    const names = await page.evaluate(() => document.querySelector('#figure-note').textContent);
    ok(/小明/.test(names) && /给了/.test(names), `the note names row and column: ${names}`);
    await page.click('#figure-note button.part');
    await page.until(() => document.querySelector('#figure-note .up') !== null);
    await page.press(null, 'Escape');
    equal(await page.evaluate(() => document.querySelectorAll('#figure-note').length), 0, 'notes after Escape');
    await page.click('sentence-bands .reading .n');
    await page.until(() => document.querySelector('#figure-note .sum') !== null);
    none(await page.faults(), 'faults');
  });

  for (const size of [DESKTOP, PHONE]) {
    inBothLanguages(
      `picture-home: at ${size.width} px sentence, figures and the way in are in the first view, nothing cut off`,
      { engines: CHROMIUM, size },
      async (context) => {
        const { page } = context;
        await page.setSize(size.width, size.width < 500 ? 740 : 720);
        await openHome(context);
        for (const word of [3, 0, 4]) {
          await page.click(WORD(word));
          none(
            await page.evaluate(() => {
              scrollTo(0, 0);
              const picture = document.querySelector('sentence-bands svg');
              const texts = [...picture.querySelectorAll('text')];
              const { left, right } = document.querySelector('main').getBoundingClientRect();
              return [picture, ...texts, document.querySelector('.start-here a')].flatMap((part) => {
                const box = part.getBoundingClientRect();
                const small = part.localName === 'text' && parseFloat(getComputedStyle(part).fontSize) < 12;
                const inside =
                  box.left >= left - 1 && box.right <= right + 1 && box.top >= 0 && box.bottom <= innerHeight;
                return inside && !small
                  ? []
                  : [`${part.textContent.slice(0, 20)}: ${[box.left, box.right, box.bottom].map(Math.round)}`];
              });
            }),
            `word ${word}: parts outside the first view`,
          );
        }
        ok(
          await page.evaluate(() => document.querySelector('sentence-bands svg').getBoundingClientRect().height <= 520),
          'the picture is at most 520 px high',
        );
      },
    );
  }

  inBothLanguages(
    'picture-home: stations with a laboratory have a link to it',
    { engines: CHROMIUM },
    async (context) => {
      const { page } = context;
      await openHome(context);
      const stations = await page.evaluate(() =>
        [...document.querySelectorAll('.stations li')].map((item) => [
          item.textContent.trim(),
          item.querySelector('a')?.getAttribute('href') ?? '',
        ]),
      );
      const timeline = [
        ...site.read(`${context.lang}/why-not-rnn.html`).matchAll(/<details class="generation[^]*?<\/details>/g),
      ];
      equal(stations.length, timeline.length, 'stations of the line and of the timeline');
      equal(
        stations.map(([, href]) => href),
        timeline.map(([text]) => /<p class="lab"><a href="([^"]+)"/.exec(text)?.[1] ?? ''),
        'addresses of the laboratories',
      );
    },
  );
}
