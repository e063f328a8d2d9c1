// @ts-check
// What a figure can be asked: the core's own explanation of a run.
import { engine, engineData } from '../page/engine.js';
import { FACT_CELLS } from './cells.js';
/** @import { Attn, Expression } from '../attn.js' */
/** @import { Cells } from './cells.js' */

/**
 * @typedef {{ source: WhySource, at: string }} Question
 * @typedef {{
 *   topic: string, cells?: Cells,
 *   ask: (at: string) => Expression[],
 *   row?: (i: number) => string | Node, column?: (i: number) => string | Node, head?: (i: number) => string,
 *   follow?: (name: string) => Question | undefined,
 *   leaf?: (name: string) => string | Node | undefined,
 *   start?: () => Promise<void>,
 * }} WhySource
 *   topic: its name in messages; cells: how its numbers are called; ask: the expressions behind a number, by its
 *   path; row, column, head: what they are called, else the five words; follow: where to ask on for a number that
 *   this source only takes over; leaf: what stands at an entry without parts; start: before the first question
 */

/** @type {WeakMap<Element, Question>} */
const questions = new WeakMap();

/**
 * Makes a figure one that can be asked.
 * @param {HTMLElement} element @param {Question} question @param {number} [tab]
 */
export function askable(element, question, tab = 0) {
  questions.set(element, question);
  if (element.classList.contains('n')) return;
  element.classList.add('n');
  element.setAttribute('role', 'button');
  element.tabIndex = tab;
}

/** Takes that back, where a place holds nothing to ask. @param {HTMLElement} element */
export function unask(element) {
  questions.delete(element);
  element.classList.remove('n');
  for (const name of ['role', 'tabindex', 'aria-expanded', 'aria-controls']) element.removeAttribute(name);
}

/** @param {Element} element @returns {Question | undefined} */
export function questionOf(element) {
  const known = questions.get(element);
  if (known || !(element instanceof HTMLElement)) return known;
  const { fact, module = 'lesson' } = element.dataset;
  return fact ? { source: factSource(module), at: fact } : undefined;
}

/** Asks a topic of the core about a run of its own. @implements {WhySource} */
export class TopicSource {
  /** @param {{ attn: Attn, topic: string, input: any, cells: Cells } & Partial<WhySource>} run */
  constructor({ attn, topic, input, cells, ...more }) {
    this.attn = attn;
    this.topic = topic;
    this.input = input;
    this.cells = cells;
    Object.assign(this, more);
  }

  /** @param {string} at @returns {Expression[]} */
  ask(at) {
    const why = /** @type {any} */ (this.attn)[`${this.topic}_why`];
    return [why({ input: this.input, at })];
  }
}

/** @type {Map<string, WhySource>} */
const factSources = new Map();

/** Asks a module about the figures of the text. @param {string} module @returns {WhySource} */
export function factSource(module) {
  const known = factSources.get(module);
  if (known) return known;
  /** @type {Attn} */
  let attn;
  /** @type {WhySource} */
  const source = {
    topic: 'facts',
    cells: FACT_CELLS,
    start: async () => {
      attn = await engine(module);
    },
    ask: (at) => attn.fact_why({ files: engineData(module), at }),
  };
  factSources.set(module, source);
  return source;
}

/**
 * A number without parts.
 * @param {string} at @param {number} value @param {Partial<WhySource>} [more] @returns {Question}
 */
const bareQuestion = (at, value, more) => ({
  at,
  source: { topic: at, ask: (name) => [{ operation: 'number', value, name, parts: [] }], ...more },
});

/** A count of a run has no parts: it was counted. @param {number} value @returns {Question} */
export const countedQuestion = (value) => bareQuestion('counted/', value);

/**
 * What was measured has no parts either; `said` tells how.
 * @param {number} value @param {string} said @returns {Question}
 */
export const measuredQuestion = (value, said) => bareQuestion('measured/', value, { leaf: () => said });
