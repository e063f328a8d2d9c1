// Sentences and figures in the page's language.
import assert from 'node:assert/strict';
import test from 'node:test';

import { openPage } from './page.mjs';

openPage({ words: { greeting: '{who} has {count}', 'unit.steps.one': ' step', 'unit.steps.other': ' steps' } });
const { words, hasWords } = await import('../../site/js/page/words.js');
const { FigurePrinter } = await import('../../site/js/page/figure-printer.js');

test('A sentence gets its places filled; one that is missing names page and key', () => {
  assert.equal(words('greeting', { who: 'A', count: 3 }), 'A has 3');
  assert.throws(() => words('nothing.like-it'), /en\/test.*nothing\.like-it/);
  assert.equal(hasWords('nothing.like-it'), false);
});

const english = new FigurePrinter('en', {
  'unit.steps.one': ' step',
  'unit.steps.other': ' steps',
  'list.separator': ', ',
  yes: 'yes',
  no: 'no',
});
const chinese = new FigurePrinter('zh-CN', { 'unit.steps.other': '步', 'list.separator': '、' });

test('Units follow the plural of the language', () => {
  assert.equal(english.amount(1, 'steps'), '1 step');
  assert.equal(english.amount(4096, 'steps'), '4,096 steps');
  assert.equal(chinese.amount(1, 'steps'), '1步');
  assert.equal(english.unit(3, '1'), '');
  assert.throws(() => english.unit(1, 'miles'), /unit\.miles\.one/);
});

test('Counts, numbers, shares, slopes and bytes', () => {
  assert.equal(english.count(85899345920), '8.59 × 10¹⁰');
  assert.equal(english.number(-0.0001), '0');
  assert.equal(english.percent(-0.00001), '0.0%');
  assert.equal(english.percent(0.12345, 0), '12%');
  assert.deepEqual(
    [0, 0.0001, 0.325, 0.9999, 1].map((x) => english.share(x)),
    ['0%', '<0.1%', '32.5%', '>99.9%', '100.0%'],
  );
  assert.equal(english.slope(-0.0000012), '−1 × 10⁻⁶');
  assert.equal(english.slope(0), '0.000');
  assert.equal(english.bytes(65536), '64 KiB');
  assert.equal(english.signed(-0.001), '0.00');
  assert.equal(english.signed(0.756), '+0.76');
  assert.equal(english.long(-Infinity), '−∞');
  assert.equal(english.long(0.1 + 0.2), '0.3');
  assert.equal(english.long(1.5e-9), '1.5 × 10⁻⁹');
  assert.equal(english.long(5e-324), '4.94065645841 × 10⁻³²⁴');
});

test('A figure is printed as its fact says', () => {
  assert.equal(english.text({ value: [0.5, 0.25], unit: '1', print: 'percent1' }), '50.0%, 25.0%');
  assert.equal(english.text({ value: ['a', 'b'], unit: '1', print: 'order' }), 'a > b');
  assert.equal(english.text({ value: true, unit: '1', print: 'boolean' }), 'yes');
  assert.throws(() => english.printed(1, 'roman'), /roman/);
});
