// What the published models keep, through the built module: exact above 4 GiB too, where 32 bits end.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';

import { calls } from './calls.mjs';
import { attn, read } from './module.mjs';

const models = new Map(attn.models(calls.models).map((model) => [model.id, model]));
const expectations = JSON.parse(read('tests/models.json')).models;
const keep = (groups, tokens, asStored) => attn.memory({ groups, tokens, batch: 1, bytes: 2, as_stored: asStored });

test('forty models: thirty-nine and the anchor', () => {
  assert.deepEqual([...models.keys()].sort(), expectations.map(({ id }) => id).sort());
  assert.equal(models.size, 40);
});

for (const { id, left_out: leftOut, ...wanted } of expectations) {
  test(`${id} keeps what is expected of it`, () => {
    const { groups, context } = models.get(id);
    const plain = keep(groups, context.value, false),
      stored = keep(groups, context.value, true);
    const found = {
      kv_elements_per_token: plain.numbers_per_token,
      kv_bytes_per_token: stored.bytes_per_token,
      kv_bytes_per_token_bf16: plain.cache_bytes_per_token,
      kv_bytes_per_token_bf16_with_index: plain.bytes_per_token,
      kv_bytes_per_token_bf16_rows: plain.bytes_per_token,
      index_bytes_per_token_bf16: plain.index_bytes_per_token,
      window_bytes_full_bf16: plain.window_full_bytes,
      window_bytes_fixed: stored.window_full_bytes,
      state_bytes_fp32: plain.state_bytes,
      conv_state_bytes_bf16: plain.conv_bytes,
      total_bytes_at_native_context: leftOut.reduce((rest, part) => rest - stored[part], stored.sequence_bytes),
    };
    for (const [name, value] of Object.entries(wanted)) assert.equal(found[name], value, name);
  });
}

test('layouts of the anchor at its context: 96, 16 and 4 GiB', () => {
  const anchor = models.get('qwen3.8-27b');
  const gib = (groups) => keep(groups, anchor.context.value, true).cache_bytes / 2 ** 30;
  assert.equal(gib(anchor.groups), 16);
  assert.deepEqual(
    anchor.what_ifs.map(({ id, groups }) => [id, gib(groups)]),
    [
      ['mha', 96],
      ['mqa', 4],
    ],
  );
});

test('a what-if KV head count is one field, and its source is empty', () => {
  const {
    groups: [full, ...rest],
  } = models.get('qwen3.8-27b');
  const eight = [{ ...full, heads: { value: 8, source: '' } }, ...rest];
  assert.equal(keep(eight, 1, false).bytes_per_token, 131072);
});

test('every number of every model can be asked down to its configuration', () => {
  const leaves = ({ name, parts }) => [...(name ? [name] : []), ...parts.flatMap(leaves)];
  for (const { id, groups, context } of models.values()) {
    const input = { groups, tokens: context.value, batch: 1, bytes: 2, as_stored: true };
    const open = ['total_bytes'],
      met = new Set();
    while (open.length > 0) {
      const at = open.pop();
      if (met.has(at)) continue;
      met.add(at);
      open.push(...leaves({ ...attn.memory_why({ input, at }), name: '' }));
    }
    assert.ok(
      [...met].some((name) => /^data\/.*#.*\/config\//.test(name)),
      id,
    );
  }
});

test('pasted files are read or refused by name', () => {
  for (const file of readdirSync(new URL('../configs/', import.meta.url))) {
    const paste = () => attn.config_json({ text: read(`tests/configs/${file}`), file: 'config.json' });
    if (!file.startsWith('bad-')) {
      const { groups, explained } = paste();
      assert.ok(keep(groups, 1000, false).total_bytes > 0, file);
      assert.ok(
        explained.some(({ role }) => role === 'used'),
        file,
      );
    } else {
      assert.throws(paste, (error) => error.where.startsWith('config.json') && error.code !== 'internal', file);
    }
  }
});

test('a budget says how far it reaches', () => {
  const { groups } = models.get('llama-3.1-8b');
  const { fits } = attn.memory_curve({
    groups,
    batch: 1,
    bytes: 2,
    as_stored: true,
    longest: 131072,
    points: 9,
    budgets: [2 ** 34, 2 ** 34 - 1],
  });
  assert.deepEqual([...fits], [131072, 131071]);
});

test('generating with the cache changes no bit, in this arithmetic too', () => {
  for (const prompt of [1, 2, 3, 4, 5]) {
    const { largest_difference: difference, passes } = attn.kv_cache({ ...calls.kv_cache, prompt });
    assert.equal(difference, 0);
    assert.equal(passes.length, 6 - prompt);
  }
});

test('what is said of a pasted file has words in both languages', () => {
  const both = Object.values(JSON.parse(read('site/lang/memory.json')));
  const met = new Set();
  for (const file of readdirSync(new URL('../configs/', import.meta.url)).filter((name) => !name.startsWith('bad-'))) {
    const read_ = attn.config_json({ text: read(`tests/configs/${file}`), file: 'config.json' });
    for (const { role, note } of read_.explained) met.add(`role-${role}`).add(`note-${note}`);
    for (const { kind } of read_.groups) met.add(`kind-${kind}`);
    for (const part of read_.family.split('+')) met.add(`family-${part}`);
    for (const { id } of read_.parameters.parts) met.add(`part-${id}`);
  }
  assert.ok(met.size > 60, `${met.size}`);
  for (const language of both) for (const word of met) assert.ok(language[`memory.${word}`], word);
});
