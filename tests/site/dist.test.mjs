// The built site: facts.json against the golden figures, links, policies, and what may not stand in a page.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'node:test';

import { MODULES } from '../../site/build/data.mjs';

const read = (path) => readFileSync(path, 'utf8');
const pages = readdirSync('dist', { recursive: true })
  .filter((path) => path.endsWith('.html') && path !== 'why-attention.html')
  .map((path) => ({ path, html: read(`dist/${path}`) }));
const facts = JSON.parse(read('dist/facts.json'));
const golden = JSON.parse(read('tests/figures.json')).figures;

test('facts.json: every figure has a value, a unit, a text in both languages and a kind', () => {
  assert.ok(Object.keys(facts).length > 80);
  for (const [id, fact] of Object.entries(facts)) {
    assert.ok(['number', 'boolean'].includes(typeof fact.value) || Array.isArray(fact.value), id);
    assert.ok(fact.unit && fact.text.zh && fact.text.en, id);
    assert.ok(['computed', 'quoted'].includes(fact.kind), id);
    if (fact.kind === 'quoted') assert.match(fact.basis, /\d{4}/, `${id} names no source`);
    assert.doesNotMatch(JSON.stringify(fact), /null|NaN|Infinity|undefined/, id);
  }
});

test('facts.json: numbers equal the golden figures within their tolerance', () => {
  let held = 0;
  for (const { id, value, tolerance = 0 } of golden.filter((f) => f.id in facts && typeof f.value === 'number')) {
    assert.ok(Math.abs(facts[id].value - value) <= tolerance, `${id}: ${facts[id].value}`);
    held += 1;
  }
  assert.ok(held >= 50, `${held} compared`);
});

test('printed figures: counts keep their digits, shares are percentages, bytes name their unit', () => {
  const printed = (id) => [facts[id].text.zh, facts[id].text.en];
  assert.deepEqual(printed('count.work.attention.T4096.d5120'), ['8.59 × 10¹⁰次乘加', '8.59 × 10¹⁰ multiply-adds']);
  assert.deepEqual(printed('world.weight.causal.give.apple'), ['56.5%', '56.5%']);
  assert.deepEqual(printed('count.example.attention.serial_steps'), ['1步', '1 step']);
  assert.deepEqual(printed('anchor.kv.gqa.bytes_per_token'), ['64 KiB', '64 KiB']);
  assert.deepEqual(printed('papers.deepseek-v4.1-flash.bytes_per_token'), ['890 B', '890 B']);
  assert.deepEqual(printed('softmax.share.10_3_-4'), ['111.1%、33.3%、−44.4%', '111.1%, 33.3%, −44.4%']);
  assert.deepEqual(printed('world.score.rank.give')[0], '苹果 > 小王 > 小明 > 把 > 给了');
});

test('links: every address stays inside the site, begins with no slash and leads to a file', () => {
  for (const { path, html } of pages) {
    for (const [, address] of html.matchAll(/ (?:href|src)="([^"]*)"/g)) {
      assert.doesNotMatch(address, /^\//, path);
      if (/^(https:\/\/[^/]+\/[^/]+\/[^/]+\/issues\/new\?)/.test(address)) continue;
      if (/^https:\/\/arxiv\.org\/abs\/\d{4}\.\d{4,5}$/.test(address)) continue; // followed by a reader, never loaded
      const target = posix.join(posix.dirname(path), address.split('#')[0] || posix.basename(path));
      assert.ok(existsSync(`dist/${target}`), `${path}: ${address} leads nowhere`);
      const part = address.split('#')[1];
      if (part && !part.includes('='))
        assert.ok(read(`dist/${target}`).includes(`id="${part}"`), `${path}: no ${address}`);
    }
  }
});

const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; worker-src 'self' blob:; " +
  "img-src 'self' blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

test('pages: a strict policy, nothing inline but blocks of data, no data: address, the language they are in', () => {
  for (const { path, html } of pages) {
    assert.equal(/http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1], POLICY, path);
    assert.doesNotMatch(html, /<script(?![^>]* src=)(?! type="application\/json")|<style| style="| on\w+="/, path);
    assert.doesNotMatch(html, /="data:/, path);
    assert.match(html, path.startsWith('en/') ? /<html lang="en">/ : /<html lang="zh-CN">/, path);
    assert.doesNotMatch(html, /@SINGLE-FILE-SIZE@|undefined|\uFFFD/, path);
  }
});

