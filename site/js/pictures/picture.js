// @ts-check
// What every picture is: SVG as wide as its place, one unit a CSS pixel, painted anew from what was computed last. Its
// marks have keys and keep their elements, so that focus survives a drag; its figures are asked like those of a table.
import { askable, unask } from '../ask/questions.js';
/** @import { Question } from '../ask/questions.js' */

const SVG = 'http://www.w3.org/2000/svg';
/** Narrower than that a picture stands upright. */
export const UPRIGHT_BELOW = 560;

/** @typedef {Record<string, string | number | undefined>} Attributes */

/**
 * @typedef {{
 *   label: string, least: number, most: number, now: number, spoken: string,
 *   drag?: (at: { x: number, y: number }) => void, step: (by: number) => void,
 * }} Handle
 *   label, least, most, now, spoken: what a slider tells; drag: the pointer is there, in pixels of the picture; step: one
 *   on or back by key, ten with Page Up and Page Down
 */

export class Picture {
  /**
   * @param {HTMLElement} place @param {(picture: Picture) => number} paint puts the marks there, gives the height
   * @param {string} name of its class
   */
  constructor(place, paint, name = '') {
    this.place = place;
    this.paint = paint;
    this.svg = document.createElementNS(SVG, 'svg');
    this.svg.setAttribute('role', 'group');
    this.svg.setAttribute('class', `picture ${name}`);
    place.replaceChildren(this.svg);
    /** @type {Map<string, SVGElement>} */
    this.marks = new Map();
    /** @type {WeakMap<Element, Handle>} */
    this.handles = new WeakMap();
    /** @type {WeakMap<Element, () => void>} */
    this.buttons = new WeakMap();
    this.width = 0;
    // In the next frame: a drawing whose height follows its width would be measured twice in this one.
    new ResizeObserver(() =>
      requestAnimationFrame(() => {
        if (this.painted && this.room() !== this.width) this.redraw();
      }),
    ).observe(place);
    this.listen();
  }

  room() {
    return Math.max(this.place.clientWidth, 280);
  }

  get upright() {
    return this.width < UPRIGHT_BELOW;
  }

  /** From what is there now. @param {string} [label] what is seen, in words, with the weights */
  redraw(label) {
    if (label !== undefined) this.svg.setAttribute('aria-label', label);
    this.width = this.room();
    this.painted = true;
    /** @type {Set<string>} */
    this.used = new Set();
    /** The last mark that was put there. @type {SVGElement | null} */
    this.last = null;
    const height = this.paint(this);
    for (const [key, element] of this.marks) {
      if (this.used.has(key)) continue;
      element.remove();
      this.marks.delete(key);
    }
    this.setTabStop();
    for (const [name, value] of Object.entries({ viewBox: `0 0 ${this.width} ${height}`, width: this.width, height }))
      this.svg.setAttribute(name, String(value));
  }

  /**
   * A mark, above those before it. What has the same key and kind keeps its element.
   * @param {string} key @param {string} kind "path" @param {Attributes} attributes undefined ones are taken off
   * @param {string} [text] @returns {SVGElement}
   */
  mark(key, kind, attributes, text) {
    if (this.used.has(key)) throw new Error(`two marks of a picture are called "${key}"`);
    this.used.add(key);
    let element = this.marks.get(key);
    if (element?.localName !== kind) {
      element?.remove();
      element = document.createElementNS(SVG, kind);
      this.marks.set(key, element);
    }
    const lit = element.classList.contains('lit') ? ' lit' : '';
    for (const [name, told] of Object.entries(attributes)) {
      const value = name === 'class' ? `${told}${lit}` : told;
      if (value === undefined) element.removeAttribute(name);
      else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
    }
    if (text !== undefined && element.textContent !== text) element.textContent = text;
    const after = this.last ? this.last.nextSibling : this.svg.firstChild;
    // A mark that is in focus is not moved: it would lose it.
    if (element !== after && !(element === document.activeElement && element.parentNode))
      this.svg.insertBefore(element, after);
    this.last = element;
    return element;
  }

  /**
   * A figure that can be asked, as SVG text with the role of a button.
   * @param {string} key @param {Attributes} attributes x, y, and a class of its own @param {string} text
   * @param {Question | undefined} question none: a text
   */
  figure(key, { class: name = '', ...attributes }, text, question) {
    const element = this.mark(key, 'text', attributes, text);
    const classes = ['figure', ...String(name).split(' ').filter(Boolean)];
    // askable() marks it as .n, which the note looks for.
    element.setAttribute('class', [...classes, ...(element.classList.contains('n') ? ['n'] : [])].join(' '));
    if (question) askable(/** @type {any} */ (element), question, -1);
    else if (element.classList.contains('n')) unask(/** @type {any} */ (element));
    return element;
  }

