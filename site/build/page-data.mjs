// What a page tells its scripts, as one block of data in its head, and the script elements of the page.
import { stems } from './bundle.mjs';
import { MODULES } from './data.mjs';
import { listed, refuse } from './refuse.mjs';
import { LANGUAGES, wordsFor } from './words.mjs';

/**
 * JSON inside a script element: nothing in it may look like the element's end.
 * @param {any} value @param {string} id
 */
export const dataBlock = (value, id = 'page-data') =>
  `<script type="application/json" id="${id}">` + `${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;

/** @param {any} config @param {Awaited<ReturnType<import('./delivery.mjs').delivery>>} delivered */
export function pageData(config, delivered) {
  const address = (root, name) => `${root}${delivered.path(name)}`;

  config.addFilter('shipped', (name, root) => address(root, name));

  // {% scripts root %}: a page with a script (stem), or with figures to ask (asks), gets the shared script with its
  // words.
  config.addShortcode('scripts', function (root) {
    const { lang, stem, module, asks } = this.ctx;
    if (stem && !stems().includes(stem)) {
      const wanted = `site/js/labs/${stem}-lab.js and site/zh/${stem}.njk, or site/js/entries/${stem}.js`;
      refuse(this.page, `no script for the stem "${stem}": wanted ${wanted}; there are ${listed(stems())}`);
    }
    if (module && !MODULES.includes(module)) {
      refuse(this.page, `there is no module "${module}"; there are ${listed(MODULES)}`);
    }
    const own = [...(stem || asks ? ['shared'] : []), ...(stem ? [stem] : [])];
    const modules = module ? [module] : [];
    const places = own.length ? MODULES.flatMap((name) => [name, `${name}-data`]) : [];
    const block = dataBlock({
      lang: LANGUAGES[lang],
      stem: stem ?? this.page.filePathStem.split('/').pop(),
      build: delivered.build,
      modules,
      words: wordsFor(
        lang,
        own.map((name) => delivered.own[name].text),
      ),
      scripts: Object.fromEntries(places.map((name) => [name, address(root, name)])),
    });
    const loaded = [...modules.flatMap((name) => [name, `${name}-data`]), ...own];
    return [block, ...loaded.map((name) => `<script defer src="${address(root, name)}"></script>`)].join('\n');
  });
}
