// Joins the pages of dist/ into one HTML file that opens by double click: dist/why-attention.html. Every page becomes
// a template; a small script shows the one that the address names ("#/zh/why-not-rnn"), in its own language. The
// modules of the core lie in it packed, until a page needs one. Also fills in the size of that file, which the pages
// print. Usage: node scripts/single-file.mjs
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';

import { scripts } from '../site/build/bundle.mjs';
import { MODULES } from '../site/build/data.mjs';
import { dataScript } from '../site/build/delivery.mjs';
import { modulePath } from '../site/build/facts.mjs';
import { dataBlock } from '../site/build/page-data.mjs';
import { singlePolicy } from '../site/build/policy.mjs';
import { LANGUAGES, words } from '../site/build/words.mjs';

const DIST = 'dist';
const OUT = 'why-attention.html';
const SIZE_MARK = '@SINGLE-FILE-SIZE@';
const FIRST = 'zh/why-not-rnn';

const read = (path) => readFileSync(join(DIST, path), 'utf8');
const pages = readdirSync(DIST, { recursive: true })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /^(zh|en)\/.*\.html$/.test(path))
  .sort();

/** "../zh/index.html#T=5" seen from a page -> "#/zh/index&T=5"; what lies outside the file keeps its address. */
function route(href, from) {
  if (/^[a-z]+:/.test(href)) return href;
  const [path, hash = ''] = href.split('#');
  const target = path ? posix.join(posix.dirname(from), path) : from;
  if (!pages.includes(target)) return null;
  return `#/${target.replace(/\.html$/, '')}${hash ? `&${hash}` : ''}`;
}

/** The address of a link inside the file; what is not in the file is marked, and its line taken out. */
const linked = (html, path) =>
  html
    .replace(/<p><a class="take-home"[\s\S]*?<\/p>\n?/, '') // this file is what it offers
    .replace(/<a class="licences"[\s\S]*?<\/a>/, words[path.split('/')[0]]['site.licences-single'])
    .replace(/ href="([^"]*)"/g, (whole, href) => {
      const to = route(href.replaceAll('&amp;', '&'), path);
      if (to === null && !href.startsWith('#')) return ' data-outside';
      return ` href="${(to ?? href).replaceAll('&', '&amp;')}"`;
    })
    .replace(/<p><a data-outside>[\s\S]*?<\/p>\n?/g, '')
    .replace(/<a data-outside>(<code>[\s\S]*?<\/code>)<\/a>/g, '$1') // a file that is named stays named
    .replace(/<a data-outside>[\s\S]*?<\/a>/g, '');

const dataIn = (html) => JSON.parse(/<script type="application\/json" id="page-data">(.*)<\/script>/.exec(html)[1]);

/** The words that every page with a script has, once for each language: those of a page that has no other. */
const sharedWords = Object.fromEntries(
  Object.keys(LANGUAGES).map((lang) => {
    const plain = pages.find((path) => path.startsWith(`${lang}/questions/`));
    return [lang, dataIn(read(plain)).words];
  }),
);

/** Puts them into the pages' own blocks before anything reads these. */
const putWordsTogether = `
for (const { content, dataset } of document.querySelectorAll('template[data-page]')) {
  const block = content.querySelector('#page-data');
  const shared = document.querySelector('#words-' + dataset.lang);
  const data = JSON.parse(block.textContent);
  block.textContent = JSON.stringify({ ...data, words: { ...JSON.parse(shared.textContent), ...data.words } });
}
`;

/** A page as a template. */
function template(path) {
  const html = read(path);
  const [, lang] = /<html lang="([^"]+)"/.exec(html);
  const [, title] = /<title>([^<]+)<\/title>/.exec(html);
  const [, body] = /<body>([\s\S]*)<\/body>/.exec(html);
  const data = dataIn(html);
  const shared = sharedWords[path.split('/')[0]];
  const own = Object.fromEntries(Object.entries(data.words).filter(([key]) => !(key in shared)));
  const block = dataBlock({ ...data, words: own, scripts: {}, build: '' });
  return (
    `<template data-page="${path.replace(/\.html$/, '')}" data-lang="${lang}" data-title="${title}">${block}\n` +
    `${linked(body, path)}</template>`
  );
}

/** A script's text inside a script element: nothing in it may look like the element's end. */
const inline = (text) => `\n${text.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--')}\n`;

const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Shown where no script runs: what this is, what it needs, and what is in it. */
const withoutScripts = (lang) => {
  const w = words[lang];
  const inOrder = [...read(`${lang}/index.html`).matchAll(/<li><a href="([^"#]+\.html)"/g)].map(([, href]) => href);
  const titles = inOrder.map((href) => /<title>([^<]+?) · [^<]*<\/title>/.exec(read(`${lang}/${href}`))[1]);
  return `<section lang="${LANGUAGES[lang]}">
<h1>${w['site.title']}</h1>
<p class="lead">${w['contents.intro']}</p>
<p>${w['site.no-script-single']}</p>
<ul>${titles.map((title) => `<li>${title}</li>`).join('\n')}</ul>
</section>`;
};

const packed = MODULES.map(
  (name) =>
    `<script type="text/plain" id="module-${name}">` +
    `${gzipSync(readFileSync(modulePath(`${name}.wasm`)), { level: 9 }).toString('base64')}</script>`,
);
const code = [
  ...MODULES.map((name) => readFileSync(modulePath(`${name}.glue.js`), 'utf8')),
  ...MODULES.map(dataScript),
  putWordsTogether,
  (await scripts({ single: true })).single.text,
].map(inline);
const style = `\n${readFileSync('site/css/site.css', 'utf8')}\n`;
const licences = readdirSync(DIST)
  .filter((name) => name.startsWith('LICENSE'))
  .sort()
  .map((name) => `${name}\n\n${read(name)}`)
  .join('\n\n\n');

const single = `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${singlePolicy(code.map(hashOf).join(' '), hashOf(style))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${words.zh['site.title']}</title>
<style>${style}</style>
</head>
<body data-first="${FIRST}">
<noscript><main class="door">${Object.keys(LANGUAGES).map(withoutScripts).join('\n')}</main></noscript>
${pages.map(template).join('\n')}
${Object.entries(LANGUAGES)
  .map(([lang, code]) => dataBlock(sharedWords[lang], `words-${code}`))
  .join('\n')}
${packed.join('\n')}
${code.map((text) => `<script>${text}</script>`).join('\n')}
<script type="text/plain" id="licences">
${licences}
</script>
</body>
</html>
`;
writeFileSync(join(DIST, OUT), single);

const megabytes = `${(Buffer.byteLength(single) / 1e6).toFixed(1)} MB`;
for (const path of pages) writeFileSync(join(DIST, path), read(path).replaceAll(SIZE_MARK, megabytes));
console.log(`${DIST}/${OUT}: ${megabytes}, ${pages.length} pages`);
