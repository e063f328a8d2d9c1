// @ts-check
// Lays out what the core says of a number: as a formula (MathML), and the same again as text in which every part that
// has a name can be asked on. Structure, names and values are the core's.
import { hasWords, printer, words } from '../page/words.js';
import { cellNode } from './cell-names.js';
/** @import { Expression } from '../attn.js' */
/** @import { WhySource } from './questions.js' */

const MATHML = 'http://www.w3.org/1998/Math/MathML';

/** @param {string} tag @param {...(Node | string)} children */
function math(tag, ...children) {
  const element = document.createElementNS(MATHML, tag);
  element.append(...children);
  return element;
}

/**
 * How tightly an operation binds: what binds less stands in brackets inside one that binds more.
 * @type {Record<string, number>}
 */
const BINDS = { sum: 1, difference: 1, product: 2, quotient: 2 };

/** @param {Expression} part @param {number} least */
export const needsBrackets = (part, least) =>
  part.parts.length ? (BINDS[part.operation] ?? 9) < least : part.value < 0;

/** @param {Expression} expression @param {number} [least] @returns {Node} */
function formulaOf(expression, least = 0) {
  const { operation, parts, value } = expression;
  const bracketed = (/** @type {Node} */ inner) => math('mrow', math('mo', '('), inner, math('mo', ')'));
  const inner = () => {
    const joined = (/** @type {string} */ sign, /** @type {number} */ binds) =>
      math(
        'mrow',
        ...parts.flatMap((part, i) => [
          ...(i ? [math('mo', sign)] : []),
          formulaOf(part, i || operation === 'product' ? binds : binds - 1),
        ]),
      );
    const called = (/** @type {string} */ name) =>
      math(
        'mrow',
        math('mi', name),
        math('mo', '('),
        ...parts.flatMap((part, i) => [...(i ? [math('mo', ',')] : []), formulaOf(part)]),
        math('mo', ')'),
      );
    switch (parts.length ? operation : 'number') {
      case 'sum':
        return joined('+', 2);
      case 'difference':
        return joined('−', 2);
      case 'product':
        return joined('×', 2);
      case 'quotient':
        return math('mfrac', formulaOf(parts[0]), formulaOf(parts[1]));
      case 'exponential':
        return math('msup', math('mi', 'e'), formulaOf(parts[0]));
      case 'square_root':
        return math('msqrt', formulaOf(parts[0]));
      case 'ceiling':
        return math('mrow', math('mo', '⌈'), formulaOf(parts[0]), math('mo', '⌉'));
      case 'logarithm':
        return called('ln');
      case 'largest':
        return called('max');
      case 'smallest':
        return called('min');
      case 'tanh':
        return called('tanh');
      default:
        return math('mn', printer.long(value));
    }
  };
  return needsBrackets(expression, least) && operation !== 'quotient' ? bracketed(inner()) : inner();
}

/** "0.394 = …" as MathML. @param {Expression} expression */
export function expressionFormula(expression) {
  const element = math(
    'math',
    math('mrow', math('mn', printer.long(expression.value)), math('mo', '='), formulaOf(expression)),
  );
  element.setAttribute('display', 'block');
  return element;
}

/**
 * What is said of a sum before its numbers: what is done, and to how many parts. The words reason.FIELD-OPERATION where
 * there are such, else those of the operation.
 * @param {Expression} expression @param {string | undefined} field
 */
export function reasonOf({ operation, parts }, field) {
  const own = `reason.${field}-${operation}`;
  if (field && hasWords(own)) return words(own);
  const pairs = operation === 'sum' && parts.every((part) => part.operation === 'product' && part.parts.length === 2);
  const key = `reason.of-${pairs ? 'pairs' : operation}`;
  return hasWords(key) ? words(key, { n: printer.count(parts.length) }) : '';
}

/**
 * Terms of a sum that are zero, unless all of them are. In a long sum they are as good as not there.
 * @param {Expression} expression
 */
export function zerosOf({ operation, parts }) {
  if (operation !== 'sum') return [];
  const zeros = parts.filter((part) => part.value === 0);
  return zeros.length < parts.length ? zeros : [];
}

/**
 * The same as text, for the eye that wants names and for screen readers without MathML.
 * @param {Expression} expression @param {WhySource} source
 * @param {{ ask: (name: string) => void, full: boolean }} how full: every digit, and terms that are zero
 * @returns {Node[]}
 */
export function expressionText(expression, source, { ask, full }) {
  const print = (/** @type {number} */ x) => (full ? printer.long(x) : printer.short(x));
  const zeros = full ? [] : zerosOf(expression);
  /** @param {Expression} part @param {number} least @returns {(Node | string)[]} */
  const textOf = (part, least) => {
    const { operation, parts, value, name } = part;
    if (!parts.length)
      return name ? [partButton(part, source, { ask, print })] : [value < 0 ? `(${print(value)})` : print(value)];
    const joined = (/** @type {string} */ sign, /** @type {number} */ binds) =>
      parts.flatMap((one, i) => [
        ...(i ? [` ${sign} `] : []),
        ...textOf(one, i || operation === 'product' ? binds : binds - 1),
      ]);
    const called = (/** @type {string} */ word) => [
      `${word}(`,
      ...parts.flatMap((one, i) => [...(i ? [', '] : []), ...textOf(one, 0)]),
      ')',
    ];
    /** @type {Record<string, () => (Node | string)[]>} */
    const layouts = {
      sum: () => joined('+', 2),
      difference: () => joined('−', 2),
      product: () => joined('×', 2),
      quotient: () => joined('÷', 3),
      exponential: () => called('exp'),
      logarithm: () => called('ln'),
      square_root: () => called('√'),
      ceiling: () => called('⌈⌉'),
      largest: () => called('max'),
      smallest: () => called('min'),
      tanh: () => called('tanh'),
    };
    const inner = layouts[operation]();
    return (BINDS[operation] ?? 9) < least ? ['(', ...inner, ')'] : inner;
  };
  const kept = { ...expression, name: '', parts: expression.parts.filter((part) => !zeros.includes(part)) };
  const left = zeros.length ? [` + ${words('why.zeros', { n: printer.count(zeros.length) })}`] : [];
  return [`${print(expression.value)} = `, ...textOf(kept, 0), ...left].map((part) =>
    typeof part === 'string' ? document.createTextNode(part) : part,
  );
}

/**
 * @param {Expression} part @param {WhySource} source
 * @param {{ ask: (name: string) => void, print: (x: number) => string }} how
 */
function partButton({ name, value }, source, { ask, print }) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'part';
  button.dataset.name = name;
  const number = document.createElement('b');
  number.textContent = print(value);
  button.append(cellNode(name, source), ' ', number);
  button.addEventListener('click', () => ask(name));
  return button;
}
