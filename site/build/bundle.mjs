// The pages' scripts: ES modules of site/js/ as classic scripts, since a page opened from disk may not load modules.
// One script with what all pages use, one a page beside it, and for the single file one with everything.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const SOURCES = fileURLToPath(new URL('../js/', import.meta.url));
const SHARED = resolve(SOURCES, 'shared.js');
const GLOBAL = 'whyAttention';

const PAGES = fileURLToPath(new URL('../zh/', import.meta.url));

const named = (folder, ending) =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => basename(file, ending));

/**
 * Pages that have a script of their own: labs/STEM-lab.js of a page that is called STEM, or entries/STEM.js, where it
 * is more than one file.
 */
export const stems = () => {
  const labs = named(resolve(SOURCES, 'labs'), '-lab.js').filter((stem) => existsSync(resolve(PAGES, `${stem}.njk`)));
  return [...new Set([...labs, ...named(resolve(SOURCES, 'entries'), '.js')])].sort();
};

/** What a page's script begins with. @param {string} stem */
const begins = (stem) => {
  const entry = `./entries/${stem}.js`;
  return `import '${existsSync(resolve(SOURCES, entry)) ? entry : `./labs/${stem}-lab.js`}';`;
};

/** What shared.js brings: a page's script reaches these modules through the shared one and never holds a copy. */
const sharedModules = () =>
  new Set(
    [...readFileSync(SHARED, 'utf8').matchAll(/^(?:export \* from|import) '(.+)';$/gm)].map(([, path]) =>
      resolve(SOURCES, path),
    ),
  );

/** Imports of shared modules become look-ups in the shared script's global. */
const fromShared = {
  name: 'from-shared',
  setup({ onResolve, onLoad }) {
    const shared = sharedModules();
    onResolve({ filter: /^\.\.?\// }, ({ path, importer }) => {
      if (shared.has(resolve(dirname(importer), path))) return { path: GLOBAL, namespace: 'shared' };
      return undefined;
    });
    onLoad({ filter: /.*/, namespace: 'shared' }, () => ({ contents: `module.exports = ${GLOBAL};` }));
  },
};

/** Names stay as they are written: readers may look, and workers get functions as text. */
const OPTIONS = {
  bundle: true,
  write: false,
  metafile: true,
  format: 'iife',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'inline',
  logLevel: 'warning',
  absWorkingDir: SOURCES,
};

/** @returns {Promise<{ text: string, modules: string[] }>} modules: the sources inside, below site/js/ */
async function made(options) {
  const {
    outputFiles: [{ text }],
    metafile,
  } = await build({ ...OPTIONS, ...options });
  return {
    text,
    modules: Object.keys(metafile.inputs)
      .filter((path) => !/^(shared:|<stdin>)/.test(path))
      .sort(),
  };
}

const source = (/** @type {string[]} */ lines) => ({ contents: lines.join('\n'), resolveDir: SOURCES });

/**
 * All scripts of the site's own, by name: `shared` and one for each stem, or `single` alone.
 * @param {{ single?: boolean }} [how] @returns {Promise<Record<string, { text: string, modules: string[] }>>}
 */
export async function scripts({ single = false } = {}) {
  if (single) {
    const lines = ["import './single-file/pages.js';", "export * from './shared.js';", ...stems().map(begins)];
    return { single: await made({ stdin: source(lines), globalName: GLOBAL }) };
  }
  const shared = await made({ entryPoints: [SHARED], globalName: GLOBAL });
  const pages = await Promise.all(
    stems().map(async (stem) => {
      const own = await made({ stdin: source([begins(stem)]), plugins: [fromShared] });
      // Where the shared script did not arrive there is nothing to start: the page's own lines say so.
      return [stem, { ...own, text: own.text.replace(/^\(\(\) => \{$/m, `globalThis.${GLOBAL} && (() => {`) }];
    }),
  );
  return { shared, ...Object.fromEntries(pages) };
}

const hash = (text) => createHash('sha256').update(text).digest('hex').slice(0, 10);

/**
 * Scripts as they are shipped: each names its build and where its sources are, and is called by its content.
 * @param {Record<string, string>} texts all scripts and data scripts of the site, by name
 * @param {{ repository?: string }} [where] of the readable sources
 * @returns {{ build: string, names: Record<string, string>, files: Record<string, string> }} names: file names by name
 */
export function deliver(texts, { repository = '' } = {}) {
  const build = hash(
    Object.keys(texts)
      .sort()
      .map((name) => `${name}\0${texts[name]}`)
      .join('\0'),
  );
  const sources = repository ? `${repository}/tree/main/site/js` : 'site/js/ of the project';
  const names = {};
  const files = {};
  for (const [name, text] of Object.entries(texts)) {
    const whole = [
      `// Why Attention: ${name}. Made from readable sources: ${sources}`,
      `(globalThis.attnBuild ??= {})["${name}"] = "${build}";`,
      text,
    ].join('\n');
    names[name] = `${name}-${hash(whole)}.js`;
    files[names[name]] = whole;
  }
  return { build, names, files };
}

/**
 * The site's own scripts, together with others that are shipped beside them (modules of the core, data).
 * @param {{ single?: boolean, also?: Record<string, string>, repository?: string }} [how]
 * @returns {Promise<Record<string, string>>} by file name
 */
export async function bundle({ single = false, also = {}, repository } = {}) {
  const own = Object.fromEntries(Object.entries(await scripts({ single })).map(([name, { text }]) => [name, text]));
  return deliver({ ...own, ...also }, { repository }).files;
}
