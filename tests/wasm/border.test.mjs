// The border between C++ and JavaScript: what crosses it, and what it refuses.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { calls } from './calls.mjs';
import { assertIs, functions, isKind, look, placesOf } from './declared.mjs';
import { attn, createAttn, dataFile, randomMatrix, world } from './module.mjs';

const refusal = (expected) => (error) => {
  assert.ok(error instanceof Error, `thrown is ${typeof error}`);
  for (const [key, value] of Object.entries(expected)) assert.equal(error[key], value);
  assert.equal(error.message, `${error.where}: found ${error.found}, wanted ${error.wanted}`);
  return true;
};

const softmax = (scores, temperature = 1) => attn.softmax({ scores, temperature });

/** A copy of an input with something else at one place. */
function edited(value, [key, ...rest], change) {
  const copy = isKind(value, { kind: 'list' }) ? [...value] : { ...value };
  if (rest.length > 0) copy[key] = edited(value[key], rest, change);
  else change(copy, key);
  return copy;
}
const put = (value, path, what) => edited(value, path, (copy, key) => { copy[key] = what; });
const without = (value, path) => edited(value, path, (copy, key) => { delete copy[key]; });
/** What an option is not by default. */
const other = (type, where) => look(type).kind === 'boolean' ? where !== 'scaled'
  : { scale_width: 1, temperature: 2, model_width: 64 }[where];

test('attn.d.ts declares every function of the module and no other', () => {
  const registered = Object.keys(attn);
  assert.deepEqual(functions.map((f) => f.name).sort(), registered.sort());
  assert.deepEqual(Object.keys(calls).sort(), registered.sort());
});

for (const { name, input, answer } of functions) {
  const given = calls[name];
  const places = placesOf(given, input);

  test(`${name}: takes and returns the fields that attn.d.ts names`, () => {
    assertIs(given, input, name, false);
    assertIs(attn[name](given), answer, name, true);
  });

  test(`${name}: a missing, an unknown and a foreign value are refused by name, at any depth`, () => {
    for (const { path, where, type, optional, entry } of places) {
      for (const nothing of entry ? [put(given, path, undefined)] : [without(given, path), put(given, path, undefined)]) {
        if (!optional) assert.throws(() => attn[name](nothing), refusal({ code: entry ? 'type' : 'missing', where }));
      }
      for (const foreign of [null, 3, 'text', true, [], {}].filter((value) => !isKind(value, type))) {
        assert.throws(() => attn[name](put(given, path, foreign)), refusal({ code: 'type', where }));
      }
      assert.throws(() => attn[name](put(given, path, null)), refusal({ code: 'type', where, found: 'null' }));
      if (look(type).kind === 'object') {
        const extra = [...path, 'extra'];
        assert.throws(() => attn[name](put(given, extra, 1)), refusal({ code: 'unknown', where: extra.join('/') }));
      }
    }
    assert.throws(() => attn[name]({ ...given, extra: 1 }), refusal({ code: 'unknown', where: 'extra' }));
    assert.throws(() => attn[name]({ ...given, extra: undefined }), refusal({ code: 'unknown', where: 'extra' }));
    for (const foreign of [null, undefined, 3, 'text', true, [], new Date(0), new Float64Array(2)]) {
      assert.throws(() => attn[name](foreign), refusal({ code: 'type', where: 'input' }));
    }
  });

  const options = places.filter((place) => place.optional);
  if (options.length === 0) continue;
  test(`${name}: an option that is left out keeps its default, one that is given is read`, () => {
    const usual = attn[name](given);
    for (const { path, where, type } of options) {
      assert.deepEqual(attn[name](without(given, path)), usual, where);
      assert.deepEqual(attn[name](put(given, path, undefined)), usual, where);
      if (look(type).kind === 'object') assert.deepEqual(attn[name](put(given, path, {})), usual, where);
      else if (!/_(why|counted)$/.test(name)) assert.notDeepEqual(attn[name](put(given, path, other(type, where))), usual, where);
    }
    const fewest = options.reduceRight((rest, { path }) => without(rest, path), given);
    assert.deepEqual(attn[name](fewest), usual);
  });
}

