// Any number of a run can be asked why. Asked here, re-added with JavaScript's own arithmetic, and followed to the input.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { calls, formulas, layer } from './calls.mjs';
import { attn, create, embeddings, files as filesOf, MODULES, modules, read } from './module.mjs';

// ---- re-adding ----

const joins = { sum: (a, b) => a + b, product: (a, b) => a * b, largest: Math.max, smallest: Math.min };
const pairs = { difference: (a, b) => a - b, quotient: (a, b) => a / b };
const singles = {
  exponential: Math.exp,
  logarithm: Math.log,
  tanh: Math.tanh,
  square_root: Math.sqrt,
  ceiling: Math.ceil,
};

/** Joins the parts in pairs, and the pairs in pairs; the first half is the larger one, as the core's trees have it. */
function joined(join, parts) {
  if (parts.length === 1) return parts[0];
  const half = Math.ceil(parts.length / 2);
  return join(joined(join, parts.slice(0, half)), joined(join, parts.slice(half)));
}

/** What the parts of an expression come to. */
function evaluate({ operation, value, parts }) {
  const values = parts.map(evaluate);
  const wanted =
    operation === 'number' ? 0 : operation in pairs ? 2 : operation in singles ? 1 : Math.max(2, values.length);
  assert.equal(values.length, wanted, operation);
  if (operation === 'number') return value;
  if (operation in joins) return joined(joins[operation], values);
  const apply = pairs[operation] ?? singles[operation];
  assert.ok(apply, `nobody knows ${operation}`);
  return apply(...values);
}

/** An expression stands for this number, and its parts come to it. */
function assertAddsUp(expression, wanted, place) {
  assert.equal(expression.value, wanted, place);
  const again = evaluate(expression);
  const near = Object.is(again, wanted) || Math.abs(again - wanted) <= 1e-12 * Math.abs(wanted);
  assert.ok(near, `${place}: ${again} again, ${wanted} before`);
}

// ---- numbers and their names ----

/** [path, number] of every number of a run. Lists of empty rows and positions of tokens are no numbers of the mechanism. */
function numbersOf(value, path = '') {
  if (typeof value === 'number') return [[path, value]];
  if (typeof value === 'string') return [];
  const keys = Object.keys(value).filter((key) => !['empty_rows', 'first', 'fed'].includes(key));
  return keys.flatMap((key) => numbersOf(value[key], path ? `${path}/${key}` : key));
}

/** Every part, at any depth, that has a name; it is not taken apart. */
function namedParts({ parts }) {
  return parts.flatMap((part) => {
    if (part.name) assert.deepEqual([part.operation, part.parts], ['number', []], part.name);
    return part.name ? [part] : namedParts(part);
  });
}

const { inputs, W_Q, W_K, W_V, W_O } = layer;
const ask = (at) => attn.multi_head_why({ input: layer, at });
const trace = attn.multi_head(layer);
const known = new Map([...numbersOf({ inputs, W_Q, W_K, W_V, W_O }), ...numbersOf(trace)]);

const refusedAt = (at, wanted) => (error) => {
  assert.deepEqual([error.code, error.where, error.found, error.wanted], ['range', 'at', `"${at}"`, wanted]);
  return error instanceof Error;
};

// ---- a layer ----

