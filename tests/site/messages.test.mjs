// A build that refuses says on which page, and what is wrong with it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, test } from 'node:test';

import { stems } from '../../site/build/bundle.mjs';

const folder = mkdtempSync(join(tmpdir(), 'why-attention-'));
after(() => rmSync(folder, { recursive: true }));

/** What a build says when one more page stands in site/. @param {string} name @param {string} text */
function built(name, text) {
  const config = join(folder, `${name}.config.mjs`);
  writeFileSync(
    config,
    `import site from ${JSON.stringify(pathToFileURL(resolve('eleventy.config.mjs')).href)};
export default async function (config) {
  config.addTemplate('zh/${name}.njk', ${JSON.stringify(text)});
  return site(config);
}\n`,
  );
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [
      'node_modules/@11ty/eleventy/cmd.cjs',
      `--config=${config}`,
      `--output=${join(folder, 'dist')}`,
      '--quiet',
      '--dryrun',
    ],
    { encoding: 'utf8' },
  );
  return { status, said: stderr + stdout };
}

const page = (front, text) =>
  `---\nlayout: laboratory.njk\ntitle: x\ndescription: x\ncode: x\nminutes: 1\norder: 99\n${front}---\n${text}\n`;

test('a misspelt figure inside a formula: page and id, and the one that was perhaps meant', () => {
  const { status, said } = built(
    'scratch-figure',
    page('stem: softmax\n', '{% math %}x = {% fact "anchor.widht" %}{% endmath %}'),
  );
  assert.notEqual(status, 0);
  assert.match(
    said,
    /site\/zh\/scratch-figure\.njk: no figure is called "anchor\.widht" \(is "anchor\.width" meant\?\)/,
  );
});

test('a stem that has no script: page, stem, and the stems there are', () => {
  const { status, said } = built('scratch-stem', page('stem: sofmtax\n', 'x'));
  assert.notEqual(status, 0);
  assert.ok(
    said.includes(
      'site/zh/scratch-stem.njk: no script for the stem "sofmtax": wanted site/js/labs/sofmtax-lab.js and ' +
        `site/zh/sofmtax.njk, or site/js/entries/sofmtax.js; there are ${stems().join(', ')}`,
    ),
    said,
  );
});

test('words that are not there: page and key', () => {
  const { status, said } = built('scratch-words', page('stem: softmax\n', '{{ w["softmax.captoin"] }}'));
  assert.notEqual(status, 0);
  assert.match(
    said,
    /site\/zh\/scratch-words\.njk: the words of "zh" have no "softmax\.captoin" \(is "softmax\.caption" meant\?\)/,
  );
});

test('a generation that two pages claim, or that no timeline tells', () => {
  const twice = built('scratch-twice', page('stem: softmax\ngenerations: [softmax]\n', 'x'));
  assert.notEqual(twice.status, 0);
  assert.match(twice.said, /generation "softmax" is claimed by .*scratch-twice\.njk, .*softmax\.njk/);
  const untold = built('scratch-untold', page('stem: softmax\ngenerations: [gpa]\n', 'x'));
  assert.notEqual(untold.status, 0);
  assert.match(untold.said, /scratch-untold\.njk: the timeline has no generation "gpa"; it has .*gqa/);
});
