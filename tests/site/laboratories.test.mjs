// The text of the laboratories: what a learner needs besides the experiment, one word for one thing, sources to follow.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const STEMS = readdirSync('site/zh')
  .filter((file) => file.endsWith('.njk') && /^layout: laboratory/m.test(readFileSync(`site/zh/${file}`, 'utf8')))
  .map((file) => file.replace('.njk', ''));
const pages = ['zh', 'en'].flatMap((lang) =>
  STEMS.map((stem) => ({
    lang,
    stem,
    path: `site/${lang}/${stem}.njk`,
    text: readFileSync(`site/${lang}/${stem}.njk`, 'utf8'),
  })),
);
const count = (text, pattern) => (text.match(pattern) ?? []).length;

test('there are laboratories', () => assert.ok(STEMS.length >= 5, `${STEMS}`));

test('each says what one can do after it and needs before it, and answers what it asks', () => {
  for (const { path, text } of pages) {
    const [, aims] = /<details class="twin aims">([\s\S]*?)<\/details>/.exec(text) ?? [];
    assert.equal(count(aims ?? '', /<li>/g), 3, `${path}: what one can do`);
    assert.match(aims, /<(b|strong)>[^<]+<\/\1>/, `${path}: what one needs`);
    const [, asked] = /<section id="try">[\s\S]*?<ol>([\s\S]*?)<\/ol>/.exec(text);
    const items = asked.split('<li>').slice(1);
    assert.ok(items.length >= 4, path);
    for (const item of items) {
      assert.match(item, /<a href="#/, `${path}: no link in ${item.slice(0, 60)}`);
      assert.equal(count(item, /<details class="twin answer">/g), 1, `${path}: no answer to ${item.slice(0, 60)}`);
    }
  }
});

test('both editions have the same figures, links and answers in each section', () => {
  const sections = (text) =>
    [...text.matchAll(/<section id="([^"]+)">([\s\S]*?)<\/section>/g)].map(([, id, body]) => [
      id,
      [...body.matchAll(/{% fact "([^"]+)"/g)].map(([, name]) => name).sort(),
      [...body.matchAll(/ href="([^"]+)"/g)].map(([, href]) => href).sort(),
      [...body.matchAll(/{% (?:arxiv|data) "([^"]+)"/g)].map(([, name]) => name).sort(),
    ]);
  for (const stem of STEMS) {
    const [zh, en] = pages.filter((page) => page.stem === stem);
    assert.deepEqual(sections(en.text), sections(zh.text), stem);
  }
});

test('terms: one word for one thing, and mathematics in digits', () => {
  const never = {
    zh: /完整注意力|误读|线性层|名签|看哪一面|均值(为)?零|方差(为)?一|温度为零|设为零|改成零|之和是零|[二四八十百]倍/,
    en: /\blinear layers?\b|misreading|half as large again|\b(?:mean zero|variance one|exactly zero|temperature zero)\b/i,
  };
  for (const { path, lang, text } of pages) assert.doesNotMatch(text, never[lang], path);
  for (const stem of [...STEMS, 'lab']) {
    const words = JSON.parse(readFileSync(`site/lang/${stem}.json`, 'utf8'));
    for (const lang of ['zh', 'en']) assert.doesNotMatch(JSON.stringify(words[lang]), never[lang], stem);
  }
});

test('the anchor model is named with its name where it first appears; every paper on arXiv can be followed', () => {
  for (const { path, lang, text } of pages) {
    const body = text.replace(/^---[\s\S]*?\n---\n/, '');
    const first = lang === 'zh' ? body.indexOf('锚点模型') : body.search(/\bthe anchor\b|anchor model/);
    if (first >= 0) assert.match(body.slice(first, first + 40), /Qwen3\.8-27B/, path);
    assert.doesNotMatch(body, /arXiv|\d{4}\.\d{4,5}(?!\d|" %})/, `${path}: a paper that is no link`);
  }
});
