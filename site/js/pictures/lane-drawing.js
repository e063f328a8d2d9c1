// @ts-check
// The two drawings of <token-lanes>: chained states for the RNN, arcs for attention. Drawn at the size they have,
// lying where there is room and upright on a phone, so that text never shrinks.
/** @import { Matrix } from '../attn.js' */

const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';
const UPRIGHT_BELOW = 560; // pixels of width

export class LaneDrawing {
  /** @param {HTMLElement} place @param {string[]} tokens */
  constructor(place, tokens) {
    this.place = place;
    this.tokens = tokens;
  }

  /** An empty drawing as wide as its place. @param {string} label what a screen reader says */
  begin(label) {
    this.width = Math.max(this.place.clientWidth, 240);
    this.upright = this.width < UPRIGHT_BELOW;
    this.step = this.upright ? 76 : this.width / this.tokens.length;
    this.height = this.upright ? this.step * this.tokens.length : 0;
    this.svg = this.make('svg', { role: 'img', 'aria-label': label });
  }

  /** Where the middle of a token lies along the lane. @param {number} token */
  along(token) {
    return (token + 0.5) * this.step;
  }

  /** @param {string} name @param {Record<string, any>} attributes @param {string} [text] @returns {SVGElement} */
  make(name, attributes, text) {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    if (text !== undefined) element.textContent = text;
    if (name !== 'svg') this.svg.append(element);
    return element;
  }

  /** @param {number} height */
  end(height) {
    const h = this.upright ? this.height : height;
    this.svg.setAttribute('viewBox', `0 0 ${this.width} ${h}`);
    this.svg.setAttribute('width', String(this.width));
    this.svg.setAttribute('height', String(h));
    this.place.replaceChildren(this.svg);
  }

  /** A line with an arrow head. @param {number[]} from @param {number[]} to @param {string} className */
  arrow([x1, y1], [x2, y2], className) {
    const angle = Math.atan2(y2 - y1, x2 - x1);
    const wing = (/** @type {number} */ turn) =>
      `${x2 - 8 * Math.cos(angle + turn)} ${y2 - 8 * Math.sin(angle + turn)}`;
    this.make('path', {
      class: `arrow ${className}`,
      d: `M${x1} ${y1}L${x2} ${y2}M${wing(0.5)}L${x2} ${y2}L${wing(-0.5)}`,
    });
  }

  /**
   * A hidden state: a bar for each number, solid upwards where positive, hatched downwards where negative.
   * @param {number} left @param {number} top @param {number} width @param {number} height
   * @param {ArrayLike<number> | null} state null where it has not been computed yet
   */
  state(left, top, width, height, state) {
    this.make('rect', { class: state ? 'cell' : 'cell waiting', x: left, y: top, width, height, rx: 2 });
    if (!state) return;
    const middle = top + height / 2;
    const each = width / state.length;
    this.make('path', { class: 'zero', d: `M${left} ${middle}H${left + width}` });
    Array.from(state, (value, k) => {
      const size = Math.abs(value) * (height / 2 - 2);
      this.make('rect', {
        class: value < 0 ? 'bar negative' : 'bar',
        x: left + k * each + 1,
        width: each - 2,
        y: value < 0 ? middle : middle - size,
        height: size,
      });
    });
  }

  /** Lines for the hatching of negative bars. @param {string} id */
  hatching(id) {
    const defs = this.make('defs', {});
    const pattern = this.make('pattern', {
      id,
      width: 4,
      height: 4,
      patternUnits: 'userSpaceOnUse',
      patternTransform: 'rotate(45)',
    });
    pattern.append(this.make('rect', { width: 1.6, height: 4, class: 'hatch' }));
    defs.append(pattern);
  }

