// @ts-check
// The answer to "why?": a note under the figure that was asked, which goes down from sum to sum until it comes to an
// entry of a data file or to a source.
import { engine, engineData } from '../page/engine.js';
import { find } from '../page/find.js';
import { isCrash, isRefusal, refusalParts } from '../page/refusals.js';
import { printer, putWords, words } from '../page/words.js';
import { cellNode, splitName } from './cell-names.js';
import { expressionFormula, expressionText, reasonOf } from './expression-view.js';
import { bringIntoView, placeNote } from './note-place.js';
import { questionOf } from './questions.js';
/** @import { Expression, Fact } from '../attn.js' */
/** @import { Question, WhySource } from './questions.js' */

/**
 * Every figure of the text by module and id, computed when the first one is asked.
 * @type {Map<string, Map<string, Fact>>}
 */
const askedFacts = new Map();

/** @param {string} module */
async function factsOf(module) {
  const attn = await engine(module);
  const facts = askedFacts.get(module) ?? new Map(attn.facts(engineData(module)).map((fact) => [fact.id, fact]));
  askedFacts.set(module, facts);
  return facts;
}

/** @param {string} key @param {Record<string, any>} [values] */
function noteLine(key, values = {}) {
  const p = document.createElement('p');
  putWords(p, key, values);
  return p;
}

/** Titles, file names and paths. @param {string} text */
function inEnglish(text) {
  const span = document.createElement('span');
  span.lang = 'en';
  span.textContent = text;
  return span;
}

/** What is said of a figure of the text besides its sum. @param {Fact} fact */
function factLines(fact) {
  const exact = printer.exact(fact.value) + (typeof fact.value === 'number' ? printer.unit(fact.value, fact.unit) : '');
  const quoted = fact.kind === 'quoted';
  const lines = [
    noteLine(quoted ? 'note.quoted' : 'note.computed', { exact }),
    fact.basis
      ? noteLine(quoted ? 'note.source' : 'note.basis', { basis: inEnglish(fact.basis) })
      : noteLine('note.no-data'),
    noteLine('note.name', { id: fact.id }),
  ];
  for (const line of lines) line.className = 'origin';
  return lines;
}

/** Does the reader want every digit and every term? Stays so from note to note. */
let full = false;

/**
 * What stands at the end of a chain: an entry, a count, a constant.
 * @param {Expression} expression @param {WhySource} source
 */
function leafLine({ name, value }, source) {
  const said = source.leaf?.(name);
  if (said) return noteLine('why.said', { said });
  if (name.startsWith('counted/')) return noteLine('why.counted');
  if (name.startsWith('quoted/')) return noteLine('why.quoted');
  if (name.startsWith('data/')) return noteLine('why.entry', { place: inEnglish(name) });
  return noteLine(value === 0 || value === -Infinity ? 'why.hidden' : 'why.given');
}

/**
 * One step of the way down.
 * @param {Question} question @param {(question: Question) => void} go @returns {HTMLElement[]}
 */
function answerLines({ source, at }, go) {
  const ask = (/** @type {string} */ name) => go(source.follow?.(name) ?? { source, at: name });
  return source.ask(at).flatMap((expression) => {
    // Where this source has only taken a number over, its own run has the sum.
    const further = expression.parts.length ? undefined : source.follow?.(expression.name);
    if (further) return answerLines(further, go);
    const title = document.createElement('p');
    title.className = 'what';
    // The id of a figure of the text stands above already.
    const known =
      splitName(expression.name, source.cells).field !== undefined ||
      /^(data|counted|quoted|measured)\//.test(expression.name);
    if (known) title.append(cellNode(expression.name, source));
    else title.hidden = true;
    if (!expression.parts.length) {
      title.hidden = false;
      title.append(` = ${full ? printer.long(expression.value) : printer.short(expression.value)}`);
      return [title, leafLine(expression, source)];
    }
    const lines = [title];
    const reason = reasonOf(expression, splitName(expression.name, source.cells).field);
    if (reason) lines.push(Object.assign(document.createElement('p'), { className: 'reason', textContent: reason }));
    const text = document.createElement('p');
    text.className = 'sum';
    text.append(...expressionText(expression, source, { ask, full }));
    lines.push(text);
    if (!full) return lines;
    const formula = document.createElement('div');
    formula.className = 'formula';
    formula.append(expressionFormula(expression));
    return [...lines, formula];
  });
}

/**
 * The same, where the core does not refuse or break down.
 * @param {Question} question @param {(question: Question) => void} go
 */
function answered(question, go) {
  try {
    return answerLines(question, go);
  } catch (error) {
    if (isCrash(error)) return [noteLine('error.crashed')];
    if (isRefusal(error)) return [noteLine('refusal.sentence', refusalParts(error))];
    throw error;
  }
}

