// The memory ledger: what published models keep, from links, controls and pasted configurations, and the generations that lead to it.
import { readFileSync, readdirSync } from 'node:fs';

import { equal, none, ok } from './check.mjs';
import {
  address, ask, badSums, bytesOf, everyWay, follow, groupCell, groupTables, inTurn, ledger, ledgerCell, LEDGER, memoryControls, modelsOf, noteNow, openLab, paste, reckon, uglyNumbers, unfold,
} from './lab.mjs';
import { languageFaults } from './language.mjs';
import { openLesson, wordsOf } from './lesson.mjs';
import { test } from './registry.mjs';

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const CONFIGS = readdirSync(new URL('../configs/', import.meta.url)).map((name) => name.replace('.json', '')).sort();
const MOST_STEPS = 6;

/** The model that a good file is of. */
const MODEL_OF = {
  'gqa-llama-3.1-8b': 'llama-3.1-8b', 'mha-command-r-v01': 'command-r-v01', 'mqa-one-kv-head': 'falcon-7b', 'no-head-dim-deepseek-67b': 'deepseek-llm-67b',
  'no-kv-heads-llama-2-7b': 'llama-2-7b', 'mla-deepseek-v3': 'deepseek-v3', 'window-gemma-3-27b': 'gemma-3-27b', 'window-gpt-oss-120b': 'gpt-oss-120b',
  'window-mistral-7b': 'mistral-7b-v0.1', 'window-off-qwen2.5-72b': 'qwen2.5-72b', 'linear-qwen3-next': 'qwen3-next-80b-a3b', 'linear-minimax-m1': 'minimax-m1',
  'nested-qwen3.8-27b': 'qwen3.8-27b', 'names-gpt2': 'gpt2', 'multi-query-falcon-7b': 'falcon-7b', 'mla-dsa-glm-5.2': 'glm-5.2', 'rows-deepseek-v4-flash': 'deepseek-v4-flash',
};

/** Where a bad file is wrong, after "config.json". */
const WRONG_AT = {
  'cut-off': ' at line 4, column 1', 'encoder-decoder': '#/is_encoder_decoder', 'falcon-silent': '#/multi_query', 'half-a-width': '#/head_dim',
  'indexer-without-width': '#/index_head_dim', 'kv-heads-do-not-divide': '#/num_key_value_heads', 'layer-type-unknown': '#/layer_types/1', 'layer-types-short': '#/layer_types',
  'layers-that-share': '#/num_kv_shared_layers', 'linear-without-layers': '#/layer_types', 'linear-without-value': '#/linear_value_head_dim', list: '#',
  'mla-without-latent': '#/kv_lora_rank', 'mla-without-rotary-key': '#/qk_rope_head_dim', 'multi-query-and-eight': '#/num_key_value_heads', 'names-disagree': '#/n_layer',
  'negative-layers': '#/num_hidden_layers', 'nested-list': '#/text_config', 'no-heads': '#/num_attention_heads', 'no-kv-head': '#/num_key_value_heads',
  'no-layers': '#/num_hidden_layers', 'no-width': '#/head_dim', 'number-as-text': '#/num_attention_heads', 'ratios-short': '#/compress_ratios', 'state-space': '#/state_size',
  'too-many-layers': '#/num_hidden_layers', 'too-wide': '#/head_dim', twice: '#/num_hidden_layers', 'width-does-not-divide': '#/hidden_size',
  'window-denied': '#/use_sliding_window', 'window-nowhere': '#/layer_types', 'window-of-no-size': '#/sliding_window',
};

/** The bytes in a row of the ledger. */
const bytesIn = (row) => LEDGER.slice(0, 6).map((key) => row[key]);

