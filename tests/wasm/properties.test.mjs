// What must hold in the browser's arithmetic too: the properties that the lesson teaches.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { causal, layer } from './calls.mjs';
import { attn, randomMatrix } from './module.mjs';

const sum = (row) => row.reduce((a, b) => a + b, 0);
const plain = (rows) => rows.map((row) => [...row]);

test('softmax: every row sums to 1, at any temperature', () => {
  for (const temperature of [0, 0.01, 1, 100]) {
    const { weights } = attn.softmax({ scores: randomMatrix(20, 7, 3), temperature });
    for (const row of weights) assert.ok(Math.abs(sum(row) - 1) < 1e-12);
  }
});

test('softmax: is stable where a naive one overflows (report A-5)', () => {
  const { weights } = attn.softmax({
    scores: [
      [10000, 10001],
      [-249.873093, 378.097443],
    ],
    temperature: 1,
  });
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
  const trace = attn.attention({
    queries: [[1], [1]],
    keys: [[1], [2]],
    values: [[3], [4]],
    mask: [
      [1, 1],
      [0, 0],
    ],
  });
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

test('attention: a masked key may hold NaN and infinities, and changes nothing by a single bit (report A-2)', () => {
  const seen = [
    [1, 0],
    [1, 0],
  ];
  for (const row of [(...n) => n, Float64Array.of.bind(Float64Array), Float32Array.of.bind(Float32Array)]) {
    const unit = [row(1, 0), row(0, 1)];
    const given = { queries: unit, keys: unit, values: [row(3, 4), row(NaN, Infinity)], mask: seen };
    assert.deepEqual(plain(attn.attention(given).output), [
      [3, 4],
      [3, 4],
    ]);
    const trace = attn.attention({ ...given, keys: [row(1, 0), row(NaN, NaN)] });
    assert.deepEqual(plain(trace.output), [
      [3, 4],
      [3, 4],
    ]);
    assert.deepEqual(plain(trace.weights), [
      [1, 0],
      [1, 0],
    ]);
  }
  const [queries, keys, values] = [4, 5, 6].map((seed) => randomMatrix(5, 3, seed));
  const mask = plain(causal(5)).map((row) => row.map((bit, key) => (key === 2 ? 0 : bit)));
  mask[2].fill(0);
  const before = attn.attention({ queries, keys, values, mask });
  for (const poison of [NaN, Infinity, -Infinity, Number.MAX_VALUE]) {
    const spoilt = (rows) => rows.map((row, i) => (i === 2 ? row.map(() => poison) : row));
    assert.deepEqual(
      attn.attention({ queries: spoilt(queries), keys: spoilt(keys), values: spoilt(values), mask }),
      before,
    );
  }
});

test('multi_head: a masked token, however large, changes nothing by a single bit; beyond double it is refused (report A-2)', () => {
  const steep = plain(layer.W_V).map((row, i) => row.map((_, j) => (j === 0 && i % 2 === 1 ? -1e10 : 1e10)));
  const mask = plain(causal(5)).map((row, query) => row.map((bit, key) => (key === 2 || query === 2 ? 0 : bit)));
  const inputs = (token) => layer.inputs.map((row, i) => (i === 2 ? row.map(() => token) : row));
  const run = (token) => attn.multi_head({ ...layer, inputs: inputs(token), W_K: steep, W_V: steep, mask });
  const before = run(0),
    after = run(1e290);
  assert.ok(Math.max(...after.values[2].map(Math.abs)) > 1e299);
  assert.deepEqual(after.heads, before.heads);
  assert.deepEqual(after.mixed, before.mixed);
  assert.deepEqual(after.output, before.output);
  // No pair uses it, but the page would show it.
  assert.throws(() => run(1e300), { code: 'not_finite', where: 'keys/2/0' });
});

test('multi_head: NaN and infinities in its own arrays are refused by entry, masked or not (report A-2)', () => {
  for (const name of ['inputs', 'W_Q', 'W_K', 'W_V', 'W_O']) {
    for (const poison of [NaN, Infinity, -Infinity]) {
      const rows = plain(layer[name]);
      rows[4][6] = poison;
      const refused = { code: 'not_finite', where: `${name}/4/6`, found: String(poison) };
      assert.throws(() => attn.multi_head({ ...layer, [name]: rows }), refused);
    }
  }
});

test('a token that may look at nothing gets zeros, never the average (report A-3)', () => {
  const given = { queries: [[1], [1]], keys: [[1], [2], [3], [4]], values: [[1], [2], [3], [4]] };
  const trace = attn.attention({
    ...given,
    mask: [
      [1, 1, 1, 1],
      [0, 0, 0, 0],
    ],
  });
  assert.deepEqual(plain(trace.weights)[1], [0, 0, 0, 0]);
  assert.deepEqual(plain(trace.output)[1], [0]);
  assert.deepEqual(trace.empty_rows, [1]);
  assert.equal(trace.row_sums[1], 0);
  const mask = plain(causal(5));
  mask[3].fill(0);
  const layerTrace = attn.multi_head({ ...layer, mask });
  for (const head of layerTrace.heads) assert.deepEqual(head.empty_rows, [3]);
  assert.ok(layerTrace.output[3].every((entry) => entry === 0));
  const hidden = attn.softmax({ scores: [new Array(4).fill(-Infinity)], temperature: 1 });
  assert.deepEqual([plain(hidden.weights), hidden.empty_rows], [[[0, 0, 0, 0]], [0]]);
});

test('temperature: 1, one half and 0, ties share, and what is none is refused (report A-7)', () => {
  const weights = (scores, temperature) => [...attn.softmax({ scores: [scores], temperature }).weights[0]];
  const near = (actual, expected) => actual.forEach((w, i) => assert.ok(Math.abs(w - expected[i]) < 1e-9, `${actual}`));
  near(weights([1, 2, 0.5], 1), [0.231223898, 0.628531719, 0.140244383]);
  near(weights([1, 2, 0.5], 0.5), [0.114195199, 0.843794734, 0.042010066]);
  assert.deepEqual(weights([1, 2, 0.5], 0), [0, 1, 0]);
  assert.deepEqual(weights([2, 2, 1], 0), [0.5, 0.5, 0]);
  const look = { queries: [[1]], keys: [[1], [2], [0.5]], values: [[1], [2], [4]], mask: [[1, 1, 1]] };
  near([...attn.attention({ ...look, temperature: 0.5 }).weights[0]], [0.114195199, 0.843794734, 0.042010066]);
  assert.deepEqual(plain(attn.attention({ ...look, temperature: 0 }).output), [[2]]);
  for (const head of attn.multi_head({ ...layer, temperature: 0 }).heads) {
    for (const row of plain(head.weights)) {
      const largest = row.filter((weight) => weight > 0);
      assert.deepEqual(
        largest,
        largest.map(() => 1 / largest.length),
      );
    }
  }
  for (const temperature of [-1, -5e-324, NaN, Infinity, -Infinity]) {
    const refused = { code: 'range', where: 'temperature', found: String(temperature) };
    assert.throws(() => weights([1, 2], temperature), refused);
    assert.throws(() => attn.attention({ ...look, temperature }), refused);
    assert.throws(() => attn.multi_head({ ...layer, temperature }), refused);
    assert.throws(() => attn.prefixes({ ...layer, temperature }), refused);
    assert.throws(() => attn.jacobian({ scores: [[1, 2]], temperature }), refused);
  }
});

test('minus infinity is an answer, plus infinity is not (report A-11)', () => {
  const weights = (...scores) => [...attn.softmax({ scores: [scores], temperature: 1 }).weights[0]];
  assert.deepEqual(weights(0, -Infinity), [1, 0]);
  assert.deepEqual(weights(-Infinity, -Infinity), [0, 0]);
  const wanted = 'a finite number, or -Infinity for a hidden key';
  for (const [at, ...scores] of [
    [0, Infinity, 0],
    [0, Infinity, Infinity],
    [1, -Infinity, Infinity],
    [1, 0, NaN],
  ]) {
    const refused = { code: 'not_finite', where: `scores/0/${at}`, found: String(scores[at]), wanted };
    assert.throws(() => weights(...scores), refused);
    assert.throws(() => attn.jacobian({ scores: [scores], temperature: 1 }), refused);
  }
  const { jacobian } = attn.jacobian({ scores: [[0, -Infinity, 0]], temperature: 1 });
  assert.deepEqual(plain(jacobian), [
    [0.25, 0, -0.25],
    [0, 0, 0],
    [-0.25, 0, 0.25],
  ]);
  assert.deepEqual(attn.ranking({ values: [-Infinity, 0, -Infinity] }), { order: [1, 0, 2], ranks: [2, 1, 2] });
  assert.throws(() => attn.ranking({ values: [0, Infinity] }), { code: 'not_finite', where: 'values/1' });
});

test('a new query behind a cache sees the cache and itself, and answers as in the whole sentence (report B-1)', () => {
  const mask = (queries, more = {}) => attn.mask({ queries, keys: 8, causal: true, window: 0, ...more });
  assert.deepEqual([plain(mask(1).mask), mask(1).pairs], [[new Array(8).fill(1)], 8]);
  assert.deepEqual(mask(3).mask.map(sum), [6, 7, 8]);
  assert.deepEqual(plain(mask(1, { top_left: true }).mask), [[1, 0, 0, 0, 0, 0, 0, 0]]);
  const [queries, keys, values] = [7, 8, 9].map((seed) => randomMatrix(8, 4, seed));
  const whole = attn.attention({ queries, keys, values, mask: causal(8) });
  const look = (more) =>
    attn.attention({ queries: queries.slice(7), keys, values, mask: mask(1, more).mask }).output[0];
  assert.deepEqual(look(), whole.output[7]);
  assert.deepEqual([...look({ top_left: true })], values[0]);
});

test('prefixes: one causal pass is as many passes, to the last bit', () => {
  const whole = [{ id: 'A', first_column: 0, columns: 8 }];
  const same = (input) => {
    const tokens = input.inputs.length;
    const t = attn.prefixes(input);
    assert.equal(t.largest_difference, 0);
    assert.deepEqual(plain(t.differences), new Array(tokens).fill([0]));
    assert.deepEqual(t.one_by_one, t.one_pass);
    assert.deepEqual(t.one_pass, attn.multi_head(input).output);
    assert.deepEqual(
      [t.passes, t.positions, t.task_passes, t.task_positions],
      [tokens, (tokens * (tokens + 1)) / 2, tokens - 1, (tokens * (tokens - 1)) / 2],
    );
  };
  for (const heads of [layer.heads, whole]) same({ ...layer, heads });
  for (let tokens = 1; tokens <= 12; tokens += 1) {
    const [W_Q, W_K, W_V, W_O] = [1, 2, 3, 4].map((seed) => randomMatrix(8, 8, 10 * tokens + seed));
    const inputs = randomMatrix(tokens, 8, tokens);
    for (const window of [0, 1, 3]) {
      const mask = attn.mask({ queries: tokens, keys: tokens, causal: true, window }).mask;
      for (const heads of [layer.heads, whole]) same({ inputs, W_Q, W_K, W_V, W_O, heads, mask });
    }
  }
  const open = attn.prefixes({ ...layer, mask: new Array(5).fill(new Array(5).fill(1)) });
  assert.deepEqual(
    open.differences.map(([d]) => d > 0.01),
    [true, true, true, true, false],
  );
  assert.equal(open.largest_difference, Math.max(...open.differences.map(([d]) => d)));
});
