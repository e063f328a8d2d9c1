// For everybody: axe, the keyboard, small screens and fingers.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { equal, none, ok } from './check.mjs';
import { DESKTOP, PHONE } from './engines.mjs';
import { LESSON, ready } from './lesson.mjs';
import { CHROMIUM, onEachPage, test } from './registry.mjs';

const AXE = fileURLToPath(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url));

/**
 * Opens everything that a reader can open, so that it is looked at: details, stages, the note of a figure, a message.
 */
async function unfold(page) {
  await page.evaluate(async () => {
    for (const details of document.querySelectorAll('details')) {
      details.removeAttribute('name'); // those of one name close each other
      details.open = true;
    }
    for (const next of document.querySelectorAll('design-steps button.main'))
      for (let stage = 0; stage < 5; stage += 1) next.click();
    for (const next of document.querySelectorAll('token-lanes button[name="next"]'))
      for (let step = 0; step < 3; step += 1) next.click();
    const figure = document.querySelector('.n[data-fact]');
    if (!figure) return;
    figure.click();
  });
  await page.until(() => !document.querySelector('.n[data-fact]') || document.querySelector('.figure-note') !== null);
}

/** What a reader can act on and sees. Runs in the page. */
const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"]), [role="button"]';

/**
 * What the focus is on: the place among the stops, its name, and what is wrong with how it is shown. Runs in the page.
 */
async function focusSeen() {
  const at = document.activeElement;
  const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(at);
  const marked =
    (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1 && !/, 0\)$|transparent/.test(outlineColor)) ||
    boxShadow !== 'none';
  const seen = () => {
    const box = at.getBoundingClientRect();
    return box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  };
  const frame = () =>
    new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
  // Engines scroll to it in the frames that follow; Firefox loses its way when the next Tab comes before it is there.
  for (let last = -1, still = 0, frames = 0; frames < 300 && (still < 2 || !seen()); frames += 1, last = scrollY) {
    await frame();
    still = scrollY === last ? still + 1 : 0;
  }
  const name = `${at.localName} ${at.textContent.trim().slice(0, 30)}`;
  return {
    place: window.stops.indexOf(at),
    faults: [
      ...(marked || at === document.body ? [] : [`${name}: no outline`]),
      ...(seen() ? [] : [`${name}: out of sight`]),
    ],
  };
}

/** Goes from the first stop to the last by Tab. Gives what is wrong. */
async function walk(page, all, step) {
  await page.focusStart();
  const faults = [];
  const left = new Set(Array(all).keys());
  for (let spare = 40; left.size > 0 && spare > 0;) {
    await page.press(null, 'Tab');
    const stop = await page.evaluate(focusSeen);
    step(`stop ${stop.place}`);
    if (!left.delete(stop.place)) spare -= 1; // scrolling areas and the browser's own stops come on top
    faults.push(...stop.faults);
  }
  const unreached = await page.evaluate(
    (places) => places.map((i) => window.stops[i].outerHTML.slice(0, 120)),
    [...left],
  );
  return [...unreached.map((text) => `Tab does not reach ${text}`), ...faults];
}

/** At most so many stops of a page are tried in the slower engines. */
const MOST_STOPS = 24;

/**
 * From the stop before it to one of each kind: links, buttons, fields, boxes, sliders, figures, each where it stands.
 * Gives what is wrong.
 */
async function sample(page, all, step) {
  const chosen = await page.evaluate((most) => {
    const kinds = new Map();
    window.stops.forEach((stop, i) => {
      const place = stop.closest(
        'table, details, fieldset, nav, form, svg, .tools, figure, section, header, footer, main',
      )?.localName;
      const kind = [stop.localName, stop.type, stop.getAttribute('role'), place].join(' ');
      if (!kinds.has(kind)) kinds.set(kind, i);
    });
    return [...new Set([0, 1, ...kinds.values(), window.stops.length - 1])]
      .filter((i) => i < window.stops.length)
      .slice(0, most);
  }, MOST_STOPS);
  const faults = [];
  for (const place of chosen) {
    step(`stop ${place} of ${all}`);
    if (place === 0) await page.focusStart();
    else await page.evaluate((i) => window.stops[i].focus(), place - 1);
    let stop;
    // Scrolling areas and the browser's own stops may lie between.
    for (let tries = 0; tries < 4 && stop?.place !== place; tries += 1) {
      await page.press(null, 'Tab');
      stop = await page.evaluate(focusSeen);
    }
    if (stop.place !== place)
      faults.push(
        `Tab does not lead on to ${await page.evaluate((i) => window.stops[i].outerHTML.slice(0, 120), place)}`,
      );
    faults.push(...stop.faults);
  }
  return faults;
}

