// The memory ledger: what published models keep, from links, controls and pasted configurations, and the generations
// that lead to it.
import { readFileSync, readdirSync } from 'node:fs';

import { equal, none, ok } from './check.mjs';
import {
  address,
  ask,
  asExpected,
  badSums,
  budgetsShown,
  bytesIn,
  bytesOf,
  chooseFile,
  configShown,
  everyWay,
  follow,
  generationText,
  groupCell,
  groupTables,
  ledger,
  ledgerCell,
  memoryControls,
  modelsOf,
  noteNow,
  openLab,
  pointsDrawn,
  press,
  printedBytes,
  readConfig,
  reckon,
  recognisedBy,
  uglyNumbers,
  unfold,
} from './lab.mjs';
import { languageFaults } from './language.mjs';
import { openLesson, wordsOf } from './lesson.mjs';
import { CHROMIUM, inBothLanguages, test } from './registry.mjs';

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const CONFIGS = readdirSync(new URL('../configs/', import.meta.url))
  .map((name) => name.replace('.json', ''))
  .sort();

/** The model that a good file is of. */
const MODEL_OF = {
  'gqa-llama-3.1-8b': 'llama-3.1-8b',
  'mha-command-r-v01': 'command-r-v01',
  'mqa-one-kv-head': 'falcon-7b',
  'no-head-dim-deepseek-67b': 'deepseek-llm-67b',
  'no-kv-heads-llama-2-7b': 'llama-2-7b',
  'mla-deepseek-v3': 'deepseek-v3',
  'window-gemma-3-27b': 'gemma-3-27b',
  'window-gpt-oss-120b': 'gpt-oss-120b',
  'window-mistral-7b': 'mistral-7b-v0.1',
  'window-off-qwen2.5-72b': 'qwen2.5-72b',
  'linear-qwen3-next': 'qwen3-next-80b-a3b',
  'linear-minimax-m1': 'minimax-m1',
  'nested-qwen3.8-27b': 'qwen3.8-27b',
  'names-gpt2': 'gpt2',
  'multi-query-falcon-7b': 'falcon-7b',
  'mla-dsa-glm-5.2': 'glm-5.2',
  'rows-deepseek-v4-flash': 'deepseek-v4-flash',
};

/** Kinds of which no model is listed, and what each keeps. */
const KINDS = JSON.parse(read('tests/kinds.json'));

/** Where a bad file is wrong, after "config.json". */
const WRONG_AT = {
  'cut-off': ' at line 4, column 1',
  'encoder-decoder': '#/is_encoder_decoder',
  'falcon-silent': '#/multi_query',
  'half-a-width': '#/head_dim',
  'indexer-without-width': '#/index_head_dim',
  'kv-heads-do-not-divide': '#/num_key_value_heads',
  'layer-type-unknown': '#/layer_types/1',
  'layer-types-short': '#/layer_types',
  'layers-that-share': '#/num_kv_shared_layers',
  'linear-without-layers': '#/layer_types',
  'linear-without-value': '#/linear_value_head_dim',
  list: '#',
  'mla-without-latent': '#/kv_lora_rank',
  'mla-without-rotary-key': '#/qk_rope_head_dim',
  'multi-query-and-eight': '#/num_key_value_heads',
  'names-disagree': '#/n_layer',
  'negative-layers': '#/num_hidden_layers',
  'nested-list': '#/text_config',
  'no-heads': '#/num_attention_heads',
  'no-kv-head': '#/num_key_value_heads',
  'no-layers': '#/num_hidden_layers',
  'no-width': '#/head_dim',
  'number-as-text': '#/num_attention_heads',
  'ratios-short': '#/compress_ratios',
  'state-space': '#/state_size',
  'too-many-layers': '#/num_hidden_layers',
  'too-wide': '#/head_dim',
  twice: '#/num_hidden_layers',
  'width-does-not-divide': '#/hidden_size',
  'window-denied': '#/use_sliding_window',
  'window-nowhere': '#/layer_types',
  'window-of-no-size': '#/sliding_window',
  'encoder-mpnet': '#/model_type',
  'encoder-camembert': '#/model_type',
  'encoder-new': '#/model_type',
  'encoder-dinov2': '#/model_type',
  'encoder-wav2vec2': '#/model_type',
  'encoder-esm': '#/model_type',
  'encoder-nomic-bert': '#/causal',
  'encoder-inside': '#/text_config/model_type',
  'not-causal': '#/is_causal',
  'both-ways': '#/use_bidirectional_attention',
  'chunks-llama-4': '#/text_config/attention_chunk_size',
  'two-widths-gemma-4': '#/text_config/global_head_dim',
  'two-widths-mimo': '#/swa_head_dim',
  'hidden-1792': '#/hidden_size',
  'kv-heads-as-list': '#/num_key_value_heads',
  'attention-in-two': '#/layers_block_type/1',
  'states-nowhere': '#/layer_types',
  'letters-unknown': '#/hybrid_override_pattern',
  'state-without-size': '#/mamba_d_state',
  'cache-scheme-unknown': '#/quantization_config/kv_cache_scheme',
  'block-with-window': '#/block_configs/0/attention/window_length',
  infinity: ' at line 7, column 5',
};

