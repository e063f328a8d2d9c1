// The language files: the same keys in both, none missing, none unused, no English left in Chinese or the reverse.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const read = (path) => readFileSync(path, 'utf8');
const zh = JSON.parse(read('site/lang/zh.json'));
const en = JSON.parse(read('site/lang/en.json'));

const sources = [...readdirSync('site', { recursive: true }).map((path) => `site/${path}`), 'eleventy.config.mjs', 'scripts/quality-speed.mjs']
  .filter((path) => /\.(njk|md|js|mjs)$/.test(path)).map((path) => ({ path, text: read(path) }));

/** Keys as the sources write them; a part put in when it runs ("unit.${unit}") stands for anything. */
function usedKeys() {
  const used = [];
  for (const { path, text } of sources) {
    const add = (key) => used.push({ path, key });
    for (const [, key] of text.matchAll(/\bw\["([^"]+)"(?=\])/g)) add(key);
    for (const [, key] of text.matchAll(/\bw\["([^"]+)" \+/g)) add(`${key}*`);
    for (const [, key] of text.matchAll(/words\.(?:zh|en)\["([^"]+)"\]/g)) add(key);
    for (const [, key] of text.matchAll(/(?:\bw|words)\[`([^`]+)`\]/g)) add(key.replace(/\$\{[^}]+\}/g, '*'));
    for (const [, key] of text.matchAll(/(?:\bw|words)\['([^']+)'\]/g)) add(key);
    for (const [, key] of text.matchAll(/`((?:unit|count-panel|cost-table|token-lanes|token-lanes)\.[^`]*)`/g)) add(key.replace(/\$\{[^}]+\}/g, '*'));
    for (const [, key] of text.matchAll(/'((?:[a-z]+-?)+\.[a-z-]+)'/g)) if (key in zh || key in en) add(key);
    for (const [, key] of text.matchAll(/(?:words|putWords)\((?:[^,()]+(?:\([^)]*\))?, )?'([^']+)'/g)) add(key);
    for (const [, key] of text.matchAll(/(?:words|putWords|noteLine|inWords)\((?:[^`]{0,80}?, )?`([a-z-]+\.[^`]*)`/g)) add(key.replace(/\$\{[^}]+\}/g, '*'));
    for (const [, key] of text.matchAll(/(?:noteLine|inWords|say)\('([a-z-]+\.[^']+)'/g)) add(key);
    for (const [, prefix, suffix] of text.matchAll(/\bw\[stem \+ "([^"]+)"( \+)?/g)) add(`*${prefix}${suffix ? '*' : ''}`);
    for (const [, a, b] of text.matchAll(/words\[value \? '(\w+)' : '(\w+)'\]/g)) { add(a); add(b); }
  }
  return used;
}

const pattern = (key) => new RegExp(`^${key.split('*').map((part) => part.replace(/[.+^$()|[\]\\]/g, '\\$&')).join('.+')}$`);

test('every word stands in both languages', () => {
  const plurals = (keys) => keys.filter((key) => !/^unit\..*\.one$/.test(key)).sort();  // Chinese has one form
  assert.deepEqual(plurals(Object.keys(zh)), plurals(Object.keys(en)));
  for (const key of Object.keys(en).filter((k) => /^unit\./.test(k))) assert.ok(key.replace(/\.one$/, '.other') in zh, key);
});

test('no key that a page or a lab uses is missing', () => {
  for (const { path, key } of usedKeys()) {
    if (key.includes('*')) assert.ok(Object.keys(en).some((k) => pattern(key).test(k)), `${path}: nothing like ${key}`);
    else assert.ok(key in zh && key in en, `${path}: ${key}`);
  }
});

test('no key is unused', () => {
  const used = usedKeys().map(({ key }) => pattern(key));
  const keys = new Set([...Object.keys(zh), ...Object.keys(en)]);
  assert.deepEqual([...keys].filter((key) => !used.some((u) => u.test(key))), [], 'used nowhere');
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
  const chinese = sources.filter(({ path }) => /site\/(_includes\/)?zh\//.test(path)).concat({ path: 'zh.json', text: JSON.stringify(zh) });
  for (const { path, text } of chinese) {
    for (const wrong of ['汇聚', '法学硕士', '代币', '令牌', '指数级增长']) assert.ok(!text.includes(wrong), `${path}: ${wrong}`);
  }
});
