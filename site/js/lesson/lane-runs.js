// @ts-check
// The runs that <lane-head> and <token-lanes> show: the five words through an RNN and through causal self-attention.
import { worldSource } from '../ask/cell-names.js';
import { LAYER_CELLS, RNN_CELLS } from '../ask/cells.js';
import { embeddings } from '../page/tokens.js';
/** @import { Attn, TeachingWorld } from '../attn.js' */

/** @param {{ attn: Attn, world: TeachingWorld }} started */
export function laneRuns({ attn, world }) {
  const inputs = embeddings(world);
  const all = world.tokens.length;
  const { mask } = attn.mask({ queries: all, keys: all, causal: true, window: 0 });
  const { W_Q, W_K, W_V, W_O } = world.attention;
  const heads = [{ id: 'A', first_column: 0, columns: world.dimensions.length }];
  const recurrent = { inputs, ...world.rnn };
  const layer = { inputs, W_Q, W_K, W_V, W_O, heads, mask };
  return {
    recurrent,
    states: attn.rnn(recurrent).hidden,
    kept: attn.imprint(recurrent).kept,
    weights: attn.multi_head(layer).heads[0].weights,
    sources: {
      hidden: worldSource({ attn, topic: 'rnn', input: recurrent, cells: RNN_CELLS }),
      kept: worldSource({ attn, topic: 'imprint', input: recurrent, cells: RNN_CELLS }),
      weights: worldSource({ attn, topic: 'multi_head', input: layer, cells: LAYER_CELLS, head: () => '' }),
    },
  };
}
