// Experiment 2, <count-panel>, and the <cost-table> that follows it.
import { equal, none, ok } from './check.mjs';
import { languageFaults } from './language.mjs';
import { openLesson, panelShown, printed, wordsOf } from './lesson.mjs';
import { inBothLanguages, test } from './registry.mjs';

const field = (name) => `count-panel input[name="${name}"]`;
const slider = (name) => field(`${name}-slider`);
const row = (name) => `cost-table input[name="${name}"]`;

async function setSize(page, T, d) {
  await page.type(field('tokens'), String(T));
  await page.type(field('width'), String(d));
}

/** Multiply-adds of both layers, from the formulas as the lesson prints them. All whole numbers here are below 2^53. */
function work(T, d, { projections = false, causal = false } = {}) {
  if (projections)
    return { recurrent: 2 * T * d * d, self_attention: (causal ? T * (T + 1) * d : 2 * T * T * d) + 4 * T * d * d };
  return { recurrent: T * d * d, self_attention: causal ? ((T * (T + 1)) / 2) * d : T * T * d };
}

/** Counts divisions or multiplications instead of trusting a logarithm. */
function layersOfConvolution(T, k) {
  let layers = 0;
  for (let reach = 1; reach < T; reach *= k) layers += 1;
  return layers;
}

/** Compares every number of the panel, and of the table below it, with the formulas. */
async function checkNumbers(
  page,
  T,
  d,
  { projections = false, causal = false, k = 3, r = 256 } = {},
  when = `T = ${T}, d = ${d}`,
) {
  const shown = await panelShown(page);
  const wanted = work(T, d, { projections, causal });
  for (const layer of ['recurrent', 'self_attention']) {
    const steps = layer === 'recurrent' ? T : 1;
    const path = layer === 'recurrent' ? T - 1 : Math.min(1, T - 1);
    equal(
      shown.exact[layer],
      { work: wanted[layer], flops: 2 * wanted[layer], serial_steps: steps, path },
      `${when}: ${layer}`,
    );
    const [w, f] = await printed(page, wanted[layer], 2 * wanted[layer]);
    equal([shown.rows[layer].work, shown.rows[layer].flops], [w, f], `${when}: printed work and FLOPs of ${layer}`);
  }
  const ratio = wanted.self_attention / wanted.recurrent;
  equal(shown.ratio, await page.evaluate((x) => whyAttention.printer.number(x), ratio), `${when}: ratio`);
  equal(
    shown.verdict,
    await wordsOf(page, `count-panel.ratio-${ratio < 1 ? 'less' : ratio > 1 ? 'more' : 'equal'}`),
    `${when}: who does more`,
  );
  equal([shown.tokens.number, shown.width.number], [String(T), String(d)], `${when}: fields`);
  equal([shown.stale, shown.tokens.invalid, shown.width.invalid], [false, false, false], `${when}: stale or invalid`);

  const window = Math.min(r, T);
  equal(
    shown.tableExact,
    {
      self_attention: { work: T * T * d, serial_steps: 1, path: Math.min(1, T - 1) },
      recurrent: { work: T * d * d, serial_steps: T, path: T - 1 },
      convolutional: { work: k * T * d * d, serial_steps: 1, path: layersOfConvolution(T, k) },
      windowed: { work: window * T * d, serial_steps: 1, path: T === 1 ? 0 : Math.ceil(T / window) },
    },
    `${when}: the table`,
  );
  equal([shown.tableStale, shown.tableMessage], [false, ''], `${when}: table stale, and its message`);
  const [t, w] = await printed(page, T, d);
  equal(shown.tableAt, await wordsOf(page, 'cost-table.live', { T: t, d: w }), `${when}: size named under the table`);
  return shown;
}

/**
 * What no reader should ever meet in the labs: in texts, attributes, drawings, fields and the address. Runs in the
 * page.
 */
