// What wasm/*.cpp registers, for editors and for tsc. No page loads this file; a test holds it against the module.
//
// Every function takes one plain object and returns one. Fields are named as in core/include/attn/*.h, which say shapes,
// units and ranges. Results are copies: nothing to delete. A refused input throws a Refusal.

/** Rows of equal length. What the module returns has Float64Array rows; it takes any arrays of numbers. */
type Matrix = ArrayLike<ArrayLike<number>>;
/** 1 = may look. */
type Mask = ArrayLike<ArrayLike<number>>;

interface Refusal extends Error {
  code: 'parse' | 'duplicate' | 'depth' | 'size' | 'type' | 'missing' | 'unknown' | 'shape' | 'range' | 'not_finite' | 'memory' | 'internal';
  where: string;
  found: string;
  wanted: string;
}

/** A number as it came about, one level deep; a part with a name can be asked for under it. */
interface Expression { operation: string; value: number; name: string; parts: Expression[] }
interface WhyInput<Input> { input: Input; at: string }

interface Counts { multiply_adds: number; additions: number; comparisons: number; divisions: number; exponentials: number; tanhs: number; span: number }

interface SoftmaxInput { scores: Matrix; temperature: number }
interface SoftmaxTrace { exponentials: Matrix; weights: Matrix; empty_rows: number[] }

interface SharesInput { scores: Matrix; shift: number }
interface SharesTrace { shifted: Matrix; sum: number; shares: Matrix }

interface JacobianInput { scores: Matrix; temperature: number }
interface JacobianTrace { jacobian: Matrix; largest: number }

interface SpreadInput { head_dim: number; seed: number; model_width?: number }
interface SpreadRow { deviation: number; largest_weight: number; jacobian: number }
interface SpreadTrace { samples: number; expected: number; plain: SpreadRow; scaled: SpreadRow; faulty: SpreadRow; first: ArrayLike<number> }

interface MaskInput { queries: number; keys: number; causal: boolean; window: number; top_left?: boolean }
interface MaskTrace { mask: Mask; pairs: number }

interface AttentionInput { queries: Matrix; keys: Matrix; values: Matrix; mask: Mask; scale_width?: number; temperature?: number; mask_after_softmax?: boolean }
interface AttentionTrace { scores: Matrix; scaled: Matrix; exponentials: Matrix; weights: Matrix; output: Matrix; empty_rows: number[]; row_sums: ArrayLike<number> }

interface HeadCut { id: string; first_column: number; columns: number }
interface Faults { model_width?: boolean; mask_after_softmax?: boolean }
interface MultiHeadInput {
  inputs: Matrix; W_Q: Matrix; W_K: Matrix; W_V: Matrix; W_O: Matrix; heads: HeadCut[]; mask: Mask;
  scaled?: boolean; temperature?: number; faults?: Faults;
}
interface MultiHeadTrace {
  queries: Matrix; keys: Matrix; values: Matrix; heads: AttentionTrace[]; mixed: Matrix; output: Matrix; parameters: number;
}

/** One pass against one pass for each prefix. */
interface PrefixesTrace {
  passes: number; positions: number; task_passes: number; task_positions: number;
  one_pass: Matrix; one_by_one: Matrix; differences: Matrix; largest_difference: number;
}

interface NextTokenInput { outputs: Matrix; embeddings: Matrix }
interface NextTokenTrace { logits: Matrix; exponentials: Matrix; probabilities: Matrix; losses: Matrix; mean_loss: number }

interface CosineInput { rows: Matrix }
interface CosineTrace { products: Matrix; cosines: Matrix }

interface RankingInput { values: ArrayLike<number> }
interface RankingTrace { order: number[]; ranks: number[] }

interface NewWordInput { text: string; width: number }
interface NewWordTrace { embedding: ArrayLike<number>; bytes: number }

interface RnnInput { inputs: Matrix; W_h: Matrix; W_x: Matrix }
interface RnnTrace { hidden: Matrix }
interface ImprintTrace { distance: Matrix; kept: Matrix }

