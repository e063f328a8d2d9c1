// @ts-check
// The view of <causal-mask-lab> that runs each prefix by itself, and all of them in one pass.
import { figureNode } from '../ask/figures.js';
import { countedQuestion, measuredQuestion } from '../ask/questions.js';
import { find } from '../page/find.js';
import { printer, putWords, words } from '../page/words.js';
import { showTable } from '../tables/matrix-table.js';
/** @import { PrefixesTrace } from '../attn.js' */
/** @import { LayerRun } from './attention-lab.js' */
/** @import { SentenceLab, SentenceLayer } from './sentence-lab.js' */

/**
 * What it takes, and how far the results lie apart.
 * @param {SentenceLab} lab @param {SentenceLayer} layer @param {PrefixesTrace} prefixes
 */
export function showPasses(lab, layer, prefixes) {
  const { passes, positions, task_passes, task_positions, differences, largest_difference } = prefixes;
  const counts = [
    [task_passes, task_positions],
    [passes, positions],
    [1, layer.tokens.length],
  ];
  const compared = (/** @type {number} */ value) => measuredQuestion(value, words('causal-mask.compared'));
  showTable(find(lab, '[data-table="passes"]'), {
    caption: words('causal-mask.passes'),
    columns: [words('causal-mask.forwards'), words('causal-mask.positions')],
    rows: ['tasks', 'all', 'once'].map((row) => words(`causal-mask.${row}`)),
    className: 'features',
    cell: (i, j) => ({ text: printer.count(counts[i][j]), ask: countedQuestion(counts[i][j]) }),
  });
  const difference = figureNode(printer.long(largest_difference), compared(largest_difference));
  putWords(find(lab, '.difference'), largest_difference === 0 ? 'causal-mask.same' : 'causal-mask.different', {
    difference,
  });
  showTable(find(lab, '[data-table="differences"]'), {
    caption: words('causal-mask.differences'),
    columns: [words('causal-mask.difference')],
    corner: words('causal-mask.ends'),
    rows: layer.tokens.map((token) => lab.wordNode(token)),
    className: 'features',
    cell: (i) => ({ text: printer.long(differences[i][0]), ask: compared(differences[i][0]) }),
  });
}

/**
 * The last output of a prefix is asked of that prefix's own run.
 * @param {SentenceLab} lab @param {SentenceLayer} layer @param {LayerRun} masked
 */
export function prefixSources(lab, layer, { input }) {
  return layer.tokens.map((_, row) => {
    const part = (/** @type {ArrayLike<any>} */ rows) => Array.from(rows).slice(0, row + 1);
    const prefix = { ...input, inputs: part(input.inputs), mask: part(input.mask).map(part) };
    return lab.sourceOf({ topic: 'multi_head', input: prefix, layer, heads: input.heads });
  });
}