export default function (site) {
  const value = (id) => site.facts[id].value;

  inTurn('memory-lab: figures of the text stand in the ledger', {}, async (context) => {
    const { page, lang } = context;
    const text = (id) => site.facts[id].text[lang];
    await openLab(context, 'memory', '#models=qwen3.8-27b&layout=mha,gqa,mqa&T=262144');
    const names = Object.fromEntries((await modelsOf(page)).map(({ id, name }) => [id, name]));
    await unfold(page, '.results .twin');
    const [anchor, ...layouts] = await ledger(page);
    const parts = await groupTables(page);
    for (const [i, layout] of ['mha', 'gqa', 'mqa'].entries()) {
      equal([layouts[i].name, parts[i + 1].name], Array(2).fill(await wordsOf(page, `memory.layout-${layout}`, { name: names['qwen3.8-27b'] })), 'name of a layout');
      equal([layouts[i]['per-token'], parts[i + 1].rows[0][4]], [text(`anchor.kv.${layout}.bytes_per_token`), text(`anchor.kv.${layout}.bytes_at_context`)], `${layout}: per token, and at the context`);
    }
    equal([anchor.name, ...bytesIn(anchor)], [names['qwen3.8-27b'], text('anchor.kv.gqa.bytes_per_token'), '', '', '144 MiB', text('anchor.linear.conv_bytes'), text('anchor.sequence.bytes_at_context')], 'the anchor');
    equal([anchor.state, parts[0].rows[1][4]], Array(2).fill(text('anchor.linear.state_bytes')), 'its state');
    equal([anchor, ...layouts].map(({ beyond }) => beyond), ['', '', '', ''], 'what is said of its own context');

    const ids = ['deepseek-llm-67b', 'deepseek-v2', 'deepseek-v3', 'deepseek-v4.1-flash', 'glm-5.3'];
    await follow(page, `#models=${ids}&T=${value('models.example.T')}`);
    const shown = await ledger(page);
    const of = (id) => shown.find(({ name }) => name === names[id]);
    equal(shown.length, 5, 'rows');
    const context67 = (await page.evaluate((n) => printer.count(n), value('deepseek-67b.context')));
    equal([of(ids[0])['per-token'], of(ids[0]).total, of(ids[0]).beyond], [text('deepseek-67b.kv.bytes_per_token'), text('deepseek-67b.kv.bytes_at_1m'), await wordsOf(page, 'memory.beyond', { context: context67 })], 'DeepSeek 67B at 2^20');
    ok(of(ids[0]).total === '380 GiB' && /假如|what-if/.test(of(ids[0]).beyond), 'its total is marked as a what-if');
    for (const id of ['deepseek-v2', 'deepseek-v3', 'glm-5.3']) equal(of(id)['per-token'], text(`${id}.kv.bytes_per_token`), `${id} per token`);
    equal([of('deepseek-v2').index, of('glm-5.3').index, of('glm-5.3').total, of('glm-5.3').beyond], ['', text('glm-5.3.index.bytes_per_token'), text('glm-5.3.sequence.bytes_at_context'), ''], 'index keys stand apart');
    equal((await groupTables(page)).find(({ name }) => name === names['glm-5.3']).rows[0][4], text('glm-5.3.kv.bytes_at_context'), 'GLM-5.3 without index keys');
    const flash = of('deepseek-v4.1-flash');
    equal([flash['per-token'], flash.index, flash.window], ['720 B', '170 B', text('deepseek-v4.1-flash.window_bytes')], 'DeepSeek-V4.1-Flash as stored');
    equal(reckon(flash['per-token'].replace(' B', ''))[0] + 170, value('deepseek-v4.1-flash.kv.global_bytes_per_token'), 'rows and index keys together');
    none(await page.evaluate(uglyNumbers), 'ugly numbers');
    none(await page.evaluate(languageFaults, 'memory-lab'), 'text in the wrong language');
    none(await page.faults(), 'faults');
  });

  inTurn('memory-lab: binary units, one factor from MHA to GQA, and what a group is', {}, async (context) => {
    const { page, lang } = context;
    await openLab(context, 'memory', '#models=qwen3.8-27b,llama-3.1-8b,deepseek-v4.1-flash,gemma-3-27b&layout=mha,gqa&T=131072');
    await unfold(page, '.results .twin');
    const open = await page.evaluate(() => ['none', 'all'].map((key) => words(`memory.${key}`, { most: '4,194,304' })));
    const strange = await page.evaluate((said) => [...document.querySelectorAll('[data-table="ledger"] td, .groups td')].map((cell) => cell.textContent)
      .filter((cell) => cell !== '' && !said.includes(cell) && !/^\d[\d,]*(\.\d{1,3})?( (B|KiB|MiB|GiB))?$/.test(cell)), open);
    none(strange, 'cells that are neither a count nor bytes in binary units');
    // Decimal units stand beside no figure of the page, drawings and labels included.
    none(await page.evaluate(() => [document.querySelector('main').textContent, ...[...document.querySelectorAll('[aria-label]')].map((element) => element.getAttribute('aria-label'))]
      .flatMap((text) => text.match(/\d[\d.,]*\s*[kKMGT]B(?![A-Za-z])/g) ?? [])), 'figures in decimal units');
    const rows = await ledger(page);
    const llama = rows.findIndex(({ name }) => name.startsWith('Llama 3.1 8B'));
    equal([rows[llama].total, reckon((await ask(page, ledgerCell(llama, 'total'))).sum)[0]], ['16 GiB', 17179869184], '2^34 bytes');

    // Asked, each layout gives its exact bytes: they differ by query heads over KV heads, and in no other factor.
    const [heads, kv, size] = ['query', 'kv', 'group_size'].map((name) => value(`anchor.heads.${name}`));
    const asked = async (row) => [await ask(page, ledgerCell(row, 'per-token')), await ask(page, groupCell(row, 0, 4))];
    const [many, few] = [await asked(rows.length - 2), await asked(rows.length - 1)];
    for (const i of [0, 1]) {
      equal(reckon(many[i].sum)[0] / reckon(few[i].sum)[0], heads / kv, 'bytes of MHA over those of GQA');
      equal(few[i].parts.map((name) => name.replace('num_key_value_heads', 'num_attention_heads').replace('groups/3', 'groups/2')), many[i].parts, 'factors');
    }
    none(badSums([...many, ...few], lang), 'sums');
    const [factor, ...others] = many[1].parts.filter((name, i) => name !== few[1].parts[i]);
    ok(others.length === 0 && /num_attention_heads$/.test(factor ?? 'num_attention_heads'), `the factor that differs: ${factor}`);

    equal(kv * size, heads, 'KV heads times query heads to a group');
    const told = await page.evaluate(() => [...document.querySelector('#misread [data-fact="anchor.heads.group_size"]').closest('li').querySelectorAll('[data-fact]')].map((figure) => [figure.dataset.fact, figure.textContent]));
    equal(told.sort(), ['group_size', 'kv', 'query'].map((name) => [`anchor.heads.${name}`, site.facts[`anchor.heads.${name}`].text[lang]]), 'what a group is told with');
    none(await page.evaluate(() => document.querySelector('memory-lab').textContent.match(/[^，。]*组[^，。]*|\bgroups?\b.{0,20}/gi) ?? []), '"group", in either sense, in the laboratory');
    none(await page.faults(), 'faults');
  });

  test('memory-lab: all forty models, at their own context, keep what is expected', { lang: 'en', engines: ['chromium'], seconds: 120 }, async (context) => {
    const { page, note } = context;
    const expected = Object.fromEntries(JSON.parse(read('tests/models.json')).models.map((one) => [one.id, one]));
    await openLab(context, 'memory');
    const models = await modelsOf(page);
    equal(models.map(({ id }) => id).sort(), Object.keys(expected).sort(), 'models');
    equal(await page.evaluate(() => [...document.querySelectorAll('[name="models"]')].map((box) => box.value)), models.map(({ id }) => id), 'boxes');
    const batches = [...new Set(models.map((one) => one.context))].flatMap((T) => {
      const ids = models.filter((one) => one.context === T).map(({ id }) => id);
      return Array.from({ length: Math.ceil(ids.length / 8) }, (_, i) => ({ T, ids: ids.slice(8 * i, 8 * i + 8) }));
    });
    const faults = [];
    let compared = 0;
    for (const { T, ids } of batches) {
      const [plain, stored] = [await bytesOf(page, ids.map((id) => ({ id, T, stored: false }))), await bytesOf(page, ids.map((id) => ({ id, T, stored: true })))];
      const tables = [];
      for (const flag of [0, 1]) {
        await follow(page, `#models=${ids}&T=${T}&stored=${flag}`);
        tables.push(await ledger(page));
      }
      const bytes = await page.evaluate((numbers) => numbers.map((number) => printer.bytes(number)), ids.map((id, i) => expected[id].total_bytes_at_native_context + expected[id].left_out.reduce((sum, part) => sum + stored[i].trace[part], 0)));
      for (const [i, id] of ids.entries()) {
        const { left_out: leftOut, id: _, ...wanted } = expected[id];
        const [p, s] = [plain[i].trace, stored[i].trace];
        const found = {
          kv_elements_per_token: p.numbers_per_token, kv_bytes_per_token: s.bytes_per_token, kv_bytes_per_token_bf16: p.cache_bytes_per_token, kv_bytes_per_token_bf16_with_index: p.bytes_per_token,
          kv_bytes_per_token_bf16_rows: p.bytes_per_token, index_bytes_per_token_bf16: p.index_bytes_per_token, window_bytes_full_bf16: p.window_full_bytes, window_bytes_fixed: s.window_full_bytes,
          state_bytes_fp32: p.state_bytes, conv_state_bytes_bf16: p.conv_bytes, total_bytes_at_native_context: leftOut.reduce((rest, part) => rest - s[part], s.sequence_bytes),
        };
        for (const [name, number] of Object.entries(wanted)) { compared += 1; if (found[name] !== number) faults.push(`${id}: ${name} is ${found[name]}, wanted ${number}`); }
        // What is expected stands in the table too, and with it all that the module says.
        const printed = await page.evaluate((numbers) => numbers.map((number) => printer.bytes(number)), Object.values(wanted));
        const place = { kv_bytes_per_token_bf16: 'per-token', index_bytes_per_token_bf16: 'index', window_bytes_full_bf16: 'window', state_bytes_fp32: 'state', conv_state_bytes_bf16: 'conv' };
        Object.keys(wanted).forEach((name, k) => { if (place[name] && tables[0][i][place[name]] !== printed[k]) faults.push(`${id}: ${place[name]} says ${tables[0][i][place[name]]}, wanted ${printed[k]}`); });
        if (tables[1][i].total !== bytes[i]) faults.push(`${id}: in all ${tables[1][i].total}, wanted ${bytes[i]}`);
        [plain, stored].forEach((traces, k) => { if (JSON.stringify(bytesIn(tables[k][i])) !== JSON.stringify(traces[i].texts)) faults.push(`${id}: the row says ${bytesIn(tables[k][i])}, the module ${traces[i].texts}`); });
        if (tables[1][i].name !== models.find((one) => one.id === id).name || tables[1][i].beyond) faults.push(`${id}: the row is called ${tables[1][i].name} ${tables[1][i].beyond}`);
      }
    }
    none(faults, 'figures');
    note(`memory-lab: ${compared} expectations of ${models.length} models, ${batches.length * 2} links`);
    none(await page.faults(), 'faults');
  });

  const pasted = (page) => page.evaluate(() => ({
    message: document.querySelector('.paste .message').textContent, invalid: document.querySelector('.paste textarea').getAttribute('aria-invalid') === 'true',
    recognised: document.querySelector('.recognised').textContent, fields: [...document.querySelectorAll('.explained tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent)),
  }));
  /** Pastes a text by its place in the repository, or a text of the page's own. */
  const readIn = async (page, text) => {
    await paste(page, '.paste textarea', text);
    await page.evaluate(() => { document.querySelector('.paste [name="read"]').click(); });
    return pasted(page);
  };
  const good = () => read('tests/configs/good-gqa-llama-3.1-8b.json');

  test('memory-lab: a pasted config.json is recognised, and stands beside the model it is of', { lang: 'zh', seconds: 90 }, async (context) => {
    const { page, engine } = context;
    equal(CONFIGS.filter((name) => name.startsWith('good-')), Object.keys(MODEL_OF).map((name) => `good-${name}`).sort(), 'files');
    await openLab(context, 'memory');
    const own = await wordsOf(page, 'memory.own');
    for (const [name, id] of Object.entries(MODEL_OF).filter((_, i) => engine === 'chromium' || i % 5 === 0)) {
      await follow(page, `#models=${id}&stored=0&T=8192`);
      const text = read(`tests/configs/good-${name}.json`);
      const shown = await readIn(page, text);
      const wanted = await page.evaluate((json) => core.then(({ attn }) => {
        const trace = attn.config_json({ text: json, file: 'config.json' });
        return { said: words('memory.recognised', { type: trace.model_type || '—', family: trace.family.split('+').map((part) => words(`memory.family-${part}`)).join(' + ') }), fields: trace.explained.map(({ field }) => field).sort() };
      }), text);
      equal([shown.message, shown.invalid, shown.recognised], ['', false, wanted.said], name);
      equal(shown.fields.map(([field]) => field).sort(), wanted.fields, `${name}: fields`);
      none(shown.fields.filter((row) => row.some((cell) => cell === '' || /undefined|\[object/.test(cell))), `${name}: fields without words`);
      const rows = await ledger(page);
      equal([rows.length, rows[1].name, bytesIn(rows[1])], [2, own, bytesIn(rows[0])], `${name}: the row added, against ${id}`);
    }
    await unfold(page, '.paste');
    // Its figures are asked down to the pasted file.
    await follow(page, '#models=qwen3.8-27b');
    await readIn(page, good());
    const top = await ask(page, ledgerCell(1, 'per-token'));
    ok(top.parts.length > 0, `a sum: ${top.sum}`);
    await page.click('.figure-note .part');
    ok((await page.evaluate(noteNow)).parts.some((part) => part.startsWith('config.json#/')) || (await page.evaluate(noteNow)).lines.some((line) => line.includes('config.json#/')), 'a field of the pasted file is named');
    await page.click('.paste [name="forget"]');
    equal([(await ledger(page)).length, await page.evaluate(() => document.querySelector('.paste textarea').value), (await pasted(page)).fields], [1, '', []], 'rows, text and fields after forgetting');
    none(await page.evaluate(languageFaults, 'memory-lab'), 'text in the wrong language');
    none(await page.faults(), 'faults');
  });

  test('memory-lab: a broken config.json is refused by the name of its field', { lang: 'en', seconds: 90 }, async (context) => {
    const { page, engine } = context;
    equal(CONFIGS.filter((name) => name.startsWith('bad-')), Object.keys(WRONG_AT).map((name) => `bad-${name}`).sort(), 'files');
    await openLab(context, 'memory', '#models=qwen3.8-27b');
    for (const [name, at] of Object.entries(WRONG_AT).filter((_, i) => engine === 'chromium' || i % 8 === 0)) {
      await readIn(page, good());
      equal((await ledger(page)).length, 2, 'rows with a good one');
      const shown = await readIn(page, read(`tests/configs/bad-${name}.json`));
      equal([shown.message.startsWith(`config.json${at}: found `), shown.invalid], [true, true], `${name}: "${shown.message}"; whether the field is marked`);
      equal((await ledger(page)).length, 1, `${name}: rows`);
    }
    const cut = await readIn(page, `${good().trim().slice(0, -1)}, "x": "${' '.repeat(1 << 20)}"}`);
    ok(cut.invalid && /config\.json.*1 ?MiB|1,?048,?576|at most/.test(cut.message), `more than 1 MiB of text: "${cut.message}"`);
    // As files, chosen in the dialog: a small one is read under its own name, a large one not at all.
    const choose = (name, text) => page.evaluate((as, content) => {
      const list = new DataTransfer();
      list.items.add(new File([content.length > 9 ? content : ' '.repeat(Number(content))], as));
      const field = document.querySelector('.paste [name="file"]');
      field.files = list.files;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }, name, text);
    await choose('mine.json', good());
    await page.until(() => document.querySelectorAll('[data-table="ledger"] tbody tr').length === 2);
    ok(!(await pasted(page)).invalid, 'a file is read');
    await choose('wide.json', read('tests/configs/bad-too-wide.json'));
    await page.until(() => document.querySelector('.paste .message').textContent.startsWith('wide.json#/head_dim: '));
    await choose('large.json', String((1 << 20) + 1));
    await page.until((said) => document.querySelector('.paste .message').textContent === said, await wordsOf(page, 'memory.paste-large', { size: '1 MiB' }));
    equal([(await pasted(page)).invalid, await page.evaluate(() => document.querySelector('.paste textarea').value.length < 4096)], [true, true], 'marked, and not loaded');
    none(await page.faults(), 'faults');
  });

  test('memory-lab: every figure in the row of the anchor goes down to a field of its configuration', { lang: 'zh', seconds: 90 }, async (context) => {
    const { page, engine, note } = context;
    const config = JSON.parse(read('data/anchor-model.json')).config;
    await openLab(context, 'memory', '#models=qwen3.8-27b&T=262144&batch=3');
    await unfold(page, '.results .twin');
    const [{ trace }] = await bytesOf(page, [{ id: 'qwen3.8-27b', T: 262144, stored: true }]);
    const wanted = { 'per-token': trace.cache_bytes_per_token, state: trace.state_bytes, conv: trace.conv_bytes, total: 3 * trace.sequence_bytes };
    const asked = [...Object.entries(wanted).map(([key, bytes]) => [ledgerCell(0, key), bytes]), ...[0, 1].map((group) => [groupCell(0, group, 4), [trace.cache_bytes, trace.state_bytes][group]])];
    let met = 0;
    for (const [selector, bytes] of asked) {
      const notes = await page.evaluate(everyWay, selector, noteNow);
      met += notes.length;
      const ends = notes.filter(({ parts }) => parts.length === 0);
      const fields = ends.filter(({ name, lines }) => name.startsWith('data/anchor-model.json#/config/') && lines.some((line) => line.includes(name)));
      equal(reckon(notes[0].sum), [bytes, bytes], `${selector}: its sum`);
      none(badSums(notes, selector), `${selector}: sums`);
      ok(fields.length >= 3 && Math.max(...notes.map(({ depth }) => depth)) <= MOST_STEPS, `${selector}: ${fields.length} fields, ${Math.max(...notes.map(({ depth }) => depth))} steps`);
      none(ends.filter((end) => !fields.includes(end) && !['tokens', 'batch', 'bytes'].includes(end.name)).map(({ name }) => name), `${selector}: ends that are neither a field nor a control`);
      none(fields.flatMap(({ name, what }) => {
        const [, field, kind] = /config\/(\w+)(?: \((\w+)\))?$/.exec(name);
        const said = kind ? config[field].filter((one) => one === kind).length : config[field];
        return reckon(what.split('= ')[1])[0] === said ? [] : [`${name}: ${what}, in the file ${said}`];
      }), `${selector}: fields that say something else`);
    }
    // Rows that are stored packed end in the file of the models.
    if (engine === 'chromium') {
      await follow(page, '#models=deepseek-v4.1-flash,glm-5.3&T=1048576');
      for (const selector of [0, 1].flatMap((row) => ['per-token', 'index', 'total'].map((key) => ledgerCell(row, key)))) {
        const notes = await page.evaluate(everyWay, selector, noteNow);
        none(badSums(notes, selector), `${selector}: sums`);
        ok(notes.every(({ depth }) => depth <= MOST_STEPS) && notes.some(({ name }) => name.startsWith('data/frontier-models.json#/')), `${selector}: an end in the file, in ${MOST_STEPS} steps`);
      }
    }
    note(`memory-lab: ${met} notes below ${asked.length} figures of the anchor`);
    none(await page.faults(), 'faults');
  });

  test('memory-lab: broken links are mended value by value', { lang: 'en', seconds: 90 }, async (context) => {
    const { page, engine } = context;
    await openLab(context, 'memory');
    const [first, ids] = [await memoryControls(page), (await modelsOf(page)).map(({ id }) => id)];
    equal(first, { models: [...first.models], layout: [], T: '131072', slider: '131,072 tokens', batch: '1', format: 0, stored: true, complaints: [] }, 'controls at the start');
    const LINKS = [
      ['#models=nothing,toString', {}], [`#models=${ids.slice(0, 11)}&layout=zzz`, { models: ids.slice(0, 8) }], ['#models=nobody,deepseek-v3,zzz', { models: ['deepseek-v3'] }],
      ['#T=0', {}], ['#T=1e9&batch=2', { batch: '2' }], ['#T=4194305&stored=0', { stored: false }], ['#T=4194304', { T: '4194304' }], ['#T=2.5', {}], ['#T=-1', {}], ['#T=NaN', {}],
      ['#dtype=x', {}], ['#dtype=constructor&T=4096', { T: '4096' }], ['#batch=-1&T=7', { T: '7' }], ['#batch=65537', {}], ['#batch=0&layout=mqa', { layout: ['mqa'] }],
      ['#layout=zzz', {}], ['#layout=zzz,gqa&stored=2', { layout: ['gqa'] }], ['#T=&batch=&dtype=&stored=&layout=', {}], ['#models=%E&T=9', { T: '9' }], ['#stored', {}],
      ['#T=0&batch=-1&dtype=x&layout=zzz&stored=x&models=zzz', {}],
    ];
    const faults = [];
    for (const [i, [link, changes]] of LINKS.entries()) {
      if (i < (engine === 'chromium' ? 3 : 1)) await openLab(context, 'memory', link);
      else await follow(page, link);
      const wanted = { ...first, ...changes, ...(changes.T ? { slider: await page.evaluate((T) => printer.amount(T, 'tokens'), Number(changes.T)) } : {}) };
      const shown = await memoryControls(page);
      for (const name of Object.keys(wanted)) if (JSON.stringify(shown[name]) !== JSON.stringify(wanted[name])) faults.push(`${link}: ${name} is ${JSON.stringify(shown[name])}, wanted ${JSON.stringify(wanted[name])}`);
      equal((await ledger(page)).length, wanted.models.length + wanted.layout.length, `${link}: rows`);
    }
    none(faults, 'links');
    none(await page.faults(), 'faults');
  });

  inTurn('memory-lab: slider and field agree, eight models at most, and a reload keeps all', {}, async (context) => {
    const { page } = context;
    await openLab(context, 'memory');
    const agree = async (T) => {
      const { T: field, slider, complaints } = await memoryControls(page);
      equal([field, slider, complaints], [String(T), await page.evaluate((n) => printer.amount(n, 'tokens'), T), []], `field, slider and complaints at ${T}`);
    };
    await page.type('#T-number', '1000');
    await agree(1000);
    for (const [key, T] of [['ArrowRight', 1008], ['End', 4194304], ['ArrowLeft', 4128768], ['Home', 1]]) {
      await page.press('[name="T-slider"]', key);
      await agree(T);
    }
    await page.type('#T-number', '65537');
    for (const box of ['glm-5.3', 'gpt2', 'phi-4', 'kimi-k2']) await page.click(`[name="models"][value="${box}"]`);
    await page.click('[name="models"][value="olmo-2-7b"]');
    const { models, complaints } = await memoryControls(page);
    equal([models.length, models.includes('olmo-2-7b'), complaints, (await ledger(page)).length], [8, false, [await wordsOf(page, 'memory.most', { most: 8 })], 8], 'models, the ninth, what is said, rows');
    for (const selector of ['[name="models"][value="gpt2"]', '[name="layout"][value="mqa"]', '[name="stored"]']) await page.click(selector);
    await page.type('#batch-number', '3');
    const [state, rows, hash] = [await memoryControls(page), await ledger(page), await address(page)];
    equal([state.models.length, state.layout, state.batch, state.stored, state.complaints], [7, ['mqa'], '3', false, []], 'state');
    await openLab(context, 'memory', hash);
    equal([await memoryControls(page), await ledger(page)], [state, rows], `controls and rows after opening ${hash}`);
    none(await page.faults(), 'faults');
  });

  // Each of these was found broken once.
  for (const [what, run] of Object.entries({
    'the format of a number is chosen by its buttons, and set by a link': async (page, context) => {
      for (const place of [1, 3, 2]) {
        await page.click(`label:has(> [name="dtype"]):nth-of-type(${place + 1})`);
        const [{ 'per-token': text }, { format }] = [(await ledger(page))[0], await memoryControls(page)];
        equal([format, text], [place, ['64 KiB', '128 KiB', '32 KiB', '16 KiB'][place]], 'the button that is chosen, and bytes per token of the anchor');
      }
      const [hash, rows] = [await address(page), await ledger(page)];
      await openLab(context, 'memory', hash);
      equal([hash, (await memoryControls(page)).format, await ledger(page)], ['#dtype=fp8', 2, rows], 'after opening the link');
    },
    'the largest batch and context are answered': async (page, context) => {
      for (const link of ['#batch=65536', '#batch=65536&T=4194304']) {
        await openLab(context, 'memory', link);
        const { complaints, models } = await memoryControls(page);
        ok((await ledger(page)).length === models.length || (complaints.length && !await page.evaluate(() => problems.length)), `${link}: rows, or a word beside the field; found ${complaints}`);
      }
    },
    'a complaint goes with what it was about': async (page) => {
      const clear = async (when) => equal((await memoryControls(page)).complaints, [], `complaints after ${when}`);
      const spoil = async () => { await page.type('#T-number', '0'); equal((await memoryControls(page)).complaints.length, 3, 'complaints of T = 0: message, mark, stale figures'); };
      await spoil();
      await page.press('[name="T-slider"]', 'ArrowRight');
      await clear('the slider');
      await spoil();
      await follow(page, '#T=4096');
      await clear('a link');
    },
    'no model at all, and a layout said twice': async (page, context) => {
      for (const box of (await memoryControls(page)).models) await page.click(`[name="models"][value="${box}"]`);
      await page.click('[name="layout"][value="mha"]');
      const hash = await address(page);
      await openLab(context, 'memory', hash);
      equal((await ledger(page)).length, 1, `rows after opening ${hash}`);
      await follow(page, '#models=gpt2&layout=mha,mha,mha');
      equal((await ledger(page)).length, 2, 'rows of a model and a layout said thrice');
    },
    'nothing is called recognised that was refused or forgotten': async (page) => {
      for (const [when, act] of [['refused', () => readIn(page, '{}')], ['forgotten', () => page.evaluate(() => { document.querySelector('.paste [name="forget"]').click(); })]]) {
        await readIn(page, good());
        await act();
        equal([(await pasted(page)).recognised, (await pasted(page)).fields], ['', []], `what is said of one ${when}`);
      }
    },
  })) {
    test(`memory-lab: ${what}`, { lang: 'en' }, async (context) => {
      await openLab(context, 'memory');
      await run(context.page, context);
      none(await context.page.faults(), 'faults');
    });
  }

  test('memory-lab: what fits is within its budget, and one token more is not', { lang: 'zh' }, async (context) => {
    const { page, note } = context;
    await openLab(context, 'memory');
    const counted = { none: 0, all: 0, some: 0 };
    for (const link of ['#models=qwen3.8-27b,deepseek-llm-67b,deepseek-v3,deepseek-v4.1-flash,gemma-3-27b,mistral-7b-v0.1,glm-5.3,gpt2&layout=mqa', '#batch=7&dtype=fp8&layout=mha', '#batch=200&dtype=fp32&stored=0']) {
      await follow(page, link);
      const found = await page.evaluate(() => core.then(({ attn }) => {
        const lab = document.querySelector('memory-lab');
        const { batch, dtype, stored } = lab.values;
        const most = Number(document.querySelector('#T-number').max);
        const [none, all] = ['none', 'all'].map((key) => words(`memory.${key}`, { most: printer.count(most) }));
        return [...document.querySelectorAll('[data-table="ledger"] tbody tr')].flatMap((row, i) => [24, 80, 141].map((size, k) => {
          const text = row.cells[7 + k].textContent;
          const T = text === none ? 0 : text === all ? most : Number(text.replaceAll(',', ''));
          const bytes = (tokens) => attn.memory({ groups: lab.rows[i].entry.groups, tokens, batch, bytes: { fp32: 4, bf16: 2, fp8: 1 }[dtype], as_stored: stored }).total_bytes;
          const good = (T === 0 || bytes(T) <= size * 2 ** 30) && (T === most || bytes(T + 1) > size * 2 ** 30);
          return { good, kind: text === none ? 'none' : text === all ? 'all' : 'some', said: `${row.cells[0].textContent}: ${text} into ${size} GiB` };
        }));
      }));
      none(found.filter(({ good: right }) => !right).map(({ said }) => `${link} ${said}`), 'budgets');
      found.forEach(({ kind }) => { counted[kind] += 1; });
    }
    ok(Object.values(counted).every((count) => count > 0), `of each kind: ${JSON.stringify(counted)}`);
    note(`memory-lab: budgets ${JSON.stringify(counted)}`);
    none(await page.faults(), 'faults');
  });

  inTurn('memory-lab: the generations say what was saved against what, and draw the three points', {}, async (context) => {
    const { page, lang } = context;
    await openLesson(context, '#generation-mla');
    for (const id of ['mla', 'gqa']) await unfold(page, `#generation-${id}`);
    const solved = await page.evaluate(() => {
      const place = document.querySelector('#generation-mla .solved');
      return { seen: place.checkVisibility(), text: place.textContent, facts: Object.fromEntries([...place.querySelectorAll('[data-fact]')].map((figure) => [figure.dataset.fact, [figure.textContent, figure.dataset.kind]])) };
    });
    const [computed, quoted, six] = ['deepseek-v2.kv.saving_vs_67b', 'papers.deepseek-v2.kv_reduction', 'deepseek-v2.kv.saving_vs_67b.6bit'];
    equal([solved.seen, solved.facts[computed], solved.facts[quoted], solved.facts[six]?.[1] ?? 'computed'], [true, ['82.2%', 'computed'], ['93.3%', 'quoted'], 'computed'], 'reductions');
    const sides = /^(.*?82\.2%.*?)(?=The report|报告)(.*)$/s.exec(solved.text) ?? [];
    ok(/DeepSeek 67B/.test(sides[1]) && /GQA/.test(sides[1]) && /both counted in BF16|两边都按BF16/.test(sides[1]), `82.2% is against what: ${sides[1]}`);
    ok(/93\.3%.*(67B).*(six bits|六比特)/s.test(sides[2]), `93.3% is against what: ${sides[2]}`);

    const drawn = await page.evaluate(() => {
      const figure = document.querySelector('#generation-gqa .quality-speed');
      const [svg, table] = [figure.querySelector('svg'), figure.querySelector('table')];
      return { seen: svg.checkVisibility() && table.checkVisibility(), label: svg.getAttribute('aria-label'), role: svg.getAttribute('role'), texts: [...svg.querySelectorAll('text')].map((text) => text.textContent),
        points: [...svg.querySelectorAll('circle')].map((point) => [point.cx.baseVal.value, point.cy.baseVal.value]), rows: [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent)), said: figure.querySelector('figcaption').textContent };
    });
    const points = ['mha', 'gqa-8', 'mqa'].map((name) => ['average', 'seconds'].map((what) => site.facts[`papers.gqa.${name}-xxl.${what}`]));
    equal([drawn.seen, drawn.role, drawn.points.length], [true, 'img', 3], 'the picture and its table are seen; points');
    equal(drawn.rows.map(([, ...figures]) => figures), points.map((point) => point.map((fact) => fact.text[lang])), 'the table');
    none(drawn.rows.flatMap(([name, average, seconds]) => ([drawn.label, drawn.texts.join('; ')].every((text) => [name, average, seconds].every((part) => text.includes(part))) ? [] : [name])), 'points that the label or the picture does not name');
    // Drawn to scale: three points on each axis, and the two distances between them in proportion.
    for (const [axis, what] of [[0, 1], [1, 0]]) {
      const [a, b, c] = [0, 1, 2].map((i) => [drawn.points[i][axis], points[i][what].value]);
      ok(Math.abs((a[0] - b[0]) / (a[0] - c[0]) - (a[1] - b[1]) / (a[1] - c[1])) < 0.01 && (a[0] - c[0]) * (a[1] - c[1]) * (axis ? -1 : 1) > 0, `axis ${axis}: ${drawn.points}`);
    }
    ok(/Ainslie/.test(drawn.said), 'the source is named');
    none(await page.faults(), 'faults');
  });
}
