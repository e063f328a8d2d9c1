// Every page of the folder edition opens from disk without a fault, in its language, with the figures of facts.json.
import { equal, none, ok } from './check.mjs';
import { languageFaults } from './language.mjs';
import { LESSON, ready } from './lesson.mjs';
import { FILES, LANGUAGES, onEachPage, test } from './registry.mjs';

/** Characters that stand for broken ones, and templates that were not filled. Runs in the page. */
function brokenText() {
  const page = document.documentElement.cloneNode(true);
  page.querySelectorAll('script').forEach((script) => script.remove());
  page.querySelectorAll('math').forEach((formula) => formula.removeAttribute('alttext')); // TeX is full of braces
  const html = page.outerHTML;
  return [...html.matchAll(/.{0,30}(\ufffd|\{\{|\}\}|\{%|@[A-Z-]{4,}@|\bundefined\b|\bNaN\b|\[object ).{0,30}/g)].map(
    ([text]) => text,
  );
}

const shownFigures = () =>
  [...document.querySelectorAll('[data-fact]')].map((element) => ({
    id: element.dataset.fact,
    text: element.textContent,
    kind: element.dataset.kind,
    bare: 'bare' in element.dataset,
    lang: element.closest('[lang]').getAttribute('lang'),
  }));

/** Is the text a figure without its unit? What was left off has no digit. @param {string} text @param {string} whole */
const isBare = (text, whole) => whole.startsWith(text) && text !== '' && !/\d/.test(whole.slice(text.length));

export default function (site) {
  onEachPage(
    site,
    (path) => `${path} opens without a fault, with the figures of facts.json`,
    { quick: true, all: true },
    async ({ page, site: own }, path) => {
      await page.open(own.url(path));
      await ready(page);
      none(await page.faults(), 'faults while opening');
      none(await page.evaluate(brokenText), 'broken text');
      equal(
        await page.evaluate(() => document.documentElement.lang),
        LANGUAGES[path.split('/')[0]] ?? 'zh-CN',
        'html lang',
      );
      none(await page.evaluate(languageFaults), 'text in the wrong language');
      none(
        await page.evaluate(() => {
          const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
          return ids.filter((id, i) => ids.indexOf(id) !== i);
        }),
        'ids that stand twice',
      );

      const figures = await page.evaluate(shownFigures);
      none(
        figures.flatMap(({ id, text, kind, bare, lang }) => {
          const fact = site.facts[id];
          if (!fact) return [`${id} is not in facts.json`];
          const wanted = fact.text[lang === 'en' ? 'en' : 'zh'];
          return [
            ...(text === wanted || (bare && isBare(text, wanted)) ? [] : [`${id} reads "${text}", wanted "${wanted}"`]),
            ...(kind === fact.kind ? [] : [`${id} is marked ${kind}, wanted ${fact.kind}`]),
          ];
        }),
        'figures that differ from facts.json',
      );
      if (path.endsWith(`/${LESSON}.html`)) ok(figures.length > 50, `${figures.length} figures can be asked`);
    },
  );

  test('every file of text is UTF-8 without a broken character', { engines: FILES }, () => {
    none(
      site.files
        .filter((path) => /\.(html|js|css|json|ts)$/.test(path))
        .filter((path) => {
          try {
            return /\ufffd/.test(
              new TextDecoder('utf-8', { fatal: true }).decode(site.bytes(path)).replaceAll('\\ufffd', ''),
            );
          } catch {
            return true;
          }
        }),
      'files that are not',
    );
  });
}
