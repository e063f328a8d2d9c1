// @ts-check
// The tanks of <memory-lab>: one for each model, all on one linear scale, filled with what the model keeps at T. Inside
// lie its layers: states stay, windows stop, the others rise. The water can be pulled.
import { figureNode } from '../ask/figures.js';
import { printer, putWords, words } from '../page/words.js';
import { hatchPath } from './hatch.js';
import { LogScale } from './log-scale.js';
import { Picture } from './picture.js';
import { bytesIn, fateOf, piecesOf, wholeOf } from './tank-pieces.js';
import { contextAt, filled, tankPlaces } from './tank-places.js';
import { widthOf } from './text-width.js';
/** @import { MemoryRow } from '../labs/memory-tables.js' */
/** @import { LogStops } from './log-scale.js' */
/** @import { TankPlaces } from './tank-places.js' */

const MIB = 1048576;
/** Bytes of a layer that the strips show: below, a strip is as low as can be seen. */
const STRIPS = /** @type {[number, number]} */ ([MIB / 128, 16384 * MIB]);

export class Tanks {
  /**
   * @param {HTMLElement} place @param {HTMLElement} reading the line below
   * @param {{ budgets: number[], stops: LogStops, pull: (tokens: number) => unknown }} how
   */
  constructor(place, reading, { budgets, stops, pull }) {
    this.reading = reading;
    this.budgets = budgets;
    /** The brim lies a little above the largest budget. */
    this.most = budgets[budgets.length - 1] * 1.14;
    this.stops = stops;
    this.pull = pull;
    /** @type {MemoryRow[]} */
    this.rows = [];
    this.tokens = 1;
    this.picture = new Picture(place, () => this.paint(), 'tanks');
  }

  /** @param {MemoryRow[]} rows @param {number} tokens */
  show(rows, tokens) {
    this.rows = rows;
    this.tokens = tokens;
    const models = rows.map((row) => words('tanks.one', { model: row.entry.name, bytes: printer.bytes(bytesIn(row)) }));
    const all = models.join(words('list.separator')) || words('tanks.none');
    this.picture.redraw(words('tanks.picture', { T: printer.amount(tokens, 'tokens'), models: all }));
    this.read();
  }

  /** Are weights in the books? Not every configuration says how many there are. */
  weighed() {
    return this.rows.some(({ trace }) => trace.weights_bytes);
  }

  /** The line below: who keeps most, and who least. */
  read() {
    // Cache alone is not compared with cache and weights.
    const counted = this.rows.filter(({ trace }) => trace.weights_bytes || !this.weighed());
    const sorted = counted.sort((x, y) => bytesIn(y) - bytesIn(x));
    const [most, least] = [sorted[0], sorted[sorted.length - 1]];
    if (!most) {
      this.reading.textContent = words('tanks.none');
      return;
    }
    const bytes = (/** @type {MemoryRow} */ row) =>
      figureNode(printer.bytes(bytesIn(row)), { source: row.source, at: wholeOf(row) });
    const budget = this.budgets.find((size) => bytesIn(most) <= size);
    putWords(this.reading, `tanks.${budget ? 'fits' : 'over'}${most === least ? '' : '-least'}`, {
      T: printer.amount(this.tokens, 'tokens'),
      most: most.entry.name,
      bytes: bytes(most),
      budget: printer.bytes(budget ?? this.budgets[this.budgets.length - 1]),
      least: least.entry.name,
      fewest: bytes(least),
      what: words(this.weighed() ? 'tanks.with-weights' : 'tanks.cache-alone'),
    });
  }

  paint() {
    if (!this.rows.length) return 0;
    const places = tankPlaces(
      this.picture.width,
      this.rows.map((row) => ({
        name: row.entry.name,
        total: printer.bytes(bytesIn(row)),
        kinds: row.trace.groups.length,
      })),
    );
    const tops = [...new Set(this.rows.map((_, i) => places.place(i).top))];
    for (const top of tops) this.paintScale(top, places);
    this.rows.forEach((row, i) => this.paintTank(row, i, places));
    return tops[tops.length - 1] + places.rowHeight;
  }

  /** Height above the bottom of a tank. @param {number} bytes @param {TankPlaces} places */
  height(bytes, { base, brim }) {
    return (bytes / this.most) * (base - brim);
  }

  /** Budgets across a row of tanks, and the strips' scale. @param {number} top @param {TankPlaces} places */
  paintScale(top, places) {
    const { gutter, base, small, strips } = places;
    const right = this.picture.width;
    const line = (
      /** @type {string} */ key,
      /** @type {string} */ name,
      /** @type {number} */ y,
      /** @type {string} */ text,
    ) => {
      if (name) this.picture.mark(`${key}-line`, 'path', { class: name, d: `M${gutter - 4} ${y}H${right}` });
      this.picture.mark(key, 'text', { class: 'axis-text end', x: gutter - 8, y: y + 4 }, text);
    };
    line(`bottom-${top}`, '', top + base, '0');
    for (const budget of this.budgets)
      line(`budget-${top}-${budget}`, 'budget', top + base - this.height(budget, places), printer.bytes(budget));
    if (small) return;
    for (const size of [MIB, 1024 * MIB])
      line(`size-${top}-${size}`, 'grid', this.stripTop(size, top, places), printer.bytes(size));
    this.picture.mark(
      `strips-${top}`,
      'text',
      { class: 'axis-text end', x: gutter - 8, y: top + strips.legend + 2 },
      words('tanks.strips'),
    );
  }

