// The Content-Security-Policy of the pages. Nothing is fetched from anywhere else, nothing inline runs, nothing is
// sent.

const directives = (scripts, styles, images) => ({
  'default-src': "'none'",
  'script-src': `${scripts} 'wasm-unsafe-eval'`,
  'style-src': styles,
  'worker-src': `${images} blob:`.trim(),
  'img-src': `${images} blob:`.trim(),
});
const written = (policy) =>
  Object.entries(policy)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
const END = { 'base-uri': "'none'", 'form-action': "'none'" };

/** The pages of the folder load what lies beside them. */
export const folderPolicy = written({
  ...directives("'self'", "'self'", "'self'"),
  'connect-src': "'self'",
  'manifest-src': "'self'",
  ...END,
});

/** The single file runs what stands in it, known by its hashes. @param {string} scripts @param {string} styles */
export const singlePolicy = (scripts, styles) => written({ ...directives(scripts, styles, ''), ...END });
