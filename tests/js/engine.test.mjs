// Modules of the core that arrive late, cut off or not at all.
import assert from 'node:assert/strict';
import test from 'node:test';

import { openPage, placed, scripts } from './page.mjs';

openPage({
  scripts: { ledger: '../js/ledger-1.js', 'ledger-data': '../js/ledger-data-1.js' },
  words: {
    'site.problem': '{message}',
    'engine.loading': 'Loading',
    'engine.failed': 'Failed: {reason}',
    'engine.missing': '{file} is missing',
    'engine.retry': 'Again',
    'engine.other-build': 'Two builds',
    'engine.reload': 'Reload',
    'error.core': 'No WebAssembly: {message}',
    'engine.no-unpacking': 'Cannot unpack',
    'error.crashed': 'broke down',
  },
});
const { checkBuild, engine, world } = await import('../../site/js/page/engine.js');
const { problems, showProblem } = await import('../../site/js/page/problems.js');

const turn = () =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });
const button = (line) => line.children.find((child) => child.localName === 'button');

test('A missing script is named with a way to try again, and then the module starts', async () => {
  const started = engine('ledger');
  assert.equal(engine('ledger'), started, 'each module starts once');
  await turn();
  assert.equal(scripts[0].src, '../js/ledger-1.js');
  assert.equal(placed['.engine'].innerText, 'Loading');
  scripts[0].dispatch('error');
  await turn();
  assert.deepEqual(problems, ['Failed: ledger-1.js is missing']);
  assert.match(placed['.problem'].innerText, /^Failed: ledger-1\.js is missing Again$/);
  assert.equal(placed['.engine'].innerText, '');

  button(placed['.problem'].children[0]).dispatch('click');
  await turn();
  assert.equal(placed['.problem'].hidden, true);
  assert.equal(scripts[1].src, '../js/ledger-1.js?again=1', 'not what the browser held on to');
  globalThis.attnModules = { ledger: async () => ({ name: 'ledger' }) };
  scripts[1].dispatch('load');
  await turn();
  globalThis.attnData = { ledger: {}, lesson: { world: { tokens: [] } } };
  scripts[2].dispatch('load');
  assert.deepEqual(await started, { name: 'ledger' });
  assert.deepEqual(world(), { tokens: [] });
});

test('A module that cannot start says so in words', async () => {
  globalThis.attnModules.lesson = async () => {
    throw new Error('no memory');
  };
  engine('lesson');
  await turn();
  assert.equal(problems.at(-1), 'Failed: No WebAssembly: no memory');
});

test('Files of two builds are noticed once', () => {
  globalThis.attnBuild = { shared: 'B' };
  const before = problems.length;
  checkBuild();
  assert.equal(problems.length, before);
  globalThis.attnBuild.lesson = 'A';
  checkBuild();
  checkBuild();
  assert.deepEqual(problems.slice(before), ['Two builds']);
});

test('The first problem stands first, later ones after it, each once', () => {
  showProblem(new Error('later'));
  showProblem(new Error('later'));
  showProblem(Object.assign(new Error('RuntimeError'), { code: 'crashed' }));
  const [first, ...others] = placed['.problem'].children;
  assert.match(first.innerText, /^Failed: No WebAssembly/);
  assert.deepEqual(
    others.map((line) => line.innerText),
    ['Two builds Reload', 'later', 'broke down'],
  );
});
