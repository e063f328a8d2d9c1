// @ts-check
// <sentence-bands>: the picture of the home page. The sentence is an axis, and the bands on it are as thick as the
// weights of the word that asks. The run was made when the site was built, so that this page needs no module; only a
// reader who asks a figure brings one.
import { worldSource } from '../ask/cell-names.js';
import { LAYER_CELLS } from '../ask/cells.js';
import { figureNode } from '../ask/figures.js';
import { refreshNote } from '../ask/figure-note.js';
import { engine } from '../page/engine.js';
import { find } from '../page/find.js';
import { showProblem } from '../page/problems.js';
import { tokenName, tokenNode } from '../page/tokens.js';
import { english, printer, putWords, words } from '../page/words.js';
import { bandPath, bandsOf } from '../pictures/bands.js';
import { hatchPath } from '../pictures/hatch.js';
import { Picture } from '../pictures/picture.js';
import { wordAxis } from '../pictures/word-axis.js';
import { showTable } from '../tables/matrix-table.js';
/** @import { MultiHeadInput, Token } from '../attn.js' */
/** @import { WordAxis } from '../pictures/word-axis.js' */

/** The word that asks first: it looks back at two others at once. */
const FIRST = 'give';

export class SentenceBands extends HTMLElement {
  connectedCallback() {
    try {
      this.start();
    } catch (error) {
      showProblem(error);
    }
  }

  start() {
    /** @type {{ tokens: Token[], input: MultiHeadInput, weights: number[][] }} */
    const { tokens, input, weights } = JSON.parse(find(this, '#sentence-run', HTMLScriptElement).textContent);
    this.tokens = tokens;
    this.weights = weights;
    this.query = tokens.findIndex(({ id }) => id === FIRST);
    this.source = worldSource({
      attn: undefined, // until somebody asks
      ...{ topic: 'multi_head', input, cells: LAYER_CELLS, head: () => '' },
      start: async () => {
        this.source.attn = await engine('lesson');
      },
      row: (i) => tokenNode(tokens[i]),
    });
    this.picture = new Picture(find(this, '.picture-place'), () => this.paint(), 'word-bands');
    this.listen();
    this.show();
  }

