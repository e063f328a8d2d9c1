// @ts-check
// The view of <causal-mask-lab> that lets the answer leak: the four tasks, with the mask off and on.
import { NEXT_TOKEN_CELLS } from '../ask/cells.js';
import { figureNode } from '../ask/figures.js';
import { find } from '../page/find.js';
import { printer, putWords, words } from '../page/words.js';
import { showTable } from '../tables/matrix-table.js';
/** @import { Question, WhySource } from '../ask/questions.js' */
/** @import { NextTokenTrace } from '../attn.js' */
/** @import { TableCell } from '../tables/matrix-table.js' */
/** @import { LayerRun } from './attention-lab.js' */
/** @import { SentenceLab, SentenceLayer } from './sentence-lab.js' */

/** @typedef {{ run: LayerRun, trace: NextTokenTrace, source: WhySource }} Guess */

/**
 * What each run makes of the next word.
 * @param {SentenceLab} lab @param {SentenceLayer} layer @param {LayerRun[]} runs @returns {Guess[]}
 */
export function guessesOf(lab, layer, runs) {
  return runs.map((run) => {
    const input = { outputs: run.trace.output, embeddings: layer.inputs };
    const follow = (/** @type {string} */ name) =>
      /^(outputs|embeddings)\//.test(name)
        ? { source: run.source, at: name.replace('outputs', 'output').replace('embeddings', 'inputs') }
        : undefined;
    const source = lab.sourceOf({ topic: 'next_token', input, layer, cells: NEXT_TOKEN_CELLS, follow });
    return { run, trace: lab.attn.next_token(input), source };
  });
}

/** @param {number} share @param {Question} ask @returns {TableCell} */
const shareCell = (share, ask) => ({ text: printer.percent(share), className: 'heat', share, ask });

/** @param {Guess} guess @param {'on' | 'off'} mask @returns {{ key: string, cell: (task: number) => TableCell }[]} */
const guessColumns = ({ trace, source }, mask) => [
  {
    key: `probability-${mask}`,
    cell: (task) => shareCell(trace.probabilities[task][task + 1], { source, at: `probabilities/${task}/${task + 1}` }),
  },
  {
    key: `loss-${mask}`,
    cell: (task) => ({ text: printer.cosine.format(trace.losses[task][0]), ask: { source, at: `losses/${task}/0` } }),
  },
];

/** @param {SentenceLab} lab @param {SentenceLayer} layer @param {Guess[]} guesses off, on */
export function showLeak(lab, { tokens, query }, [off, on]) {
  const {
    trace: {
      heads: [{ weights }],
    },
    source,
  } = off.run;
  /** @type {ReturnType<typeof guessColumns>} */
  const columns = [
    { key: 'answer', cell: (task) => ({ text: lab.wordNode(tokens[task + 1]) }) },
    {
      key: 'leaked',
      cell: (task) => shareCell(weights[task][task + 1], { source, at: `heads/0/weights/${task}/${task + 1}` }),
    },
    ...guessColumns(off, 'off'),
    ...guessColumns(on, 'on'),
  ];
  showTable(find(lab, '[data-table="losses"]'), {
    caption: words('causal-mask.losses'),
    corner: words('causal-mask.task'),
    className: 'features',
    columns: columns.map(({ key }) => words(`causal-mask.${key}`)),
    rows: tokens.slice(0, -1).map((token) => lab.wordNode(token)),
    cell: (task, k) => {
      const content = columns[k].cell(task);
      const cell = typeof content === 'string' ? { text: content } : content;
      return { ...cell, className: `${cell.className ?? ''}${task === query ? ' asked' : ''}` };
    },
  });
  const mean = (/** @type {Guess} */ guess) =>
    figureNode(printer.cosine.format(guess.trace.mean_loss), { source: guess.source, at: 'mean_loss' });
  putWords(find(lab, '.mean-loss'), 'causal-mask.mean', { off: mean(off), on: mean(on) });
}
