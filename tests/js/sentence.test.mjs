// The reader's own sentence.
import assert from 'node:assert/strict';
import test from 'node:test';

import { openPage } from './page.mjs';

openPage({
  words: {
    'sentence.short': 'short {found} {least}',
    'sentence.long': 'long {found} {most}',
    'sentence.long-word': 'word {word} {most}',
    'sentence.broken': 'broken {word}',
    'unit.words.one': ' word',
    'unit.words.other': ' words',
  },
});
const { isolated, sentenceProblem, splitSentence } = await import('../../site/js/labs/sentence-form.js');

const limits = { least: 2, most: 3, bytes: 8 };

test('Cut at spaces, or into what a reader sees as one character', () => {
  assert.deepEqual(splitSentence('  小明 把\t苹果 ', 'words'), ['小明', '把', '苹果']);
  assert.deepEqual(splitSentence('e\u0301👩‍👩‍👧 a', 'characters'), ['é', '👩‍👩‍👧', 'a']);
  assert.deepEqual(splitSentence('', 'characters'), []);
});

test('What nobody sees makes no word; a zero-width space parts two', () => {
  assert.deepEqual(splitSentence('a \u200D \u2060 \u00AD \u3164 \u2800 \u200E b', 'words'), ['a', 'b']);
  assert.deepEqual(splitSentence('我\u200B爱\uFEFF你', 'words'), ['我', '爱', '你']);
  // Control characters, turns of direction and what is no character leave the word (report M-38).
  assert.deepEqual(splitSentence('a\u0008 \u0000b c\uFFFE \u202Eabc\u202C', 'words'), ['a', 'b', 'c', 'abc']);
  // What joins the parts of a picture or of a word stays.
  assert.deepEqual(splitSentence('👨‍👩‍👧 می‌خواهم', 'words'), ['👨‍👩‍👧', 'می‌خواهم']);
});

test('A word from right to left is kept apart from its neighbours', () => {
  assert.equal(isolated('שלום'), '\u2068שלום\u2069');
  assert.equal(isolated('苹果'), '苹果');
});

test('What is wrong with a sentence is said', () => {
  assert.equal(sentenceProblem(['a', 'b'], limits), undefined);
  assert.equal(sentenceProblem(['a'], limits), 'short 1 word 2');
  assert.equal(sentenceProblem(['a', 'b', 'c', 'd'], limits), 'long 4 words 3');
  assert.equal(sentenceProblem(['a', 'bcdefghijk'], limits), 'word bcdefghi… 8');
  assert.equal(sentenceProblem(['a\ud83d', 'b'], limits), 'broken a\ufffd');
  assert.equal(sentenceProblem(['🙂', 'b'], limits), undefined);
});
