// Where the tanks of the memory ledger stand, what lies in them, and which T a pulled surface asks for.
import assert from 'node:assert/strict';
import test from 'node:test';

import { contextAt, filled, linesOf, tankPlaces } from '../../site/js/pictures/tank-places.js';
import { widthOf } from '../../site/js/pictures/text-width.js';

const TANKS = ['Qwen3.8-27B', 'DeepSeek LLM 67B', 'DeepSeek-V3 (671B)', 'DeepSeek-V4.1-Flash', 'A', 'B', 'C', 'D'].map(
  (name, i) => ({ name, total: i % 2 ? '1,023.999 MiB' : '8 GiB', kinds: 1 + (i % 5) }),
);

for (const width of [288, 328, 560, 728, 992]) {
  for (const count of [1, 4, 8]) {
    test(`${count} tanks on ${width} px: none leaves the picture or stands in another, no total is cut`, () => {
      const tanks = TANKS.slice(0, count);
      const { place, wide, gutter, rowHeight } = tankPlaces(width, tanks);
      const boxes = tanks.map((_, i) => place(i));
      for (const [i, { left, top, total }] of boxes.entries()) {
        assert.ok(left >= gutter && left + wide <= width, `${i}: ${left}`);
        const half = widthOf(tanks[i].total, width < 560 ? 13 : 20, true) / 2;
        assert.ok(total.x - half >= 0 && total.x + half <= width + 1e-9, `${i}: ${total.x}`);
        for (const other of boxes.slice(i + 1))
          assert.ok(Math.abs(other.left - left) >= wide || other.top - top >= rowHeight, `${i}`);
      }
    });
  }
}

test('A name is parted behind spaces and hyphens, and only where it is too wide', () => {
  assert.deepEqual(linesOf('DeepSeek-V4.1-Flash', 80, 12), ['DeepSeek-', 'V4.1-Flash']);
  assert.deepEqual(linesOf('DeepSeek LLM 67B', 70, 12), ['DeepSeek', 'LLM 67B']);
  assert.deepEqual(linesOf('DeepSeek LLM 67B', 700, 12), ['DeepSeek LLM 67B']);
  assert.equal(linesOf('DeepSeek-V4.1-Flash', 70, 12).join(''), 'DeepSeek-V4.1-Flash');
});

test('Pieces lie on one another; what stays can be seen; above the brim nothing is drawn', () => {
  const pieces = [
    { share: 0.001, least: 2 },
    { share: 0, least: 2 },
    { share: 0.999, least: 0 },
  ];
  const [low, high] = filled(pieces, { level: 100, most: 160 });
  assert.deepEqual([low.from, low.to, high.from], [0, 2, 2]);
  assert.ok(Math.abs(high.to - 101.9) < 1e-9);
  assert.equal(filled(pieces, { level: 400, most: 160 }).at(-1).to, 160);
  assert.equal(filled(pieces, { level: 3, most: 160 })[0].to, 0.003, 'a trickle is no puddle');
});

test('The T of a surface: on the line, between its points and at its ends', () => {
  const line = { tokens: [1, 10, 110], bytes: [5, 50, 550] };
  assert.deepEqual(
    [0, 5, 50, 300, 550, 900].map((bytes) => contextAt(line, bytes)),
    [1, 1, 10, 60, 110, 110],
  );
  assert.equal(contextAt({ tokens: [1, 8, 64], bytes: [7, 9, 9] }, 9), 64, 'a window that is full lets T go on');
});
