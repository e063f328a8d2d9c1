// States in links: broken ones are mended value by value, good ones survive a reload (reports L-14 and L-16).
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';

import { equal, none, ok } from './check.mjs';
import { address, controlsShown, entry, follow, measured, openLab, tablesShown, unfold, useSentence } from './lab.mjs';
import { wordsOf } from './lesson.mjs';
import { test } from './registry.mjs';
import { watch } from './watch.mjs';

const words = (list) => `words=${encodeURIComponent(list.join(' '))}`;
const THIRTEEN = words([...'一二三四五六七八九十甲乙丙']);

/** Links by laboratory: what is said, and which controls then say something else than at the start. */
const LINKS = {
  'multi-head': [
    ['#nothing=1&heads=4&nobody', { heads: '4' }],
    ['#heads=0', {}],
    ['#heads=3&temperature=2', { temperature: '2' }],
    ['#heads=1e9&window=2', { window: '2' }],
    ['#heads=2.5&causal=2&scaled=yes', {}],
    ['#temperature=NaN&heads=8', { heads: '8' }],
    ['#temperature=-1', {}],
    ['#temperature=Infinity&query=wang', { query: 'wang' }],
    ['#temperature=1e1&scaled=0', { scaled: false }],
    ['#temperature=10.001&causal=0', { causal: false }],
    ['#window=2.5', {}],
    ['#window=99', {}],
    ['#window=-1&heads=1', { heads: '1' }],
    ['#query=%E5%B0&heads=8', { heads: '8' }],
    ['#heads=4&query=gi', { heads: '4' }],
    ['#heads=4&temperature=0.5&words=%E', { heads: '4', temperature: '0.5' }],
    ['#heads=&temperature=&query=&stage=&fault=&edit=&words=&causal=', {}],
    ['#edit=garbage', {}],
    ['#edit=E.3.0(0.5)Q.0.0(1e3)K.1.1(', { edited: ['inputs/3/0'] }],
    ['#edit=E.3.1(101)V.0.0(-2)E.0.0(1.2345)', { edited: ['W_V/0/0'] }],
    ['#edit=E.9.0(1)K.0.8(1)Z.0.0(1)', {}],
    [`#${words(['猫'])}&heads=1`, { heads: '1' }],
    [`#${THIRTEEN}`, {}],
    [`#${words(['猫', '字'.repeat(33)])}`, {}],
    ['#stage=nothing', {}],
    ['#stage=constructor&heads=toString', {}],
    ['#fault=unknown,mask-after', { fault: ['mask-after'] }],
    ['#fault=top-left', {}],
  ],
  softmax: [
    ['#logits=1', {}],
    ['#logits=1,2,x&temperature=2', { temperature: '2', 'temperature-slider': '2' }],
    ['#logits=1,,2', {}],
    [`#logits=${Array(13).fill('1').join(',')}`, {}],
    ['#logits=1e400,2&shift=7', { shift: '7', 'shift-slider': '7' }],
    ['#shift=1001&seed=2', { seed: '2' }],
    ['#dk=0&seed=-1', {}],
    ['#dk=4097&seed=1e6', {}],
    ['#from=nowhere&fault=mask-after', {}],
  ],
  'causal-mask': [
    ['#cached=12&view=nothing', {}],
    ['#cached=-1&causal=0', { causal: false }],
    ['#cached=1.5&window=3', { window: '3' }],
    ['#view=leak&stage=none', { view: 'leak' }],
    ['#fault=model-width', {}],
    ['#cached=9', { cached: '4' }],
  ],
  'query-key-value': [
    ['#view=Values', {}],
    ['#causal=true&query=%', {}],
    ['#stage=softmax&window=3.0', { stage: 'softmax' }],
  ],
};

/** What the reader sees of the state: controls, entries that are marked, complaints. */
async function stateShown(page) {
  const { sentence, split, ...controls } = await controlsShown(page);
  const edited = await page.evaluate(() => {
    const lab = document.querySelector('[id$="-lab"]');
    return [...(lab.values?.edit?.keys() ?? [])];
  });
  // Where the mask comes after the softmax the stages stand in another order: the name is compared, not the place.
  return { ...controls, stage: controls.stage.replace(/^.*?[:：] ?/, ''), sentence, edited };
}

