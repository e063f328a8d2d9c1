// One word for one thing: what a reader sees, on every built page and in every file of words, holds none of the
// renderings that glossary.json rules out.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const read = (path) => readFileSync(path, 'utf8');
const { terms } = JSON.parse(read('tests/site/glossary.json'));

/** What a page shows and says, without its scripts. @param {string} html */
const seen = (html) =>
  [
    html.replace(/<(script|style|noscript)\b[\s\S]*?<\/\1>/g, ' ').replace(/<[^>]+>/g, ''),
    ...[...html.matchAll(/ (?:title|aria-label|content|alt|placeholder)="([^"]*)"/g)].map(([, text]) => text),
  ].join('\n');

const pages = readdirSync('dist', { recursive: true })
  .filter((path) => path.endsWith('.html') && path !== 'why-attention.html')
  .map((path) => ({ path: `dist/${path}`, text: seen(read(`dist/${path}`)) }));
const words = readdirSync('site/lang').flatMap((file) =>
  Object.values(JSON.parse(read(`site/lang/${file}`))).flatMap((texts) =>
    Object.entries(texts).map(([key, text]) => ({ path: `site/lang/${file}: ${key}`, text })),
  ),
);

/** The places that use a rendering. @param {string} never @param {{ path: string, text: string }[]} texts */
const users = (never, texts) =>
  texts
    .filter(({ text }) => text.toLowerCase().includes(never.toLowerCase()))
    .map(({ path, text }) => {
      const at = text.toLowerCase().indexOf(never.toLowerCase());
      return `${path}: ${text.slice(Math.max(0, at - 12), at + never.length + 12)}`;
    });

for (const { zh, en, never } of terms) {
  test(`${zh} (${en}) is never called ${never.join(', ')}`, () => {
    assert.deepEqual(
      never.flatMap((word) => users(word, [...pages, ...words])),
      [],
    );
  });
}

test('a rendering that is ruled out is found in text, in a label and in words, whatever its case', () => {
  const page = '<p>a <b>lin</b>ear layer</p><img alt="Linear layer"><script>linear layer</script>';
  assert.equal(seen(page).match(/linear layer/gi).length, 2);
  assert.equal(users('线性层', [{ path: 'p', text: '另外几层是线性层。' }]).length, 1);
  assert.ok(pages.length > 20 && words.length > 500);
  assert.ok(terms.every(({ zh, en, never }) => zh && en && never.length));
});
