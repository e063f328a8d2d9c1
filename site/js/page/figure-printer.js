// @ts-check
// Prints figures: digits, unit and language. The build and the pages use this one file.

export const BYTE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
export const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const LONG_DIGITS = 12;

export class FigurePrinter {
  /**
   * @param {string} locale "zh-CN" or "en"
   * @param {Record<string, string>} words the language file; units stand in it as unit.NAME.one and unit.NAME.other
   */
  constructor(locale, words) {
    this.locale = locale;
    this.words = words;
    this.plural = new Intl.PluralRules(locale);
    this.separator = words['list.separator'];
    this.whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
    this.decimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
    this.cosine = new Intl.NumberFormat(locale, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
    this.hundredths = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    this.percents = [0, 1, 5].map(
      (digits) =>
        new Intl.NumberFormat(locale, {
          style: 'percent',
          minimumFractionDigits: digits === 1 ? 1 : 0,
          maximumFractionDigits: digits,
        }),
    );
  }

  /** 4096 -> "4,096"; from a thousand million on "8.59 × 10¹⁰". @param {number} x */
  count(x) {
    if (Math.abs(x) < 1e9) return this.whole.format(x);
    const [digits, exponent] = x.toExponential(2).split('e+');
    return `${this.decimal.format(Number(digits))} × 10${[...exponent].map((c) => SUPERSCRIPTS[Number(c)]).join('')}`;
  }

  /** Kept to KiB, so that figures beside it compare at a glance: 3112960 -> "3,040 KiB". @param {number} bytes */
  kib(bytes) {
    return `${this.decimal.format(bytes / 1024)} KiB`;
  }

  /** Up to three decimals, and never a negative zero. @param {number} x */
  number(x) {
    return this.withoutMinusZero(this.decimal.format(x));
  }

  /** What rounds to zero has no sign, and a minus is no hyphen. @param {string} text */
  withoutMinusZero(text) {
    return text.replace(/^-(?=[0.,]*%?$)/, '').replace(/^-/, '−');
  }

  /** A slope or a small difference: three decimals, and what is smaller still as a power of ten. @param {number} x */
  slope(x) {
    const size = Math.abs(x);
    if (size === 0 || size >= 0.0005) return (x < 0 ? '−' : '') + this.cosine.format(size);
    const [digits, exponent] = size.toExponential(0).split('e-');
    return `${x < 0 ? '−' : ''}${digits} × 10⁻${[...exponent].map((c) => SUPERSCRIPTS[Number(c)]).join('')}`;
  }

  /** A share as a percentage. @param {number} share @param {0 | 1 | 5} digits behind the point */
  percent(share, digits = 1) {
    return this.withoutMinusZero(this.percents[digits === 5 ? 2 : digits].format(share));
  }

  /** The same where there is little room: what is there is not 0.0%, and what is not all is not 100.0%. @param {number} share */
  share(share) {
    if (share === 0) return this.percent(0, 0);
    const text = this.percent(share);
    if (share > 0 && text === this.percent(0)) return `<${this.percent(0.001)}`;
    return share < 1 && text === this.percent(1) ? `>${this.percent(0.999)}` : text;
  }

  /**
   * As a sum shows its parts: twelve significant digits, so that adding them again gives the figure, and none of the
   * dust behind the fifteenth. Tiny and huge ones as powers of ten. @param {number} x
   */
  long(x) {
    if (x === -Infinity) return '−∞';
    const size = Math.abs(x);
    const sign = x < 0 ? '−' : '';
    if (size !== 0 && (size < 1e-6 || size >= 1e15)) {
      const [digits, exponent] = size.toExponential(LONG_DIGITS - 1).split('e');
      const power = [...exponent.replace('+', '')].map((c) => (c === '-' ? '⁻' : SUPERSCRIPTS[Number(c)])).join('');
      return `${sign}${Number(digits)} × 10${power}`;
    }
    return (
      sign +
      Number(size.toPrecision(LONG_DIGITS)).toLocaleString(this.locale, {
        maximumFractionDigits: 20,
        useGrouping: size >= 1e4,
      })
    );
  }

  /** The same in four significant digits; whole numbers are whole. @param {number} x */
  short(x) {
    return this.long(Number.isInteger(x) || !Number.isFinite(x) ? x : Number(x.toPrecision(4)));
  }

  /** Hidden states and embeddings: a sign in front of every number that has one, "+0.76". @param {number} x */
  signed(x) {
    if (x === -Infinity) return '−∞';
    const text = this.hundredths.format(Math.abs(x));
    return Number(text) === 0 ? text : (x < 0 ? '−' : '+') + text;
  }

  /** Binary units, named as such: 65536 -> "64 KiB". @param {number} bytes */
  bytes(bytes) {
    let step = 0;
    let amount = bytes;
    while (amount >= 1024 && step + 1 < BYTE_UNITS.length) {
      amount /= 1024;
      step += 1;
    }
    return `${this.decimal.format(amount)} ${BYTE_UNITS[step]}`;
  }

  /** The exact value in full, for the note under a figure. @param {any} value @returns {string} */
  exact(value) {
    if (typeof value === 'boolean') return this.words[value ? 'yes' : 'no'];
    if (typeof value === 'number') return value.toLocaleString(this.locale, { maximumFractionDigits: 17 });
    return Array.from(value, (v) => (typeof v === 'string' ? v : this.exact(v))).join(this.separator);
  }

  /**
   * A figure as it stands in the text.
   * @param {{ value: any, unit: string, print: string }} fact see attn/facts.h
   */
  text(fact) {
    const { value, unit, print } = fact;
    if (print === 'order') return Array.from(value).join(' > ');
    if (print === 'boolean') return this.words[value ? 'yes' : 'no'];
    const one = (/** @type {number} */ x) => this.printed(x, print);
    if (typeof value === 'number') return one(value) + this.unit(value, unit);
    return Array.from(value, one).join(this.separator);
  }

  /** @param {number} x @param {string} print */
  printed(x, print) {
    switch (print) {
      case 'count':
        return this.count(x);
      case 'number':
        return this.number(x);
      case 'cosine':
        return this.cosine.format(x);
      case 'percent':
        return this.percent(x, 0);
      case 'percent1':
        return this.percent(x, 1);
      case 'percent5':
        return this.percent(x, 5);
      case 'bytes':
        return this.bytes(x);
      case 'KiB':
        return this.kib(x);
      default:
        throw new Error(`figures cannot be printed as "${print}"`);
    }
  }

  /** A count with its unit, "4,095 updates". @param {number} value @param {string} unit */
  amount(value, unit) {
    return this.count(value) + this.unit(value, unit);
  }

  /** "1 step" but "4,096 steps"; nothing for pure numbers. @param {number} value @param {string} unit */
  unit(value, unit) {
    if (unit === '1' || unit === 'B') return '';
    const key = `unit.${unit}.${this.plural.select(value)}`;
    const word = this.words[key];
    if (word === undefined) throw new Error(`no word for the unit ${key}`);
    return word;
  }
}
