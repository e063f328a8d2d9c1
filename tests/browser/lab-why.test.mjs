// Any figure of a laboratory can be asked why: from sum to sum down to an entry, by pointer and by keyboard.
import { equal, none, ok } from './check.mjs';
import {
  ask,
  badSums,
  figureAt,
  follow,
  noteNow,
  numberOf,
  openLab,
  reckon,
  tablesShown,
  uglyNumbers,
  unfold,
  wayDown,
} from './lab.mjs';
import { languageFaults } from './language.mjs';
import { wordsOf } from './lesson.mjs';
import { inBothLanguages, test } from './registry.mjs';

const STAGES = ['scores', 'scaled', 'masked', 'softmax', 'mix'];
const MOST_STEPS = 6;

/** Walks down from figures in one call; gives for each its selector, its text and the notes. Runs in the page. */
async function walkAll(selectors, down, read) {
  const walks = [];
  for (const selector of selectors) {
    walks.push([selector, document.querySelector(selector).textContent, await down(selector, read)]);
  }
  return walks;
}

/** The selectors of all figures in a row of the open page's heads, and how many of its cells are hidden. */
const figuresOfRow = async (page, row) => {
  const { heads, future } = await page.evaluate(
    (at) => ({
      heads: [...document.querySelectorAll('.heads > section')].map((head) =>
        [...head.querySelector('tbody').rows[at].cells].slice(1).map((cell) => cell.querySelector('.n') !== null),
      ),
      future: [...document.querySelectorAll('.heads td.future')].map((cell) => [
        cell.querySelector('.n') === null,
        cell.textContent,
      ]),
    }),
    row,
  );
  return {
    future,
    selectors: heads.flatMap((cells, h) =>
      cells.flatMap((figure, k) => (figure ? [figureAt(`head ${h}`, row, k)] : [])),
    ),
  };
};

