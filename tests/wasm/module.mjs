// What the tests of the built module share: the module itself, and the data files as it takes them.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const root = new URL('../../', import.meta.url);
export const read = (path) => readFileSync(new URL(path, root), 'utf8');
export const createAttn = createRequire(import.meta.url)('../../build/wasm/attn.js');
export const attn = await createAttn();

export const dataFile = (file) => ({ text: read(`data/${file}`), file });
export const world = attn.teaching_world(dataFile('teaching-world.json'));
export const embeddings = world.tokens.map((token) => token.embedding);
export const allFacts = (worldFile = dataFile('teaching-world.json')) => new Map(attn.facts({
  world: worldFile, anchor: dataFile('anchor-model.json'), frontier: dataFile('frontier-models.json'), papers: dataFile('papers.json'),
}).map((fact) => [fact.id, fact]));

/** Numbers that are the same every time, standard normal. */
export function randomMatrix(rows, columns, seed) {
  let state = seed >>> 0;
  const uniform = () => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return (state + 0.5) / 2 ** 32; };
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  return Array.from({ length: rows }, () => Array.from({ length: columns }, normal));
}
