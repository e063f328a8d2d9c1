// Pictures of products and heads: lengths laid end to end, places of a ranking, arcs that fit.
import assert from 'node:assert/strict';
import test from 'node:test';

import { bandPath, bandsOf } from '../../site/js/pictures/bands.js';
import { arcSizes, headPlaces } from '../../site/js/pictures/heads-layout.js';
import { placesOf, unitThat, walkOf } from '../../site/js/pictures/walk.js';

test('A walk goes right by what is positive, back by what is negative, and ends at the sum', () => {
  const products = [2, -3, 0, 1.5, -0.5];
  const { pieces, turn, end } = walkOf(products, 10);
  assert.deepEqual(
    pieces.map(({ column, from, to, negative }) => [column, from, to, negative]),
    [
      [0, 0, 20, false],
      [3, 20, 35, false],
      [1, 5, 35, true],
      [4, 0, 5, true],
    ],
  );
  assert.equal(turn, 35);
  assert.equal(end, 10 * products.reduce((sum, product) => sum + product));
});

test('The scale of a picture changes by doubling only', () => {
  for (const most of [1, 7, 30, 800]) {
    const unit = unitThat(5, (u) => u * most <= 200);
    assert.ok(unit * most <= 200, `${most}: ${unit}`);
    assert.ok(unit === 40 || 2 * unit * most > 200, `${most}: ${unit} is the largest`);
    assert.ok(Number.isInteger(Math.log2(unit / 5)), `${most}: ${unit}`);
  }
});

test('Words of one rank share a point and keep the order of the sentence', () => {
  assert.deepEqual(placesOf([3, 2, 3, 1, 3]), [
    { slot: 2, point: 3 },
    { slot: 1, point: 1 },
    { slot: 3, point: 3 },
    { slot: 0, point: 0 },
    { slot: 4, point: 3 },
  ]);
});

/** Where a point of a path is, along and up. */
const bounds = (path) => {
  const numbers = path.match(/-?[\d.]+(?:e-?\d+)?/g).map(Number);
  return { along: numbers.filter((_, i) => i % 2 === 0), up: numbers.filter((_, i) => i % 2 === 1) };
};

test('Bands land side by side on a bar of constant width, stay below their roof, and crowns do not overlap', () => {
  for (const tokens of [2, 5, 12]) {
    for (const weights of [
      Array(tokens).fill(1 / tokens),
      [...Array(tokens - 1).fill(0.01), 1 - 0.01 * (tokens - 1)],
    ]) {
      for (const query of [0, tokens >> 1, tokens - 1]) {
        const [gap, high] = [46, 120];
        const { full, step } = arcSizes(tokens, gap, high);
        const at = (word) => (word + 0.5) * gap;
        const bands = bandsOf(weights, { query, at, full, step });
        const landed = bands.map(({ to }) => to).sort((a, b) => a[0] - b[0]);
        assert.ok(Math.abs(landed[0][0] - (at(query) - full / 2)) < 1e-9);
        assert.ok(Math.abs(landed.at(-1)[1] - (at(query) + full / 2)) < 1e-9);
        landed.slice(1).forEach((to, i) => assert.ok(Math.abs(to[0] - landed[i][1]) < 1e-9, 'no gap between'));
        for (const band of bands) {
          const { up } = bounds(bandPath(band, (along, height) => `${along} ${height}`));
          assert.ok(Math.max(...up) <= high + 1e-9 && Math.min(...up) >= 0, `${tokens}: ${Math.max(...up)}`);
        }
        for (const side of [-1, 1]) {
          const crowns = bands
            .filter(({ key }) => Math.sign(key - query) === side)
            .map(({ rise }) => rise)
            .sort((a, b) => a[0] - b[0]);
          crowns.slice(1).forEach((rise, i) => assert.ok(rise[0] >= crowns[i][1] - 1e-9, 'crowns overlap'));
        }
      }
    }
  }
});

test('Every head has a place inside the box; where they are small, one is enlarged', () => {
  const wide = { x: 300, y: 0, width: 680, height: 396 };
  const phone = { x: 0, y: 200, width: 328, height: 232 };
  for (const [box, count, large, small] of [
    [wide, 1, 1, 0],
    [wide, 2, 2, 0],
    [wide, 4, 4, 0],
    [wide, 8, 1, 8],
    [phone, 2, 2, 0],
    [phone, 4, 1, 4],
    [phone, 8, 1, 8],
  ]) {
    const places = headPlaces(count, 5, 1, box);
    assert.deepEqual(
      [places.filter((place) => !place.small).length, places.filter((place) => place.small).length],
      [large, small],
    );
    if (small) assert.equal(places.find((place) => !place.small).head, 1);
    assert.deepEqual([...new Set(places.map(({ head }) => head))].sort(), [...Array(count).keys()]);
    for (const { x, y, width, height } of places) {
      assert.ok(x >= box.x && x + width <= box.x + box.width + 1e-9, 'inside, from side to side');
      assert.ok(y >= box.y && y + height <= box.y + box.height + 1e-9, 'inside, from top to bottom');
    }
  }
});
