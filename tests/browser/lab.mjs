// What the tests of the laboratories share: opening one by its link, reading its tables and controls, asking its
// figures.
import { ready } from './lesson.mjs';

/**
 * Opens a laboratory afresh by a link.
 * @param {any} context @param {string} name @param {string} [hash] such as "#heads=4"
 * @param {{ measure?: boolean }} [how] measure: let the spreads be measured, which takes WebKit seconds
 */
export async function openLab({ page, site, lang }, name, hash = '', { measure = false } = {}) {
  await page.open(site.url(`${lang}/${name}.html`) + hash);
  await ready(page);
  if (name !== 'softmax' || measure) return;
  await page.evaluate(() => {
    const { spread } = document.querySelector('softmax-lab');
    if (spread) spread.measureNext = () => {};
  });
}

/** Follows a link within the open page, and waits for what it changes. @param {any} page @param {string} hash */
export const follow = (page, hash) =>
  page.evaluate(
    (to) =>
      new Promise((resolve) => {
        addEventListener('hashchange', () => resolve(true), { once: true });
        if ((location.hash || '#') === to) resolve(true); // no hash and an empty one are the same, without a word of it in Firefox
        location.hash = to;
      }),
    hash,
  );

/** The address's hash, once all that waits to be written is in it. */
export const address = (page) =>
  page.until(() => Object.keys(whyAttention.address.waiting).length === 0 && (location.hash || '#'));

// --- Tables ----------------------------------------------------------------------------------------------------------

/**
 * Where a table stands: "ranks" in the place of that name, "head 0" in the first of a row of heads.
 * @param {string} table
 */
export const placeOf = (table) =>
  /^head \d$/.test(table)
    ? `.heads > section:nth-child(${Number(table.slice(5)) + 1}) .table`
    : `[data-table="${table}"]`;

/** A figure of a table, by row and column from 0. */
export const figureAt = (table, row, column) =>
  `${placeOf(table)} tbody tr:nth-child(${row + 1}) td:nth-of-type(${column + 1}) .n`;

/** The tables in view, by the names that placeOf takes: { heads, rows, texts }, heads without the corner. */
export const tablesShown = (page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('.results table, .spread table')]
        .filter((table) => table.checkVisibility())
        .map((table) => {
          const place = table.closest('[data-table], .heads > section');
          const text = (cell) => cell.textContent.trim();
          return [
            place.dataset.table ?? `head ${[...place.parentElement.children].indexOf(place)}`,
            {
              heads: [...table.tHead.rows[0].cells].slice(1).map(text),
              rows: [...table.tBodies[0].rows].map((row) => text(row.cells[0])),
              texts: [...table.tBodies[0].rows].map((row) => [...row.cells].slice(1).map(text)),
            },
          ];
        }),
    ),
  );

/** A figure of a table as a number: "39.4%" is 0.394, "−0.04" is -0.04. @param {string} text */
export const numberOf = (text) =>
  Number(text.replace('−', '-').replaceAll(',', '').replace('%', '')) / (text.endsWith('%') ? 100 : 1);

/** The measured spreads, which come one after the other. */
export const measured = (page) =>
  page.until(
    () =>
      document.querySelector('.spread-status').textContent === '' &&
      document.querySelector('[data-table="spread"] td') !== null,
  );

// --- Controls --------------------------------------------------------------------------------------------------------

/** What the controls say is used, by their names, and what is complained of. */
export const controlsShown = (page) =>
  page.evaluate(() => {
    const values = { fault: [] };
    for (const input of document.querySelectorAll('form input[name]')) {
      if (input.name === 'fault') {
        if (input.checked) values.fault.push(input.value);
      } else if (input.type === 'checkbox') values[input.name] = input.checked;
      else if (input.type !== 'radio') values[input.name] = input.value;
      else if (input.checked) values[input.name] = input.value;
    }
    const stage = document.querySelector('.stages output').textContent;
    const messages = [...document.querySelectorAll('.message:not(.lab-notice), .logits-message')]
      .map((place) => place.textContent)
      .filter(Boolean);
    return {
      ...values,
      stage,
      complaints: [
        ...messages,
        ...whyAttention.problems,
        ...(document.querySelector('.problem').hidden ? [] : ['a problem is shown']),
      ],
    };
  });

