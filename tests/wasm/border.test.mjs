// The border between C++ and JavaScript: what crosses it, and what it refuses.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { attn, createAttn, dataFile, embeddings, randomMatrix, read, world } from './module.mjs';

const refusal = (expected) => (error) => {
  assert.ok(error instanceof Error, `thrown is ${typeof error}`);
  for (const [key, value] of Object.entries(expected)) assert.equal(error[key], value);
  assert.equal(error.message, `${error.where}: found ${error.found}, wanted ${error.wanted}`);
  return true;
};

const mask = (tokens) => attn.mask({ queries: tokens, keys: tokens, causal: true, window: 0 }).mask;
const softmax = (scores, temperature = 1) => attn.softmax({ scores, temperature });
const cost = { tokens: 5, width: 8, kernel: 3, window: 2, projections: false, causal: false };

/** One good input for every function of the module. */
const calls = {
  softmax: { scores: [[1, 2]], temperature: 1 },
  mask: { queries: 2, keys: 3, causal: true, window: 0 },
  attention: { queries: [[1, 0]], keys: [[1, 0], [0, 1]], values: [[1], [2]], mask: [[1, 1]] },
  multi_head: { inputs: embeddings, W_Q: world.attention.W_Q, W_K: world.attention.W_K, W_V: world.attention.W_V, W_O: world.attention.W_O, heads: world.attention.heads, mask: mask(5) },
  rnn: { inputs: embeddings, ...world.rnn },
  imprint: { inputs: embeddings, ...world.rnn },
  cost,
  cost_curve: { width: 8, points: 9, projections: false, causal: false },
  counting: { tokens: 3, width: 2, causal: true },
  teaching_world: dataFile('teaching-world.json'),
  anchor_model: dataFile('anchor-model.json'),
  anchor_layer: attn.anchor_model(dataFile('anchor-model.json')).config,
  papers: dataFile('papers.json'),
  facts: { world: dataFile('teaching-world.json'), anchor: dataFile('anchor-model.json'), papers: dataFile('papers.json') },
};
for (const name of ['softmax', 'attention', 'multi_head', 'rnn']) calls[`${name}_counted`] = calls[name];

const declared = /interface Attn \{([\s\S]*?)\n\}/.exec(read('site/js/attn.d.ts'))[1];
const functions = [...declared.matchAll(/(\w+)\(input: (\w+)\): (\w+)(\[\])?;/g)].map(([, name, input, answer, list]) => ({ name, input, answer, list: !!list }));

/** Field names of an interface in attn.d.ts. */
function fieldsOf(name) {
  const body = new RegExp(`interface ${name} \\{([\\s\\S]*?)\\}`).exec(read('site/js/attn.d.ts'))[1];
  return [...body.matchAll(/(\w+): /g)].map(([, field]) => field).sort();
}

test('attn.d.ts declares every function of the module and no other', () => {
  const registered = Object.keys(attn);
  assert.deepEqual(functions.map((f) => f.name).sort(), registered.sort());
  assert.deepEqual(Object.keys(calls).sort(), registered.sort());
});

for (const { name, input, answer, list } of functions) {
  test(`${name}: takes and returns the fields that attn.d.ts names`, () => {
    const given = calls[name];
    assert.deepEqual(Object.keys(given).sort(), fieldsOf(input));
    const returned = attn[name](given);
    assert.deepEqual(Object.keys(list ? returned[0] : returned).sort(), fieldsOf(answer));
  });

  test(`${name}: a missing, an unknown and a foreign value are refused by name`, () => {
    const [first] = Object.keys(calls[name]);
    const { [first]: gone, ...rest } = calls[name];
    assert.throws(() => attn[name](rest), refusal({ code: 'missing', where: first }));
    assert.throws(() => attn[name]({ ...calls[name], extra: 1 }), refusal({ code: 'unknown', where: 'extra' }));
    assert.throws(() => attn[name]({ ...calls[name], [first]: null }), refusal({ code: 'type', found: 'null' }));
    for (const foreign of [null, undefined, 3, 'text', true]) assert.throws(() => attn[name](foreign), refusal({ code: 'type' }));
  });
}

test('numbers are not converted: text, booleans and fractions are refused', () => {
  assert.throws(() => softmax([[1, '2']]), refusal({ code: 'type', where: 'scores/0/1', found: '"2" (string)' }));
  assert.throws(() => softmax([[1, true]]), refusal({ code: 'type', where: 'scores/0/1' }));
  assert.throws(() => softmax([[1, undefined]]), refusal({ code: 'type', where: 'scores/0/1' }));
  assert.throws(() => softmax([[1, 2], [3]]), refusal({ code: 'shape', where: 'scores/1' }));
  assert.throws(() => attn.mask({ ...calls.mask, queries: 1.5 }), refusal({ code: 'range', where: 'queries', found: '1.5' }));
  assert.throws(() => attn.mask({ ...calls.mask, queries: 4294967297 }), refusal({ code: 'range', where: 'queries' }));
  assert.throws(() => attn.mask({ ...calls.mask, causal: 1 }), refusal({ code: 'type', where: 'causal', found: '1' }));
  assert.throws(() => attn.attention({ ...calls.attention, mask: [[1, 2]] }), refusal({ code: 'type', where: 'mask/0/1', found: '2' }));
});

