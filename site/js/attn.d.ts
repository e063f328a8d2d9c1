// What the modules of wasm/ answer to, for editors and for tsc. No page loads this file; a test holds it against them.
//
// Every function takes one plain object and returns one. Fields are named as in core/include/attn/*.h, which say
// shapes, units and ranges. Results are copies: nothing to delete. A refused input throws a Refusal.

/** Rows of equal length. What the module returns has Float64Array rows; it takes any arrays of numbers. */
export type Matrix = ArrayLike<ArrayLike<number>>;
/** 1 = may look. */
export type Mask = ArrayLike<ArrayLike<number>>;

export interface Refusal extends Error {
  code:
    | 'crashed'
    | 'parse'
    | 'duplicate'
    | 'depth'
    | 'size'
    | 'type'
    | 'missing'
    | 'unknown'
    | 'shape'
    | 'range'
    | 'not_finite'
    | 'memory'
    | 'internal';
  where: string;
  found: string;
  wanted: string;
  /** The same for a page to word; values are numbers and names. */
  phrases?: { found: Phrase; wanted: Phrase };
}
export type Phrase = { key: string; values?: Record<string, number | string> };

/** A number as it came about, one level deep; a part with a name can be asked for under it. */
export type Expression = { operation: string; value: number; name: string; parts: Expression[] };
export interface WhyInput<Input> {
  input: Input;
  at: string;
}

export type Counts = {
  multiply_adds: number;
  additions: number;
  comparisons: number;
  divisions: number;
  exponentials: number;
  tanhs: number;
  span: number;
};

export type SoftmaxInput = { scores: Matrix; temperature: number };
export type SoftmaxTrace = { exponentials: Matrix; weights: Matrix; empty_rows: number[] };

export type SharesInput = { scores: Matrix; shift: number };
export type SharesTrace = { shifted: Matrix; sum: number; shares: Matrix };

export type JacobianInput = { scores: Matrix; temperature: number };
export type JacobianTrace = { jacobian: Matrix; largest: number };

export type SpreadInput = { head_dim: number; seed: number; model_width?: number };
export type SpreadRow = { deviation: number; largest_weight: number; jacobian: number };
export type SpreadTrace = {
  samples: number;
  expected: number;
  plain: SpreadRow;
  scaled: SpreadRow;
  faulty: SpreadRow;
  first: ArrayLike<number>;
};

export type MaskInput = { queries: number; keys: number; causal: boolean; window: number; top_left?: boolean };
export type MaskTrace = { mask: Mask; pairs: number };

export type AttentionInput = {
  queries: Matrix;
  keys: Matrix;
  values: Matrix;
  mask: Mask;
  scale_width?: number;
  temperature?: number;
  mask_after_softmax?: boolean;
};
export type AttentionTrace = {
  scores: Matrix;
  scaled: Matrix;
  exponentials: Matrix;
  weights: Matrix;
  output: Matrix;
  empty_rows: number[];
  row_sums: ArrayLike<number>;
};

export type HeadCut = { id: string; first_column: number; columns: number };
export type Faults = { model_width?: boolean; mask_after_softmax?: boolean };
export interface MultiHeadInput {
  inputs: Matrix;
  W_Q: Matrix;
  W_K: Matrix;
  W_V: Matrix;
  W_O: Matrix;
  heads: HeadCut[];
  mask: Mask;
  scaled?: boolean;
  temperature?: number;
  faults?: Faults;
}
export interface MultiHeadTrace {
  queries: Matrix;
  keys: Matrix;
  values: Matrix;
  heads: AttentionTrace[];
  mixed: Matrix;
  output: Matrix;
  parameters: number;
}

/** One pass against one pass for each prefix. */
export interface PrefixesTrace {
  passes: number;
  positions: number;
  task_passes: number;
  task_positions: number;
  one_pass: Matrix;
  one_by_one: Matrix;
  differences: Matrix;
  largest_difference: number;
}

export type NextTokenInput = { outputs: Matrix; embeddings: Matrix };
export type NextTokenTrace = {
  logits: Matrix;
  exponentials: Matrix;
  probabilities: Matrix;
  losses: Matrix;
  mean_loss: number;
};

export type CosineInput = { rows: Matrix };
export type CosineTrace = { products: Matrix; cosines: Matrix };

export type RankingInput = { values: ArrayLike<number> };
export type RankingTrace = { order: number[]; ranks: number[] };

export type NewWordInput = { text: string; width: number };
export type NewWordTrace = { embedding: ArrayLike<number>; bytes: number };