export default function (site) {
  // Chromium alone: axe reads the document and its styles, which are the same in the others, and media can be emulated
  // here.
  // Each rule at both widths; contrast, which asks for the colours, once in light and once in dark.
  onEachPage(
    site,
    (path) => `axe finds nothing serious on ${path}`,
    { engines: CHROMIUM },
    async ({ page, site: own, lang, step }, path) => {
      ok(existsSync(AXE), `${AXE} is missing; npm ci installs it`);
      const faults = [];
      await page.open(own.url(path));
      await ready(page);
      await unfold(page);
      await page.page.evaluate(readFileSync(AXE, 'utf8'));
      for (const [{ width, height }, scheme, rules] of [
        [DESKTOP, 'light', {}],
        // Layout and colours are those of the other language: its half on a phone, the other one's in the dark.
        lang === 'en'
          ? [PHONE, 'light', { 'color-contrast': { enabled: false } }]
          : [PHONE, 'dark', ['color-contrast']],
      ]) {
        step(`${width} px, ${scheme}`);
        await page.setSize(width, height);
        await page.media({ scheme });
        const found = await page.evaluate(async (which) => {
          // Drawings follow the size in the next frame.
          await new Promise((resolve) => {
            requestAnimationFrame(() => requestAnimationFrame(resolve));
          });
          await Promise.all(document.getAnimations().map((animation) => animation.finished));
          const { violations, passes } = await axe.run(document, {
            resultTypes: ['violations'],
            preload: false,
            ...(Array.isArray(which) ? { runOnly: which } : { rules: which }),
          });
          return {
            passes: passes.length,
            violations: violations
              .filter(({ impact }) => impact === 'serious' || impact === 'critical')
              .flatMap(({ id, nodes }) =>
                nodes.map(
                  (node) =>
                    `${id}: ${node.target.join(' ')}: ${node.failureSummary.split('\n').slice(1).join(' ').trim()}`,
                ),
              ),
          };
        }, rules);
        ok(
          Array.isArray(rules) ? found.passes === 1 || found.violations.length : found.passes > 5,
          `axe looked at ${found.passes} rules`,
        );
        faults.push(...found.violations.map((text) => `${scheme}, ${width} px: ${text}`));
      }
      none(faults, 'faults');
    },
  );

  // One opening for both: most of the time goes into starting the core.
  onEachPage(
    site,
    (path) => `${path} by Tab alone, and on a phone`,
    { size: PHONE },
    async ({ page, site: own, engine, step }, path) => {
      await page.open(own.url(path));
      await ready(page);
      const all = await page.evaluate((selector) => {
        // Controls of one radio group are one stop; what is disabled, hidden or folded away is none.
        window.stops = [...document.querySelectorAll(selector)].filter(
          (element) =>
            element.checkVisibility() &&
            !element.disabled &&
            !(element.type === 'radio' && !element.checked) &&
            element.tabIndex >= 0,
        );
        return window.stops.length;
      }, CONTROLS);
      ok(all > 0, 'stops of the Tab key');
      const visit = engine === 'chromium' ? walk : sample;
      const faults = [
        ...(await visit(page, all, step)),
        // And all that acts when clicked is among the controls; of the figures of a table or a picture one is, and
        // arrow keys lead to the others.
        ...(
          await page.evaluate(() =>
            [...document.querySelectorAll('[onclick], [role="button"]')]
              .filter((element) => element.tabIndex < 0)
              .filter(
                (element) =>
                  !element.matches('tbody .n, svg.picture .n') ||
                  element.closest('tbody, svg.picture').querySelectorAll('.n[tabindex="0"]').length !== 1,
              )
              .map((element) => element.outerHTML.slice(0, 120)),
          )
        ).map((text) => `out of Tab's reach: ${text}`),
      ];

      await unfold(page);
      const { wide, scrolled, inner } = await page.evaluate(() => {
        scrollTo(200, 0);
        const root = document.scrollingElement;
        return { wide: root.scrollWidth - root.clientWidth, scrolled: scrollX, inner: innerWidth };
      });
      equal(inner, PHONE.width, 'width of the page');
      const beyond = await page.evaluate(() =>
        [...document.body.querySelectorAll('*')]
          .filter(
            (element) =>
              element.getBoundingClientRect().right > document.documentElement.clientWidth + 1 &&
              !element.closest('.table, .formula, .skip'),
          )
          .map((element) => `${element.localName}.${element.getAttribute('class')}`)
          .slice(0, 5),
      );
      if (wide || scrolled)
        faults.push(`the page is ${wide} px too wide and scrolls ${scrolled} px sideways (${beyond.join(', ')})`);

      faults.push(
        ...(await page.evaluate(
          (selector) =>
            [...document.querySelectorAll(selector)]
              .filter((element) => element.checkVisibility())
              .flatMap((element) => {
                // A link or a figure within a text is as high as its line.
                if (element.matches('a, .n, .part')) return [];
                // The target of a box is its label as well.
                const boxes = [
                  element,
                  ...(element.matches('[type="radio"], [type="checkbox"]') ? element.labels : []),
                ].map((part) => part.getBoundingClientRect());
                const high = Math.max(...boxes.map((box) => box.height));
                const wide = Math.max(...boxes.map((box) => box.width));
                const least = element.localName === 'button' ? 44 : 24;
                return high >= least - 0.5 && wide >= 24
                  ? []
                  : [
                      `${element.localName} ${element.name || element.className || element.textContent.slice(0, 20)}: ${wide.toFixed(0)} x ${high.toFixed(0)} px is too small for a finger, wanted ${least}`,
                    ];
              }),
          CONTROLS,
        )),
      );

      // Labels are whole: nothing sticks out of its drawing, no two texts of a drawing lie on each other.
      faults.push(
        ...(await page.evaluate(() =>
          [...document.querySelectorAll('svg[role="img"]')].flatMap((svg) => {
            const frame = svg.getBoundingClientRect();
            // A line's box is higher than its letters, most of all in Chinese fonts: the middle of it is what is inked.
            const inked = ({ left, right, top, bottom, height }) => ({
              left,
              right,
              top: top + height * 0.2,
              bottom: bottom - height * 0.2,
            });
            const texts = [...svg.querySelectorAll('text')]
              .filter((text) => text.textContent.trim())
              .map((text) => [text.textContent, inked(text.getBoundingClientRect())]);
            const faults = texts
              .filter(
                ([, box]) =>
                  box.left < frame.left - 2 ||
                  box.right > frame.right + 2 ||
                  box.top < frame.top - 2 ||
                  box.bottom > frame.bottom + 2,
              )
              .map(([text]) => `"${text}" sticks out`);
            texts.forEach(([text, a], i) =>
              texts.slice(i + 1).forEach(([other, b]) => {
                const [w, h] = [
                  Math.min(a.right, b.right) - Math.max(a.left, b.left),
                  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
                ];
                if (w > 2 && h > 2) faults.push(`"${text}" and "${other}" lie on each other`);
              }),
            );
            return faults;
          }),
        )),
      );
      none(faults, 'faults');
    },
  );

  // Resizing is what turning a phone does: drawings are made anew at the size they get.
  test('a drawing follows the width of the page', {}, async ({ page, site: own }) => {
    await page.open(own.url(`zh/${LESSON}.html`));
    await ready(page);
    const widths = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.drawing svg, .plot svg')].map((svg) => svg.getBoundingClientRect().width),
      );
    const wide = await widths();
    await page.setSize(PHONE.width, PHONE.height);
    await page.until(() =>
      [...document.querySelectorAll('.drawing svg, .plot svg')].every(
        (svg) => svg.getBoundingClientRect().width <= innerWidth && svg.getAttribute('width') <= innerWidth,
      ),
    );
    const narrow = await widths();
    ok(narrow.length === 3 && narrow.every((width, i) => width < wide[i]), `widths ${wide} and then ${narrow}`);
    none(await page.faults(), 'faults');
  });
}