/** Puts a text into a field as a paste does; WebDriver's keys know no Chinese. Gives how long the page took, in ms. */
export const paste = (page, selector, text) =>
  page.evaluate(
    (at, pasted) => {
      const field = document.querySelector(at);
      field.focus();
      const began = performance.now();
      field.value = pasted;
      field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
      return performance.now() - began;
    },
    selector,
    text,
  );

/** Opens what is folded away in the lab. @param {any} page @param {string} selector of a details element */
export const unfold = (page, selector) =>
  page.evaluate((at) => {
    document.querySelector(at).open = true;
  }, selector);

/** Clicks without a pointer, where something may be folded away. @param {any} page @param {string} selector */
export const press = (page, selector) =>
  page.evaluate((at) => {
    document.querySelector(at).click();
  }, selector);

/** Writes a sentence and asks for it. @param {any} page @param {string} text @param {'words' | 'characters'} [split] */
export async function useSentence(page, text, split = 'words') {
  await unfold(page, '.settings');
  await page.click(`input[name="split"][value="${split}"]`);
  await paste(page, 'input[name="sentence"]', text);
  await page.click('button[name="use"]');
}

export const entry = (name, row, column) => `.editor input[data-path="${name}/${row}/${column}"]`;

// --- What is taken away ---------------------------------------------------------------------------------------------

/** Keeps what the page would save, instead of saving it. Runs in the page. */
export function keepFiles() {
  window.kept = [];
  const blobs = new Map();
  const plain = URL.createObjectURL.bind(URL);
  // A picture is made by way of an address as well, so each is a real one.
  URL.createObjectURL = (blob) => {
    const url = plain(blob);
    blobs.set(url, blob);
    return url;
  };
  HTMLAnchorElement.prototype.click = function click() {
    window.kept.push({ name: this.download, href: this.href, blob: blobs.get(this.href) });
  };
}

/** Asks for a file; gives its name, type, bytes and, as text, what it holds. */
export async function take(page, kind) {
  await page.evaluate(() => {
    window.kept = [];
    document.querySelector('.tools output').textContent = '';
  });
  await page.click(`.tools button[name="${kind}"]`);
  await page.until(() => window.kept.length > 0 && document.querySelector('.tools output').textContent !== '');
  return page.evaluate(async () => {
    const [{ name, href, blob }] = window.kept;
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return {
      name,
      href,
      type: blob.type,
      size: bytes.length,
      start: [...bytes.slice(0, 24)],
      text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
      files: window.kept.length,
    };
  });
}

// --- Notes -----------------------------------------------------------------------------------------------------------

/** The open note, or null. Runs in the page. */
export function noteNow() {
  const note = document.querySelector('.figure-note');
  if (!note) return null;
  // With every digit, so that adding again gives the figure.
  note.querySelector('.full[aria-pressed="false"]')?.click();
  const text = (selector) => note.querySelector(selector)?.textContent.trim() ?? '';
  // Of each part only its figure, so that a sum stands there that can be added.
  const sum = note.querySelector('.sum')?.cloneNode(true);
  for (const part of sum?.querySelectorAll('.part') ?? []) part.replaceWith(part.querySelector('b').textContent);
  return {
    what: text('.what'),
    sum: sum?.textContent ?? '',
    formula: [...note.querySelectorAll('math mn')].map((number) => number.textContent),
    parts: [...note.querySelectorAll('.sum .part')].map((part) => part.dataset.name),
    lines: [...note.querySelectorAll('p:not(.what, .sum, .reason, .buttons)')].map((line) => line.textContent),
    buttons: [...note.querySelectorAll('.buttons button')].map((button) => button.className),
  };
}

/** Asks a figure by a click; gives the note. @param {any} page @param {string} figure */
export async function ask(page, figure) {
  await page.click(figure);
  // WebDriver reads where a figure is and clicks there: one that has moved meanwhile, since a picture above it has grown,
  // is clicked once more.
  const opened = await page.evaluate(async (at) => {
    const open = () => document.querySelector(at).getAttribute('aria-expanded') === 'true';
    for (let waits = 0; waits < 100 && !open(); waits += 1) await new Promise((resolve) => setTimeout(resolve, 20));
    return open();
  }, figure);
  if (!opened) await page.click(figure);
  await page.until((at) => document.querySelector(at).getAttribute('aria-expanded') === 'true', figure);
  return page.evaluate(noteNow);
}

