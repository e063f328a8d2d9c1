// Errors of a build name the page and what is wrong with it. They are printed before they are thrown: around an error
// inside a paired shortcode Eleventy only says "Error with paired shortcode `math`".

/** @param {{ inputPath?: string } | string | undefined} page @param {string} message @returns {never} */
export function refuse(page, message) {
  const place = typeof page === 'string' ? page : page?.inputPath;
  const text = place ? `${place}: ${message}` : message;
  console.error(`\n${text}\n`);
  throw new Error(text);
}

/** "softmax, memory": what there is, for a message that says what there is not. @param {Iterable<string>} names */
export const listed = (names) => [...names].sort().join(', ');

/** The one that was perhaps meant, for a misspelt name. @param {string} name @param {Iterable<string>} names */
export function nearest(name, names) {
  let [best, least] = ['', Infinity];
  for (const other of names) {
    const far = distance(name, other);
    if (far < least) [best, least] = [other, far];
  }
  return least <= Math.max(2, name.length / 4) ? ` (is "${best}" meant?)` : '';
}

/** Letters to change, add or leave out. @param {string} a @param {string} b */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length];
}
