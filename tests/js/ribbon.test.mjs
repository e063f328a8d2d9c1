// Where the pieces of a ribbon and their names lie, and how far the posts' scale reaches.
import assert from 'node:assert/strict';
import test from 'node:test';

import { bandBetween, piecesOf, roundUp, spread, zigzag } from '../../site/js/pictures/ribbon-shapes.js';
import { widthOf } from '../../site/js/pictures/text-width.js';
import { besideOrAbove, scaleOf } from '../../site/js/labs/softmax-places.js';

test('Pieces lie side by side in the order of the sentence, and what is missing is a hole at the end', () => {
  assert.deepEqual(piecesOf([0.25, 0, 0.5], { left: 10, width: 200 }), [
    [10, 60],
    [60, 60],
    [60, 160],
  ]);
});

test('Names stay inside, in order and apart, and as near as they can', () => {
  const within = /** @type {[number, number]} */ ([0, 100]);
  assert.deepEqual(
    spread(
      [
        { at: 30, wide: 20 },
        { at: 70, wide: 20 },
      ],
      within,
    ),
    [30, 70],
  );
  const crowded = spread(
    [
      { at: 2, wide: 20 },
      { at: 95, wide: 30 },
      { at: 99, wide: 30 },
    ],
    within,
  );
  assert.deepEqual(crowded, [10, 55, 85]);
});

test('A band ties both stretches from edge to edge', () => {
  const d = bandBetween([0, 10], 5, [40, 80], 25);
  assert.ok(d.startsWith('M0 5C') && d.includes('40 25H80') && d.endsWith('10 5Z'), d);
});

test('A scale reaches to 1, 2 or 5 times a power of ten, and has room on both sides of zero', () => {
  assert.deepEqual([0, 0.3, 1, 1.1, 2.3, 8.02, 100, 640].map(roundUp), [0, 0.5, 1, 2, 5, 10, 100, 1000]);
  for (const logits of [
    [10, 3, -4],
    [0, 0],
    [-7, -2],
    [900000, 1],
    [0.02, -0.01],
  ]) {
    const { top, bottom, unit } = scaleOf(logits, 100);
    assert.ok(top >= Math.max(...logits) && -bottom <= Math.min(...logits), `${logits}: ${top}, ${bottom}`);
    assert.ok(top > 0 && bottom > 0, `${logits}: room`);
    assert.ok(Math.abs((top + bottom) * unit - 100) < 1e-9);
  }
});

test('A figure stands beside its mark, above it, or nowhere', () => {
  const mark = { text: '8.02', x: 0, y: 50, wide: 20, beside: true, pitch: 100 };
  assert.deepEqual(besideOrAbove(mark, 60), { class: 'over start', x: 28, y: 60 });
  assert.deepEqual(besideOrAbove({ ...mark, beside: false, pitch: 40 }, 60), { class: 'over', x: 10, y: 45 });
  assert.equal(besideOrAbove({ ...mark, beside: false, pitch: widthOf('8.02', 13) - 1 }, 60), undefined);
});

test('A torn edge goes from one end to the other', () => {
  const steps = [...zigzag(10, 130, 0).matchAll(/l([\d.]+) /g)].map(([, step]) => Number(step));
  assert.ok(Math.abs(steps.reduce((a, b) => a + b, 0) - 120) < 1e-9 && steps.length > 3);
});
