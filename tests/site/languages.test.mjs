// The language files: the same keys in both, none missing, none unused, no English left in Chinese or the reverse.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const read = (path) => readFileSync(path, 'utf8');
const files = readdirSync('site/lang')
  .sort()
  .map((file) => ({ stem: file.replace('.json', ''), words: JSON.parse(read(`site/lang/${file}`)) }));
const entries = (lang) => files.flatMap(({ words }) => Object.entries(words[lang]));
const [zh, en] = ['zh', 'en'].map((lang) => Object.fromEntries(entries(lang)));
const groupOf = (key) => key.split('.')[0];
const groups = new Set(Object.keys(en).map(groupOf));

const sources = readdirSync('site', { recursive: true })
  .map((path) => `site/${path}`)
  .filter((path) => /\.(njk|md|js|mjs)$/.test(path))
  .concat('scripts/single-file.mjs')
  .map((path) => ({ path, text: read(path) }));

/** Keys as the sources write them; a part put in when it runs ("unit.${unit}") stands for anything. */
const used = usedKeys();
function usedKeys() {
  const all = new Map();
  for (const { path, text } of sources) {
    const add = (key) => all.set(key, { path, key });
    for (const [, key] of text.matchAll(/\bw\["([^"]+)"(?=\])/g)) add(key);
    for (const [, key] of text.matchAll(/words\.(?:zh|en)\["([^"]+)"\]/g)) add(key);
    for (const [, key] of text.matchAll(/(?:\bw|words)\[`([^`]+)`\]/g)) add(key.replace(/\$\{[^}]+\}/g, '*'));
    for (const [, key] of text.matchAll(/(?:\bw|words)\['([^']+)'\]/g)) add(key);
    for (const [, key] of text.matchAll(/`([a-z-]+\.[^`]*\$\{[^`]*)`/g))
      if (groups.has(groupOf(key))) add(key.replace(/\$\{[^}]+\}/g, '*'));
    for (const [, key] of text.matchAll(/'([a-z-]+\.[a-z-]+)'/g)) if (key in zh || key in en) add(key);
    for (const [, key] of text.matchAll(/(?:words|putWords)\((?:[^,()]+(?:\([^)]*\))?, )?'([^']+)'/g)) add(key);
    for (const [, key] of text.matchAll(/(?:words|putWords|noteLine|inWords)\((?:[^`]{0,80}?, )?`([a-z-]+\.[^`]*)`/g))
      add(key.replace(/\$\{[^}]+\}/g, '*'));
    for (const [, key] of text.matchAll(/(?:noteLine|inWords|say)\('([a-z-]+\.[^']+)'/g)) add(key);
    for (const [, a, b] of text.matchAll(/words\[value \? '(\w+)' : '(\w+)'\]/g)) {
      add(a);
      add(b);
    }
  }
  return [...all.values()];
}

const pattern = (key) =>
  new RegExp(
    `^${key
      .split('*')
      .map((part) => part.replace(/[.+^$()|[\]\\]/g, '\\$&'))
      .join('.+')}$`,
  );

test('a file holds both languages; a group of words stands in one file, and in the one called after it', () => {
  const places = {};
  for (const { stem, words } of files) {
    assert.deepEqual(Object.keys(words), ['zh', 'en'], stem);
    for (const key of [...Object.keys(words.zh), ...Object.keys(words.en)]) {
      assert.equal((places[groupOf(key)] ??= stem), stem, key);
      if (files.some((file) => file.stem === groupOf(key))) assert.equal(stem, groupOf(key), key);
    }
  }
  for (const lang of ['zh', 'en']) assert.equal(entries(lang).length, new Set(entries(lang).map(([key]) => key)).size);
});

/** The phrases that the core can refuse with, and its English templates. */
const phrases = [...read('core/include/attn/phrases.h').matchAll(/^\s*\{"(\w+)",\s*"((?:[^"\\]|\\.)*)"\}/gm)].map(
  ([, key, text]) => ({ key, text: text.replace(/\\(.)/g, '$1') }),
);

test('whatever the core refuses is worded in both languages, with the same places', () => {
  const places = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
  assert.ok(phrases.length > 80, `${phrases.length}`);
  for (const { key, text } of phrases) {
    for (const words of [zh, en]) {
      assert.ok(words[`refusal.${key}`], key);
      assert.deepEqual(places(words[`refusal.${key}`]), places(text), key);
    }
  }
  const known = new Set(['sentence', ...phrases.map(({ key }) => key)]);
  assert.deepEqual(
    Object.keys(zh).filter((key) => groupOf(key) === 'refusal' && !known.has(key.slice(8))),
    [],
  );
});

test('every word stands in both languages', () => {
  const plurals = (keys) => keys.filter((key) => !/^unit\..*\.one$/.test(key)).sort(); // Chinese has one form
  assert.deepEqual(plurals(Object.keys(zh)), plurals(Object.keys(en)));
  for (const key of Object.keys(en).filter((k) => /^unit\./.test(k)))
    assert.ok(key.replace(/\.one$/, '.other') in zh, key);
});

test('no key that a page or a lab uses is missing', () => {
  for (const { path, key } of used) {
    if (key.includes('*'))
      assert.ok(
        Object.keys(en).some((k) => pattern(key).test(k)),
        `${path}: nothing like ${key}`,
      );
    else assert.ok(key in zh && key in en, `${path}: ${key}`);
  }
});

test('templates pass keys whole, so that one that is used nowhere is seen', () => {
  for (const { path, text } of sources.filter((source) => source.path.endsWith('.njk'))) {
    assert.doesNotMatch(text, /\bw\[(?!"[^"]+"\])|words\.(zh|en)\[(?!"[^"]+"\])/, path);
  }
});

test('no key is unused', () => {
  const whole = new Set(used.map(({ key }) => key));
  const patterns = used.filter(({ key }) => key.includes('*')).map(({ key }) => pattern(key));
  const keys = new Set([...Object.keys(zh), ...Object.keys(en)]);
  assert.deepEqual(
    [...keys].filter((key) => !whole.has(key) && !patterns.some((u) => u.test(key))),
    [],
    'used nowhere',
  );
});

test('both languages fill the same places', () => {
  const places = (text) => [...text.matchAll(/\{([\w-]+)\}/g)].map(([, name]) => name).sort();
  for (const key of Object.keys(zh)) assert.deepEqual(places(en[key]), places(zh[key]), key);
});

test('English words hold no Chinese, but for the name of the other language', () => {
  for (const [key, text] of Object.entries(en)) {
    if (key !== 'site.other-language') assert.doesNotMatch(text, /[\u3000-\u9fff\uff00-\uffef]/, key);
  }
});

test('Chinese words use full-width punctuation and no spaces typed between scripts', () => {
  for (const [key, text] of Object.entries(zh)) {
    assert.doesNotMatch(text, /[\u4e00-\u9fff][,;:?!]/, key);
    assert.doesNotMatch(text, /[\u4e00-\u9fff，。；：」）] [A-Za-z0-9{]|[A-Za-z0-9}] [\u4e00-\u9fff「（]/, key);
  }
});

test('terms: no rendering that the field does not use', () => {
  const chinese = sources
    .filter(({ path }) => /site\/(_includes\/)?zh\//.test(path))
    .concat({ path: 'zh.json', text: JSON.stringify(zh) });
  for (const { path, text } of chinese) {
    for (const wrong of ['汇聚', '法学硕士', '代币', '令牌', '指数级增长'])
      assert.ok(!text.includes(wrong), `${path}: ${wrong}`);
  }
});
