// @ts-check
// The picture of <multi-head-lab>: the products of each column with a knife between them, the arcs of each head for the
// word that asks, and the parameters, which no cut moves.
import { printer, words } from '../page/words.js';
import { bars, hatching, reachOf } from './bars.js';
import { headPlaces } from './heads-layout.js';
import { paintBands, paintParameters, paintSmall } from './heads-parts.js';
import { Picture } from './picture.js';
import { unitThat } from './walk.js';
import { drawWalk, walkUnit } from './walk-drawing.js';
import { widthOf } from './text-width.js';
import { drawWord, pressedName } from './words-drawn.js';
/** @import { Question } from '../ask/questions.js' */
/** @import { HeadCut } from '../attn.js' */
/** @import { LabToken } from '../labs/sentence-lab.js' */
/** @import { HeadPlace } from './heads-layout.js' */
/** @import { Asked } from './walk-drawing.js' */

/**
 * @typedef {HeadCut & { weights: Asked, scores: Asked, products: Asked[] }} HeadScene products: by word, of its columns
 * @typedef {{
 *   tokens: LabToken[], query: number, label: string, choose: (word: number) => void,
 *   products: ArrayLike<number>[], seen: ArrayLike<boolean>, heads: HeadScene[],
 *   counts: number[], cut: (count: number) => void, parameters: { text: string, ask: Question },
 * }} HeadsScene products: by word and column; seen: by word, what the mask lets through; counts: of heads, to choose from
 */

const [MINUS, FUTURE] = ['heads-minus', 'heads-future'];

