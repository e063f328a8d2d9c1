// The reader's own sentence: cut, refused, labelled whole (reports H-1, H-2, H-4 and H-6).
import { equal, none, ok } from './check.mjs';
import { DESKTOP, PHONE } from './engines.mjs';
import {
  ask,
  controlsShown,
  entry,
  figureAt,
  follow,
  noteNow,
  openLab,
  paste,
  tablesShown,
  unfold,
  useSentence,
  wayDown,
} from './lab.mjs';
import { wordsOf } from './lesson.mjs';
import { inBothLanguages, test } from './registry.mjs';

const FIELD = 'input[name="sentence"]';
const EIGHT = [...'我喜欢注意力机制'];
/** Words of twenty characters, in both scripts. */
const LONG = ['我', '一二三四五六七八九十一二三四五六七八九十', 'antidisestablishment', '机制'];

/** What is said of the sentence, and where. */
const saidOf = (page) =>
  page.evaluate((at) => {
    const field = document.querySelector(at);
    const message = document.getElementById(field.getAttribute('aria-describedby'));
    return {
      message: message.textContent,
      invalid: field.getAttribute('aria-invalid'),
      announced: message.localName === 'output',
      gap: message.getBoundingClientRect().top - field.getBoundingClientRect().bottom,
      cut: document.querySelector('.cut').textContent,
    };
  }, FIELD);

/** Labels that are cut off, turned, covered, or that nobody can bring into view. Runs in the page. */
function labelFaults(words) {
  const faults = [];
  const lab = document.querySelector('[id$="-lab"]');
  const root = document.scrollingElement;
  scrollTo(200, scrollY);
  if (root.scrollWidth > root.clientWidth || scrollX)
    faults.push(`the page scrolls sideways, ${root.scrollWidth} in ${root.clientWidth}`);
  const seen = new Set();
  for (const label of lab.querySelectorAll('thead th, tbody th, .query-words label, .logit-name')) {
    const text = label.textContent.trim();
    if (!text || !label.checkVisibility()) continue;
    seen.add(text);
    const [range, box] = [document.createRange(), label.getBoundingClientRect()];
    range.selectNodeContents(label);
    const ink = range.getBoundingClientRect();
    if (ink.left < box.left - 1 || ink.right > box.right + 1 || ink.bottom > box.bottom + 2)
      faults.push(`"${text}" sticks out of its ${label.localName}.${label.className}`);
    const { writingMode, transform, rotate, textOverflow } = getComputedStyle(label);
    if (writingMode !== 'horizontal-tb' || transform !== 'none' || (rotate ?? 'none') !== 'none')
      faults.push(`"${text}" is turned`);
    if (textOverflow !== 'clip') faults.push(`"${text}" is cut off`);
    const next = label.nextElementSibling?.getBoundingClientRect();
    if (next && next.top < ink.bottom - 2 && next.left < ink.right - 1 && next.left > ink.left)
      faults.push(`"${text}" runs into what stands beside it`);
    // A column of one character in each line is a turned label by another name.
    if (text.length > 2 && box.width < 1.6 * parseFloat(getComputedStyle(label).fontSize))
      faults.push(`"${text}" stands on end`);
  }
  for (const word of words)
    if (![...seen].some((text) => text.includes(word))) faults.push(`no label has "${word}" in full`);
  // Beside the row heads, which stay in place while a table scrolls, each cell must find room.
  for (const table of lab.querySelectorAll('.results table')) {
    if (!table.checkVisibility()) continue;
    const room = table.closest('.table').clientWidth;
    const head = Math.max(
      ...[...table.tBodies[0].rows].map((row) =>
        getComputedStyle(row.cells[0]).position === 'sticky' ? row.cells[0].offsetWidth : 0,
      ),
    );
    const cell = Math.max(
      ...[...table.querySelectorAll('td')]
        .filter((figure) => /\d/.test(figure.textContent))
        .map((figure) => {
          const range = document.createRange();
          range.selectNodeContents(figure);
          return Math.ceil(range.getBoundingClientRect().width);
        }),
    );
    if (head + cell > room)
      faults.push(
        `"${table.caption.textContent}": row heads of ${head} px leave ${room - head} of ${room} px for figures of ${cell} px`,
      );
  }
  return faults;
}

/** "3 words", as the page prints it. */
const amountOf = (page, count) => page.evaluate((n) => whyAttention.printer.amount(n, 'words'), count);