test('both languages have the same pages, and the lesson the same parts in the same order', () => {
  const of = (lang) =>
    pages
      .map(({ path }) => path)
      .filter((path) => path.startsWith(`${lang}/`))
      .map((path) => path.slice(3))
      .sort();
  assert.deepEqual(of('zh'), of('en'));
  const parts = (lang) =>
    [...read(`dist/${lang}/why-not-rnn.html`).matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id);
  assert.deepEqual(parts('zh'), parts('en'));
  assert.deepEqual(parts('zh'), [
    'head',
    'left-out',
    'so-far',
    'design',
    'experiment-1',
    'experiment-2',
    'try',
    'price',
    'misconception',
    'timeline',
    'basis',
    'evidence',
    'closing',
  ]);
});

test('the timeline lists fourteen generations on two tracks, and this lesson stands at the first', () => {
  for (const lang of ['zh', 'en']) {
    const html = read(`dist/${lang}/why-not-rnn.html`);
    const stems = [...html.matchAll(/class="generation[^"]*" id="generation-([^"]+)"/g)].map(([, stem]) => stem);
    assert.deepEqual(stems, [
      'rnn',
      'additive',
      'query-key-value',
      'softmax',
      'causal-mask',
      'rope',
      'multi-head',
      'sink',
      'kv-cache',
      'mqa',
      'gqa',
      'mla',
      'linear-attention',
      'sparse-attention',
    ]);
    assert.equal(html.match(/class="track"/g).length, 2);
    assert.match(html, /id="generation-rnn" open aria-current="true"/);
    for (const part of ['what', 'solved', 'stuck'])
      assert.equal(html.match(new RegExp(`<p class="${part}">`, 'g')).length, 14);
  }
});

test('no script holds eval: a policy without unsafe-eval stands', () => {
  for (const file of readdirSync('dist/js')) assert.ok(!/new Function|\beval\(/.test(read(`dist/js/${file}`)), file);
});

test('what is shipped is classic: a page opened from disk loads no module and fetches nothing', () => {
  for (const file of readdirSync('dist/js')) {
    const script = read(`dist/js/${file}`);
    assert.ok(!/^(import|export)\b/m.test(script), file);
    const module = MODULES.some((name) => file.startsWith(`${name}-`));
    if (!module) assert.ok(!/\bfetch\(|XMLHttpRequest/.test(script), file);
  }
  for (const { path, html } of pages) assert.doesNotMatch(html, /type="?module|importmap/, path);
});

test("a figure that can be asked names a module that knows it: the page's own, where that one does", () => {
  for (const { path, html } of pages) {
    const [, own] = /"modules":\["(\w+)"\]/.exec(html) ?? [];
    for (const [span] of html.matchAll(/<span class="n"[^>]*data-fact[^>]*>/g)) {
      const [, module] = /data-module="(\w+)"/.exec(span) ?? [];
      assert.ok(MODULES.includes(module), `${path}: ${span}`);
      if (own && span.includes('data-kind="quoted"') && own !== 'decoding')
        assert.equal(module, own, `${path}: ${span}`);
    }
  }
});

test('licences lie beside the pages', () => {
  for (const name of readdirSync('.').filter((file) => file.startsWith('LICENSE'))) {
    assert.equal(read(`dist/${name}`), read(name), name);
  }
  const third = read('dist/LICENSE-THIRD-PARTY.txt');
  for (const name of ['Eigen', 'nlohmann', 'Emscripten', 'musl', 'libc++']) assert.ok(third.includes(name), name);
});

test('every generation that a page claims stands in the timeline, and the page is linked from it', () => {
  for (const lang of ['zh', 'en']) {
    const html = read(`dist/${lang}/why-not-rnn.html`);
    for (const [stem, page] of [
      ['softmax', 'softmax'],
      ['gqa', 'memory'],
      ['sparse-attention', 'memory'],
    ]) {
      const row = new RegExp(`id="generation-${stem}"[\\s\\S]*?</details>`).exec(html)[0];
      assert.ok(row.includes(`<p class="lab"><a href="${page}.html">`), `${lang}: ${stem}`);
    }
    const [here] = /<details class="generation here"[^>]*>/.exec(read(`dist/${lang}/softmax.html`));
    assert.equal(here, '<details class="generation here" id="generation-softmax" open aria-current="true">');
    const memory = read(`dist/${lang}/memory.html`);
    assert.equal(memory.match(/class="generation here"/g).length, 6);
    assert.doesNotMatch(memory, /class="generation here"[^>]* open/);
  }
});