test('NaN is refused with its position, unless nothing uses it', () => {
  const input = { queries: [[1, 0], [0, 1]], keys: [[1, 0], [0, 1]], values: [[3], [NaN]] };
  assert.throws(() => attn.attention({ ...input, mask: [[1, 0], [0, 1]] }), refusal({ code: 'not_finite', where: 'values/1/0', found: 'NaN' }));
  const unused = attn.attention({ ...input, keys: [[1, 0], [NaN, Infinity]], mask: [[1, 0], [1, 0]] });
  assert.deepEqual(unused.output.map((row) => [...row]), [[3], [3]]);
});

test('an absurd size is refused before memory is asked for', () => {
  assert.throws(() => attn.mask({ queries: 1e9, keys: 1e9, causal: false, window: 0 }), refusal({ code: 'range', where: 'queries' }));
  assert.throws(() => softmax({ length: 1e9 }), refusal({ code: 'type', where: 'scores' }));
  assert.throws(() => softmax([new Float64Array(5e6)]), refusal({ code: 'size', where: 'scores/0' }));
});

test('results are copies: a later call, or growing memory, changes none of them', async () => {
  const fresh = await createAttn();
  const small = fresh.softmax({ scores: [[1, 2, 3]], temperature: 1 });
  const before = [...small.weights[0]];
  fresh.softmax({ scores: randomMatrix(1200, 1200, 1), temperature: 1 });
  assert.deepEqual([...small.weights[0]], before);
  small.weights[0][0] = 99;
  assert.deepEqual([...fresh.softmax({ scores: [[1, 2, 3]], temperature: 1 }).weights[0]], before);
});

test('nothing to delete: fifty thousand calls, refused ones too, leave the memory as it was', async () => {
  const fresh = await createAttn();
  const call = () => {
    fresh.rnn(calls.rnn);
    assert.throws(() => fresh.softmax({ scores: [[NaN]], temperature: 1 }));
  };
  for (let i = 0; i < 100; i += 1) call();
  const before = fresh.heapBytes();
  for (let i = 0; i < 50000; i += 1) call();
  assert.equal(fresh.heapBytes(), before);
});

test('a matrix may come as typed arrays or as plain ones', () => {
  const plain = softmax([[1, 2, 3]]).weights[0];
  assert.ok(plain instanceof Float64Array);
  assert.deepEqual(softmax([new Float64Array([1, 2, 3])]).weights[0], plain);
  assert.deepEqual(softmax([new Float32Array([1, 2, 3])]).weights[0], plain);
});

test('text crosses unharmed: Chinese, emoji, and a BOM in front of a data file', () => {
  assert.deepEqual(world.tokens.map((token) => token.text), ['小明', '把', '苹果', '给了', '小王']);
  const file = dataFile('teaching-world.json');
  const renamed = attn.teaching_world({ ...file, text: file.text.replace('苹果', '🙂') });
  assert.equal(renamed.tokens[2].text, '🙂');
  assert.equal(attn.teaching_world({ ...file, text: `\uFEFF${file.text}` }).tokens.length, 5);
});

test('a broken data file is refused with its name and pointer', () => {
  const edited = (from, to) => () => attn.teaching_world({ file: 'w.json', text: dataFile('teaching-world.json').text.replace(from, to) });
  assert.throws(edited('2.23, 1.22', 'true, 1.22'), refusal({ code: 'type', where: 'w.json#/attention/W_Q/3/0', found: 'true' }));
  assert.throws(edited('2.23, 1.22', '2.2345, 1.22'), refusal({ code: 'range', where: 'w.json#/attention/W_Q/3/0', found: '2.2345' }));
  assert.throws(edited('"rnn": {', '"rnn": {"W_h": [],'), refusal({ code: 'duplicate', where: 'w.json#/rnn/W_h' }));
  assert.throws(() => attn.teaching_world({ file: 'w.json', text: '['.repeat(512000) }), refusal({ code: 'depth' }));
  assert.throws(() => attn.teaching_world({ file: 'w.json', text: '{' }), refusal({ code: 'parse' }));
});

test('byte counts above 4 GiB are exact on 32-bit WebAssembly', () => {
  const facts = attn.facts(calls.facts);
  const at = (id) => facts.find((fact) => fact.id === id).value;
  assert.equal(at('anchor.kv.mha.bytes_at_context'), 103079215104);
  assert.equal(at('additive.scores.bytes.T4096.da256'), 8589934592);
});