/**
 * Asks a figure and follows the parts of its sums until one has none; gives every note on the way. Runs in the page.
 * @param {string} selector @param {() => any} read noteNow @param {string} [end] the matrix to come to, where it can be reached
 */
export async function wayDown(selector, read, end = 'inputs') {
  const figure = document.querySelector(selector);
  const opened = () => figure.getAttribute('aria-expanded') === 'true';
  if (!opened()) figure.dispatchEvent(new MouseEvent('click', { bubbles: true })); // in a picture there is no click()
  // The first answer may have to wait for its module; what is below it comes at once.
  for (let tries = 0; !opened() && tries < 2000; tries += 1) await new Promise((resolve) => setTimeout(resolve));
  const nearness = [
    end,
    'queries',
    'keys',
    'values',
    'rows',
    'mixed',
    'output',
    'outputs',
    'scores',
    'scaled',
    'exponentials',
    'weights',
    'logits',
    'probabilities',
    'losses',
  ];
  const rank = (part) => {
    const at = nearness.findIndex((field) => `/${part.dataset.name}`.includes(`/${field}/`));
    return (at < 0 ? nearness.length : at) + (part.querySelector('b').textContent === '0' ? 0.5 : 0);
  };
  const notes = [read()];
  while (notes.at(-1)?.parts.length && notes.length < 12) {
    const [next] = [...document.querySelectorAll('.figure-note .sum .part')].sort((a, b) => rank(a) - rank(b));
    next.click();
    notes.push(read());
  }
  return notes;
}

/**
 * Asks a figure and follows every part of its sums down; gives the notes, each with how deep it is and the part that
 * it answers. Runs in the page.
 * @param {string} selector @param {() => any} read noteNow
 */
export async function everyWay(selector, read) {
  const figure = document.querySelector(selector);
  const opened = () => figure.getAttribute('aria-expanded') === 'true';
  if (!opened()) figure.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  for (let tries = 0; !opened() && tries < 2000; tries += 1) await new Promise((resolve) => setTimeout(resolve));
  const notes = [];
  const down = (depth, name) => {
    const note = { ...read(), depth, name };
    notes.push(note);
    note.parts.forEach((part, k) => {
      if (depth > 9) return;
      document.querySelectorAll('.figure-note .sum .part')[k].click();
      down(depth + 1, part);
      document.querySelector('.figure-note .up').click();
    });
  };
  down(0, '');
  return notes;
}

const POWERS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** The numbers of a sum as it is printed, as JavaScript writes them: "8.3 × 10⁻⁷" is "8.3e-7". @param {string} text */
const plain = (text) =>
  text
    .replace(/(\d),(?=\d{3})/g, '$1')
    .replace(
      / × 10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g,
      (_, power) => `e${[...power].map((c) => (c === '⁻' ? '-' : POWERS.indexOf(c))).join('')}`,
    );

/** The numbers in a printed sum, one after the other. @param {string} text */
export const numbersIn = (text) =>
  [...plain(text).matchAll(/−?\d[\d.]*(?:e-?\d+)?/g)].map(([number]) => Number(number.replace('−', '-')));

/**
 * Does a printed sum: "0.5 = 0.2 × 2 + exp(−1) ÷ 3" gives [0.5, 0.2 * 2 + Math.exp(-1) / 3].
 * @param {string} text @returns {number[]}
 */
export function reckon(text) {
  const tokens = plain(text).match(/\d[\d.]*(?:e-?\d+)?|[=+−×÷(),√∞]|⌈⌉|[a-z]+/g) ?? [];
  let at = 0;
  const take = (token) => {
    if (tokens[at] !== token) return false;
    at += 1;
    return true;
  };
  const CALLS = {
    exp: Math.exp,
    ln: Math.log,
    '√': Math.sqrt,
    '⌈⌉': Math.ceil,
    max: Math.max,
    min: Math.min,
    tanh: Math.tanh,
  };
  function one() {
    if (take('−')) return -one();
    if (take('∞')) return Infinity;
    const token = tokens[at];
    at += 1;
    if (token === '(') {
      const inner = sum();
      take(')');
      return inner;
    }
    if (!(token in CALLS)) return Number(token);
    const parts = [];
    do {
      at += 1;
      parts.push(sum());
    } while (tokens[at] === ',');
    take(')');
    return CALLS[token](...parts);
  }
  function product() {
    let value = one();
    for (;;) {
      if (take('×')) value *= one();
      else if (take('÷')) value /= one();
      else return value;
    }
  }
  function sum() {
    let value = product();
    for (;;) {
      if (take('+')) value += product();
      else if (take('−')) value -= product();
      else return value;
    }
  }
  const sides = [sum()];
  while (take('=')) sides.push(sum());
  if (at !== tokens.length) sides.push(NaN);
  return sides;
}