  listen() {
    this.addEventListener('click', ({ target }) => {
      const word = this.wordAt(target);
      if (word !== undefined) this.ask(word);
    });
    this.addEventListener('keydown', (event) => {
      const word = this.wordAt(event.target);
      if (word === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
      /** @type {Record<string, number>} */
      const ways = { Enter: 0, ' ': 0, ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
      const to = word + (ways[event.key] ?? NaN);
      if (!this.tokens[to]) return;
      event.preventDefault();
      this.ask(to);
      /** @type {any} */ (this.picture.marks.get(`word-${to}`)).focus();
    });
  }

  /** The word that was touched or is in focus. @param {EventTarget | null} target */
  wordAt(target) {
    const place = target instanceof Element ? target.closest('.word, .reach') : null;
    return place ? Number(place.getAttribute('data-word')) : undefined;
  }

  /** @param {number} query */
  ask(query) {
    this.query = query;
    this.show();
    refreshNote();
  }

  /** @param {number} key */
  share(key) {
    return printer.percent(this.weights[this.query][key]);
  }

  /** @param {number} key */
  question(key, query = this.query) {
    return { source: this.source, at: `heads/0/weights/${query}/${key}` };
  }

  show() {
    const row = this.weights[this.query];
    const asking = this.tokens[this.query];
    const seen = this.tokens.slice(0, this.query + 1);
    const shares = seen.map((token, i) => words('home.share', { word: tokenName(token), share: this.share(i) }));
    this.picture.redraw(
      words('home.picture', { word: tokenName(asking), shares: shares.join(words('list.separator')) }),
    );
    const most = row.indexOf(Math.max(...row));
    const kind = this.query === 0 ? 'only' : most === this.query ? 'self' : 'other';
    putWords(find(this, '.reading'), `home.reads-${kind}`, {
      word: tokenNode(asking),
      most: tokenNode(this.tokens[most]),
      share: figureNode(this.share(most), this.question(most)),
    });
    const heads = () => this.tokens.map(tokenNode);
    showTable(find(this, '.table'), {
      caption: words('home.table'),
      corner: words('home.corner'),
      columns: heads(),
      rows: heads(),
      className: 'pairs',
      cell: (i, j) => {
        const asked = i === this.query ? ' asked' : '';
        if (j > i) return { text: words('home.future'), className: `future${asked}` };
        const share = this.weights[i][j];
        return { text: printer.percent(share), className: `heat${asked}`, share, ask: this.question(j, i) };
      },
    });
  }

  paint() {
    const { picture, query } = this;
    const axis = wordAxis(picture.width, this.weights, { glossed: english });
    const { at, full, step, lift, point } = axis;
    this.paintFuture(axis);
    for (const band of bandsOf(this.weights[query], { query, at, full, step })) {
      const own = band.key === query;
      const foot = own ? band.to : band.from;
      const down = `M${point(foot[0], 1)}L${point(foot[1], 1)}L${point(foot[1], -lift)}L${point(foot[0], -lift)}Z`;
      const mark = { class: 'band', 'data-word': band.key };
      if (!own) {
        const d = bandPath(band, point);
        picture.mark(`edge-${band.key}`, 'path', { class: 'edge', d });
        picture.mark(`band-${band.key}`, 'path', { ...mark, d });
      }
      picture.mark(`foot-${band.key}`, 'path', { ...mark, class: 'band foot', d: down });
    }
    const [from, to] = [at(query) - full / 2, at(query) + full / 2];
    const tick = (/** @type {number} */ x) => `M${point(x, -4)}L${point(x, 4)}`;
    picture.mark('bar', 'path', { class: 'bar', d: `M${point(from, 0)}L${point(to, 0)}${tick(from)}${tick(to)}` });
    const [x, y] = point(to, 0).split(' ').map(Number);
    const whole = axis.upright
      ? { x: x + 8, y: y + 8, class: 'small start' }
      : { x: Math.min(x + 40, picture.width), y: y + 4, class: 'small end narrow' };
    picture.mark('whole', 'text', whole, printer.percent(1, 0));
    this.tokens.forEach((_, word) => this.paintWord(word, axis));
    return axis.height;
  }

  /** What comes after the word that asks is hidden from it. @param {WordAxis} axis */
  paintFuture({ upright, at, box, ends, step, rises }) {
    const last = this.tokens.length - 1;
    if (this.query === last) return;
    const half = (at(1) - at(0)) / 2;
    const room = box([at(this.query) + half, ends[1]], [0, step * rises]);
    this.picture.mark('future', 'path', { class: 'hidden-part', d: hatchPath(room, 9) });
    const place = upright
      ? { x: room.x + room.width - 8, y: room.y + room.height - 8 }
      : { x: room.x + room.width - 8, y: room.y + 18 };
    this.picture.mark('future-word', 'text', { class: 'small end on-hatch', ...place }, words('home.future'));
  }

  /** @param {number} word @param {WordAxis} axis */
  paintWord(word, { upright, at, axis }) {
    const { picture, query } = this;
    const token = this.tokens[word];
    const later = word > query;
    const along = at(word);
    const reach = upright
      ? { x: 58, y: along - 29, width: axis - 62, height: 58 }
      : { x: along - 56, y: axis + 30, width: 112, height: english ? 88 : 62 };
    picture.mark(`reach-${word}`, 'rect', { class: 'reach', 'data-word': word, ...reach });
    if (!later) {
      const place = upright ? { x: 54, y: along + 5 } : { x: along, y: axis + 24 };
      const name = `share ${upright ? 'end' : ''}`;
      picture.figure(`share-${word}`, { ...place, class: name }, this.share(word), this.question(word));
    }
    const place = upright ? { x: 64, y: along + (english ? 4 : 11) } : { x: along, y: axis + 78 };
    picture.word(
      `word-${word}`,
      word,
      {
        ...place,
        class: `word${upright ? ' start' : ''}${word === query ? ' asking' : ''}${later ? ' later' : ''}`,
        ...{ role: 'button', tabindex: 0, 'aria-pressed': String(word === query), lang: 'zh-CN' },
      },
      token.text,
    );
    if (!english) return;
    const gloss = upright
      ? { x: 64, y: along + 22, class: 'small start narrow' }
      : { x: along, y: axis + 104, class: 'small' };
    picture.mark(`gloss-${word}`, 'text', gloss, token.gloss.en);
  }
}

customElements.define('sentence-bands', SentenceBands);
