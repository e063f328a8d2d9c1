// How the pages are made: templates of site/ filled with the figures that the core computes, the same WebAssembly
// module in Node that the reader's browser runs later. Build the module first (./lesson build does).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInThisContext } from 'node:vm';
import temml from 'temml';

import { qualitySpeed } from './scripts/quality-speed.mjs';

const require = createRequire(import.meta.url);

const LANGUAGES = { zh: 'zh-CN', en: 'en' };
/** The generations of the timeline that have a laboratory, and its page. */
const LABORATORIES = {
  'query-key-value': 'query-key-value', softmax: 'softmax', 'causal-mask': 'causal-mask', 'multi-head': 'multi-head',
  'kv-cache': 'memory', mqa: 'memory', gqa: 'memory', mla: 'memory', 'linear-attention': 'memory', 'sparse-attention': 'memory',
};
const DATA = ['teaching-world.json', 'anchor-model.json', 'frontier-models.json', 'papers.json'];
const MODULE = './build/wasm/attn.js';

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
// The pages' own printer: a classic script, so it is run as one.
const FigurePrinter = runInThisContext(`${read('site/js/figure-printer.js')}; FigurePrinter`);

const words = Object.fromEntries(Object.keys(LANGUAGES).map((lang) => [lang, JSON.parse(read(`site/lang/${lang}.json`))]));
const printers = Object.fromEntries(Object.entries(words).map(([lang, w]) => [lang, new FigurePrinter(LANGUAGES[lang], w)]));

/** Every figure the core computes, by id. */
async function computeFacts() {
  const attn = await require(MODULE)();
  const [world, anchor, frontier, papers] = DATA.map((file) => ({ text: read(`data/${file}`), file }));
  return {
    world: attn.teaching_world(world),
    facts: Object.fromEntries(attn.facts({ world, anchor, frontier, papers }).map((fact) => [fact.id, fact])),
    quotes: Object.fromEntries(attn.papers(papers).quotes.map((quote) => [`papers.${quote.id}`, quote])),
  };
}

/** facts.json, as teachers and other sites read it. */
function exportFacts(facts) {
  const plain = (value) => (ArrayBuffer.isView(value) ? Array.from(value) : value);
  return Object.fromEntries(Object.values(facts).map(({ id, value, unit, kind, basis }) => [id, {
    value: plain(value),
    unit,
    text: Object.fromEntries(Object.entries(printers).map(([lang, printer]) => [lang, printer.text(facts[id])])),
    kind,
    ...(basis && { basis }),
  }]));
}

const escape = (text) => String(text).replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

/**
 * TeX to MathML, without the style attributes that our Content-Security-Policy would refuse. One-letter names are marked
 * for the style sheet: a browser's own italic h is a character that text fonts lack.
 */
const mathml = (tex, displayMode) => temml.renderToString(tex.trim(), { displayMode, throwOnError: true })
  .replace(/ style="[^"]*"/g, '')
  .replace(/<mi>([A-Za-z])<\/mi>/g, '<mi class="variable">$1</mi>');

