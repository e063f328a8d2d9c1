// Where the picture at the head of the lesson puts beats, boxes and bands.
import assert from 'node:assert/strict';
import test from 'node:test';

import { beatsLayout, outlinesOf } from '../../site/js/pictures/beats.js';

const WIDTHS = [280, 328, 560, 720, 899, 900, 992, 1152];

test('Beats are as long as one another, and each state stands in its own', () => {
  for (const width of WIDTHS) {
    const { upright, beats, boxes } = beatsLayout(width, 5);
    assert.equal(upright, width < 900);
    assert.equal(beats.length, 6);
    beats.slice(2).forEach((to, i) => assert.ok(Math.abs(to - beats[i + 1] - (beats[1] - beats[0])) < 1e-9));
    boxes.forEach((box, i) => {
      const [from, to] = upright ? [box.y, box.y + box.height] : [box.x, box.x + box.width];
      assert.ok(from > beats[i] && to < beats[i + 1], `${width}: box ${i}`);
      assert.ok(box.width >= 8 * 8, `${width}: eight bars have room`);
    });
  }
});

test('All of attention has room inside beat 1, or upright beside the boxes', () => {
  for (const width of WIDTHS) {
    const { upright, beats, boxes, rows, word, foot, sizes, attention, height } = beatsLayout(width, 5);
    const crown = foot + sizes.step * 4.5 + sizes.full / 2;
    assert.ok(crown <= (upright ? width : beats[1]), `${width}: crown at ${crown}`);
    assert.ok(sizes.step >= sizes.full / 2 - 1e-9, `${width}: crowns do not overlap`);
    rows.forEach((y, i) => {
      assert.ok(y - sizes.full / 2 >= attention.top && y + sizes.full / 2 <= attention.bottom, `${width}: row ${i}`);
      if (upright) assert.ok(y > beats[i] && y < beats[i + 1], `${width}: row ${i} is in its beat`);
      if (i > 0) assert.ok(y - rows[i - 1] >= sizes.full, `${width}: bars of neighbours do not touch`);
    });
    assert.ok(word < foot);
    if (upright) assert.ok(word - 24 > boxes[0].x + boxes[0].width, `${width}: words stand clear of the boxes`);
    else assert.ok(attention.top > Math.max(...boxes.map((box) => box.y + box.height)) + 60);
    assert.ok(attention.bottom <= height && height <= 420, `${width}: ${height} high`);
  }
});

test('Outlines stand on the zero line, up or down', () => {
  const [up, down, none] = outlinesOf([0.5, -1, 0], { x: 10, cell: 20, zero: 100, unit: 30 });
  assert.deepEqual([up.y, up.height], [85, 15]);
  assert.deepEqual([down.y, down.height], [100, 30]);
  assert.equal(none.height, 0);
  assert.ok(up.x > 10 && up.x + up.width < 30 && down.x > 30);
});