function uglyNumbers() {
  const faults = [];
  const look = (text, where, pattern) => {
    const hit = pattern.exec(text);
    if (hit) faults.push(`"${hit[0]}" in ${where}: ${text.slice(Math.max(0, hit.index - 30), hit.index + 50)}`);
  };
  const nonsense = /\bNaN\b|\bInfinity\b|∞|\bundefined\b|\bnull\b|\[object/;
  const decimals = /\d\.\d{8,}/;
  for (const lab of document.querySelectorAll('count-panel, cost-table')) {
    look(lab.innerHTML, lab.localName, nonsense);
    look(lab.innerHTML, lab.localName, /(?:aria-label|aria-valuetext|title|value)="[^"]*\d\.\d{8,}/);
    const walker = document.createTreeWalker(lab, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      look(node.data, node.parentElement.localName, decimals);
    for (const input of lab.querySelectorAll('input'))
      if (input.type !== 'checkbox' && input.getAttribute('aria-invalid') !== 'true')
        look(input.value, `the field ${input.name}`, /\D/);
  }
  look(location.hash, 'the address', decimals);
  return faults;
}

export default function (site) {
  inBothLanguages('count-panel: T and d as facts.json has them', {}, async (context) => {
    const { page, lang } = context;
    await openLesson(context);
    await checkNumbers(page, 5, 8, {}, 'at the start');
    const fact = (id) => site.facts[id].text[lang];
    for (const T of [4096, 5120, 262144]) {
      await setSize(page, T, 5120);
      const shown = await checkNumbers(page, T, 5120);
      // Figures carry their unit, cells stand in a column that names it.
      const pairs = [
        [shown.rows.self_attention.work, fact(`count.work.attention.T${T}.d5120`)],
        [shown.rows.recurrent.work, fact(`count.work.rnn.T${T}.d5120`)],
      ];
      none(
        pairs.filter(([cell, figure]) => !(cell.length > 6 && figure.startsWith(cell))),
        'cells that facts.json has otherwise',
      );
      equal(shown.ratio, fact(`count.ratio.T${T}.d5120`), `ratio at T = ${T}`);
      if (T === 4096) {
        equal(
          [shown.rows.self_attention.work, shown.rows.recurrent.work, shown.ratio],
          ['8.59 × 10¹⁰', '1.07 × 10¹¹', '0.8'],
          'numbers as the lesson prints them',
        );
        equal(
          [shown.rows.recurrent.path, shown.rows.self_attention.path],
          [fact('count.example.rnn.path'), fact('count.example.attention.path')],
          'paths with their units',
        );
        equal(
          [shown.table.recurrent.path, shown.table.self_attention.path],
          [fact('count.example.rnn.path'), fact('count.example.attention.path')],
          'paths of the table with their units',
        );
      }
    }
    none(await page.faults(), 'faults');
  });

  inBothLanguages('count-panel: field and slider are one value, spoken as one', {}, async (context) => {
    const { page } = context;
    await openLesson(context);
    const spoken = async (name, value) => {
      const shown = (await panelShown(page))[name];
      const [n] = await printed(page, value);
      equal(shown.number, String(value), `${name}: field`);
      // The number as a reader reads it, with what it counts.
      equal(/\d[\d,]*/.exec(shown.slider)?.[0], n, `${name}: number that the slider says`);
      ok(
        shown.slider.trim().length > n.length,
        `${name} at ${value}: the slider says "${shown.slider}", with what it counts`,
      );
    };
    for (const [name, most] of [
      ['tokens', 262144],
      ['width', 32768],
    ]) {
      await page.type(field(name), '7');
      await spoken(name, 7);
      await page.press(slider(name), 'ArrowUp');
      await spoken(name, 8);
      await page.press(slider(name), 'ArrowDown', 3);
      await spoken(name, 5);
      await page.press(slider(name), 'End');
      await spoken(name, most);
      await page.press(slider(name), 'Home');
      await spoken(name, 1);
      // A value that lies between two stops of the slider stays what was typed.
      await page.type(field(name), '4097');
      await spoken(name, 4097);
      const index = await page.evaluate((s) => Number(document.querySelector(s).value), slider(name));
      await page.press(slider(name), 'ArrowUp');
      const next = Number((await panelShown(page))[name].number);
      ok(next > 4097 && next < 4400, `${name}: one stop up from 4,097 is ${next}`);
      equal(
        await page.evaluate((s) => Number(document.querySelector(s).value), slider(name)),
        index + 1,
        `${name}: place of the slider`,
      );
      none(await page.evaluate(languageFaults, 'count-panel, cost-table'), 'text in the wrong language');
    }
    none(await page.faults(), 'faults');
  });

  inBothLanguages('count-panel: the widths to start from', {}, async (context) => {
    const { page } = context;
    await openLesson(context, '#T=100');
    const widths = await page.evaluate(() =>
      [...document.querySelectorAll('count-panel .anchors button')].map((button) => Number(button.dataset.width)),
    );
    equal(
      widths,
      ['world.width', 'papers.vaswani.width', 'anchor.width'].map((id) => site.facts[id].value),
      'widths',
    );
    for (const [i, width] of widths.entries()) {
      await page.click(`count-panel .anchors button:nth-of-type(${i + 1})`);
      await checkNumbers(page, 100, width);
    }
    none(await page.faults(), 'faults');
  });

  inBothLanguages(
    'count-panel: a bad entry says what is wanted and keeps the last good numbers',
    {},
    async (context) => {
      const { page } = context;
      await openLesson(context);
      for (const [name, most] of [
        ['tokens', '262,144'],
        ['width', '32,768'],
      ]) {
        await setSize(page, 300, 300);
        // While "2.5" or "1e9" is typed, 2 and 1 are good entries on the way.
        for (const [bad, last] of [
          ['', 300],
          ['0', 300],
          ['2.5', 2],
          ['1e9', 1],
          ['-3', 300],
        ].slice(0, name === 'tokens' ? 5 : 3)) {
          await page.type(field(name), '300');
          const before = await panelShown(page);
          await page.type(field(name), bad);
          const shown = await panelShown(page);
          const when = `"${bad}" as ${name}`;
          ok(shown[name].message.length > 5, `${when}: a message beside the field`);
          if (bad !== '')
            none(
              [['1', most].every((limit) => shown[name].message.includes(limit)) ? [] : shown[name].message].flat(),
              `${when}: message that does not name the limits`,
            );
          equal([shown[name].invalid, shown.stale], [true, true], `${when}: field invalid, results stale`);
          equal(shown[name === 'tokens' ? 'width' : 'tokens'].message, '', `${when}: message of the other field`);
          const size = name === 'tokens' ? [last, 300] : [300, last];
          equal(shown.exact.recurrent.work, work(...size).recurrent, `${when}: last good work of the RNN`);
          equal(shown.exact.self_attention.work, work(...size).self_attention, `${when}: last good work of attention`);
          if (last === 300)
            equal(
              [shown.rows, shown.ratio, shown.table],
              [before.rows, before.ratio, before.table],
              `${when}: everything else`,
            );
          const where = await page.evaluate((s) => {
            const input = document.querySelector(s);
            const message = document.getElementById(input.getAttribute('aria-describedby'));
            const box = message?.getBoundingClientRect();
            return {
              text: message?.textContent,
              live:
                message?.localName === 'output' ||
                Boolean(message?.closest('[aria-live], [role=status], [role=alert]')),
              gap: box.top - input.getBoundingClientRect().bottom,
              high: box.height,
            };
          }, field(name));
          equal(where.text, shown[name].message, `${when}: message that the field refers to`);
          ok(where.live, `${when}: the message is announced`);
          ok(
            where.high > 10 && Math.abs(where.gap) < 120,
            `${when}: the message stands ${Math.round(where.gap)} px below the field, ${Math.round(where.high)} px high`,
          );
          await page.type(field(name), '9');
          await checkNumbers(page, ...(name === 'tokens' ? [9, 300] : [300, 9]), {}, `${when}, then 9`);
        }
      }
      // Both at once, and each is mended on its own; the slider mends as well.
      await page.type(field('tokens'), '0');
      await page.type(field('width'), '');
      let shown = await panelShown(page);
      ok(shown.tokens.message && shown.width.message && shown.stale, 'two bad entries, two messages');
      none(await page.evaluate(languageFaults, 'count-panel, cost-table'), 'text in the wrong language');
      await page.press(slider('tokens'), 'Home');
      shown = await panelShown(page);
      equal(
        [shown.tokens.message, shown.stale],
        ['', true],
        'message of T after the slider moved, and stale while d is bad',
      );
      await page.click('count-panel .anchors button');
      await checkNumbers(page, 1, 8, {}, 'mended by slider and button');
      await page.until(() => /[#&]T=1&d=8(&|$)/.test(location.hash));
      none(await page.faults(), 'faults');
    },
  );

  inBothLanguages('count-panel: the switches change formula, numbers and crossing', {}, async (context) => {
    const { page } = context;
    await openLesson(context);
    await setSize(page, 1000, 128);
    const both = { projections: field('projections'), causal: field('causal') };
    const seen = new Set();
    // Every combination once, and back to the first.
    let state = { projections: false, causal: false };
    for (const flip of [null, 'causal', 'projections', 'causal', 'projections']) {
      if (flip) {
        await page.click(both[flip]);
        state = { ...state, [flip]: !state[flip] };
      }
      const when = `projections ${state.projections}, causal ${state.causal}`;
      const shown = await checkNumbers(page, 1000, 128, state, when);
      equal([shown.projections, shown.causal], [state.projections, state.causal], `${when}: boxes`);
      equal(shown.formulas.length, 3, `${when}: formulas shown (one for each layer) and the sentence about them`);
      seen.add(shown.formulas[1]);
      // T(T+1)/2 · d reaches T d² at T = 2d − 1; with the projections attention always does more.
      const crossing = state.projections ? 0 : state.causal ? 255 : 128;
      equal(shown.crossing, crossing ? 1 : 0, `${when}: crossings drawn`);
      ok(
        crossing
          ? shown.plot.includes(`= ${crossing}`)
          : !shown.plot.includes('= 128') && !shown.plot.includes('= 255'),
        `${when}: label of the plot: ${shown.plot}`,
      );
      none(await page.evaluate(languageFaults, 'count-panel, cost-table'), 'text in the wrong language');
    }
    equal(seen.size, 4, 'different formulas of attention');
    none(await page.faults(), 'faults');
  });

  inBothLanguages('count-panel: small sizes are run, and the count equals the formula', {}, async (context) => {
    const { page } = context;
    await openLesson(context);
    const agree = await wordsOf(page, 'count-panel.run-agree');
    const numbers = (cells) => cells.slice(1, 3).map((text) => Number(text.replaceAll(',', '')));
    for (const causal of [false, true]) {
      if (causal) await page.click(field('causal'));
      for (const [T, d] of causal
        ? [
            [5, 8],
            [64, 1],
          ]
        : [
            [1, 1],
            [7, 13],
            [64, 64],
          ]) {
        await setSize(page, T, d);
        const { run, runHint } = await panelShown(page);
        const { recurrent, self_attention } = work(T, d, { projections: true, causal });
        equal(
          [numbers(run[0]), numbers(run[1])],
          [
            [recurrent, recurrent],
            [self_attention, self_attention],
          ],
          `T = ${T}, d = ${d}, causal ${causal}: counted and by formula`,
        );
        equal([run[0][3], run[1][3]], [agree, agree], 'verdicts');
        equal(runHint, false, 'hint that it is too large');
      }
    }
    await setSize(page, 5, 8);
    const { run } = await panelShown(page);
    equal(
      [numbers(run[0])[0], numbers(run[1])[0]],
      [site.facts['count.run.rnn.T5.d8'].value, site.facts['count.layer.attention.causal.T5.d8'].value],
      'counts against facts.json',
    );
    await setSize(page, 65, 64);
    let shown = await panelShown(page);
    equal([shown.run, shown.runHint], [[], true], 'a table, and a hint, beyond the limit');
    await page.click('count-panel button[name="run-small"]');
    shown = await panelShown(page);
    equal(
      [shown.tokens.number, shown.width.number, shown.run.length],
      ['5', '8', 2],
      'size after the button that sets it',
    );
    none(await page.faults(), 'faults');
  });

  // Each stop that is visited fires the event that a drag fires, faster than a hand could (WebKit refuses more than 100
  // new
  // addresses in 30 s): all where numbers are small, then every third (ninth in the slower two). One language
  // counts the leading terms, the other the whole layer with the causal half.
  inBothLanguages('count-panel: no ugly number from one end of each slider to the other', {}, async (context) => {
    const { page, lang, engine } = context;
    await openLesson(context);
    if (lang === 'en') for (const name of ['projections', 'causal']) await page.click(field(name));
    for (const name of ['tokens', 'width']) {
      await setSize(page, 7, 7);
      const { stops, faults, silent } = await page.evaluate(
        (selector, ugly, stride) => {
          const input = document.querySelector(selector);
          const most = Number(input.max);
          const found = new Set();
          const spoken = new Set();
          let visited = 0;
          for (
            let stop = 0;
            stop <= most;
            stop = stop < 70 ? stop + 1 : stop === most ? most + 1 : Math.min(stop + stride, most)
          ) {
            input.value = String(stop);
            input.dispatchEvent(new Event('input', { bubbles: true }));
            for (const fault of ugly()) found.add(`stop ${stop}: ${fault}`);
            spoken.add(input.getAttribute('aria-valuetext'));
            visited += 1;
          }
          return { stops: most + 1, faults: [...found], silent: visited - spoken.size };
        },
        slider(name),
        uglyNumbers,
        engine === 'chromium' ? 3 : 9,
      );
      ok(stops > 300, `${name} has ${stops} stops`);
      none(faults, `${name}: ugly numbers`);
      equal(silent, 0, `${name}: stops that sound like another one`);
    }
    none(await page.faults(), 'faults');
  });

  inBothLanguages('cost-table: follows T and d, and its own k and r', {}, async (context) => {
    const { page } = context;
    await openLesson(context);
    const good = { k: 3, r: 256 };
    const most = site.facts['limit.kernel'].value;
    for (const [T, d, k, r] of [
      [1, 1, 3, 256],
      [82, 64, 3, 81],
      [4096, 5120, 7, 4097],
      [262144, 32768, most, 262144],
      [243, 8, 3, 2],
    ]) {
      await page.type(row('kernel'), String(k));
      await page.type(row('window'), String(r));
      await setSize(page, T, d);
      await checkNumbers(page, T, d, { k, r }, `T = ${T}, d = ${d}, k = ${k}, r = ${r}`);
    }
    for (const [name, bads, least] of [
      ['kernel', ['', '1', '2.5', String(most + 1)], 2],
      ['window', ['', '0', '1e9', '-3'], 1],
    ]) {
      for (const bad of bads) {
        await page.type(row(name), bad);
        const shown = await panelShown(page);
        const when = `"${bad}" as ${name}`;
        ok(shown.tableMessage.length > 5, `${when}: a message`);
        if (bad !== '')
          ok(
            shown.tableMessage.includes(String(least)),
            `${when}: the message names the least value: ${shown.tableMessage}`,
          );
        equal(shown.tableStale, true, `${when}: table stale`);
        equal(
          await page.evaluate((s) => document.querySelector(s).getAttribute('aria-invalid'), row(name)),
          'true',
          `${when}: aria-invalid`,
        );
        none(await page.evaluate(uglyNumbers), `${when}: ugly numbers`);
        await page.type(row(name), String(name === 'kernel' ? good.k : good.r));
      }
    }
    await page.type(row('kernel'), '3');
    await setSize(page, 300, 20);
    await checkNumbers(page, 300, 20, good, 'mended');
    none(await page.evaluate(languageFaults, 'count-panel, cost-table'), 'text in the wrong language');
    none(await page.faults(), 'faults');
  });

  test('en words are singular for one and plural for more', { lang: 'en' }, async (context) => {
    const { page } = context;
    await openLesson(context);
    for (const [T, d] of [
      [1, 1],
      [2, 2],
      [5, 8],
      [4096, 5120],
    ]) {
      await setSize(page, T, d);
      none(
        await page.evaluate(() => {
          const texts = [...document.querySelectorAll('count-panel, cost-table')].flatMap((lab) =>
            [...lab.querySelectorAll('td, p, output')]
              .map((e) => e.textContent)
              .concat([...lab.querySelectorAll('[aria-valuetext]')].map((e) => e.getAttribute('aria-valuetext'))),
          );
          return texts.filter((text) =>
            /(?<![\d.,])1 (tokens|steps|updates|hops|layers)\b|(?<![\d.,])(0|[2-9]|\d[\d,]+) (token|step|update|hop|layer)\b/.test(
              text,
            ),
          );
        }),
        `T = ${T}, d = ${d}: words of the wrong number`,
      );
    }
  });
}
