// What is delivered, in bytes: each script compressed, each page with all it loads, the single file.
// Usage: node scripts/sizes.mjs prints a table; tests/site/sizes.test.mjs holds the limits.
import { readFileSync, readdirSync } from 'node:fs';
import { basename, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { MODULES } from '../site/build/data.mjs';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
const read = (path) => readFileSync(`${DIST}${path}`);
const packed = (path) => gzipSync(read(path), { level: 9 }).length;

/** Compressed, in bytes. A module is a script with the core's code; a page is its HTML with styles and scripts. */
export const LIMITS = {
  module: (name) => ({ lesson: 95_000, ledger: 128_000 })[name] ?? 100_000,
  /** The ledger reads any configuration: its page brings the largest module. */
  page: (path) => (path.endsWith('memory.html') ? 235_000 : 220_000),
  single: 2_000_000, // not compressed: it is carried on sticks
};

/** "js/query-key-value-5be5224636.js" -> "query-key-value" @param {string} path */
export const nameOf = (path) => basename(path).replace(/-[0-9a-f]{10}\.(js|css)$/, '');

/** Files that a page loads when it opens. @param {string} page below dist/ */
function loadedBy(page) {
  const html = read(page).toString('utf8');
  return [...html.matchAll(/<(?:script defer|link rel="stylesheet") (?:src|href)="([^"]+)"/g)].map(([, address]) =>
    posix.join(posix.dirname(page), address),
  );
}

/** @returns {{ what: string, bytes: number, packed: number, limit?: number }[]} */
export function measure() {
  const scripts = readdirSync(`${DIST}js`)
    .sort()
    .map((file) => {
      const name = nameOf(file);
      const limit = MODULES.includes(name) ? LIMITS.module(name) : undefined;
      return { what: `script ${name}`, bytes: read(`js/${file}`).length, packed: packed(`js/${file}`), limit };
    });
  const pages = readdirSync(`${DIST}zh`, { recursive: true })
    .map((path) => `zh/${String(path).replaceAll('\\', '/')}`)
    .flatMap((path) => [path, path.replace('zh/', 'en/')])
    .filter((path) => path.endsWith('.html'))
    .sort()
    .map((path) => {
      const files = [path, ...loadedBy(path)];
      const sum = (size) => files.map(size).reduce((a, b) => a + b, 0);
      return {
        what: `page ${path}`,
        bytes: sum((file) => read(file).length),
        packed: sum(packed),
        limit: LIMITS.page(path),
      };
    });
  const single = read('why-attention.html');
  return [...scripts, ...pages, { what: 'single file', bytes: single.length, packed: packed('why-attention.html') }];
}

const grouped = (n) => n.toLocaleString('en');

/** @param {ReturnType<typeof measure>} sizes */
export const table = (sizes) =>
  [
    `${''.padEnd(38)}${'bytes'.padStart(12)}${'gzipped'.padStart(12)}${'limit'.padStart(12)}`,
    ...sizes.map(
      ({ what, bytes, packed: small, limit }) =>
        what.padEnd(38) +
        grouped(bytes).padStart(12) +
        grouped(small).padStart(12) +
        (limit ? grouped(limit) : '').padStart(12) +
        (small > limit ? '  too large' : ''),
    ),
  ].join('\n');

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(table(measure()));