  /** @returns {SVGElement[]} */
  figures() {
    return [...this.svg.querySelectorAll('.n')].map((figure) => /** @type {SVGElement} */ (figure));
  }

  /** One figure of a picture is a stop of the Tab key; arrow keys go from one to the next. @param {Element} [to] */
  setTabStop(to) {
    const figures = this.figures();
    const stop = to ?? figures.find((figure) => figure.getAttribute('tabindex') === '0') ?? figures[0];
    for (const figure of figures) figure.setAttribute('tabindex', figure === stop ? '0' : '-1');
  }

  /**
   * Makes a mark a button: by pointer, Enter and the space bar.
   * @param {SVGElement} element @param {{ label: string, pressed?: boolean, act: () => void }} button
   */
  button(element, { label, pressed, act }) {
    this.buttons.set(element, act);
    const said = { role: 'button', tabindex: 0, 'aria-label': label, 'aria-pressed': pressed };
    for (const [name, value] of Object.entries(said))
      if (value !== undefined) element.setAttribute(name, String(value));
    element.classList.add('button');
  }

  /** @param {Event} event */
  press(event) {
    const element = event.target instanceof Element ? event.target.closest('.button') : null;
    const act = element && this.buttons.get(element);
    if (act) event.preventDefault();
    act?.();
    return Boolean(act);
  }

  /** A word: touched or in focus it lights up everywhere on the page. @param {string} key @param {number} word @param {Attributes} attributes @param {string} text */
  word(key, word, attributes, text) {
    const element = this.mark(key, 'text', { ...attributes, 'data-word': word }, text);
    return element;
  }

  /**
   * Makes a mark a slider: dragged by mouse, pen or finger, moved by keys.
   * @param {SVGElement} element @param {Handle} handle
   */
  handle(element, handle) {
    this.handles.set(element, handle);
    const { label, least, most, now, spoken } = handle;
    const said = { role: 'slider', tabindex: 0, 'aria-label': label, 'aria-valuemin': least, 'aria-valuemax': most };
    for (const [name, value] of Object.entries({ ...said, 'aria-valuenow': now, 'aria-valuetext': spoken }))
      element.setAttribute(name, String(value));
    element.classList.add('handle');
  }

  /** @param {Event} event @returns {[Element, Handle] | []} */
  handleOf({ target }) {
    const element = target instanceof Element ? target.closest('.handle') : null;
    const handle = element && this.handles.get(element);
    return handle ? [element, handle] : [];
  }

  listen() {
    /** @type {Element | undefined} */
    let held;
    this.svg.addEventListener('pointerdown', (event) => {
      const [element, handle] = this.handleOf(event);
      if (!handle?.drag || event.button !== 0) return;
      held = element;
      event.preventDefault();
      /** @type {any} */ (element).focus();
      this.svg.setPointerCapture(event.pointerId);
      handle.drag(this.at(event));
    });
    this.svg.addEventListener('pointermove', (event) => {
      if (held) this.handles.get(held)?.drag?.(this.at(event));
    });
    for (const kind of ['pointerup', 'pointercancel'])
      this.svg.addEventListener(kind, () => {
        held = undefined;
      });
    // A finger on a handle moves it and not the page; elsewhere the page scrolls.
    this.svg.addEventListener(
      'touchstart',
      (event) => {
        if (this.handleOf(event)[1]?.drag) event.preventDefault();
      },
      { passive: false },
    );
    this.svg.addEventListener('click', (event) => this.press(event));
    this.svg.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if ((event.key === 'Enter' || event.key === ' ') && this.press(event)) return;
      const [, handle] = this.handleOf(event);
      if (!handle) {
        this.go(event);
        return;
      }
      /** @type {Record<string, number>} */
      const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
      const by = { ...steps, Home: handle.least - handle.now, End: handle.most - handle.now }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      handle.step(by);
    });
  }

  /** From figure to figure. @param {KeyboardEvent} event */
  go(event) {
    const figures = this.figures();
    const at = figures.findIndex((figure) => figure === event.target);
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const next = at >= 0 && by ? figures[at + by] : undefined;
    if (!next) return;
    event.preventDefault();
    this.setTabStop(next);
    next.focus();
  }

  /** Where the pointer is, in pixels of the picture. @param {PointerEvent} event */
  at({ clientX, clientY }) {
    const box = this.svg.getBoundingClientRect();
    return { x: clientX - box.left, y: clientY - box.top };
  }
}
