// Joins the pages of dist/ into one HTML file that opens by double click: dist/why-attention.html. Every page becomes a
// template; a small script shows the one that the address names ("#/zh/why-not-rnn"), in its own language.
// Also fills in the size of that file, which the pages print. Usage: node scripts/single-file.mjs
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const DIST = 'dist';
const OUT = 'why-attention.html';
const SIZE_MARK = '@SINGLE-FILE-SIZE@';
const FIRST = 'zh/why-not-rnn';

const read = (path) => readFileSync(join(DIST, path), 'utf8');
const pages = readdirSync(DIST, { recursive: true }).map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /^(zh|en)\/.*\.html$/.test(path)).sort();

/** "../zh/index.html#T=5" seen from a page -> "#/zh/index&T=5"; what lies outside the file keeps its address. */
function route(href, from) {
  if (/^[a-z]+:/.test(href)) return href;
  const [path, hash = ''] = href.split('#');
  const target = path ? posix.join(posix.dirname(from), path) : from;
  if (!pages.includes(target)) return null;
  return `#/${target.replace(/\.html$/, '')}${hash ? `&${hash}` : ''}`;
}

/** A script's text inside a script element: nothing in it may look like the element's end. */
const inline = (text) => text.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');

const scripts = new Set();
const templates = pages.map((path) => {
  const html = read(path);
  for (const [, src] of html.matchAll(/<script defer src="([^"]+)"/g)) scripts.add(posix.join(posix.dirname(path), src));
  const [, lang] = /<html lang="([^"]+)"/.exec(html);
  const [, title] = /<title>([^<]+)<\/title>/.exec(html);
  const [, body] = /<body>([\s\S]*)<\/body>/.exec(html);
  const linked = body
    .replace(/<p><a class="take-home"[\s\S]*?<\/p>\n?/, '')  // this file is what it offers
    .replace(/ href="([^"]*)"/g, (whole, href) => {
      const to = route(href.replaceAll('&amp;', '&'), path);
      if (to === null && !href.startsWith('#')) return ' data-outside';
      return ` href="${(to ?? href).replaceAll('&', '&amp;')}"`;
    })
    .replace(/<p><a data-outside>[\s\S]*?<\/p>\n?/g, '');
  return `<template data-page="${path.replace(/\.html$/, '')}" data-lang="${lang}" data-title="${title}">${linked}</template>`;
});

// Both languages' words are needed; core.js reads LESSON_WORDS, so the page's own language is chosen when it is shown.
const wordsOf = (lang) => read(`js/words-${lang}.js`).replace('const LESSON_WORDS = ', `LESSON_ALL_WORDS['${lang}'] = `);
const ordered = [...scripts].filter((path) => !path.includes('words-'));
const code = [
  'const LESSON_ALL_WORDS = {};', wordsOf('zh'), wordsOf('en'),
  readFileSync('site/js/single-file/pages.js', 'utf8'),
  ...ordered.map((path) => read(path)),
];

const single = `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>为什么是注意力</title>
<link rel="icon" href="data:,">
<style>
${read('css/site.css')}
</style>
</head>
<body data-first="${FIRST}">
${templates.join('\n')}
${code.map((text) => `<script>\n${inline(text)}\n</script>`).join('\n')}
</body>
</html>
`;
writeFileSync(join(DIST, OUT), single);

const megabytes = `${(Buffer.byteLength(single) / 1e6).toFixed(1)} MB`;
for (const path of pages) writeFileSync(join(DIST, path), read(path).replaceAll(SIZE_MARK, megabytes));
console.log(`${DIST}/${OUT}: ${megabytes}, ${pages.length} pages`);
