// What readers set in their systems: reduced motion, dark pages on paper, no storage, no WebAssembly.
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { equal, none, ok } from './check.mjs';
import { LESSON, lanesShown, openLesson, panelShown, ready } from './lesson.mjs';
import { CHROMIUM, inBothLanguages, test } from './registry.mjs';
import { watch } from './watch.mjs';

const next = 'token-lanes button[name="next"]';

/** The contrast of every piece of text with what lies behind it, as it is painted. Runs in the page. */
function contrasts() {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  canvas.canvas.width = canvas.canvas.height = 1;
  /** Any CSS colour as red, green, blue in 0 ... 255, and opacity in 0 ... 1. */
  const read = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a)];
  const light = (colour) => {
    const [r, g, b] = colour.map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ancestors = (element) => (element ? [...ancestors(element.parentElement), element] : []);
  const results = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (
      !node.data.trim() ||
      !element.checkVisibility({ visibilityProperty: true }) ||
      element.closest('noscript, script, .visually-hidden')
    )
      continue;
    let behind = [255, 255, 255];
    let opacity = 1;
    for (const part of ancestors(element)) {
      const style = getComputedStyle(part);
      behind = over(read(style.backgroundColor), behind);
      opacity *= Number(style.opacity);
    }
    const style = getComputedStyle(element);
    const [r, g, b, a] = read(element.closest('svg') ? style.fill : style.color);
    const text = over([r, g, b, a * opacity], behind);
    const [bright, dark] = [light(text), light(behind)].sort((x, y) => y - x);
    results.push({
      text: node.data.trim().slice(0, 40),
      contrast: (bright + 0.05) / (dark + 0.05),
      behind,
      inTable: Boolean(element.closest('td')),
    });
  }
  return results;
}

