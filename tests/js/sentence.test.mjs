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
const { sentenceProblem, splitSentence } = await import('../../site/js/labs/sentence-form.js');

const limits = { least: 2, most: 3, bytes: 8 };

test('Cut at spaces, or into what a reader sees as one character', () => {
  assert.deepEqual(splitSentence('  小明 把\t苹果 ', 'words'), ['小明', '把', '苹果']);
  assert.deepEqual(splitSentence('e\u0301👩‍👩‍👧 a', 'characters'), ['é', '👩‍👩‍👧', 'a']);
  assert.deepEqual(splitSentence('', 'characters'), []);
});

test('What is wrong with a sentence is said', () => {
  assert.equal(sentenceProblem(['a', 'b'], limits), undefined);
  assert.equal(sentenceProblem(['a'], limits), 'short 1 word 2');
  assert.equal(sentenceProblem(['a', 'b', 'c', 'd'], limits), 'long 4 words 3');
  assert.equal(sentenceProblem(['a', 'bcdefghijk'], limits), 'word bcdefghi… 8');
  assert.equal(sentenceProblem(['a\ud83d', 'b'], limits), 'broken a\ufffd');
  assert.equal(sentenceProblem(['🙂', 'b'], limits), undefined);
});
