// @ts-check
// Number fields: text fields marked data-number (whole or decimal), with data-least, data-most and data-step. A field
// of type "number" would drop what it does not know: a decimal comma, a percent sign, the k of "128k" leave another
// number behind without a word; and the mouse wheel would change it under a reader who scrolls.

/** Signs that people and input methods write for a minus: hyphen, minus, en dash, figure dash, and small forms. */
const MINUS = /^[-\u2212\u2013\u2012\u2010\u2011\uFE63]/;

/** Thousands as they are printed here ("131,072"), and as other languages part them. */
const GROUPED = /^-?\d{1,3}([,'\u2019 ]\d{3})+(\.\d+)?$/;

/**
 * The number that a person wrote, as digits with a point: "−0,5" is "-0.5", "１２８" is "128", "131,072" is "131072".
 * What is no number, or could be two of them ("1,234" where fractions are possible), stays as it is, to be refused.
 * @param {string} text @param {boolean} [whole] are there no fractions? Then "1,234" can only be a thousand and more.
 */
export function plainNumber(text, whole = false) {
  const written = text
    .normalize('NFKC')
    .trim()
    .replace(MINUS, '-')
    .replace(/^\+(?=[\d.])/, '')
    .replace(/^(-?\d+)[.,]$/, '$1'); // on the way to a fraction
  const parted = written.replaceAll(/[\u00A0\u202F]/g, ' ');
  if (GROUPED.test(parted)) {
    const sure = whole || parted.includes('.') || !parted.includes(',') || parted.split(',').length > 2;
    return sure ? parted.replaceAll(/[,'\u2019 ]/g, '') : written;
  }
  return /^-?\d*,\d+$/.test(written) ? written.replace(',', '.') : written;
}

/** @param {EventTarget | null} element */
export const isNumberField = (element) => element instanceof HTMLInputElement && element.dataset.number !== undefined;

/** What stands in a field, as digits with a point. @param {HTMLInputElement} field */
export const plainOf = (field) => plainNumber(field.value, field.dataset.number === 'whole');

/** NaN where it is none. @param {HTMLInputElement} field */
export function numberOf(field) {
  const text = plainOf(field);
  return /^-?(\d+(\.\d+)?|\.\d+)$/.test(text) ? Number(text) : NaN;
}

/** @param {HTMLInputElement} field */
export const limitsOf = (field) => ({ least: Number(field.dataset.least), most: Number(field.dataset.most) });

/** Enter that takes a candidate of an input method is no command (Safari says so by the key code only). @param {KeyboardEvent} event */
export const composing = (event) => event.isComposing || event.keyCode === 229;

/**
 * One step up or down, within the limits; the browser adds decimals without dust.
 * @param {HTMLInputElement} field @param {'ArrowUp' | 'ArrowDown'} key
 */
function step(field, key) {
  const value = plainOf(field);
  if (Number.isNaN(numberOf(field))) return false;
  const { least, most, step: size = '1' } = field.dataset;
  const twin = document.createElement('input');
  // The value is the step's base too, so that 0.25 goes to 0.35 by a tenth.
  for (const [name, said] of Object.entries({ type: 'number', value, step: size, max: most }))
    if (said !== undefined) twin.setAttribute(name, said);
  if (key === 'ArrowUp') twin.stepUp();
  else {
    twin.removeAttribute('max');
    twin.stepDown();
    if (least !== undefined && twin.valueAsNumber < Number(least)) return true;
  }
  field.value = twin.value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return true;
}

document.addEventListener('keydown', (event) => {
  const { target, key } = event;
  if (!(target instanceof HTMLInputElement) || !isNumberField(target)) return;
  if ((key !== 'ArrowUp' && key !== 'ArrowDown') || composing(event)) return;
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (step(target, key)) event.preventDefault();
});