  /** @param {number} bytes of one layer @param {number} top @param {TankPlaces} places */
  stripTop(bytes, top, { strips }) {
    const scale = new LogScale(STRIPS, [top + strips.base, top + strips.top]);
    return Math.min(scale.place(Math.max(bytes, STRIPS[0])), top + strips.base - 2);
  }

  /** @param {MemoryRow} row @param {number} i @param {TankPlaces} places */
  paintTank(row, i, places) {
    const { picture } = this;
    const { entry, trace, source } = row;
    const { middle, left, top, total: put } = places.place(i);
    const { wide, brim, base, head, small, px, lines, column } = places;
    const key = (/** @type {string} */ name) => `${name}-${entry.id}`;
    lines[i].forEach((text, k) => {
      const y = top + px + k * (px + 3);
      picture.mark(key(`name-${k}`), 'text', { class: 'tank-name', x: middle, y }, text);
    });
    const own = entry.context.value;
    const uncounted = this.weighed() && !trace.weights_bytes;
    const supposed = own > 0 && this.tokens > own;
    const texts = small
      ? [supposed ? words('tanks.what-if') : '']
      : [
          words(supposed ? 'tanks.beyond' : 'tanks.own', { context: printer.count(own) }),
          supposed ? words('tanks.what-if') : '',
        ];
    const said = uncounted ? [words('tanks.uncounted'), '…'] : own > 0 ? texts : [];
    const context = said.find((text) => widthOf(text, 12) <= column - 4);
    if (context) picture.mark(key('context'), 'text', { class: 'axis-text', x: middle, y: top + head + 11 }, context);

    const bottom = top + base;
    const level = this.height(bytesIn(row), places);
    this.paintWater(row, { left, bottom, level, key }, places);
    const rim = top + brim;
    const walls = `M${left} ${rim}V${bottom}H${left + wide}V${rim}`;
    picture.mark(key('walls'), 'path', { class: `walls${supposed ? ' supposed' : ''}`, d: walls });
    if (bytesIn(row) > this.most) this.paintTear({ left, rim, middle, key }, places);
    this.paintHandle(row, i, { left, surface: Math.max(bottom - level, rim), bottom, key }, places);

    const place = { x: put.x, y: bottom + (small ? 20 : 24) + put.lower };
    const total = { source, at: wholeOf(row) };
    picture.figure(key('total'), { ...place, class: 'tank-total' }, printer.bytes(bytesIn(row)), total);
    if (small) return;
    const each = printer.bytes(trace.cache_bytes_per_token);
    const times = words('tanks.times');
    const x = middle + (widthOf(each, 12) - widthOf(times, 12)) / 2;
    const y = bottom + 44 + places.lower;
    const question = { source, at: 'cache_bytes_per_token' };
    picture.figure(key('each'), { x: x - 2, y, class: 'axis-text end' }, each, question);
    picture.mark(key('times'), 'text', { class: 'axis-text start', x: x + 3, y }, times);
    this.paintStrips(row, { middle, left, top, key }, places);
  }

  /**
   * States, windows and what grows, in layers where these can be told apart.
   * @param {MemoryRow} row
   * @param {{ left: number, bottom: number, level: number, key: (name: string) => string }} at
   * @param {TankPlaces} places
   */
  paintWater(row, { left, bottom, level, key }, places) {
    const { wide, base, brim } = places;
    for (const { k, fate, layers, from, to } of filled(piecesOf(row), {
      level: Math.max(level, 2.5),
      most: base - brim,
    })) {
      const box = { x: left, y: bottom - to, width: wide, height: to - from };
      if (box.height <= 0) continue;
      this.picture.mark(key(`water-${k}`), 'rect', { class: `water ${fate}`, ...box });
      if (fate === 'stops')
        this.picture.mark(key(`hatch-${k}`), 'path', { class: 'water-hatch', d: hatchPath(box, 6) });
      if (fate === 'weights' && box.height > 20) {
        const place = { x: left + wide / 2, y: box.y + box.height / 2 + 5 };
        this.picture.mark(key('weights-word'), 'text', { class: 'on-water', ...place }, words('tanks.weights'));
      }
      const each = (to - from) / layers;
      if (each < 3) continue;
      const between = Array.from({ length: layers - 1 }, (_, n) => `M${left} ${box.y + (n + 1) * each}h${wide}`);
      this.picture.mark(key(`layers-${k}`), 'path', { class: 'between', d: between.join('') });
    }
    // Budgets stay visible under water.
    const under = this.budgets
      .map((budget) => this.height(budget, places))
      .filter((up) => up < Math.min(level, base - brim));
    if (under.length)
      this.picture.mark(key('under'), 'path', {
        class: 'under',
        d: under.map((up) => `M${left} ${bottom - up}h${wide}`).join(''),
      });
  }