  /**
   * @param {{ label: string, states: Matrix, done: number, notes: string[] }} picture
   *   done: how many tokens have been read; notes: a line under each token
   */
  recurrent({ label, states, done, notes }) {
    this.begin(label);
    this.hatching('negative-bar');
    const [wide, high] = [Math.min(92, this.upright ? 96 : this.step - 34), 40];
    this.tokens.forEach((token, i) => {
      const at = this.along(i);
      const read = i < done;
      const fresh = i === done - 1 ? 'fresh' : '';
      const name = `h${SUBSCRIPTS[i + 1]}`;
      // Lying: state above token. Upright: token left, state right of it.
      const [left, top] = this.upright ? [112, at - high / 2] : [at - wide / 2, 22];
      this.state(left, top, wide, high, read ? states[i] : null);
      if (i > 0) {
        const before = this.along(i - 1);
        const look = read ? `chain ${fresh}` : 'chain waiting';
        if (this.upright) this.arrow([left + wide / 2, before + high / 2 + 2], [left + wide / 2, top - 3], look);
        else this.arrow([before + wide / 2 + 3, top + high / 2], [left - 4, top + high / 2], look);
      }
      const arrow = read ? 'feed' : 'feed waiting';
      if (this.upright) {
        this.arrow([76, at], [left - 6, at], arrow);
        this.make('text', { class: `token ${read ? '' : 'waiting'}`, x: 40, y: at + 6, lang: 'zh-CN' }, token);
        this.make('text', { class: 'small start', x: left + wide + 10, y: at - 6 }, name);
        this.make('text', { class: 'small start', x: left + wide + 10, y: at + 14 }, notes[i]);
      } else {
        this.arrow([at, 98], [at, top + high + 5], arrow);
        this.make('text', { class: 'small', x: at, y: 14 }, name);
        this.make('text', { class: `token ${read ? '' : 'waiting'}`, x: at, y: 118, lang: 'zh-CN' }, token);
        this.make('text', { class: 'small', x: at, y: 140 }, notes[i]);
      }
    });
    this.end(150);
  }

  /**
   * @param {{ label: string, weights: ArrayLike<number>, query: number, done: boolean, notes: string[],
   *           choose: (token: number) => void }} picture weights of the query's row
   */
  attention({ label, weights, query, done, notes, choose }) {
    this.begin(label);
    const base = this.upright ? 84 : 112; // where the arcs meet the tokens
    const q = this.along(query);
    if (done) {
      for (let key = 0; key <= query; key += 1) {
        const k = this.along(key);
        // The farthest arc uses the room there is; a quadratic curve rises to half the height of its control point.
        const room = this.upright ? this.width - base - 72 : 88;
        const rise = 26 + (Math.abs(query - key) * (room / 0.75 - 26)) / (this.tokens.length - 1);
        const near = 16;
        // A point `along` the lane and `away` from the tokens.
        const p = (/** @type {number} */ along, /** @type {number} */ away) =>
          this.upright ? `${base + away} ${along}` : `${along} ${base - away}`;
        const d =
          key === query
            ? `M${p(q - near / 2, 0)}C${p(q - near * 1.6, rise)} ${p(q + near * 1.6, rise)} ${p(q + near / 2, 0)}`
            : `M${p(k, 0)}Q${p((k + q) / 2, rise * 1.5)} ${p(q - near / 2, 0)}`;
        const arc = this.make('path', { class: 'arc fresh', d });
        arc.style.setProperty('--weight', String(weights[key]));
      }
    }
    this.tokens.forEach((token, i) => {
      const at = this.along(i);
      const future = i > query;
      const look = `token ${i === query ? 'asking' : ''} ${future || !done ? 'waiting' : ''}`;
      const [x, y] = this.upright ? [40, at + 6] : [at, base + 22];
      const text = this.make('text', { class: look, x, y, lang: 'zh-CN' }, token);
      text.addEventListener('click', () => choose(i));
      if (this.upright) this.make('text', { class: 'small end', x: this.width - 4, y: at + 5 }, notes[i]);
      else this.make('text', { class: 'small', x: at, y: base + 44 }, notes[i]);
    });
    this.end(base + 54);
  }
}