/** What is wrong with the ways down from figures of numbers that come from entries. */
const badWays = (walks, when) =>
  walks.flatMap(([selector, text, notes]) => {
    const where = `${when} ${selector}`;
    const last = notes.at(-1);
    const [shown] = reckon(notes[0]?.sum || `${notes[0]?.what.split('=').at(-1)}`);
    const close = Math.abs(shown - numberOf(text)) <= (text.endsWith('%') ? 0.00051 : 0.0051);
    return [
      ...(close ? [] : [`${where}: the cell says ${text}, its note ${shown}`]),
      ...(notes.length - 1 <= MOST_STEPS ? [] : [`${where}: ${notes.length - 1} steps`]),
      ...(/^E\[/.test(last.what) ? [] : [`${where}: the way ends at ${last.what}`]),
      ...(last.lines.some((line) => line.includes('data/teaching-world.json'))
        ? []
        : [`${where}: the last note says ${last.lines.join(' ')}`]),
      ...badSums(notes, where),
    ];
  });

export default function () {
  // Chromium walks from every figure of the row; the notes are made by the same scripts in the others, so a few do
  // there.
  test('lab-why: every figure in the row of 给了 goes back to an entry', { lang: 'zh' }, async (context) => {
    const { page, engine } = context;
    await openLab(context, 'multi-head', '#heads=2&stage=scores');
    const hidden = await wordsOf(page, 'lab.hidden');
    let asked = 0;
    for (const stage of STAGES) {
      await follow(page, `#heads=2&stage=${stage}`);
      const { selectors, future } = await figuresOfRow(page, 3);
      const cells = { scores: 10, scaled: 10, masked: 8, softmax: 10, mix: 8 }[stage];
      equal(selectors.length, cells, `${stage}: figures in the row, with the sums`);
      equal(future.length, ['masked', 'softmax'].includes(stage) ? 20 : 0, `${stage}: hidden cells`);
      none(
        future.filter(([without, text]) => !without || text !== hidden),
        `${stage}: hidden cells with a figure`,
      );
      const chosen = engine === 'chromium' ? selectors : selectors.filter((_, i) => i % 7 === 1);
      const walks = await page.evaluate(walkAll, chosen, wayDown, noteNow);
      asked += walks.length;
      none(badWays(walks, stage), `${stage}: ways that do not lead to an entry`);
    }
    if (engine === 'chromium') {
      const walks = await page.evaluate(
        walkAll,
        [0, 1, 2, 3, 4, 5, 6, 7].map((k) => figureAt('output', 3, k)),
        wayDown,
        noteNow,
      );
      none(badWays(walks, 'output'), 'outputs that do not lead to an entry');
      ok(asked === 46, `${asked} figures were asked`);
    }
    none(await page.evaluate(uglyNumbers), 'ugly numbers');
    none(await page.faults(), 'faults');
  });

  inBothLanguages('lab-why: by keyboard, down, up, and closed again', {}, async (context) => {
    const { page } = context;
    await openLab(context, 'multi-head', '#heads=2&query=give');
    const figure = figureAt('head 0', 3, 0);
    const stateOf = () =>
      page.evaluate((at) => {
        const asked = document.querySelector(at);
        const notes = document.querySelectorAll('.figure-note');
        return {
          notes: notes.length,
          expanded: asked.getAttribute('aria-expanded'),
          controls: document.getElementById(asked.getAttribute('aria-controls')) === (notes[0] ?? null),
          focused: document.activeElement === asked,
          inNote: notes[0]?.contains(document.activeElement) ?? false,
          role: asked.getAttribute('role'),
        };
      }, figure);
    // The figures of a table are one stop of the Tab key; the arrow keys go from one to the next.
    equal(
      await page.evaluate(
        (at) => document.querySelectorAll(`${at} .n[tabindex="0"]`).length,
        '.heads > section:nth-child(1)',
      ),
      1,
      'stops of the Tab key in a table',
    );
    await page.focus('.heads > section:nth-child(1) .n[tabindex="0"]');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'End', 'Home']) await page.press(null, key);
    equal((await stateOf()).focused, true, 'focus after the arrow keys');

    for (const key of ['Enter', 'Space']) {
      await page.press(figure, key);
      const open = await stateOf();
      equal(
        [open.notes, open.expanded, open.controls, open.role],
        [1, 'true', true, 'button'],
        `${key}: notes, state, whether the figure refers to it, role`,
      );
      const note = await page.evaluate(noteNow);
      ok(
        note.formula.length > 3 && note.sum.includes(' ÷ ') && note.parts.length > 3,
        `${key}: a formula, its text and parts: ${JSON.stringify(note)}`,
      );
      equal(
        await page.evaluate(() => {
          const math = document.querySelector('.figure-note math');
          return [
            math.namespaceURI,
            math.getAttribute('display'),
            math.querySelectorAll('mfrac').length,
            math.getBoundingClientRect().height > 20,
          ];
        }),
        ['http://www.w3.org/1998/Math/MathML', 'block', 1, true],
        `${key}: the formula is MathML, and drawn`,
      );
      none(badSums([note], key), `${key}: sums`);
      await page.press(null, 'Escape');
      const closed = await stateOf();
      equal(
        [closed.notes, closed.expanded, closed.focused],
        [0, 'false', true],
        `${key}, then Escape: notes, state, focus`,
      );
    }

    // Down by the keyboard, and one up.
    await page.press(figure, 'Enter');
    const top = await page.evaluate(noteNow);
    for (const [depth, name] of [
      [1, 'exponentials'],
      [2, 'scaled'],
    ]) {
      await page.press(`.figure-note .part[data-name*="/${name}/"]`, depth === 1 ? 'Enter' : 'Space');
      await page.until(
        (line) => document.querySelector('.figure-note').textContent.includes(line),
        await wordsOf(page, 'why.depth', { step: depth }),
      );
      equal((await stateOf()).inNote, true, `the focus is in the note ${depth} down`);
    }
    await page.press('.figure-note .up', 'Enter');
    await page.until(
      (line) => document.querySelector('.figure-note').textContent.includes(line),
      await wordsOf(page, 'why.depth', { step: 1 }),
    );
    await page.click('.figure-note .up');
    equal(await page.evaluate(noteNow), top, 'note after going up again');
    none(await page.evaluate(languageFaults), 'text in the wrong language');
    // Escape closes from within, and so does its own button; a second click on the figure does as well.
    await page.press('.figure-note .part', 'Enter');
    await page.press(null, 'Escape');
    equal([(await stateOf()).notes, (await stateOf()).focused], [0, true], 'notes and focus after Escape from within');
    await ask(page, figure);
    await page.click('.figure-note .close');
    equal([(await stateOf()).notes, (await stateOf()).focused], [0, true], 'notes and focus after "close"');
    await ask(page, figure);
    await page.click(figure);
    equal((await stateOf()).notes, 0, 'notes after a second click');
    // Another figure takes the note over.
    await ask(page, figure);
    await ask(page, figureAt('head 1', 3, 2));
    equal(
      await page.evaluate(() => [
        document.querySelectorAll('.figure-note').length,
        document.querySelectorAll('.n[aria-expanded="true"]').length,
      ]),
      [1, 1],
      'notes, and figures that claim one, after asking another',
    );
    none(await page.faults(), 'faults');
  });

  test('lab-why: an open note follows the controls', { lang: 'en' }, async (context) => {
    const { page } = context;
    await openLab(context, 'multi-head', '#heads=2');
    await unfold(page, '.settings');
    const figure = figureAt('head 0', 3, 2);
    let note = await ask(page, figure);
    const agrees = async (when) => {
      note = await page.evaluate(noteNow);
      const text = await page.evaluate((at) => document.querySelector(at).textContent, figure);
      ok(note !== null, `${when}: the note is open`);
      ok(
        Math.abs(reckon(note.sum)[0] - numberOf(text)) <= 0.00051,
        `${when}: the cell says ${text}, the note ${note.sum}`,
      );
      none(badSums([note], when), `${when}: sums`);
    };
    await agrees('at first');
    const first = note.sum;
    for (const [name, value] of [
      ['temperature', '2'],
      ['temperature', '0.1'],
      ['window', '3'],
    ]) {
      await page.type(`input[name="${name}"]`, value);
      await agrees(`${name} ${value}`);
      ok(note.sum !== first, `${name} ${value}: another sum`);
    }
    await page.type('input[name="window"]', '0');
    await page.press('input[name="temperature-slider"]', 'ArrowUp', 9);
    await agrees('temperature by slider');
    equal(note.sum, first, 'sum after everything is as it was');
    await page.click('input[name="scaled"]');
    await agrees('unscaled');
    await page.click('input[name="scaled"]');
    // Further down it comes back to the figure that was asked.
    await page.click('.figure-note .part');
    await page.click('input[name="heads"][value="4"]');
    await agrees('four heads');
    equal(note.buttons, ['full', 'close'], 'the note is about the figure again');
    // A cell that is hidden now has no figure, and so no note.
    await page.click('input[name="heads"][value="2"]');
    await page.type('input[name="window"]', '1');
    equal(
      await page.evaluate(() => document.querySelectorAll('.figure-note').length),
      0,
      'notes of a cell that is hidden now',
    );
    none(await page.faults(), 'faults');
  });

  // Every table of every view: the first figure, one in the middle, the last.
  for (const [lab, lang, views] of [
    ['query-key-value', 'zh', ['stage=mix', 'view=values', `words=${encodeURIComponent('猫 吃了 鱼')}&stage=mix`]],
    [
      'softmax',
      'en',
      [
        'logits=10,3,-4&shift=2.5',
        'logits=1,1,0.5&temperature=0.3',
        'logits=2,2,1&temperature=0',
        'from=sentence',
        'logits=-700,800',
      ],
    ],
    [
      'causal-mask',
      'zh',
      [
        'stage=softmax',
        'fault=mask-after&stage=masked',
        'fault=top-left',
        'view=prefixes',
        'view=leak',
        'causal=0&temperature=0.5',
      ],
    ],
  ]) {
    test(`lab-why: the figures of ${lab} add up`, { lang }, async (context) => {
      const { page, engine } = context;
      await openLab(context, lab);
      const faults = [];
      let asked = 0;
      for (const view of engine === 'chromium' ? views : views.slice(0, 3)) {
        await follow(page, `#${view}`);
        const walks = await page.evaluate(
          async (down, read) => {
            const walks = [];
            const places = [...document.querySelectorAll('.results .table, .results p')].filter((place) =>
              place.checkVisibility(),
            );
            for (const place of places) {
              const figures = [...place.querySelectorAll('.n')];
              const some = [...new Set([figures[0], figures[figures.length >> 1], figures.at(-1)])].filter(Boolean);
              for (const figure of some) {
                document.querySelectorAll('#test-figure').forEach((other) => other.removeAttribute('id'));
                figure.id = 'test-figure';
                walks.push([
                  `${place.querySelector('caption')?.textContent ?? place.className}: ${figure.closest('tr')?.cells[0].textContent ?? ''}`,
                  figure.textContent,
                  await down('#test-figure', read),
                ]);
              }
            }
            return walks;
          },
          wayDown,
          noteNow,
        );
        asked += walks.length;
        for (const [where, text, notes] of walks) {
          const whole = `${view}, ${where} ${text}`;
          if (notes[0] === null) faults.push(`${whole}: no note`);
          else {
            const shown = notes[0].sum ? reckon(notes[0].sum)[0] : reckon(notes[0].what.split('=').at(-1))[0];
            const near = text.includes('⁻')
              ? 0.06 * Math.abs(shown)
              : text.endsWith('%')
                ? 0.00051
                : Math.max(0.0051, 1e-5 * Math.abs(shown));
            if (!(Math.abs(shown - (text.includes('⁻') ? reckon(text)[0] : numberOf(text))) <= near))
              faults.push(`${whole}: the note says ${shown}`);
            if (notes.length > MOST_STEPS + 4) faults.push(`${whole}: ${notes.length - 1} steps, and no end`);
            faults.push(...badSums(notes, whole));
          }
        }
      }
      none(faults, 'figures');
      ok(asked > 10, `${asked} figures were asked`);
      ok(Object.keys(await tablesShown(page)).length > 0, 'tables are in view');
      none(await page.faults(), 'faults');
    });
  }
}
