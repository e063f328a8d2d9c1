// What can be taken away: CSV, JSON, SVG, PNG and a link; and every matrix is a real table (report L-19).
import { equal, none, ok } from './check.mjs';
import { follow, keepFiles, openLab, tablesShown, take, useSentence } from './lab.mjs';
import { wordsOf } from './lesson.mjs';
import { inBothLanguages, test } from './registry.mjs';

/** Lines and cells of a CSV text (RFC 4180). */
function parseCsv(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
    else if (end === '') break;
  }
  return rows;
}

/** Of two heads, what a stage shows: field of the core's run, with the mask that it is seen through. */
const headsWanted = (page, field, masked) =>
  page.evaluate(
    async (name, causal) => {
      const { attn, world } = await whyAttention.ready;
      const { W_Q, W_K, W_V, W_O } = world.attention;
      const { mask } = attn.mask({ queries: 5, keys: 5, causal, window: 0 });
      const heads = ['A', 'B'].map((id, h) => ({ id, first_column: 4 * h, columns: 4 }));
      const trace = attn.multi_head({
        inputs: world.tokens.map((token) => token.embedding),
        W_Q,
        W_K,
        W_V,
        W_O,
        heads,
        mask,
      });
      // As text, since what stands between the page and the test knows no -0 and no infinity.
      return trace.heads.map((head) => Array.from(head[name], (row) => Array.from(row, String)));
    },
    field,
    masked,
  );

