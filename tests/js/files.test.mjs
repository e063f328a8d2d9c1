// Matrices as files: what a reader takes away opens elsewhere.
import assert from 'node:assert/strict';
import test from 'node:test';

import { matricesAsCsv, matricesAsJson, matrixPicture } from '../../site/js/labs/taken-files.js';

const matrix = (name, more = {}) => ({
  name,
  rows: ['小明', 'a,b'],
  columns: ['x', 'say "y"'],
  values: [
    [1, -Infinity],
    [0.25, 3],
  ],
  texts: [
    ['1', '−∞'],
    ['0.25', '3'],
  ],
  shares: [
    [1, undefined],
    [0.25, undefined],
  ],
  ...more,
});

test('CSV quotes commas, quotes and line ends, and begins with a mark', () => {
  const lines = ['小明,1,-Infinity', '"a,b",0.25,3'];
  assert.equal(
    matricesAsCsv([matrix('K'), matrix('two\nlines')]),
    ['\uFEFFK,x,"say ""y"""', ...lines, '', '"two\nlines",x,"say ""y"""', ...lines, ''].join('\r\n'),
  );
});

test('A text that a spreadsheet would run as a formula is kept from it; numbers stay numbers', () => {
  const rows = ['=1+2', '+3', '-4', '@sum', 'a=b'];
  const values = rows.map(() => [-1]);
  assert.equal(
    matricesAsCsv([{ ...matrix('K'), rows, columns: ['=x'], values }]),
    `\uFEFFK,'=x\r\n${["'=1+2", "'+3", "'-4", "'@sum", 'a=b'].map((row) => `${row},-1`).join('\r\n')}\r\n`,
  );
});

test('JSON has no infinity', () => {
  const { page, state, matrices } = JSON.parse(
    matricesAsJson({ page: 'p', state: { T: '5' }, matrices: [matrix('K')] }),
  );
  assert.deepEqual({ page, state }, { page: 'p', state: { T: '5' } });
  assert.deepEqual(matrices, [
    {
      name: 'K',
      rows: ['小明', 'a,b'],
      columns: ['x', 'say "y"'],
      values: [
        [1, '-inf'],
        [0.25, 3],
      ],
    },
  ]);
});

/** Every character allowed, every tag closed, every & an entity. @param {string} text */
function wellFormed(text) {
  assert.doesNotMatch(text, /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  assert.doesNotMatch(text, /&(?!amp;|lt;|gt;|quot;)/);
  const open = [];
  for (const [, close, name, attributes, alone] of text.matchAll(
    /<(\/?)([a-z]+)((?:\s[a-z-]+="[^"<]*"|\s[a-zA-Z-]+="[^"<]*")*)\s*(\/?)>/g,
  )) {
    assert.equal(typeof attributes, 'string');
    if (close) assert.equal(open.pop(), name);
    else if (!alone) open.push(name);
  }
  assert.deepEqual(open, []);
  assert.doesNotMatch(text.replace(/<\/?[a-z]+(?:\s[a-zA-Z-]+="[^"<]*")*\s*\/?>/g, ''), /[<>]/);
}

test('The drawing is well-formed whatever the words hold', () => {
  for (const word of ['<b>&"', 'a\u0001b', 'a\ufffe', 'half \ud83d', '🙂', '\u000b']) {
    wellFormed(matrixPicture([matrix(word, { rows: [word, word], columns: [word, 'x'] }), matrix('V')]));
  }
  assert.match(matrixPicture([matrix('a\u0001')]), />a\ufffd</);
});