export default function () {
  inBothLanguages(
    'lab-sentence: refused in words, the last good tables stay, and back to the five words',
    {},
    async (context) => {
      const { page } = context;
      await openLab(context, 'multi-head');
      const first = await tablesShown(page);
      const limits = await page.evaluate(() => ({ ...document.querySelector('.sentence-form').dataset }));
      equal(limits, { least: '2', most: '12', bytes: '96' }, 'limits');
      const thirteen = 'a b c d e f g h i j k l m';
      for (const [text, split, key, values] of [
        ['你好', 'words', 'sentence.short', { found: 1, least: 2 }],
        ['   ', 'words', 'sentence.short', { found: 0, least: 2 }],
        [thirteen, 'words', 'sentence.long', { found: 13, most: 12 }],
        ['我喜欢注意力机制和掩码呀呀', 'characters', 'sentence.long', { found: 13, most: 12 }],
        [`a ${'字'.repeat(33)}`, 'words', 'sentence.long-word', { word: '字字字字字字字字…', most: 96 }],
      ]) {
        await useSentence(page, text, split);
        const said = await saidOf(page);
        equal(
          [said.message, said.invalid, said.announced],
          [
            await wordsOf(
              page,
              key,
              values.found === undefined ? values : { ...values, found: await amountOf(page, values.found) },
            ),
            'true',
            true,
          ],
          `"${text}": message, and whether the field is marked`,
        );
        ok(said.gap > -2 && said.gap < 260, `"${text}": the message stands ${said.gap} px below the field`);
        equal(await tablesShown(page), first, `"${text}": tables`);
      }
      equal(await page.evaluate(() => location.hash), '', 'address');

      // Ten thousand characters, in words, without a space, and of two units each.
      // However many there are, no more is looked at than fits: five hundred thousand words take no longer than ten
      // thousand, give or take
      // what a busy machine does.
      await page.click('input[name="split"][value="words"]');
      const best = async (text) =>
        Math.min(await paste(page, FIELD, text), await paste(page, FIELD, text), await paste(page, FIELD, text));
      const [some, many] = [await best('ab '.repeat(10_000)), await best('ab '.repeat(500_000))];
      ok(
        many < 20 * Math.max(some, 10),
        `a paste of 500,000 words took ${many.toFixed(0)} ms, one of 10,000 ${some.toFixed(0)} ms`,
      );
      for (const [text, split] of [
        ['字'.repeat(10_000), 'characters'],
        ['ab '.repeat(3334), 'words'],
        [`a${'🙂'.repeat(5000)}`, 'words'],
      ]) {
        await page.click(`input[name="split"][value="${split}"]`);
        await paste(page, FIELD, text);
        await page.press(FIELD, 'Enter');
        const { message, invalid, cut } = await saidOf(page);
        equal(invalid, 'true', `${text.slice(0, 3)}…: the field is marked`);
        ok(message.length > 5 && message.length < 200, `${text.slice(0, 3)}…: "${message}"`);
        ok(
          !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]|\uFFFD/.test(cut + message),
          `${text.slice(0, 3)}…: half a character in what is said: …${JSON.stringify(cut.slice(-20))}`,
        );
        equal(await tablesShown(page), first, `${text.slice(0, 3)}…: tables`);
      }

      await useSentence(page, '猫 吃了 鱼');
      const { message, invalid } = await saidOf(page);
      equal([message, invalid], ['', null], 'message after a good sentence');
      equal((await tablesShown(page))['head 0'].rows, ['猫', '吃了', '鱼'], 'rows');
      equal((await controlsShown(page)).query, '2', 'the last word asks');
      await page.click('button[name="five"]');
      equal(await tablesShown(page), first, 'tables of the five words');
      equal(
        await page.evaluate(() => document.querySelector('input[name="sentence"]').value),
        '小明 把 苹果 给了 小王',
        'field',
      );
      equal(
        await page.evaluate(() => [...document.querySelectorAll('.query-words input')].map((input) => input.checked)),
        [false, false, false, true, false],
        'who asks',
      );
      none(await page.faults(), 'faults');
    },
  );

  test('lab-sentence: en words are singular for one', { lang: 'en' }, async (context) => {
    const { page } = context;
    await openLab(context, 'causal-mask', '#cached=1');
    await useSentence(page, 'one');
    const texts = await page.evaluate(() => [
      document.querySelector('#sentence-message').textContent,
      document.querySelector('.cached-note').textContent,
    ]);
    ok(
      texts.every((text) => text.includes('1')),
      `"${texts.join('", "')}" name the number`,
    );
    none(
      texts.filter((text) => /(?<![\d.,])1 (words|widths)\b/.test(text)),
      'words of the wrong number',
    );
  });

  for (const [lab, lang, views] of [
    ['query-key-value', 'en', ['view=similarity&stage=softmax', 'view=values']],
    ['softmax', 'zh', ['from=sentence']],
    ['causal-mask', 'en', ['view=weights', 'view=prefixes', 'view=leak']],
    ['multi-head', 'zh', ['heads=2', 'heads=8&stage=mix']],
  ]) {
    test(`lab-sentence: labels are whole and upright in ${lab}`, { lang }, async (context) => {
      const { page } = context;
      const faults = [];
      await openLab(context, lab);
      await useSentence(page, EIGHT.join(''), 'characters');
      equal(
        await page.evaluate(() =>
          [...document.querySelectorAll('.query-words label')].map((label) => label.dataset.text),
        ),
        EIGHT,
        'eight characters, eight words',
      );
      for (const { width, height } of [DESKTOP, PHONE]) {
        await page.setSize(width, height);
        for (const [name, list] of [
          ['eight characters', EIGHT],
          ['long words', LONG],
        ]) {
          for (const view of views) {
            await follow(page, `#words=${encodeURIComponent(list.join(' '))}&query=1&${view}`);
            faults.push(
              ...(await page.evaluate(labelFaults, list)).map((fault) => `${name}, ${width} px, ${view}: ${fault}`),
            );
          }
        }
      }
      none(faults, 'faults of labels');
      none(await page.faults(), 'faults');
    });
  }

  test(
    'lab-sentence: an emoji is one word, and new words have vectors of their own',
    { lang: 'zh' },
    async (context) => {
      const { page } = context;
      await openLab(context, 'query-key-value');
      // One character, written as a letter and its accent, becomes one.
      await useSentence(page, '🙂喜e\u0301', 'characters');
      equal(
        (await saidOf(page)).cut,
        await wordsOf(page, 'sentence.cut', { count: 3, words: '🙂 · 喜 · é' }),
        'how it is cut',
      );
      equal((await tablesShown(page)).ranks.rows, ['🙂', '喜', 'é'], 'rows');
      await openLab(
        context,
        'query-key-value',
        await page.until(() => location.hash.includes('words=') && location.hash),
      );
      const { ranks } = await tablesShown(page);
      equal(ranks.rows, ['🙂', '喜', 'é'], 'rows after opening the link');
      const broken = () =>
        [
          document.body.textContent,
          ...[...document.querySelectorAll('[aria-label], [aria-valuetext], input')].map(
            (element) =>
              `${element.getAttribute('aria-label')} ${element.getAttribute('aria-valuetext')} ${element.value}`,
          ),
        ].filter((text) => text.includes('\uFFFD')).length;
      equal(await page.evaluate(broken), 0, 'texts with a broken character');
      equal(
        await page.evaluate(() => whyAttention.ready.then(({ attn }) => attn.new_word({ text: '🙂', width: 8 }).bytes)),
        4,
        'bytes of the emoji',
      );

      // A new word's vector is drawn from its letters: the same everywhere, not the one of another word, and said to be
      // so.
      const vectors = await page.evaluate(() =>
        whyAttention.ready.then(({ attn }) =>
          ['🙂', '喜', '喜'].map((text) => Array.from(attn.new_word({ text, width: 8 }).embedding)),
        ),
      );
      equal(vectors[1], vectors[2], 'vectors of the same word');
      ok(JSON.stringify(vectors[0]) !== JSON.stringify(vectors[1]), 'vectors of two words differ');
      await page.click('.editor summary');
      await page.until(() => document.querySelector('.editor input') !== null);
      equal(
        await page.evaluate(() =>
          [...document.querySelectorAll('[data-matrix="inputs"] tbody tr')]
            .slice(0, 2)
            .map((row) => [...row.querySelectorAll('input')].map((input) => Number(input.value))),
        ),
        vectors.slice(0, 2),
        'entries in the editor',
      );
      const end = async () => (await page.evaluate(wayDown, figureAt('ranks', 0, 2), noteNow)).at(-1);
      let last = await end();
      ok(
        /^E\[/.test(last.what) && last.lines.some((line) => line.includes('到底了')),
        `the end of the chain is "${last.what}", ${last.lines}`,
      );
      const said = await wordsOf(page, 'why.new-word');
      ok(
        last.lines.some((line) => line.includes(said)),
        `"${last.lines}" says that the word is new`,
      );
      await page.press(null, 'Escape');
      // It can be changed, and is then the reader's.
      const before = (await tablesShown(page)).ranks.texts;
      const row = Array.from({ length: 8 }, (_, k) => k);
      for (const k of row) await page.type(entry('inputs', 0, k), k % 2 ? '0.5' : '-1');
      ok(JSON.stringify((await tablesShown(page)).ranks.texts) !== JSON.stringify(before), 'figures change with it');
      await ask(page, figureAt('ranks', 0, 2));
      last = await end();
      const mine = await wordsOf(page, 'why.edited');
      ok(
        last.lines.some((line) => line.includes(mine)) || !/\[🙂/.test(last.what),
        `"${last.what}": "${last.lines}" says who set it`,
      );
      // Another word in its place does not take it over.
      await useSentence(page, '喜 🙂 你');
      equal(
        await page.evaluate(() => document.querySelectorAll('.editor input.edited').length),
        0,
        'entries that another word took over',
      );
      await unfold(page, '.settings');
      none(await page.faults(), 'faults');
    },
  );
}
