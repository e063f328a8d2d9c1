// The picture at the head of the lesson, <lane-head>: opened, walked, asked, and with a word erased. Its numbers are those
// of the core and of the tables of experiment 1, which it leaves as they are.
import { equal, none, ok } from './check.mjs';
import { DESKTOP, PHONE } from './engines.mjs';
import { languageFaults } from './language.mjs';
import { lanesShown, openLesson } from './lesson.mjs';
import { CHROMIUM, inBothLanguages } from './registry.mjs';

const button = (name) => `lane-head button[name="${name}"]`;
const word = (i) => `lane-head svg [role="button"][aria-pressed][data-word="${i}"]`;

const shown = (page) =>
  page.evaluate(() => {
    const head = document.querySelector('lane-head');
    const texts = (selector) => [...head.querySelectorAll(`svg ${selector}`)].map((text) => text.textContent);
    const row = (name, i) =>
      [...document.querySelectorAll(`token-lanes [data-table="${name}"] tbody tr`)[i].cells].map((c) => c.textContent);
    const [asking] = [...head.querySelectorAll('svg [role="button"][aria-pressed]')].flatMap((element, i) =>
      element.getAttribute('aria-pressed') === 'true' ? [i] : [],
    );
    const read = head.querySelectorAll('svg .state:not(.waiting)').length;
    const now = texts('.beat.current')[0] ?? '';
    const heights = (selector) =>
      [...head.querySelectorAll(`svg ${selector}`)].map(
        (bar) => Number(bar.getAttribute('height')) * (bar.classList.contains('minus') ? -1 : 1),
      );
    return {
      read,
      now: Number(/\d+/.exec(now)?.[0] ?? 0),
      asking,
      weights: texts('.weight'),
      wanted: row('weights', asking).slice(1, asking + 2),
      kept: texts('.kept'),
      keptTable: [0, 1, 2, 3, 4].map((i) => row('kept', i).slice(1)),
      bars: heights(':is(.plus, .minus)'),
      outlines: heights('.was'),
      bands: head.querySelectorAll('svg .band').length,
      reading: head.querySelector('.reading').textContent,
      label: head.querySelector('svg').getAttribute('aria-label'),
      erase: head.querySelector('select').value,
    };
  });

/** Bars as the core has the states, of a word erased or none; those before it too. */
const statesOf = (page, erased, read) =>
  page.evaluate(
    async (word, count) => {
      const { attn, world } = await whyAttention.ready;
      const inputs = world.tokens.map(({ embedding }, i) => (i === word ? embedding.map(() => 0) : embedding));
      return Array.from(attn.rnn({ inputs, ...world.rnn }).hidden, (row) => Array.from(row)).slice(0, count);
    },
    erased,
    read,
  );

/** The bars against the core, by the tallest; what is all but zero has the least height that is seen. */
function compareBars(bars, states, when) {
  const wanted = states.flat().filter((value) => value !== 0);
  equal(bars.length, wanted.length, `${when}: bars drawn`);
  const tallest = Math.max(...bars.map(Math.abs)) / Math.max(...wanted.map(Math.abs));
  none(
    wanted.filter((value, i) => Math.abs(bars[i] - value * tallest) > 1),
    `${when}: states that their bars do not show`,
  );
  none(
    wanted.filter((value, i) => Math.sign(value) !== Math.sign(bars[i])),
    `${when}: bars on the wrong side`,
  );
}

async function check(page, { now, asking }, when) {
  const seen = await shown(page);
  equal([seen.now, seen.read, seen.asking], [now, now, asking], `${when}: beat, words read, word that asks`);
  equal(seen.weights, now ? seen.wanted : [], `${when}: weights drawn, and those of the table`);
  equal(seen.bands, now ? asking + 1 : 0, `${when}: bands`);
  none(
    seen.weights.filter((text) => !seen.label.includes(text)),
    `${when}: weights that the text alternative leaves out`,
  );
  return seen;
}