test("multi_head_why: every number of the teaching world's layer adds up again, from numbers that the run shows", () => {
  const bare = [];
  const paths = numbersOf(trace);
  assert.equal(paths.length, 5 * 5 * 8 + 2 * (4 * 25 + 5 * 4 + 5) + 1); // Q, K, V, mixed, output; two heads; parameters
  for (const [path, value] of paths) {
    const answer = ask(path);
    assertAddsUp(answer, value, path);
    assert.equal(known.get(answer.name), value, `${path} is called ${answer.name}`);
    for (const part of namedParts(answer)) assert.equal(part.value, known.get(part.name), `${path}: ${part.name}`);
    if (answer.parts.length === 0) bare.push(path);
  }
  // Only what the mask hides has nothing behind it.
  const hidden = paths
    .filter(([path]) => /^heads\/\d\/(scores|scaled|exponentials|weights)\//.test(path))
    .filter(([path]) => layer.mask[path.split('/')[3]][path.split('/')[4]] === 0)
    .map(([path]) => path);
  assert.equal(hidden.length, 2 * 4 * 10);
  assert.deepEqual(bare, hidden);
});

test('multi_head_why: every entry of the input is a number that nobody made', () => {
  for (const [path, value] of numbersOf({ inputs, W_Q, W_K, W_V, W_O })) {
    assert.deepEqual(ask(path), { operation: 'number', value, name: path, parts: [] });
  }
});

test('multi_head_why: one head, a full mask, other settings and faults add up as well', () => {
  const whole = [{ id: 'A', first_column: 0, columns: 8 }];
  const open = attn.mask({ queries: 5, keys: 5, causal: false, window: 0 }).mask;
  const faults = { model_width: true, mask_after_softmax: true };
  for (const change of [
    { heads: whole },
    { mask: open },
    { scaled: false },
    { temperature: 0 },
    { temperature: 0.5, faults },
  ]) {
    const input = { ...layer, ...change };
    const numbers = numbersOf(attn.multi_head(input));
    for (let i = 0; i < numbers.length; i += 7) {
      const [path, value] = numbers[i];
      assertAddsUp(attn.multi_head_why({ input, at: path }), value, `${Object.keys(change)}: ${path}`);
    }
  }
});

test('multi_head_why: from a weight in the row of "give" to a word\'s embedding in at most six asks', () => {
  for (const head of [0, 1]) {
    for (const key of [0, 1, 2, 3]) {
      const way = [`heads/${head}/weights/3/${key}`];
      while (!way.at(-1).startsWith('inputs/')) {
        const parts = namedParts(ask(way.at(-1)));
        assert.ok(parts.length > 0, `${way.at(-1)} leads nowhere`);
        way.push(parts[0].name);
        assert.ok(way.length <= 6, way.join(', '));
      }
      const [, token, column] = way.at(-1).split('/');
      assert.equal(ask(way.at(-1)).value, embeddings[token][column]);
      assert.deepEqual(
        way.map((name) => name.replace(/^heads\/\d\//, '').split('/')[0]),
        ['weights', 'exponentials', 'scaled', 'scores', 'queries', 'inputs'],
      );
    }
  }
  assert.deepEqual(ask('heads/0/weights/3/4'), {
    operation: 'number',
    value: 0,
    name: 'heads/0/weights/3/4',
    parts: [],
  });
});

test('multi_head_why: what two fields share has the name it got first', () => {
  assert.equal(ask('mixed/1/2').name, 'heads/0/output/1/2');
  assert.deepEqual(ask('mixed/1/2'), ask('heads/0/output/1/2'));
});

// ---- the other formulas ----

for (const name of formulas) {
  test(`${name}_why: every number of its run adds up again, and its parts can be asked about`, () => {
    const askIt = (at) => attn[`${name}_why`]({ input: calls[name], at });
    const values = new Map(numbersOf(attn[name](calls[name])));
    assert.ok(values.size > 0);
    for (const [path, value] of values) {
      const answer = askIt(path);
      assertAddsUp(answer, value, path);
      for (const part of namedParts(answer)) {
        if (!values.has(part.name)) values.set(part.name, part.value); // asked about in its turn
        assert.equal(part.value, values.get(part.name), `${path}: ${part.name}`);
      }
    }
  });

  test(`${name}_why: a place that holds no number is refused, and what the formula refuses is refused as by it`, () => {
    const { input, at } = calls[`${name}_why`];
    const first = Object.keys(input).find((key) => key !== 'groups'); // a number, or a matrix
    const settings = ['temperature', 'mask/0/0', 'empty_rows/0', 'heads/0/columns']; // not numbers of the mechanism
    for (const wrong of [
      '',
      '/',
      'nonsense',
      '🙂',
      `${at}/`,
      `/${at}`,
      ` ${at}`,
      `${at}/0`,
      `input/${at}`,
      ...settings,
    ]) {
      assert.throws(
        () => attn[`${name}_why`]({ input, at: wrong }),
        refusedAt(wrong, 'the path of a number of this run'),
      );
    }
    const bad = { ...input, [first]: typeof input[first] === 'number' ? NaN : [[NaN]] };
    let refused;
    assert.throws(
      () => attn[name](bad),
      (error) => {
        refused = error;
        return true;
      },
    );
    const { code, where, found, wanted, message } = refused;
    assert.throws(() => attn[`${name}_why`]({ input: bad, at }), { code, where, found, wanted, message });
  });
}

// ---- figures ----

const files = filesOf.lesson;
const askFact = (at, module = 'lesson') => modules[module].fact_why({ files: filesOf[module], at });

test('fact_why: every figure adds up again; an order is explained by what was ordered', () => {
  const facts = MODULES.flatMap((module) =>
    modules[module].facts(filesOf[module]).map((fact) => ({ ...fact, module })),
  );
  assert.ok(facts.length > 200);
  for (const { id, value, kind, module } of facts) {
    const answer = askFact(id, module);
    const isOrder = Array.isArray(value); // of words; numbers come as a Float64Array
    const wanted = isOrder
      ? answer.map((one) => one.value).sort((a, b) => b - a)
      : typeof value === 'object'
        ? [...value]
        : [Number(value)];
    assert.equal(answer.length, isOrder ? value.length : wanted.length, id);
    for (const [i, one] of answer.entries()) assertAddsUp(one, wanted[i], id);
    if (kind !== 'quoted') continue;
    assert.deepEqual(answer, [{ operation: 'number', value, name: `quoted/${id.replace('papers.', '')}`, parts: [] }]);
  }
});

test('fact_why: a figure of the world leads to an entry of its data file', () => {
  const data = JSON.parse(read('data/teaching-world.json'));
  const at = (pointer) =>
    pointer
      .split('/')
      .slice(1)
      .reduce((value, key) => value[key], data);
  for (const word of ['ming', 'ba', 'apple', 'give']) {
    let name = `world.weight.causal.give.${word}`;
    for (let asks = 1; !name.startsWith('data/'); asks += 1) {
      assert.ok(asks <= 6, name);
      const [answer, ...more] = askFact(name);
      assert.deepEqual(more, []);
      name = namedParts(answer)[0].name;
    }
    const [file, pointer] = name.split('#');
    assert.equal(file, 'data/teaching-world.json');
    assert.deepEqual(askFact(name), [{ operation: 'number', value: at(pointer), name, parts: [] }]);
  }
});

test('fact_why: an id that no figure has is refused', () => {
  for (const at of ['', 'nonsense', 'anchor', 'world.width/0', 'anchor.head_dim ', '你']) {
    assert.throws(() => askFact(at), refusedAt(at, 'the id of a figure, or a number it came from'));
  }
});

// ---- memory ----

test('nothing to delete: two thousand whys, refused ones too, leave the memory as it was', async () => {
  const fresh = await create('lesson');
  const paths = [...known.keys()];
  const nothing = { scores: [[NaN]], temperature: 1 };
  const call = (i) => {
    const at = paths[i % paths.length];
    assert.equal(fresh.multi_head_why({ input: layer, at }).value, known.get(at));
    if (i % 10 === 0) assert.throws(() => fresh.multi_head_why({ input: layer, at: 'nonsense' }), { code: 'range' });
    if (i % 10 === 5) assert.throws(() => fresh.softmax_why({ input: nothing, at }), { code: 'not_finite' });
    if (i % 50 === 0) assert.equal(fresh.fact_why({ files, at: 'anchor.head_dim' })[0].value, 256);
  };
  for (let i = 0; i < 100; i += 1) call(i);
  const before = fresh.heapBytes();
  for (let i = 0; i < 2000; i += 1) call(i);
  assert.equal(fresh.heapBytes(), before);
});
