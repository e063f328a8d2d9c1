// Both editions say the same: page by page the same figures, the same links to other sites and to data, and the same
// parts. Where a language orders things otherwise, it may; what differs is named.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const files = readdirSync('dist/zh', { recursive: true }).filter((path) => path.endsWith('.html'));

/** @param {string} html @param {RegExp} pattern whose first group is what counts */
const all = (html, pattern) => [...html.matchAll(pattern)].map(([, found]) => found).sort();

/** The body, without the scripts' data. @param {string} lang @param {string} file */
const body = (lang, file) =>
  /<main[\s\S]*<\/main>/.exec(
    readFileSync(`dist/${lang}/${file}`, 'utf8').replace(/<script[\s\S]*?<\/script>/g, ''),
  )[0];

const KINDS = {
  figures: /<span class="n"[^>]* data-fact="([^"]+)"/g,
  'links to other sites': / href="(https?:\/\/[^"]+)"/g,
  'links to data': / href="([^"]*(?:data\/[^"]+|facts\.json))"/g,
  'links to pages and their states': / href="([^":]*\.html[^"]*|#[^"]*)"/g,
  parts: /<(?:section|details|figure|h[1-6]|[a-z]+-[a-z-]+)\b[^>]* id="([^"]+)"/g,
  controls: /<(?:input|select|button|textarea)[^>]* name="([^"]+)"/g,
};

/** What one list has more often than the other. @param {string[]} a @param {string[]} b */
function more(a, b) {
  const left = [...b];
  return a.filter((item) => {
    const at = left.indexOf(item);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

for (const file of files) {
  test(`${file}: both editions have the same figures, links, parts and controls`, () => {
    const [zh, en] = ['zh', 'en'].map((lang) => body(lang, file));
    const differ = Object.entries(KINDS).flatMap(([kind, pattern]) => {
      const [a, b] = [all(zh, pattern), all(en, pattern)];
      return [
        ...more(a, b).map((item) => `${kind}, only in zh: ${item}`),
        ...more(b, a).map((item) => `${kind}, only in en: ${item}`),
      ];
    });
    assert.deepEqual(differ, []);
  });
}

test('what differs is found, how often it stands included', () => {
  assert.deepEqual(more(['a', 'a', 'b'], ['a', 'c']), ['a', 'b']);
  assert.deepEqual(all('<span class="n" role="button" data-fact="x.y" data-kind="k">1</span>', KINDS.figures), ['x.y']);
  assert.ok(files.length > 10);
  assert.ok(all(body('zh', 'why-not-rnn.html'), KINDS.figures).length > 50);
  assert.ok(all(body('zh', 'why-not-rnn.html'), KINDS['links to other sites']).length > 10);
});
