// Every figure of tests/figures.json that belongs to a laboratory is reached by a link and stands there as facts.json
// prints it.
import { readFileSync } from 'node:fs';

import { equal, none, ok } from './check.mjs';
import { address, follow, measured, numberOf, openLab, tablesShown, uglyNumbers } from './lab.mjs';
import { languageFaults } from './language.mjs';
import { tokenIds, wordsOf } from './lesson.mjs';
import { FILES, inBothLanguages, test } from './registry.mjs';

/** Figures of the three groups that no laboratory shows, and why. */
const ELSEWHERE = {
  'softmax.exp20': 'stands in the text; softmax takes the largest score away first',
};

/** The figures whose places the tests below look at. */
const LOOKED_AT = new Set([
  'world.embedding.cosine.give.self',
  'world.embedding.rank.give',
  'world.score.rank.give',
  'world.key.cosine.ming.wang',
  'softmax.share.10_3_-4',
  'softmax.weights.10_3_-4',
  'softmax.std.dk256',
  'softmax.std.scaled',
  'world.weight.unmasked.give.wang',
  'world.weight.causal.give.ming',
  'world.weight.causal.give.apple',
  'mask.tasks',
  'mask.prefix.tasks.forwards',
  'mask.prefix.tasks.positions',
  'mask.prefix.all.forwards',
  'mask.prefix.all.positions',
  'world.head.a.give.ming',
  'world.head.b.give.apple',
  'world.sink.scores.apple',
  'world.sink.weights.apple',
]);

/** A table by the names of its rows and columns. */
const at = ({ heads, rows, texts }, row, column) => texts[rows.indexOf(row)]?.[heads.indexOf(column)];