const noteOf = async (page, selector) => {
  await page.press(selector, 'Enter');
  await page.until(() => document.querySelector('.figure-note .sum') !== null);
  const said = await page.evaluate(() =>
    [...document.querySelectorAll('.figure-note :is(.what, .formula, .sum)')].map((part) => part.textContent),
  );
  await page.press(null, 'Escape');
  await page.until(() => document.querySelector('.figure-note') === null);
  return said;
};
const cell = (table, i, j) =>
  `token-lanes [data-table="${table}"] tbody tr:nth-child(${i + 1}) td:nth-of-type(${j + 1}) .n`;

export default function (site) {
  inBothLanguages('picture-b1: opens on beat 4, and goes by button, key and word', {}, async (context) => {
    const { page, lang } = context;
    await openLesson(context);
    const first = await check(page, { now: 4, asking: 3 }, 'at the start');
    const text = (id) => site.facts[`world.weight.causal.give.${id}`].text[lang];
    equal(first.weights, ['ming', 'ba', 'apple', 'give'].map(text), 'figures of the text');
    compareBars(first.bars, await statesOf(page, -1, 4), 'at the start');
    await page.click(button('next'));
    const last = await check(page, { now: 5, asking: 3 }, 'after "next"');
    ok(last.reading !== first.reading, 'the line below tells of the beat');
    await page.press(button('next'), 'ArrowRight');
    await check(page, { now: 5, asking: 3 }, 'there is no sixth beat');
    await page.press(button('next'), 'Home');
    await check(page, { now: 0, asking: 3 }, 'after Home');
    await page.press(button('next'), 'Enter');
    await check(page, { now: 1, asking: 3 }, 'after Enter on "next"');
    await page.click(word(4));
    await check(page, { now: 1, asking: 4 }, 'the last word pressed');
    await page.press(word(1), 'Enter');
    await check(page, { now: 1, asking: 1 }, 'the second word by Enter');
    await page.click(button('back'));
    await check(page, { now: 0, asking: 1 }, 'after "back"');
    const { play } = await page.evaluate(() => {
      const { play: element } = document.querySelector('lane-head form').elements;
      element.click();
      return { play: element.textContent };
    });
    equal(play, await page.evaluate(() => whyAttention.words('token-lanes.pause')), 'the button while it plays');
    await page.until(() => document.querySelectorAll('lane-head svg .state:not(.waiting)').length === 5);
    equal(
      await page.evaluate(() => document.querySelector('lane-head button[name="play"]').textContent),
      await page.evaluate(() => whyAttention.words('token-lanes.play')),
      'the button at the end',
    );
    const lanes = await lanesShown(page);
    equal([lanes.steps, lanes.query], [['0', '0'], 'give'], 'experiment 1 stands where it stood');
    equal(await page.evaluate(() => location.hash), '', 'the address');
    equal(await page.evaluate(() => document.querySelectorAll('try-list .done').length), 0, 'things ticked off');
    none(await page.evaluate(languageFaults), 'text in the wrong language');
    none(await page.faults(), 'faults');
  });

  inBothLanguages('picture-b1: an erased word changes every later state', {}, async (context) => {
    const { page } = context;
    await openLesson(context);
    const erase = (id) =>
      page.evaluate((value) => {
        const list = document.querySelector('lane-head select[name="erase"]');
        list.value = value;
        list.dispatchEvent(new Event('change', { bubbles: true }));
      }, id);
    for (const [i, id] of [
      [0, 'ming'],
      [2, 'apple'],
    ]) {
      await erase(id);
      const seen = await check(page, { now: 4, asking: 3 }, `without ${id}`);
      compareBars(seen.bars, await statesOf(page, i, 4), `without ${id}`);
      equal(seen.outlines.length, 8 * (4 - i), `without ${id}: outlines of what was`);
      const was = (await statesOf(page, -1, 4)).slice(i).flat().map(Math.abs);
      const scale = Math.max(...seen.outlines) / Math.max(...was);
      none(
        was.filter((value, k) => Math.abs(seen.outlines[k] - value * scale) > 1e-6),
        `without ${id}: outlines that are not the states of before`,
      );
      const column = seen.keptTable.slice(i, 4).map((row) => row[i]);
      equal(seen.kept.length, column.length, `without ${id}: shares`);
      none(
        column.filter((share, k) => !seen.kept[k].includes(share)),
        `without ${id}: shares that are not those of the table`,
      );
      ok(/\S/.test(seen.reading), 'a line says so');
    }
    // By pointer: the first box is pressed, and pressed again.
    const press = () =>
      page.evaluate(() =>
        document
          .querySelector('lane-head svg .area[data-word="0"]')
          .dispatchEvent(new MouseEvent('click', { bubbles: true })),
      );
    await press();
    equal((await shown(page)).erase, 'ming', 'the list after a press on the first beat');
    await press();
    const back = await check(page, { now: 4, asking: 3 }, 'the word is back');
    equal([back.erase, back.outlines, back.kept], ['', [], []], 'list, outlines and shares then');
    none(await page.faults(), 'faults');
  });

  inBothLanguages('picture-b1: its figures open the notes of the tables', { engines: CHROMIUM }, async (context) => {
    const { page } = context;
    await openLesson(context);
    await page.evaluate(() => {
      document.querySelector('token-lanes details.twin').open = true;
      document.querySelector('lane-head').erase(0);
    });
    const weight = await noteOf(page, 'lane-head svg .weight.n[data-word="2"]');
    equal(weight, await noteOf(page, cell('weights', 3, 2)), 'note of a weight');
    const kept = await noteOf(page, 'lane-head svg .kept.n');
    equal(kept, await noteOf(page, cell('kept', 0, 0)), 'note of a share');
    none(await page.faults(), 'faults');
  });

  for (const size of [DESKTOP, PHONE])
    inBothLanguages(
      `picture-b1: at ${size.width} px picture and controls are in the first view, nothing is cut off`,
      { engines: CHROMIUM, size },
      async (context) => {
        const { page } = context;
        await page.setSize(size.width, size.width < 500 ? 740 : 720);
        await openLesson(context);
        for (const erased of [-1, 0]) {
          const faults = await page.evaluate((word) => {
            const head = document.querySelector('lane-head');
            head.erase(word);
            scrollTo(0, 0);
            const { left, right } = document.querySelector('main').getBoundingClientRect();
            const foot = head.querySelector('.foot').getBoundingClientRect();
            const svg = head.querySelector('svg');
            const texts = [...svg.querySelectorAll('text')];
            const outside = [svg, ...texts, ...head.querySelectorAll('button, select, .reading')].flatMap((part) => {
              const box = part.getBoundingClientRect();
              const seen = box.left >= left - 1 && box.right <= right + 1 && box.top >= 0 && box.bottom <= innerHeight;
              const big = part.localName !== 'text' || parseFloat(getComputedStyle(part).fontSize) >= 12;
              return seen && big ? [] : [`${part.localName} ${part.textContent.trim()}: ${JSON.stringify(box)}`];
            });
            if (svg.getBoundingClientRect().bottom > foot.top + 1) outside.push('the controls cover the picture');
            return outside;
          }, erased);
          none(faults, `${erased}: out of view, cut off or too small`);
        }
        none(await page.faults(), 'faults');
        // A phone that is turned: drawn anew, and the page tells of no problem.
        await page.setSize(size.width < 500 ? 740 : 400, 600);
        await page.until(() => {
          const svg = document.querySelector('lane-head svg');
          return Number(svg.getAttribute('width')) === svg.parentElement.clientWidth;
        });
        equal(await page.evaluate(() => whyAttention.problems), [], 'problems that the page shows');
      },
    );
}