/**
 * What is wrong with the sums of notes: one that does not give its figure, or a formula with other numbers than its
 * text.
 */
export const badSums = (notes, where) =>
  notes
    .filter((note) => note?.sum)
    .flatMap(({ sum, what, formula }) => {
      const [left, right, ...more] = reckon(sum);
      const numbers = numbersIn(sum);
      const close =
        Math.abs(left - right) <=
          1e-10 *
            Math.max(
              Math.abs(left),
              ...numbers
                .slice(1)
                .map(Math.abs)
                .filter((n) => n <= 1),
            ) || left === right;
      const same = JSON.stringify(numbers) === JSON.stringify(formula.flatMap(numbersIn));
      return [
        ...(close && more.length === 0 ? [] : [`${where}: ${what}: ${sum} comes to ${right}`]),
        ...(same ? [] : [`${where}: ${what}: the formula has ${formula.join(' ')}, the text ${sum}`]),
      ];
    });

// --- The memory ledger -----------------------------------------------------------------------------------------------

const LEDGER = ['per-token', 'index', 'window', 'state', 'conv', 'total', 'fits-0', 'fits-1', 'fits-2'];

/** The ledger: for each row its name, what is said behind it, and the texts of its cells. */
export const ledger = (page) =>
  page.evaluate(
    (keys) =>
      [...document.querySelectorAll('[data-table="ledger"] tbody tr')].map((row) => ({
        name: row.cells[0].querySelector('span').firstChild.data,
        beyond: row.cells[0].querySelector('small')?.textContent ?? '',
        ...Object.fromEntries(keys.map((key, k) => [key, row.cells[k + 1].textContent])),
      })),
    LEDGER,
  );

/** The bytes in one of its rows. */
export const bytesIn = (row) => LEDGER.slice(0, 6).map((key) => row[key]);

export const printedBytes = (page, numbers) =>
  page.evaluate((all) => all.map((number) => whyAttention.printer.bytes(number)), numbers);

/** Its tables layer by layer: names and texts. */
export const groupTables = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.groups table')].map((table) => ({
      name: table.caption.textContent,
      rows: [...table.tBodies[0].rows].map((row) => [...row.cells].slice(1).map((cell) => cell.textContent)),
    })),
  );

export const ledgerCell = (row, key) =>
  `[data-table="ledger"] tbody tr:nth-child(${row + 1}) td:nth-of-type(${LEDGER.indexOf(key) + 1}) .n`;
export const groupCell = (part, row, column) =>
  `.groups > section:nth-child(${part + 1}) tbody tr:nth-child(${row + 1}) td:nth-of-type(${column + 1}) .n`;

/** The models as the core has them: id, name and context. */
export const modelsOf = (page) =>
  page.evaluate(() =>
    whyAttention
      .engine('ledger')
      .then((attn) =>
        attn
          .models({ anchor: attnData.ledger.anchor, frontier: attnData.ledger.frontier })
          .map(({ id, name, context }) => ({ id, name, context: context.value })),
      ),
  );

/**
 * What the core says that models keep, called afresh, and the texts of its bytes.
 * @param {any} page @param {{ id: string, T: number, stored: boolean }[]} asked
 */
export const bytesOf = (page, asked) =>
  page.evaluate(
    (all) =>
      whyAttention.engine('ledger').then((attn) => {
        const entries = attn.models({ anchor: attnData.ledger.anchor, frontier: attnData.ledger.frontier });
        return all.map(({ id, T, stored }) => {
          const trace = attn.memory({
            groups: entries.find((entry) => entry.id === id).groups,
            tokens: T,
            batch: 1,
            bytes: 2,
            as_stored: stored,
          });
          const others = [trace.index_bytes_per_token, trace.window_full_bytes, trace.state_bytes, trace.conv_bytes];
          return {
            trace,
            texts: [
              whyAttention.printer.bytes(trace.cache_bytes_per_token),
              ...others.map((bytes) => (bytes ? whyAttention.printer.bytes(bytes) : '')),
              whyAttention.printer.bytes(trace.total_bytes),
            ],
          };
        });
      }),
    asked,
  );

