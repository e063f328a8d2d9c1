// @ts-check
// The picture of <query-key-value-lab>: strips of bars for q and for each k, the products of a column laid end to end to
// the score, and how the ranks cross; in the view of keys and values both strips and how alike they are.
import { printer, words } from '../page/words.js';
import { bars, hatching, reachOf } from './bars.js';
import { paintLikeness, paintValues } from './keys-values.js';
import { Picture } from './picture.js';
import { placesOf, unitThat } from './walk.js';
import { drawWalk, walkUnit } from './walk-drawing.js';
import { widthOf } from './text-width.js';
import { drawWord, pressedName } from './words-drawn.js';
/** @import { LabToken } from '../labs/sentence-lab.js' */
/** @import { Asked } from './walk-drawing.js' */

/**
 * @typedef {{
 *   tokens: LabToken[], query: number, values: boolean, label: string, choose: (word: number) => void,
 *   queryOf: Asked, keys: Asked[], valuesOf: Asked[], products: Asked[],
 *   scores: Asked, cosines: Asked, byScore: Asked, byCosine: Asked, keyCosines: Asked, valueCosines: Asked,
 * }} QkvScene values: in the view of keys and values
 */

/** Where everything stands. @typedef {ReturnType<QkvPicture['measure']>} QkvPlaces */

const HATCH = 'qkv-minus';

