// The classic scripts that are made of the modules.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { bundle, deliver, scripts, stems } from '../../site/build/bundle.mjs';

const SOURCES = fileURLToPath(new URL('../../site/js/', import.meta.url));
const read = (path) => readFileSync(resolve(SOURCES, path), 'utf8');
const made = await scripts();
const { single } = await scripts({ single: true });
const pages = Object.entries(made).filter(([name]) => name !== 'shared');

test('Every page with a script of its own has one, and the other way round', () => {
  for (const stem of stems())
    assert.ok(existsSync(new URL(`../../site/zh/${stem}.njk`, import.meta.url)), `site/zh/${stem}.njk`);
  assert.deepEqual(Object.keys(made).sort(), [...stems(), 'shared'].sort());
});

test('A laboratory needs no file in entries/: one there joins several, and no script of labs/ is lost', () => {
  for (const file of readdirSync(resolve(SOURCES, 'entries')).filter((name) => name !== 'index.js'))
    assert.ok(read(`entries/${file}`).match(/^import /gm).length > 1, file);
  const defined = readdirSync(resolve(SOURCES, 'labs'))
    .map((file) => /customElements\.define\('([\w-]+)-lab'/.exec(read(`labs/${file}`))?.[1])
    .filter((stem) => stem);
  assert.ok(defined.length > 4);
  for (const stem of defined) assert.ok(made[stem]?.modules.includes(`labs/${stem}-lab.js`), stem);
});

test('A page brings nothing that the shared script has', () => {
  for (const [name, { modules }] of pages) {
    assert.deepEqual(
      modules.filter((module) => made.shared.modules.includes(module)),
      [],
      name,
    );
  }
});

test('The single file holds every module once', () => {
  const all = readdirSync(SOURCES, { recursive: true })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.js') && path !== 'shared.js');
  assert.deepEqual(
    single.modules.filter((path) => path !== 'shared.js'),
    all.sort(),
  );
});

test('Sizes, gzipped', () => {
  const limits = { shared: 36000, single: 100000 };
  for (const [name, { text }] of [...Object.entries(made), ['single', single]]) {
    const size = gzipSync(text, { level: 9 }).length;
    console.log(`${name}: ${size} bytes gzipped, ${text.length} plain`);
    assert.ok(size <= (limits[name] ?? 18000), `${name}: ${size}`);
  }
});

test('Classic scripts whose names are those of the sources', () => {
  for (const [name, { text }] of [...pages, ['single', single]]) {
    assert.doesNotMatch(text, /^(import|export) /m, name);
    assert.doesNotMatch(text, /__name\(/, `${name}: functions can be handed to a worker as text`);
    for (const [, element] of text.matchAll(/customElements\.define\("([a-z-]+)"/g)) assert.match(element, /-/);
  }
  assert.match(made.shared.text, /^"use strict";\nvar whyAttention = /);
  assert.match(made.softmax.text, /class (\w+ )?extends [\w.]*SentenceLab/);
});

/** Names that a module exports. @param {string} path */
const exportsOf = (path) =>
  [...read(path).matchAll(/^export (?:async function|function|class|const|let) (\w+)/gm)].map(([, name]) => name);

test('What the shared script offers has one name each, and tests find theirs', () => {
  const names = made.shared.modules.filter((path) => path !== 'shared.js').flatMap(exportsOf);
  assert.deepEqual(
    names.filter((name, i) => names.indexOf(name) !== i),
    [],
  );
  for (const name of ['printer', 'words', 'problems', 'address', 'engine', 'world', 'ready'])
    assert.ok(names.includes(name), name);
});

test('Imports point at modules that are there, below site/js, and are used', () => {
  for (const path of single.modules) {
    if (path === 'shared.js') continue;
    for (const [, target] of read(path).matchAll(/from '(\.[^']+)'/g)) {
      const found = relative(SOURCES, resolve(SOURCES, dirname(path), target));
      assert.ok(
        existsSync(resolve(SOURCES, found)) || existsSync(resolve(SOURCES, found.replace(/\.js$/, '.d.ts'))),
        `${path}: ${target}`,
      );
      assert.doesNotMatch(found, /^\.\./);
    }
  }
});

test('Delivered scripts are called by their content, name their build and their sources', async () => {
  const one = deliver({ a: 'alert(1);', b: 'alert(2);' }, { repository: 'https://example.org/r' });
  const two = deliver({ a: 'alert(1);', b: 'alert(3);' }, { repository: 'https://example.org/r' });
  assert.notEqual(one.build, two.build);
  assert.match(one.names.a, /^a-[0-9a-f]{10}\.js$/);
  assert.notEqual(one.names.a, two.names.a, 'a script of another build has another name');
  const [comment, registration, text] = one.files[one.names.a].split('\n');
  assert.match(comment, /^\/\/ .*https:\/\/example\.org\/r\/tree\/main\/site\/js$/);
  assert.equal(registration, `(globalThis.attnBuild ??= {})["a"] = "${one.build}";`);
  assert.equal(text, 'alert(1);');
  const files = await bundle({ also: { lesson: '/* module */' } });
  assert.deepEqual(
    Object.keys(files)
      .map((name) => name.replace(/-[0-9a-f]{10}\.js$/, ''))
      .sort(),
    [...stems(), 'lesson', 'shared'].sort(),
  );
});