/** What its controls say; format: the place of the chosen one. */
export const memoryControls = (page) =>
  page.evaluate(() => {
    const chosen = (name) => [...document.querySelectorAll(`[name="${name}"]:checked`)].map((box) => box.value);
    const value = (name) => document.querySelector(`memory-lab form [name="${name}"]`).value;
    return {
      models: chosen('models'),
      layout: chosen('layout'),
      T: value('T'),
      slider: document.querySelector('[name="T-slider"]').getAttribute('aria-valuetext'),
      batch: value('batch'),
      format: [...document.querySelectorAll('[name="dtype"]')].findIndex((radio) => radio.checked),
      stored: document.querySelector('[name="stored"]').checked,
      complaints: [
        ...[...document.querySelectorAll('memory-lab .message:not(.lab-notice)')]
          .map((place) => place.textContent)
          .filter(Boolean),
        ...[...document.querySelectorAll('[aria-invalid="true"]')].map((field) => `${field.name} is marked`),
        ...whyAttention.problems,
        ...(document.querySelector('memory-lab .results').hasAttribute('stale') ? ['stale'] : []),
      ],
    };
  });

/** Reads a text into the ledger as a reader's own config.json; gives what is then said. */
export async function readConfig(page, text) {
  await paste(page, '.paste textarea', text);
  await press(page, '.paste [name="read"]');
  return configShown(page);
}

export const configShown = (page) =>
  page.evaluate(() => ({
    message: document.querySelector('.paste .message').textContent,
    invalid: document.querySelector('.paste textarea').getAttribute('aria-invalid') === 'true',
    recognised: document.querySelector('.recognised').textContent,
    uncertain: document.querySelector('.uncertain').textContent,
    fields: [...document.querySelectorAll('.explained tbody tr')].map((row) =>
      [...row.cells].map((cell) => cell.textContent),
    ),
  }));

/**
 * Chooses a file in the dialog.
 * @param {any} page @param {string} name @param {string | number} content a number: so many bytes
 */
export const chooseFile = (page, name, content) =>
  page.evaluate(
    (as, text) => {
      const list = new DataTransfer();
      list.items.add(new File([typeof text === 'number' ? ' '.repeat(text) : text], as));
      const field = document.querySelector('.paste [name="file"]');
      field.files = list.files;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    },
    name,
    content,
  );

/**
 * What the ledger says that fits into its budgets: none, all or some, and whether that many tokens fit and one more
 * does not.
 */
export const budgetsShown = (page) =>
  page.evaluate(() =>
    whyAttention.engine('ledger').then((attn) => {
      const lab = document.querySelector('memory-lab');
      const { batch, dtype, stored } = lab.values;
      const most = Number(document.querySelector('#T-number').dataset.most);
      const said = {
        [whyAttention.words('memory.none')]: 'none',
        [whyAttention.words('memory.all', { most: whyAttention.printer.count(most) })]: 'all',
      };
      return [...document.querySelectorAll('[data-table="ledger"] tbody tr')].flatMap((row, i) =>
        [24, 80, 141].map((size, k) => {
          const text = row.cells[7 + k].textContent;
          const kind = said[text] ?? 'some';
          const T = { none: 0, all: most }[kind] ?? Number(text.replaceAll(',', ''));
          const fits = (tokens) =>
            attn.memory({
              groups: lab.run.rows[i].entry.groups,
              tokens,
              batch,
              bytes: { fp32: 4, bf16: 2, fp8: 1, fp4: 0.5 }[dtype],
              as_stored: stored,
            }).total_bytes <=
            size * 2 ** 30;
          return {
            kind,
            right: (T === 0 || fits(T)) && (T === most || !fits(T + 1)),
            said: `${row.cells[0].textContent}: ${text} into ${size} GiB`,
          };
        }),
      );
    }),
  );

/**
 * The core's bytes of a model, by the names of tests/models.json.
 * @param {any} plain as BF16 @param {any} stored @param {number} left what the expected total leaves out
 */
