// @ts-check
// The state of the labs in the address: #T=4096&d=5120&step=3. Works from disk; a broken or unknown part is left out.

/**
 * What a hash says by name, and what it says in %-sequences that are no text, as it stands there.
 * @param {string} hash "#/zh/why-not-rnn&T=4096&d=5120"
 */
function parts(hash) {
  /** @type {Record<string, string>} */
  const values = {};
  /** @type {Record<string, string>} */
  const broken = {};
  for (const part of hash.slice(1).split('&')) {
    const [name, value] = part.split('=');
    if (value === undefined) continue;
    try {
      values[name] = decodeURIComponent(value);
    } catch {
      broken[name] = value; // cut in the middle
    }
  }
  return { values, broken };
}

/** @param {string} hash "#/zh/why-not-rnn&T=4096&d=5120" */
export const addressValues = (hash) => parts(hash).values;

export const address = {
  /** Named values; a route of the single-file edition ("#/zh/...") stands in front and is none of them. */
  read() {
    return addressValues(location.hash);
  },

  /** Values that are no text, by name. */
  broken() {
    return parts(location.hash).broken;
  },

  /** @type {Record<string, string | number | undefined>} changes that wait to be written */
  waiting: {},
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  pause: undefined,
  /** The address as it was last read or written here: another one is where the reader has gone since. */
  known: location.hash,

  /**
   * Puts these values into the address without a new history entry, and takes those that are undefined out: at once,
   * then at most every 400 ms, since WebKit refuses more than 100 changes in 30 seconds.
   * @param {Record<string, string | number | undefined>} changes
   */
  write(changes) {
    // What waited belongs to the address that the reader has left.
    if (location.hash !== this.known) this.waiting = {};
    this.known = location.hash;
    Object.assign(this.waiting, changes);
    if (this.pause !== undefined) return;
    if (this.writeNow(this.waiting)) this.waiting = {}; // else they wait for the next time
    this.pause = setTimeout(() => {
      this.pause = undefined;
      if (Object.keys(this.waiting).length && location.hash === this.known) this.write({});
      else this.waiting = {};
    }, 400);
  },

  /** @param {Record<string, string | number | undefined>} changes @returns {boolean} whether the browser took them */
  writeNow(changes) {
    const route = location.hash.startsWith('#/') ? [location.hash.slice(1).split('&')[0]] : [];
    const values = Object.entries({ ...this.read(), ...changes }).flatMap(([name, value]) => part(name, value));
    try {
      history.replaceState(history.state, '', `#${[...route, ...values].join('&')}`);
      this.known = location.hash;
    } catch {
      return false; // too many in a short time: a lab works without its address
    }
    return true;
  },

  /** A whole number in [least, most], or nothing. @param {string} name @param {number} least @param {number} most */
  whole(name, least, most) {
    const text = this.read()[name];
    if (text === undefined || !/^\d+$/.test(text)) return undefined;
    const value = Number(text);
    return value >= least && value <= most ? value : undefined;
  },
};

/**
 * One value as it stands in an address; half a character cannot stand there.
 * @param {string} name @param {string | number | undefined} value
 */
function part(name, value) {
  if (value === undefined) return [];
  try {
    return [`${name}=${encodeURIComponent(value)}`];
  } catch {
    return [];
  }
}