  /**
   * A torn edge: it overflows.
   * @param {{ left: number, rim: number, middle: number, key: (name: string) => string }} at @param {TankPlaces} places
   */
  paintTear({ left, rim, middle, key }, { wide, small }) {
    const teeth = 8;
    const tooth = wide / teeth;
    const edge = Array.from(
      { length: teeth },
      (_, n) => `L${left + (n + 0.5) * tooth} ${rim + 1}L${left + (n + 1) * tooth} ${rim + 8}`,
    );
    const d = `M${left - 1} ${rim - 2}V${rim + 8}H${left}${edge.join('')}h1V${rim - 2}Z`;
    this.picture.mark(key('tear'), 'path', { class: 'tear', d });
    this.picture.mark(
      key('over'),
      'text',
      { class: 'on-water', x: middle, y: rim + (small ? 46 : 48) },
      words('tanks.overflows'),
    );
  }

  /**
   * The surface: pulled up or down, it is T that follows. One of them is a stop of the Tab key.
   * @param {MemoryRow} row @param {number} i
   * @param {{ left: number, surface: number, bottom: number, key: (name: string) => string }} at
   * @param {TankPlaces} places
   */
  paintHandle({ entry, trace, curve }, i, { left, surface, bottom, key }, { wide, base, brim }) {
    const { stops } = this;
    const now = stops.index(this.tokens);
    const grip = this.picture.mark(key('grip'), 'rect', {
      class: 'surface',
      x: left,
      y: surface - 16,
      width: wide + 8,
      height: 32,
    });
    this.picture.handle(grip, {
      label: words('tanks.handle', { model: entry.name }),
      ...{ least: 0, most: stops.values.length - 1, now },
      spoken: printer.amount(this.tokens, 'tokens'),
      drag: ({ y }) => {
        const bytes = ((bottom - y) / (base - brim)) * this.most - trace.weights_bytes;
        this.pull(stops.values[stops.index(contextAt(curve, bytes))]);
      },
      step: (by) => this.pull(stops.values[Math.min(Math.max(now + by, 0), stops.values.length - 1)]),
    });
    if (i) grip.setAttribute('tabindex', '-1');
    this.picture.mark(key('arrow'), 'path', { class: 'arrow-head', d: `M${left + wide + 2} ${surface}l7 -4v8z` });
  }

  /**
   * One strip for each layer, on a logarithmic scale, and how many there are of each kind.
   * @param {MemoryRow} row
   * @param {{ middle: number, left: number, top: number, key: (name: string) => string }} at @param {TankPlaces} places
   */
  paintStrips({ trace, source }, { middle, left, top, key }, places) {
    const { wide, strips, column } = places;
    const all = trace.groups.reduce((sum, { layers }) => sum + layers, 0);
    const gap = 3;
    const pitch = (wide - gap * (trace.groups.length - 1)) / all;
    let x = left;
    const floor = top + strips.base;
    trace.groups.forEach((group, k) => {
      const high = this.stripTop(group.row_bytes * group.rows, top, places);
      const part = `water ${fateOf(group)}`;
      const box = { x, y: high, width: group.layers * pitch, height: floor - high };
      this.picture.mark(key(`strip-${k}`), 'rect', { class: part, ...box });
      if (fateOf(group) === 'stops')
        this.picture.mark(key(`strip-hatch-${k}`), 'path', { class: 'water-hatch', d: hatchPath(box, 6) });
      if (pitch >= 2.2) {
        const cuts = Array.from({ length: group.layers - 1 }, (_, n) => `M${x + (n + 1) * pitch} ${high}V${floor}`);
        this.picture.mark(key(`cuts-${k}`), 'path', { class: 'between', d: cuts.join('') });
      }
      x += group.layers * pitch + gap;

      const inLine = Math.min(strips.perLine, trace.groups.length);
      const cell = Math.min(column, 96 * inLine) / inLine;
      const at = middle + cell * ((k % strips.perLine) - (inLine - 1) / 2);
      const y = top + strips.legend + 16 * Math.floor(k / strips.perLine);
      const question = { source, at: `groups/${k}/layers` };
      this.picture.figure(
        key(`count-${k}`),
        { x: at - 14, y, class: 'axis-text end' },
        printer.count(group.layers),
        question,
      );
      this.picture.mark(
        key(`fate-${k}`),
        'text',
        { class: 'axis-text start', x: at - 10, y },
        words(`tanks.${fateOf(group)}`),
      );
    });
    this.picture.mark(key('floor'), 'path', { class: 'walls', d: `M${left} ${floor}h${wide}` });
  }
}
