// The single-file edition opens from a folder of its own and is the whole site.
import { copyFileSync, mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { equal, none, ok } from './check.mjs';
import { languageFaults } from './language.mjs';
import { LESSON, lanesShown, panelShown, ready } from './lesson.mjs';
import { FILES, LANGUAGES, inBothLanguages, test } from './registry.mjs';
import { SINGLE_FILE } from './site.mjs';

/** The address of a copy of the file that lies alone in a new folder. */
function alone({ site, scratch }) {
  const folder = mkdtempSync(join(scratch, 'alone-'));
  copyFileSync(join(site.folder, SINGLE_FILE), join(folder, SINGLE_FILE));
  equal(readdirSync(folder), [SINGLE_FILE], 'the folder');
  return pathToFileURL(join(folder, SINGLE_FILE)).href;
}

/** The page that the file shows. Runs in the page. */
const pageShown = () =>
  [...document.querySelectorAll('template[data-page]')].find(
    ({ dataset }) => dataset.lang === document.documentElement.lang && dataset.title === document.title,
  )?.dataset.page;

/** Waits until the file shows a page, and its labs are ready. Another page is another load. */
async function shows(page, name) {
  await page.until((shown, wanted) => document.readyState === 'complete' && shown() === wanted, pageShown, name);
  await ready(page);
}

const what = (page) =>
  page.evaluate(() => ({
    lang: document.documentElement.lang,
    heading: document.querySelector('h1').textContent,
    title: document.title,
    mains: document.querySelectorAll('main').length,
  }));

/** Shows a page by changing the hash, as a link does. */
async function go(page, name) {
  await page.evaluate((to) => {
    location.hash = `#/${to}`;
  }, name);
  await shows(page, name);
}

export default function (site) {
  const names = site.pages.filter((path) => path.includes('/')).map((path) => path.replace(/\.html$/, ''));
  const titles = Object.fromEntries(
    names.map((name) => [name, /<title>([^<]*)<\/title>/.exec(site.read(`${name}.html`))[1]]),
  );

  // The same file in each engine: the slower two look at every third page.
  test('single file: every page of the folder edition, each without a fault', {}, async (context) => {
    const { page, engine, step } = context;
    const url = alone(context);
    await page.open(url);
    await shows(page, `zh/${LESSON}`);
    const part = { firefox: 1, webkit: 2 }[engine];
    for (const name of names.filter((_, i) => part === undefined || i % 3 === part)) {
      step(name);
      await go(page, name);
      const shown = await what(page);
      equal(
        [shown.lang, shown.title, shown.mains],
        [LANGUAGES[name.split('/')[0]], titles[name].replaceAll('&amp;', '&'), 1],
        `${name}: lang, title and number of pages shown`,
      );
      none(await page.faults(), `${name}: faults`);
      none(await page.evaluate(languageFaults), `${name}: text in the wrong language`);
      none(
        await page.evaluate(() => performance.getEntriesByType('resource').map((entry) => entry.name)),
        `${name}: requests besides the file`,
      );
      none(
        (page.requests ?? []).filter((asked) => asked.split('#')[0] !== url && !/^(data|blob):/.test(asked)),
        `${name}: requests besides the file`,
      );
      none(
        await page.evaluate(() =>
          [...document.querySelectorAll('body a, body [src]')]
            .filter((a) => a.closest('template') === null)
            .map((a) => a.getAttribute('href') ?? a.getAttribute('src') ?? a.outerHTML)
            .filter((href) => !/^(#|data:|https:\/\/)/.test(href)),
        ),
        `${name}: links that lead out of the file`,
      );
    }
  });

  test('single file: its links lead to its pages and parts', { engines: FILES }, () => {
    const html = site.read(SINGLE_FILE);
    const templates = [...html.matchAll(/<template data-page="([^"]*)"[^>]*>([\s\S]*?)<\/template>/g)];
    equal(templates.map(([, name]) => name).sort(), [...names].sort(), 'pages');
    const ids = Object.fromEntries(
      templates.map(([, name, body]) => [name, new Set([...body.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))]),
    );
    none(
      templates.flatMap(([, name, body]) =>
        [...body.matchAll(/ href="([^"]*)"/g)]
          .map(([, href]) => href.replaceAll('&amp;', '&'))
          .filter((href) => {
            if (/^https:\/\//.test(href)) return false;
            if (!href.startsWith('#/')) return !ids[name].has(href.slice(1));
            const [target, ...rest] = href.slice(2).split('&');
            return !ids[target] || rest.some((part) => !part.includes('=') && !ids[target].has(part));
          })
          .map((href) => `${name}: ${href}`),
      ),
      'links to nowhere',
    );
    ok(
      !/<(?:script|link|img|iframe)[^>]+(?:src|href)="(?!data:)/.test(html.replace(/<script>[\s\S]*?<\/script>/g, '')),
      'no element loads anything',
    );
  });

  inBothLanguages('single file: the experiments work', {}, async (context) => {
    const { page, lang } = context;
    await page.open(`${alone(context)}#/${lang}/${LESSON}`);
    await shows(page, `${lang}/${LESSON}`);
    equal((await what(page)).lang, LANGUAGES[lang], 'html lang');
    for (let step = 1; step <= 5; step += 1) await page.click('token-lanes button[name="next"]');
    const { steps, path } = await lanesShown(page);
    equal(
      [steps, path],
      [
        ['5', '1'],
        ['4', '1'],
      ],
      'steps and paths',
    );
    await page.type('count-panel input[name="tokens"]', '4096');
    await page.type('count-panel input[name="width"]', '5120');
    const panel = await panelShown(page);
    equal([panel.rows.self_attention.work, panel.ratio], ['8.59 × 10¹⁰', '0.8'], 'work and ratio');
    equal(await page.evaluate(() => document.querySelectorAll('try-list li.done').length), 2, 'things ticked off');
    await page.click('.n[data-fact]');
    await page.until(() => document.querySelectorAll('.figure-note').length === 1);
    // The state stands behind the name of the page, and comes back.
    await page.until(
      (route) =>
        location.hash.startsWith(`#/${route}&`) &&
        /&step=5(&|$)/.test(location.hash) &&
        /&T=4096&d=5120(&|$)/.test(location.hash),
      `${lang}/${LESSON}`,
    );
    await page.reload();
    await shows(page, `${lang}/${LESSON}`);
    equal(
      [(await lanesShown(page)).steps, (await panelShown(page)).ratio],
      [['5', '1'], '0.8'],
      'state after reloading',
    );
    none(await page.faults(), 'faults');
  });

  test('single file: the links between its pages', {}, async (context) => {
    const { page } = context;
    await page.open(alone(context));
    await shows(page, `zh/${LESSON}`);
    await page.click('nav a[hreflang="en"]');
    await shows(page, `en/${LESSON}`);
    equal(
      [
        (await what(page)).lang,
        await page.evaluate(
          () =>
            whyAttention.words('token-lanes.next') ===
            document.querySelector('token-lanes button[name="next"]').textContent,
        ),
      ],
      ['en', true],
      'language after the switch',
    );
    await page.click('header .home');
    await shows(page, 'en/index');
    await page.click(`main a[href="#/en/${LESSON}"]`);
    await shows(page, `en/${LESSON}`);
    await page.click('nav a[hreflang="zh-CN"]');
    await shows(page, `zh/${LESSON}`);
    // A question, and back to the part of the lesson it came from.
    await go(page, 'zh/index');
    await page.click('main a[href^="#/zh/questions/"]');
    const question = await page.until((shown) => (shown()?.startsWith('zh/questions/') ? shown() : ''), pageShown);
    await shows(page, question);
    await page.click('.back a');
    await shows(page, `zh/${LESSON}`);
    await page.until(() => document.querySelector('#closing').getBoundingClientRect().top < innerHeight);
    // The browser's own way back, and a new page from its top.
    await page.evaluate(() => history.back());
    await shows(page, question);
    await go(page, `en/${LESSON}`);
    await page.evaluate(() => scrollTo(0, 3000));
    await go(page, `zh/${LESSON}`);
    equal(await page.evaluate(() => scrollY), 0, 'scrolled, on a page that was opened from the middle of another');
    // A link with a state, as teachers hand it out.
    await page.open(`${alone(context)}#/en/${LESSON}&step=3&query=apple&T=4096`);
    await shows(page, `en/${LESSON}`);
    const { steps, query } = await lanesShown(page);
    equal([steps[0], query, (await panelShown(page)).tokens.number], ['3', 'apple', '4096'], 'state of a link');
    none(await page.faults(), 'faults');
  });

  test('single file: a broken address opens the first page', {}, async (context) => {
    const { page } = context;
    const url = alone(context);
    for (const hash of [
      '#/xx/none',
      '#',
      '#/%E0%A4',
      '#/"]<b>&step=2',
      `#/en/${LESSON}.html`,
      '#step=2',
      '#/zh/why-not-rnn&&&nowhere',
    ]) {
      await page.open(url + hash);
      await shows(page, `zh/${LESSON}`);
      equal((await what(page)).lang, 'zh-CN', `${hash}: lang`);
      none(await page.faults(), `${hash}: faults`);
    }
  });
}