export class QkvPicture {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.picture = new Picture(place, () => this.paint(), 'qkv');
  }

  /** @param {QkvScene} scene */
  show(scene) {
    this.scene = scene;
    this.picture.redraw(scene.label);
  }

  measure() {
    const { width, upright } = this.picture;
    const { tokens, values } = this.scene;
    const many = tokens.length > 5;
    const english = document.documentElement.lang === 'en';
    const columns = this.scene.queryOf.values.length;
    if (upright) {
      const row = many || values ? 50 : 63;
      const strips = values ? 0 : 18;
      const cell = values ? (width - 16) / columns / 2 : (width - strips) / columns;
      const walk = { x: 0, width, room: 54, lane: many ? 8 : 11, drop: many ? 32 : 38 };
      return {
        row,
        cell,
        strips,
        top: values ? 24 : 86,
        query: { top: 14, room: 43 },
        keyRoom: row - 45,
        name: 14,
        walk,
      };
    }
    const strips = english ? 120 : 70;
    const slope = width >= 860 ? (english ? 264 : 284) : 0;
    const cell = values && !slope ? Math.min(28, (width - strips - 34 - 170) / columns / 2) : 28;
    const x = strips + cell * columns + 34;
    const row = many ? Math.max(36, 268 / tokens.length) : 52;
    return {
      row,
      cell,
      strips,
      top: values ? 30 : 126,
      query: { top: 36, room: 60 },
      keyRoom: row - 27,
      name: row / 2 + 2,
      walk: { x, width: width - x - (slope ? slope + 30 : 0), room: 58, lane: many ? 11 : 15, drop: many ? 5 : 11 },
      slope: slope ? { x: width - slope, width: slope } : undefined,
    };
  }

  paint() {
    const { picture, scene } = this;
    const at = this.measure();
    this.at = at;
    hatching(picture, HATCH);
    const { tokens, query, values } = scene;
    const bottom = at.top + tokens.length * at.row;
    if (values) paintValues(picture, scene, at, HATCH);
    else this.paintQuery();
    tokens.forEach((token, word) => {
      const top = at.top + word * at.row;
      const asks = word === query;
      if (picture.upright) picture.mark(`rule/${word}`, 'path', { class: 'rule', d: `M0 ${top - 2}H${picture.width}` });
      drawWord(picture, {
        key: `word/${word}`,
        token,
        word,
        x: 0,
        y: top + at.name,
        size: picture.upright ? 15 : 17,
        room: picture.upright ? picture.width * 0.4 : at.strips - 8,
        look: asks ? 'asking start' : 'start',
        gloss: picture.upright ? 'beside' : 'below',
        choose: {
          label: words('query-key-value.choose', { token: pressedName(token) }),
          pressed: asks,
          act: () => scene.choose(word),
          area: { top: top - 1, height: picture.upright ? 32 : at.row - 2 },
        },
      });
    });
    if (!values) this.paintWalks();
    if (values) paintLikeness(picture, scene, at, HATCH);
    else if (at.slope) this.paintSlope(bottom);
    return bottom + 4;
  }

  /** @param {string} key @param {number} x @param {number} y @param {string} name @param {Record<string, any>} [values] @param {string} [look] */
  text(key, x, y, name, values = {}, look = 'head start') {
    this.picture.mark(key, 'text', { class: look, x, y }, words(`query-key-value.${name}`, values));
  }

  /** A strip with its figures, where they have room. @param {string} key @param {Asked} row @param {{ word: number, x: number, zero: number, unit: number, figures: boolean }} how */
  strip(key, row, { word, x, zero, unit, figures }) {
    const { cell } = this.at;
    bars(this.picture, { key, values: row.values, word, x, cell, zero, unit, negative: HATCH });
    if (!figures) return;
    Array.from(row.values, (value, k) => {
      const text = printer.number(value);
      if (value === 0 || widthOf(text, 12) > cell) return;
      const size = Math.abs(value) * unit;
      const y = value < 0 ? zero + size + 12 : zero - size - 4;
      this.picture.figure(`${key}/${k}/figure`, { class: 'on-bar', x: x + (k + 0.5) * cell, y }, text, row.ask(k));
    });
  }

  /** The strips: q above, below it each key. */
  paintQuery() {
    const { picture, scene, at } = this;
    const { queryOf, keys, query, tokens } = scene;
    const own = reachOf([queryOf.values]);
    const all = reachOf(keys.map((key) => key.values));
    const unit = unitThat(picture.upright ? 8 : 11, (u) => {
      const fits = (own.up + own.down) * u <= at.query.room && (all.up + all.down) * u <= at.keyRoom;
      return fits && u <= 44;
    });
    Array.from(queryOf.values, (_, k) =>
      picture.mark(
        `column/${k}`,
        'text',
        { class: 'column', x: at.strips + (k + 0.5) * at.cell, y: picture.upright ? 10 : 30 },
        printer.count(k + 1),
      ),
    );
    if (!picture.upright) this.text('title/strips', 0, 12, 'strips');
    const zero = at.query.top + 13 + own.up * unit;
    this.strip('q', queryOf, { word: query, x: at.strips, zero, unit, figures: true });
    picture.mark('q/name', 'text', { class: 'word asking start', x: 0, y: zero - 2, 'font-size': 17 }, 'q');
    if (!picture.upright)
      drawWord(picture, {
        key: 'q/word',
        token: tokens[query],
        word: query,
        x: 0,
        y: zero + 16,
        size: 13,
        room: at.strips - 10,
        look: 'start',
      });
    keys.forEach((key, word) => {
      const top = at.top + word * at.row + (picture.upright ? 18 : 13);
      const line = top + all.up * unit;
      this.strip(`k/${word}`, key, { word, x: at.strips, zero: line, unit, figures: !picture.upright });
    });
  }

  /** Each word's products, laid end to end. */
  paintWalks() {
    const { picture, scene, at } = this;
    const { x, width, room, lane, drop } = at.walk;
    const whole = (width - 2 * room) / 13;
    const rows = scene.products.map(({ values }) => values);
    const unit = walkUnit(rows, whole);
    const zero = x + room + 4 * whole;
    const bottom = at.top + scene.tokens.length * at.row;
    if (!picture.upright) {
      this.text('title/walk', x, 12, 'walk');
      words('query-key-value.walk-note')
        .split('\n')
        .forEach((line, i) => picture.mark(`note/${i}`, 'text', { class: 'small start', x, y: 34 + 19 * i }, line));
      picture.mark('walk/zero', 'path', { class: 'zero-line', d: `M${zero} ${at.top}V${bottom}` });
      picture.mark('walk/0', 'text', { class: 'small', x: zero, y: at.top - 5 }, printer.count(0));
    }
    scene.products.forEach((products, word) => {
      const y = at.top + word * at.row + drop;
      if (picture.upright)
        picture.mark(`walk/${word}/zero`, 'path', { class: 'zero-line', d: `M${zero} ${y - 2}V${y + 2 * lane}` });
      const score = { value: scene.scores.values[word], ask: scene.scores.ask(word) };
      drawWalk(picture, { key: `${word}`, word, products, score, zero, unit, y, lane, negative: HATCH });
    });
  }

  /** From the rank by cosine to the rank by score. @param {number} bottom */
  paintSlope(bottom) {
    const { picture, scene, at } = this;
    const { x, width } = at.slope;
    const { tokens, query } = scene;
    const top = 62;
    const step = (bottom - top) / tokens.length;
    const y = (/** @type {number} */ slot) => top + (slot + 0.5) * step;
    const [left, right] = [x + 112, x + width - 104];
    this.text('title/slope', x, 12, 'slope');
    this.text('slope/cosine', x, 34, 'by-cosine', {}, 'small start');
    this.text('slope/score', right + 4, 34, 'by-score', {}, 'small start');
    const sides = [placesOf(scene.byCosine.values), placesOf(scene.byScore.values)];
    const order = [...tokens.keys()].sort((a, b) => Number(a === query) - Number(b === query));
    for (const word of order) {
      const asks = word === query ? ' asking' : '';
      const [a, b] = sides.map((side) => side[word]);
      picture.mark(`slope/${word}`, 'path', {
        class: `slope${asks}`,
        'data-word': word,
        d: `M${left} ${y(a.point)}L${right - 8} ${y(b.point)}`,
      });
      for (const [side, cx, cy] of /** @type {[string, number, number][]} */ ([
        ['a', left, y(a.point)],
        ['b', right - 8, y(b.point)],
      ]))
        picture.mark(`dot/${side}/${word}`, 'circle', { class: `dot${asks}`, 'data-word': word, cx, cy, r: 3.5 });
      const side = (
        /** @type {string} */ name,
        /** @type {number} */ from,
        /** @type {number} */ slot,
        /** @type {Asked} */ rank,
      ) => {
        picture.figure(
          `${name}/rank/${word}`,
          { class: 'small start', x: from, y: y(slot) + 5 },
          printer.count(rank.values[word]),
          rank.ask(word),
        );
        drawWord(picture, {
          key: `${name}/word/${word}`,
          token: tokens[word],
          word,
          x: from + 16,
          y: y(slot) + 5,
          size: 15,
          room: 38,
          look: `start${asks}`,
        });
      };
      side('cosine', x, a.slot, scene.byCosine);
      picture.figure(
        `cosine/${word}`,
        { class: 'small end', x: left - 10, y: y(a.slot) + 5 },
        printer.cosine.format(scene.cosines.values[word]),
        scene.cosines.ask(word),
      );
      side('score', right + 4, b.slot, scene.byScore);
      picture.figure(
        `score-again/${word}`,
        { class: 'small end', x: x + width, y: y(b.slot) + 5 },
        printer.signed(scene.scores.values[word]),
        scene.scores.ask(word),
      );
    }
  }
}