export default function (site) {
  inBothLanguages('lab-download: CSV and JSON hold the exact values', {}, async (context) => {
    const { page, lang } = context;
    await openLab(context, 'multi-head', '#heads=2&query=wang');
    await page.evaluate(keepFiles);
    const words = ['小明', '把', '苹果', '给了', '小王'];
    for (const [stage, field, masked] of [
      ['softmax', 'weights', true],
      ['masked', 'scaled', true],
      ['scores', 'scores', false],
      ['mix', 'output', true],
    ]) {
      await follow(page, `#heads=2&query=wang&stage=${stage}`);
      const title = await wordsOf(page, `lab.stage-${stage}`);
      const wanted = await headsWanted(page, field, masked);
      const columns = (h) => (stage === 'mix' ? [1, 2, 3, 4].map((k) => String(4 * h + k)) : words);

      const csv = await take(page, 'csv');
      equal(
        [csv.name, csv.type, csv.files, csv.start.slice(0, 3)],
        ['multi-head.csv', 'text/csv', 1, [0xef, 0xbb, 0xbf]],
        `${stage}: name, type, number, and the mark in front that spreadsheets want`,
      );
      equal(csv.text.replace(/\r\n/g, '').match(/[\r\n]/), null, `${stage}: line ends that are none of RFC 4180`);
      const rows = parseCsv(csv.text.slice(1)).map((cells) => (cells.length === 1 && cells[0] === '' ? [] : cells));
      const lines = wanted.flatMap((values, h) => [
        ...(h ? [[]] : []),
        [`${title} ${'AB'[h]}`, ...columns(h)],
        ...words.map((word, i) => [word, ...values[i]]),
      ]);
      equal(
        rows.filter((cells, i) => cells.length || i < rows.length - 1),
        lines,
        `${stage}: cells of the CSV file`,
      );
      none(
        rows.flat().filter((cell) => cell.includes('NaN') || cell.includes('undefined')),
        `${stage}: cells that are no number`,
      );

      const json = await take(page, 'json');
      equal(
        [json.name, json.type],
        ['multi-head.json', 'application/json'],
        `${stage}: name and type of the JSON file`,
      );
      const { page: link, state, matrices } = JSON.parse(json.text);
      equal(
        [link, state.heads, state.stage, state.query],
        [await page.evaluate(() => location.href), '2', stage, 'wang'],
        `${stage}: link and state`,
      );
      equal(
        matrices.map(({ name, rows: heads, columns: across }) => [name, heads, across]),
        ['A', 'B'].map((head, h) => [`${title} ${head}`, words, columns(h)]),
        `${stage}: names and heads of the JSON file`,
      );
      equal(
        matrices.map(({ values }) =>
          values.map((row) => row.map((value) => (value === '-inf' ? '-Infinity' : String(value)))),
        ),
        wanted,
        `${stage}: values of the JSON file`,
      );
      const hidden = matrices.flatMap(({ values }) => values.flat().filter((value) => value === '-inf')).length;
      // Hidden scores are marked; a weight that is hidden is nought.
      equal(hidden, stage === 'masked' ? 20 : 0, `${stage}: hidden scores in the JSON file`);
      ok(!json.text.includes('null'), `${stage}: no number became null`);
    }
    equal(
      await page.evaluate(() => document.querySelector('.tools output').textContent),
      await wordsOf(page, 'tools.saved'),
      `what is said in ${lang}`,
    );
    none(await page.faults(), 'faults');
  });

  test('lab-download: pictures hold every label and figure', { lang: 'zh' }, async (context) => {
    const { page } = context;
    await openLab(context, 'multi-head', '#heads=2');
    await page.evaluate(keepFiles);
    // Letters that have a meaning in XML and CSV, half a flag, and a word that is a picture.
    await useSentence(page, '<b>&"x" 🙂 我们,你们 ]]>');
    const labels = ['<b>&"x"', '🙂', '我们,你们', ']]>'];
    const svg = await take(page, 'svg');
    equal([svg.name, svg.type], ['multi-head.svg', 'image/svg+xml'], 'name and type');
    const drawn = await page.evaluate((text) => {
      const picture = new DOMParser().parseFromString(text, 'image/svg+xml');
      const root = picture.documentElement;
      const [width, height] = ['width', 'height'].map((name) => Number(root.getAttribute(name)));
      return {
        error: picture.querySelector('parsererror')?.textContent ?? null,
        root: root.localName,
        namespace: root.namespaceURI,
        texts: [...picture.querySelectorAll('text')].map((one) => one.textContent),
        outside: [...picture.querySelectorAll('text')].filter(
          (one) =>
            Number(one.getAttribute('x')) < 0 ||
            Number(one.getAttribute('x')) > width ||
            Number(one.getAttribute('y')) > height,
        ).length,
        cells: [...picture.querySelectorAll('rect[fill-opacity]')].map((cell) =>
          Number(cell.getAttribute('fill-opacity')),
        ),
      };
    }, svg.text);
    equal(
      [drawn.error, drawn.root, drawn.namespace, drawn.outside],
      [null, 'svg', 'http://www.w3.org/2000/svg', 0],
      'error, root, namespace, texts outside',
    );
    none(
      labels.filter((label) => drawn.texts.filter((text) => text === label).length !== 4),
      'labels that do not stand twice on each of two heads',
    );
    const shown = await tablesShown(page);
    const figures = [0, 1].flatMap((h) => shown[`head ${h}`].texts.flatMap((cells, i) => cells.slice(0, i + 1)));
    none(
      figures.filter((figure) => !drawn.texts.includes(figure)),
      'figures of the page that the picture lacks',
    );
    equal(
      [drawn.cells.length, drawn.cells.every((cell) => cell >= 0 && cell <= 1)],
      [32, true],
      'cells, and whether their shading is one',
    );
    equal(
      drawn.texts.filter((text) => /undefined|NaN|\uFFFD/.test(text)),
      [],
      'texts that mean nothing',
    );

    const png = await take(page, 'png');
    equal(
      [png.name, png.type, png.start.slice(0, 8)],
      ['multi-head.png', 'image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
      'name, type, signature',
    );
    ok(png.size > 1000, `${png.size} bytes`);
    const number = (at) => png.start.slice(at, at + 4).reduce((value, byte) => value * 256 + byte, 0);
    const size = ['width', 'height'].map((name) => 2 * Number(new RegExp(` ${name}="(\\d+)"`).exec(svg.text)[1]));
    equal([number(16), number(20)], size, 'width and height in the PNG file');

    const rows = parseCsv((await take(page, 'csv')).text.slice(1));
    equal(rows[0].slice(1), labels, 'heads of the CSV file');
    none(await page.faults(), 'faults');
  });

  test('lab-download: each laboratory hands out what it shows', { lang: 'en' }, async (context) => {
    const { page } = context;
    let open = '';
    for (const [lab, hash, matrices] of [
      [
        'query-key-value',
        '#view=values',
        [
          ['K', 5, 8],
          ['V', 5, 8],
        ],
      ],
      [
        'query-key-value',
        '#causal=0',
        [
          ['embedding cosine', 5, 5],
          ['score q·k', 5, 5],
          ['weight', 5, 5],
        ],
      ],
      [
        'softmax',
        '#logits=10,3,-4&shift=2.5',
        [
          ['score', 1, 3],
          ['plain share', 1, 3],
          ['softmax', 1, 3],
          ['Jacobian (rates of change): how a row’s weight moves with a column’s score', 3, 3],
        ],
      ],
      [
        'causal-mask',
        '#view=prefixes',
        [
          ['Outputs of one pass', 5, 8],
          ['Prefix by prefix, the last row of each', 5, 8],
        ],
      ],
      [
        'causal-mask',
        '#view=leak',
        [
          ['off: probability', 4, 5],
          ['on: probability', 4, 5],
        ],
      ],
      ['causal-mask', '#cached=3&stage=masked', [['The future hidden', 2, 5]]],
    ]) {
      if (lab === open) await follow(page, hash);
      else {
        await openLab(context, lab, hash);
        await page.evaluate(keepFiles);
      }
      open = lab;
      const json = JSON.parse((await take(page, 'json')).text);
      equal(
        json.matrices.map(({ name, rows, columns }) => [name, rows.length, columns.length]),
        matrices,
        `${lab}${hash}: matrices`,
      );
      none(
        json.matrices.flatMap(({ name, rows, columns, values }) =>
          values.length === rows.length &&
          values.every(
            (row) => row.length === columns.length && row.every((value) => Number.isFinite(value) || value === '-inf'),
          )
            ? []
            : [name],
        ),
        `${lab}${hash}: matrices of another shape, or with no numbers`,
      );
      if (lab === 'softmax') {
        const weights = json.matrices[2].values[0];
        none(
          weights.filter(
            (weight, i) =>
              Math.abs(weight - [0.99908811879201, 0.0009110504375262221, 8.307704636907134e-7][i]) > 1e-15,
          ),
          'weights in the JSON file',
        );
        equal(json.state.logits, '10,3,-4', 'scores in the state');
      }
    }
    none(await page.faults(), 'faults');
  });

  inBothLanguages('lab-download: the link is copied, or stands there to be copied', {}, async (context) => {
    const { page } = context;
    await openLab(context, 'causal-mask', '#causal=0&query=wang');
    const clipboard = (works) =>
      page.evaluate((can) => {
        window.copied = undefined;
        const writeText = (text) =>
          can ? Promise.resolve((window.copied = text)) : Promise.reject(new DOMException('no', 'NotAllowedError'));
        Object.defineProperty(navigator, 'clipboard', {
          configurable: true,
          value: can === null ? undefined : { writeText },
        });
      }, works);
    const stateOf = () =>
      page.evaluate(() => {
        const link = document.querySelector('.tools .link');
        return {
          shown: link.checkVisibility(),
          value: link.value,
          all: link.selectionStart === 0 && link.selectionEnd === link.value.length,
          said: document.querySelector('.tools output').textContent,
          here: location.href,
          label: link.getAttribute('aria-label'),
          copied: window.copied,
        };
      });
    await clipboard(true);
    await page.click('.tools button[name="copy"]');
    await page.until(
      (said) => document.querySelector('.tools output').textContent === said,
      await wordsOf(page, 'tools.copied'),
    );
    let state = await stateOf();
    equal([state.copied, state.shown], [state.here, false], 'what was copied, and whether the link stands there');
    // Refused, and not there at all, as on pages that came by http.
    for (const works of [false, null]) {
      await clipboard(works);
      await page.click('.tools button[name="copy"]');
      await page.until(
        (said) => document.querySelector('.tools output').textContent === said,
        await wordsOf(page, 'tools.copy-by-hand'),
      );
      state = await stateOf();
      equal(
        [state.shown, state.value, state.all, state.label],
        [true, state.here, true, await wordsOf(page, 'tools.link')],
        'whether the link stands there, its text, whether it is marked, its label',
      );
    }
    ok(state.here.includes('#causal=0&query=wang'), `${state.here} names the state`);
    none(await page.faults(), 'faults');
  });

  // Report L-19: what is shaded is also said.
  test(
    'lab-download: every matrix is a table with heads, and its figures can be reached',
    { lang: 'en' },
    async (context) => {
      const { page } = context;
      const views = {
        'query-key-value': ['#stage=mix', '#view=values'],
        softmax: ['#logits=10,3,-4&shift=1', '#from=sentence'],
        'causal-mask': ['#stage=softmax', '#view=prefixes', '#view=leak', '#cached=3&fault=top-left'],
        'multi-head': ['#heads=8', '#heads=2&stage=mix'],
      };
      const faults = [];
      for (const lab of site.labs) {
        await openLab(context, lab);
        for (const hash of ['#', ...(views[lab] ?? [])]) {
          await follow(page, hash);
          const { found, seen } = await page.evaluate(() => {
            const tables = [...document.querySelectorAll('[id$="-lab"] table')].filter((table) =>
              table.checkVisibility(),
            );
            const bad = tables.flatMap((table) => {
              const [name, head, rows] = [
                table.caption?.textContent.trim() ?? '',
                [...(table.tHead?.rows ?? [])],
                [...(table.tBodies[0]?.rows ?? [])],
              ];
              const figures = [...table.querySelectorAll('tbody .n')];
              const odd = [
                [name.length > 3, 'no caption'],
                [
                  head.length === 1 &&
                    [...head[0].cells].every((cell) => cell.localName === 'th' && cell.scope === 'col'),
                  'a column without a head of scope col',
                ],
                [[...(head[0]?.cells ?? [])].slice(1).every((cell) => cell.textContent.trim()), 'an empty column head'],
                [
                  rows.length > 0 &&
                    rows.every(
                      (row) =>
                        row.cells[0].localName === 'th' &&
                        row.cells[0].scope === 'row' &&
                        row.cells[0].textContent.trim(),
                    ),
                  'a row without a head of scope row',
                ],
                [rows.every((row) => row.cells.length === head[0].cells.length), 'rows of another length'],
                [
                  // The ledger leaves empty what a model does not keep.
                  table.classList.contains('ledger') ||
                    [...table.querySelectorAll('td')].every((cell) => cell.textContent.trim()),
                  'a cell that says nothing',
                ],
                [
                  !figures.length || figures.filter((figure) => figure.tabIndex === 0).length === 1,
                  'not one stop of the Tab key',
                ],
                [figures.every((figure) => figure.getAttribute('role') === 'button'), 'a figure that is no button'],
                [
                  table.getAttribute('role') === null && !table.closest('[aria-hidden="true"]'),
                  'kept from screen readers',
                ],
              ];
              return odd.filter(([good]) => !good).map(([, what]) => `${name}: ${what}`);
            });
            // Whatever is shaded stands in a table, with its figure.
            bad.push(
              ...[...document.querySelectorAll('.heat')]
                .filter((cell) => cell.localName !== 'td' || !/\d/.test(cell.textContent))
                .map(() => 'shaded, and no figure'),
            );
            return { found: bad, seen: tables.length };
          });
          ok(seen > 0, `${lab}${hash}: tables`);
          faults.push(...found.map((fault) => `${lab}${hash}: ${fault}`));
        }
        none(await page.faults(), 'faults');
      }
      none(faults, 'tables');
    },
  );
}