/**
 * The way so far, and the figure it began at.
 * @type {{ figure: HTMLElement, way: Question[], lines: Node[] } | undefined}
 */
let openNote;

function paintNote() {
  const note = find(document, '#figure-note');
  const { way, lines, figure } = openNote;
  const go = (/** @type {Question} */ next) => {
    way.push(next);
    paintNote();
    focusNote();
  };
  /** @type {Node[]} */
  const body = answered(way.at(-1), go);
  if (way.length === 1) body.push(...lines);
  const buttons = document.createElement('p');
  buttons.className = 'buttons';
  const button = (/** @type {string} */ name, /** @type {string} */ key, /** @type {() => void} */ act) => {
    const element = document.createElement('button');
    element.type = 'button';
    element.className = name;
    element.textContent = words(key);
    element.addEventListener('click', act);
    buttons.append(element);
    return element;
  };
  if (way.length > 1) {
    body.unshift(noteLine('why.depth', { step: way.length - 1 }));
    button('up', 'why.up', () => {
      way.pop();
      paintNote();
      focusNote();
    });
  }
  const all = button('full', 'note.full', () => {
    full = !full;
    paintNote();
    find(note, '.full').focus();
  });
  all.setAttribute('aria-pressed', String(full));
  button('close', 'note.close', () => {
    closeNotes();
    figure.focus();
  });
  note.replaceChildren(...body, buttons);
  placeNote(note, figure);
}

/** After a step the note itself is in focus, so that it is read from its beginning. */
function focusNote() {
  const note = find(document, '#figure-note');
  note.focus({ preventScroll: true });
  note.scrollTop = 0;
}

/** The figure that was asked last. @type {HTMLElement | undefined} */
let asked;

/** What a figure of the text is, once its module answers. @param {HTMLElement} figure @param {Question} question */
async function factOf(figure, { source }) {
  const { fact, module = 'lesson' } = figure.dataset;
  await source.start?.();
  return fact ? (await factsOf(module)).get(fact) : undefined;
}

/** @param {HTMLElement} figure */
async function toggleNote(figure) {
  const open = figure.getAttribute('aria-expanded') === 'true';
  closeNotes();
  if (open) return;
  const question = questionOf(figure);
  asked = figure;
  const fact = await factOf(figure, question);
  if (asked !== figure) return; // another one, while its module was on its way
  closeNotes();
  const note = document.createElement('div');
  note.className = 'figure-note';
  note.id = 'figure-note';
  note.tabIndex = -1;
  note.setAttribute('role', 'status');
  openNote = { figure, way: [question], lines: fact ? factLines(fact) : [] };
  figure.setAttribute('aria-expanded', 'true');
  figure.setAttribute('aria-controls', note.id);
  const host = figure.closest('.table, .picture-place') ?? figure.closest('p, li, td');
  if (host instanceof HTMLParagraphElement || host?.matches('.table, .picture-place')) host.after(note);
  else host.append(note);
  paintNote();
  bringIntoView(note, figure);
}

/** Follows its figure when the page moves under it, or a table from side to side. @param {Event} event */
function follow({ target }) {
  const note = document.querySelector('#figure-note');
  if (!openNote || !(note instanceof HTMLElement) || target === note) return;
  placeNote(note, openNote.figure);
}
addEventListener('scroll', follow, { capture: true, passive: true });
addEventListener('resize', follow);

export function closeNotes() {
  openNote = undefined;
  document.querySelector('#figure-note')?.remove();
  for (const figure of document.querySelectorAll('.n[aria-expanded="true"]')) {
    figure.setAttribute('aria-expanded', 'false');
    figure.removeAttribute('aria-controls');
  }
}

/** After a lab has computed anew: the open note answers for the new figure. */
export function refreshNote() {
  if (!openNote || openNote.figure.dataset.fact) return;
  const question = questionOf(openNote.figure);
  if (!openNote.figure.isConnected || !openNote.figure.checkVisibility?.() || !question) {
    closeNotes();
    return;
  }
  openNote.way = [question];
  paintNote();
}

/** The figure that was pressed: in a text, a table or a picture. @param {Event} event */
const figureOf = ({ target }) =>
  /** @type {HTMLElement | null} */ (target instanceof Element ? target.closest('.n') : null);

document.addEventListener('click', (event) => {
  const figure = figureOf(event);
  if (figure && questionOf(figure)) toggleNote(figure);
});
document.addEventListener('keydown', (event) => {
  const pressed = figureOf(event);
  if (pressed && (event.key === 'Enter' || event.key === ' ')) {
    event.preventDefault();
    toggleNote(pressed);
  }
  const figure = /** @type {HTMLElement | null} */ (document.querySelector('.n[aria-expanded="true"]'));
  if (event.key !== 'Escape' || !figure) return;
  closeNotes();
  figure.focus();
});