interface CostInput { tokens: number; width: number; kernel: number; window: number; projections: boolean; causal: boolean }
interface LayerCost { work: number; flops: number; serial_steps: number; path: number }
interface CostTrace { recurrent: LayerCost; self_attention: LayerCost; convolutional: LayerCost; windowed: LayerCost; ratio: number }
interface CostCurveInput { width: number; points: number; projections: boolean; causal: boolean }
interface CostCurveTrace { tokens: ArrayLike<number>; recurrent: ArrayLike<number>; self_attention: ArrayLike<number>; crossing: number }

interface CountingInput { tokens: number; width: number; causal: boolean }
interface CountingTrace { recurrent: Counts; attention: Counts; projections: Counts; layer: Counts }

/** A file of data/ as text; file is its name in messages. */
interface DataFile { text: string; file: string }

interface Words { zh: string; en: string }
interface Dimension { id: string; zh: string; en: string }
interface Token { id: string; text: string; gloss: Words; embedding: ArrayLike<number> }
interface Sink { head: string; query: string }
interface WorldAttention { W_Q: Matrix; W_K: Matrix; W_V: Matrix; W_O: Matrix; heads: HeadCut[]; sink: Sink }
interface WorldRnn { W_h: Matrix; W_x: Matrix }
interface TeachingWorld { note: Words; dimensions: Dimension[]; tokens: Token[]; attention: WorldAttention; rnn: WorldRnn }

interface AnchorConfig {
  model_type: string; num_hidden_layers: number; hidden_size: number; intermediate_size: number;
  num_attention_heads: number; num_key_value_heads: number; head_dim: number; partial_rotary_factor: number;
  rope_theta: number; attn_output_gate: boolean; full_attention_interval: number; layer_types: string[];
  linear_num_key_heads: number; linear_num_value_heads: number; linear_key_head_dim: number;
  linear_value_head_dim: number; linear_conv_kernel_dim: number; mamba_ssm_dtype: string;
  max_position_embeddings: number; vocab_size: number; mtp_num_hidden_layers: number; tie_word_embeddings: boolean;
  torch_dtype: string;
}
interface AnchorModel { id: string; name: string; hf_id: string; config: AnchorConfig; source: string[]; evidence: string; notes: string }
interface LayerPart { id: string; rows: number; columns: number; parameters: number }
interface AnchorLayerTrace { parts: LayerPart[]; parameters: number; attention: number }

/** A number of a configuration and the place where it is said; no place for a what-if. */
interface Said { value: number; source: string }
interface LayerGroup {
  kind: string; layers: Said; heads: Said; key_heads: Said; key_width: Said; rope_width: Said; value_width: Said;
  kernel: Said; ratio: Said; window: Said; row_bytes: Said;
}
interface WhatIf { id: string; groups: LayerGroup[] }
interface ModelsInput { anchor: DataFile; frontier: DataFile }
interface ModelEntry {
  id: string; name: string; hf_id: string; family: string; role: string; context: Said; kv_dtype: string;
  storage_format: string; source: string[]; verified: string; evidence: string; notes: string;
  groups: LayerGroup[]; what_ifs: WhatIf[];
}

interface MemoryInput { groups: LayerGroup[]; tokens: number; batch: number; bytes: number; as_stored: boolean }
interface GroupMemory {
  kind: string; layers: number; numbers: number; row_bytes: number; bytes_per_token: number; rows: number;
  bytes: number; full_bytes: number; conv_bytes: number;
}
interface MemoryTrace {
  groups: GroupMemory[]; numbers_per_token: number; cache_bytes_per_token: number; index_bytes_per_token: number;
  bytes_per_token: number; cache_bytes: number; index_bytes: number; window_bytes: number; window_full_bytes: number;
  state_bytes: number; conv_bytes: number; sequence_bytes: number; total_bytes: number;
}
interface MemoryCurveInput { groups: LayerGroup[]; batch: number; bytes: number; as_stored: boolean; longest: number; points: number; budgets: ArrayLike<number> }
interface MemoryCurveTrace { tokens: ArrayLike<number>; bytes: ArrayLike<number>; fits: ArrayLike<number> }

interface ConfigField { field: string; value: string; role: string; note: string }
interface ConfigJsonTrace {
  model_type: string; family: string; context: Said; bytes: number; explained: ConfigField[]; groups: LayerGroup[];
  what_ifs: WhatIf[];
}