export class HeadsPicture {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.picture = new Picture(place, () => this.paint(), 'heads-picture');
    this.enlarged = 0;
  }

  /** @param {HeadsScene} scene */
  show(scene) {
    this.scene = scene;
    this.enlarged = Math.min(this.enlarged, scene.heads.length - 1);
    this.picture.redraw(scene.label);
  }

  measure() {
    const { width, upright } = this.picture;
    const { tokens, products } = this.scene;
    const columns = products[0].length;
    const english = document.documentElement.lang === 'en';
    const row = Math.max(upright ? 18 : 22, (upright ? 125 : 200) / tokens.length);
    const left = upright ? 52 : english ? 122 : 64;
    const cell = upright ? (width - left) / columns : 25;
    const top = 36;
    const bottom = top + row * tokens.length;
    const right = left + cell * columns;
    const arcs = upright
      ? { x: 0, y: bottom + 52, width, height: 232 }
      : { x: right + 44, y: 0, width: width - right - 44, height: 396 };
    return { row, left, cell, top, bottom, right, arcs };
  }

  paint() {
    const { picture, scene } = this;
    this.at = this.measure();
    hatching(picture, MINUS);
    hatching(picture, FUTURE, 'grey');
    this.paintProducts();
    this.paintKnife();
    paintParameters(picture, scene, this.at.bottom);
    for (const place of headPlaces(scene.heads.length, scene.tokens.length, this.enlarged, this.at.arcs)) {
      if (place.small) this.paintChoice(place);
      else if (place.height < 300) this.paintHead(place);
      else {
        // There is room for the walks, in line with the rows of bars, and the arcs below.
        this.paintWalks(place);
        const y = this.at.bottom + 30;
        this.paintHead({ ...place, y, height: place.y + place.height - y }, false);
      }
    }
    return Math.max(this.at.arcs.y + this.at.arcs.height, this.at.bottom + 50);
  }

  /** A row of bars for each word, and the words, which can be pressed. */
  paintProducts() {
    const { picture, scene, at } = this;
    const { tokens, query, products, seen } = scene;
    picture.mark('title', 'text', { class: 'head start', x: 0, y: 12 }, words('multi-head.products'));
    products[0] &&
      Array.from(products[0], (_, k) =>
        picture.mark(
          `column/${k}`,
          'text',
          { class: 'column', x: at.left + (k + 0.5) * at.cell, y: 31 },
          printer.count(k + 1),
        ),
      );
    const reach = reachOf(products);
    const unit = unitThat(picture.upright ? 2.4 : 3.7, (u) => (reach.up + reach.down) * u <= at.row - 4 && u <= 15);
    const line = (at.row - (reach.up + reach.down) * unit) / 2 + reach.up * unit;
    tokens.forEach((token, word) => {
      const top = at.top + word * at.row;
      const asks = word === query;
      drawWord(picture, {
        key: `word/${word}`,
        token,
        word,
        x: 0,
        y: top + at.row / 2 + (picture.upright ? 5 : 3),
        size: picture.upright ? 15 : 17,
        room: at.left - 8,
        look: asks ? 'asking start' : seen[word] ? 'start' : 'future start',
        gloss: picture.upright || at.row < 36 ? undefined : 'below',
        choose: {
          label: words('multi-head.choose', { token: pressedName(token) }),
          pressed: asks,
          act: () => scene.choose(word),
          area: { top, height: at.row },
        },
      });
      if (seen[word])
        bars(picture, {
          key: `products/${word}`,
          values: products[word],
          word,
          x: at.left,
          cell: at.cell,
          zero: top + line,
          unit,
          negative: MINUS,
        });
      else
        picture.mark(`future/${word}`, 'rect', {
          class: 'hidden-row',
          x: at.left,
          y: top + at.row / 2 - 6,
          width: at.right - at.left,
          height: 12,
          fill: `url(#${FUTURE})`,
        });
    });
  }

  /** The first cut is the handle: all heads are as wide as the first. */
  paintKnife() {
    const { picture, scene, at } = this;
    const { heads, counts } = scene;
    const border = (/** @type {HeadCut} */ { first_column, columns }) => at.left + (first_column + columns) * at.cell;
    const end = at.bottom + 4;
    for (const head of heads) {
      const middle = at.left + (head.first_column + head.columns / 2) * at.cell;
      picture.mark(`letter/${head.id}`, 'text', { class: 'letter', x: middle, y: at.bottom + 16 }, head.id);
    }
    for (const head of heads.slice(1, -1))
      picture.mark(`cut/${head.id}`, 'path', { class: 'cut', d: `M${border(head)} 20V${end}` });
    const x = border(heads[0]);
    picture.mark('knife/blade', 'path', { class: 'blade', d: `M${x} 18V${at.bottom + 22}` });
    const text = words('multi-head.cut', { count: printer.count(heads.length) });
    const wide = widthOf(text, 13) + 36;
    const left = Math.min(x - wide / 2, picture.width - wide);
    const grip = picture.mark('knife', 'rect', {
      class: 'grip',
      x: left,
      y: at.bottom + 20,
      width: wide,
      height: 26,
      rx: 4,
    });
    const now = counts.indexOf(heads.length);
    const go = (/** @type {number} */ to) => {
      const count = counts[Math.max(0, Math.min(counts.length - 1, to))];
      if (count !== scene.heads.length) scene.cut(count);
    };
    picture.handle(grip, {
      label: words('multi-head.knife'),
      least: 0,
      most: counts.length - 1,
      now,
      spoken: text,
      step: (by) => go(now + by),
      drag: (to) => {
        const far = counts.map((count) => Math.abs(at.left + (at.right - at.left) / count - to.x));
        go(far.indexOf(Math.min(...far)));
      },
    });
    picture.mark('knife/name', 'text', { class: 'grip-name', x: left + wide / 2, y: at.bottom + 38 }, `◂ ${text} ▸`);
  }

  /** One of the grid, to be enlarged. @param {HeadPlace} place */
  paintChoice(place) {
    const act = () => {
      this.enlarged = place.head;
      this.picture.redraw();
    };
    paintSmall(this.picture, this.scene, place, { chosen: place.head === this.enlarged, act });
  }

  /** The title of a head. @param {HeadPlace} place */
  paintTitle({ head, x, y }) {
    const { id, first_column, columns } = this.scene.heads[head];
    const range = { from: printer.count(first_column + 1), to: printer.count(first_column + columns) };
    const title = words(columns > 1 ? 'multi-head.head' : 'multi-head.head-one', { head: id, ...range });
    this.picture.mark(`head/${id}/title`, 'text', { class: 'head start', x, y: y + 12 }, title);
  }

  /** How the scores of a head come about. @param {HeadPlace} place */
  paintWalks(place) {
    const { picture, scene, at } = this;
    this.paintTitle(place);
    const room = 58;
    const whole = (Math.min(place.width, 420) - 2 * room) / 13;
    const unit = walkUnit(
      scene.heads.flatMap((head) => head.products.map(({ values }) => values)),
      whole,
    );
    const { id, products, scores, first_column: first } = scene.heads[place.head];
    const zero = place.x + room + 4 * whole;
    picture.mark(`walk/${id}/zero`, 'path', { class: 'zero-line', d: `M${zero} ${at.top}V${at.bottom}` });
    const lane = at.row < 36 ? at.row * 0.36 : 13;
    scene.tokens.forEach((_, word) => {
      if (!scene.seen[word]) return;
      const y = at.top + word * at.row + at.row / 2 - lane;
      const score = { value: scores.values[word], ask: scores.ask(word) };
      const named = { first, named: false };
      drawWalk(picture, {
        key: `${id}/${word}`,
        word,
        products: products[word],
        score,
        zero,
        unit,
        y,
        lane,
        negative: MINUS,
        ...named,
      });
    });
  }

  /** With words and figures. @param {HeadPlace} place */
  paintHead(place, titled = true) {
    const { head, x, y, width, height } = place;
    if (titled) this.paintTitle(place);
    const { picture, scene } = this;
    const { tokens, query, seen } = scene;
    const { id, weights } = scene.heads[head];
    const key = `head/${id}`;
    const gap = Math.min(width / tokens.length, 104);
    const at = (/** @type {number} */ word) => x + (word + 0.5) * gap;
    const base = y + height - 38;
    paintBands(picture, scene, key, head, { at, gap, base, high: base - y - (titled ? 20 : 4) });
    tokens.forEach((token, word) => {
      const look = word === query ? 'asking' : seen[word] ? '' : 'future';
      drawWord(picture, {
        key: `${key}/word/${word}`,
        token,
        word,
        x: at(word),
        y: base + 19,
        size: 15,
        room: gap - 4,
        look,
      });
      const text = printer.percent(weights.values[word]);
      if (!seen[word])
        picture.mark(`${key}/future/${word}`, 'rect', {
          class: 'hidden-row',
          x: at(word) - 13,
          y: base + 26,
          width: 26,
          height: 10,
          fill: `url(#${FUTURE})`,
        });
      else if (widthOf('100.0%', 12) < gap)
        picture.figure(
          `${key}/weight/${word}`,
          { class: 'weight', 'data-word': word, x: at(word), y: base + 35 },
          text,
          weights.ask(word),
        );
    });
  }
}
