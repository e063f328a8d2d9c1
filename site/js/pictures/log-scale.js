// @ts-check
// Positions on logarithmic axes, and the stops of a logarithmic slider. Layout only: no figure comes from here.

export class LogScale {
  /** @param {[number, number]} domain both above 0 @param {[number, number]} range pixels */
  constructor([from, to], [start, end]) {
    this.domain = [from, to];
    this.place = (/** @type {number} */ x) => start + ((end - start) * Math.log(x / from)) / Math.log(to / from);
  }

  /** Ticks at the powers of ten inside, every `nth` of them. */
  decades(nth = 1) {
    const ticks = [];
    for (let power = Math.ceil(Math.log10(this.domain[0]) - 1e-9); 10 ** power <= this.domain[1]; power += nth) {
      ticks.push({ power, at: this.place(10 ** power) });
    }
    return ticks;
  }

  /**
   * Ticks at the powers of two inside, every `nth` of them.
   * @param {number} nth @returns {{ value: number, at: number }[]}
   */
  doublings(nth) {
    const ticks = [];
    for (let power = 0; 2 ** power <= this.domain[1]; power += nth) {
      if (2 ** power >= this.domain[0]) ticks.push({ value: 2 ** power, at: this.place(2 ** power) });
    }
    return ticks;
  }
}

/** 1, 2, 3 … 64, then 32 even steps up to each next doubling: every small number and every power of two is a stop. */
export class LogStops {
  /** @param {number} most */
  constructor(most) {
    /** @type {number[]} */
    this.values = [];
    for (let value = 1, step = 1; value <= most; value += step) {
      this.values.push(value);
      if (value === 64 * step) step *= 2;
    }
    if (this.values.at(-1) !== most) this.values.push(most);
  }

  /** The stop that is nearest without lying above. @param {number} value */
  index(value) {
    const above = this.values.findIndex((stop) => stop > value);
    return above === -1 ? this.values.length - 1 : Math.max(0, above - 1);
  }
}
