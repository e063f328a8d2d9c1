// Matrices that the reader changes: by typing, by arrow keys, back again, and what the figures make of it (report L-4).
import { equal, none, ok } from './check.mjs';
import {
  address,
  ask,
  badSums,
  entry,
  figureAt,
  follow,
  noteNow,
  openLab,
  tablesShown,
  uglyNumbers,
  wayDown,
} from './lab.mjs';
import { wordsOf } from './lesson.mjs';
import { inBothLanguages, test } from './registry.mjs';

/** Opens the editor as a reader does. */
async function openEditor(page) {
  await page.click('.editor summary');
  await page.until(() => document.querySelectorAll('.editor input').length >= 200);
}

/** The text of an entry, whether it is marked as changed and as wrong, and what is said beside it. */
const entryShown = (page, selector) =>
  page.evaluate((at) => {
    const field = document.querySelector(at);
    const message = document.querySelector('.editor .message');
    return {
      value: field.value,
      edited: field.classList.contains('edited'),
      invalid: field.getAttribute('aria-invalid'),
      message: message.textContent,
      announced: message.localName === 'output',
    };
  }, selector);

const focused = (page) =>
  page.evaluate(
    () => document.activeElement.dataset.path ?? document.activeElement.name ?? document.activeElement.localName,
  );

/** What the core makes of the five words with some entries changed. */
const outputWanted = (page, edits, heads) =>
  page.evaluate(
    async (changes, count) => {
      const { attn, world } = await whyAttention.ready;
      const { W_Q, W_K, W_V, W_O } = world.attention;
      const matrices = {
        inputs: world.tokens.map(({ embedding }) => Array.from(embedding)),
        ...Object.fromEntries(
          Object.entries({ W_Q, W_K, W_V }).map(([name, rows]) => [name, Array.from(rows, (row) => Array.from(row))]),
        ),
      };
      for (const [name, i, j, value] of changes) matrices[name][i][j] = value;
      const { mask } = attn.mask({ queries: 5, keys: 5, causal: true, window: 0 });
      const cuts = Array.from({ length: count }, (_, h) => ({
        id: String(h),
        first_column: (h * 8) / count,
        columns: 8 / count,
      }));
      const { output, heads: all } = attn.multi_head({ ...matrices, W_O, heads: cuts, mask });
      return {
        output: Array.from(output, (row) => Array.from(row, (x) => whyAttention.printer.signed(x))),
        weights: all.map(({ weights }) =>
          Array.from(weights, (row, i) =>
            Array.from(row, (x, j) => (j <= i ? whyAttention.printer.percent(x) : whyAttention.words('lab.hidden'))),
          ),
        ),
      };
    },
    edits,
    heads,
  );

