// What the sources may not hold: typed figures, mathematics in JavaScript, arrows that point the wrong way.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const files = (folder, ending) =>
  readdirSync(folder, { recursive: true })
    .map((path) => `${folder}/${path}`)
    .filter((path) => ending.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

const prose = files('site', /\.(njk|md)$/);
const scripts = files('site/js', /\.js$/);

/** Every file that git keeps; without git (an unpacked archive), none. */
const tracked = spawnSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
  .stdout.split('\0')
  .filter((path) => path && existsSync(path));

/** What a reader sees of a template, without shortcodes, tags and formulas. */
const visible = (text) =>
  text
    .replace(/^---[\s\S]*?\n---\n/, '')
    .replace(/\{% (math|formula) %\}[\s\S]*?\{% end\1 %\}/g, ' ')
    .replace(/\{[%{#][\s\S]*?[%}#]\}/g, ' ')
    .replace(/<[^>]+>/g, ' ');

test('no figure is typed into a page: percentages', () => {
  for (const { path, text } of prose) assert.doesNotMatch(visible(text), /\d\s*[%％]/, path);
});

test('no figure is typed into a page: results have digits only from the core or a source', () => {
  // Allowed digits: years, arXiv ids, sections, tables and lessons, and names that contain digits.
  const names =
    /\b(arXiv )?\d{4}\.\d{4,5}\b|\b(19|20)\d\d\b|§[\d.]+|[A-Z]\w*-?\d+(\.\d+)?(-\w+)?|\b\d+B\b|\bgpt-oss-\d+b|(?<![\d.,])\d{1,2}(?![\d.,]*\d)/g;
  for (const { path, text } of prose) {
    const rest = visible(text).replace(names, ' ');
    assert.doesNotMatch(rest, /\d/, `${path}: ${(/.{0,30}\d.{0,30}/.exec(rest) ?? [''])[0]}`);
  }
});

test('no mathematics in JavaScript: formulas live in the core', () => {
  for (const { path, text } of scripts) {
    assert.doesNotMatch(text, /Math\.(exp|tanh|sqrt|pow|hypot|expm1)\b/, path);
    if (!path.endsWith('log-scale.js') && !path.endsWith('lane-drawing.js'))
      assert.doesNotMatch(text, / \*\* |Math\.(log|cos|sin)/, path);
  }
});

test('sources are modules that import what they use, and fetch nothing', () => {
  for (const { path, text } of scripts) {
    assert.match(text, /^\/\/ @ts-check\n\/\/ /, path);
    assert.doesNotMatch(text, /\bfetch\(|XMLHttpRequest|\brequire\(/, path);
  }
});

test('no marker of a merge stands in a tracked file', () => {
  for (const path of tracked) {
    const text = readFileSync(path, 'utf8');
    assert.ok(!/^(<{7}|={7}|>{7}|\|{7})( |$)/m.test(text), `${path} holds a marker of a merge`);
  }
});

test('the folders that README and architecture.md name are those there are', (t) => {
  if (!tracked.length) {
    t.skip('no git here');
    return;
  }
  const folders = [...new Set(tracked.filter((path) => path.includes('/')).map((path) => path.split('/')[0]))]
    .filter((folder) => !folder.startsWith('.'))
    .sort();
  /** Those of the first table of folders. @param {string} path */
  const named = (path) => {
    const [, table] = /\n(\| folder \|[^]*?)\n\n/.exec(`${readFileSync(path, 'utf8')}\n\n`);
    return [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, folder]) => folder.replace(/\/$/, ''));
  };
  const built = ['dist', 'build'];
  assert.deepEqual(
    named('README.md')
      .filter((folder) => !folder.includes('/') && !built.includes(folder))
      .sort(),
    folders,
    'README.md',
  );
  const rooms = named('docs/architecture.md');
  assert.deepEqual(
    rooms.filter((folder) => !folder.includes('/') && !built.includes(folder)).sort(),
    folders,
    'architecture.md',
  );
  for (const folder of rooms.filter((name) => !built.includes(name)))
    assert.ok(existsSync(folder), `architecture.md: ${folder}`);
});

test('arrows: the core has never heard of the browser, and only its JSON part of nlohmann', () => {
  for (const { path, text } of [...files('core', /\.(h|cpp)$/), ...files('tests/native', /\.(h|cpp)$/)]) {
    assert.doesNotMatch(text, /emscripten/i, path);
  }
  for (const { path, text } of files('core', /\.(h|cpp)$/)) {
    if (!/json\.(h|cpp)$/.test(path)) assert.doesNotMatch(text, /nlohmann/, path);
  }
});

test('a topic has one stem in every folder', () => {
  const lists = [...readFileSync('CMakeLists.txt', 'utf8').matchAll(/set\(ATTN_\w+_TOPICS\s+([^)]+)\)/g)];
  const list = lists.map(([, topics]) => topics).join(' ');
  const has = (path) => assert.doesNotThrow(() => readFileSync(path), path);
  for (const topic of list.trim().split(/\s+/)) {
    has(`core/include/attn/${topic}.h`);
    has(`tests/native/${topic}_test.cpp`);
  }
  // wasm/T.cpp is made where there is none, and says more than that where there is one.
  const binds = /^BORDER\((\w+)\) \{\s*mechanism<\w+>\("\1", \[\]\(const auto& in\) \{ return \1\(in\); \}\);\s*\}/m;
  for (const { path, text } of files('wasm', /\.cpp$/)) {
    const [, topic] = /^BORDER\((\w+)\)/m.exec(text) ?? [];
    if (topic) assert.match(path, new RegExp(`/(${topic}|\\w+_${topic})\\.cpp$`));
    assert.doesNotMatch(text, binds, `${path} is what wasm/topic.cpp.in makes`);
  }
});

test('files stay short enough to read in one sitting', () => {
  for (const { path, text } of [
    ...scripts,
    ...files('site/build', /\.mjs$/),
    ...files('core', /\.(h|cpp)$/),
    ...files('wasm', /\.(h|cpp|mjs)$/),
  ]) {
    assert.ok(text.split('\n').length <= 320, `${path} has ${text.split('\n').length} lines`);
  }
});

test('no path of one machine, no registry, stands in a tracked text', () => {
  const all = ['core', 'wasm', 'site', 'data', 'tests', 'docs', 'scripts', 'cmake', '.github'].flatMap((folder) =>
    files(folder, /\.(h|cpp|mjs|js|ts|njk|md|json|css|cmake|txt|yml|sh)$/),
  );
  for (const { path, text } of all) {
    if (path.endsWith('sources.test.mjs')) continue;
    assert.doesNotMatch(text, /(^|[^\w./-])\/(root|home|work)\/[a-z]/m, path);
    assert.doesNotMatch(text, /registry\.npm|deb\.debian\.org/, path);
  }
});
