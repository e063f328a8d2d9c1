// The golden figures through the built module: the same numbers in JavaScript as in C++.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { allFacts, attn, dataFile, read } from './module.mjs';

const golden = JSON.parse(read('tests/figures.json')).figures;
const facts = allFacts();

/** Compares number by number; a nested list of names is a group whose order among themselves is free. */
function compare(actual, expected, tolerance, place) {
  if (typeof expected === 'number') {
    assert.equal(typeof actual, 'number', place);
    assert.ok(Math.abs(actual - expected) <= tolerance, `${place}: ${actual}, expected ${expected} ± ${tolerance}`);
  } else if (Array.isArray(expected)) {
    const flat = [...actual];
    for (const [i, item] of expected.entries()) {
      if (!Array.isArray(item)) {
        compare(flat.shift(), item, tolerance, `${place}/${i}`);
        continue;
      }
      assert.deepEqual(flat.splice(0, item.length).sort(), [...item].sort(), `${place}/${i}`);
    }
    assert.equal(flat.length, 0, `${place}: more entries than expected`);
  } else {
    assert.equal(actual, expected, place);
  }
}

for (const { id, value, unit, kind, tolerance = 0 } of golden) {
  test(`figure ${id}`, () => {
    const fact = facts.get(id);
    assert.ok(fact, `${id} is not computed`);
    compare(fact.value, value, tolerance, id);
    assert.equal(fact.unit, unit);
    assert.equal(fact.kind, kind);
  });
}

test('figures are computed: changing one entry of the world changes what follows from it', () => {
  const file = dataFile('teaching-world.json');
  const changed = allFacts(attn.teaching_world({ ...file, text: file.text.replace('2.23, 1.22', '2.73, 1.22') }));
  assert.notEqual(changed.get('world.head.a.give.ming').value, facts.get('world.head.a.give.ming').value);
  assert.notEqual(
    changed.get('world.weight.causal.give.apple').value,
    facts.get('world.weight.causal.give.apple').value,
  );
  assert.equal(changed.get('world.rnn.kept.give.ming').value, facts.get('world.rnn.kept.give.ming').value);
});

test('the data files hold no figure of the world', () => {
  const numbers = new Set(
    read('data/teaching-world.json')
      .match(/-?\d+(\.\d+)?/g)
      .map(Number),
  );
  for (const { id, value } of golden.filter(
    (f) => f.group === 'world' && typeof f.value === 'number' && f.value !== 1,
  )) {
    assert.ok(!numbers.has(value) && !numbers.has(value * 100), `${id} stands in the data`);
  }
});
