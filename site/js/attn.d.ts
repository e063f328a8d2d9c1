// What the modules of wasm/ answer to, for editors and for tsc. No page loads this file; a test holds it against them.
//
// Every function takes one plain object and returns one. Fields are named as in core/include/attn/*.h, which say
// shapes, units and ranges. Results are copies: nothing to delete. A refused input throws a Refusal.

/** Rows of equal length. What the module returns has Float64Array rows; it takes any arrays of numbers. */
export type Matrix = ArrayLike<ArrayLike<number>>;
/** 1 = may look. */
export type Mask = ArrayLike<ArrayLike<number>>;

export interface Refusal extends Error {
  // prettier-ignore
  code: 'crashed' | 'parse' | 'duplicate' | 'depth' | 'size' | 'type' | 'missing' | 'unknown' | 'shape' | 'range' |
    'not_finite' | 'memory' | 'internal';
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
export type JacobianTrace = { jacobian: Matrix; largest: number; exists: boolean };

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
  parameters: ParameterCount;
}

/** Parameters of a model, part by part; where they cannot be counted, the field that is missing. */
export type ParameterCount = { total: number; parts: { id: string; count: number }[]; missing: string };

export type MemoryInput = {
  groups: LayerGroup[];
  tokens: number;
  batch: number;
  bytes: number;
  as_stored: boolean;
  parameters?: number;
  weight_bytes?: number;
};
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
  weights_bytes: number;
  together_bytes: number;
}
export type MemoryCurveInput = {
  groups: LayerGroup[];
  batch: number;
  bytes: number;
  as_stored: boolean;
  longest: number;
  points: number;
  budgets: ArrayLike<number>;
  reserved?: number;
};
export type MemoryCurveTrace = { tokens: ArrayLike<number>; bytes: ArrayLike<number>; fits: ArrayLike<number> };

export type ConfigField = { field: string; value: string; role: string; note: string };
export interface ConfigJsonTrace {
  model_type: string;
  family: string;
  context: Said;
  bytes: number;
  explained: ConfigField[];
  more: number;
  unknown: string[];
  certain: boolean;
  groups: LayerGroup[];
  what_ifs: WhatIf[];
  parameters: ParameterCount;
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
/** What each module's figures rest on. */
export type LessonFiles = { world: TeachingWorld; anchor: AnchorModel; papers: Papers };
export type LedgerFiles = { anchor: DataFile; frontier: DataFile; papers: DataFile };
export type DecodingFiles = { world: TeachingWorld };
export interface FactWhyInput<Files> {
  files: Files;
  at: string;
}
type AnyFiles = LessonFiles | LedgerFiles | DecodingFiles;

/** A mechanism under its name, with what explains its numbers and what counts its operations. */
// prettier-ignore
type Mechanism<Name extends string, In, Trace> =
  { [K in Name]: (input: In) => Trace } & { [K in `${Name}_why`]: (input: WhyInput<In>) => Expression };
// prettier-ignore
type Counted<Name extends string, In, Trace> =
  Mechanism<Name, In, Trace> & { [K in `${Name}_counted`]: (input: In) => Counts };

interface Plain {
  spread(input: SpreadInput): SpreadTrace;
  mask(input: MaskInput): MaskTrace;
  prefixes(input: MultiHeadInput): PrefixesTrace;
  ranking(input: RankingInput): RankingTrace;
  new_word(input: NewWordInput): NewWordTrace;
  cost_curve(input: CostCurveInput): CostCurveTrace;
  counting(input: CountingInput): CountingTrace;
  teaching_world(input: DataFile): TeachingWorld;
  anchor_model(input: DataFile): AnchorModel;
  anchor_layer(input: AnchorConfig): AnchorLayerTrace;
  models(input: ModelsInput): ModelEntry[];
  memory_curve(input: MemoryCurveInput): MemoryCurveTrace;
  config_json(input: DataFile): ConfigJsonTrace;
  papers(input: DataFile): Papers;
  facts(files: AnyFiles): Fact[];
  fact_why(input: FactWhyInput<AnyFiles>): Expression[];
  /** Settles when the module answers again after a breakdown. */
  restarted: Promise<void>;
}

export type Attn = Plain &
  Counted<'softmax', SoftmaxInput, SoftmaxTrace> &
  Mechanism<'shares', SharesInput, SharesTrace> &
  Mechanism<'jacobian', JacobianInput, JacobianTrace> &
  Mechanism<'expected_spread', { head_dim: number }, { expected: number }> &
  Counted<'attention', AttentionInput, AttentionTrace> &
  Counted<'multi_head', MultiHeadInput, MultiHeadTrace> &
  Mechanism<'next_token', NextTokenInput, NextTokenTrace> &
  Mechanism<'cosine', CosineInput, CosineTrace> &
  Counted<'rnn', RnnInput, RnnTrace> &
  Mechanism<'imprint', RnnInput, ImprintTrace> &
  Mechanism<'cost', CostInput, CostTrace> &
  Mechanism<'memory', MemoryInput, MemoryTrace> &
  Mechanism<'kv_cache', KvCacheInput, KvCacheTrace>;
