// The files of data/, as each WebAssembly module takes them. The lesson's module has no JSON parser: its data travel
// as plain objects. The ledger's reads texts, as it reads what a reader pastes, and every file is checked by it
// first.
import { readFileSync } from 'node:fs';

const text = (file) => readFileSync(new URL(`../../data/${file}`, import.meta.url), 'utf8');
const parsed = (file) => JSON.parse(text(file));
const asText = (file) => ({ text: text(file), file });

/** What each module's facts are computed from, and what its pages are handed: `attnData` by module. */
export const dataOf = {
  lesson: () => ({
    world: parsed('teaching-world.json'),
    anchor: parsed('anchor-model.json'),
    papers: parsed('papers.json'),
  }),
  ledger: () => ({
    anchor: asText('anchor-model.json'),
    frontier: asText('frontier-models.json'),
    papers: asText('papers.json'),
  }),
  decoding: () => ({ world: parsed('teaching-world.json') }),
};

/** The modules there are. */
export const MODULES = Object.keys(dataOf);

/** Reads every file strictly, and throws at the first field that is not what it should be. @param {any} ledger */
export function checkData(ledger) {
  const [anchor, frontier] = [asText('anchor-model.json'), asText('frontier-models.json')];
  ledger.teaching_world(asText('teaching-world.json'));
  ledger.anchor_model(anchor);
  ledger.models({ anchor, frontier });
  ledger.papers(asText('papers.json'));
}
