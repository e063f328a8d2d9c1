// Sliders and their fields, temperature zero, stages, faults, window and cache (reports A-7, B-1, B-4, L-1, L-2, L-4).
import { equal, none, ok } from './check.mjs';
import { controlsShown, follow, measured, numberOf, openLab, tablesShown, uglyNumbers, unfold } from './lab.mjs';
import { languageFaults } from './language.mjs';
import { wordsOf } from './lesson.mjs';
import { inBothLanguages, test } from './registry.mjs';

const field = (name) => `input[name="${name}"]`;
const slider = (name) => field(`${name}-slider`);
const LOGIT = ['.logits > div:nth-child(1) input[data-number]', '.logits > div:nth-child(1) input[type="range"]'];

/** A number field and its slider: what they hold, what is said of them. */
const pairShown = (page, [number, range]) =>
  page.evaluate(
    (a, b) => {
      const [input, drag] = [document.querySelector(a), document.querySelector(b)];
      const message =
        document.getElementById(input.getAttribute('aria-describedby')?.split(' ').at(-1)) ??
        document.querySelector('.logits-message');
      return {
        number: input.value,
        range: drag.value,
        spoken: drag.getAttribute('aria-valuetext'),
        labels: [input, drag].map((one) => one.ariaLabel ?? one.labels[0]?.textContent.trim() ?? ''),
        invalid: input.getAttribute('aria-invalid'),
        message: message.textContent,
      };
    },
    number,
    range,
  );

/**
 * Takes a slider from one end to the other, faster than a hand could; gives what was ugly, and what was said. Runs in
 * the page.
 */
function slide(selector, stride, ugly) {
  const input = document.querySelector(selector);
  const [least, most, step] = [input.min, input.max, input.step].map(Number);
  const stops = Math.round((most - least) / step);
  const [faults, spoken, values] = [new Set(), new Set(), []];
  // Around zero each stop, and both ends.
  const zero = Math.round(-least / step);
  for (
    let stop = 0;
    stop <= stops;
    stop =
      Math.abs(stop - zero) < 12
        ? stop + 1
        : stop === stops
          ? stops + 1
          : Math.min(stop + stride, stop < zero - 12 ? zero - 12 : stops)
  ) {
    input.value = String(least);
    if (stop) input.stepUp(stop);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    for (const fault of ugly()) faults.add(`${input.value}: ${fault}`);
    spoken.add(input.getAttribute('aria-valuetext'));
    values.push(input.value);
  }
  return { faults: [...faults], silent: values.length - spoken.size, values };
}

const row = async (page, key) => {
  const { shares } = await tablesShown(page);
  return shares.texts[shares.rows.indexOf(await wordsOf(page, `softmax.${key}`))];
};

