// What must hold in the browser's arithmetic too: the properties that the lesson teaches.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { attn, randomMatrix } from './module.mjs';

const causal = (tokens) => attn.mask({ queries: tokens, keys: tokens, causal: true, window: 0 }).mask;
const sum = (row) => row.reduce((a, b) => a + b, 0);
const plain = (rows) => rows.map((row) => [...row]);

test('softmax: every row sums to 1, at any temperature', () => {
  for (const temperature of [0, 0.01, 1, 100]) {
    const { weights } = attn.softmax({ scores: randomMatrix(20, 7, 3), temperature });
    for (const row of weights) assert.ok(Math.abs(sum(row) - 1) < 1e-12);
  }
});

test('softmax: is stable where a naive one overflows (report A-5)', () => {
  const { weights } = attn.softmax({ scores: [[10000, 10001], [-249.873093, 378.097443]], temperature: 1 });
  assert.ok(Math.abs(weights[0][0] - 0.268941421) < 1e-9);
  assert.equal(weights[1][1], 1);
});

test('attention: a later token changes nothing earlier, to the last bit', () => {
  const [queries, keys, values] = [1, 2, 3].map((seed) => randomMatrix(6, 4, seed));
  const before = plain(attn.attention({ queries, keys, values, mask: causal(6) }).output);
  keys[5] = [9, 9, 9, 9];
  values[5] = [9, 9, 9, 9];
  const after = plain(attn.attention({ queries, keys, values, mask: causal(6) }).output);
  assert.deepEqual(after.slice(0, 5), before.slice(0, 5));
  assert.notDeepEqual(after[5], before[5]);
});

test('attention: a query that may look at nothing gets zeros and is named', () => {
  const trace = attn.attention({ queries: [[1], [1]], keys: [[1], [2]], values: [[3], [4]], mask: [[1, 1], [0, 0]] });
  assert.deepEqual([...trace.weights[1]], [0, 0]);
  assert.deepEqual([...trace.output[1]], [0]);
  assert.deepEqual(trace.empty_rows, [1]);
});

test('counted = closed form, for every T and d up to 64 on a coarse grid', () => {
  for (const tokens of [1, 2, 3, 5, 8, 17, 64]) {
    for (const width of [1, 2, 5, 8, 33, 64]) {
      for (const isCausal of [true, false]) {
        const run = attn.counting({ tokens, width, causal: isCausal });
        const closed = attn.cost({ tokens, width, kernel: 3, window: tokens, projections: true, causal: isCausal });
        assert.equal(run.recurrent.multiply_adds, closed.recurrent.work);
        assert.equal(run.layer.multiply_adds, closed.self_attention.work);
        assert.equal(run.attention.multiply_adds + run.projections.multiply_adds, closed.self_attention.work);
      }
    }
  }
});
