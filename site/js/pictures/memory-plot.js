// @ts-check
// The log-log plot of <memory-lab>: bytes against context, a line for each model, and the budgets it may cross.
import { printer } from '../page/words.js';
import { LogPlot } from './log-plot.js';
import { LogScale } from './log-scale.js';
import { widthOf } from './text-width.js';

/** Lines are told apart by their dashes and by the name at their end. */
const DASHES = ['', '9 4', '2 3', '12 4 2 4', '5 3', '1 4', '14 5', '6 3 1 3'];

export class MemoryPlot extends LogPlot {
  /**
   * @param {{ name: string, tokens: ArrayLike<number>, bytes: ArrayLike<number> }[]} lines
   * @param {{ tokens: number, budgets: number[], label: string }} more the reader's T, the budgets in bytes, and what a
   *   screen reader says
   */
  show(lines, more) {
    this.last = { lines, more };
    this.paint();
  }

  paint() {
    if (!this.last?.lines.length) {
      this.place.replaceChildren();
      return;
    }
    const {
      lines,
      more: { tokens, budgets, label },
    } = this.last;
    const [width, height] = [Math.max(this.place.clientWidth, 260), 380];
    // Names stand at the lines' ends where there is room for them, else in a list below.
    const wide = width >= 640;
    const longestName = Math.max(...lines.map(({ name }) => widthOf(name, 13)));
    const [left, right, top, bottom] = [66, wide ? longestName + 16 : 16, 24, 40];
    const all = lines.flatMap(({ bytes }) => Array.from(bytes)).filter((value) => value > 0);
    const longest = Math.max(...lines.map((line) => line.tokens[line.tokens.length - 1]));
    const x = new LogScale([1, longest], [left, width - right]);
    const y = new LogScale([Math.min(...all), Math.max(...all, ...budgets)], [height - bottom, top]);

    this.frame({ width, height, label });
    const make = this.mark.bind(this);

    // Powers of two: the sizes people know.
    for (const { value, at } of x.doublings(width < 560 ? 8 : 4)) {
      make('path', { class: 'grid', d: `M${at} ${top}V${height - bottom}` });
      make('text', { class: 'small', x: at, y: height - bottom + 18 }, printer.count(value));
    }
    for (const { value, at } of y.doublings(10)) {
      make('path', { class: 'grid', d: `M${left} ${at}H${width - right}` });
      make('text', { class: 'small end', x: left - 8, y: at + 4 }, printer.bytes(value));
    }
    make('text', { class: 'small end axis', x: width - right, y: height - 6 }, 'T');
    for (const [k, budget] of budgets.entries()) {
      make('path', { class: 'budget', d: `M${left} ${y.place(budget)}H${width - right}` });
      make('text', { class: 'small start', x: left + 4 + 66 * k, y: y.place(budget) - 4 }, printer.bytes(budget));
    }
    const now = x.place(Math.min(tokens, longest));
    make('path', { class: 'here', d: `M${now} ${top}V${height - bottom}` });

    // Names at the lines' ends, moved apart where two would lie on one another.
    const ends = lines
      .map((line, i) => ({ i, name: line.name, at: y.place(Math.max(line.bytes[line.bytes.length - 1], y.domain[0])) }))
      .sort((a, b) => a.at - b.at);
    for (let k = 1; k < ends.length; k += 1) ends[k].at = Math.max(ends[k].at, ends[k - 1].at + 17);
    const below = (ends.at(-1)?.at ?? 0) - (height - bottom);
    for (const end of ends) {
      const { tokens: along, bytes } = lines[end.i];
      make('path', {
        class: 'curve model',
        d: this.path(along, bytes, x, y),
        'stroke-dasharray': DASHES[end.i % DASHES.length],
      });
      if (wide)
        make('text', { class: 'small start name', x: width - right + 8, y: end.at + 4 - Math.max(0, below) }, end.name);
    }
    this.place.replaceChildren(this.svg, ...(wide ? [] : [this.legend(lines)]));
  }

  /** @param {{ name: string }[]} lines */
  legend(lines) {
    const list = document.createElement('ul');
    list.className = 'legend';
    list.append(
      ...lines.map(({ name }, i) => {
        const item = document.createElement('li');
        const sample = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
        sample.setAttribute('width', '44');
        sample.setAttribute('height', '10');
        sample.setAttribute('aria-hidden', 'true');
        const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
        for (const [key, value] of Object.entries({
          class: 'curve model',
          d: 'M0 5H44',
          'stroke-dasharray': DASHES[i % DASHES.length],
        }))
          path.setAttribute(key, value);
        sample.append(path);
        item.append(sample, name);
        return item;
      }),
    );
    return list;
  }
}