export default function () {
  // Reports L-1 and L-2, for each slider of the laboratories.
  inBothLanguages('lab-controls: field and slider are one value, spoken as one', {}, async (context) => {
    const { page } = context;
    for (const [lab, folded, names] of [
      ['softmax', null, ['temperature', 'shift', 'logit']],
      ['multi-head', '.settings', ['temperature']],
    ]) {
      await openLab(context, lab);
      if (folded) await unfold(page, folded);
      equal(
        await page.evaluate(
          () =>
            [...document.querySelectorAll('[id$="-lab"] input[type="range"]')].filter((input) => !input.dataset.logit)
              .length,
        ),
        names.filter((name) => name !== 'logit').length,
        `sliders of ${lab}`,
      );
      for (const name of names) {
        const pair = name === 'logit' ? LOGIT : [field(name), slider(name)];
        const spoken = async (value, when) => {
          const shown = await pairShown(page, pair);
          equal([shown.number, shown.range], [value, value], `${lab}, ${name} ${when}: field and slider`);
          ok(shown.spoken.includes(value), `${lab}, ${name} ${when}: the slider says "${shown.spoken}"`);
          // A bare number would not say of what; one without a unit has its label.
          ok(
            name === 'logit' || shown.spoken.length > value.length + 1,
            `${lab}, ${name}: "${shown.spoken}" says what it is`,
          );
          ok(
            shown.labels.every((label) => label.length > 1) && shown.labels[0] !== shown.labels[1],
            `${lab}, ${name}: labels "${shown.labels.join('", "')}"`,
          );
        };
        await page.type(pair[0], '7');
        await spoken('7', 'typed');
        const step = name === 'shift' ? 1 : 0.1;
        await page.press(pair[1], 'ArrowUp');
        await spoken(String(7 + step), 'one up');
        await page.press(pair[1], 'ArrowDown', 2);
        await spoken(String(7 - step), 'two down');
        // Three steps of a tenth from zero are 0.3 (report L-4).
        await page.type(pair[0], '0');
        await page.press(pair[1], 'ArrowUp', 3);
        await spoken(name === 'shift' ? '3' : '0.3', 'three up from zero');
        await page.press(pair[1], 'ArrowDown', 3);
        await spoken('0', 'and down again');
        if (name === 'logit') continue;
        const [least, most] = await page.evaluate(
          (at) => [document.querySelector(at).dataset.least, document.querySelector(at).dataset.most],
          pair[0],
        );
        for (const bad of ['', String(Number(most) + 1), String(Number(least) - 1)]) {
          await page.type(pair[0], '2');
          const tables = await tablesShown(page);
          // On the way to a number that is too large stand good ones.
          await page.evaluate(
            (at, text) => {
              const input = document.querySelector(at);
              input.value = text;
              input.dispatchEvent(new Event('input', { bubbles: true }));
            },
            pair[0],
            bad,
          );
          const { message, invalid, range } = await pairShown(page, pair);
          equal(
            [message, invalid, range],
            [
              await wordsOf(page, bad ? 'lab.bad' : 'lab.empty', {
                found: bad,
                ...(await page.evaluate(
                  (limits) => ({
                    least: whyAttention.printer.count(Number(limits[0])),
                    most: whyAttention.printer.count(Number(limits[1])),
                  }),
                  [least, most],
                )),
              }),
              'true',
              '2',
            ],
            `${lab}, "${bad}" as ${name}: message, mark, slider`,
          );
          equal(await tablesShown(page), tables, `${lab}, "${bad}" as ${name}: tables`);
        }
        await page.press(pair[1], 'Home');
        const { message, invalid } = await pairShown(page, pair);
        equal([message, invalid], ['', null], `${lab}, ${name}: message and mark after the slider moved`);
        await page.type(pair[0], '1');
      }
      none(await page.evaluate(languageFaults, `${lab}-lab`), 'text in the wrong language');
      none(await page.faults(), 'faults');
    }
  });

  test('lab-controls: no ugly number from one end of each slider to the other', { lang: 'zh' }, async (context) => {
    const { page, engine } = context;
    const stride = engine === 'chromium' ? 1 : 5;
    const walks = {
      // Negative and large scores beside one that moves through zero: shares change sign, and sums come to nothing.
      softmax: [
        [
          '#logits=0,-3',
          [
            ['.logits > div:nth-child(1) input[type="range"]', stride * 3],
            [slider('temperature'), stride],
          ],
        ],
        [
          '#logits=10,3,-4',
          [
            [slider('shift'), stride * 20],
            [slider('temperature'), stride * 2],
          ],
        ],
      ],
      'multi-head': [['#heads=2', [[slider('temperature'), stride * 2]]]],
    };
    const ugly = [];
    for (const [lab, views] of Object.entries(walks)) {
      await openLab(context, lab);
      for (const [hash, sliders] of views) {
        await follow(page, hash);
        for (const [selector, by] of sliders) {
          const { faults, silent, values } = await page.evaluate(slide, selector, by, uglyNumbers);
          ok(values.length > 20, `${values.length} stops of ${selector}`);
          ugly.push(...faults.map((fault) => `${lab}${hash}, ${selector} at ${fault}`));
          equal(silent, 0, `${lab}${hash}, ${selector}: stops that sound like another one`);
        }
      }
      // Shows faults of the page: what is too small for three decimals is said as -0, scores of the sentence have dust,
      // and
      // 1e-7 is written to the address, where it is refused.
      for (const hash of lab === 'softmax'
        ? [
            '#shift=-0.0001',
            '#logits=0,-3',
            '#logits=-0,5',
            '#logits=-0.0000001,5',
            '#logits=-0.001,900000',
            '#from=sentence&query=give',
            '#from=sentence&query=ba',
            '#temperature=0.000001',
          ]
        : ['#temperature=0.000001', '#temperature=0', '#heads=8&stage=mix&temperature=0.1']) {
        await follow(page, hash);
        ugly.push(
          ...(await page.evaluate(uglyNumbers))
            .filter((fault) => !fault.includes('in the address') || /\.\d{8}/.test(fault))
            .map((fault) => `${lab}${hash}: ${fault}`),
        );
      }
      none(await page.faults(), 'faults');
    }
    none(ugly, 'ugly numbers');
  });

  // Report A-7: by typing and with the slider at its end; the largest takes all, equal largest ones share.
  test('lab-controls: temperature zero', { lang: 'en' }, async (context) => {
    const { page } = context;
    await openLab(context, 'softmax', '#logits=1,2,0.5');
    const weights = async () => (await row(page, 'weight')).map(numberOf);
    const near = (found, wanted, what) =>
      none(
        wanted.filter((w, i) => Math.abs(found[i] - w) > 0.00051),
        `${what}: weights ${found}, of which are wrong`,
      );
    near(await weights(), [0.231223898, 0.628531719, 0.140244383], 'temperature 1');
    await page.type(field('temperature'), '0.5');
    near(await weights(), [0.114195199, 0.843794734, 0.042010066], 'temperature 0.5');
    await page.type(field('temperature'), '0');
    equal(await weights(), [0, 1, 0], 'weights at temperature 0, typed');
    equal((await controlsShown(page)).complaints, [], 'complaints');
    await page.type(field('temperature'), '1');
    await page.press(slider('temperature'), 'Home');
    equal(
      [(await controlsShown(page)).temperature, await weights()],
      ['0', [0, 1, 0]],
      'temperature and weights at the end of the slider',
    );
    none(await page.evaluate(uglyNumbers), 'ugly numbers');
    await follow(page, '#logits=2,2,1&temperature=0');
    equal(await weights(), [0.5, 0.5, 0], 'weights of two equal largest scores');
    // There the weights jump: no derivative, no table of it, and no word of weights that hardly move.
    const slope = () =>
      page.evaluate(() => [
        document.querySelector('.largest').textContent,
        document.querySelector('[data-table="jacobian"]').checkVisibility(),
      ]);
    equal(await slope(), [await wordsOf(page, 'softmax.no-jacobian'), false], 'Jacobian at a tie, said and shown');
    await follow(page, '#logits=2,2.5,1&temperature=0');
    const largest = await page.evaluate(() => whyAttention.printer.slope(0));
    equal(await slope(), [await wordsOf(page, 'softmax.largest-still', { largest }), true], 'Jacobian beside a tie');
    // Adding to all moves the shares, and no weight.
    await follow(page, '#logits=10,3,-4&shift=100');
    equal(
      [await row(page, 'weight-shifted'), (await row(page, 'share')).map((text) => Math.round(numberOf(text) * 309))],
      [await row(page, 'weight'), [110, 103, 96]],
      'weights and shares after adding 100',
    );
    await openLab(context, 'multi-head', '#heads=2&temperature=0');
    const { 'head 0': head } = await tablesShown(page);
    equal(
      head.texts[3],
      ['100.0%', '0.0%', '0.0%', '0.0%', await wordsOf(page, 'lab.hidden'), '100.0%'],
      'row of 给了 in head A at temperature 0',
    );
    none(await page.evaluate(uglyNumbers), 'ugly numbers');
    none(await page.faults(), 'faults');
  });

  inBothLanguages('lab-controls: stages by keyboard, each with its place said', {}, async (context) => {
    const { page, engine } = context;
    const labs = [
      ['multi-head', 'lab', ['scores', 'scaled', 'masked', 'softmax', 'mix']],
      ['softmax', 'softmax', ['scores', 'exponentials', 'weights']],
    ];
    for (const [lab, topic, stages] of engine === 'chromium' ? labs : labs.slice(0, 1)) {
      await openLab(context, lab, `#stage=${stages[0]}`);
      const seen = new Set();
      const said = async (i) => {
        const [text, back, next, live, focused] = await page.evaluate(() => {
          const [a, b] = ['stage-back', 'stage-next'].map((name) => document.querySelector(`[name="${name}"]`));
          const output = document.querySelector('.stages output');
          return [
            output.textContent,
            a.getAttribute('aria-disabled'),
            b.getAttribute('aria-disabled'),
            output.localName,
            document.activeElement.name ?? '',
          ];
        });
        equal(
          text,
          await wordsOf(page, 'stages.position', {
            now: i + 1,
            all: stages.length,
            stage: await wordsOf(page, `${topic}.stage-${stages[i]}`),
          }),
          `${lab}: what is said at stage ${i + 1}`,
        );
        equal(
          [back, next, live],
          [String(i === 0), String(i === stages.length - 1), 'output'],
          `${lab}: whether back and next have nothing to do, at stage ${i + 1}`,
        );
        const { spread, ...tables } = await tablesShown(page); // the spread is being measured
        seen.add(JSON.stringify(tables));
        return focused;
      };
      await said(0);
      await page.focus('[name="stage-next"]');
      for (let i = 1; i < stages.length; i += 1) {
        await page.press(null, i % 2 ? 'Enter' : 'Space');
        equal(await said(i), 'stage-next', `${lab}: focus`);
      }
      await page.press(null, 'Enter');
      await said(stages.length - 1);
      equal(seen.size, stages.length, `${lab}: different tables`);
      await page.press('[name="stage-back"]', 'Enter', stages.length + 1);
      equal(await said(0), 'stage-back', `${lab}: focus after going back`);
      equal(seen.size, stages.length, `${lab}: different tables after going back`);
      none(await page.faults(), 'faults');
    }
  });

  inBothLanguages('lab-controls: faults are said while they are on, and seen in the figures', {}, async (context) => {
    const { page, engine } = context;
    const notice = () =>
      page.evaluate(() => {
        const place = document.querySelector('.fault-notice');
        return { shown: place.checkVisibility(), text: place.textContent, role: place.getAttribute('role') };
      });
    const saying = async (...names) => {
      const list = await Promise.all(names.map((name) => wordsOf(page, `fault.${name}`)));
      equal(
        await notice(),
        {
          shown: names.length > 0,
          text: names.length
            ? await wordsOf(page, 'fault.on', { faults: list.join(await wordsOf(page, 'list.separator')) })
            : '',
          role: 'status',
        },
        `notice of ${names.join(', ') || 'no fault'}`,
      );
    };
    await openLab(context, 'multi-head', '#heads=2');
    await saying();
    const right = await tablesShown(page);
    await unfold(page, '.settings');
    const box = (name) => `input[name="fault"][value="${name}"]`;
    await page.click(box('mask-after'));
    await saying('mask-after');
    // Softmax first: its rows sum to one over words that are hidden afterwards.
    const sums = async () => (await tablesShown(page))['head 0'].texts.map((cells) => numberOf(cells.at(-1)));
    equal(await sums(), [1, 1, 1, 1, 1], 'sums before the mask');
    equal(
      await page.evaluate(() => document.querySelectorAll('.heads .future').length),
      0,
      'hidden cells before the mask',
    );
    await page.click('[name="stage-next"]');
    const after = await sums();
    ok(after[4] === 1 && after.slice(0, 4).every((sum) => sum < 0.999 && sum > 0), `sums after the mask: ${after}`);
    equal(
      await page.evaluate(() => document.querySelectorAll('.heads > section:first-child td.sum.wrong').length),
      4,
      'sums that are marked',
    );
    await page.click(box('model-width'));
    await saying('model-width', 'mask-after');
    await page.click(box('mask-after'));
    await saying('model-width');
    await follow(page, '#heads=2&fault=model-width');
    ok(
      JSON.stringify((await tablesShown(page))['head 0']) !== JSON.stringify(right['head 0']),
      'the wrong width shows with two heads',
    );
    await follow(page, '#heads=1&fault=model-width');
    const one = await tablesShown(page);
    await page.click(box('model-width'));
    await saying();
    equal(await tablesShown(page), one, 'one head, for which the two widths are the same');

    await openLab(context, 'causal-mask', '#fault=mask-after&stage=masked&query=give');
    await saying('mask-after');
    const { weights } = await tablesShown(page);
    const give = numberOf(weights.texts[3].at(-1));
    equal(
      await page.evaluate(() => document.querySelector('meter').value.toFixed(3)),
      give.toFixed(3),
      'length beside the sum',
    );
    ok(
      (await page.evaluate(() => document.querySelector('.meter-text').textContent)).includes(weights.texts[3].at(-1)),
      'the sum is said',
    );
    ok(Math.abs(give - (1 - 0.32493648828336874)) < 0.00051, `${give} is what the hidden word leaves`);

    // Report B-1: with words in the cache, a new row sees all of them.
    await follow(page, '#cached=3');
    const visible = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('[data-table="weights"] tbody tr')].map((cells) =>
          [...cells.querySelectorAll('td:not(.sum)')]
            .map((cell) => (cell.classList.contains('future') ? 0 : 1))
            .join(''),
        ),
      );
    const cachedNote = () =>
      page.evaluate(() => {
        const note = document.querySelector('.cached-note');
        return note.checkVisibility() ? note.textContent : '';
      });
    equal(
      [await visible(), await cachedNote()],
      [
        ['11110', '11111'],
        await wordsOf(page, 'causal-mask.cached-note', {
          cached: await page.evaluate(() => whyAttention.printer.amount(3, 'words')),
        }),
      ],
      'cells in view and the note, with three words cached',
    );
    await follow(page, '#fault=top-left');
    equal(
      [await visible(), await cachedNote()],
      [
        ['10000', '11000'],
        await wordsOf(page, 'causal-mask.cached-note', {
          cached: await page.evaluate(() => whyAttention.printer.amount(3, 'words')),
        }),
      ],
      'cells in view and the note, with the mask in the wrong corner',
    );
    await saying('top-left');
    await follow(page, '#fault=top-left&cached=4');
    equal(await visible(), ['10000'], 'cells of one new word, with the mask in the wrong corner');
    await follow(page, '#');
    equal(
      [await visible(), await cachedNote()],
      [['10000', '11000', '11100', '11110', '11111'], ''],
      'cells in view and the note, without a cache',
    );
    await saying();
    none(await page.faults(), 'faults');
    if (engine !== 'chromium') return; // the notice is the same, and measuring takes its time
    await openLab(context, 'softmax', '#dk=256&fault=model-width', { measure: true });
    await measured(page);
    await saying('model-width');
    const { spread } = await tablesShown(page);
    const wrong = spread.texts[3][spread.heads.indexOf(await wordsOf(page, 'softmax.faulty-deviation'))];
    ok(Math.abs(numberOf(wrong) - 16 / Math.sqrt(5120)) < 0.02, `${wrong} is what the wrong divisor leaves of 16`);
    none(await page.evaluate(languageFaults, 'softmax-lab'), 'text in the wrong language');
    none(await page.faults(), 'faults');
  });

  // Report B-4: a window of W is W words with the asking one among them.
  inBothLanguages('lab-controls: the window names its convention and keeps it', {}, async (context) => {
    const { page, lang } = context;
    await openLab(context, 'causal-mask', '#window=1&query=give');
    const { note, visible, described } = await page.evaluate(() => {
      const input = document.querySelector('input[name="window"]');
      const place = document.querySelector('#window-note');
      return {
        note: place.textContent,
        visible: place.checkVisibility(),
        described: input.getAttribute('aria-describedby').split(' ').includes(place.id),
      };
    });
    ok(
      visible && described && note.includes({ zh: '连自己在内', en: 'counting the one that asks' }[lang]),
      `"${note}" stands beside the field`,
    );
    const hidden = await wordsOf(page, 'lab.hidden');
    const rows = async () => (await tablesShown(page)).weights.texts;
    equal(
      await rows(),
      Array.from({ length: 5 }, (_, i) => [
        ...Array.from({ length: 5 }, (__, j) => (i === j ? '100.0%' : hidden)),
        '100.0%',
      ]),
      'weights with a window of 1',
    );
    // Then the outputs are the values themselves.
    await follow(page, '#window=1&stage=mix');
    const values = await page.evaluate(() =>
      whyAttention.ready.then(
        ({
          world: {
            tokens,
            attention: { W_V },
          },
        }) =>
          tokens.map(({ embedding }) =>
            Array.from(W_V[0], (_, k) =>
              whyAttention.printer.signed(Array.from(embedding).reduce((sum, x, i) => sum + x * W_V[i][k], 0)),
            ),
          ),
      ),
    );
    equal(await rows(), values, 'outputs with a window of 1');
    for (const size of [3, 5, 12]) {
      await page.evaluate(() => {
        location.hash = '#';
      });
      await page.type(field('window'), String(size));
      equal(
        (await rows()).map((cells) => cells.slice(0, 5).filter((cell) => cell !== hidden).length),
        [1, 2, 3, 4, 5].map((n) => Math.min(n, size)),
        `cells in view with a window of ${size}`,
      );
    }
    none(await page.faults(), 'faults');
  });
}
