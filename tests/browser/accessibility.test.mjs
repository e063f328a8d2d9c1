// For everybody: axe, the keyboard, small screens and fingers.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { equal, none, ok } from './check.mjs';
import { DESKTOP, PHONE } from './engines.mjs';
import { LESSON, ready } from './lesson.mjs';
import { test } from './registry.mjs';

const AXE = fileURLToPath(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url));

/** Opens everything that a reader can open, so that it is looked at: details, stages, the note of a figure, a message. */
async function unfold(page) {
  await page.evaluate(async () => {
    for (const details of document.querySelectorAll('details')) {
      details.removeAttribute('name');  // those of one name close each other
      details.open = true;
    }
    for (const next of document.querySelectorAll('design-steps button.main')) for (let stage = 0; stage < 5; stage += 1) next.click();
    for (const next of document.querySelectorAll('token-lanes button[name="next"]')) for (let step = 0; step < 3; step += 1) next.click();
    const figure = document.querySelector('.n[data-fact]');
    if (!figure) return;
    figure.click();
    await core;
  });
  await page.until(() => !document.querySelector('.n[data-fact]') || document.querySelector('.figure-note') !== null);
}

/** What a reader can act on and sees. Runs in the page. */
const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"]), [role="button"]';

export default function (site) {
  // Chromium alone: axe reads the document and its styles, which are the same in the others, and media can be emulated here.
  for (const path of site.pages) {
    test(`axe finds nothing serious on ${path}`, { engines: ['chromium'], seconds: 90 }, async ({ page, site: own }) => {
      ok(existsSync(AXE), `${AXE} is missing; npm ci installs it`);
      const faults = [];
      await page.open(own.url(path));
      await ready(page);
      await unfold(page);
      await page.page.evaluate(readFileSync(AXE, 'utf8'));
      for (const { width, height } of [PHONE, DESKTOP]) {
        await page.setSize(width, height);
        for (const scheme of ['light', 'dark']) {
          await page.media({ scheme });
          const found = await page.evaluate(async () => {
            // Drawings follow the size in the next frame.
            await new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); });
            await Promise.all(document.getAnimations().map((animation) => animation.finished));
            const { violations, passes } = await axe.run(document, { resultTypes: ['violations'] });
            return { passes: passes.length, violations: violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
              .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary.split('\n').slice(1).join(' ').trim()}`)) };
          });
          ok(found.passes > 5, `axe looked at ${found.passes} rules`);
          faults.push(...found.violations.map((text) => `${scheme}, ${width} px: ${text}`));
        }
      }
      none(faults, 'faults');
    });
  }

  for (const path of site.pages) {
    // One opening for both: most of the time goes into starting the core.
    test(`${path} by Tab alone, and on a phone`, { size: PHONE }, async ({ page, site: own, engine }) => {
      await page.open(own.url(path));
      await ready(page);
      await page.evaluate((selector) => {
        // Controls of one radio group are one stop; what is disabled, hidden or folded away is none.
        window.unreached = new Set([...document.querySelectorAll(selector)].filter((element) => element.checkVisibility() && !element.disabled
          && !(element.type === 'radio' && !element.checked) && element.tabIndex >= 0));
      }, CONTROLS);
      await page.focusStart();
      const unmarked = [];
      for (let left = 1, spare = 40; left > 0 && spare > 0;) {
        await page.press(null, 'Tab');
        const stop = await page.evaluate(async (frames) => {
          const at = document.activeElement;
          const news = window.unreached.delete(at);
          const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(at);
          const marked = (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1 && !/, 0\)$|transparent/.test(outlineColor)) || boxShadow !== 'none';
          const seen = () => {
            const box = at.getBoundingClientRect();
            return box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
          };
          // Engines scroll to it in the frames that follow; Firefox loses its way when the next Tab comes before it is there.
          for (let last = -1, still = 0; still < frames; last = scrollY) {
            await new Promise((resolve) => { requestAnimationFrame(resolve); });
            still = scrollY === last ? still + 1 : 0;
          }
          for (const end = performance.now() + 3000; !seen() && performance.now() < end;) await new Promise((resolve) => { requestAnimationFrame(resolve); });
          const inside = seen();
          return { news, left: window.unreached.size, name: `${at.localName} ${at.textContent.trim().slice(0, 30)}`, marked: marked || at === document.body, inside };
        }, engine === 'firefox' ? 2 : 1);
        left = stop.left;
        if (!stop.news) spare -= 1;  // scrolling areas and the browser's own stops come on top
        if (!stop.marked) unmarked.push(`${stop.name}: no outline`);
        if (!stop.inside) unmarked.push(`${stop.name}: out of sight`);
      }
      const faults = [
        ...(await page.evaluate(() => [...window.unreached].map((element) => element.outerHTML.slice(0, 120)))).map((text) => `Tab does not reach ${text}`),
        ...unmarked,
        // And all that acts when clicked is among the controls; of the figures of a table one is, and arrow keys lead to the others.
        ...(await page.evaluate(() => [...document.querySelectorAll('[onclick], [role="button"]')].filter((element) => element.tabIndex < 0)
          .filter((element) => !element.matches('tbody .n') || element.closest('tbody').querySelectorAll('.n[tabindex="0"]').length !== 1).map((element) => element.outerHTML.slice(0, 120)))).map((text) => `out of Tab's reach: ${text}`),
      ];

      await unfold(page);
      const { wide, scrolled, inner } = await page.evaluate(() => {
        scrollTo(200, 0);
        const root = document.scrollingElement;
        return { wide: root.scrollWidth - root.clientWidth, scrolled: scrollX, inner: innerWidth };
      });
      equal(inner, PHONE.width, 'width of the page');
      const beyond = await page.evaluate(() => [...document.body.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1
        && !element.closest('.table, .formula, .skip')).map((element) => `${element.localName}.${element.getAttribute('class')}`).slice(0, 5));
      if (wide || scrolled) faults.push(`the page is ${wide} px too wide and scrolls ${scrolled} px sideways (${beyond.join(', ')})`);

      faults.push(...await page.evaluate((selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).flatMap((element) => {
        // A link or a figure within a text is as high as its line.
        if (element.matches('a, .n, .part')) return [];
        // The target of a box is its label as well.
        const boxes = [element, ...element.matches('[type="radio"], [type="checkbox"]') ? element.labels : []].map((part) => part.getBoundingClientRect());
        const high = Math.max(...boxes.map((box) => box.height));
        const wide = Math.max(...boxes.map((box) => box.width));
        const least = element.localName === 'button' ? 44 : 24;
        return high >= least - 0.5 && wide >= 24 ? [] : [`${element.localName} ${element.name || element.className || element.textContent.slice(0, 20)}: ${wide.toFixed(0)} x ${high.toFixed(0)} px is too small for a finger, wanted ${least}`];
      }), CONTROLS));

      // Labels are whole: nothing sticks out of its drawing, no two texts of a drawing lie on each other.
      faults.push(...await page.evaluate(() => [...document.querySelectorAll('svg[role="img"]')].flatMap((svg) => {
        const frame = svg.getBoundingClientRect();
        // A line's box is higher than its letters, most of all in Chinese fonts: the middle of it is what is inked.
        const inked = ({ left, right, top, bottom, height }) => ({ left, right, top: top + height * 0.2, bottom: bottom - height * 0.2 });
        const texts = [...svg.querySelectorAll('text')].filter((text) => text.textContent.trim()).map((text) => [text.textContent, inked(text.getBoundingClientRect())]);
        const faults = texts.filter(([, box]) => box.left < frame.left - 2 || box.right > frame.right + 2 || box.top < frame.top - 2 || box.bottom > frame.bottom + 2).map(([text]) => `"${text}" sticks out`);
        texts.forEach(([text, a], i) => texts.slice(i + 1).forEach(([other, b]) => {
          const [w, h] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
          if (w > 2 && h > 2) faults.push(`"${text}" and "${other}" lie on each other`);
        }));
        return faults;
      })));
      none(faults, 'faults');
    });
  }

  // Resizing is what turning a phone does: drawings are made anew at the size they get.
  test('a drawing follows the width of the page', {}, async ({ page, site: own }) => {
    await page.open(own.url(`zh/${LESSON}.html`));
    await ready(page);
    const widths = () => page.evaluate(() => [...document.querySelectorAll('.drawing svg, .plot svg')].map((svg) => svg.getBoundingClientRect().width));
    const wide = await widths();
    await page.setSize(PHONE.width, PHONE.height);
    await page.until(() => [...document.querySelectorAll('.drawing svg, .plot svg')].every((svg) => svg.getBoundingClientRect().width <= innerWidth && svg.getAttribute('width') <= innerWidth));
    const narrow = await widths();
    ok(narrow.length === 3 && narrow.every((width, i) => width < wide[i]), `widths ${wide} and then ${narrow}`);
    none(await page.faults(), 'faults');
  });
}