export default function () {
  for (const lab of ['causal-mask', 'multi-head', 'query-key-value']) {
    test(
      `lab-editor: opening the editor of ${lab} shows the entries`,
      { lang: lab === 'multi-head' ? 'en' : 'zh' },
      async (context) => {
        const { page } = context;
        await openLab(context, lab);
        await page.click('.editor summary');
        await page.until(() => document.querySelectorAll('.editor [data-matrix="W_V"] input').length > 0);
        const entries = await page.evaluate(() =>
          whyAttention.ready.then(({ world }) =>
            ['inputs', 'W_Q', 'W_K', 'W_V'].map((name) => {
              const wanted = name === 'inputs' ? world.tokens.map(({ embedding }) => embedding) : world.attention[name];
              const table = document.querySelector(`[data-matrix="${name}"] table`);
              const shown = [...(table?.tBodies[0].rows ?? [])].map((row) =>
                [...row.querySelectorAll('input')].map((input) => input.value),
              );
              return [
                name,
                shown.length,
                shown.flat().join() === Array.from(wanted, (row) => Array.from(row).join()).join(),
                Boolean(table?.caption.textContent),
                table?.querySelectorAll('th[scope="col"]').length,
                table?.querySelectorAll('input[tabindex="0"]').length,
              ];
            }),
          ),
        );
        equal(
          entries,
          [
            ['inputs', 5, true, true, 9, 1],
            ['W_Q', 8, true, true, 9, 1],
            ['W_K', 8, true, true, 9, 1],
            ['W_V', 8, true, true, 9, 1],
          ],
          'matrix, rows, whether the entries are those of the data, caption, heads, tab stops',
        );
        none(await page.faults(), 'faults');
      },
    );
  }

  inBothLanguages('lab-editor: typing, arrow keys, back again', {}, async (context) => {
    const { page } = context;
    await openLab(context, 'query-key-value', '#view=editor');
    await page.until(() => document.querySelectorAll('.editor input').length >= 200);
    const first = await tablesShown(page);
    // A word that the row heads and columns name: the label of an entry.
    const label = await page.evaluate(
      (at) => document.querySelector(at).getAttribute('aria-label'),
      entry('inputs', 3, 2),
    );
    ok(
      label.includes('E') &&
        label.includes(context.lang === 'zh' ? '给了' : 'gave') &&
        label.includes(context.lang === 'zh' ? '给出者' : 'giver'),
      `label of an entry: "${label}"`,
    );

    await page.type(entry('inputs', 3, 2), '-1.5');
    let shown = await entryShown(page, entry('inputs', 3, 2));
    equal([shown.value, shown.edited, shown.invalid, shown.message], ['-1.5', true, null, ''], 'entry after typing');
    ok(JSON.stringify(await tablesShown(page)) !== JSON.stringify(first), 'the tables have changed');
    const second = await tablesShown(page);

    // A tenth up and down, without dust (report L-4): 0.1 + 0.1 + 0.1 is 0.3.
    const at = entry('W_Q', 0, 0);
    const said = [];
    await page.focus(at);
    for (const [key, times] of [
      ['ArrowUp', 4],
      ['ArrowDown', 7],
    ]) {
      for (let time = 0; time < times; time += 1) {
        await page.press(null, key);
        said.push((await entryShown(page, at)).value);
      }
    }
    equal(said, ['0.1', '0.2', '0.3', '0.4', '0.3', '0.2', '0.1', '0', '-0.1', '-0.2', '-0.3'], 'values by arrow keys');
    ok(
      (await address(page)).includes('Q.0.0(-0.3)'),
      `the address ${await page.evaluate(() => decodeURIComponent(location.hash))} names the entry`,
    );
    none(await page.evaluate(uglyNumbers), 'ugly numbers');
    await page.type(at, '2.675');
    await page.press(null, 'ArrowUp');
    equal((await entryShown(page, at)).value, '2.775', 'value a tenth above 2.675');

    // From cell to cell; the Tab key has one stop in each matrix, where the reader was last.
    for (const [key, wanted] of [
      ['ArrowRight', 'W_Q/0/1'],
      ['ArrowRight', 'W_Q/0/2'],
      ['ArrowLeft', 'W_Q/0/1'],
      ['Enter', 'W_Q/1/1'],
      ['Enter', 'W_Q/2/1'],
    ]) {
      await page.press(null, key);
      equal(await focused(page), wanted, `focus after ${key}`);
    }
    await page.press(null, 'Enter', 1, ['Shift']);
    equal(await focused(page), 'W_Q/1/1', 'focus after Shift and Enter');
    await page.press(entry('W_Q', 0, 0), 'ArrowLeft');
    equal(await focused(page), 'W_Q/0/0', 'focus at the edge');
    await page.press(entry('W_Q', 7, 7), 'Enter');
    equal(await focused(page), 'W_Q/7/7', 'focus at the lowest row');
    equal(
      await page.evaluate(() =>
        [...document.querySelectorAll('[data-matrix="W_Q"] input[tabindex="0"]')].map((input) => input.dataset.path),
      ),
      ['W_Q/7/7'],
      'stops of the Tab key',
    );

    // One back, then all.
    await page.focus(at);
    await page.click('button[name="reset-one"]');
    shown = await entryShown(page, at);
    equal([shown.value, shown.edited], ['0', false], 'entry that was put back');
    equal(await tablesShown(page), second, 'tables with the other entry still changed');
    await page.type(at, '5');
    await page.press(at, 'ArrowUp');
    await page.click('button[name="reset-all"]');
    equal(await page.evaluate(() => document.querySelectorAll('.editor .edited').length), 0, 'changed entries');
    equal(await tablesShown(page), first, 'tables after all was put back');
    equal(await address(page), '#view=editor', 'address');
    // Typing what was there is no change.
    await page.type(at, '0');
    equal((await entryShown(page, at)).edited, false, 'an entry that is what it was');
    none(await page.faults(), 'faults');
  });

  inBothLanguages(
    'lab-editor: a bad entry is refused beside the field, and the last picture stays',
    {},
    async (context) => {
      const { page } = context;
      await openLab(context, 'query-key-value', '#view=editor');
      const at = entry('W_K', 3, 3);
      await page.until(() => document.querySelectorAll('.editor input').length >= 200);
      // On the way to "101" and "1.2345" stand good entries, which are used.
      for (const [bad, last] of [
        ['', null],
        ['101', '10'],
        ['-101', '-10'],
        ['1.2345', '1.234'],
      ]) {
        await page.type(at, '2');
        await page.type(at, bad);
        const shown = await entryShown(page, at);
        equal([shown.invalid, shown.announced], ['true', true], `"${bad}": marked as wrong, and announced`);
        equal(
          shown.message,
          await wordsOf(page, 'editor.bad', { found: bad, least: '-100', most: '100' }),
          `"${bad}": message`,
        );
        equal(shown.value, bad, `"${bad}": what stands in the field`);
        const kept = await tablesShown(page);
        await page.type(at, last ?? '2');
        equal(await tablesShown(page), kept, `"${bad}": the tables are those of ${last ?? '2'}`);
        const mended = await entryShown(page, at);
        equal([mended.invalid, mended.message], [null, ''], `after "${bad}" and ${last ?? '2'}: mark and message`);
      }
      equal(
        await address(page),
        `#view=editor&edit=${encodeURIComponent('K.3.3(1.234)')}`.replaceAll('%28', '(').replaceAll('%29', ')'),
        'address',
      );
      none(await page.faults(), 'faults');
    },
  );

  test(
    'lab-editor: outputs follow K and V as the core has them, and notes say whose entries they are',
    { lang: 'en' },
    async (context) => {
      const { page } = context;
      await openLab(context, 'multi-head', '#heads=2');
      await openEditor(page);
      const edits = [];
      for (const [name, i, j, value] of [
        ['W_K', 3, 3, -1.5],
        ['W_V', 0, 5, 2.25],
        ['W_V', 1, 1, -0.3],
        ['inputs', 0, 0, 0.7],
        ['W_Q', 3, 0, -4],
      ]) {
        const before = await tablesShown(page);
        await page.type(entry(name, i, j), String(value));
        edits.push([name, i, j, value]);
        const { output, weights } = await outputWanted(page, edits, 2);
        const shown = await tablesShown(page);
        equal(shown.output.texts, output, `outputs with ${name}[${i}, ${j}] = ${value}`);
        equal(
          [0, 1].map((h) => shown[`head ${h}`].texts.map((row) => row.slice(0, 5))),
          weights,
          `weights with ${name}[${i}, ${j}] = ${value}`,
        );
        ok(JSON.stringify(shown.output) !== JSON.stringify(before.output), `${name}[${i}, ${j}] moves the outputs`);
        const same = ['head 0', 'head 1'].every((head) => JSON.stringify(shown[head]) === JSON.stringify(before[head]));
        equal(same, name === 'W_V', `${name}: whether the weights stay as they are`);
      }
      // The note of an entry: which the reader set, and which comes from the data.
      const [edited, entries] = [await wordsOf(page, 'why.edited'), 'data/teaching-world.json#/attention/W_Q/'];
      const notes = await page.evaluate(wayDown, figureAt('head 0', 3, 0), noteNow, 'inputs');
      none(badSums(notes, 'a weight of edited matrices'), 'sums that do not add up');
      await page.press(null, 'Escape');
      await follow(page, `${await address(page)}&stage=scores`);
      // q[给了, 1] is a sum over W_Q[·, 1], of which one entry was set.
      const steps = [await ask(page, figureAt('head 0', 3, 0))];
      for (const name of ['queries/3/0', 'W_Q/3/0']) {
        await page.click(`.figure-note .part[data-name="${name}"]`);
        steps.push(await page.evaluate(noteNow));
      }
      ok(
        steps[2].what.includes('= −4') && steps[2].lines.some((line) => line.includes(edited)),
        `"${steps[2].what}": "${steps[2].lines}" says who set it`,
      );
      await page.click('.figure-note .up');
      await page.click('.figure-note .part[data-name="W_Q/0/0"]');
      const other = await page.evaluate(noteNow);
      ok(
        other.lines.some((line) => line.includes(`${entries}0/0`)),
        `"${other.what}": "${other.lines}" names the data file`,
      );
      none(await page.faults(), 'faults');
    },
  );
}
