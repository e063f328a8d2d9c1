// The bytes of a gzip stream. Written and read by hand: a stream that nobody holds, such as that of a Blob, may be collected
// before it has come to its end. Becomes part of each module's script.

/** @param {Uint8Array} packed */
async function gunzip(packed) {
  const stream = new DecompressionStream('gzip');
  const writer = stream.writable.getWriter();
  const written = Promise.all([writer.write(packed), writer.close()]);
  const reader = stream.readable.getReader();
  const parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    size += part.value.length;
  }
  await written;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** The bytes of a binary as a page carries it: base64 of a gzip stream. @param {string} text @param {number} [size] */
function unpacked(text, size) {
  const packed = atob(text.trim());
  if (size !== undefined && packed.length !== size) throw new Error('a module was cut off');
  return gunzip(Uint8Array.from(packed, (c) => c.charCodeAt(0)));
}
