// Joins Emscripten's glue, our face.js and the WebAssembly binary into one classic script, so that a page opened from disk
// needs nothing else; and into one without the binary, for pages that keep that elsewhere. Each registers the module's
// factory under its name: attnModules[NAME]({ bytes? }) promises the functions.
// Usage: node one-script.mjs NAME glue.js binary.wasm FOLDER   writes FOLDER/NAME.js and FOLDER/NAME.glue.js
import { readFileSync, writeFileSync } from 'node:fs';

const [name, glue, binary, folder] = process.argv.slice(2);
const bytes = readFileSync(binary);
const read = (path) => readFileSync(path, 'utf8');
/** Without comment lines, which are for readers of the source. */
const bare = (code) =>
  code
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\/\*\*.*\*\/$)/.test(line))
    .map((line) => line.trim())
    .join('\n');

/**
 * A byte a character, as a JavaScript string. Base64 would shift the bytes against one another, and a compressing server
 * would find little to compress: a module is a quarter smaller on its way like this.
 */
const ESCAPED = { 0: '\\x00', 10: '\\n', 13: '\\r', 39: "\\'", 92: '\\\\' };
const text = () =>
  Array.from(bytes, (byte) => ESCAPED[byte] ?? String.fromCharCode(byte))
    .join('')
    .replace(/\\x00(?!\d)/g, '\\0');

/** @param {string} inside declares `own`, which gives the binary */
const script = (inside) => `// The core's module "${name}", built from core/ and wasm/. Registers attnModules.${name}.
(function () {
${read(glue)}
${bare(read(new URL('face.js', import.meta.url)))}
${inside}
function factory(options) {
  return attnFace(createAttn, '${name}', options && options.bytes ? function () { return options.bytes; } : own);
}
(globalThis.attnModules = globalThis.attnModules || {})['${name}'] = factory;
if (typeof module === 'object') module.exports = factory;
})();
`;

writeFileSync(`${folder}/${name}.js`, script(`var text = '${text()}';
function own() {
  // Read as anything but UTF-8 the text has another length, and the module would fail in ways that tell nothing.
  if (text.length !== ${bytes.length}) throw new Error('${name}.js was not read as UTF-8');
  var bytes = new Uint8Array(text.length);
  for (var i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}`));
writeFileSync(`${folder}/${name}.glue.js`, script(`function own() {
  throw new Error('${name}.glue.js wants { bytes }: it has no binary of its own');
}`));
