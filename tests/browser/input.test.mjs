// What a reader types, pastes and turns: numbers as people write them, input methods, the wheel, undoing, and what goes
// along from page to page (reports M-32, M-34, M-36).
import { equal, none, ok } from './check.mjs';
import { address, ask, figureAt, follow, openLab, press, tablesShown, unfold, useSentence } from './lab.mjs';
import { openLesson, wordsOf } from './lesson.mjs';
import { CHROMIUM, inBothLanguages, test } from './registry.mjs';

const TEMPERATURE = 'input[name="temperature"]';

const value = (page, at) => page.evaluate((selector) => document.querySelector(selector).value, at);

const inField = (page, at) =>
  page.evaluate((selector) => {
    const field = document.querySelector(selector);
    return [
      field.getAttribute('aria-invalid') === 'true',
      field.closest('.range').querySelector('.message').textContent,
      document.querySelector('softmax-lab').state.values.temperature,
    ];
  }, at);

/** Pastes a text into a field by an event, as a spreadsheet's clipboard does. */
const pasteCells = (page, at, text) =>
  page.evaluate(
    (selector, pasted) => {
      const field = document.querySelector(selector);
      field.focus();
      // Firefox lets no script fill a clipboard event.
      const event = new Event('paste', { bubbles: true, cancelable: true });
      Object.defineProperty(event, 'clipboardData', { value: { getData: () => pasted } });
      return !field.dispatchEvent(event);
    },
    at,
    text,
  );