export default function (site) {
  // Chromium, since only there can a test set the preference.
  test('reduced motion: nothing moves, and play still steps', { engines: CHROMIUM }, async (context) => {
    const { page, scratch } = context;
    // First that the question can be answered: without the preference, a step does start animations.
    await page.media({ reducedMotion: false });
    await openLesson({ ...context, lang: 'zh' });
    await page.click(next);
    ok(
      (await page.evaluate(() => document.getAnimations().length)) > 0,
      'a step starts an animation where motion is welcome',
    );

    await page.media({ reducedMotion: true });
    for (const lang of ['zh', 'en']) {
      await openLesson({ ...context, lang });
      equal(await page.evaluate(() => document.getAnimations().length), 0, 'animations at the start');
      await page.evaluate(() => {
        window.moved = 0;
        for (const type of ['animationstart', 'transitionrun'])
          addEventListener(
            type,
            () => {
              window.moved += 1;
            },
            true,
          );
      });
      await page.click(next);
      equal(await page.evaluate(() => document.getAnimations().length), 0, 'animations after a step');
      await page.click('token-lanes details.twin summary');
      await page.press('count-panel input[name="tokens-slider"]', 'ArrowUp', 3);
      await page.click('.n[data-fact]');
      await page.until(() => document.querySelector('.figure-note') !== null);
      await page.click(next);
      equal(await page.evaluate(() => document.getAnimations().length), 0, 'animations after some more');
      // The mouse away and no caret, or they would be all that blinks.
      const pictures = [];
      for (const name of ['before', 'after']) {
        await page.screenshot(join(scratch, `${name}.png`));
        pictures.push(readFileSync(join(scratch, `${name}.png`)));
        if (name === 'before')
          await page.evaluate(
            () =>
              new Promise((resolve) => {
                setTimeout(resolve, 500);
              }),
          );
      }
      ok(pictures[0].equals(pictures[1]), 'two pictures 500 ms apart are the same');
      equal((await lanesShown(page)).steps, ['2', '1'], 'steps, none of which came by itself');
      await page.evaluate(() => {
        document.querySelector('token-lanes select[name="speed"]').value = '450';
      });
      await page.click('token-lanes button[name="play"]');
      await page.until(() => document.querySelector('token-lanes .lane.rnn .steps').textContent === '5');
      equal(
        await page.evaluate(() => [document.getAnimations().length, window.moved]),
        [0, 0],
        'animations while playing, and started since the beginning',
      );
      none(await page.faults(), 'faults');
    }
  });

  // Chromium, since only there can a test have the page as it is printed.
  inBothLanguages(
    'print: black on white from a dark page, without controls',
    { engines: CHROMIUM },
    async (context) => {
      const { page } = context;
      await page.media({ scheme: 'dark' });
      await openLesson(context, '#step=2');
      const dark = await page.evaluate(contrasts);
      ok(
        dark.some(({ behind }) => behind.every((part) => part < 60)),
        'the page is dark on the screen',
      );
      await page.media({ scheme: 'dark', print: true });
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) {
          details.removeAttribute('name');
          details.open = true;
        }
      });
      for (const query of ['ming', 'give']) {
        await page.evaluate(
          (id) => document.querySelector(`token-lanes input[name="query"][value="${id}"]`).click(),
          query,
        );
        const printed = await page.evaluate(contrasts);
        ok(printed.length > 300, `${printed.length} pieces of text`);
        none(
          printed
            .filter(({ behind, inTable }) => !inTable && behind.some((part) => part < 225))
            .map(({ text }) => text),
          'text that does not stand on white',
        );
        none(
          printed.filter(({ contrast }) => contrast < 7).map(({ text, contrast }) => `${contrast.toFixed(2)} ${text}`),
          'text with less than 7 : 1',
        );
      }
      const heat = await page.evaluate(() =>
        [...document.querySelectorAll('td.heat')].map((cell) => [
          cell.textContent,
          getComputedStyle(cell).printColorAdjust,
        ]),
      );
      ok(
        heat.length === 15 && heat.every(([text, adjust]) => text.endsWith('%') && adjust === 'exact'),
        'the cells of the heat map keep figures and colours',
      );
      none(
        await page.evaluate(() =>
          [...document.querySelectorAll('button, select, input[type="range"], nav, .skip, textarea')]
            .filter((element) => element.checkVisibility())
            .map((element) => element.outerHTML.slice(0, 80)),
        ),
        'controls on paper',
      );
      equal(
        await page.evaluate(
          () =>
            document.querySelectorAll('h2, table, svg[role="img"]').length > 15 &&
            [...document.querySelectorAll('svg[role="img"]')].every((svg) => svg.checkVisibility()),
        ),
        true,
        'headings, tables and drawings are printed',
      );
    },
  );

  // Each engine gets pages with a script in front that takes storage away, as a browser's settings or a full disk do.
  test('blocked storage: everything works', {}, async (context) => {
    const { page, scratch } = context;
    const block = () => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
        Object.defineProperty(window, name, {
          configurable: true,
          get() {
            throw new DOMException(`${name} is blocked`, 'SecurityError');
          },
        });
      }
      Object.defineProperty(Document.prototype, 'cookie', {
        configurable: true,
        get() {
          throw new DOMException('cookies are blocked', 'SecurityError');
        },
        set() {
          throw new DOMException('cookies are blocked', 'SecurityError');
        },
      });
    };
    const blocked = site.copyWith(mkdtempSync(join(scratch, 'blocked-')), [watch, block]);
    for (const lang of ['zh', 'en']) {
      await openLesson({ page, site: blocked, lang });
      equal(
        await page.evaluate(() => {
          try {
            return String(window.localStorage);
          } catch (error) {
            return error.name;
          }
        }),
        'SecurityError',
        'what the storage answers',
      );
      for (let step = 0; step < 5; step += 1) await page.click(next);
      equal((await lanesShown(page)).steps, ['5', '1'], 'steps');
      await page.type('count-panel input[name="tokens"]', '4096');
      await page.type('count-panel input[name="width"]', '5120');
      equal((await panelShown(page)).ratio, '0.8', 'ratio');
      await page.click('.n[data-fact]');
      await page.until(() => document.querySelectorAll('.figure-note').length === 1);
      equal(await page.evaluate(() => document.querySelectorAll('try-list li.done').length), 2, 'things ticked off');
      none(await page.faults(), 'faults');
    }
  });

  test('without WebAssembly the page says so, and the text stays', {}, async ({ page, scratch }) => {
    const without = site.copyWith(mkdtempSync(join(scratch, 'without-')), [
      () => {
        delete window.WebAssembly;
      },
    ]);
    await page.open(without.url(`en/${LESSON}.html`));
    await page.until(
      () => !document.querySelector('.problem').hidden && document.querySelector('.problem').textContent.length > 20,
    );
    const { said, text } = await page.evaluate(() => ({
      said: document.querySelector('.problem').textContent,
      text: document.querySelectorAll('main section').length,
    }));
    ok(said.includes('WebAssembly'), `"${said}" names WebAssembly`);
    ok(text > 8, 'the sections of the lesson are there');
  });
}
