// site/js/attn.d.ts, read: which functions there are, what they take and what they return.
import assert from 'node:assert/strict';

import { read } from './module.mjs';

// ---- reading ----
// A type is { kind }: number, string, boolean, literal { text }, list or view { of } (T[] or ArrayLike<T>), union { of },
// object { fields: [{ name, optional, type }] }, or named { name, given }, which look() resolves.

const tokens = read('site/js/attn.d.ts')
  .replace(/`\$\{Name\}_\w+`/g, 'x')
  .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
  .match(/'[^']*'|\w+|\S/g);
let next = 0;

function take(wanted) {
  const token = tokens[next];
  if (wanted) assert.equal(token, wanted, `attn.d.ts, after ${tokens.slice(Math.max(0, next - 6), next).join(' ')}`);
  next += 1;
  return token;
}
const takeIf = (token) => tokens[next] === token && take(token) === token;

/** What stands between separators, up to the token that closes it. */
function several(readOne, separator, close) {
  const all = [];
  while (!takeIf(close)) {
    all.push(readOne());
    if (!takeIf(separator)) {
      take(close);
      break;
    }
  }
  return all;
}

function readType() {
  const choices = [readList()];
  while (takeIf('|')) choices.push(readList());
  return choices.length === 1 ? choices[0] : { kind: 'union', of: choices };
}

function readList() {
  let type = readOne();
  while (takeIf('[')) {
    take(']');
    type = { kind: 'list', of: type };
  }
  return type;
}

function readOne() {
  if (takeIf('{')) return { kind: 'object', fields: several(readMember, ';', '}') };
  const name = take();
  if (name.startsWith("'")) return { kind: 'literal', text: name.slice(1, -1) };
  if (['number', 'string', 'boolean'].includes(name)) return { kind: name };
  const given = takeIf('<') ? several(readType, ',', '>') : [];
  return name === 'ArrayLike' ? { kind: 'view', of: given[0] } : { kind: 'named', name, given };
}

/** A field, or a function of one input. */
function readMember() {
  const name = take();
  if (takeIf('(')) {
    take();
    take(':');
    const input = readType();
    take(')');
    take(':');
    return { name, input, answer: readType() };
  }
  const optional = takeIf('?');
  take(':');
  return { name, optional, type: readType() };
}

/** { parameters, type } by name. */
export const declarations = {};
/** Mechanism<'softmax', In, Trace> stands for the functions softmax and softmax_why, Counted for softmax_counted as well. */
const mechanisms = [];
while (next < tokens.length) {
  takeIf('export');
  const word = take(),
    name = take();
  assert.ok(['type', 'interface'].includes(word), `attn.d.ts: found ${word} ${name}`);
  assert.ok(!declarations[name], `attn.d.ts: ${name} stands twice`);
  const parameters = takeIf('<') ? several(takeParameter, ',', '>') : [];
  if (name === 'Mechanism' || name === 'Counted') {
    // mapped types: what they stand for is said above
    while (take() !== ';');
  } else if (name === 'Attn') {
    take('=');
    take('Plain');
    while (takeIf('&')) mechanisms.push(readOne());
    take(';');
  } else if (word === 'type') {
    take('=');
    declarations[name] = { parameters, type: readType() };
    take(';');
  } else {
    if (takeIf('extends')) take();
    take('{');
    declarations[name] = { parameters, type: { kind: 'object', fields: several(readMember, ';', '}') } };
  }
}

function takeParameter() {
  const name = take();
  if (takeIf('extends')) take();
  return name;
}

// ---- what it says ----

const named = (name, ...given) => ({ kind: 'named', name, given });
const plain = declarations.Plain.type.fields.filter((f) => f.input);
const files = { lesson: 'LessonFiles', ledger: 'LedgerFiles', decoding: 'DecodingFiles' };

/** Those with a why, and with counts where counted. @type {{ name: string, input: any, counted: boolean }[]} */
export const explained = mechanisms.map(({ name: kind, given: [{ text: name }, input] }) => ({
  name,
  input,
  counted: kind === 'Counted',
}));

/** [{ name, input, answer, module? }]; each module has figures of its own under the same two names. */
export const functions = [
  ...plain.filter((f) => !['facts', 'fact_why'].includes(f.name)),
  ...mechanisms.flatMap(({ name: kind, given: [{ text: name }, input, answer] }) => [
    { name, input, answer },
    { name: `${name}_why`, input: named('WhyInput', input), answer: named('Expression') },
    ...(kind === 'Counted' ? [{ name: `${name}_counted`, input, answer: named('Counts') }] : []),
  ]),
  ...Object.entries(files).flatMap(([module, own]) => [
    { name: 'facts', module, input: named(own), answer: { kind: 'list', of: named('Fact') } },
    {
      name: 'fact_why',
      module,
      input: named('FactWhyInput', named(own)),
      answer: { kind: 'list', of: named('Expression') },
    },
  ]),
];

