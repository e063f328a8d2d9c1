// What a reader has to wait for: sizes are printed, and held.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { LIMITS, measure, table } from '../../scripts/sizes.mjs';

const sizes = measure();
console.log(table(sizes));

for (const { what, packed, limit } of sizes.filter((size) => size.limit)) {
  test(`${what}: at most ${limit} bytes, compressed`, () => assert.ok(packed <= limit, `${packed}`));
}

test(`the single file: at most ${LIMITS.single} bytes`, () => {
  const { bytes } = sizes.find(({ what }) => what === 'single file');
  assert.ok(bytes <= LIMITS.single, `${bytes}`);
});
