// The border between C++ and JavaScript: what crosses it, and what it refuses.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

import { calls, factCalls } from './calls.mjs';
import { assertIs, declarations, functions, isKind, look, placesOf } from './declared.mjs';
import { allFacts, attn, create, dataFile, MODULES, modules, randomMatrix, read, world } from './module.mjs';

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
const put = (value, path, what) =>
  edited(value, path, (copy, key) => {
    copy[key] = what;
  });
const without = (value, path) =>
  edited(value, path, (copy, key) => {
    delete copy[key];
  });
/** What an option is not by default. */
const other = (type, where) => (look(type).kind === 'boolean' ? where !== 'scaled' : OTHER[where]);
const OTHER = { scale_width: 1, temperature: 2, model_width: 64, parameters: 7, weight_bytes: 1, reserved: 2 ** 39 };

/** What an option needs beside it, to matter. @type {Record<string, object>} */
const BESIDE = { weight_bytes: { parameters: 7 } };

test('attn.d.ts declares every function of the modules and no other', () => {
  const registered = Object.keys(attn).filter((name) => attn[name]);
  const declared = functions.filter((f) => !f.module).map((f) => f.name);
  assert.deepEqual(declared.sort(), registered.sort());
  assert.deepEqual(Object.keys(calls).sort(), registered.sort());
});