function substituted(type, given) {
  if (type.kind === 'named')
    return given[type.name] ?? { ...type, given: type.given.map((one) => substituted(one, given)) };
  if (type.kind === 'object')
    return { ...type, fields: type.fields.map((f) => ({ ...f, type: substituted(f.type, given) })) };
  if (type.kind === 'union') return { ...type, of: type.of.map((one) => substituted(one, given)) };
  return type.of ? { ...type, of: substituted(type.of, given) } : type;
}

/** A type that is not a mere name. The entries of a mask are bits, which TypeScript has no word for. */
export function look(type) {
  if (type.kind !== 'named') return type;
  if (type.name === 'Mask') return { kind: 'view', of: { kind: 'view', of: { kind: 'bit' } } };
  const found = declarations[type.name];
  assert.ok(found, `attn.d.ts declares no ${type.name}`);
  assert.equal(type.given.length, found.parameters.length, `${type.name}<...>`);
  return look(substituted(found.type, Object.fromEntries(found.parameters.map((p, i) => [p, type.given[i]]))));
}

/** Whether a value is of that kind as JavaScript sees it, whatever is inside. */
export function isKind(value, type) {
  const { kind, of, text } = look(type);
  if (kind === 'union') return of.some((one) => isKind(value, one));
  if (kind === 'literal') return value === text;
  if (kind === 'bit') return [0, 1, true, false].includes(value);
  if (kind === 'list' || kind === 'view') return Array.isArray(value) || ArrayBuffer.isView(value);
  if (kind === 'object') return typeof value === 'object' && value !== null && !isKind(value, { kind: 'list' });
  return typeof value === kind;
}

function isOne(check) {
  try {
    check();
    return true;
  } catch (error) {
    assert.ok(error instanceof assert.AssertionError);
    return false;
  }
}

/**
 * Fails unless a value is of that type down to its last number, with every field, optional ones too, and no other. What
 * the module returns has typed arrays where there are numbers, and an array for everything else.
 */
export function assertIs(value, type, place, returned) {
  const shape = look(type);
  assert.ok(isKind(value, shape), `${place}: ${value} is no ${shape.text ?? shape.kind}`);
  if (shape.kind === 'union') {
    assert.ok(
      shape.of.some((one) => isOne(() => assertIs(value, one, place, returned))),
      `${place}: none of the choices`,
    );
  } else if (shape.kind === 'object') {
    assert.deepEqual(Object.keys(value).sort(), shape.fields.map((field) => field.name).sort(), place);
    for (const { name, optional, type: own } of shape.fields) {
      assert.ok(!(returned && optional), `${place}/${name}: an answer leaves nothing out`);
      assertIs(value[name], own, `${place}/${name}`, returned);
    }
  } else if (shape.kind === 'list' || shape.kind === 'view') {
    if (returned) {
      const typed = shape.kind === 'view' && { number: Float64Array, bit: Uint8Array }[look(shape.of).kind];
      assert.equal(value.constructor, typed || Array, place);
    }
    for (let i = 0; i < value.length; i += 1) assertIs(value[i], shape.of, `${place}/${i}`, returned);
  }
}

/**
 * A good input of a type, for a mechanism that asks for nothing in particular; one that does has its own in calls.mjs.
 * @param {any} type @param {string} place
 */
export function exampleOf(type, place) {
  if (type.name === 'Mask') return [[1, 0], [1, 1]]; // prettier-ignore
  if (type.name === 'Matrix') return [[1, 2], [3, 4]]; // prettier-ignore
  const { kind, of, fields } = look(type);
  if (kind === 'number') return 1;
  if (kind === 'boolean') return false;
  if (kind === 'view') return [1, 2];
  if (kind === 'list') return [exampleOf(of, place)];
  assert.equal(kind, 'object', `${place}: there is no example of this type, put one into tests/wasm/calls.mjs`);
  return Object.fromEntries(
    fields.map(({ name, optional, type: own }) => {
      const wanted = `${place}/${name}: a number with a default, put an example with it into tests/wasm/calls.mjs`;
      assert.ok(!(optional && look(own).kind === 'number'), wanted);
      return [name, exampleOf(own, `${place}/${name}`)];
    }),
  );
}

/** Every place of an input at which something can be put: fields at any depth, and the first entry of every list. */
export function placesOf(value, type, path = []) {
  const shape = look(type);
  const inner =
    shape.kind === 'object'
      ? shape.fields
      : shape.of && shape.kind !== 'union'
        ? [{ name: '0', entry: true, type: shape.of }]
        : [];
  return inner.flatMap((place) => {
    const own = [...path, place.name];
    return [{ ...place, path: own, where: own.join('/') }, ...placesOf(value[place.name], place.type, own)];
  });
}
