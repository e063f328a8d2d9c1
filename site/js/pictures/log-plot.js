// @ts-check
// The frame that log-log plots share: a drawing as wide as its place, with a way to put marks into it.
/** @import { LogScale } from './log-scale.js' */

export class LogPlot {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    /** @type {SVGSVGElement | undefined} */
    this.svg = undefined;
  }

  /**
   * An empty drawing.
   * @param {{ width: number, height: number, label: string }} size label: what a screen reader says
   */
  frame({ width, height, label }) {
    this.svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const attributes = { role: 'img', 'aria-label': label, viewBox: `0 0 ${width} ${height}`, width, height };
    for (const [key, value] of Object.entries(attributes)) this.svg.setAttribute(key, String(value));
  }

  /**
   * Puts a mark into the drawing.
   * @param {string} name @param {Record<string, any>} attributes @param {string} [text]
   */
  mark(name, attributes, text) {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    if (text !== undefined) element.textContent = text;
    this.svg.append(element);
  }

  /**
   * The path of a line.
   * @param {ArrayLike<number>} across @param {ArrayLike<number>} up @param {LogScale} x @param {LogScale} y
   */
  path(across, up, x, y) {
    return Array.from(
      up,
      (value, i) => `${i ? 'L' : 'M'}${x.place(across[i])} ${y.place(Math.max(value, y.domain[0]))}`,
    ).join('');
  }
}
