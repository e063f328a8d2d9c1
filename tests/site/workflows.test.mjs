// What the workflows may do: run only actions that nobody can change under the same name, and write only where nothing
// of others is run.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const folder = '.github/workflows';
const workflows = readdirSync(folder)
  .filter((name) => /\.ya?ml$/.test(name))
  .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(`${folder}/${name}`, 'utf8') }));

/** The lines below `key:` that are further in than it, where it stands `depth` spaces in; undefined if it is not there. */
function below(text, key, depth) {
  const margin = ' '.repeat(depth);
  const lines = text.split('\n');
  const begin = lines.findIndex((line) => new RegExp(`^${margin}${key}:`).test(line));
  if (begin < 0) return undefined;
  const length = lines.slice(begin + 1).findIndex((line) => /\S/.test(line) && !line.startsWith(`${margin} `));
  return lines.slice(begin, length < 0 ? undefined : begin + 1 + length).join('\n');
}

/** The jobs of a workflow: name and text. */
function jobs(text) {
  const all = below(text, 'jobs', 0);
  return [...all.matchAll(/^ {2}([\w-]+):\s*$/gm)].map(([, name]) => ({ name, text: below(all, name, 2) }));
}

test('the workflows and their jobs are found', () => {
  const found = workflows.flatMap(({ path, text }) => jobs(text).map(({ name }) => `${path} ${name}`));
  for (const job of ['ci.yml ubuntu', 'ci.yml debian', 'pages.yml build', 'pages.yml deploy', 'release.yml publish']) {
    assert.ok(found.includes(`${folder}/${job}`), `${job} is not among ${found}`);
  }
});

test('every action is pinned by its commit, and says which version that is', () => {
  for (const { path, text } of workflows) {
    for (const line of text.split('\n').filter((each) => /\buses:/.test(each))) {
      assert.match(line, /^\s*(- )?uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} +# v\d+\.\d+\.\d+$/, `${path}: ${line.trim()}`);
    }
  }
});

test('no checkout leaves its credentials behind', () => {
  for (const { path, text } of workflows) {
    for (const step of text.split(/^ *- (?=\w)/m).filter((each) => each.startsWith('uses: actions/checkout@'))) {
      assert.match(step, /^ +persist-credentials: false$/m, path);
    }
  }
});

test('a job that may write runs nothing that this repository or npm brings', () => {
  for (const { path, text } of workflows) {
    assert.doesNotMatch(below(text, 'permissions', 0) ?? 'permissions: write-all', /\bwrite(-all)?\b/, path);
    for (const job of jobs(text)) {
      const permissions = below(job.text, 'permissions', 4) ?? '';
      if (!/\bwrite(-all)?\b/.test(permissions)) continue;
      assert.doesNotMatch(job.text, /\b(npm|npx|node)\b|\.\/|actions\/checkout/, `${path}: job ${job.name}`);
    }
  }
});
