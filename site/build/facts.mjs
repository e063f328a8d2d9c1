// Every figure of the site, computed in Node by the WebAssembly modules that the reader's browser runs later.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import { checkData, dataOf, MODULES } from './data.mjs';
import { LANGUAGES } from './words.mjs';
import { printers } from './printers.mjs';
import { refuse } from './refuse.mjs';

const require = createRequire(import.meta.url);

/** Where the build left a module. @param {string} file */
export const modulePath = (file) => fileURLToPath(new URL(`../../build/wasm/${file}`, import.meta.url));

/** @param {string} name */
async function start(name) {
  const path = modulePath(`${name}.js`);
  if (!existsSync(path)) refuse(path, 'the module is not there; ./lesson build makes it');
  return require(path)({});
}

/** The figures by id, each with the modules that can be asked about it, and the sentence's world. */
export async function computeFacts() {
  const modules = Object.fromEntries(await Promise.all(MODULES.map(async (name) => [name, await start(name)])));
  checkData(modules.ledger);
  const facts = {};
  for (const name of MODULES) {
    for (const fact of modules[name].facts(dataOf[name]())) {
      const known = (facts[fact.id] ??= { ...fact, modules: [] });
      if (String(known.value) !== String(fact.value)) {
        refuse(fact.id, `${known.modules[0]} says ${known.value}, ${name} says ${fact.value}`);
      }
      known.modules.push(name);
    }
  }
  const { world } = dataOf.lesson();
  return { facts, world, sentence: sentenceRun(modules.lesson, world) };
}

/**
 * The five words through one causal head, for a page that loads no module: what a reader asks there is asked of the
 * same input.
 */
function sentenceRun(attn, world) {
  const all = world.tokens.length;
  const rows = (matrix) => Array.from(matrix, (row) => Array.from(row));
  const { W_Q, W_K, W_V, W_O } = world.attention;
  const input = {
    inputs: world.tokens.map((token) => token.embedding),
    ...{ W_Q, W_K, W_V, W_O },
    heads: [{ id: 'A', first_column: 0, columns: world.dimensions.length }],
    mask: rows(attn.mask({ queries: all, keys: all, causal: true, window: 0 }).mask),
  };
  const tokens = world.tokens.map(({ id, text, gloss }) => ({ id, text, gloss }));
  return { tokens, input, weights: rows(attn.multi_head(input).heads[0].weights) };
}

/** facts.json, as teachers and other sites read it. @param {Record<string, any>} facts */
export function exportFacts(facts) {
  const plain = (value) => (ArrayBuffer.isView(value) ? Array.from(/** @type {any} */ (value)) : value);
  return Object.fromEntries(
    Object.values(facts).map((fact) => [
      fact.id,
      {
        value: plain(fact.value),
        unit: fact.unit,
        text: Object.fromEntries(Object.keys(LANGUAGES).map((lang) => [lang, printers[lang].text(fact)])),
        kind: fact.kind,
        ...(fact.basis && { basis: fact.basis }),
      },
    ]),
  );
}
