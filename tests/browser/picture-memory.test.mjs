// The tanks of the memory ledger: their figures are the table's, and T can be pulled at the surface of any of them.
import { equal, none, ok } from './check.mjs';
import { PHONE } from './engines.mjs';
import { openLab } from './lab.mjs';
import { languageFaults } from './language.mjs';
import { CHROMIUM, inBothLanguages } from './registry.mjs';

const GRIP = 'memory-lab svg.tanks .surface';

/** Totals and bytes per token, as drawn and as the ledger has them; T of the form, of the handle and of the address. */
const shown = (page) =>
  page.evaluate(() => {
    const lab = document.querySelector('memory-lab');
    const texts = (selector) => [...lab.querySelectorAll(selector)].map((element) => element.textContent);
    const rows = [...lab.querySelectorAll('[data-table="ledger"] tbody tr')];
    const heads = texts('[data-table="ledger"] thead th');
    const column = (key) => heads.indexOf(whyAttention.words(`memory.${key}`));
    const of = (key) => rows.map((row) => row.children[column(key)].textContent);
    const grip = lab.querySelector('.surface');
    return {
      totals: texts('svg.tanks .tank-total'),
      wanted: of('total'),
      together: column('together') > 0 ? of('together') : [],
      each: texts('svg.tanks .n.axis-text').filter((text) => / /.test(text)),
      wantedEach: of('per-token'),
      layers: texts('svg.tanks .n.axis-text').filter((text) => !/ /.test(text)),
      wantedLayers: texts('.groups tbody tr td:nth-child(2)'),
      T: lab.querySelector('[name="T"]').value,
      said: grip?.getAttribute('aria-valuetext'),
      label: lab.querySelector('svg.tanks').getAttribute('aria-label'),
      address: new URLSearchParams(location.hash.slice(1).replace(/^\/[^&]*&?/, '')).get('T'),
      torn: lab.querySelectorAll('svg.tanks .tear').length,
    };
  });

async function asInTables(page, when) {
  const now = await shown(page);
  equal(now.totals, now.wanted, `${when}: totals drawn, and those of the ledger`);
  none(
    now.totals.filter((total) => !now.label.includes(total)),
    `${when}: totals that the text alternative leaves out`,
  );
  return now;
}

export default function (site) {
  inBothLanguages('picture-memory: figures are those of the tables, and say why', {}, async (context) => {
    const { page } = context;
    await openLab(context, 'memory');
    const now = await asInTables(page, 'at the start');
    equal(now.each, now.wantedEach, 'bytes per token');
    equal(now.layers, now.wantedLayers, 'layers of each kind');
    equal(now.torn, 0, 'tanks that overflow');
    await page.press('memory-lab svg.tanks .tank-total', 'Enter');
    await page.until(() => document.querySelector('#figure-note .sum') !== null);
    await page.press(null, 'Escape');
    equal(await page.evaluate(() => document.querySelectorAll('#figure-note').length), 0, 'notes after Escape');
    await openLab(context, 'memory', '#weights=bf16&models=qwen3.8-27b,llama-3.1-8b');
    // The parameters of the first are not counted: its tank holds the cache alone, and says so.
    const { totals, wanted, together } = await shown(page);
    equal(totals, [wanted[0], together[1]], 'totals with the weights');
    const said = await page.evaluate(() => [
      whyAttention.words('tanks.uncounted'),
      document.querySelector('svg.tanks').textContent,
    ]);
    equal(said[1].split(said[0]).length - 1, 1, 'tanks that say that their weights are not counted');
    none(await page.evaluate(languageFaults, 'memory-lab'), 'text in the wrong language');
    none(await page.faults(), 'faults');
  });

  inBothLanguages('picture-memory: the surface is pulled, by key and by pointer', {}, async (context) => {
    const { page, engine } = context;
    await openLab(context, 'memory', '#T=131072&models=qwen3.8-27b,deepseek-llm-67b');
    await page.press(GRIP, 'ArrowUp');
    const up = await asInTables(page, 'one stop up');
    ok(Number(up.T) > 131072 && up.address === up.T, `T of the form and of the address: ${up.T}, ${up.address}`);
    await page.press(GRIP, 'End');
    const full = await asInTables(page, 'at the longest context');
    ok(full.torn > 0, 'a tank that overflows has a torn edge');
    await page.press(GRIP, 'Home');
    const least = await asInTables(page, 'at one token');
    equal([least.T, least.torn], ['1', 0], 'T and torn edges at the shortest context');
    if (engine && engine !== 'chromium') return;
    // The second tank is pulled from its bottom to the line of the middle budget.
    const [from, to] = await page.evaluate(() => {
      scrollTo(0, 0);
      const grip = document.querySelectorAll('memory-lab svg.tanks .surface')[1].getBoundingClientRect();
      const lines = [...document.querySelectorAll('memory-lab svg.tanks .budget')];
      const x = grip.x + grip.width / 2;
      return [
        { x, y: grip.y + grip.height / 2 },
        { x, y: lines[1].getBoundingClientRect().y },
      ];
    });
    await page.page.mouse.move(from.x, from.y);
    await page.page.mouse.down();
    await page.page.mouse.move(to.x, to.y, { steps: 4 });
    await page.page.mouse.up();
    const pulled = await asInTables(page, 'after the pull');
    const amount = parseFloat(pulled.totals[1]);
    ok(/GiB/.test(pulled.totals[1]) && amount > 74 && amount < 86, `pulled to 80 GiB, there are ${pulled.totals[1]}`);
    // Browsers limit how often an address may change, so it follows when the hand rests.
    await page.until((T) => location.hash.includes(`T=${T}`), pulled.T);
    none(await page.faults(), 'faults');
  });

  for (const size of [{ width: 1280, height: 720 }, PHONE]) {
    inBothLanguages(
      `picture-memory: at ${size.width} px tanks and T are in the first view, nothing cut off`,
      { engines: CHROMIUM, size },
      async (context) => {
        const { page } = context;
        await page.setSize(size.width, size.height);
        await openLab(context, 'memory');
        none(
          await page.evaluate(() => {
            scrollTo(0, 0);
            const lab = document.querySelector('memory-lab');
            const picture = lab.querySelector('svg.tanks');
            const { left, right } = document.querySelector('main').getBoundingClientRect();
            const parts = [picture, ...picture.querySelectorAll('text'), lab.querySelector('[name="T-slider"]')];
            return parts.flatMap((part) => {
              const box = part.getBoundingClientRect();
              const small = part.localName === 'text' && parseFloat(getComputedStyle(part).fontSize) < 12;
              const inside = box.left >= left - 2 && box.right <= right + 2 && box.bottom <= innerHeight;
              return inside && !small
                ? []
                : [
                    `${part.localName} ${part.textContent.slice(0, 20)}: ${[box.left, box.right, box.bottom].map(Math.round)}`,
                  ];
            });
          }),
          'parts outside the first view',
        );
        const height = await page.evaluate(
          () => document.querySelector('memory-lab svg.tanks').getBoundingClientRect().height,
        );
        ok(height <= 520, `the picture is ${height} px high`);
        // No two totals lie on one another.
        none(
          await page.evaluate(() => {
            const boxes = [...document.querySelectorAll('svg.tanks .tank-total')].map((e) => e.getBoundingClientRect());
            return boxes.flatMap((a, i) =>
              boxes
                .slice(i + 1)
                .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom - 4 && b.top < a.bottom - 4)
                .map((b) => `${Math.round(a.left)} and ${Math.round(b.left)}`),
            );
          }),
          'totals on one another',
        );
      },
    );
  }
}
