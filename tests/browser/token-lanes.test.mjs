// Experiment 1, <token-lanes>: by mouse, by keyboard alone, by itself, from links, and its table twins.
import { equal, none, ok } from './check.mjs';
import { languageFaults } from './language.mjs';
import { lanesShown, lanesWanted, openLesson, ready, tokenIds } from './lesson.mjs';
import { inBothLanguages, test } from './registry.mjs';

const button = (name) => `token-lanes button[name="${name}"]`;
const radio = (id) => `token-lanes input[name="query"][value="${id}"]`;

/** Compares what the lab shows with what the core says; bars and lines within a rounding, all else exactly. */
async function checkLanes(page, step, query, when) {
  const { bars, lines, ...shown } = await lanesShown(page);
  const { bars: states, lines: weights, ...wanted } = await lanesWanted(page, step, query);
  for (const [key, value] of Object.entries(wanted)) equal(shown[key], value, `${when}: ${key}`);

  equal(bars.length, states.length, `${when}: bars drawn`);
  const largest = (list) => Math.max(...list.map(Math.abs));
  const scale = largest(bars) / largest(states);
  none(
    states.flatMap((state, i) =>
      Math.abs(bars[i] - state * scale) <= 1e-6 ? [] : [`number ${i}: bar ${bars[i] / scale}, state ${state}`],
    ),
    `${when}: bars that do not show the state`,
  );
  equal(lines.length, weights.length, `${when}: lines drawn`);
  none(
    weights.filter((weight, i) => Math.abs(lines[i] - weight) > 1e-12),
    `${when}: weights whose line has another strength`,
  );
  none(
    shown.pictures.filter(([role, label]) => role !== 'img' || !label?.includes(String(step))),
    `${when}: pictures without a text for step ${step}`,
  );
  none(await page.evaluate(languageFaults, 'token-lanes'), `${when}: text in the wrong language`);
}

const stepOf = (page) =>
  page.evaluate(() => Number(document.querySelector('token-lanes .lane.rnn .steps').textContent));

/** Each step's counts, written out here: steps and path of the RNN, steps and path of attention. */
const COUNTS = [
  [0, 0, 0, 0],
  [1, 0, 1, 1],
  [2, 1, 1, 1],
  [3, 2, 1, 1],
  [4, 3, 1, 1],
  [5, 4, 1, 1],
];

async function checkCounts(page, step) {
  const { steps, path } = await lanesShown(page);
  equal(
    [steps[0], path[0], steps[1], path[1]],
    COUNTS[step].map(String),
    `steps and path of both lanes at step ${step}`,
  );
}

const focused = (page) =>
  page.evaluate(() => {
    const { localName, name, value } = document.activeElement;
    return `${localName} ${name ?? ''} ${localName === 'input' ? value : ''}`.trim();
  });

/** Presses Tab until the focus is on what `wanted` names. */
async function tabTo(page, wanted) {
  for (let presses = 0; presses < 200; presses += 1) {
    if ((await focused(page)) === wanted) return;
    await page.press(null, 'Tab');
  }
  throw new Error(`200 presses of Tab do not reach ${wanted}; the focus is on ${await focused(page)}`);
}