export default function () {
  inBothLanguages('input: numbers are read as people write them, or refused beside the field', {}, async (context) => {
    const { page } = context;
    await openLab(context, 'softmax');
    await unfold(page, '.settings');
    for (const [typed, number] of [
      ['0,5', 0.5],
      ['2.', 2],
      ['1.25', 1.25],
    ]) {
      await page.type(TEMPERATURE, typed);
      equal(await inField(page, TEMPERATURE), [false, '', number], `"${typed}": mark, message, temperature`);
    }
    for (const typed of ['50%', '2k', '1e0', '-1']) {
      await page.type(TEMPERATURE, '3');
      await page.evaluate(
        (selector, text) => {
          const field = document.querySelector(selector);
          field.value = text;
          field.dispatchEvent(new Event('input', { bubbles: true }));
        },
        TEMPERATURE,
        typed,
      );
      const message = await wordsOf(page, 'lab.bad', { found: typed, least: '0', most: '10' });
      equal(await inField(page, TEMPERATURE), [true, message, 3], `"${typed}": mark, message, temperature`);
    }
    await page.type(TEMPERATURE, '1');
    await page.press(TEMPERATURE, 'ArrowUp');
    equal(await value(page, TEMPERATURE), '1.1', 'a step up by key');
    await page.press(TEMPERATURE, 'ArrowDown', 2);
    equal(await value(page, TEMPERATURE), '0.9', 'two steps down');
    none(await page.faults(), 'faults');
  });

  test(
    'input: the wheel scrolls the page and leaves the number',
    { lang: 'zh', engines: CHROMIUM },
    async (context) => {
      const { page } = context;
      await openLab(context, 'softmax');
      await unfold(page, '.settings');
      await page.focus(TEMPERATURE);
      const before = await page.evaluate((at) => {
        const { x, y, width, height } = document.querySelector(at).getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2, top: scrollY };
      }, TEMPERATURE);
      await page.page.mouse.move(before.x, before.y);
      await page.page.mouse.wheel({ deltaY: 300 });
      await page.until((top) => scrollY > top, before.top);
      equal(await value(page, TEMPERATURE), '1', 'temperature after the wheel');
    },
  );

  test('input: Enter that takes a candidate of an input method is no command', { lang: 'zh' }, async (context) => {
    const { page } = context;
    await openLab(context, 'query-key-value');
    await unfold(page, '.settings');
    const enter = (more) =>
      page.evaluate((init) => {
        const field = document.querySelector('[name="sentence"]');
        field.value = '我 爱 xue xi';
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init }));
        return document.querySelector('query-key-value-lab').values.words;
      }, more);
    equal(await enter({ isComposing: true }), [], 'words while it composes');
    equal(await enter({ keyCode: 229 }), [], 'words at the key code of input methods');
    equal(await enter({}), ['我', '爱', 'xue', 'xi'], 'words at the next Enter');
  });

  test('input: cells of a spreadsheet fill the matrix, all or none', { lang: 'en' }, async (context) => {
    const { page } = context;
    await openLab(context, 'query-key-value', '#view=editor');
    const at = (i, j) => `[data-path="W_Q/${i}/${j}"]`;
    const edits = () => page.evaluate(() => [...document.querySelector('query-key-value-lab').values.edit]);
    const said = () => page.evaluate(() => document.querySelector('.editor .message').textContent);
    equal(await pasteCells(page, at(1, 1), '0,5\t−2\n3\t4\n'), true, 'whether the field gave the paste away');
    equal(
      await edits(),
      [
        ['W_Q/1/1', 0.5],
        ['W_Q/1/2', -2],
        ['W_Q/2/1', 3],
        ['W_Q/2/2', 4],
      ],
      'edited entries',
    );
    equal(await value(page, at(1, 2)), '-2', 'a cell');
    const before = await edits();
    await pasteCells(page, at(1, 1), '1\tx\n3\t4');
    ok((await said()).includes('x'), `"${await said()}" names the cell`);
    await pasteCells(page, at(7, 7), '1\t2');
    equal(await said(), await wordsOf(page, 'editor.too-many', { rows: 1, columns: 2 }), 'what does not fit');
    equal(await edits(), before, 'edits after two refusals');
    equal(await pasteCells(page, at(0, 0), '7'), false, 'one cell alone goes into its field');
    // In the softmax laboratory a column is a row of scores.
    await openLab(context, 'softmax');
    await pasteCells(page, '.logits [data-number]', '1\n2\n3\n4');
    equal(await page.evaluate(() => document.querySelector('softmax-lab').values.logits), [1, 2, 3, 4], 'scores');
  });

  inBothLanguages('input: what was done is taken back, and done again', {}, async (context) => {
    const { page, lang } = context;
    await openLab(context, 'multi-head');
    const first = await tablesShown(page);
    await useSentence(page, lang === 'zh' ? '春 天 来 了' : 'spring is here');
    const second = await tablesShown(page);
    ok(JSON.stringify(first) !== JSON.stringify(second), 'another sentence, other tables');
    await press(page, '[name="undo"]');
    equal(await tablesShown(page), first, 'tables after undoing');
    equal(await address(page), '#', 'address after undoing');
    await press(page, '[name="redo"]');
    equal(await tablesShown(page), second, 'tables after doing it again');
    await page.evaluate(() =>
      document
        .querySelector('multi-head-lab input[name="heads"]')
        .dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true })),
    );
    equal(await tablesShown(page), first, 'tables after Ctrl+Z');
  });

  inBothLanguages('links: a link brings its laboratory into view, says so, and leads back', {}, async (context) => {
    const { page } = context;
    await openLesson(context);
    const own = await page.evaluate(
      (at) => document.querySelector(at)?.getAttribute('href') ?? null,
      'main a[href^="#T="]',
    );
    if (own) {
      await page.click('main a[href^="#T="]');
      await page.until(() => document.querySelector('.arrival'));
      const seen = await page.evaluate(() => {
        const lab = document.querySelector('.arrival').parentElement;
        const { top } = lab.getBoundingClientRect();
        return [lab.localName, top > -2 && top < innerHeight / 2];
      });
      equal(seen, ['count-panel', true], 'what is in view after the link');
      await page.click('.arrival .back');
      equal(
        await page.evaluate(() => document.activeElement.getAttribute('href')),
        own,
        'what is in focus after going back',
      );
    }
    await openLab(context, 'softmax', '#temperature=0.5');
    await page.until(() => document.querySelector('softmax-lab > .arrival'));
    ok(
      await page.evaluate(() => {
        const { top } = document.querySelector('softmax-lab').getBoundingClientRect();
        return top > -2 && top < innerHeight / 2;
      }),
      'an address with a state opens at its laboratory',
    );
    equal(
      await page.evaluate(() => document.querySelector('.arrival').textContent),
      await wordsOf(page, 'arrival.set', { state: 'temperature=0.5' }),
      'what is said of it',
    );
  });

  test('links: sentence and edits go along from laboratory to laboratory', { lang: 'zh' }, async (context) => {
    const { page } = context;
    await openLab(context, 'query-key-value', '#view=editor');
    await useSentence(page, '春 天 来 了');
    await page.evaluate(() => document.querySelector('query-key-value-lab').edit(new Map([['W_Q/0/0', 2]])));
    await address(page);
    const hrefs = await page.evaluate(() => {
      const links = [...document.querySelectorAll('header a')];
      for (const link of links) link.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      return links.map((link) => link.getAttribute('href'));
    });
    const own = 'words=%E6%98%A5%20%E5%A4%A9%20%E6%9D%A5%20%E4%BA%86&edit=Q.0.0(2)';
    none(
      hrefs.filter((href) => own.split('&').some((part) => !href.includes(part))),
      'links of the head that leave the sentence behind',
    );
    ok(hrefs.at(-1).includes('view=editor'), `the other language opens in the same state: ${hrefs.at(-1)}`);
    await openLab(context, 'multi-head', `#${own}`);
    await page.until(() => document.querySelector('multi-head-lab > .arrival'));
    equal(
      await page.evaluate(() => [...document.querySelector('multi-head-lab').values.edit.keys()]),
      ['W_Q/0/0'],
      'edits in the next laboratory',
    );
    await press(page, '[name="five"]');
    await follow(page, '#');
    const after = await page.evaluate(() => {
      const link = document.querySelector('header a');
      link.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      return link.getAttribute('href');
    });
    equal(after.includes('words='), false, 'whether the five words carry a sentence along');
  });

  inBothLanguages('note: number and note are both in view', {}, async (context) => {
    const { page } = context;
    for (const size of [
      { width: 1280, height: 720 },
      { width: 360, height: 740 },
    ]) {
      await page.setSize(size.width, size.height);
      await openLab(context, 'multi-head', '#heads=2');
      for (const [row, column] of [
        [0, 0],
        [3, 1],
      ]) {
        await ask(page, figureAt('head 0', row, column));
        const seen = await page.evaluate(
          (at) => {
            const [figure, note] = [document.querySelector(at), document.querySelector('.figure-note')].map((element) =>
              element.getBoundingClientRect(),
            );
            const inside = (box) =>
              box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth + 1;
            const apart = note.top >= figure.bottom - 1 || note.bottom <= figure.top + 1;
            return [inside(figure), inside(note), apart, note.height > 60];
          },
          figureAt('head 0', row, column),
        );
        equal(seen, [true, true, true, true], `${size.width}: figure in view, note in view, apart, and of some height`);
        await page.press(null, 'Escape');
      }
      // A figure in the text: its note stands under the paragraph.
      await openLesson(context);
      const at = await page.evaluate(() => {
        const figure = [...document.querySelectorAll('main p .n[data-fact]')].find((one) => one.checkVisibility());
        figure.dataset.here = '';
        return '[data-here]';
      });
      await ask(page, at);
      const seen = await page.evaluate((selector) => {
        const [figure, note] = [document.querySelector(selector), document.querySelector('.figure-note')].map((one) =>
          one.getBoundingClientRect(),
        );
        return [figure.top >= 0, note.top >= figure.bottom - 1, note.bottom <= innerHeight + 1];
      }, at);
      equal(seen, [true, true, true], `${size.width}: figure in view, the note below it, and whole`);
    }
  });

  test('note: four digits and no zeros, until the reader wants all', { lang: 'zh' }, async (context) => {
    const { page } = context;
    await openLab(context, 'multi-head', '#heads=2&stage=scores');
    await page.click(figureAt('head 0', 3, 0));
    await page.until(() => document.querySelector('.figure-note .sum'));
    const read = () =>
      page.evaluate(() => {
        const note = document.querySelector('.figure-note');
        return {
          reason: note.querySelector('.reason')?.textContent ?? '',
          numbers: [...note.querySelectorAll('.part b')].map((part) => part.textContent),
          formula: note.querySelectorAll('math').length,
          sum: note.querySelector('.sum').textContent,
        };
      });
    const short = await read();
    await page.click('.figure-note .full');
    const full = await read();
    ok(short.reason.length > 5 && short.formula === 0 && full.formula === 1, JSON.stringify([short, full]));
    ok(full.numbers.length >= short.numbers.length, 'more parts in full');
    const long = short.numbers.filter((text) => text.replace(/[^\d]/g, '').replace(/^0+/, '').length > 4);
    none(long, 'numbers of more than four digits');
  });
}