export type RnnInput = { inputs: Matrix; W_h: Matrix; W_x: Matrix };
export type RnnTrace = { hidden: Matrix };
export type ImprintTrace = { distance: Matrix; kept: Matrix };

export type CostInput = {
  tokens: number;
  width: number;
  kernel: number;
  window: number;
  projections: boolean;
  causal: boolean;
};
export type LayerCost = { work: number; flops: number; serial_steps: number; path: number };
export type CostTrace = {
  recurrent: LayerCost;
  self_attention: LayerCost;
  convolutional: LayerCost;
  windowed: LayerCost;
  ratio: number;
};
export type CostCurveInput = { width: number; points: number; projections: boolean; causal: boolean };
export type CostCurveTrace = {
  tokens: ArrayLike<number>;
  recurrent: ArrayLike<number>;
  self_attention: ArrayLike<number>;
  crossing: number;
};

export type CountingInput = { tokens: number; width: number; causal: boolean };
export type CountingTrace = { recurrent: Counts; attention: Counts; projections: Counts; layer: Counts };

/** A file of data/ as text; file is its name in messages. */
export type DataFile = { text: string; file: string };

export type Words = { zh: string; en: string };
export type Dimension = { id: string; zh: string; en: string };
export type Token = { id: string; text: string; gloss: Words; embedding: ArrayLike<number> };
export type Sink = { head: string; query: string };
export type WorldAttention = { W_Q: Matrix; W_K: Matrix; W_V: Matrix; W_O: Matrix; heads: HeadCut[]; sink: Sink };
export type WorldRnn = { W_h: Matrix; W_x: Matrix };
export type TeachingWorld = {
  note: Words;
  dimensions: Dimension[];
  tokens: Token[];
  attention: WorldAttention;
  rnn: WorldRnn;
};

export interface AnchorConfig {
  model_type: string;
  num_hidden_layers: number;
  hidden_size: number;
  intermediate_size: number;
  num_attention_heads: number;
  num_key_value_heads: number;
  head_dim: number;
  partial_rotary_factor: number;
  rope_theta: number;
  attn_output_gate: boolean;
  full_attention_interval: number;
  layer_types: string[];
  linear_num_key_heads: number;
  linear_num_value_heads: number;
  linear_key_head_dim: number;
  linear_value_head_dim: number;
  linear_conv_kernel_dim: number;
  mamba_ssm_dtype: string;
  max_position_embeddings: number;
  vocab_size: number;
  mtp_num_hidden_layers: number;
  tie_word_embeddings: boolean;
  torch_dtype: string;
}
export type AnchorModel = {
  id: string;
  name: string;
  hf_id: string;
  config: AnchorConfig;
  source: string[];
  evidence: string;
  notes: string;
};
export type LayerPart = { id: string; rows: number; columns: number; parameters: number };
export type AnchorLayerTrace = { parts: LayerPart[]; parameters: number; attention: number };

/** A number of a configuration and the place where it is said; no place for a what-if. */
export type Said = { value: number; source: string };
export interface LayerGroup {
  kind: string;
  layers: Said;
  heads: Said;
  key_heads: Said;
  key_width: Said;
  rope_width: Said;
  value_width: Said;
  kernel: Said;
  ratio: Said;
  window: Said;
  row_bytes: Said;
}
export type WhatIf = { id: string; groups: LayerGroup[] };
export type ModelsInput = { anchor: DataFile; frontier: DataFile };
export interface ModelEntry {
  id: string;
  name: string;
  hf_id: string;
  family: string;
  role: string;
  context: Said;
  kv_dtype: string;
  storage_format: string;
  source: string[];
  verified: string;
  evidence: string;
  notes: string;
  groups: LayerGroup[];
  what_ifs: WhatIf[];
}

export type MemoryInput = { groups: LayerGroup[]; tokens: number; batch: number; bytes: number; as_stored: boolean };
export interface GroupMemory {
  kind: string;
  layers: number;
  numbers: number;
  row_bytes: number;
  bytes_per_token: number;
  rows: number;
  bytes: number;
  full_bytes: number;
  conv_bytes: number;
}
export interface MemoryTrace {
  groups: GroupMemory[];
  numbers_per_token: number;
  cache_bytes_per_token: number;
  index_bytes_per_token: number;
  bytes_per_token: number;
  cache_bytes: number;
  index_bytes: number;
  window_bytes: number;
  window_full_bytes: number;
  state_bytes: number;
  conv_bytes: number;
  sequence_bytes: number;
  total_bytes: number;
}
export type MemoryCurveInput = {
  groups: LayerGroup[];
  batch: number;
  bytes: number;
  as_stored: boolean;
  longest: number;
  points: number;
  budgets: ArrayLike<number>;
};
export type MemoryCurveTrace = { tokens: ArrayLike<number>; bytes: ArrayLike<number>; fits: ArrayLike<number> };

