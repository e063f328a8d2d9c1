// One good input for every function of the modules, with all of its fields. Options stand at their defaults. Mechanisms
// that ask for nothing in particular need no line here: their input is made from the types of attn.d.ts.
import { exampleOf, explained } from './declared.mjs';
import { attn, dataFile, embeddings, files as filesOf, read, world } from './module.mjs';

export const causal = (tokens) => attn.mask({ queries: tokens, keys: tokens, causal: true, window: 0 }).mask;
const { W_Q, W_K, W_V, W_O, heads } = world.attention;
const files = {
  world: dataFile('teaching-world.json'),
  anchor: dataFile('anchor-model.json'),
  frontier: dataFile('frontier-models.json'),
  papers: dataFile('papers.json'),
};

/** The teaching world's layer: two heads, each word sees itself and what came before. */
export const layer = {
  inputs: embeddings,
  W_Q,
  W_K,
  W_V,
  W_O,
  heads,
  mask: causal(5),
  scaled: true,
  temperature: 1,
  faults: { model_width: false, mask_after_softmax: false },
};

const { anchor, frontier } = files;
/** What V3.2 keeps: latents and index keys, each with a row of its own format. */
const { groups } = attn.models({ anchor, frontier }).find((model) => model.id === 'deepseek-v3.2');

export const calls = {
  softmax: { scores: [[1, 2]], temperature: 1 },
  shares: { scores: [[10, 3, -4]], shift: 0.5 },
  jacobian: { scores: [[10, 3, -4]], temperature: 1 },
  spread: { head_dim: 4, seed: 1, model_width: 0 },
  expected_spread: { head_dim: 64 },
  mask: { queries: 2, keys: 3, causal: true, window: 0, top_left: false },
  attention: {
    queries: [
      [1, 0],
      [2, 1],
    ],
    keys: [
      [1, 0],
      [0, 1],
    ],
    values: [[1], [2]],
    mask: [
      [1, 0],
      [1, 1],
    ],
    scale_width: 0,
    temperature: 1,
    mask_after_softmax: false,
  },
  multi_head: layer,
  prefixes: layer,
  next_token: {
    outputs: [
      [1, 0],
      [0.5, 2],
      [3, 1],
    ],
    embeddings: [
      [1, 1],
      [0, 2],
      [1, 0],
    ],
  },
  cosine: {
    rows: [
      [3, 4],
      [-4, 3],
      [1, 1],
    ],
  },
  ranking: { values: [1, 3, 2] },
  new_word: { text: '小红', width: 8 },
  rnn: { inputs: embeddings, ...world.rnn },
  imprint: { inputs: embeddings, ...world.rnn },
  cost: { tokens: 5, width: 8, kernel: 3, window: 2, projections: false, causal: false },
  cost_curve: { width: 8, points: 9, projections: false, causal: false },
  counting: { tokens: 3, width: 2, causal: true },
  teaching_world: files.world,
  anchor_model: files.anchor,
  anchor_layer: attn.anchor_model(files.anchor).config,
  models: { anchor, frontier },
  memory: { groups, tokens: 3, batch: 2, bytes: 1, as_stored: true, parameters: 0, weight_bytes: 2 },
  memory_curve: {
    groups,
    batch: 2,
    bytes: 1,
    as_stored: false,
    longest: 100,
    points: 5,
    budgets: [1, 2 ** 40],
    reserved: 0,
  },
  config_json: { text: read('tests/configs/good-nested-qwen3.8-27b.json'), file: 'config.json' },
  kv_cache: { inputs: embeddings, W_Q, W_K, W_V, W_O, heads, prompt: 2, top_left: false },
  papers: files.papers,
};
for (const { name, input, counted } of explained) {
  calls[name] ??= exampleOf(input, name);
  if (counted) calls[`${name}_counted`] = calls[name];
}

/** The same for the figures of a module. */
export const factCalls = (module) => ({
  facts: filesOf[module],
  fact_why: { files: filesOf[module], at: module === 'decoding' ? 'decode.cache.max_difference' : 'anchor.head_dim' },
});

/** A number of each formula's run that can be asked about; of others the first of their answer. */
const asked = {
  softmax: 'weights/0/1',
  shares: 'shares/0/2',
  jacobian: 'largest',
  expected_spread: 'expected',
  attention: 'output/1/0',
  multi_head: 'heads/0/weights/3/1',
  next_token: 'mean_loss',
  cosine: 'cosines/0/2',
  rnn: 'hidden/4/0',
  imprint: 'kept/4/0',
  cost: 'ratio',
  memory: 'total_bytes',
  kv_cache: 'output/3/0',
};
/** @param {any} value */
function firstNumber(value, path = '') {
  if (typeof value === 'number') return path;
  const [[key, first]] = Object.entries(value).filter(([, one]) => typeof one !== 'string');
  return firstNumber(first, path ? `${path}/${key}` : key);
}

/** The formulas that can be asked why. */
export const formulas = explained.map(({ name }) => name);
for (const name of formulas) {
  calls[`${name}_why`] = { input: calls[name], at: asked[name] ?? firstNumber(attn[name](calls[name])) };
}
