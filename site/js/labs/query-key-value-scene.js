// @ts-check
// What the picture of <query-key-value-lab> draws and says, and its figures as tables.
import { find } from '../page/find.js';
import { printer, putWords, words } from '../page/words.js';
import { listed } from '../pictures/words-drawn.js';
import { showTable } from '../tables/matrix-table.js';
import { numbersOf } from '../tables/word-tables.js';
/** @import { WhySource } from '../ask/questions.js' */
/** @import { QkvScene } from '../pictures/qkv-picture.js' */
/** @import { QueryKeyValueLab, QueryKeyValueRun } from './query-key-value-lab.js' */

/** What the picture draws. @param {QueryKeyValueLab} lab @param {QueryKeyValueRun} run @returns {QkvScene} */
export function sceneOf(lab, run) {
  const { tokens, query } = run.layer;
  const { open, columns, likeness, keyLikeness, valueLikeness, byCosine, byScore } = run;
  /** A row of a matrix. @param {{ source: WhySource }} run @param {string} path @param {ArrayLike<number>} values */
  const row = ({ source }, path, values) => ({
    values,
    ask: (/** @type {number} */ i) => ({ source, at: `${path}/${i}` }),
  });
  const rows = (/** @type {'keys' | 'values'} */ field) =>
    Array.from(open.trace[field], (values, i) => row(open, `${field}/${i}`, values));
  const ranked = (/** @type {ArrayLike<number>} */ values) => ({
    values,
    ask: (/** @type {number} */ i) => lab.rankQuestion(values[i]),
  });
  const cosines = (/** @type {typeof likeness} */ like) => row(like, `cosines/${query}`, like.trace.cosines[query]);
  return {
    tokens,
    query,
    values: lab.values.view === 'values',
    label: saidOf(lab, run),
    choose: (word) => lab.change({ query: lab.values.words?.length ? String(word) : tokens[word].id }),
    queryOf: row(open, `queries/${query}`, open.trace.queries[query]),
    keys: rows('keys'),
    valuesOf: rows('values'),
    products: tokens.map((_, j) => ({
      values: columns.trace.heads.map(({ scores }) => scores[query][j]),
      ask: (column) => ({ source: columns.source, at: `heads/${column}/scores/${query}/${j}` }),
    })),
    scores: row(open, `heads/0/scores/${query}`, open.trace.heads[0].scores[query]),
    cosines: cosines(likeness),
    keyCosines: cosines(keyLikeness),
    valueCosines: cosines(valueLikeness),
    byCosine: ranked(byCosine),
    byScore: ranked(byScore),
  };
}

/** What is seen, in words. @param {QueryKeyValueLab} lab @param {QueryKeyValueRun} run */
function saidOf(lab, { layer: { tokens, query }, open, likeness, keyLikeness, valueLikeness, byCosine, byScore }) {
  const values = lab.values.view === 'values';
  const each = tokens.map((token, j) =>
    words(values ? 'query-key-value.said-alike' : 'query-key-value.said-word', {
      token: lab.wordName(token),
      cosine: printer.cosine.format(likeness.trace.cosines[query][j]),
      byCosine: printer.count(byCosine[j]),
      score: printer.signed(open.trace.heads[0].scores[query][j]),
      byScore: printer.count(byScore[j]),
      key: printer.cosine.format(keyLikeness.trace.cosines[query][j]),
      value: printer.cosine.format(valueLikeness.trace.cosines[query][j]),
    }),
  );
  const key = values ? 'query-key-value.said-values' : 'query-key-value.said';
  return words(key, { token: lab.wordName(tokens[query]), each: each.join(words('query-key-value.said-next')) });
}

/** The line under the picture: who leads by which ranking. @param {QueryKeyValueLab} lab @param {QueryKeyValueRun} run */
export function showReading(lab, { layer: { tokens, query }, byCosine, byScore, open }) {
  if (lab.values.view === 'values') {
    putWords(find(lab, '.reading'), 'query-key-value.reading-values', { asking: lab.wordNode(tokens[query]) });
    return;
  }
  // Equal ones are all named.
  const first = (/** @type {ArrayLike<number>} */ ranks) => [...tokens.keys()].filter((j) => ranks[j] === 1);
  const nodes = (/** @type {number[]} */ places) => listed(places.map((j) => lab.wordNode(tokens[j])));
  putWords(find(lab, '.reading'), 'query-key-value.reading', {
    asking: nodes([query]),
    like: nodes(first(byCosine)),
    found: nodes(first(byScore)),
    score: printer.signed(open.trace.heads[0].scores[query][first(byScore)[0]]),
    own: printer.count(byScore[query]),
  });
}

/** The figures of the strips and of the walks. @param {QueryKeyValueLab} lab @param {QueryKeyValueRun} run @param {QkvScene} scene */
export function showStrips(lab, run, scene) {
  const { tokens, query } = run.layer;
  const numbers = numbersOf(run.open.trace.keys);
  const heads = () => tokens.map((token) => lab.wordNode(token));
  showTable(find(lab, '[data-table="strips"]'), {
    caption: words('query-key-value.strips'),
    className: 'features',
    columns: numbers,
    rows: ['q', ...heads()],
    cell: (i, k) => {
      const row = i ? scene.keys[i - 1] : scene.queryOf;
      return { text: printer.number(row.values[k]), className: i ? '' : 'asked', ask: row.ask(k) };
    },
  });
  showTable(find(lab, '[data-table="products"]'), {
    caption: words('query-key-value.products'),
    className: 'features',
    columns: [...numbers, words('query-key-value.score')],
    rows: heads(),
    cell: (j, k) => {
      const row = scene.products[j];
      const [value, ask] =
        k < numbers.length ? [row.values[k], row.ask(k)] : [scene.scores.values[j], scene.scores.ask(j)];
      return {
        text: printer.signed(value),
        className: `signed ${value < 0 ? 'negative' : ''}${j === query ? ' asked' : ''}`,
        ask,
      };
    },
  });
}
