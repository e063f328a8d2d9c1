// Numbers as people write them, and cells of a spreadsheet (reports M-34 and M-36).
import assert from 'node:assert/strict';
import test from 'node:test';

import { openPage } from './page.mjs';

openPage();
const { numberOf, plainNumber } = await import('../../site/js/page/number-field.js');
const { pastedCells } = await import('../../site/js/labs/pasted-cells.js');

const field = (value, number = 'decimal') => ({ value, dataset: { number } });

test('Every minus is one, digits may be wide, a decimal comma is a point', () => {
  for (const [written, plain] of [
    ['−4', '-4'],
    ['–4', '-4'],
    ['－４．５', '-4.5'],
    ['１２８', '128'],
    ['+3', '3'],
    [' 7 ', '7'],
    ['0,5', '0.5'],
    ['−1,25', '-1.25'],
    ['，5', '.5'],
    ['1.', '1'],
  ])
    assert.equal(plainNumber(written), plain, written);
});

test('Thousands are read where they can be nothing else', () => {
  for (const written of ['131,072', '131 072', "131'072", '131\u202f072']) {
    assert.equal(plainNumber(written, true), '131072', written);
  }
  assert.equal(plainNumber('1,234,567.5'), '1234567.5');
  assert.equal(plainNumber('131 072'), '131072');
  assert.equal(plainNumber('1,234'), '1,234', 'one and a bit, or a thousand and more');
  assert.ok(Number.isNaN(numberOf(field('1,234'))));
  assert.equal(numberOf(field('1,234', 'whole')), 1234);
});

test('What is no number stays as it is written, and is none', () => {
  for (const written of ['50%', '５０％', '128k', '1e5', '0x10', '1-2', '', '-', '.', '1.2.3', 'Infinity', '1,2,3'])
    assert.ok(Number.isNaN(numberOf(field(written))), written);
  assert.equal(plainNumber('128k'), '128k');
  assert.equal(numberOf(field('1.')), 1); // on the way to 1.5
});

test('Cells by tabs and lines, or by semicolons; one alone is no table', () => {
  assert.deepEqual(pastedCells('1\t−2,5\r\n3\t4\r\n'), [
    ['1', '-2.5'],
    ['3', '4'],
  ]);
  assert.deepEqual(pastedCells('1;2\n3;4'), [
    ['1', '2'],
    ['3', '4'],
  ]);
  assert.deepEqual(pastedCells('1\n2'), [['1'], ['2']]);
  assert.equal(pastedCells('1,5'), undefined);
  assert.equal(pastedCells('1,5\n'), undefined);
});
