// A change is computed before it comes into use: what the core refuses, or breaks down over, leaves everything as it
// was.
import assert from 'node:assert/strict';
import test from 'node:test';

import { FakeElement, openPage, placed } from './page.mjs';

openPage({
  words: {
    'lab.refused': 'Not used: {message}',
    'lab.unused': 'Unused: {parts}',
    'lab.state': '{state}',
    'lab.state-standard': 'as opened',
    'refusal.sentence': '{where} {found} {wanted}',
    'error.crashed': 'broke down',
    'arrival.set': 'Set: {state}',
    'arrival.standard': 'nothing',
  },
});
const { Laboratory } = await import('../../site/js/labs/laboratory.js');
const { oneOf, wholeNumber } = await import('../../site/js/labs/state.js');

const problem = (code) => Object.assign(new Error(code), { code, where: 'n', found: '7', wanted: 'no 7' });

class SevenLab extends Laboratory {
  settings() {
    return { n: wholeNumber(0, 9, 1), view: oneOf(['a', 'b']) };
  }

  implied(changes) {
    return changes.n === 5 ? { view: 'b' } : {};
  }

  settled(values) {
    return { ...values, n: Math.min(values.n, 8) };
  }

  compute({ n, view }) {
    if (n === 7) throw problem('range');
    if (n === 6) throw problem('crashed');
    if (n === 4) throw new TypeError('a fault of the page');
    return { shown: `${view}${n}` };
  }

  show({ shown }) {
    this.drawn = shown;
  }
}

/** A lab in a page that has what every lab's page has. */
function opened(hash) {
  location.hash = hash;
  const lab = new SevenLab('seven-lab');
  const parts = Object.fromEntries(
    ['.tools', '.results', '.state-line', '.lab-notice', 'output', '.link'].map((name) => [name, new FakeElement()]),
  );
  for (const part of Object.values(parts))
    part.querySelector = (selector) => parts[selector] ?? (/name=/.test(selector) ? new FakeElement('button') : null);
  lab.querySelector = (selector) => parts[selector] ?? null;
  lab.start({ attn: { restarted: Promise.resolve() }, world: undefined });
  return { lab, said: () => parts['.lab-notice'].textContent, state: () => parts['.state-line'].textContent };
}

test('A refused change keeps the state, the picture and the address, and is said', () => {
  const { lab, said } = opened('#n=2');
  assert.equal(lab.drawn, 'a2');
  for (const [n, message] of [
    [7, 'Not used: n 7 no 7'],
    [6, 'broke down'],
  ]) {
    assert.equal(lab.change({ n }), false);
    assert.equal(said(), message);
    assert.deepEqual({ ...lab.values }, { n: 2, view: 'a' });
    assert.equal(lab.drawn, 'a2');
    assert.equal(location.hash, '#n=2');
  }
  assert.equal(lab.change({ n: 3 }), true);
  assert.equal(said(), '');
  assert.equal(lab.drawn, 'a3');
});

test('An error that is no refusal is not swallowed, and changes nothing', () => {
  const { lab } = opened('');
  assert.throws(() => lab.change({ n: 4 }), TypeError);
  assert.equal(lab.values.n, 1);
});

test('A change brings others with it; values that do not go together are settled', () => {
  const { lab } = opened('');
  lab.change({ n: 5 });
  assert.equal(lab.drawn, 'b5');
  lab.change({ n: 9 });
  assert.equal(lab.values.n, 8);
});

test('What of an address is not used is named, and the address corrected', async () => {
  const { lab, said, state } = opened('#n=99&view=z&other=1');
  assert.equal(said(), 'Unused: n=99, view=z');
  assert.equal(state(), 'as opened');
  await new Promise((resolve) => {
    setTimeout(resolve, 500);
  });
  assert.equal(location.hash, '#other=1');
  assert.equal(lab.drawn, 'a1');
  assert.equal(opened('#n=9').said(), 'Unused: n=9');
});

test('An address that the core refuses opens the page as it stands without it', async () => {
  const { lab, said } = opened('#n=7&view=b');
  await new Promise((resolve) => {
    setTimeout(resolve, 500);
  });
  assert.equal(lab.drawn, 'a1');
  assert.equal(said(), 'Not used: n 7 no 7');
  assert.equal(placed['.problem'].hidden, false);
  assert.equal(location.hash, '');
});

test('A change is taken back and done again; changes that follow at once are one', () => {
  const { lab } = opened('');
  lab.change({ n: 2 });
  lab.change({ n: 3 });
  lab.change({ view: 'b' });
  assert.equal(lab.change({ n: 7 }), false);
  assert.deepEqual(lab.undo.past, [
    { n: 1, view: 'a' },
    { n: 3, view: 'a' },
  ]);
  const { past, future } = lab.undo;
  lab.undo.go(past, future);
  assert.deepEqual([lab.drawn, lab.state.told()], ['a3', 'n=3']);
  lab.undo.go(past, future);
  assert.deepEqual([lab.drawn, lab.state.told()], ['a1', '']);
  lab.undo.go(past, future);
  assert.equal(lab.drawn, 'a1', 'there is nothing before the first');
  lab.undo.go(future, past);
  assert.equal(lab.drawn, 'a3');
  lab.change({ n: 0 });
  assert.deepEqual(lab.undo.future, [], 'a change leaves the way forward');
});
