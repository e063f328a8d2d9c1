// The evolution of attention: {% generation "gqa", "GQA", "Ainslie 2023" %}…{% endgeneration %}. Which page a
// generation has a laboratory on, or is told on, is said by that page: "generations" in its front matter.
import { readFileSync } from 'node:fs';

import { langOf } from './pages.mjs';
import { listed, refuse } from './refuse.mjs';
import { wordsOn } from './words.mjs';

const list = (data) => [data.generations ?? []].flat();

/** Where on its page a generation's laboratory is: a lesson's experiments are a part of it, a laboratory is a page. */
const labOf = (page) => `${page.fileSlug}.html${page.data.layout === 'lesson.njk' ? '#experiment-1' : ''}`;

/** The tracks of the timeline, with the names of their generations. @param {string} lang */
function tracks(lang) {
  const text = readFileSync(new URL(`../_includes/${lang}/timeline.njk`, import.meta.url), 'utf8');
  return text
    .split('<section class="track"')
    .slice(1)
    .map((track) => ({
      title: /<h3>([^<]+)<\/h3>/.exec(track)[1],
      stations: [...track.matchAll(/{% generation "([^"]+)", "([^"]+)"/g)].map(([, stem, name]) => ({ stem, name })),
    }));
}

/** @param {any} config */
export function timeline(config) {
  // For a line of all stations: each with the address of its laboratory, where it has one.
  config.addFilter('tracks', (all, lang) =>
    tracks(lang).map(({ title, stations }) => ({
      title,
      stations: stations.map(({ stem, name }) => {
        const page = all.find(({ data }) => data.lang === lang && list(data).includes(stem));
        return { name, href: page && labOf(page) };
      }),
    })),
  );

  /** @type {Set<string>} those that a timeline told of */
  const told = new Set();
  /** @type {Map<string, string>} generation to page, of those that pages claim */
  const claimed = new Map();

  config.addPairedShortcode('generation', function (content, stem, name, source) {
    told.add(stem);
    const lang = langOf(this.page);
    const w = wordsOn(lang, this.page);
    const pages = this.ctx.collections.all.filter(({ data }) => data.lang === lang && list(data).includes(stem));
    if (pages.length > 1) {
      refuse(this.page, `generation "${stem}" is claimed by ${listed(pages.map((page) => page.inputPath))}`);
    }
    const [home] = pages;
    const here = home?.url === this.page.url;
    const open = here && list(home.data).length === 1; // a page of many rows opens none of them
    const body = ['what', 'solved', 'stuck', 'sources'].reduce(
      (text, part) => text.replace(`<p class="${part}">`, `<p class="${part}"><b>${w[`generation.${part}`]}</b>`),
      content,
    );
    const lab = home
      ? `<p class="lab"><a href="${labOf(home)}">${w['generation.lab']}</a></p>`
      : `<p class="lab">${w['generation.no-lab']}</p>`;
    const youAreHere = here ? ` · ${w['generation.here']}` : '';
    const marks = `${open ? ' open' : ''}${here ? ' aria-current="true"' : ''}`;
    return (
      `<details class="generation${here ? ' here' : ''}" id="generation-${stem}"${marks}>
<summary><span class="name">${name}</span> <small>${source}${youAreHere}</small></summary>` + `${body}${lab}</details>`
    );
  });

  config.addCollection('claims', (api) => {
    claimed.clear();
    for (const page of api.getAll()) for (const stem of list(page.data)) claimed.set(stem, page.inputPath);
    return [];
  });
  config.on('eleventy.after', () => {
    for (const [stem, page] of claimed) {
      if (!told.has(stem)) refuse(page, `the timeline has no generation "${stem}"; it has ${listed(told)}`);
    }
  });
}
