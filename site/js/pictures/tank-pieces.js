// @ts-check
// What lies in a tank of <memory-lab>, from its bottom: weights, states, windows, and what grows.
/** @import { GroupMemory } from '../attn.js' */
/** @import { MemoryRow } from '../labs/memory-tables.js' */

/** What becomes of a layer as T grows. @param {GroupMemory} group @returns {'stays' | 'stops' | 'index' | 'grows'} */
export function fateOf({ kind }) {
  if (kind === 'linear') return 'stays';
  if (kind === 'window' || kind === 'row_window') return 'stops';
  return kind === 'index' ? 'index' : 'grows';
}

/** From the bottom of a tank. */
const ORDER = ['weights', 'stays', 'stops', 'index', 'grows'];

/** What a tank holds: the cache, and the weights where they are in the books. @param {MemoryRow} row */
export const wholeOf = ({ trace }) => (trace.weights_bytes ? 'together_bytes' : 'total_bytes');

/** @param {MemoryRow} row */
export const bytesIn = (row) => row.trace[wholeOf(row)];

/**
 * Pieces with their shares of the level. least: px at which one that does not grow can be seen.
 * @param {MemoryRow} row @returns {{ k: string, fate: string, layers: number, least: number, share: number }[]}
 */
export function piecesOf(row) {
  const { groups, sequence_bytes, total_bytes, weights_bytes } = row.trace;
  const whole = bytesIn(row);
  const layers = groups.map((group, k) => {
    const fate = fateOf(group);
    const share = ((group.bytes + group.conv_bytes) / sequence_bytes) * (total_bytes / whole);
    return { k: String(k), fate, layers: group.layers, least: fate === 'stays' || fate === 'stops' ? 2 : 0, share };
  });
  const weights = { k: 'weights', fate: 'weights', layers: 1, least: 2, share: weights_bytes / whole };
  return [weights, ...layers].sort((a, b) => ORDER.indexOf(a.fate) - ORDER.indexOf(b.fate));
}
