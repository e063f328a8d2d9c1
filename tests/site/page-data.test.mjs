// What pages tell their scripts: the block of data, the scripts they load, the words they carry.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'node:test';

import { MODULES } from '../../site/build/data.mjs';

import { scripts, stems } from '../../site/build/bundle.mjs';
import { words } from '../../site/build/words.mjs';

const read = (path) => readFileSync(path, 'utf8');
const own = await scripts();
/** The script of its own that a page has, if any. */
const ownOf = ({ stem }) => (stems().includes(stem) ? [stem] : []);
const pages = ['zh', 'en']
  .flatMap((lang) =>
    readdirSync(`dist/${lang}`, { recursive: true })
      .filter((path) => path.endsWith('.html'))
      .map((path) => `${lang}/${path.replaceAll('\\', '/')}`),
  )
  .map((path) => {
    const html = read(`dist/${path}`);
    const data = JSON.parse(/<script type="application\/json" id="page-data">(.*)<\/script>/.exec(html)[1]);
    return { path, lang: path.slice(0, 2), html, data };
  });
const loads = (html) => [...html.matchAll(/<script defer src="([^"]+)"/g)].map(([, address]) => address);
const inSite = (path, address) => posix.join(posix.dirname(path), address);

test('every page has a block of data, with language, stem, build and the addresses of modules', () => {
  const builds = new Set();
  for (const { path, lang, html, data } of pages) {
    assert.equal(data.lang, { zh: 'zh-CN', en: 'en' }[lang], path);
    builds.add(data.build);
    if (!loads(html).length) continue;
    assert.deepEqual(Object.keys(data.scripts).sort(), MODULES.flatMap((name) => [name, `${name}-data`]).sort(), path);
    for (const address of Object.values(data.scripts)) assert.ok(existsSync(`dist/${inSite(path, address)}`), address);
  }
  assert.equal(builds.size, 1, 'one build');
  assert.match([...builds][0], /^[0-9a-f]{10}$/);
});

test('pages load their module, its data, the shared script and their own, in this order, and nothing else', () => {
  for (const { path, html, data } of pages) {
    const names = loads(html).map((address) => posix.basename(address).replace(/-[0-9a-f]{10}\.js$/, ''));
    const modules = data.modules.flatMap((name) => [name, `${name}-data`]);
    const scripted = ownOf(data).length || path.includes('/questions/');
    assert.deepEqual(names, scripted ? [...modules, 'shared', ...ownOf(data)] : [], path);
  }
});

test('each page with a script of its own is in both languages, and each script has a page', () => {
  for (const lang of ['zh', 'en']) {
    assert.deepEqual(
      pages
        .filter((page) => page.lang === lang && ownOf(page.data).length)
        .map(({ data }) => data.stem)
        .sort(),
      stems(),
    );
  }
});

test('scripts and styles are called by what is in them, and tell their build', () => {
  const [
    {
      data: { build },
    },
  ] = pages;
  for (const file of readdirSync('dist/js')) {
    const name = /^(.+)-[0-9a-f]{10}\.js$/.exec(file)?.[1];
    assert.ok(name, file);
    assert.ok(
      read(`dist/js/${file}`).slice(0, 400).includes(`(globalThis.attnBuild ??= {})["${name}"] = "${build}";`),
      file,
    );
  }
  for (const file of readdirSync('dist/css')) assert.match(file, /^site-[0-9a-f]{10}\.css$/);
});

test('data scripts hold what the files of data/ hold', () => {
  const data = {};
  for (const file of readdirSync('dist/js').filter((name) => name.includes('-data-'))) {
    const run = new Function('globalThis', read(`dist/js/${file}`));
    const place = {};
    run(place);
    Object.assign(data, place.attnData);
  }
  const parsed = (file) => JSON.parse(read(`data/${file}`));
  assert.deepEqual(data.lesson, {
    world: parsed('teaching-world.json'),
    anchor: parsed('anchor-model.json'),
    papers: parsed('papers.json'),
  });
  assert.deepEqual(
    data.ledger,
    Object.fromEntries(
      [
        ['anchor', 'anchor-model'],
        ['frontier', 'frontier-models'],
        ['papers', 'papers'],
      ].map(([name, file]) => [name, { text: read(`data/${file}.json`), file: `${file}.json` }]),
    ),
  );
});

/** Keys as calls in the sources spell them: words('a.b'), words(`a.b-${c}`), and texts that are a key. @param {string} text */
function keysCalled(text, keys) {
  const called = [
    ...text.matchAll(/\b(?:words|putWords|noteLine|inWords|say)\((?:[^'"`(),]+, )?(['"`])([\w-]+\.[^'"`$]+)(\1|\$\{)/g),
  ].map(([, , key, end]) => (end === '${' ? (k) => k.startsWith(key) : (k) => k === key));
  return keys.filter((key) => called.some((matches) => matches(key)));
}

test('no page lacks a word that its scripts ask for', () => {
  let held = 0;
  for (const { path, lang, data, html } of pages.filter((page) => loads(page.html).length)) {
    const names = ['shared', ...ownOf(data)];
    for (const file of names.flatMap((name) => own[name].modules)) {
      for (const key of keysCalled(read(`site/js/${file}`), Object.keys(words[lang]))) {
        held += 1;
        // What a bundle leaves out of a module asks for nothing.
        if (names.some((name) => own[name].text.includes(key)))
          assert.ok(key in data.words, `${path}: ${file} asks for "${key}"`);
      }
    }
    for (const [key, text] of Object.entries(data.words)) assert.equal(text, words[lang][key], `${path}: ${key}`);
    assert.ok(html.length > 0);
  }
  assert.ok(held > 500, `${held} held`);
});

test('no page carries words of another: what its scripts never name is at most a twentieth', () => {
  for (const { path, data } of pages.filter((page) => ownOf(page.data).length)) {
    const text = ['shared', data.stem].map((name) => own[name].text).join('\n');
    const groups = new Set(stems().filter((stem) => stem !== data.stem));
    const foreign = Object.keys(data.words).filter((key) => groups.has(key.split('.')[0]) && !text.includes(key));
    assert.ok(foreign.length * 20 <= Object.keys(data.words).length, `${path}: ${foreign.join(', ')}`);
  }
});

test('a page without a script carries no words', () => {
  for (const { path, html, data } of pages) if (!loads(html).length) assert.deepEqual(data.words, {}, path);
});
