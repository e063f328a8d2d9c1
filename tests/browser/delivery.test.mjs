// Deliveries with something missing, cut off or of another build: the reader is told in his language, and nothing only
// looks alive.
import { copyFileSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { Failure, none, ok } from './check.mjs';
import { follow, tablesShown } from './lab.mjs';
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
  [...document.querySelectorAll('[id$="-lab"], lane-head, token-lanes, count-panel, cost-table')]
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

/** What is not as a link says: fields with other values, a part out of view. Runs in the page. @param {string} hash */
function linkFaults(hash) {
  if (!hash.includes('=')) {
    const part = document.getElementById(hash);
    if (!part) return ['the part is not there'];
    const { top } = part.getBoundingClientRect();
    return !part.checkVisibility() || top < innerHeight ? [] : [`the part is ${Math.round(top)} px down`];
  }
  const lab = document.querySelector('[id$="-lab"]');
  const field = (name) => {
    if (name === 'step') return document.querySelector('token-lanes .lane.rnn .steps').textContent;
    const fields = [
      ...document.querySelectorAll(`form [name="${{ T: lab ? 'T' : 'tokens', d: 'width' }[name] ?? name}"]`),
    ];
    if (!fields.length) return lab?.state.text(name);
    const [{ type, value, checked }] = fields;
    const chosen = fields.filter((one) => one.checked).map((one) => one.value);
    if (type === 'radio' || fields.length > 1) return chosen.sort().join(',');
    if (type === 'checkbox') return value === 'on' ? String(Number(checked)) : chosen.join(',');
    return value;
  };
  const notice = lab?.querySelector('.lab-notice')?.textContent ?? '';
  return hash.split('&').flatMap((part) => {
    const [name, text] = part.split('=');
    if (notice.includes(`${name}=`)) return []; // it is said that this cannot be used, such as a word that is not there
    const wanted = decodeURIComponent(text);
    const found = field(name);
    return found === wanted || found === wanted.split(',').sort().join(',') ? [] : [`${name} is ${found}`];
  });
}

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

  // Links as they were handed out with each release, by page: a state opens as it is named, a part comes into view.
  const table = new URL('../site/old-links.json', import.meta.url);
  const links = Object.values(existsSync(table) ? JSON.parse(readFileSync(table, 'utf8')) : {})
    .flatMap((pages) => Object.entries(pages))
    .filter(([path]) => /^(zh|en)\//.test(path));
  const before = {
    'the folder': (whole, path) => `${whole.url(path)}#`,
    'the single file': (whole, path) => `${whole.url(SINGLE_FILE)}#/${path.replace(/\.html$/, '')}&`,
  };
  for (const [edition, address] of Object.entries(before)) {
    test(
      `delivery: old links open in the state they name, in ${edition}`,
      {},
      async ({ page, site: whole, engine, step }) => {
        ok(links.length > 0, 'tests/site/old-links.json holds links');
        const part = { firefox: 0, webkit: 1 }[engine];
        const mine = links.filter(([path], i) =>
          part === undefined ? edition === 'the folder' || path.startsWith('zh/') : i % 4 === part,
        );
        const faults = [];
        for (const [path, hashes] of mine) {
          step(path);
          await page.open(address(whole, path) + (hashes[0] ?? ''));
          await ready(page);
          const start = (address(whole, path) + ' ').split('#')[1].trim();
          // That the parts are there is read from the files; here a few of each page come into view.
          const parts = hashes.filter((hash) => !hash.includes('=')).slice(0, 3);
          for (const hash of [...hashes.filter((one) => one.includes('=')), ...parts]) {
            await follow(page, `#${start}${hash}`);
            faults.push(...(await page.evaluate(linkFaults, hash)).map((fault) => `${path}#${hash}: ${fault}`));
          }
          faults.push(...(await page.faults()).map((fault) => `${path}: ${fault}`));
        }
        none(faults, 'links');
      },
    );
  }
}
