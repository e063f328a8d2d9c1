// What numbers are called, and what a refusal says.
import assert from 'node:assert/strict';
import test from 'node:test';

import { openPage } from './page.mjs';

openPage({
  words: {
    'refusal.sentence': '{where}: {found} / {wanted}',
    'refusal.whole_number': 'whole, {least} to {most}',
    'refusal.nothing': 'nothing',
    'refusal.one_of': 'one of {list}',
    'cell.weights': 'weight {row} {column}',
    'lab-of-states.cell': 'state of {row}, {column}',
    'error.crashed': 'broke down',
  },
});
const { splitName, cellNode } = await import('../../site/js/ask/cell-names.js');
const { LAYER_CELLS, MEMORY_CELLS, RNN_CELLS } = await import('../../site/js/ask/cells.js');
const { needsBrackets } = await import('../../site/js/ask/expression-view.js');
const { isCrash, isRefusal, refusalWords } = await import('../../site/js/page/refusals.js');

test('A name is split into field, head and places', () => {
  const { field, head, indices, kinds } = splitName('run/heads/2/weights/3/1', LAYER_CELLS);
  assert.deepEqual(
    { field, head, indices, kinds },
    { field: 'weights', head: 2, indices: [3, 1], kinds: ['token', 'token'] },
  );
  assert.equal(splitName('data/teaching-world.json#/tokens/3/embedding/2').field, 'inputs');
  assert.equal(splitName('data/teaching-world.json#/rnn/W_h/0/1', RNN_CELLS).field, 'W_h');
  assert.equal(splitName('groups/2/rows', MEMORY_CELLS).called, 'held');
  assert.equal(splitName('distance/3/1/erased', RNN_CELLS).field, 'distance');
  assert.equal(splitName('weights/0/0', MEMORY_CELLS).field, undefined);
});

test('A number that nobody named is an error with topic and field, not a wrong name', () => {
  const source = { topic: 'cosine', cells: RNN_CELLS, ask: () => [] };
  assert.throws(() => cellNode('weights/0/1', source), /"cosine".*weights\/0\/1/);
});

test('A laboratory brings the words of its cells: a whole key stands for itself', () => {
  const cells = { states: { kinds: ['token', 'number'], name: 'lab-of-states.cell' } };
  assert.equal(splitName('states/1/2', cells).called, 'lab-of-states.cell');
  const span = cellNode('states/1/2', { topic: 'states', cells, row: (i) => `word ${i}`, ask: () => [] });
  assert.equal([...span.children].join(''), 'state of word 1, 3');
});

test('What binds less stands in brackets', () => {
  const number = (value) => ({ operation: 'number', value, name: '', parts: [] });
  const sum = { operation: 'sum', value: 3, name: '', parts: [number(1), number(2)] };
  assert.equal(needsBrackets(sum, 2), true);
  assert.equal(needsBrackets(sum, 1), false);
  assert.equal(needsBrackets(number(-1), 2), true);
  assert.equal(needsBrackets(number(1), 2), false);
});

const refusal = (more) =>
  Object.assign(new Error('English'), { code: 'range', where: 'heads', found: 'none', wanted: 'some', ...more });

test('A refusal speaks the language of the page, and English where it has no words', () => {
  assert.equal(isRefusal(new Error('x')), false);
  assert.equal(isRefusal(refusal()), true);
  assert.equal(isCrash(refusal({ code: 'crashed' })), true);
  assert.equal(refusalWords(refusal()), 'heads: none / some');
  const phrases = { found: { key: 'nothing' }, wanted: { key: 'whole_number', values: { least: 1, most: 16777216 } } };
  assert.equal(refusalWords(refusal({ phrases })), 'heads: nothing / whole, 1 to 16,777,216');
  const listed = { found: { key: 'not_in_the_files' }, wanted: { key: 'one_of', values: { list: ['a', 'b'] } } };
  assert.equal(refusalWords(refusal({ phrases: listed })), 'heads: none / one of a, b');
});
