// What one call through the border costs: multi_head on the five words, in the built module of the lesson, in Node. A
// benchmark,
// not a test: it prints. Wanted on a quiet machine: 60 µs at most, the median of nine rounds.
//
//   node tests/bench/call.mjs [module]      after ./lesson build; the module is build/wasm/lesson.js unless named
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const ROUNDS = 9;
const LEAST = 20; // ms of a round
const WANTED = 60; // µs

const path = resolve(process.argv[2] ?? 'build/wasm/lesson.js');
if (!existsSync(path)) {
  console.error(`found no ${path}, wanted a built module`);
  process.exit(2);
}
const attn = await createRequire(import.meta.url)(path)();
const world = JSON.parse(readFileSync(new URL('../../data/teaching-world.json', import.meta.url), 'utf8'));

const inputs = world.tokens.map(({ embedding }) => embedding);
const { W_Q, W_K, W_V, W_O } = world.attention;
const { mask } = attn.mask({ queries: inputs.length, keys: inputs.length, causal: true, window: 0 });
const heads = [{ id: 'all', first_column: 0, columns: inputs[0].length }];
const input = { inputs, W_Q, W_K, W_V, W_O, heads, mask };

/** ms for so many calls. @param {number} calls */
function round(calls) {
  const start = performance.now();
  for (let i = 0; i < calls; i += 1) attn.multi_head(input);
  return performance.now() - start;
}

// Until the engine has made of it what it makes of code that is often called.
for (const end = performance.now() + 500; performance.now() < end;) round(16);

let calls = 16;
while (round(calls) < LEAST) calls *= 2;
const times = Array.from({ length: ROUNDS }, () => (round(calls) / calls) * 1000);
const median = [...times].sort((a, b) => a - b)[ROUNDS >> 1];
const verdict = median <= WANTED ? '' : ': over';
console.log(
  `multi_head on ${inputs.length} words: median ${median.toFixed(1)} µs (wanted at most ${WANTED}${verdict})`,
);
console.log(`  of ${times.map((time) => time.toFixed(1)).join(', ')} µs, ${calls} calls a round`);
