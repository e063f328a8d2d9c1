// @ts-check
// What the row and the column of each matrix are, by mechanism: a token, a feature by its number, or a dimension of the
// embeddings. The words are `cell.FIELD` in the language files. A laboratory brings the cells of its own topics and
// hands them to its questions; those of the figures in the text are put together below.

/** @typedef {'token' | 'number' | 'dimension'} CellKind */
/**
 * By field, or by "LIST.FIELD" inside a list of parts; a name of its own where the field's would mislead, and the whole
 * key of its words, STEM.NAME, where a laboratory brings them.
 */
/** @typedef {Record<string, CellKind[] | { kinds: CellKind[], name: string }>} Cells */

/** @type {Cells} */
const PAIRS = { scores: ['token', 'token'], exponentials: ['token', 'token'], weights: ['token', 'token'] };

/** Attention, with its projections. @type {Cells} */
export const LAYER_CELLS = {
  ...PAIRS,
  inputs: ['token', 'dimension'],
  queries: ['token', 'number'],
  keys: ['token', 'number'],
  values: ['token', 'number'],
  mixed: ['token', 'number'],
  output: ['token', 'number'],
  scaled: ['token', 'token'],
  row_sums: ['token'],
  W_Q: ['dimension', 'number'],
  W_K: ['dimension', 'number'],
  W_V: ['dimension', 'number'],
  W_O: ['number', 'number'],
  parameters: [],
};

/** @type {Cells} */
export const SOFTMAX_CELLS = {
  ...PAIRS,
  shifted: ['token', 'token'],
  shares: ['token', 'token'],
  sum: [],
  shift: [],
  jacobian: ['token', 'token'],
  largest: [],
  expected: [],
  head_dim: [],
};

/** @type {Cells} */
export const COSINE_CELLS = { products: ['token', 'token'], cosines: ['token', 'token'], rows: ['token', 'number'] };

/** @type {Cells} */
export const NEXT_TOKEN_CELLS = {
  outputs: ['token', 'number'],
  embeddings: ['token', 'dimension'],
  exponentials: ['token', 'token'],
  logits: ['token', 'token'],
  probabilities: ['token', 'token'],
  losses: ['token'],
  mean_loss: [],
};

/** @type {Cells} */
export const RNN_CELLS = {
  inputs: ['token', 'dimension'],
  hidden: ['token', 'number'],
  distance: ['token', 'token'],
  kept: ['token', 'token'],
  W_h: ['number', 'number'],
  W_x: ['number', 'dimension'],
};

/** @type {Cells} */
export const COST_CELLS = {
  tokens: [],
  width: [],
  kernel: [],
  window: [],
  work: [],
  flops: [],
  serial_steps: [],
  path: [],
  ratio: [],
};

/** @type {Cells} */
export const MEMORY_CELLS = {
  tokens: [],
  window: [],
  kernel: [],
  ratio: [],
  layers: [],
  numbers: [],
  row_bytes: [],
  bytes_per_token: [],
  bytes: [],
  full_bytes: [],
  conv_bytes: [],
  numbers_per_token: [],
  cache_bytes_per_token: [],
  index_bytes_per_token: [],
  cache_bytes: [],
  index_bytes: [],
  window_bytes: [],
  window_full_bytes: [],
  state_bytes: [],
  sequence_bytes: [],
  total_bytes: [],
  batch: [],
  parameters: [],
  weight_bytes: [],
  weights_bytes: [],
  together_bytes: [],
  // Rows of a cache are a count, not vectors.
  'groups.rows': { kinds: [], name: 'held' },
};

/** The figures of the text come from all of them. @type {Cells} */
export const FACT_CELLS = {
  ...LAYER_CELLS,
  ...SOFTMAX_CELLS,
  ...COSINE_CELLS,
  ...NEXT_TOKEN_CELLS,
  ...RNN_CELLS,
  ...COST_CELLS,
  ...MEMORY_CELLS,
  // Parts of a layer, counted from the top of its map: their rows are a count, not vectors.
  'parts.parameters': { kinds: [], name: 'part-parameters' },
  'parts.rows': { kinds: [], name: 'part-rows' },
  'parts.columns': { kinds: [], name: 'part-columns' },
  with_cache: [],
  without_cache: [],
};
