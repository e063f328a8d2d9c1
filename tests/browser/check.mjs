// Assertions that say what was looked at, what was found and what was wanted.
import { isDeepStrictEqual } from 'node:util';

export class Failure extends Error {}

const short = (value) => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 300 ? `${text.slice(0, 300)} …` : text;
};

export function equal(found, wanted, what) {
  if (!isDeepStrictEqual(found, wanted)) throw new Failure(`${what}: found ${short(found)}, wanted ${short(wanted)}`);
}

export function ok(condition, what) {
  if (!condition) throw new Failure(what);
}

/** A list of faults that must be empty. */
export function none(faults, what) {
  if (faults.length === 0) return;
  const more = faults.length > 8 ? `\n… and ${faults.length - 8} more` : '';
  throw new Failure(
    `${what}, ${faults.length}:\n${faults
      .slice(0, 8)
      .map((fault) => (typeof fault === 'string' ? fault : short(fault)))
      .join('\n')}${more}`,
  );
}
