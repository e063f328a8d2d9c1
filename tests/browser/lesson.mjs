// What the tests of the labs share: opening the lesson, reading what its labs show, and what they should show.

export const LESSON = 'why-not-rnn';

/** Opens the lesson and waits for its labs. @param {any} context @param {string} [hash] such as "#step=3" */
export async function openLesson({ page, site, lang }, hash = '') {
  await page.open(site.url(`${lang}/${LESSON}.html`) + hash);
  await ready(page);
}

/** Waits for every lab of the open page that has a promise of being ready. */
export async function ready(page) {
  await page.evaluate(() =>
    Promise.all(
      [...document.querySelectorAll('lane-head, token-lanes, count-panel, cost-table, [id$="-lab"]')].map(
        (lab) => lab.ready,
      ),
    ).then(() => true),
  );
}

/** What <token-lanes> shows. */
export const lanesShown = (page) =>
  page.evaluate(() => {
    const lab = document.querySelector('token-lanes');
    const [rnn, attention] = lab.querySelectorAll('.lane');
    const text = (root, selector) => [...root.querySelectorAll(selector)].map((e) => e.textContent.trim());
    const { back, next, play, query } = lab.querySelector('form').elements;
    const able = (button) => !button.disabled && button.getAttribute('aria-disabled') !== 'true';
    return {
      position: text(lab, '.position')[0],
      steps: text(lab, '.steps'),
      path: text(lab, '.path'),
      statuses: text(lab, '.status'),
      states: rnn.querySelectorAll('svg .cell:not(.waiting)').length,
      kept: text(rnn, 'svg .small').filter((t) => !/^h[₀-₉]$/.test(t)),
      // Heights as shares of the tallest bar; downwards where negative.
      bars: [...rnn.querySelectorAll('svg .bar')].map(
        (bar) => Number(bar.getAttribute('height')) * (bar.classList.contains('negative') ? -1 : 1),
      ),
      lines: [...attention.querySelectorAll('svg .arc')].map((arc) => Number(arc.style.getPropertyValue('--weight'))),
      weights: text(attention, 'svg .small'),
      asking: text(attention, 'svg .asking'),
      pictures: [...lab.querySelectorAll('.drawing svg')].map((svg) => [
        svg.getAttribute('role'),
        svg.getAttribute('aria-label'),
      ]),
      query: query.value,
      canGoBack: able(back),
      canGoOn: able(next),
      play: play.textContent,
    };
  });

/** What it should show after `step` steps with the token `query` asking, by calling the core afresh. */
export const lanesWanted = (page, step, query) =>
  page.evaluate(
    async (now, asked) => {
      const { attn, world } = await whyAttention.ready;
      const inputs = world.tokens.map((token) => token.embedding);
      const all = inputs.length;
      const q = world.tokens.findIndex((token) => token.id === asked);
      const { W_Q, W_K, W_V, W_O } = world.attention;
      const { mask } = attn.mask({ queries: all, keys: all, causal: true, window: 0 });
      const heads = [{ id: 'all', first_column: 0, columns: world.dimensions.length }];
      const weights = Array.from(attn.multi_head({ inputs, W_Q, W_K, W_V, W_O, heads, mask }).heads[0].weights[q]);
      const states = Array.from(attn.rnn({ inputs, ...world.rnn }).hidden, (row) => Array.from(row));
      const { kept } = attn.imprint({ inputs, ...world.rnn });
      const percent = (x) => whyAttention.printer.percent(x);
      return {
        steps: [String(now), now ? '1' : '0'],
        path: [String(Math.max(0, now - 1)), now ? '1' : '0'],
        states: now,
        kept: inputs.map((_, i) =>
          i < now ? whyAttention.words('token-lanes.left', { share: percent(kept[now - 1][i]) }) : '',
        ),
        bars: states.slice(0, now).flat(),
        lines: now ? weights.slice(0, q + 1) : [],
        weights: inputs.map((_, i) =>
          i > q ? whyAttention.words('token-lanes.future') : now ? percent(weights[i]) : '',
        ),
        asking: [world.tokens[q].text],
        query: asked,
        canGoBack: now > 0,
        canGoOn: now < all,
      };
    },
    step,
    query,
  );

/** What <count-panel> and <cost-table> show; exact holds the full numbers, which stand small under shortened ones. */
export const panelShown = (page) =>
  page.evaluate(() => {
    const panel = document.querySelector('count-panel');
    const table = document.querySelector('cost-table');
    const { elements } = panel.querySelector('form');
    const shown = (e) => !e.closest('[hidden]');
    const cells = (root, read) =>
      Object.fromEntries(
        [...root.querySelectorAll('tr[data-layer]')].map((row) => [
          row.dataset.layer,
          Object.fromEntries([...row.querySelectorAll('[data-value]')].map((cell) => [cell.dataset.value, read(cell)])),
        ]),
      );
    const rows = (root) => cells(root, (cell) => cell.firstChild?.textContent ?? '');
    const exact = (root) =>
      cells(root, (cell) => Number((cell.querySelector('.exact') ?? cell).textContent.replace(/\D/g, '')));
    const field = (name) => ({
      number: elements[name].value,
      slider: elements[`${name}-slider`].getAttribute('aria-valuetext'),
      invalid: elements[name].getAttribute('aria-invalid') === 'true',
      message: panel.querySelector(`#${name}-message`).textContent,
    });
    return {
      tokens: field('tokens'),
      width: field('width'),
      projections: elements.projections.checked,
      causal: elements.causal.checked,
      stale: panel.querySelector('.results').hasAttribute('stale'),
      rows: rows(panel),
      exact: exact(panel),
      formulas: [...panel.querySelectorAll('[data-when]')].filter(shown).map((e) => e.textContent.trim()),
      ratio: panel.querySelector('.ratio b').textContent,
      verdict: panel.querySelector('.ratio > span').textContent,
      crossing: [...panel.querySelectorAll('.plot svg .crossing')].length,
      plot: panel.querySelector('.plot svg').getAttribute('aria-label'),
      run: [...panel.querySelectorAll('[data-table="run"] tbody tr')].map((row) =>
        [...row.cells].map((cell) => cell.textContent),
      ),
      runHint: shown(panel.querySelector('.run-none')),
      table: rows(table),
      tableExact: exact(table),
      tableMessage: table.querySelector('.message').textContent,
      tableStale: Boolean(table.querySelector('.table[stale]')),
      tableAt: table.querySelector('.live').textContent,
    };
  });

export const printed = (page, ...numbers) =>
  page.evaluate((list) => list.map((n) => whyAttention.printer.count(n)), numbers);

/** A sentence of the page's language file. */
export const wordsOf = (page, key, values = {}) => page.evaluate((k, v) => whyAttention.words(k, v), key, values);

/** The tokens of the teaching world, in order. */
export const tokenIds = (page) =>
  page.evaluate(() => whyAttention.ready.then(({ world }) => world.tokens.map((token) => token.id)));
