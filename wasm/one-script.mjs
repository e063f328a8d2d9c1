// Joins Emscripten's glue, our face.js and the WebAssembly binary into one classic script, so that a page opened from disk
// needs nothing else; and into one without the binary, for pages that keep that elsewhere. Each registers the module's
// factory under its name: attnModules[NAME]({ bytes? }) promises the functions.
// Usage: node one-script.mjs NAME glue.js binary.wasm FOLDER   writes FOLDER/NAME.js, NAME.glue.js and NAME.wasm
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { transformSync } from 'esbuild';

const [name, glue, binary, folder] = process.argv.slice(2);
const bytes = readFileSync(binary);
const read = (path) => readFileSync(path, 'utf8');
/** By zopfli, which takes a second and finds what gzip's own search leaves: one byte in twenty. Without it, by zlib. */
function compressed(path) {
  const { status, stdout } = spawnSync('zopfli', ['-c', path], { maxBuffer: 1 << 26 });
  return status === 0 ? stdout : gzipSync(readFileSync(path), { level: 9 });
}

/** A third smaller; names of globals and of properties stay. */
const small = (code) => transformSync(code, { minify: true, target: 'es2020' }).code;

/** @param {string} inside declares `own`, which gives the binary or promises it */
const script = (inside) => `// The core's module "${name}", built from core/ and wasm/. Registers attnModules.${name}.
${small(`(function () {
${read(glue)}
${read(new URL('face.js', import.meta.url))}
${read(new URL('gunzip.js', import.meta.url))}
${inside}
function factory(options) {
  const { bytes, packed } = options || {};
  return attnFace(createAttn, packed ? () => unpacked(packed) : bytes ? () => bytes : own);
}
(globalThis.attnModules = globalThis.attnModules || {})['${name}'] = factory;
if (typeof module === 'object') module.exports = factory;
})();`)}`;

/**
 * Compressed, then as text: what a compressing server makes of it is within one in a hundred of the binary compressed
 * alone, whatever the page is read as, and on a disk it is half as large as the binary.
 */
const packed = compressed(binary).toString('base64');
writeFileSync(
  `${folder}/${name}.js`,
  script(`function own() {
  return unpacked('${packed}', ${Buffer.from(packed, 'base64').length});
}`),
);
writeFileSync(
  `${folder}/${name}.glue.js`,
  script(`function own() {
  throw new Error('${name}.glue.js wants { bytes }: it has no binary of its own');
}`),
);
writeFileSync(`${folder}/${name}.wasm`, bytes);
