// The state of the labs in the address.
import assert from 'node:assert/strict';
import test from 'node:test';

import { openPage } from './page.mjs';

openPage();
const { address, addressValues } = await import('../../site/js/page/address.js');
const {
  LabState,
  decimalNumber,
  entryList,
  flag,
  isEntry,
  isScore,
  numberList,
  oneOf,
  scoreText,
  severalOf,
  wholeNumber,
  wordList,
} = await import('../../site/js/labs/state.js');

test('Named values are read; a route and what is cut are none of them', () => {
  assert.deepEqual(addressValues('#/zh/why-not-rnn&T=4096&words=a%20b&cut=%E7%8E&closing'), {
    T: '4096',
    words: 'a b',
  });
  assert.deepEqual(addressValues(''), {});
});

test('Half a character is left out instead of breaking the address', () => {
  location.hash = '#/zh/softmax&T=5';
  assert.equal(address.writeNow({ words: 'a\ud83d', dk: 64 }), true);
  assert.equal(location.hash, '#/zh/softmax&T=5&dk=64');
  address.writeNow({ T: undefined });
  assert.equal(location.hash, '#/zh/softmax&dk=64');
});

test('Settings read what they write, and nothing else', () => {
  assert.equal(oneOf(['a', 'b']).parse('c'), undefined);
  assert.equal(flag(true).text(false), '0');
  assert.equal(wholeNumber(1, 10, 1).parse('11'), undefined);
  assert.equal(wholeNumber(1, 10, 1).parse('1e1'), undefined);
  assert.equal(decimalNumber(0, 10, 1).parse('1e-310'), undefined);
  assert.equal(decimalNumber(0, 10, 1).parse('0.25'), 0.25);
  assert.deepEqual(severalOf(['a', 'b']).parse('b,x'), ['b']);
  assert.equal(severalOf(['a', 'b']).lost('b,x'), true);
  assert.equal(severalOf(['a', 'b']).lost(''), false);
  assert.deepEqual(numberList([1, 2]).parse('10,3,-4'), [10, 3, -4]);
  assert.equal(numberList([1, 2]).parse('10'), undefined);
  const list = wordList(
    (text) => text.split(' ').filter((word) => word !== ''),
    (all) => all.length > 1,
  );
  assert.deepEqual(list.parse('a  b'), ['a', 'b']);
  assert.equal(list.lost('a  b'), true);
  assert.equal(list.lost('a b'), false);
  const entries = entryList();
  const edits = entries.parse('E.3.0(0.5)Q.2.1(-1)');
  assert.deepEqual(
    [...edits],
    [
      ['inputs/3/0', 0.5],
      ['W_Q/2/1', -1],
    ],
  );
  assert.equal(entries.text(edits), 'E.3.0(0.5)Q.2.1(-1)');
  assert.equal(entries.lost('E.3.0(0.5)Q.2.1(-1)'), false);
  assert.equal(entries.lost('E.3.0(0.5)nonsense'), true);
  assert.equal(isEntry('101'), false);
  assert.equal(isScore('1e-7'), true);
  assert.equal(scoreText(1e-7), '0.0000001');
});

test('What an address says and cannot be used is named', () => {
  const state = new LabState({ T: wholeNumber(1, 10, 3), fault: severalOf(['a']), stage: oneOf(['x', 'y']) });
  location.hash = '#T=99&fault=a,z&stage=y';
  const { values, unused } = state.read();
  assert.deepEqual(values, { T: 3, fault: ['a'], stage: 'y' });
  assert.deepEqual(unused, ['T=99', 'fault=a,z']);
  assert.deepEqual(
    state.values,
    { T: 3, fault: [], stage: 'x' },
    'nothing is in use before the lab has computed with it',
  );
  state.values = values;
  assert.equal(state.told(), 'fault=a, stage=y');
  assert.deepEqual(state.texts(), { T: '3', fault: 'a', stage: 'y' });
});
