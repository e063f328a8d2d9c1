// Joins Emscripten's glue and its WebAssembly binary into one classic script, so that a page opened from disk needs
// nothing else. Usage: node one-script.mjs glue.js binary.wasm out.js
import { readFileSync, writeFileSync } from 'node:fs';

const [glue, binary, out] = process.argv.slice(2);
const bytes = readFileSync(binary);

writeFileSync(out, `// Built from core/ and wasm/: the C++ core and its JavaScript border. Defines createAttn.
${readFileSync(glue, 'utf8')}
createAttn = (function (create) {
  var base64 = '${bytes.toString('base64')}';
  return function createAttnFromThisFile(options) {
    var text = atob(base64);
    var bytes = new Uint8Array(text.length);
    for (var i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return create(Object.assign({ wasmBinary: bytes }, options));
  };
})(createAttn);
if (typeof module === 'object') module.exports = createAttn;
`);