export default function (site) {
  const value = (id) => site.facts[id].value;
  const text = (id, lang) => site.facts[id].text[lang];
  /** Words from the first rank down; those that share one stand in the order of the sentence. */
  const order = (ranks, rows) =>
    rows
      .map((row, i) => [Number(ranks[i]), i, row])
      .sort(([a, i], [b, j]) => a - b || i - j)
      .map(([, , row]) => row);
  const tokens = async (page) =>
    Object.fromEntries(
      await page.evaluate(() =>
        whyAttention.ready.then(({ world }) => world.tokens.map(({ id, text: word }) => [id, word])),
      ),
    );

  test('lab-figures: no figure of the laboratories is forgotten', { engines: FILES }, () => {
    const { figures } = JSON.parse(readFileSync(new URL('../figures.json', import.meta.url), 'utf8'));
    const ours = figures
      .map(({ id }) => id)
      .filter((id) => /^(softmax|mask)\.|^world\.(embedding|score|key|weight|head|sink)\./.test(id));
    ok(ours.length > 15, `${ours.length} figures`);
    equal(
      ours.filter((id) => !LOOKED_AT.has(id) && !(id in ELSEWHERE)),
      [],
      'figures that no test looks at',
    );
  });

  inBothLanguages('lab-figures: query-key-value', {}, async (context) => {
    const { page, lang } = context;
    await openLab(context, 'query-key-value', '#query=give&view=similarity&causal=0&stage=mix');
    const { give, ming, wang, ...others } = await tokens(page);
    const { ranks } = await tablesShown(page);
    const columns = await Promise.all(
      ['cosine', 'rank', 'score', 'rank', 'scaled', 'masked', 'weight'].map((key) =>
        wordsOf(page, `query-key-value.${key}`),
      ),
    );
    equal(ranks.heads, columns, 'columns');
    equal(ranks.rows, [ming, others.ba, others.apple, give, wang], 'rows');
    equal(
      at(ranks, give, columns[0]),
      text('world.embedding.cosine.give.self', lang),
      'cosine of the word with itself',
    );
    const column = (k) => ranks.texts.map((row) => row[k]);
    equal(order(column(1), ranks.rows), value('world.embedding.rank.give'), 'order by cosine');
    equal(order(column(3), ranks.rows), value('world.score.rank.give'), 'order by score');
    // The ranks are those of the figures beside them.
    for (const [figures, k] of [
      [0, 1],
      [2, 3],
    ])
      none(
        ranks.rows.flatMap((_, i) =>
          ranks.rows.flatMap((__, j) =>
            numberOf(ranks.texts[i][figures]) > numberOf(ranks.texts[j][figures]) &&
            Number(ranks.texts[i][k]) >= Number(ranks.texts[j][k])
              ? [`${i} and ${j}`]
              : [],
          ),
        ),
        'rows ranked against their figures',
      );
    equal(
      column(6),
      ['ming', 'ba', 'apple', 'give', 'wang'].map((id) => text(`world.weight.unmasked.give.${id}`, lang)),
      'weights',
    );

    await follow(page, '#query=give&view=values');
    const shown = await tablesShown(page);
    equal(at(shown['keys-cosines'], ming, wang), text('world.key.cosine.ming.wang', lang), 'cosine of the two keys');
    equal(
      at(shown['values-cosines'], wang, ming),
      text('world.value.cosine.ming.wang', lang),
      'cosine of the two values',
    );
    ok(numberOf(at(shown['values-cosines'], ming, wang)) < 0.5, 'the two values are clearly apart');
    equal(Object.keys(shown).sort(), ['keys', 'keys-cosines', 'values', 'values-cosines'], 'tables in view');
    // Each cell is the product that its heading says, multiplied out here.
    const products = await page.evaluate(() =>
      whyAttention.ready.then(({ world: { tokens: all, attention } }) =>
        ['W_K', 'W_V'].map((name) =>
          all.map(({ embedding }) =>
            Array.from(attention[name][0], (_, k) => {
              const sum = Array.from(embedding).reduce((total, x, i) => total + x * attention[name][i][k], 0);
              return whyAttention.printer.signed(Math.abs(sum) < 1e-12 ? 0 : sum);
            }),
          ),
        ),
      ),
    );
    equal([shown.keys.texts, shown.values.texts], products, 'keys and values');
    none(await page.evaluate(uglyNumbers), 'ugly numbers');
    none(await page.evaluate(languageFaults, 'query-key-value-lab'), 'text in the wrong language');
    none(await page.faults(), 'faults');
  });

  inBothLanguages('lab-figures: softmax', {}, async (context) => {
    const { page, lang } = context;
    await openLab(context, 'softmax', '#logits=10,3,-4', { measure: true });
    const row = async (key) => {
      const {
        shares: { rows, texts },
      } = await tablesShown(page);
      return texts[rows.indexOf(await wordsOf(page, `softmax.${key}`))];
    };
    equal(
      await page.evaluate(() =>
        [...document.querySelectorAll('.logits input[data-number]')].map((field) => field.value),
      ),
      ['10', '3', '-4'],
      'fields',
    );
    const split = (id) => text(id, lang).split(lang === 'zh' ? '、' : ', ');
    equal(await row('share'), split('softmax.share.10_3_-4'), 'plain shares');
    equal(await row('weight'), split('softmax.weights.10_3_-4'), 'weights');

    await follow(page, '#dk=256');
    await measured(page);
    const { spread } = await tablesShown(page);
    const named = async (key) => spread.heads.indexOf(await wordsOf(page, `softmax.${key}`));
    const [expected, deviation, scaled] = [
      await named('expected'),
      await named('deviation'),
      await named('scaled-deviation'),
    ];
    equal(spread.rows, ['4', '16', '64', '256', '1,024'], 'widths');
    equal(spread.texts[3][expected], text('softmax.std.dk256', lang), 'expected deviation at 256');
    equal(text('softmax.std.scaled', lang), '1', 'deviation that dividing should leave');
    none(
      spread.texts.flatMap((figures, i) => {
        const root = Math.sqrt([4, 16, 64, 256, 1024][i]);
        const off = [numberOf(figures[deviation]) / root, numberOf(figures[scaled]) / value('softmax.std.scaled')].map(
          (ratio) => Math.abs(ratio - 1),
        );
        return figures[expected] === String(root) && off.every((share) => share <= 0.05)
          ? []
          : [`width ${spread.rows[i]}: ${figures}`];
      }),
      'widths whose deviations are not within 5 %',
    );
    // Of samples: not the formula over again.
    ok(
      spread.texts.some((figures) => figures[deviation] !== figures[expected]),
      'measured deviations are measured',
    );
    equal(
      await page.evaluate(() => [...document.querySelectorAll('[data-table="spread"] td.asked')].length),
      spread.heads.length,
      'cells of the width asked for are marked',
    );
    none(await page.evaluate(uglyNumbers), 'ugly numbers');
    none(await page.evaluate(languageFaults, 'softmax-lab'), 'text in the wrong language');
    none(await page.faults(), 'faults');
  });

  inBothLanguages('lab-figures: causal-mask', {}, async (context) => {
    const { page, lang } = context;
    const ids = ['ming', 'ba', 'apple', 'give', 'wang'];
    await openLab(context, 'causal-mask', '#causal=0&query=give');
    equal(await tokenIds(page), ids, 'words');
    let { weights } = await tablesShown(page);
    equal(
      weights.texts[3].slice(0, 5),
      ids.map((id) => text(`world.weight.unmasked.give.${id}`, lang)),
      'row of 给了 with the mask off',
    );

    await follow(page, '#causal=1&query=give');
    ({ weights } = await tablesShown(page));
    const hidden = await wordsOf(page, 'lab.hidden');
    equal(
      weights.texts[3],
      [...ids.slice(0, 4).map((id) => text(`world.weight.causal.give.${id}`, lang)), hidden, '100.0%'],
      'row of 给了 with the mask on',
    );
    equal(
      weights.texts.map((row) => row.filter((cell) => cell === hidden).length),
      [4, 3, 2, 1, 0],
      'hidden cells of each row',
    );
    equal(await page.evaluate(() => document.querySelector('meter').value), 1, 'length beside the sum');

    await follow(page, '#view=prefixes');
    const prefixes = await tablesShown(page);
    const bare = (id) => String(value(id));
    equal(
      prefixes.passes.texts,
      [
        [bare('mask.prefix.tasks.forwards'), bare('mask.prefix.tasks.positions')],
        [bare('mask.prefix.all.forwards'), bare('mask.prefix.all.positions')],
        ['1', '5'],
      ],
      'passes and positions',
    );
    equal(
      await page.evaluate(() => document.querySelector('.difference').textContent),
      await wordsOf(page, 'causal-mask.same', { difference: '0' }),
      'what is said of the difference',
    );
    equal(prefixes.differences.texts.flat(), ['0', '0', '0', '0', '0'], 'differences of the prefixes');
    equal(prefixes['one-pass'].texts, prefixes['one-by-one'].texts, 'outputs of one pass, and prefix by prefix');
    // With the mask off the two are not the same, and the page says so.
    await follow(page, '#view=prefixes&causal=0');
    const open = await tablesShown(page);
    ok(
      numberOf(open.differences.texts[0][0]) > 0.01 && numberOf(open.differences.texts[4][0]) === 0,
      `differences without a mask: ${open.differences.texts}`,
    );
    ok(
      (await page.evaluate(() => document.querySelector('.difference').textContent)).includes(
        String(Math.max(...open.differences.texts.flat().map(numberOf))),
      ),
      'the largest of them is named',
    );

    await follow(page, '#view=leak');
    const { losses } = await tablesShown(page);
    equal(losses.rows.length, value('mask.tasks'), 'tasks');
    equal(
      losses.texts.map(([answer]) => answer),
      weights.rows.slice(1),
      'answers',
    );
    const mean = (key) => {
      const column = losses.texts.map((row) => numberOf(row[key]));
      return column.reduce((sum, loss) => sum + loss, 0) / column.length;
    };
    const said = (
      await page.evaluate(() => [...document.querySelectorAll('.mean-loss .n')].map((figure) => figure.textContent))
    ).map(numberOf);
    ok(
      Math.abs(said[0] - mean(3)) < 0.001 && Math.abs(said[1] - mean(5)) < 0.001,
      `mean losses ${said}, of the table ${mean(3)}, ${mean(5)}`,
    );
    none(await page.evaluate(uglyNumbers), 'ugly numbers');
    none(await page.evaluate(languageFaults, 'causal-mask-lab'), 'text in the wrong language');
    none(await page.faults(), 'faults');
  });

  inBothLanguages('lab-figures: multi-head', {}, async (context) => {
    const { page, lang } = context;
    const ids = ['ming', 'ba', 'apple', 'give'];
    await openLab(context, 'multi-head', '#heads=2');
    let shown = await tablesShown(page);
    for (const [h, head] of ['a', 'b'].entries()) {
      equal(
        shown[`head ${h}`].texts[3].slice(0, 4),
        ids.map((id) => text(`world.head.${head}.give.${id}`, lang)),
        `row of 给了 in head ${head}`,
      );
    }
    // The sink is a row of head A; its figures are printed shorter in the text.
    const printed = (id, style, ...more) =>
      page.evaluate(
        (numbers, how, rest) => numbers.map((n) => whyAttention.printer[how](n, ...rest)),
        value(id),
        style,
        more,
      );
    equal(
      await page.evaluate(() => whyAttention.ready.then(({ world }) => world.attention.sink)),
      { head: 'A', query: 'apple' },
      'where the sink is',
    );
    equal(
      shown['head 0'].texts[2].slice(0, 3),
      await printed('world.sink.weights.apple', 'percent', 1),
      'weights of the sink',
    );
    equal(
      shown['head 0'].texts[2].slice(0, 3).map((cell) => `${Math.round(numberOf(cell) * 100)}%`),
      text('world.sink.weights.apple', lang).split(/、|, /),
      'weights of the sink, rounded as the text rounds them',
    );
    await follow(page, '#heads=2&stage=scaled');
    shown = await tablesShown(page);
    equal(
      shown['head 0'].texts[2].slice(0, 3),
      await printed('world.sink.scores.apple', 'signed'),
      'scaled scores of the sink',
    );
    equal(
      shown['head 0'].texts[2].slice(0, 3).map(numberOf),
      text('world.sink.scores.apple', lang).split(/、|, /).map(numberOf),
      'scaled scores of the sink as the text has them',
    );

    // The counts are the same for every number of heads, but for the exponentials.
    const [projections, mixing, exponentials] = [
      'T5.d8.projections',
      'causal.T5.d8.core',
      'causal.T5.exponentials',
    ].map((id) => value(`count.run.attention.${id}`));
    for (const count of [1, 2, 4, 8]) {
      await follow(page, `#heads=${count}`);
      shown = await tablesShown(page);
      equal(Object.keys(shown).filter((name) => name.startsWith('head ')).length, count, 'tables of heads');
      equal(shown.counts.rows, ['1', '2', '4', '8'], 'rows of the counts');
      equal(
        shown.counts.texts.map(([parameters, work, e]) => [parameters, numberOf(work), numberOf(e)]),
        [1, 2, 4, 8].map((h) => ['256', projections + mixing, exponentials * h]),
        `parameters, multiply-adds, exponentials, while ${count} heads are shown`,
      );
      equal(
        await page.evaluate(
          () => document.querySelector('[data-table="counts"] td.asked').closest('tr').cells[0].textContent,
        ),
        String(count),
        'row that is marked',
      );
      if (count === 1)
        equal(
          shown['head 0'].texts[3].slice(0, 4),
          ids.map((id) => text(`world.weight.causal.give.${id}`, lang)),
          'row of 给了 with one head',
        );
    }
    equal(await address(page), '#heads=8', 'address');
    none(await page.evaluate(uglyNumbers), 'ugly numbers');
    none(await page.evaluate(languageFaults, 'multi-head-lab'), 'text in the wrong language');
    none(await page.faults(), 'faults');
  });
}