/** The calls that the border of a topic registers: those of wasm/T.cpp, or where there is none a mechanism T. */
function callsOf(topic) {
  const path = new URL(`../../wasm/${topic}.cpp`, import.meta.url);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : `mechanism<TInput>("${topic}", `;
  const endings = { topic: [''], formula: ['', '_why'], mechanism: ['', '_why', '_counted'] };
  return [...text.matchAll(/\b(topic|formula|mechanism)<[\w:<>]+>\(\s*"(\w+)"/g)].flatMap(([, kind, name]) =>
    endings[kind].map((ending) => name + ending),
  );
}

test('each module answers to its own topics: none silently holds them all', () => {
  const lists = Object.fromEntries(
    [...read('CMakeLists.txt').matchAll(/set\(ATTN_(\w+)_TOPICS\s+([\w\s]+)\)/g)].map(([, module, topics]) => [
      module.toLowerCase(),
      topics.trim().split(/\s+/).flatMap(callsOf),
    ]),
  );
  assert.deepEqual(Object.keys(lists).sort(), [...MODULES].sort());
  const all = Object.values(lists).flat();
  assert.equal(new Set(all).size, all.length, 'a call stands in two modules');
  for (const name of MODULES)
    assert.deepEqual(Object.keys(modules[name]).sort(), ['facts', 'fact_why', ...lists[name]].sort(), name);
});

for (const { name: call, module, input, answer } of functions) {
  const given = module ? factCalls(module)[call] : calls[call];
  const attn = modules[module] ?? Object.values(modules).find((one) => call in one);
  const name = call;
  const places = placesOf(given, input);

  const title = module ? `${module}: ${name}` : name;

  test(`${title}: takes and returns the fields that attn.d.ts names`, () => {
    assertIs(given, input, name, false);
    assertIs(attn[name](given), answer, name, true);
  });

  test(`${title}: a missing, an unknown and a foreign value are refused by name, at any depth`, () => {
    for (const { path, where, type, optional, entry } of places) {
      for (const nothing of entry
        ? [put(given, path, undefined)]
        : [without(given, path), put(given, path, undefined)]) {
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
  test(`${title}: an option that is left out keeps its default, one that is given is read`, () => {
    const usual = attn[name](given);
    for (const { path, where, type } of options) {
      assert.deepEqual(attn[name](without(given, path)), usual, where);
      assert.deepEqual(attn[name](put(given, path, undefined)), usual, where);
      if (look(type).kind === 'object') assert.deepEqual(attn[name](put(given, path, {})), usual, where);
      else if (!/_(why|counted)$/.test(name))
        assert.notDeepEqual(
          attn[name]({ ...put(given, path, other(type, where)), ...BESIDE[where] }),
          attn[name]({ ...given, ...BESIDE[where] }),
          where,
        );
    }
    const fewest = options.reduceRight((rest, { path }) => without(rest, path), given);
    assert.deepEqual(attn[name](fewest), usual);
  });
}

test('the options are those of the headers', () => {
  const inHeaders = {};
  for (const file of readdirSync(new URL('../../core/include/attn/', import.meta.url)).filter((f) =>
    f.endsWith('.h'),
  )) {
    for (const [, struct, body] of read(`core/include/attn/${file}`).matchAll(/^struct (\w+) \{\n([^]*?)^\};/gm)) {
      const names = [...body.matchAll(/\boption\(\s*"(\w+)"/g)].map(([, name]) => name);
      if (names.length) inHeaders[struct] = names;
    }
  }
  const answers = ['Refusal', 'Phrase']; // what a page may read, and hands to nobody
  const declared = Object.entries(declarations).filter(([name]) => !answers.includes(name));
  let met = 0;
  for (const [name, { type }] of declared) {
    const optional = (type.fields ?? []).filter((field) => field.optional).map((field) => field.name);
    assert.deepEqual(optional, inHeaders[name] ?? [], name);
    met += optional.length;
  }
  assert.ok(met > 10, `${met} options`);
});

test('numbers are not converted: text, booleans and fractions are refused', () => {
  assert.throws(() => softmax([[1, '2']]), refusal({ code: 'type', where: 'scores/0/1', found: '"2" (string)' }));
  assert.throws(() => softmax([[1, true]]), refusal({ code: 'type', where: 'scores/0/1' }));
  assert.throws(() => softmax([[1, undefined]]), refusal({ code: 'type', where: 'scores/0/1' }));
  assert.throws(() => softmax([[1, 2], [3]]), refusal({ code: 'shape', where: 'scores/1' }));
  assert.throws(
    () => attn.mask({ ...calls.mask, queries: 1.5 }),
    refusal({ code: 'range', where: 'queries', found: '1.5' }),
  );
  assert.throws(() => attn.mask({ ...calls.mask, queries: 4294967297 }), refusal({ code: 'range', where: 'queries' }));
  assert.throws(() => attn.mask({ ...calls.mask, causal: 1 }), refusal({ code: 'type', where: 'causal', found: '1' }));
  assert.throws(
    () => attn.attention({ ...calls.attention, mask: [[1, 2]] }),
    refusal({ code: 'type', where: 'mask/0/1', found: '2' }),
  );
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
    assert.throws(
      () => softmax([[found]]),
      (error) => {
        assert.doesNotMatch(error.message, /[\ufffd]|\p{Surrogate}/u);
        return refusal({ code: 'type', where: 'scores/0/0' })(error);
      },
    );
  }
});

test('NaN is refused with its position, unless nothing uses it', () => {
  const input = {
    queries: [
      [1, 0],
      [0, 1],
    ],
    keys: [
      [1, 0],
      [0, 1],
    ],
    values: [[3], [NaN]],
  };
  assert.throws(
    () =>
      attn.attention({
        ...input,
        mask: [
          [1, 0],
          [0, 1],
        ],
      }),
    refusal({ code: 'not_finite', where: 'values/1/0', found: 'NaN' }),
  );
  const unused = attn.attention({
    ...input,
    keys: [
      [1, 0],
      [NaN, Infinity],
    ],
    mask: [
      [1, 0],
      [1, 0],
    ],
  });
  assert.deepEqual(
    unused.output.map((row) => [...row]),
    [[3], [3]],
  );
});

test('an absurd size is refused before memory is asked for', () => {
  assert.throws(
    () => attn.mask({ queries: 1e9, keys: 1e9, causal: false, window: 0 }),
    refusal({ code: 'range', where: 'queries' }),
  );
  assert.throws(() => softmax({ length: 1e9 }), refusal({ code: 'type', where: 'scores' }));
  assert.throws(() => softmax([new Float64Array(5e6)]), refusal({ code: 'size', where: 'scores/0' }));
});

test('results are copies: a later call, or growing memory, changes none of them', async () => {
  const fresh = await create('lesson');
  const small = fresh.softmax({ scores: [[1, 2, 3]], temperature: 1 });
  const before = [...small.weights[0]];
  fresh.softmax({ scores: randomMatrix(1200, 1200, 1), temperature: 1 });
  assert.deepEqual([...small.weights[0]], before);
  small.weights[0][0] = 99;
  assert.deepEqual([...fresh.softmax({ scores: [[1, 2, 3]], temperature: 1 }).weights[0]], before);
});

test('nothing to delete: fifty thousand calls, refused ones too, leave the memory as it was', async () => {
  const fresh = await create('lesson');
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
  assert.deepEqual(
    world.tokens.map((token) => token.text),
    ['小明', '把', '苹果', '给了', '小王'],
  );
  const file = dataFile('teaching-world.json');
  for (const text of ['🙂', '你', '👩‍👧', 'é', 'e\u0301', '\u202eאב', '🇨🇳', '\uFFFD']) {
    const renamed = attn.teaching_world({ ...file, text: file.text.replace('苹果', text) });
    assert.equal(renamed.tokens[2].text, text);
    assert.deepEqual(
      renamed.tokens.map((token) => token.embedding),
      world.tokens.map((token) => token.embedding),
    );
  }
  assert.equal(attn.teaching_world({ ...file, text: `\uFEFF${file.text}` }).tokens.length, 5);
});

test('text crosses unharmed: a word is measured in bytes of UTF-8, and quoted whole when it is refused (report H-4)', () => {
  const bytes = (text) => attn.new_word({ text, width: 8 }).bytes;
  assert.equal('🙂'.length, 2);
  for (const [text, size] of [
    ['🙂', 4],
    ['你', 3],
    ['é', 2],
    ['a', 1],
    ['👩‍👧', 11],
  ]) {
    assert.equal(bytes(text), size);
    assert.equal(new TextEncoder().encode(text).length, size);
    assert.throws(() => softmax([[text]]), refusal({ code: 'type', where: 'scores/0/0', found: `"${text}" (string)` }));
    assert.throws(() => attn.mask({ ...calls.mask, [text]: 1 }), refusal({ code: 'unknown', where: text }));
    const lost = { input: { scores: [[1]], temperature: 1 }, at: text };
    assert.throws(() => attn.softmax_why(lost), refusal({ code: 'range', where: 'at', found: `"${text}"` }));
  }
  assert.equal(bytes('a\0b'), 3);
  assert.equal(bytes('🙂'.repeat(24)), 96);
  for (const [text, found] of [
    ['', '0'],
    ['🙂'.repeat(25), '100'],
    [`${'你'.repeat(32)}a`, '97'],
  ]) {
    assert.throws(() => bytes(text), refusal({ code: 'range', where: 'text (bytes)', found }));
  }
});

test('a broken data file is refused with its name and pointer', () => {
  const edited = (from, to) => () =>
    attn.teaching_world({ file: 'w.json', text: dataFile('teaching-world.json').text.replace(from, to) });
  assert.throws(
    edited('2.23, 1.22', 'true, 1.22'),
    refusal({ code: 'type', where: 'w.json#/attention/W_Q/3/0', found: 'true' }),
  );
  assert.throws(
    edited('2.23, 1.22', '2.2345, 1.22'),
    refusal({ code: 'range', where: 'w.json#/attention/W_Q/3/0', found: '2.2345' }),
  );
  assert.throws(edited('"rnn": {', '"rnn": {"W_h": [],'), refusal({ code: 'duplicate', where: 'w.json#/rnn/W_h' }));
  assert.throws(() => attn.teaching_world({ file: 'w.json', text: '['.repeat(512000) }), refusal({ code: 'depth' }));
  assert.throws(() => attn.teaching_world({ file: 'w.json', text: '{' }), refusal({ code: 'parse' }));
});

test('byte counts above 4 GiB are exact on 32-bit WebAssembly', () => {
  const facts = allFacts();
  assert.equal(facts.get('anchor.kv.mha.bytes_at_context').value, 103079215104);
  assert.equal(facts.get('additive.scores.bytes.T4096.da256').value, 8589934592);
});

// ---- holes in the border that were found from outside ----

test('what stands on a prototype was not handed over', () => {
  const plain = attn.softmax({ scores: [[1, 2]], temperature: 1 });
  const usual = attn.attention(calls.attention);
  try {
    Object.prototype.scale_width = 1;
    Object.prototype.temperature = 5;
    assert.deepEqual(attn.attention({ ...calls.attention }), usual);
    assert.throws(() => attn.softmax({ scores: [[1, 2]] }), refusal({ code: 'missing', where: 'temperature' }));
  } finally {
    delete Object.prototype.scale_width;
    delete Object.prototype.temperature;
  }
  assert.throws(() => attn.softmax(Object.create({ scores: [[1, 2]], temperature: 1 })), refusal({ code: 'missing' }));
  assert.deepEqual(attn.softmax(Object.assign(Object.create(null), { scores: [[1, 2]], temperature: 1 })), plain);
});

test('a length is what an array has, not what it says', () => {
  for (const length of [-1, 1.5, 1e9, NaN]) {
    const view = Object.defineProperty(new Float64Array([1, 2]), 'length', { value: length });
    assert.deepEqual(softmax([view]), softmax([[1, 2]]));
  }
  const view = new Float64Array([1, 2]);
  structuredClone(view, { transfer: [view.buffer] });
  assert.throws(() => softmax([view]), refusal({ code: 'type', where: 'scores/0', found: 'a detached array' }));
  for (const nothing of [new Float64Array(0), []])
    assert.throws(() => softmax([nothing]), refusal({ code: 'shape', where: 'scores', found: 'no column' }));
});

test('keys are quoted as they are, and shortened', () => {
  assert.throws(() => softmax({ ...calls.softmax.scores, '\ud83d': 1 }), refusal({ code: 'type' }));
  const odd = (key) => attn.softmax({ ...calls.softmax, [key]: 1 });
  assert.throws(() => odd('\ud83d'), refusal({ code: 'unknown', where: '\ufffd' }));
  assert.throws(() => odd('\ude42'), refusal({ code: 'unknown', where: '\ufffd' }));
  assert.throws(
    () => odd('k'.repeat(5e6)),
    (error) => error.code === 'unknown' && error.message.length < 200,
  );
});

test('too much is refused before memory is asked for: lists, rows, texts, nesting, a whole input', async () => {
  const fresh = await create('lesson');
  const before = fresh.heapBytes();
  const many = (what) => () => fresh.softmax({ scores: what, temperature: 1 });
  assert.throws(many(new Array(4194304)), refusal({ code: 'size', where: 'scores' }));
  assert.throws(many(new Array(4194304).fill([])), refusal({ code: 'size', where: 'scores' }));
  assert.throws(many(new Array(60000).fill(new Float64Array(1000))), refusal({ code: 'size', where: 'input' }));
  assert.throws(
    () => fresh.new_word({ text: 'x'.repeat(9e8 / 16), width: 8 }),
    refusal({ code: 'size', where: 'text' }),
  );
  const nested = [];
  nested.push(nested);
  assert.throws(many(nested), (error) => ['type', 'depth'].includes(error.code));
  assert.throws(
    () => fresh.multi_head({ ...calls.multi_head, heads: new Array(4194304) }),
    refusal({ code: 'size', where: 'heads' }),
  );
  const ledger = await create('ledger');
  const heap = ledger.heapBytes();
  assert.throws(
    () => ledger.memory({ ...calls.memory, groups: new Array(4194304) }),
    refusal({ code: 'size', where: 'groups' }),
  );
  assert.ok(fresh.heapBytes() <= before + 2 ** 25 && ledger.heapBytes() <= heap + 2 ** 25);
});

test('a refusal carries phrases: a key and the values of its places', () => {
  assert.throws(
    () => softmax([[1, '2']]),
    ({ phrases }) => {
      assert.deepEqual(phrases, {
        found: { key: 'string', values: { text: '2' } },
        wanted: { key: 'a_number', values: {} },
      });
      return true;
    },
  );
  assert.throws(
    () => attn.spread({ ...calls.spread, head_dim: 0 }),
    ({ phrases, wanted }) => {
      assert.equal(phrases.wanted.key, 'whole_number');
      assert.equal(wanted, `a whole number from ${phrases.wanted.values.least} to ${phrases.wanted.values.most}`);
      return true;
    },
  );
});

test("an error of the input's own, in a getter, passes through and breaks nothing", () => {
  const own = new Error('mine');
  const input = {
    get scores() {
      throw own;
    },
    temperature: 1,
  };
  assert.throws(
    () => attn.softmax(input),
    (error) => error === own,
  );
  assert.equal(softmax([[0, 0]]).weights[0][0], 0.5);
});

/** A module whose next call from JavaScript ends in a trap, when told so. */
async function trappable() {
  const real = WebAssembly.instantiate;
  const trap = { next: false };
  const table = (own) => ({
    get:
      (index) =>
      (...given) => {
        if (!trap.next) return own.get(index)(...given);
        trap.next = false;
        throw new WebAssembly.RuntimeError('unreachable');
      },
  });
  WebAssembly.instantiate = async (...given) => {
    const result = await real(...given);
    const { exports } = result.instance ?? result;
    const wrapped = Object.fromEntries(
      Object.entries(exports).map(([key, one]) => [key, one instanceof WebAssembly.Table ? table(one) : one]),
    );
    return { module: result.module, instance: { exports: wrapped } };
  };
  try {
    return { fresh: await create('lesson'), trap };
  } finally {
    WebAssembly.instantiate = real;
  }
}

test('after a trap the instance is dropped, calls say so, and the next one answers', async () => {
  const { fresh, trap } = await trappable();
  const half = () => fresh.softmax({ scores: [[0, 0]], temperature: 1 }).weights[0][0];
  assert.equal(half(), 0.5);
  trap.next = true;
  assert.throws(half, { code: 'crashed', message: /unreachable/ });
  assert.throws(half, { code: 'crashed' }); // the next instance is not there yet
  await fresh.restarted;
  assert.equal(half(), 0.5);
});

test('a module that was cut off, or read as anything but text, says so', async () => {
  const { runInNewContext } = await import('node:vm');
  const { read } = await import('./module.mjs');
  const text = read('build/wasm/lesson.js');
  const start = text.indexOf('H4sI');
  const broken = `${text.slice(0, start + 4000)}${text.slice(start + 4400)}`;
  const sandbox = {
    atob,
    Blob,
    DecompressionStream,
    Response,
    WebAssembly,
    TextEncoder,
    TextDecoder,
    process,
    require: () => ({}),
    console,
  };
  runInNewContext(broken, sandbox);
  await assert.rejects(sandbox.attnModules.lesson(), /cut off/);
});

test('memory has an end: what would not fit into 256 MiB is refused, and the module goes on', async () => {
  const fresh = await create('lesson');
  const rows = new Array(2000).fill(new Float64Array(2000).fill(1));
  try {
    fresh.softmax({ scores: rows, temperature: 1 });
  } catch (error) {
    assert.ok(['memory', 'size', 'range'].includes(error.code), error.message);
  }
  assert.ok(fresh.heapBytes() <= 256 * 2 ** 20);
  assert.equal(fresh.softmax({ scores: [[0, 0]], temperature: 1 }).weights[0][0], 0.5);
});
