// Where the words of a sentence stand in a picture, and the hatching of what is hidden.
import assert from 'node:assert/strict';
import test from 'node:test';

import { bandsOf } from '../../site/js/pictures/bands.js';
import { hatchPath } from '../../site/js/pictures/hatch.js';
import { wordAxis } from '../../site/js/pictures/word-axis.js';

const WEIGHTS = [
  [1, 0, 0, 0],
  [0.4, 0.6, 0, 0],
  [0.9, 0.05, 0.05, 0],
  [0.7, 0.1, 0.1, 0.1],
];
const numbers = (text) => text.split(' ').map(Number);

for (const [width, glossed] of [
  [288, true],
  [328, false],
  [560, false],
  [640, true],
  [992, false],
]) {
  test(`${width} px${glossed ? ', with glosses' : ''}: every band of every word lies inside the picture`, () => {
    const axis = wordAxis(width, WEIGHTS, { glossed });
    assert.equal(axis.upright, width < (glossed ? 640 : 560));
    for (const [query, row] of WEIGHTS.entries()) {
      for (const { from, to, rise } of bandsOf(row, { query, ...axis })) {
        for (const along of [...from, ...to]) {
          for (const up of [-axis.lift, ...rise]) {
            const [x, y] = numbers(axis.point(along, up));
            assert.ok(x >= 0 && x <= width && y >= 0 && y <= axis.height, `${query}: ${x} ${y}`);
          }
        }
      }
    }
  });

  test(`${width} px${glossed ? ', with glosses' : ''}: no bar reaches a neighbour's, and a box is where its points are`, () => {
    const { at, full, point, box } = wordAxis(width, WEIGHTS, { glossed });
    assert.ok(full < at(1) - at(0));
    const { x, y, width: wide, height: tall } = box([at(0), at(1)], [0, 50]);
    const corners = [point(at(0), 0), point(at(1), 50)].map(numbers);
    assert.ok(Math.abs(Math.min(...corners.map(([a]) => a)) - x) < 1e-9);
    assert.ok(Math.abs(Math.max(...corners.map(([a]) => a)) - x - wide) < 1e-9);
    assert.ok(Math.abs(Math.min(...corners.map(([, b]) => b)) - y) < 1e-9);
    assert.ok(Math.abs(Math.max(...corners.map(([, b]) => b)) - y - tall) < 1e-9);
  });
}

test('Hatching ends at the edges of its box, and its lines slant alike', () => {
  for (const box of [
    { x: 10, y: 20, width: 90, height: 33 },
    { x: 0, y: 0, width: 20, height: 100 },
  ]) {
    const lines = [...hatchPath(box, 9).matchAll(/M(\S+) ([^L]+)L(\S+) ([^M]+)/g)].map((m) => m.slice(1).map(Number));
    assert.ok(lines.length > 10);
    for (const [x1, y1, x2, y2] of lines) {
      assert.equal(x2 - x1, y1 - y2);
      for (const x of [x1, x2]) assert.ok(x >= box.x && x <= box.x + box.width);
      for (const y of [y1, y2]) assert.ok(y >= box.y && y <= box.y + box.height);
    }
  }
});
