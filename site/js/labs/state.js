// @ts-check
// The settings of a laboratory: what each may be, how it stands in the address, and what stands in for a broken one.
import { address } from '../page/address.js';

/**
 * @typedef {{
 *   standard: any, parse: (text: string) => any, text?: (value: any) => string, lost?: (text: string) => boolean,
 * }} LabSetting
 *   standard: where the address says nothing, or nothing usable; parse: undefined for what cannot be used; lost:
 *   whether parse had to leave a part out
 */

/** @param {readonly string[]} values @param {string} [standard] @returns {LabSetting} */
export const oneOf = (values, standard = values[0]) => ({
  standard,
  parse: (text) => (values.includes(text) ? text : undefined),
});

/** @param {boolean} standard @returns {LabSetting} */
export const flag = (standard) => ({
  standard,
  parse: (text) => (/^[01]$/.test(text) ? text === '1' : undefined),
  text: (value) => (value ? '1' : '0'),
});

/**
 * A number in [least, most], written like this.
 * @param {RegExp} form @param {number} least @param {number} most @param {number} standard @returns {LabSetting}
 */
const numberLike = (form, least, most, standard) => ({
  standard,
  parse: (text) => (form.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined),
});

/** @param {number} least @param {number} most @param {number} standard */
export const wholeNumber = (least, most, standard) => numberLike(/^\d{1,7}$/, least, most, standard);

/**
 * A number as a person writes it, of at most so many digits.
 * @param {number} least @param {number} most @param {number} standard
 */
export const decimalNumber = (least, most, standard) =>
  numberLike(/^-?(\d{1,6}(\.\d{1,6})?|\.\d{1,6})$/, least, most, standard);

/** Any of these, in any number: "mask-after,model-width". @param {readonly string[]} values @returns {LabSetting} */
export const severalOf = (values) => ({
  standard: [],
  parse: (text) => values.filter((one) => text.split(',').includes(one)),
  text: (chosen) => chosen.join(','),
  lost: (text) => text !== '' && text.split(',').some((one) => !values.includes(one)),
});

/** A score as it is typed or as JavaScript writes it: "-4", "0.5", "1e-7". @param {string} text */
export const isScore = (text) => /^-?\d{1,6}(\.\d{1,20})?(e-\d{1,2})?$/.test(text);

/** The shortest decimal that reads back as this number, never with an exponent. @param {number} x */
export const scoreText = (x) =>
  x.toLocaleString('en', { maximumFractionDigits: 20, useGrouping: false }).replace(/^-0$/, '0');

/** Numbers in a row, two to twelve of them: "10,3,-4". @param {number[]} standard @returns {LabSetting} */
export const numberList = (standard) => ({
  standard,
  parse: (text) => {
    const parts = text.split(',');
    const good = parts.length >= 2 && parts.length <= 12 && parts.every(isScore);
    return good ? parts.map(Number) : undefined;
  },
  text: (numbers) => numbers.map(scoreText).join(','),
});

/**
 * The words of a sentence; [] stands for the five of the teaching world.
 * @param {(text: string) => string[]} cut @param {(words: string[]) => boolean} good @returns {LabSetting}
 */
export const wordList = (cut, good) => ({
  standard: [],
  parse: (text) => {
    const list = cut(text);
    return good(list) ? list : undefined;
  },
  text: (list) => list.join(' '),
  lost: (text) => cut(text).join(' ') !== text,
});

/** An entry as data files hold them: at most three decimals, within a hundred. @param {string} text */
export const isEntry = (text) =>
  /^-?(\d{1,3}(\.\d{1,3})?|\.\d{1,3})$/.test(text) && Number(text) >= -100 && Number(text) <= 100;

const EDITED = /** @type {Record<string, string>} */ ({ E: 'inputs', Q: 'W_Q', K: 'W_K', V: 'W_V' });

const ENTRY = /([EQKV])\.(\d{1,2})\.(\d{1,2})\(([-\d.]+)\)/g;

/**
 * Entries that the reader has changed, by path: "E.3.0(0.5)Q.2.1(-1)". Map of "inputs/3/0" to a number.
 * @returns {LabSetting}
 */
export const entryList = () => ({
  standard: new Map(),
  parse: (text) => {
    const good = [...text.matchAll(ENTRY)].filter(([, , , , value]) => isEntry(value));
    return new Map(
      good.map(([, matrix, row, column, value]) => [
        `${EDITED[matrix]}/${Number(row)}/${Number(column)}`,
        Number(value),
      ]),
    );
  },
  text: (entries) =>
    [...entries]
      .map(([path, value]) => {
        const [matrix, row, column] = path.split('/');
        return `${Object.keys(EDITED).find((key) => EDITED[key] === matrix)}.${row}.${column}(${value})`;
      })
      .join(''),
  lost: (text) => text.replace(ENTRY, (whole, _, __, ___, value) => (isEntry(value) ? '' : whole)) !== '',
});

/** @typedef {Record<string, any>} LabValues by setting; a laboratory may keep more there that no address holds */

/** The values of all settings, read from the address and written to it. */
export class LabState {
  /** @param {Record<string, LabSetting>} settings */
  constructor(settings) {
    this.settings = settings;
    /** In use. @type {LabValues} */
    this.values = this.standards();
  }

  /** True unless the address names a part of the page, which says nothing of a lab. */
  static speaks() {
    return location.hash === '' || location.hash.includes('=') || location.hash.startsWith('#/');
  }

  /** @returns {LabValues} */
  standards() {
    return Object.fromEntries(Object.entries(this.settings).map(([name, { standard }]) => [name, standard]));
  }

  /**
   * What the address says, each value on its own: one that is missing or broken becomes its standard, and a broken
   * one is named. Nothing is in use before the lab has computed with it.
   * @returns {{ values: LabValues, unused: string[] }}
   */
  read() {
    const said = address.read();
    const broken = address.broken();
    const values = this.standards();
    /** @type {string[]} */
    const unused = [];
    for (const [name, { parse, lost }] of Object.entries(this.settings)) {
      if (broken[name] !== undefined) unused.push(`${name}=${broken[name]}`);
      if (said[name] === undefined) continue;
      const value = parse(said[name]);
      if (value !== undefined) values[name] = value;
      if (value === undefined || lost?.(said[name])) unused.push(`${name}=${said[name]}`);
    }
    return { values, unused };
  }

  /** @param {string} name @param {any} [value] */
  text(name, value = this.values[name]) {
    const { text = String } = this.settings[name];
    return text(value);
  }

  /** Is this setting as it stands where the address says nothing? @param {string} name */
  isStandard(name) {
    return this.text(name) === this.text(name, this.settings[name].standard);
  }

  /** All of them as texts, as a download keeps them. */
  texts() {
    return Object.fromEntries(Object.keys(this.settings).map((name) => [name, this.text(name)]));
  }

  /** Puts what is not standard into the address. */
  write() {
    const names = Object.keys(this.settings);
    address.write(Object.fromEntries(names.map((name) => [name, this.isStandard(name) ? undefined : this.text(name)])));
  }

  /** What is not standard, for people: "heads=2, query=wang". */
  told() {
    const names = Object.keys(this.settings).filter((name) => !this.isStandard(name));
    return names.map((name) => `${name}=${this.text(name)}`).join(', ');
  }
}
