// Joins Emscripten's glue and its WebAssembly binary into one classic script, so that a page opened from disk needs
// nothing else. Usage: node one-script.mjs glue.js binary.wasm out.js
import { readFileSync, writeFileSync } from 'node:fs';

const [glue, binary, out] = process.argv.slice(2);
const bytes = readFileSync(binary);

writeFileSync(out, `// Built from core/ and wasm/: the C++ core and its JavaScript border. Defines createAttn.
${readFileSync(glue, 'utf8')}
createAttn = (function (create) {
  var base64 = '${bytes.toString('base64')}';

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
    var text = atob(base64);
    var bytes = new Uint8Array(text.length);
    for (var i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return create({ wasmBinary: bytes }).then(face);
  };
})(createAttn);
if (typeof module === 'object') module.exports = createAttn;
`);