export default function (site) {
  const value = (id) => site.facts[id].value;
  /** A test of the page "memory", by the state to begin with; all end without faults. */
  const memory = (name, { hash = '', turn = false, ...options }, run) =>
    (turn ? inBothLanguages : test)(`memory-lab: ${name}`, options, async (context) => {
      await openLab(context, 'memory', hash);
      await run(context.page, context);
      none(await context.page.faults(), 'faults');
    });

  memory(
    'figures of the text stand in the ledger',
    { turn: true, hash: '#models=qwen3.8-27b&layout=mha,gqa,mqa&T=262144' },
    async (page, { lang }) => {
      const text = (id) => site.facts[id].text[lang];
      const names = Object.fromEntries((await modelsOf(page)).map(({ id, name }) => [id, name]));
      await unfold(page, '.results .twin');
      const [anchor, ...layouts] = await ledger(page);
      const parts = await groupTables(page);
      for (const [i, layout] of ['mha', 'gqa', 'mqa'].entries()) {
        equal(
          [layouts[i].name, parts[i + 1].name],
          Array(2).fill(await wordsOf(page, `memory.layout-${layout}`, { name: names['qwen3.8-27b'] })),
          'name of a layout',
        );
        equal(
          [layouts[i]['per-token'], parts[i + 1].rows[0][4]],
          [text(`anchor.kv.${layout}.bytes_per_token`), text(`anchor.kv.${layout}.bytes_at_context`)],
          `${layout}: per token, and at the context`,
        );
      }
      equal(
        [anchor.name, ...bytesIn(anchor)],
        [
          names['qwen3.8-27b'],
          text('anchor.kv.gqa.bytes_per_token'),
          '',
          '',
          '144 MiB',
          text('anchor.linear.conv_bytes'),
          text('anchor.sequence.bytes_at_context'),
        ],
        'the anchor',
      );
      equal(
        [anchor.state, parts[0].rows[1][4], anchor.beyond],
        [...Array(2).fill(text('anchor.linear.state_bytes')), ''],
        'its state, and what is said of its own context',
      );

      await follow(
        page,
        `#models=deepseek-llm-67b,deepseek-v2,deepseek-v3,deepseek-v4.1-flash,glm-5.3&T=${value('models.example.T')}`,
      );
      const shown = await ledger(page);
      const [old, v2, v3, flash, glm] = [
        'deepseek-llm-67b',
        'deepseek-v2',
        'deepseek-v3',
        'deepseek-v4.1-flash',
        'glm-5.3',
      ].map((id) => shown.find(({ name }) => name === names[id]));
      equal(
        [old['per-token'], old.total, old.total, old.beyond],
        [
          text('deepseek-67b.kv.bytes_per_token'),
          text('deepseek-67b.kv.bytes_at_1m'),
          '380 GiB',
          await wordsOf(page, 'memory.beyond', { context: '4,096' }),
        ],
        'DeepSeek 67B at 2^20',
      );
      ok(
        /假如|what-if/.test(old.beyond) && value('deepseek-67b.context') === 4096,
        `its total is marked as a what-if: ${old.beyond}`,
      );
      equal(
        [v2, v3, glm].map((row) => row['per-token']),
        ['deepseek-v2', 'deepseek-v3', 'glm-5.3'].map((id) => text(`${id}.kv.bytes_per_token`)),
        'MLA per token',
      );
      equal(
        [v2.index, glm.index, glm.total, glm.beyond],
        ['', text('glm-5.3.index.bytes_per_token'), text('glm-5.3.sequence.bytes_at_context'), ''],
        'index keys stand apart',
      );
      equal(
        (await groupTables(page)).find(({ name }) => name === glm.name).rows[0][4],
        text('glm-5.3.kv.bytes_at_context'),
        'GLM-5.3 without index keys',
      );
      equal(
        [flash['per-token'], flash.index, flash.window, 720 + 170],
        [
          '720 B',
          '170 B',
          text('deepseek-v4.1-flash.window_bytes'),
          value('deepseek-v4.1-flash.kv.global_bytes_per_token'),
        ],
        'DeepSeek-V4.1-Flash as stored',
      );
      none(await page.evaluate(uglyNumbers), 'ugly numbers');
      none(await page.evaluate(languageFaults, 'memory-lab'), 'text in the wrong language');
    },
  );

  memory(
    'binary units, one factor from MHA to GQA, and what a group is',
    { turn: true, hash: '#models=qwen3.8-27b,llama-3.1-8b,deepseek-v4.1-flash,gemma-3-27b&layout=mha,gqa&T=131072' },
    async (page, { lang }) => {
      await unfold(page, '.results .twin');
      none(
        await page.evaluate(() =>
          [...document.querySelectorAll('[data-table="ledger"] td, .groups td')]
            .map((cell) => cell.textContent)
            .filter(
              (cell) =>
                ![
                  '',
                  whyAttention.words('memory.none'),
                  whyAttention.words('memory.all', { most: '4,194,304' }),
                ].includes(cell) && !/^\d[\d,]*(\.\d{1,3})?( (B|KiB|MiB|GiB))?$/.test(cell),
            ),
        ),
        'cells that are neither a count nor bytes in binary units',
      );
      none(
        await page.evaluate(() =>
          [
            document.querySelector('main').textContent,
            ...[...document.querySelectorAll('[aria-label]')].map((element) => element.getAttribute('aria-label')),
          ]
            .flatMap((text) => text.match(/\d[\d.,]*\s*[kKMGT]B(?![A-Za-z])/g) ?? [])
            // What a card is named by, and the unit held against a GiB.
            .filter((figure) => !['1 GB', '141 GB'].includes(figure)),
        ),
        'figures of the page in decimal units',
      );
      const rows = await ledger(page);
      const llama = rows.findIndex(({ name }) => name.startsWith('Llama 3.1 8B'));
      equal(
        [rows[llama].total, reckon((await ask(page, ledgerCell(llama, 'total'))).sum)[0]],
        ['16 GiB', 17179869184],
        '2^34 bytes',
      );

      // Each layout is asked: the exact bytes differ by query heads over KV heads, and in no other entry.
      const [heads, kv, size] = ['query', 'kv', 'group_size'].map((name) => value(`anchor.heads.${name}`));
      for (const cell of [(row) => ledgerCell(row, 'per-token'), (row) => groupCell(row, 0, 4)]) {
        const [many, few] = [
          await page.evaluate(everyWay, cell(4), noteNow),
          await page.evaluate(everyWay, cell(5), noteNow),
        ];
        const entries = (notes) =>
          [
            ...new Set(
              notes
                .filter(({ parts }) => !parts.length)
                .map(({ name }) =>
                  name.replace('num_attention_heads', 'HEADS').replace('num_key_value_heads', 'HEADS'),
                ),
            ),
          ].sort();
        equal(reckon(many[0].sum)[0] / reckon(few[0].sum)[0], heads / kv, 'bytes of MHA over those of GQA');
        equal(
          [entries(many), entries(many).some((name) => name.endsWith('HEADS'))],
          [entries(few), true],
          'entries below them',
        );
        none(badSums([...many, ...few], cell(4)), 'sums');
      }
      equal(kv * size, heads, 'KV heads times query heads to a group');
      const told = await page.evaluate(() =>
        [
          ...document
            .querySelector('#misread [data-fact="anchor.heads.group_size"]')
            .closest('li')
            .querySelectorAll('[data-fact]'),
        ].map((figure) => [figure.dataset.fact, figure.textContent]),
      );
      // Without their units, which the sentence names; two of them stand there again, as the fraction they make.
      equal(
        Object.entries(Object.fromEntries(told)).sort(),
        ['group_size', 'kv', 'query'].map((name) => [
          `anchor.heads.${name}`,
          String(site.facts[`anchor.heads.${name}`].value),
        ]),
        'what a group is told with',
      );
      none(
        await page.evaluate(
          () => document.querySelector('memory-lab').textContent.match(/[^，。]*组[^，。]*|\bgroups?\b.{0,20}/gi) ?? [],
        ),
        '"group", in either sense, in the laboratory',
      );
    },
  );

  memory(
    'all forty models, at their own context, keep what is expected',
    { lang: 'en', engines: CHROMIUM },
    async (page, { note }) => {
      const expected = Object.fromEntries(JSON.parse(read('tests/models.json')).models.map((one) => [one.id, one]));
      const models = await modelsOf(page);
      equal(
        [
          models.map(({ id }) => id).sort(),
          await page.evaluate(() => document.querySelectorAll('[name="models"]').length),
        ],
        [Object.keys(expected).sort(), 40],
        'models, and boxes to choose them',
      );
      const batches = [...new Set(models.map((one) => one.context))].flatMap((T) => {
        const same = models.filter((one) => one.context === T);
        return Array.from({ length: Math.ceil(same.length / 8) }, (_, i) => ({
          T,
          batch: same.slice(8 * i, 8 * i + 8),
        }));
      });
      const CELLS = {
        kv_bytes_per_token_bf16: 'per-token',
        index_bytes_per_token_bf16: 'index',
        window_bytes_full_bf16: 'window',
        state_bytes_fp32: 'state',
        conv_state_bytes_bf16: 'conv',
      };
      const faults = [];
      const same = (what, found, wanted) => {
        if (JSON.stringify(found) !== JSON.stringify(wanted))
          faults.push(`${what}: ${JSON.stringify(found)}, wanted ${JSON.stringify(wanted)}`);
      };
      let compared = 0;
      for (const { T, batch } of batches) {
        const [plain, stored] = [
          await bytesOf(
            page,
            batch.map(({ id }) => ({ id, T, stored: false })),
          ),
          await bytesOf(
            page,
            batch.map(({ id }) => ({ id, T, stored: true })),
          ),
        ];
        const tables = [0, 1];
        for (const flag of [0, 1])
          tables[flag] = await follow(page, `#models=${batch.map(({ id }) => id)}&T=${T}&stored=${flag}`).then(() =>
            ledger(page),
          );
        for (const [i, { id, name }] of batch.entries()) {
          const { left_out: leftOut, id: _, ...wanted } = expected[id];
          const [p, s] = [plain[i].trace, stored[i].trace];
          const left = leftOut.reduce((sum, part) => sum + s[part], 0);
          const found = asExpected(p, s, left);
          const texts = await printedBytes(page, Object.values(wanted));
          // What is expected comes from the module and stands in the table, and so does all else that the module says.
          for (const [k, field] of Object.keys(wanted).entries()) {
            compared += 1;
            same(`${id} ${field}`, found[field], wanted[field]);
            if (CELLS[field]) same(`${id}, cell ${field}`, tables[0][i][CELLS[field]], texts[k]);
          }
          same(
            `${id} in all`,
            [tables[1][i].total],
            await printedBytes(page, [wanted.total_bytes_at_native_context + left]),
          );
          same(
            `${id}, the row as BF16, and as stored`,
            tables.map((table) => bytesIn(table[i])),
            [plain[i].texts, stored[i].texts],
          );
          same(`${id}, its name`, [tables[1][i].name, tables[1][i].beyond], [name, '']);
        }
      }
      none(faults, 'figures');
      note(`memory-lab: ${compared} expectations of ${models.length} models, ${batches.length * 2} links`);
    },
  );

  const good = read('tests/configs/good-gqa-llama-3.1-8b.json');

  memory(
    'a pasted config.json is recognised, and stands beside the model it is of',
    { lang: 'zh' },
    async (page, { engine }) => {
      equal(
        CONFIGS.filter((name) => name.startsWith('good-')),
        Object.keys(MODEL_OF)
          .map((name) => `good-${name}`)
          .sort(),
        'files',
      );
      const own = await wordsOf(page, 'memory.own');
      for (const [name, id] of Object.entries(MODEL_OF).filter((_, i) => engine === 'chromium' || i % 5 === 0)) {
        await follow(page, `#models=${id}&stored=0&T=8192`);
        const text = read(`tests/configs/good-${name}.json`);
        const shown = await readConfig(page, text);
        const wanted = await recognisedBy(page, text);
        equal(
          [shown.message, shown.invalid, shown.recognised, shown.fields.map(([field]) => field).sort()],
          ['', false, ...wanted],
          `${name}: message, mark, what is recognised, fields`,
        );
        none(
          shown.fields.filter((row) => row.some((cell) => cell === '' || /undefined|\[object/.test(cell))),
          `${name}: fields without words`,
        );
        const rows = await ledger(page);
        equal(
          [rows.length, rows[1].name, bytesIn(rows[1])],
          [2, own, bytesIn(rows[0])],
          `${name}: the row added, against ${id}`,
        );
      }
      // Its figures are asked down to the pasted file; then it is forgotten.
      await readConfig(page, good);
      const notes = await page.evaluate(everyWay, ledgerCell(1, 'total'), noteNow);
      ok(
        notes.filter(({ name, lines }) => name.startsWith('config.json#/') && lines.some((line) => line.includes(name)))
          .length >= 3,
        'fields of the pasted file are named',
      );
      await unfold(page, '.paste');
      await page.click('.paste [name="forget"]');
      equal(
        [
          (await ledger(page)).length,
          await page.evaluate(() => document.querySelector('.paste textarea').value),
          (await configShown(page)).fields,
        ],
        [1, '', []],
        'rows, text and fields after forgetting',
      );
      none(await page.evaluate(languageFaults, 'memory-lab'), 'text in the wrong language');
    },
  );

  memory(
    'a broken config.json is refused by the name of its field',
    { lang: 'en', hash: '#models=qwen3.8-27b' },
    async (page, { engine }) => {
      equal(
        CONFIGS.filter((name) => name.startsWith('bad-')),
        Object.keys(WRONG_AT)
          .map((name) => `bad-${name}`)
          .sort(),
        'files',
      );
      for (const [name, at] of Object.entries(WRONG_AT).filter((_, i) => engine === 'chromium' || i % 8 === 0)) {
        await readConfig(page, good);
        equal((await ledger(page)).length, 2, 'rows with a good one');
        const { message, invalid } = await readConfig(page, read(`tests/configs/bad-${name}.json`));
        equal(
          [message.startsWith(`config.json${at}: found `), invalid, (await ledger(page)).length],
          [true, true, 1],
          `${name}: "${message}"; whether it names the field, the mark, rows`,
        );
      }
      const long = await readConfig(page, good + ' '.repeat(1 << 22));
      ok(long.invalid && /^config\.json.*at most/.test(long.message), `more than 4 MiB of text: "${long.message}"`);
      // As files: a small one is read under its own name, a large one not at all.
      await chooseFile(page, 'mine.json', good);
      await page.until(() => document.querySelectorAll('[data-table="ledger"] tbody tr').length === 2);
      await chooseFile(page, 'wide.json', read('tests/configs/bad-too-wide.json'));
      await page.until(() => document.querySelector('.paste .message').textContent.startsWith('wide.json#/head_dim: '));
      await chooseFile(page, 'large.json', 5 << 20);
      await page.until(
        (said) => document.querySelector('.paste .message').textContent === said,
        await page.evaluate(() =>
          whyAttention.words('memory.paste-large', {
            size: whyAttention.printer.count(5 << 20),
            most: whyAttention.printer.count(1 << 22),
          }),
        ),
      );
      equal(
        [
          (await configShown(page)).invalid,
          await page.evaluate(() => document.querySelector('.paste textarea').value.length < 4096),
        ],
        [true, true],
        'marked, and not loaded',
      );
    },
  );

  memory(
    'kinds of which no model is listed keep what is expected, and what nobody knows is said',
    { turn: true, hash: '#models=&T=8192' },
    async (page, { engine }) => {
      equal(
        CONFIGS.filter((name) => name.startsWith('kind-')),
        Object.keys(KINDS)
          .map((name) => `kind-${name}`)
          .sort(),
        'files',
      );
      const separator = await wordsOf(page, 'list.separator');
      for (const [name, kind] of Object.entries(KINDS).filter((_, i) => engine === 'chromium' || i % 8 === 0)) {
        const shown = await readConfig(page, read(`tests/configs/kind-${name}.json`));
        equal([shown.message, shown.invalid], ['', false], `${name}: message, mark`);
        none(
          shown.fields.filter((row) => row.some((cell) => cell === '' || /undefined|\[object/.test(cell))),
          `${name}: fields without words`,
        );
        equal(
          shown.uncertain,
          kind.unknown.length ? await wordsOf(page, 'memory.uncertain', { fields: kind.unknown.join(separator) }) : '',
          `${name}: what is not known`,
        );
        const [row] = await ledger(page);
        const apart = [kind.index_bytes_per_token, kind.window_full_bytes, kind.state_bytes, kind.conv_bytes];
        equal(
          bytesIn(row).slice(0, 5),
          [
            ...(await printedBytes(page, [kind.bytes_per_token - kind.index_bytes_per_token])),
            ...(await printedBytes(page, apart)).map((text, i) => (apart[i] ? text : '')),
          ],
          `${name}: its row`,
        );
      }
      none(await page.evaluate(languageFaults, 'memory-lab'), 'text in the wrong language');
    },
  );

  memory(
    'the bits of a cache that the form has no choice for are shown as the file says',
    { lang: 'en', hash: '#models=&T=8192' },
    async (page) => {
      for (const [name, bytes] of [
        ['three', '0.375'],
        ['six', '0.75'],
        ['64', '8'],
      ]) {
        await readConfig(page, read(`tests/configs/kind-cache-of-${name}-bits.json`));
        const chosen = await page.evaluate(
          () => document.querySelector('[name="dtype"]:checked').closest('label').textContent,
        );
        equal(chosen.trim(), await wordsOf(page, 'memory.dtype-file', { bytes }), `${name} bits: the choice`);
      }
    },
  );

  memory(
    'with the weights: their bytes, both together, and what fits beside them',
    { turn: true, hash: '#models=llama-3.1-8b,qwen3.8-27b&T=8192&weights=fp8' },
    async (page) => {
      const table = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('[data-table="ledger"] tbody tr')].map((row) =>
            [...row.cells].slice(6).map((cell) => cell.textContent),
          ),
        );
      const [anchor, llama] = await table();
      const [total, weights, together] = await printedBytes(page, [1073741824, 8030261248, 9104003072]);
      equal(llama.slice(0, 3), [total, weights, together], 'cache, weights and both');
      equal(
        anchor.slice(1),
        [await wordsOf(page, 'memory.uncounted-type'), '—', '—', '—', '—'],
        'the anchor, whose parameters are not counted',
      );
      await follow(page, '#models=llama-3.1-8b&T=8192&weights=bf16');
      const [[, , , fits]] = await table();
      equal(Number(fits.replaceAll(',', '')), Math.floor((24 * 2 ** 30 - 2 * 8030261248) / 131072), 'fits into 24 GiB');
      await unfold(page, '.results .twin');
      const parts = await page.evaluate(() =>
        [...document.querySelectorAll('.parameters tbody tr')].map((row) => row.cells[1].textContent),
      );
      equal(parts.at(-1), await page.evaluate(() => whyAttention.printer.count(8030261248)), 'the parameters in all');
      ok(parts.length === 6, `parts: ${parts}`);
      await follow(page, '#models=llama-3.1-8b&T=8192');
      equal((await table())[0].length, 4, 'columns without the weights');
      none(await page.evaluate(languageFaults, 'memory-lab'), 'text in the wrong language');
    },
  );

  memory(
    'every figure in the row of the anchor goes down to a field of its configuration',
    { lang: 'zh', hash: '#models=qwen3.8-27b&T=262144&batch=3' },
    async (page, { engine }) => {
      const { config } = JSON.parse(read('data/anchor-model.json'));
      const [{ trace }] = await bytesOf(page, [{ id: 'qwen3.8-27b', T: 262144, stored: true }]);
      for (const [key, bytes] of [
        ['per-token', trace.cache_bytes_per_token],
        ['state', trace.state_bytes],
        ['conv', trace.conv_bytes],
        ['total', 3 * trace.sequence_bytes],
      ]) {
        const notes = await page.evaluate(everyWay, ledgerCell(0, key), noteNow);
        const ends = notes.filter(({ parts }) => parts.length === 0);
        const fields = ends.filter(
          ({ name, lines }) =>
            name.startsWith('data/anchor-model.json#/config/') && lines.some((line) => line.includes(name)),
        );
        equal(reckon(notes[0].sum), [bytes, bytes], `${key}: its sum`);
        none(badSums(notes, key), `${key}: sums`);
        ok(
          fields.length >= 3 && notes.every(({ depth }) => depth <= 6),
          `${key}: ${fields.length} fields, ${Math.max(...notes.map(({ depth }) => depth))} steps`,
        );
        none(
          ends
            .filter((end) => !fields.includes(end) && !['tokens', 'batch', 'bytes'].includes(end.name))
            .map(({ name }) => name),
          `${key}: ends that are neither a field nor a control`,
        );
        none(
          fields.filter(({ name, what }) => {
            const [, field, kind] = /config\/(\w+)(?: \((\w+)\))?$/.exec(name);
            return (
              reckon(what.split('= ')[1])[0] !==
              (kind ? config[field].filter((one) => one === kind).length : config[field])
            );
          }),
          `${key}: fields that say something else than the file`,
        );
      }
      // Rows that are stored packed, and index keys, end in the file of the models.
      await follow(page, '#models=deepseek-v4.1-flash,glm-5.3&T=1048576');
      for (const selector of [0, 1]
        .flatMap((row) => ['per-token', 'index', 'total'].map((key) => ledgerCell(row, key)))
        .slice(0, engine === 'chromium' ? 6 : 2)) {
        const notes = await page.evaluate(everyWay, selector, noteNow);
        none(badSums(notes, selector), `${selector}: sums`);
        ok(
          notes.every(({ depth }) => depth <= 6) &&
            notes.some(({ name }) => name.startsWith('data/frontier-models.json#/')),
          `${selector}: an end in the file, in six steps`,
        );
      }
    },
  );

  memory('broken links are mended value by value', { lang: 'en' }, async (page, context) => {
    const [first, ids] = [await memoryControls(page), (await modelsOf(page)).map(({ id }) => id)];
    equal(
      first,
      {
        models: first.models,
        layout: [],
        T: '131072',
        slider: '131,072 tokens',
        batch: '1',
        format: 0,
        stored: true,
        complaints: [],
      },
      'controls at the start',
    );
    for (const [i, [link, changes]] of [
      ['#models=nothing,toString', {}],
      [`#models=${ids.slice(0, 11)}&layout=zzz`, { models: ids.slice(0, 8) }],
      ['#models=nobody,deepseek-v3,zzz', { models: ['deepseek-v3'] }],
      ['#T=0', {}],
      ['#T=1e9&batch=2', { batch: '2' }],
      ['#T=4194305&stored=0', { stored: false }],
      ['#T=4194304', { T: '4194304' }],
      ['#T=2.5', {}],
      ['#T=-1', {}],
      ['#T=NaN', {}],
      ['#dtype=x', {}],
      ['#T=0&batch=-1&dtype=x&layout=zzz&stored=x&models=zzz', {}],
      ['#dtype=constructor&T=4096', { T: '4096' }],
      ['#batch=-1&T=7', { T: '7' }],
      ['#batch=65537', {}],
      ['#batch=0&layout=mqa', { layout: ['mqa'] }],
      ['#layout=zzz', {}],
      ['#layout=zzz,gqa&stored=2', { layout: ['gqa'] }],
      ['#T=&batch=&dtype=&stored=&layout=', {}],
      ['#models=%E&T=9', { T: '9' }],
    ]
      .filter((_, k) => context.engine !== 'webkit' || k % 3 === 1)
      .entries()) {
      if (i < (context.engine === 'chromium' ? 3 : 1)) await openLab(context, 'memory', link);
      else await follow(page, link);
      const wanted = {
        ...first,
        ...changes,
        slider: await page.evaluate((T) => whyAttention.printer.amount(T, 'tokens'), Number(changes.T ?? first.T)),
      };
      equal(await memoryControls(page), wanted, link);
      equal((await ledger(page)).length, wanted.models.length + wanted.layout.length, `${link}: rows`);
    }
  });

  memory(
    'slider and field agree, eight models at most, and a reload keeps all',
    { turn: true },
    async (page, context) => {
      const agree = async (T) => {
        const { T: field, slider, complaints } = await memoryControls(page);
        equal(
          [field, slider, complaints],
          [String(T), await page.evaluate((n) => whyAttention.printer.amount(n, 'tokens'), T), []],
          `field, slider and complaints at ${T}`,
        );
      };
      await page.type('#T-number', '1000');
      await agree(1000);
      for (const [key, T] of [
        ['ArrowRight', 1008],
        ['End', 4194304],
        ['ArrowLeft', 4128768],
        ['Home', 1],
      ]) {
        await page.press('[name="T-slider"]', key);
        await agree(T);
      }
      await page.type('#T-number', '65537');
      for (const box of ['glm-5.3', 'gpt2', 'phi-4', 'kimi-k2', 'olmo-2-7b'])
        await page.click(`[name="models"][value="${box}"]`);
      const { models, complaints } = await memoryControls(page);
      equal(
        [models.length, models.includes('olmo-2-7b'), complaints, (await ledger(page)).length],
        [8, false, [await wordsOf(page, 'memory.most', { most: 8 })], 8],
        'models, the ninth, what is said, rows',
      );
      for (const selector of ['[name="models"][value="gpt2"]', '[name="layout"][value="mqa"]', '[name="stored"]'])
        await page.click(selector);
      await page.type('#batch-number', '3');
      const [state, rows, hash] = [await memoryControls(page), await ledger(page), await address(page)];
      equal(
        [state.models.length, state.layout, state.batch, state.stored, state.complaints],
        [7, ['mqa'], '3', false, []],
        'state',
      );
      await openLab(context, 'memory', hash);
      equal([await memoryControls(page), await ledger(page)], [state, rows], `controls and rows after opening ${hash}`);
    },
  );

  // Each of these six was found broken once.
  memory(
    'the format of a number is chosen by its buttons, and set by a link',
    { lang: 'en' },
    async (page, context) => {
      for (const place of [1, 3, 2]) {
        await page.click(`label:has(> [name="dtype"]):nth-of-type(${place + 1})`);
        equal(
          [(await memoryControls(page)).format, (await ledger(page))[0]['per-token']],
          [place, ['64 KiB', '128 KiB', '32 KiB', '16 KiB'][place]],
          'the button that is chosen, and bytes per token of the anchor',
        );
      }
      const [hash, rows] = [await address(page), await ledger(page)];
      await openLab(context, 'memory', hash);
      equal(
        [hash, (await memoryControls(page)).format, await ledger(page)],
        ['#dtype=fp8', 2, rows],
        'link, button and rows after opening it',
      );
    },
  );

  memory('the largest batch and context are answered', { lang: 'en' }, async (page, context) => {
    await openLab(context, 'memory', '#batch=65536&T=1');
    const [{ trace }] = await bytesOf(page, [{ id: 'qwen3.8-27b', T: 1, stored: true }]);
    equal(
      (await ledger(page))[0]?.total,
      (await printedBytes(page, [65536 * trace.sequence_bytes]))[0],
      'what the anchor keeps of 65,536 tokens in as many sequences',
    );
    await follow(page, '#batch=65536&T=4194304');
    ok(
      (await memoryControls(page)).complaints.length > 0 || (await ledger(page)).length === 4,
      'rows, or a word about what is too large',
    );
  });

  memory('a complaint goes with what it was about', { lang: 'en' }, async (page) => {
    for (const mend of [() => page.press('[name="T-slider"]', 'ArrowRight'), () => follow(page, '#T=4096')]) {
      await page.type('#T-number', '0');
      equal((await memoryControls(page)).complaints.length, 3, 'complaints of T = 0: message, mark, stale figures');
      await mend();
      equal((await memoryControls(page)).complaints, [], `complaints after ${mend}`);
    }
  });

  memory('no model at all is a state too', { lang: 'en' }, async (page, context) => {
    for (const box of (await memoryControls(page)).models) await press(page, `[name="models"][value="${box}"]`);
    await press(page, '[name="layout"][value="mha"]');
    const hash = await address(page);
    await openLab(context, 'memory', hash);
    equal((await ledger(page)).length, 1, `rows after opening ${hash}`);
  });

  memory(
    'what a link says twice stands there once',
    { lang: 'en', hash: '#models=gpt2,gpt2&layout=mha,mha,mha' },
    async (page) => equal((await ledger(page)).length, 2, 'rows'),
  );

  memory('nothing is called recognised that was refused or forgotten', { lang: 'en' }, async (page) => {
    for (const [when, act] of [
      ['refused', () => readConfig(page, '{}')],
      ['forgotten', () => press(page, '.paste [name="forget"]')],
    ]) {
      await readConfig(page, good);
      await act();
      const { recognised, fields } = await configShown(page);
      equal([recognised, fields], ['', []], `what is said of one that was ${when}`);
    }
  });

  memory(
    'what fits is within its budget, and one token more is not',
    { lang: 'zh', engines: ['chromium', 'firefox'] },
    async (page, { note }) => {
      const counted = { none: 0, all: 0, some: 0 };
      for (const link of [
        '#models=qwen3.8-27b,deepseek-llm-67b,deepseek-v3,deepseek-v4.1-flash,gemma-3-27b,mistral-7b-v0.1,glm-5.3,gpt2&layout=mqa',
        '#batch=7&dtype=fp8&layout=mha',
        '#batch=200&dtype=fp32&stored=0',
      ]) {
        await follow(page, link);
        const found = await budgetsShown(page);
        none(
          found.filter(({ right }) => !right).map(({ said }) => `${link} ${said}`),
          'budgets',
        );
        found.forEach(({ kind }) => {
          counted[kind] += 1;
        });
      }
      ok(
        Object.values(counted).every((count) => count > 0),
        `of each kind: ${JSON.stringify(counted)}`,
      );
      note(`memory-lab: budgets ${JSON.stringify(counted)}`);
    },
  );

  inBothLanguages(
    'memory-lab: the generations say what was saved against what, and draw the three points',
    {},
    async (context) => {
      const { page, lang } = context;
      await openLesson(context, '#generation-mla');
      for (const id of ['mla', 'gqa']) await unfold(page, `#generation-${id}`);
      const solved = await generationText(page, '#generation-mla .solved');
      none(
        ['deepseek-v2.kv.saving_vs_67b 82.2% computed', 'papers.deepseek-v2.kv_reduction 93.3% quoted'].filter(
          (fact) => !solved.seen || !solved.facts.includes(fact),
        ),
        'reductions that are not shown',
      );
      const [, computed, quoted] = /^(.*?82\.2%.*?)(?=The report|报告)(.*)$/s.exec(solved.text) ?? [];
      ok(
        /DeepSeek 67B/.test(computed) && /GQA/.test(computed) && /both counted in BF16|两边都按BF16/.test(computed),
        `82.2% is against what: ${computed}`,
      );
      ok(/93\.3%.*67B.*(6 bits|6比特)/s.test(quoted), `93.3% is against what: ${quoted}`);

      const drawn = await pointsDrawn(page);
      const facts = ['mha', 'gqa-8', 'mqa'].map((name) =>
        ['average', 'seconds'].map((what) => site.facts[`papers.gqa.${name}-xxl.${what}`]),
      );
      equal(
        [drawn.seen, /Ainslie/.test(drawn.said), drawn.points.length, drawn.rows.map(([, ...figures]) => figures)],
        [true, true, 3, facts.map((point) => point.map((fact) => fact.text[lang]))],
        'picture, table and source are seen; points; the table',
      );
      none(
        drawn.rows.filter((row) => !row.every((part) => drawn.label.includes(part) && drawn.texts.includes(part))),
        'points that the label or the picture does not name',
      );
      // Drawn to scale: better is higher, longer is further right, and distances are in proportion.
      for (const axis of [0, 1]) {
        const [a, b, c] = drawn.points.map((point, i) => [point[axis], facts[i][axis].value]);
        ok(
          Math.abs((a[0] - b[0]) / (a[0] - c[0]) - (a[1] - b[1]) / (a[1] - c[1])) < 0.01 &&
            Math.sign((a[0] - c[0]) / (a[1] - c[1])) === (axis ? 1 : -1),
          `axis ${axis}: ${drawn.points}`,
        );
      }
      none(await page.faults(), 'faults');
    },
  );
}
