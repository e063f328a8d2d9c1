// The single file: nothing runs in it but what its policy names, nothing is fetched, and it is not blank without
// scripts.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';

const html = readFileSync('dist/why-attention.html', 'utf8');
const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html);
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const directive = (name) => new RegExp(`(?:^|; )${name} ([^;]*)`).exec(policy)[1].split(' ');

test('single file: scripts and styles are known by their hashes', () => {
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|data:/);
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => hash(text));
  assert.ok(scripts.length >= 3);
  assert.deepEqual(directive('script-src'), [...scripts, "'wasm-unsafe-eval'"]);
  assert.deepEqual(
    directive('style-src'),
    [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text]) => hash(text)),
  );
  assert.deepEqual(
    [directive('worker-src'), directive('img-src'), directive('default-src')],
    [['blob:'], ['blob:'], ["'none'"]],
  );
  for (const [tag] of html.matchAll(/<script[^>]*>/g)) {
    assert.match(tag, /^<script( type="(application\/json|text\/plain)" id="[\w-]+")?>$/);
  }
});

test('single file: nothing is loaded from beside it', () => {
  assert.doesNotMatch(html.replace(/<script[\s\S]*?<\/script>/g, ''), / src="|<link|="data:|data-outside/);
});

test('single file: the modules inside are those of the build', () => {
  for (const name of ['lesson', 'ledger']) {
    const [, text] = new RegExp(`<script type="text/plain" id="module-${name}">([^<]*)</script>`).exec(html);
    const bytes = gunzipSync(Buffer.from(text, 'base64'));
    assert.ok(bytes.equals(readFileSync(`build/wasm/${name}.wasm`)), name);
  }
});

test('single file: every page is a template with its block of data', () => {
  const templates = [...html.matchAll(/<template data-page="([^"]+)"[^>]*>([\s\S]*?)<\/template>/g)];
  const pages = ['zh', 'en'].flatMap((lang) =>
    readdirSync(`dist/${lang}`, { recursive: true })
      .filter((path) => path.endsWith('.html'))
      .map((path) => `${lang}/${path.replace('.html', '')}`),
  );
  assert.deepEqual(templates.map(([, page]) => page).sort(), pages.sort());
  for (const [, page, inside] of templates) {
    const data = JSON.parse(/<script type="application\/json" id="page-data">(.*?)<\/script>/.exec(inside)[1]);
    assert.equal(data.lang, page.startsWith('zh/') ? 'zh-CN' : 'en', page);
    assert.equal(inside.match(/id="page-data"/g).length, 1, page);
  }
});

test('single file: without scripts it says what it is, what it needs, and what is in it', () => {
  const [, inside] = /<noscript>(<main class="door">[\s\S]*?)<\/noscript>\n<template/.exec(html);
  for (const lang of ['zh', 'en']) {
    const titles = readdirSync(`dist/${lang}`, { recursive: true })
      .filter((path) => /\.html$/.test(path) && !path.endsWith('index.html'))
      .map((path) => /<title>([^<]+?) · /.exec(readFileSync(`dist/${lang}/${path}`, 'utf8'))[1]);
    for (const title of titles) assert.ok(inside.includes(`<li>${title}</li>`), title);
  }
  assert.match(inside, /JavaScript/);
});

test('single file: the licences of what is in it', () => {
  const [, text] = /<script type="text\/plain" id="licences">([\s\S]*?)<\/script>/.exec(html);
  for (const name of readdirSync('.').filter((file) => file.startsWith('LICENSE')))
    assert.ok(text.includes(readFileSync(name, 'utf8')), name);
});
