// Where something comes from, as a link that a reader may follow; nothing is loaded from there. {% arxiv "1706.03762" %}
// is a paper's page, {% data "papers.json" %} a data file, which lies beside the pages.
import { readdirSync } from 'node:fs';

import { listed, refuse } from './refuse.mjs';

const FILES = readdirSync(new URL('../../data/', import.meta.url)).filter((name) => name.endsWith('.json'));

/** @param {any} config */
export function sources(config) {
  config.addShortcode('arxiv', function (id) {
    if (!/^\d{4}\.\d{4,5}$/.test(id)) refuse(this.page, `"${id}" is no number of arXiv; wanted one like 1706.03762`);
    return `<a href="https://arxiv.org/abs/${id}">arXiv ${id}</a>`;
  });

  config.addShortcode('data', function (name) {
    if (!FILES.includes(name)) refuse(this.page, `data/ has no "${name}"; it has ${listed(FILES)}`);
    const root = '../'.repeat(this.page.url.split('/').length - 2);
    return `<a href="${root}data/${name}"><code>${name}</code></a>`;
  });
}