export const asExpected = (plain, stored, left) => ({
  kv_elements_per_token: plain.numbers_per_token,
  kv_bytes_per_token: stored.bytes_per_token,
  kv_bytes_per_token_bf16: plain.cache_bytes_per_token,
  kv_bytes_per_token_bf16_with_index: plain.bytes_per_token,
  kv_bytes_per_token_bf16_rows: plain.bytes_per_token,
  index_bytes_per_token_bf16: plain.index_bytes_per_token,
  window_bytes_full_bf16: plain.window_full_bytes,
  window_bytes_fixed: stored.window_full_bytes,
  state_bytes_fp32: plain.state_bytes,
  conv_state_bytes_bf16: plain.conv_bytes,
  total_bytes_at_native_context: stored.sequence_bytes - left,
});

/** What should be said of a config.json, and the names of its fields, by the core called afresh. */
export const recognisedBy = (page, text) =>
  page.evaluate(
    (json) =>
      whyAttention.engine('ledger').then((attn) => {
        const { model_type: type, family, explained } = attn.config_json({ text: json, file: 'config.json' });
        return [
          whyAttention.words('memory.recognised', {
            type: type || '—',
            family: family
              .split('+')
              .map((part) => whyAttention.words(`memory.family-${part}`))
              .join(' + '),
          }),
          explained.map(({ field }) => field).sort(),
        ];
      }),
    text,
  );

/** A paragraph of the timeline, and its figures: id, text and kind. */
export const generationText = (page, selector) =>
  page.evaluate((at) => {
    const place = document.querySelector(at);
    return {
      seen: place.checkVisibility(),
      text: place.textContent,
      facts: [...place.querySelectorAll('[data-fact]')].map((figure) =>
        [figure.dataset.fact, figure.textContent, figure.dataset.kind].join(' '),
      ),
    };
  }, selector);

/** The picture of quality against speed, its points as [down, right], and its table. */
export const pointsDrawn = (page) =>
  page.evaluate(() => {
    const [svg, table, said] = ['svg', 'table', 'figcaption'].map((name) =>
      document.querySelector(`#generation-gqa .quality-speed ${name}`),
    );
    return {
      seen: svg.checkVisibility() && table.checkVisibility(),
      said: said.textContent,
      label: svg.getAttribute('aria-label'),
      texts: [...svg.querySelectorAll('text')].map((text) => text.textContent).join('; '),
      points: [...svg.querySelectorAll('circle')].map((point) => [point.cy.baseVal.value, point.cx.baseVal.value]),
      rows: [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent)),
    };
  });

// --- What no reader should meet --------------------------------------------------------------------------------------

/**
 * Numbers with dust behind them, a zero with a sign, and what is no number: in texts, labels, fields and the address. Runs in
 * the page. Notes, and differences that are compared to the last bit, are printed in full.
 */
export function uglyNumbers() {
  const faults = [];
  // Eight digits behind the point are dust, but for the zeros in front of a small number.
  const ugly =
    /\bNaN\b|\bInfinity\b|\bundefined\b|\bnull\b|\[object|[1-9]\d*\.\d{8}|(?<!\d)0\.0*[1-9]\d{7}|[-−]0(?:\.0+)?(?![.\d])|\d[eE][-+]?\d/;
  const look = (text, where) => {
    const hit = ugly.exec(text);
    if (hit) faults.push(`"${hit[0]}" in ${where}: ${text.slice(Math.max(0, hit.index - 30), hit.index + 40)}`);
  };
  for (const lab of document.querySelectorAll('[id$="-lab"]')) {
    const walker = document.createTreeWalker(lab, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement.closest('.figure-note, .difference, [data-table="differences"]'))
        look(node.data, node.parentElement.localName);
    }
    for (const element of lab.querySelectorAll('[aria-valuetext], [aria-label], input')) {
      look(
        `${element.getAttribute('aria-valuetext') ?? ''} ${element.getAttribute('aria-label') ?? ''}`,
        `the labels of ${element.name || element.localName}`,
      );
      if (element.localName === 'input' && element.getAttribute('aria-invalid') !== 'true')
        look(element.value, `the field ${element.name || element.getAttribute('aria-label')}`);
    }
  }
  look(decodeURIComponent(location.hash), 'the address');
  return faults;
}
