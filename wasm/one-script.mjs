// Joins Emscripten's glue and its WebAssembly binary into one classic script, so that a page opened from disk needs
// nothing else. Usage: node one-script.mjs glue.js binary.wasm out.js
import { readFileSync, writeFileSync } from 'node:fs';

const [glue, binary, out] = process.argv.slice(2);
const bytes = readFileSync(binary);

/**
 * A byte a character, as a JavaScript string. Base64 would shift the bytes against one another, and a compressing server
 * would find little to compress: the lesson's module is a quarter smaller on its way like this.
 */
const ESCAPED = { 0: '\\x00', 10: '\\n', 13: '\\r', 39: "\\'", 92: '\\\\' };
const text = Array.from(bytes, (byte) => ESCAPED[byte] ?? String.fromCharCode(byte)).join('')
  .replace(/\\x00(?!\d)/g, '\\0');

writeFileSync(out, `// Built from core/ and wasm/: the C++ core and its JavaScript border. Defines createAttn.
${readFileSync(glue, 'utf8')}
createAttn = (function (create) {
  var text = '${text}';

  // Only our functions, and what they refuse is thrown here.
  function face(core) {
    var attn = {};
    core.topics().forEach(function (name) {
      attn[name] = function (input) {
        var answer = core[name](input);
        if (answer instanceof Error) throw answer;
        return answer;
      };
    });
    return Object.defineProperty(attn, 'heapBytes', { value: core.heap_bytes });  // for tests; not one of the topics
  }

  return function createAttnFromThisFile() {
    // Read as anything but UTF-8 the text has another length, and the module would fail in ways that tell nothing.
    if (text.length !== ${bytes.length}) throw new Error('attn.js was not read as UTF-8');
    var bytes = new Uint8Array(text.length);
    for (var i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return create({ wasmBinary: bytes }).then(face);
  };
})(createAttn);
if (typeof module === 'object') module.exports = createAttn;
`);
