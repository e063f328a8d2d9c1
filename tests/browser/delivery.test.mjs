// Deliveries with something missing, cut off or of another build: the reader is told in his language, and nothing only looks alive.
import { copyFileSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { Failure, none, ok } from './check.mjs';
import { tablesShown } from './lab.mjs';
import { ready } from './lesson.mjs';
import { CHROMIUM, inBothLanguages, test } from './registry.mjs';
import { PAGE_DATA, SINGLE_FILE } from './site.mjs';

const STEM = 'softmax';
const half = (text) => text.slice(0, text.length >> 1);

/** What the page says of its state, as far as it is seen. Runs in the page. */
const told = () =>
  [...document.querySelectorAll('[role="alert"], [role="status"], .problem, .engine, .not-started')]
    .filter((place) => place.checkVisibility() && place.textContent.trim())
    .map((place) => place.textContent.trim())
    .join('\n');

/** Controls that look as if they could be used, where nothing says that they cannot. Runs in the page. */
const seemAlive = () =>
  [...document.querySelectorAll('[id$="-lab"], token-lanes, count-panel, cost-table')]
    .filter(
      (lab) =>
        ![...lab.querySelectorAll('.not-started, [role="alert"]')].some(
          (line) => line.checkVisibility() && line.textContent.trim(),
        ),
    )
    .flatMap((lab) => [...lab.querySelectorAll('input, button, select, textarea')])
    .filter((control) => control.checkVisibility() && !control.disabled && !control.closest('[inert]'))
    .map((control) => `${control.localName} ${control.name}`);

/** A script of the page by its part's name, as a path of the site. */
function own(site, path, part) {
  const found = site
    .scriptsOf(path)
    .find((script) => basename(script).startsWith(`${part}-`) && !basename(script).startsWith(`${part}-data-`));
  if (!found) throw new Failure(`${path} names no script ${part}-….js`);
  return found;
}

/** What is wrong, what it does to the files, what the sentence names, and whether it can be tried again. */
const BROKEN = [
  ['the module is missing', (site, path) => ({ [site.scriptOf(path, 'lesson')]: null }), /lesson/, 'retry'],
  ['the module is cut off', (site, path) => ({ [site.scriptOf(path, 'lesson')]: half }), /lesson/, 'retry'],
  ['the data are missing', (site, path) => ({ [site.scriptOf(path, 'lesson-data')]: null }), /lesson-data/, 'retry'],
  ['the data are cut off', (site, path) => ({ [site.scriptOf(path, 'lesson-data')]: half }), /lesson-data/, 'retry'],
  [
    'the module is of another build',
    (site, path) => ({
      [site.scriptOf(path, 'lesson')]: (text) => text.replaceAll(site.pageData(path).build, 'of-another-build'),
    }),
    /build|同一次/,
    'reload',
  ],
  ['the shared script is missing', (site, path) => ({ [own(site, path, 'shared')]: null }), /./],
  ['the shared script is cut off', (site, path) => ({ [own(site, path, 'shared')]: half }), /./],
  ['the script of the page is missing', (site, path) => ({ [own(site, path, STEM)]: null }), /./],
  [
    'the page’s data are cut off',
    (site, path) => ({ [path]: (html) => html.replace(PAGE_DATA, (_, open, text) => open + half(text)) }),
    /./,
  ],
];

/** A cut-off or missing script is no fault of these tests; what it leads to may be. */
const UNCAUGHT = /is not defined|is not a function|undefined|null|Cannot read|can't access|Can't find variable/i;

export default function (site) {
  for (const [name, changes, part, mend] of BROKEN) {
    inBothLanguages(`delivery: ${name}`, {}, async ({ page, site: whole, lang, scratch }) => {
      const path = `${lang}/${STEM}.html`;
      const broken = whole.copyChanged(mkdtempSync(join(scratch, 'broken-')), changes(whole, path));
      await page.open(broken.url(path));
      // It names what is missing, once it has given up.
      const said = await page.until(
        (all, named) => (new RegExp(named, 'u').test(all()) ? all() : ''),
        told,
        part.source,
      );
      const han = /\p{Script=Han}/u.test(said);
      ok(lang === 'zh' ? han : !han && /[a-z]{3,} [a-z]{2,}/.test(said), `"${said}" is in the language of the page`);
      ok(
        await page.evaluate(
          () => document.querySelectorAll('main p').length > 3 && document.querySelector('h1').checkVisibility(),
        ),
        'the text stays',
      );
      none(
        (await page.faults()).filter((fault) => UNCAUGHT.test(fault)),
        'errors that nobody caught',
      );
      if (mend === 'reload') {
        ok(
          await page.evaluate(() =>
            [...document.querySelectorAll('.engine button, .problem button')].some((button) =>
              button.checkVisibility(),
            ),
          ),
          'a button to reload',
        );
        return;
      }
      none(await page.evaluate(seemAlive), 'controls that look alive, with no message');
      if (mend !== 'retry') return;
      // It arrives after all.
      for (const file of Object.keys(changes(whole, path)))
        copyFileSync(join(whole.folder, file), join(broken.folder, file));
      await page.click('.engine button, .problem button');
      await page.until(() => document.querySelectorAll('.results td').length > 0);
      ok(Object.keys(await tablesShown(page)).length > 0, 'tables, once it has arrived');
      none(
        await page.evaluate(() =>
          [...document.querySelectorAll('form input')]
            .filter((field) => field.closest('[inert]'))
            .map((field) => field.name),
        ),
        'controls that sleep on',
      );
    });
  }

  // The sentence stands in the page itself; Chromium can leave all scripts out.
  test(
    'delivery: without JavaScript there is the text, and in the single file a word about it',
    { engines: CHROMIUM },
    async ({ page, site: whole }) => {
      await page.scripting(false);
      for (const lang of ['zh', 'en']) {
        await page.open(whole.url(`${lang}/${STEM}.html`));
        const { text, notes } = await page.evaluate(() => ({
          text: document.querySelector('main').innerText,
          notes: document.querySelector('main').innerText.includes('JavaScript'),
        }));
        ok(text.length > 1000 && notes, `${lang}: ${text.length} letters, with a word about JavaScript`);
        none(await page.evaluate(seemAlive), 'controls that look alive, with no message');
      }
      await page.open(whole.url(SINGLE_FILE));
      const text = await page.evaluate(() => document.body.innerText);
      ok(
        text.includes('JavaScript') && /\p{Script=Han}/u.test(text) && text.length > 100,
        `the single file shows "${text.slice(0, 200)}"`,
      );
    },
  );

  // A table of links as they were handed out with each release: { path, hash, expects }, expects by the names of controls.
  const old = new URL('../site/old-links.json', import.meta.url);
  const links = existsSync(old) ? JSON.parse(readFileSync(old, 'utf8')) : [];
  for (const [edition, place] of [
    ['in the folder', (whole, { path, hash }) => whole.url(path) + hash],
    [
      'in the single file',
      (whole, { path, hash }) =>
        `${whole.url(SINGLE_FILE)}#/${path.replace(/\.html$/, '')}${hash.replace(/^#?/, hash ? '&' : '')}`,
    ],
  ]) {
    test(
      `delivery: old links open in the state they name, ${edition}`,
      {},
      async ({ page, site: whole, engine, step }) => {
        ok(links.length > 0, 'tests/site/old-links.json holds links');
        const part = { firefox: 0, webkit: 2 }[engine];
        const faults = [];
        for (const link of links.filter((_, i) => part === undefined || i % 4 === part)) {
          const { path, hash, expects } = link;
          step(path + hash);
          await page.open(place(whole, link));
          await page.until(
            (named) => document.documentElement.lang.startsWith(named) && document.querySelector('main') !== null,
            path.slice(0, 2),
          );
          await ready(page);
          const found = await page.evaluate(
            (names) =>
              names.map((name) => {
                if (name === 'step') return document.querySelector('token-lanes .lane.rnn .steps')?.textContent;
                const fields = [...document.querySelectorAll(`form [name="${name}"]`)];
                if (!fields.length) return undefined;
                const [{ type, value, checked }] = fields;
                if (type === 'radio') return fields.find((field) => field.checked)?.value;
                if (type !== 'checkbox') return value;
                return value === 'on'
                  ? String(Number(checked))
                  : fields
                      .filter((field) => field.checked)
                      .map((field) => field.value)
                      .join(',');
              }),
            Object.keys(expects),
          );
          const wanted = Object.values(expects).map(String);
          if (JSON.stringify(found.map(String)) !== JSON.stringify(wanted))
            faults.push(`${path}${hash}: ${found}, wanted ${wanted}`);
          faults.push(...(await page.faults()).map((fault) => `${path}${hash}: ${fault}`));
        }
        none(faults, 'links');
      },
    );
  }
}