export default function (site) {
  inBothLanguages('token-lanes: next, back and reset by mouse', {}, async (context) => {
    const { page } = context;
    await openLesson(context);
    await checkLanes(page, 0, 'give', 'at the start');
    await checkCounts(page, 0);
    for (let step = 1; step <= 5; step += 1) {
      await page.click(button('next'));
      await checkLanes(page, step, 'give', `after ${step} clicks`);
      await checkCounts(page, step);
    }
    await page.click(button('back'));
    await checkLanes(page, 4, 'give', 'one back');
    await page.click(button('back'));
    await page.click(button('next'));
    await checkLanes(page, 4, 'give', 'back and on again');
    await page.click(button('reset'));
    await checkLanes(page, 0, 'give', 'after reset');
    none(await page.faults(), 'faults');
  });

  inBothLanguages('token-lanes: each radio asks for its word', {}, async (context) => {
    const { page, lang } = context;
    await openLesson(context);
    for (const id of await tokenIds(page)) {
      await page.click(radio(id));
      await checkLanes(page, 0, id, `${id} chosen before the first step`);
    }
    await page.click(button('next'));
    for (const id of await tokenIds(page)) {
      await page.click(radio(id));
      await checkLanes(page, 1, id, `${id} chosen`);
    }
    // The row that the text quotes, from facts.json.
    await page.click(radio('give'));
    const { weights } = await lanesShown(page);
    const quoted = ['ming', 'ba', 'apple', 'give'].map(
      (key) => site.facts[`world.weight.causal.give.${key}`].text[lang],
    );
    equal(weights.slice(0, 4), quoted, 'weights under the drawing');
    // And a word in the drawing itself.
    await page.click('token-lanes .lane.attention svg .token:nth-of-type(1)');
    const { query } = await lanesShown(page);
    await checkLanes(page, 1, query, 'a word of the drawing clicked');
    ok(query !== 'give', 'a click on a word of the drawing asks for it');
    none(await page.faults(), 'faults');
  });

  inBothLanguages('token-lanes: the tables hold every state, kept share and weight', {}, async (context) => {
    const { page, lang } = context;
    await openLesson(context);
    await page.click('token-lanes details.twin summary');
    const { found, wanted } = await page.evaluate(async () => {
      const { attn, world } = await whyAttention.ready;
      const inputs = world.tokens.map((token) => token.embedding);
      const { hidden } = attn.rnn({ inputs, ...world.rnn });
      const { kept } = attn.imprint({ inputs, ...world.rnn });
      const { W_Q, W_K, W_V, W_O } = world.attention;
      const { mask } = attn.mask({ queries: inputs.length, keys: inputs.length, causal: true, window: 0 });
      const { weights } = attn.multi_head({
        inputs,
        W_Q,
        W_K,
        W_V,
        W_O,
        heads: [{ id: 'all', first_column: 0, columns: inputs[0].length }],
        mask,
      }).heads[0];
      const future = whyAttention.words('token-lanes.future');
      const rows = (matrix, print, causal) =>
        Array.from(matrix, (row, i) => Array.from(row, (x, j) => (causal && j > i ? future : print(x))));
      const table = (name) => document.querySelector(`token-lanes [data-table="${name}"] table`);
      const cells = (name) =>
        [...table(name).tBodies[0].rows].map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent));
      const heads = (name) => [...table(name).querySelectorAll('th[scope="row"]')].map((th) => th.textContent);
      const columns = (name) =>
        [...table(name).querySelectorAll('thead th[scope="col"]')].slice(1).map((th) => th.textContent);
      const texts = world.tokens.map((token) => token.text);
      const names = world.dimensions.map(
        (dimension) => dimension[document.documentElement.lang === 'en' ? 'en' : 'zh'],
      );
      const signed = (x) => `${x < 0 ? '−' : '+'}${Math.abs(x).toFixed(2)}`.replace(/^[+−](0\.00)$/, '$1');
      const percent = (x) => `${(x * 100).toFixed(1)}%`;
      return {
        found: ['hidden', 'kept', 'weights'].map((name) => ({
          cells: cells(name),
          heads: heads(name),
          columns: columns(name),
          caption: Boolean(table(name).caption.textContent),
        })),
        wanted: [
          { cells: rows(hidden, signed, false), heads: texts, columns: names, caption: true },
          { cells: rows(kept, percent, true), heads: texts, columns: texts, caption: true },
          { cells: rows(weights, percent, true), heads: texts, columns: texts, caption: true },
        ],
      };
    });
    ['hidden', 'kept', 'weights'].forEach((name, i) => {
      equal(found[i].cells, wanted[i].cells, `cells of the table of ${name}`);
      equal(found[i].columns, wanted[i].columns, `column heads of the table of ${name}`);
      none(
        wanted[i].heads.filter((head, j) => !found[i].heads[j].includes(head)),
        `row heads of the table of ${name} without their word`,
      );
      ok(found[i].caption, `the table of ${name} has a caption`);
    });
    const row = found[2].cells[3].slice(0, 4);
    equal(
      row,
      ['ming', 'ba', 'apple', 'give'].map((key) => site.facts[`world.weight.causal.give.${key}`].text[lang]),
      'the row of 给了 against facts.json',
    );
    ok(
      await page.evaluate(() => document.querySelector('token-lanes [data-table="weights"] table').checkVisibility()),
      'a click on the summary shows the tables',
    );
  });

  inBothLanguages('token-lanes: by keyboard alone', {}, async (context) => {
    const { page } = context;
    await openLesson(context);
    await page.focus(button('back')); // the head of the page has buttons of the same names
    await tabTo(page, 'button next');
    await page.press(null, 'Enter');
    equal(await stepOf(page), 1, 'step after Enter');
    await page.press(null, 'Space');
    equal(await stepOf(page), 2, 'step after the space bar');
    await page.press(null, 'ArrowRight');
    equal(await stepOf(page), 3, 'step after ArrowRight');
    await page.press(null, 'ArrowLeft');
    equal(await stepOf(page), 2, 'step after ArrowLeft');
    await page.press(null, 'Home');
    equal(await stepOf(page), 0, 'step after Home');
    await page.press(null, 'End');
    equal(await stepOf(page), 5, 'step after End');
    await checkLanes(page, 5, 'give', 'after End');
    // "Next" can go no further now; whoever pressed it must not be thrown back to the top of the page.
    await page.press(null, 'ArrowLeft');
    equal(await stepOf(page), 4, 'step after End and ArrowLeft');
    await page.press(null, 'Home');
    equal(await stepOf(page), 0, 'step after Home');
    await page.press(null, 'ArrowRight', 7);
    equal(await stepOf(page), 5, 'step after ArrowRight seven times');

    // From "next" on to the radios, and through them by arrow keys. (Only WebKit does not go around the end.)
    await page.focus(button('reset'));
    await page.press(null, 'Enter');
    equal(await stepOf(page), 0, 'step after Enter on "reset"');
    await tabTo(page, 'input query give');
    await page.press(null, 'ArrowLeft');
    await checkLanes(page, 0, 'apple', 'radio after ArrowLeft');
    await page.press(null, 'ArrowDown', 2);
    await checkLanes(page, 0, 'wang', 'radio after ArrowDown twice');
    await page.press(null, 'ArrowUp');
    await checkLanes(page, 0, 'give', 'radio after ArrowUp');
    none(await page.faults(), 'faults');
  });

  inBothLanguages('token-lanes: play runs to the end by itself', {}, async (context) => {
    const { page } = context;
    await openLesson(context);
    const beat = 450;
    await page.evaluate((ms) => {
      document.querySelector('token-lanes select[name="speed"]').value = String(ms);
      window.steps = [];
      document.addEventListener('lanes-step', (event) => window.steps.push({ ...event.detail, at: performance.now() }));
    }, beat);
    const { play } = await lanesShown(page);
    await page.click(button('play'));
    await page.until(
      (before) =>
        document.querySelector('token-lanes button[name="play"]').textContent !== before || window.steps.length === 5,
      play,
    );
    await page.until(() => window.steps.length === 5);
    await page.until(
      (before) => document.querySelector('token-lanes button[name="play"]').textContent === before,
      play,
    );
    const steps = await page.evaluate(() => window.steps);
    equal(
      steps.map(({ step }) => step),
      [1, 2, 3, 4, 5],
      'steps',
    );
    none(
      steps.filter(({ byHand }) => byHand),
      'steps that claim to be by hand',
    );
    none(
      steps.slice(1).filter(({ at }, i) => at - steps[i].at < beat - 60),
      `beats shorter than ${beat} ms`,
    );
    await checkLanes(page, 5, 'give', 'after playing');
    // Played again it starts afresh.
    await page.click(button('play'));
    await page.until(() => window.steps.some(({ step }, i) => i >= 5 && step === 1));
    await page.click(button('reset'));
    await checkLanes(page, 0, 'give', 'reset while playing');
    none(await page.faults(), 'faults');
  });

  test('en token-lanes: pause stops it, and so does a step by hand', { lang: 'en' }, async (context) => {
    const { page } = context;
    await openLesson(context);
    const beat = 450;
    await page.evaluate((ms) => {
      document.querySelector('token-lanes select[name="speed"]').value = String(ms);
    }, beat);
    // That nothing happens can only be seen by waiting; as long as two more steps would have taken.
    const staysFor = (ms) =>
      page.evaluate(async (wait) => {
        const now = () => document.querySelector('token-lanes .lane.rnn .steps').textContent;
        const before = now();
        await new Promise((resolve) => {
          setTimeout(resolve, wait);
        });
        return now() === before;
      }, ms);
    await page.click(button('play'));
    await page.until(() => document.querySelector('token-lanes .lane.rnn .steps').textContent === '2');
    await page.click(button('play'));
    ok((await stepOf(page)) < 5, 'the pause comes before the end');
    ok(await staysFor(2 * beat), 'it stands still while paused');
    await page.click(button('play'));
    await page.click(button('back'));
    const { step, label } = await page.evaluate(() => ({
      step: Number(document.querySelector('token-lanes .lane.rnn .steps').textContent),
      label: document.querySelector('token-lanes button[name="play"]').textContent,
    }));
    ok(step < 4, 'a step back while playing');
    equal(label, 'Play', 'button after a step by hand');
    ok(await staysFor(2 * beat), 'it stands still after a step by hand');
  });

  inBothLanguages('token-lanes: the address carries its state', {}, async (context) => {
    const { page } = context;
    await openLesson(context);
    for (let step = 1; step <= 3; step += 1) await page.click(button('next'));
    await page.click(radio('apple'));
    await page.until(() => /[#&]step=3(&|$)/.test(location.hash) && /[#&]query=apple(&|$)/.test(location.hash));
    const picture = () =>
      page.evaluate(() =>
        [
          ...document.querySelectorAll(
            'token-lanes .drawing, token-lanes .count, token-lanes .status, token-lanes .position',
          ),
        ].map((part) => part.innerHTML),
      );
    const before = await picture();
    await page.reload();
    await ready(page);
    equal(await picture(), before, 'picture after reloading');
    await openLesson(context, '#step=3&query=apple');
    equal(await picture(), before, 'picture of a fresh link');
    await checkLanes(page, 3, 'apple', 'from a link');
    // A link followed inside the page.
    await page.evaluate(() => {
      location.hash = '#step=5&query=wang';
    });
    await page.until(() => document.querySelector('token-lanes .lane.rnn .steps').textContent === '5');
    await checkLanes(page, 5, 'wang', 'after a change of the address');
    none(await page.faults(), 'faults');
  });
}