interface KvCacheInput { inputs: Matrix; W_Q: Matrix; W_K: Matrix; W_V: Matrix; W_O: Matrix; heads: HeadCut[]; prompt: number; top_left?: boolean }
interface KvCachePass { first: number; fed: number; queries: Matrix; heads: AttentionTrace[]; mixed: Matrix; output: Matrix }
interface KvCacheTrace {
  passes: KvCachePass[]; keys: Matrix; values: Matrix; output: Matrix; uncached: MultiHeadTrace; differences: Matrix;
  largest_difference: number; with_cache: number; without_cache: number; repeated: number;
}

interface Quote { id: string; value: number; unit: string; what: Words; source: string; place: string }
interface Papers { note: Words; quotes: Quote[] }

interface Fact { id: string; value: number | boolean | ArrayLike<number> | string[]; unit: string; print: string; kind: 'computed' | 'quoted'; basis: string }
interface FactsInput { world: DataFile; anchor: DataFile; frontier: DataFile; papers: DataFile }

interface FactWhyInput { files: FactsInput; at: string }

interface Attn {
  softmax(input: SoftmaxInput): SoftmaxTrace;
  softmax_why(input: WhyInput<SoftmaxInput>): Expression;
  softmax_counted(input: SoftmaxInput): Counts;
  shares(input: SharesInput): SharesTrace;
  shares_why(input: WhyInput<SharesInput>): Expression;
  jacobian(input: JacobianInput): JacobianTrace;
  jacobian_why(input: WhyInput<JacobianInput>): Expression;
  spread(input: SpreadInput): SpreadTrace;
  expected_spread(input: { head_dim: number }): { expected: number };
  expected_spread_why(input: WhyInput<{ head_dim: number }>): Expression;
  mask(input: MaskInput): MaskTrace;
  attention(input: AttentionInput): AttentionTrace;
  attention_why(input: WhyInput<AttentionInput>): Expression;
  attention_counted(input: AttentionInput): Counts;
  multi_head(input: MultiHeadInput): MultiHeadTrace;
  multi_head_why(input: WhyInput<MultiHeadInput>): Expression;
  multi_head_counted(input: MultiHeadInput): Counts;
  prefixes(input: MultiHeadInput): PrefixesTrace;
  next_token(input: NextTokenInput): NextTokenTrace;
  next_token_why(input: WhyInput<NextTokenInput>): Expression;
  cosine(input: CosineInput): CosineTrace;
  cosine_why(input: WhyInput<CosineInput>): Expression;
  ranking(input: RankingInput): RankingTrace;
  new_word(input: NewWordInput): NewWordTrace;
  rnn(input: RnnInput): RnnTrace;
  rnn_why(input: WhyInput<RnnInput>): Expression;
  rnn_counted(input: RnnInput): Counts;
  imprint(input: RnnInput): ImprintTrace;
  imprint_why(input: WhyInput<RnnInput>): Expression;
  cost(input: CostInput): CostTrace;
  cost_why(input: WhyInput<CostInput>): Expression;
  cost_curve(input: CostCurveInput): CostCurveTrace;
  counting(input: CountingInput): CountingTrace;
  teaching_world(input: DataFile): TeachingWorld;
  anchor_model(input: DataFile): AnchorModel;
  anchor_layer(input: AnchorConfig): AnchorLayerTrace;
  models(input: ModelsInput): ModelEntry[];
  memory(input: MemoryInput): MemoryTrace;
  memory_why(input: WhyInput<MemoryInput>): Expression;
  memory_curve(input: MemoryCurveInput): MemoryCurveTrace;
  config_json(input: DataFile): ConfigJsonTrace;
  kv_cache(input: KvCacheInput): KvCacheTrace;
  kv_cache_why(input: WhyInput<KvCacheInput>): Expression;
  papers(input: DataFile): Papers;
  facts(input: FactsInput): Fact[];
  fact_why(input: FactWhyInput): Expression[];
}

/** Starts the core; each call starts another one. */
declare function createAttn(): Promise<Attn>;

/** The files of data/ by name (data.js). */
declare const LESSON_DATA: Record<string, string>;
/** The language file of the page (words-zh.js, words-en.js). */
declare const LESSON_WORDS: Record<string, string>;
/** Where figure-printer.js runs in Node. */
declare const module: any;