export default function (site) {
  for (const [lab, links] of Object.entries(LINKS)) {
    test(
      `lab-links: broken links to ${lab} are mended value by value`,
      { lang: lab === 'softmax' ? 'en' : 'zh' },
      async (context) => {
        const { page, engine } = context;
        // Some as a reader opens them, the others on the open page, where the same is read.
        const afresh = engine === 'chromium' ? 3 : 1;
        await openLab(context, lab);
        const { complaints, ...first } = await stateShown(page);
        const tables = await tablesShown(page);
        equal([complaints, first.query], [[], 'give'], 'complaints, and the word that asks, at the start');
        const faults = [];
        for (const [i, [link, { stage, ...changes }]] of links.entries()) {
          if (i < afresh) await openLab(context, lab, link);
          else await follow(page, link);
          const shown = await stateShown(page);
          const wanted = { ...first, complaints: [], ...changes };
          if ('temperature' in changes && 'temperature-slider' in first)
            wanted['temperature-slider'] = changes.temperature;
          // What a link says and the laboratory does not use is named, and goes from the address.
          const unused = await page.evaluate((hash) => {
            const { state } = document.querySelector('[id$="-lab"]');
            return hash
              .slice(1)
              .split('&')
              .filter((part) => /=./.test(part))
              .filter((part) => {
                const [name, text] = part.split('=');
                try {
                  return name in state.settings && state.text(name) !== decodeURIComponent(text);
                } catch {
                  return false;
                }
              });
          }, link);
          const notice = await page.evaluate(() => document.querySelector('.lab-notice')?.textContent ?? '');
          faults.push(
            ...unused
              .filter((part) => !notice.includes(part.split('=')[0]))
              .map((part) => `${link}: ${part} is not used, and "${notice}" is said`),
          );
          if (stage) wanted.stage = await wordsOf(page, `lab.stage-${stage}`);
          for (const name of Object.keys(wanted)) {
            if (JSON.stringify(shown[name]) !== JSON.stringify(wanted[name]))
              faults.push(`${link}: ${name} is ${JSON.stringify(shown[name])}, wanted ${JSON.stringify(wanted[name])}`);
          }
          // Where nothing is said that could be used, everything is as at the start.
          if (
            Object.keys(changes).length === 0 &&
            !stage &&
            lab !== 'softmax' &&
            JSON.stringify(await tablesShown(page)) !== JSON.stringify(tables)
          )
            faults.push(`${link}: other tables`);
        }
        none(faults, 'links');
        none(await page.faults(), 'faults');
      },
    );
  }

  // Each as a reader would come to it, by its controls; then the address is opened afresh.
  const CHANGES = {
    'query-key-value': async (page) => {
      await page.click('input[name="query"][value="ming"]');
      await unfold(page, '.settings');
      await page.click('input[name="causal"]');
      await page.click('button[name="stage-next"]');
      await page.click('.editor summary');
      await page.until(() => document.querySelector('.editor input') !== null);
      await page.type(entry('W_Q', 3, 1), '-0.25');
      await page.type(entry('inputs', 0, 7), '1.5');
    },
    softmax: async (page) => {
      await page.type('input[name="temperature"]', '0.7');
      await page.type('input[name="shift"]', '-2.5');
      await page.type('input[data-logit="1"]', '3.25');
      await page.click('button[name="more"]');
      await page.type('input[name="dk"]', '100');
      await page.type('input[name="seed"]', '9');
      await page.click('.spread-form input[name="fault"]');
      await measured(page);
    },
    'causal-mask': async (page) => {
      await useSentence(page, '猫 吃了 小鱼 和 虾');
      await page.click('input[name="query"][value="2"]');
      await page.type('input[name="window"]', '3');
      await page.type('input[name="cached"]', '1');
      await page.click('input[name="fault"][value="mask-after"]');
      await page.click('button[name="stage-back"]');
    },
    'multi-head': async (page) => {
      await page.click('input[name="heads"][value="4"]');
      await page.click('input[name="query"][value="wang"]');
      await unfold(page, '.settings');
      await page.type('input[name="temperature"]', '0.5');
      await page.type('input[name="window"]', '2');
      await page.click('input[name="fault"][value="model-width"]');
      await page.click('button[name="stage-back"]');
    },
  };

  for (const [i, [lab, change]] of Object.entries(CHANGES).entries()) {
    test(`lab-links: the state of ${lab} survives a reload`, { lang: i % 2 ? 'en' : 'zh' }, async (context) => {
      const { page, lang, engine } = context;
      await openLab(context, lab, '', { measure: true });
      const start = await tablesShown(page);
      await change(page);
      const [tables, state] = [await tablesShown(page), await stateShown(page)];
      ok(JSON.stringify(tables) !== JSON.stringify(start), 'the controls change the tables');
      const hash = await address(page);
      await openLab(context, lab, hash, { measure: true });
      if (lab === 'softmax') await measured(page);
      equal(await tablesShown(page), tables, `tables after opening ${hash}`);
      equal(await stateShown(page), state, `controls after opening ${hash}`);
      // In the other language it is the same state.
      if (engine === 'chromium') {
        await openLab({ ...context, lang: lang === 'zh' ? 'en' : 'zh' }, lab, hash);
        const { stage: there, ...other } = await stateShown(page);
        const { stage: here, ...same } = state;
        equal(other, same, 'controls in the other language');
        ok(there !== here, `"${there}" is not "${here}"`);
      }
      none(await page.faults(), 'faults');
    });
  }

  test(
    'lab-links: a link to a section leaves the laboratory alone, a new state is taken',
    { lang: 'zh' },
    async (context) => {
      const { page } = context;
      await openLab(context, 'multi-head', '#heads=4&query=wang');
      const four = await tablesShown(page);
      await follow(page, '#try');
      equal(await tablesShown(page), four, 'tables after a link to a section');
      equal((await controlsShown(page)).heads, '4', 'heads after a link to a section');
      ok(
        await page.evaluate(() => document.querySelector('#try').getBoundingClientRect().top < innerHeight),
        'the section is in view',
      );
      // A link of the text, as a reader clicks it.
      await page.click('#try a[href="#query=give&heads=8"]');
      await page.until(() => document.querySelectorAll('.heads > section').length === 8);
      equal((await controlsShown(page)).query, 'give', 'the word that asks');
      await page.evaluate(() => history.back());
      await page.until(() => location.hash === '#try');
      await page.evaluate(() => history.back());
      await page.until(() => document.querySelectorAll('.heads > section').length === 4);
      equal(await tablesShown(page), four, 'tables after going back twice');
      // After a link to a section, what a control changes is added to the state that is shown.
      await follow(page, '#try');
      await page.click('input[name="query"][value="ba"]');
      equal(
        new Set((await address(page)).slice(1).split('&')),
        new Set(['query=ba', 'heads=4']),
        'address after a control',
      );
      none(await page.faults(), 'faults');
    },
  );

  // As a browser's settings take it away: each touch throws.
  test('lab-links: blocked storage changes nothing', { lang: 'en' }, async (context) => {
    const { page, scratch } = context;
    const block = () => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          configurable: true,
          get() {
            throw new DOMException(`${name} is blocked`, 'SecurityError');
          },
        });
      }
    };
    await openLab(context, 'multi-head', '#heads=4');
    const tables = await tablesShown(page);
    const blocked = site.copyWith(mkdtempSync(join(scratch, 'blocked-')), [watch, block]);
    await openLab({ ...context, site: blocked }, 'multi-head', '#heads=4');
    equal(
      await page.evaluate(() => {
        try {
          return String(window.localStorage);
        } catch (error) {
          return error.name;
        }
      }),
      'SecurityError',
      'what the storage answers',
    );
    equal(await tablesShown(page), tables, 'tables');
    await page.click('input[name="heads"][value="2"]');
    await useSentence(page, 'one two three');
    equal((await tablesShown(page))['head 1'].rows, ['one', 'two', 'three'], 'words');
    await page.click('button[name="copy"]');
    none(await page.faults(), 'faults');
  });
}