export default async function (config) {
  const { facts, world, quotes } = await computeFacts();
  const langOf = (page) => page.url.split('/')[1];

  config.addGlobalData('world', world);
  config.addGlobalData('facts', facts);
  config.addGlobalData('languages', LANGUAGES);
  config.addGlobalData('words', words);
  // Where readers can ask: known on the build server, or told by LESSON_REPOSITORY. Without it pages offer no link.
  config.addGlobalData('repository', process.env.LESSON_REPOSITORY ?? '');

  // site/zh/x.njk -> dist/zh/x.html; the first folder is the language.
  config.addGlobalData('eleventyComputed', {
    permalink: (data) => data.permalink || `${data.page.filePathStem.slice(1)}.html`,
    lang: (data) => data.page.filePathStem.split('/')[1],
  });

  // "/zh/x.html" -> "../": pages work from disk and under any sub-path, so no address begins with a slash.
  config.addFilter('root', (url) => '../'.repeat(url.split('/').length - 2));
  config.addFilter('exportFacts', (all) => JSON.stringify(exportFacts(all), null, 1));
  config.addFilter('values', (object) => Object.values(object));
  config.addFilter('byOrder', (pages) => [...pages].sort((a, b) => a.data.order - b.data.order));

  // The words are those of the page's language, and the lab is the one the page is about.
  config.addFilter('script', (name, lang, stem) => ({ 'words.js': `words-${lang}.js`, 'LAB.js': `${stem}-lab.js` })[name] ?? name);

  // "{T} tokens" with values put in; fillHtml takes values that are markup already.
  const fill = (text, values) => text.replace(/\{([\w-]+)\}/g, (_, key) => values[key]);
  config.addFilter('fill', fill);
  config.addFilter('fillHtml', (text, values) => fill(escape(text), values));
  config.addFilter('inLanguage', (url) => url.replace(/^\/[^/]*\//, '') || 'index.html');
  config.addFilter('lessons', (pages, lang) => pages.filter((page) => page.data.code === 'B1' && page.data.lang === lang));
  config.addFilter('laboratories', (pages, lang) => pages.filter((page) => /^(laboratory|ledger)\.njk$/.test(page.data.layout) && page.data.lang === lang));

  // A figure as text, as text without its unit, and as one that can be asked: a span, since a button
  // element would break lines in front of a comma.
  const ask = (fact, lang) => `<span class="n" role="button" tabindex="0" data-fact="${escape(fact.id)}" data-kind="${fact.kind}">`
    + `${escape(printers[lang].text(fact))}</span>`;
  config.addFilter('print', (fact, lang) => printers[lang].text(fact));
  config.addFilter('printBare', (fact, lang) => printers[lang].printed(fact.value, fact.print));
  config.addFilter('ask', ask);
  config.addShortcode('fact', function (id) {
    if (!facts[id]) throw new Error(`${this.page.inputPath}: no figure is called "${id}"`);
    return ask(facts[id], langOf(this.page));
  });

  config.addShortcode('token', function (id) {
    const token = world.tokens.find((t) => t.id === id);
    if (!token) throw new Error(`${this.page.inputPath}: no token is called "${id}"`);
    const lang = langOf(this.page);
    if (lang === 'zh') return `<span class="token">「${token.text}」</span>`;
    return `<span class="token" lang="zh-CN" title="${escape(token.gloss[lang])}">${token.text}</span>`;
  });

  config.addShortcode('qualitySpeed', function () {
    const lang = langOf(this.page);
    return qualitySpeed(facts, printers[lang], words[lang], (fact) => ask(fact, lang));
  });

  config.addPairedShortcode('math', (tex) => mathml(tex, false));
  config.addPairedShortcode('formula', (tex) => `<div class="formula">${mathml(tex, true)}</div>`);

  config.addPairedShortcode('generation', function (content, stem, name, source) {
    const w = words[langOf(this.page)];
    const slug = this.page.fileSlug;
    const here = slug === 'why-not-rnn' ? stem === 'rnn' : LABORATORIES[stem] === slug;
    const open = here && slug !== 'memory';  // six rows share that page
    const label = (key) => `<b>${w[`generation.${key}`]}</b>`;
    const body = content
      .replace('<p class="what">', `<p class="what">${label('what')}`)
      .replace('<p class="solved">', `<p class="solved">${label('solved')}`)
      .replace('<p class="stuck">', `<p class="stuck">${label('stuck')}`);
    const lab = LABORATORIES[stem] ? `<p class="lab"><a href="${LABORATORIES[stem]}.html">${w['generation.lab']}</a></p>` : '';
    return `<details class="generation${here ? ' here' : ''}" id="generation-${stem}"${open ? ' open' : ''}${here ? ' aria-current="true"' : ''}>
<summary><span class="name">${name}</span> <small>${source}${here ? ` · ${w['generation.here']}` : ''}</small></summary>${body}${lab}</details>`;
  });

  config.addPassthroughCopy('site/js');
  config.addPassthroughCopy('site/css');
  config.setNunjucksEnvironmentOptions({ throwOnUndefined: true, trimBlocks: true, lstripBlocks: true });
  config.addWatchTarget('site/');

  // What classic scripts need at run time: the module, the data files as the core reads them, and the labs' words.
  config.on('eleventy.after', ({ dir }) => {
    mkdirSync(`${dir.output}/js`, { recursive: true });
    const script = (name, comment, body) => writeFileSync(`${dir.output}/js/${name}`, `// ${comment}\n${body}\n`);
    writeFileSync(`${dir.output}/js/attn.js`, read(MODULE));
    const files = Object.fromEntries(DATA.map((file) => [file, read(`data/${file}`)]));
    script('data.js', 'The files of data/, as texts: the core reads them. Defines LESSON_DATA.',
      `const LESSON_DATA = ${JSON.stringify(files, null, 1)};`);
    for (const [lang, w] of Object.entries(words)) {
      script(`words-${lang}.js`, `The words of the labs (site/lang/${lang}.json). Defines LESSON_WORDS.`,
        `const LESSON_WORDS = ${JSON.stringify(w, null, 1)};`);
    }
  });

  return {
    dir: { input: 'site', includes: '_includes', data: '_data', output: 'dist' },
    htmlTemplateEngine: 'njk',
    markdownTemplateEngine: 'njk',
  };
}