export type ConfigField = { field: string; value: string; role: string; note: string };
export interface ConfigJsonTrace {
  model_type: string;
  family: string;
  context: Said;
  bytes: number;
  explained: ConfigField[];
  groups: LayerGroup[];
  what_ifs: WhatIf[];
}

export type KvCacheInput = {
  inputs: Matrix;
  W_Q: Matrix;
  W_K: Matrix;
  W_V: Matrix;
  W_O: Matrix;
  heads: HeadCut[];
  prompt: number;
  top_left?: boolean;
};
export type KvCachePass = {
  first: number;
  fed: number;
  queries: Matrix;
  heads: AttentionTrace[];
  mixed: Matrix;
  output: Matrix;
};
export interface KvCacheTrace {
  passes: KvCachePass[];
  keys: Matrix;
  values: Matrix;
  output: Matrix;
  uncached: MultiHeadTrace;
  differences: Matrix;
  largest_difference: number;
  with_cache: number;
  without_cache: number;
  repeated: number;
}

export type Quote = { id: string; value: number; unit: string; what: Words; source: string; place: string };
export type Papers = { note: Words; quotes: Quote[] };

export type Fact = {
  id: string;
  value: number | boolean | ArrayLike<number> | string[];
  unit: string;
  print: string;
  kind: 'computed' | 'quoted';
  basis: string;
};
export type FactWhyInput = { files: any; at: string };

/** A topic of the core: what it takes and what it gives. */
type Computed<In, Out> = { in: In; out: Out };
/** One whose numbers can be asked as well: NAME_why. */
type Mechanism<In, Trace> = Computed<In, Trace> & { why: true };
/** One whose operations are counted as well: NAME_counted. */
type Counted<In, Trace> = Mechanism<In, Trace> & { counted: true };

export interface Topics {
  softmax: Counted<SoftmaxInput, SoftmaxTrace>;
  shares: Mechanism<SharesInput, SharesTrace>;
  jacobian: Mechanism<JacobianInput, JacobianTrace>;
  spread: Computed<SpreadInput, SpreadTrace>;
  expected_spread: Mechanism<{ head_dim: number }, { expected: number }>;
  mask: Computed<MaskInput, MaskTrace>;
  attention: Counted<AttentionInput, AttentionTrace>;
  multi_head: Counted<MultiHeadInput, MultiHeadTrace>;
  prefixes: Computed<MultiHeadInput, PrefixesTrace>;
  next_token: Mechanism<NextTokenInput, NextTokenTrace>;
  cosine: Mechanism<CosineInput, CosineTrace>;
  ranking: Computed<RankingInput, RankingTrace>;
  new_word: Computed<NewWordInput, NewWordTrace>;
  rnn: Counted<RnnInput, RnnTrace>;
  imprint: Mechanism<RnnInput, ImprintTrace>;
  cost: Mechanism<CostInput, CostTrace>;
  cost_curve: Computed<CostCurveInput, CostCurveTrace>;
  counting: Computed<CountingInput, CountingTrace>;
  teaching_world: Computed<DataFile, TeachingWorld>;
  anchor_model: Computed<DataFile, AnchorModel>;
  anchor_layer: Computed<AnchorConfig, AnchorLayerTrace>;
  models: Computed<ModelsInput, ModelEntry[]>;
  memory: Mechanism<MemoryInput, MemoryTrace>;
  memory_curve: Computed<MemoryCurveInput, MemoryCurveTrace>;
  config_json: Computed<DataFile, ConfigJsonTrace>;
  kv_cache: Mechanism<KvCacheInput, KvCacheTrace>;
  papers: Computed<DataFile, Papers>;
  facts: Computed<any, Fact[]>;
  fact_why: Computed<FactWhyInput, Expression[]>;
}

type Names<Kind> = { [K in keyof Topics]: Topics[K] extends Kind ? K : never }[keyof Topics];

export type Attn = { [K in keyof Topics]: (input: Topics[K]['in']) => Topics[K]['out'] } & {
  [K in Names<{ why: true }> as `${K}_why`]: (input: WhyInput<Topics[K]['in']>) => Expression;
} & {
  [K in Names<{ counted: true }> as `${K}_counted`]: (input: Topics[K]['in']) => Counts;
} & {
  /** Settles when the module answers again after a breakdown. */
  restarted: Promise<void>;
};
