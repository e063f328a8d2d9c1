// @ts-check
// The settings of a laboratory: what each may be, how it stands in the address, and what stands in for a broken one.
import { address } from '../page/address.js';

/**
 * @typedef {{ standard: any, parse: (text: string) => any, text?: (value: any) => string }} LabSetting
 *   standard: where the address says nothing, or nothing usable; parse: undefined for what cannot be used
 */

/** @param {readonly string[]} values @param {string} [standard] @returns {LabSetting} */
export const oneOf = (values, standard = values[0]) => ({ standard, parse: (text) => (values.includes(text) ? text : undefined) });

/** @param {boolean} standard @returns {LabSetting} */
export const flag = (standard) => ({
  standard, parse: (text) => (/^[01]$/.test(text) ? text === '1' : undefined), text: (value) => (value ? '1' : '0'),
});

/** @param {number} least @param {number} most @param {number} standard @returns {LabSetting} */
export const wholeNumber = (least, most, standard) => ({
  standard, parse: (text) => (/^\d{1,7}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined),
});

/** A number as a person writes it, of at most so many digits. @param {number} least @param {number} most @param {number} standard @returns {LabSetting} */
export const decimalNumber = (least, most, standard) => ({
  standard,
  parse: (text) => (/^-?(\d{1,6}(\.\d{1,6})?|\.\d{1,6})$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined),
});

/** Any of these, in any number: "mask-after,model-width". @param {readonly string[]} values @returns {LabSetting} */
export const severalOf = (values) => ({
  standard: [], parse: (text) => text.split(',').filter((one) => values.includes(one)), text: (chosen) => chosen.join(','),
});

/** A score as it is typed or as JavaScript writes it: "-4", "0.5", "1e-7". @param {string} text */
export const isScore = (text) => /^-?\d{1,6}(\.\d{1,20})?(e-\d{1,2})?$/.test(text);

/** The shortest decimal that reads back as this number, never with an exponent. @param {number} x */
export const scoreText = (x) => x.toLocaleString('en', { maximumFractionDigits: 20, useGrouping: false }).replace(/^-0$/, '0');

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

/** The words of a sentence; [] stands for the five of the teaching world. @param {(words: string[]) => boolean} good @returns {LabSetting} */
export const wordList = (good) => ({
  standard: [],
  parse: (text) => { const list = text.split(' ').filter((word) => word !== ''); return good(list) ? list : undefined; },
  text: (list) => list.join(' '),
});

/** An entry as data files hold them: at most three decimals, within a hundred. @param {string} text */
export const isEntry = (text) => /^-?(\d{1,3}(\.\d{1,3})?|\.\d{1,3})$/.test(text) && Number(text) >= -100 && Number(text) <= 100;

const EDITED = /** @type {Record<string, string>} */ ({ E: 'inputs', Q: 'W_Q', K: 'W_K', V: 'W_V' });

/** Entries that the reader has changed, by path: "E.3.0(0.5)Q.2.1(-1)". Map of "inputs/3/0" to a number. @returns {LabSetting} */
export const entryList = () => ({
  standard: new Map(),
  parse: (text) => new Map([...text.matchAll(/([EQKV])\.(\d{1,2})\.(\d{1,2})\(([-\d.]+)\)/g)].filter(([, , , , value]) => isEntry(value))
    .map(([, matrix, row, column, value]) => [`${EDITED[matrix]}/${Number(row)}/${Number(column)}`, Number(value)])),
  text: (entries) => [...entries].map(([path, value]) => {
    const [matrix, row, column] = path.split('/');
    return `${Object.keys(EDITED).find((key) => EDITED[key] === matrix)}.${row}.${column}(${value})`;
  }).join(''),
});

/** The values of all settings, read from the address and written to it. */
export class LabState {
  /** @param {Record<string, LabSetting>} settings */
  constructor(settings) {
    this.settings = settings;
    /** @type {Record<string, any>} */
    this.values = {};
    this.read();
  }

  /** True unless the address names a part of the page, which says nothing of a lab. */
  static speaks() { return location.hash === '' || location.hash.includes('=') || location.hash.startsWith('#/'); }

  /** Each value on its own: one that is missing or broken becomes its standard. */
  read() {
    const said = address.read();
    for (const [name, { standard, parse }] of Object.entries(this.settings)) {
      this.values[name] = (said[name] === undefined ? undefined : parse(said[name])) ?? standard;
    }
  }

  /** @param {string} name */
  text(name) {
    const { text = String } = this.settings[name];
    return text(this.values[name]);
  }

  /** Is this setting as it stands where the address says nothing? @param {string} name */
  isStandard(name) {
    const { standard, text = String } = this.settings[name];
    return this.text(name) === text(standard);
  }

  /** Puts what is not standard into the address. */
  write() {
    address.write(Object.fromEntries(Object.keys(this.settings).map((name) => [name, this.isStandard(name) ? undefined : this.text(name)])));
  }

  /** What is not standard, for people: "heads=2, query=wang". */
  told() {
    return Object.keys(this.settings).filter((name) => !this.isStandard(name)).map((name) => `${name}=${this.text(name)}`).join(', ');
  }
}
