// What is drawn at random is drawn from a fixed seed by a generator that the C++ standard defines: everywhere the same.
// The twin here is slow and literal.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { attn } from './module.mjs';

const bits = (number) => BigInt.asUintN(64, number);

/** mt19937_64 as the C++ standard has it, [rand.predef]. */
function* twister(seed) {
  const size = 312;
  const state = [seed];
  for (let i = 1; i < size; i += 1) {
    state.push(bits(6364136223846793005n * (state[i - 1] ^ (state[i - 1] >> 62n)) + BigInt(i)));
  }
  for (let i = 0; ; i = (i + 1) % size) {
    const word = (state[i] & 0xffffffff80000000n) | (state[(i + 1) % size] & 0x7fffffffn);
    state[i] = state[(i + 156) % size] ^ (word >> 1n) ^ (word & 1n ? 0xb5026f5aa96619e9n : 0n);
    let drawn = state[i];
    drawn ^= (drawn >> 29n) & 0x5555555555555555n;
    drawn ^= (drawn << 17n) & 0x71d67fffeda60000n;
    drawn ^= (drawn << 37n) & 0xfff7eee000000000n;
    yield drawn ^ (drawn >> 43n);
  }
}

/** Uniform components of mean 0 and variance 1. */
function components(seed) {
  const generator = twister(BigInt(seed));
  const draw = () => (2 * (Number(generator.next().value >> 11n) / 2 ** 53) - 1) * Math.sqrt(3);
  return (length) => Array.from({ length }, draw);
}

/** One query against its four keys, until nobody asks for more. */
function* samples(width, seed) {
  const row = components(seed);
  for (;;) {
    const query = row(width);
    yield Array.from({ length: 4 }, () => row(width).reduce((score, component, k) => score + query[k] * component, 0));
  }
}

const near = (actual, expected, tolerance, place) =>
  assert.ok(Math.abs(actual - expected) <= tolerance * Math.abs(expected), `${place}: ${actual}, expected ${expected}`);

test('the twin draws what the standard says: its 10,000th number', () => {
  const generator = twister(5489n);
  for (let i = 1; i < 10000; i += 1) generator.next();
  assert.equal(generator.next().value, 9981545732273789042n);
});

const widths = [4, 16, 64, 256, 1024];
const run = (head_dim, seed = 1) => attn.spread({ head_dim, seed });

test('spread: the deviation is √d_k within 5 %, and 1 once scaled', () => {
  for (const width of widths) {
    for (const seed of [0, 1, 999999]) {
      const { samples: count, expected, plain, scaled, faulty } = run(width, seed);
      assert.deepEqual([count, expected], [4096, Math.sqrt(width)]);
      near(plain.deviation, Math.sqrt(width), 0.05, `d_k = ${width}, seed ${seed}`);
      near(scaled.deviation, 1, 0.05, `d_k = ${width}, seed ${seed}`);
      assert.deepEqual(faulty, { deviation: 0, largest_weight: 0, jacobian: 0 });
    }
  }
});

test('spread: unscaled, one key takes ever more and the Jacobian dies; scaled, both stay', () => {
  const rows = widths.map((width) => run(width));
  for (const [i, { plain, scaled }] of rows.entries()) {
    if (i > 0) assert.ok(plain.largest_weight > rows[i - 1].plain.largest_weight + 0.02);
    if (i > 0) assert.ok(plain.jacobian < 0.75 * rows[i - 1].plain.jacobian);
    assert.ok(Math.abs(scaled.largest_weight - rows[0].scaled.largest_weight) < 0.05);
    assert.ok(Math.abs(scaled.jacobian - rows[0].scaled.jacobian) < 0.02);
  }
});

test("spread: digit for digit what the standard's generator draws, at every width", () => {
  for (const width of widths) {
    for (const seed of [1, 7]) {
      const [first] = samples(width, seed);
      const drawn = run(width, seed);
      assert.equal(drawn.first.length, 4);
      for (const [key, score] of drawn.first.entries()) {
        assert.ok(
          Math.abs(score - first[key]) < 1e-12 * width,
          `d_k = ${width}, seed ${seed}: ${score}, ${first[key]}`,
        );
      }
    }
  }
});

test('spread: deviation, largest weight and Jacobian of all samples, computed by the book', () => {
  const digits = ['1.95952264408', '4.00169755187', '8.03476094500', '15.9027687071', '31.8967418895'];
  for (const [i, width] of widths.entries()) {
    const generator = samples(width, 1);
    let squares = 0,
      largest = 0,
      moved = 0;
    for (let sample = 0; sample < 1024; sample += 1) {
      const scores = generator.next().value;
      const powers = scores.map(Math.exp),
        sum = powers.reduce((a, b) => a + b);
      const weights = powers.map((power) => power / sum);
      squares += scores.reduce((total, score) => total + score * score, 0);
      largest += Math.max(...weights) / 1024;
      moved += Math.max(...weights.map((weight) => weight * (1 - weight))) / 1024;
    }
    const { plain } = run(width);
    assert.equal(plain.deviation.toPrecision(12), digits[i]);
    near(plain.deviation, Math.sqrt(squares / 4096), 1e-12, 'deviation');
    near(plain.largest_weight, largest, 1e-12, 'largest weight');
    near(plain.jacobian, moved, 1e-11, 'Jacobian');
  }
});

test('spread: a wrong width to divide by is one more row, and takes nothing from the others', () => {
  const right = run(64),
    wrong = attn.spread({ head_dim: 64, seed: 1, model_width: 256 });
  near(wrong.faulty.deviation, right.plain.deviation / 16, 1e-12, 'deviation');
  assert.deepEqual({ ...wrong, faulty: 0 }, { ...right, faulty: 0 });
});

test('new_word: tenths drawn from the bytes of the word, the same everywhere (report H-4)', () => {
  for (const text of ['🙂', '小红', 'a', 'ba', 'ab', ' ']) {
    for (const width of [1, 8, 64]) {
      let hash = 0xcbf29ce484222325n; // FNV-1a
      for (const byte of new TextEncoder().encode(text)) hash = bits((hash ^ BigInt(byte)) * 0x100000001b3n);
      const generator = twister(hash);
      const draw = () => Number(generator.next().value % 30n) + 1;
      let tenths;
      do {
        tenths = Array.from({ length: width }, draw).map((drawn) => (drawn <= 10 ? drawn / 10 : 0));
      } while (!tenths.some(Boolean));
      const word = attn.new_word({ text, width });
      assert.deepEqual([...word.embedding], tenths, `${text}, ${width} wide`);
      assert.deepEqual(attn.new_word({ text, width }), word);
    }
  }
});