test('the options are those of the headers', () => {
  const options = ['attention', 'kv_cache', 'mask', 'multi_head', 'prefixes', 'spread'].map((name) => {
    const { input } = functions.find((f) => f.name === name);
    return [name, placesOf(calls[name], input).filter((place) => place.optional).map((place) => place.where)];
  });
  const layer = ['scaled', 'temperature', 'faults', 'faults/model_width', 'faults/mask_after_softmax'];
  assert.deepEqual(Object.fromEntries(options), {
    attention: ['scale_width', 'temperature', 'mask_after_softmax'], kv_cache: ['top_left'], mask: ['top_left'], multi_head: layer, prefixes: layer,
    spread: ['model_width'],
  });
});

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

test('an object is one with braces, and an array has a length', () => {
  for (const faults of [[], new Date(0), new Float64Array(1)]) {
    assert.throws(() => attn.multi_head({ ...calls.multi_head, faults }), refusal({ code: 'type', where: 'faults' }));
  }
  assert.throws(() => softmax(new DataView(new ArrayBuffer(8))), refusal({ code: 'type', where: 'scores' }));
});

test('a text of half characters is refused, and messages cut none in two', () => {
  for (const text of ['\ud83dB', 'B\ude42', '\ude42\ud83d']) {
    assert.throws(() => attn.new_word({ text, width: 8 }), refusal({ code: 'type', where: 'text' }));
  }
  for (const found of ['你'.repeat(50), `${'x'.repeat(39)}🙂`, 'a\0b']) {
    assert.throws(() => softmax([[found]]), (error) => {
      assert.doesNotMatch(error.message, /[\ufffd]|\p{Surrogate}/u);
      return refusal({ code: 'type', where: 'scores/0/0' })(error);
    });
  }
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

test('text crosses unharmed: Chinese, emoji, and a BOM in front of a data file (report H-4)', () => {
  assert.deepEqual(world.tokens.map((token) => token.text), ['小明', '把', '苹果', '给了', '小王']);
  const file = dataFile('teaching-world.json');
  for (const text of ['🙂', '你', '👩‍👧', 'é', 'e\u0301', '\u202eאב', '🇨🇳', '\uFFFD']) {
    const renamed = attn.teaching_world({ ...file, text: file.text.replace('苹果', text) });
    assert.equal(renamed.tokens[2].text, text);
    assert.deepEqual(renamed.tokens.map((token) => token.embedding), world.tokens.map((token) => token.embedding));
  }
  assert.equal(attn.teaching_world({ ...file, text: `\uFEFF${file.text}` }).tokens.length, 5);
});

test('text crosses unharmed: a word is measured in bytes of UTF-8, and quoted whole when it is refused (report H-4)', () => {
  const bytes = (text) => attn.new_word({ text, width: 8 }).bytes;
  assert.equal('🙂'.length, 2);
  for (const [text, size] of [['🙂', 4], ['你', 3], ['é', 2], ['a', 1], ['👩‍👧', 11]]) {
    assert.equal(bytes(text), size);
    assert.equal(new TextEncoder().encode(text).length, size);
    assert.throws(() => softmax([[text]]), refusal({ code: 'type', where: 'scores/0/0', found: `"${text}" (string)` }));
    assert.throws(() => attn.mask({ ...calls.mask, [text]: 1 }), refusal({ code: 'unknown', where: text }));
    const lost = { input: { scores: [[1]], temperature: 1 }, at: text };
    assert.throws(() => attn.softmax_why(lost), refusal({ code: 'range', where: 'at', found: `"${text}"` }));
  }
  assert.equal(bytes('a\0b'), 3);
  assert.equal(bytes('🙂'.repeat(24)), 96);
  for (const [text, found] of [['', '0'], ['🙂'.repeat(25), '100'], [`${'你'.repeat(32)}a`, '97']]) {
    assert.throws(() => bytes(text), refusal({ code: 'range', where: 'text (bytes)', found }));
  }
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
