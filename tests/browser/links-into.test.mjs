// Old, broken and cut links into the lesson: each value is taken or left on its own, and nothing goes wrong.
import { equal, none, ok } from './check.mjs';
import { lanesShown, openLesson, panelShown } from './lesson.mjs';
import { CHROMIUM, test } from './registry.mjs';

const DEFAULTS = { step: 0, query: 'give', T: '5', d: '8', projections: false, causal: false };

/** Each address, and what it must open with besides the defaults. */
const LINKS = [
  ['', {}],
  ['#', {}],
  ['#&&=&&==&', {}],
  ['#%E0%A4', {}],
  ['#%', {}],
  ['#step=99&query=nobody', {}],
  ['#step=2.5', {}],
  ['#step=-1&query=apple', { query: 'apple' }],
  ['#step=3&query=', { step: 3 }],
  ['#step=3%query=apple', {}],
  ['#step=%33&query=%61pple', { step: 3, query: 'apple' }],
  ['#step=2&query=%E0%A4', { step: 2 }],
  ['#step=&query=ming&', { query: 'ming' }],
  ['#step=1e0&T=1e3&d=0x10', {}],
  ['#T=NaN&d=1e9', {}],
  ['#T=4096&d=', { T: '4096' }],
  ['#T=4096&d', { T: '4096' }],
  ['#T=0&d=5120', { d: '5120' }],
  ['#T=-7&d=2.5', {}],
  ['#T=262145&d=32769', {}],
  ['#T=262144&d=32768', { T: '262144', d: '32768' }],
  ['#T=99999999999999999999999&step=1', { step: 1 }],
  ['#T=%EF%BC%97&d=64', { d: '64' }],
  ['#T=4096&d=5120&step=2&quer', { T: '4096', d: '5120', step: 2 }],
  ['#projections=2&causal=yes&T=9', { T: '9' }],
  ['#projections=1&causal=1', { projections: true, causal: true }],
  ['#heads=0&unknown=<b>&T=7', { T: '7' }],
  ['#__proto__=1&constructor=2&toString=3&step=4', { step: 4 }],
  ['#/en/why-not-rnn&step=2', { step: 2 }],
];

export default function () {
  LINKS.forEach(([hash, wanted], i) => {
    const lang = i % 8 > 3 ? 'en' : 'zh';
    // Taking an address apart is much the same in every engine: of every four, each of the other two opens one.
    test(
      `${lang} a link that ends in "${hash}"`,
      { lang, engines: [CHROMIUM, ['chromium', 'firefox'], CHROMIUM, ['chromium', 'webkit']][i % 4] },
      async (context) => {
        const { page } = context;
        await openLesson(context, hash);
        const lanes = await lanesShown(page);
        const panel = await panelShown(page);
        const found = {
          step: Number(lanes.steps[0]),
          query: lanes.query,
          T: panel.tokens.number,
          d: panel.width.number,
          projections: panel.projections,
          causal: panel.causal,
        };
        equal(found, { ...DEFAULTS, ...wanted }, 'state');
        equal(
          [panel.tokens.message, panel.width.message, panel.stale],
          ['', '', false],
          'messages, and whether the results are stale',
        );
        none(await page.faults(), 'faults');
      },
    );
  });

  test('zh a link to a part of the lesson shows that part', { lang: 'zh' }, async (context) => {
    const { page } = context;
    await openLesson(context, '#closing');
    const top = await page.until(
      () => document.querySelector('#closing').getBoundingClientRect().top < innerHeight && 'shown',
    );
    equal(top, 'shown', 'the part');
    ok((await page.evaluate(() => scrollY)) > 1000, 'the page has scrolled to it');
  });
}
