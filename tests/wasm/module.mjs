// What the tests of the built modules share: the modules themselves, and the data files as they take them.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { dataOf } from '../../site/build/data.mjs';

const root = new URL('../../', import.meta.url);
const require = createRequire(import.meta.url);
export const read = (path) => readFileSync(new URL(path, root), 'utf8');

export const MODULES = Object.keys(dataOf);
export const create = (name) => require(`../../build/wasm/${name}.js`)();
export const modules = Object.fromEntries(await Promise.all(MODULES.map(async (name) => [name, await create(name)])));

/** Every function that one module alone has. Figures have the same two names in each, so they are asked of a module. */
export const attn = Object.assign({}, ...Object.values(modules), { facts: undefined, fact_why: undefined });

export const dataFile = (file) => ({ text: read(`data/${file}`), file });
export const files = Object.fromEntries(MODULES.map((name) => [name, dataOf[name]()]));
export const world = attn.teaching_world(dataFile('teaching-world.json'));
export const embeddings = world.tokens.map((token) => token.embedding);

/** Every figure by its id. */
export const allFacts = (ofWorld = files.lesson.world) =>
  new Map(
    MODULES.flatMap((name) => {
      const own = 'world' in files[name] ? { ...files[name], world: ofWorld } : files[name];
      return modules[name].facts(own).map((fact) => [fact.id, fact]);
    }),
  );

/** Numbers that are the same every time, standard normal. */
export function randomMatrix(rows, columns, seed) {
  let state = seed >>> 0;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  return Array.from({ length: rows }, () => Array.from({ length: columns }, normal));
}
