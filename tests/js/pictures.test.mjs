// Positions on logarithmic axes, and the stops of a logarithmic slider.
import assert from 'node:assert/strict';
import test from 'node:test';

import { LogScale, LogStops } from '../../site/js/pictures/log-scale.js';

test('Powers lie evenly, and ticks stand at those inside', () => {
  const scale = new LogScale([1, 1000], [0, 300]);
  assert.ok(Math.abs(scale.place(10) - 100) < 1e-9);
  assert.deepEqual(
    scale.decades().map(({ power }) => power + 0),
    [0, 1, 2, 3],
  );
  assert.deepEqual(
    scale.decades(2).map(({ power }) => power + 0),
    [0, 2],
  );
  assert.deepEqual(
    new LogScale([3, 70], [0, 1]).doublings(2).map(({ value }) => value),
    [4, 16, 64],
  );
});

test('Every small number and every power of two is a stop', () => {
  const { values } = new LogStops(4096);
  for (let n = 1; n <= 64; n += 1) assert.ok(values.includes(n));
  for (let n = 64; n <= 4096; n *= 2) assert.ok(values.includes(n));
  assert.equal(values.at(-1), 4096);
  assert.deepEqual(
    values,
    [...values].sort((a, b) => a - b),
  );
  const stops = new LogStops(100);
  assert.equal(stops.values.at(-1), 100);
  assert.equal(stops.values[stops.index(65)], 64);
  assert.equal(stops.values[stops.index(5000)], 100);
  assert.equal(stops.index(0), 0);
});
