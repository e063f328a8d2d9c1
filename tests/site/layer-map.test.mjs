// The map of a layer: what its cards say adds up to what the layer is said to have.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const facts = JSON.parse(readFileSync('dist/facts.json', 'utf8'));
const WHOLE = 'anchor.layer.full.parameters';

for (const lang of ['zh', 'en']) {
  test(`${lang}: the parameters of the layer map's cards add up to the layer's, each part once`, () => {
    const html = readFileSync(`dist/${lang}/why-not-rnn.html`, 'utf8');
    const [map] = /<figure class="layer-map"[\s\S]*?<\/figure>/.exec(html);
    const ids = [...map.matchAll(/data-fact="(anchor\.layer\.full\.\w+\.parameters)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length, 'a part stands on two cards');
    const parts = Object.keys(facts).filter((id) => /^anchor\.layer\.full\.\w+\.parameters$/.test(id));
    assert.deepEqual([...ids, 'anchor.layer.full.attention.parameters'].sort(), parts.sort());
    assert.equal(
      ids.reduce((sum, id) => sum + facts[id].value, 0),
      facts[WHOLE].value,
    );
    assert.ok(map.includes(`data-fact="${WHOLE}"`), 'the sum is said');
  });
}
