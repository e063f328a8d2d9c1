// @ts-check
// <lane-head>: the picture at the head of the lesson. Both ways of reading on one axis of beats: the RNN goes a word a
// beat, attention is done after the first. A word that is erased shows how all later states change.
import { refreshNote } from '../ask/figure-note.js';
import { enable, find, labForm } from '../page/find.js';
import { startLab } from '../page/start.js';
import { tokenName, tokenNode } from '../page/tokens.js';
import { english, printer, putWords, words } from '../page/words.js';
import { BeatsPicture } from '../pictures/beats-picture.js';
import { laneRuns } from './lane-runs.js';
import { StepControls } from './step-controls.js';
/** @import { Attn, Matrix, TeachingWorld } from '../attn.js' */

const BEAT = 900; // ms

/** Goes around a .picture-place, a .reading and a form with buttons back, next and play and a list "erase". */
export class LaneHead extends HTMLElement {
  connectedCallback() {
    this.form = labForm(this);
    /** Settles when the first picture is on the page. */
    this.ready = startLab(this, (started) => this.start(started));
  }

  /** @param {{ attn: Attn, world: TeachingWorld }} started */
  start({ attn, world }) {
    this.attn = attn;
    this.tokens = world.tokens;
    this.runs = laneRuns({ attn, world });
    this.picture = new BeatsPicture(find(this, '.picture-place'));
    // It opens where there is something to see: the verb is being read, and it asks.
    this.query = this.tokens.findIndex((token) => token.id === 'give');
    this.now = this.query + 1;
    /** The word that is erased. @type {number | undefined} */
    this.erased = undefined;
    this.event = 'step';
    this.listen();
    this.paint();
  }

  listen() {
    const { erase } = this.form.elements;
    this.steps = new StepControls(this.form, {
      all: this.tokens.length,
      now: () => this.now,
      move: (beat) => this.move(beat),
      wait: () => BEAT,
    });
    erase.addEventListener('change', () => this.erase(this.tokens.findIndex(({ id }) => id === erase.value)));
  }

  /** @param {number} beat */
  move(beat) {
    this.now = beat;
    this.event = 'step';
    this.paint();
  }

  /** @param {number} query */
  ask(query) {
    this.query = query;
    this.event = 'ask';
    this.paint();
  }

  /** Erases a word; the one that is erased, or none, brings it back. @param {number} word */
  erase(word) {
    this.erased = word < 0 || word === this.erased ? undefined : word;
    this.event = 'erase';
    this.paint();
  }

  /** The states when the word's vector is zero, the way the core measures what is kept. @param {number} word @returns {Matrix} */
  statesWithout(word) {
    const { recurrent } = this.runs;
    const inputs = recurrent.inputs.map((row, i) => (i === word ? Array.from(row, () => 0) : row));
    return this.attn.rnn({ ...recurrent, inputs }).hidden;
  }

  paint() {
    const { tokens, now, query, erased, runs } = this;
    const { back, next, erase } = this.form.elements;
    enable(back, now > 0);
    enable(next, now < tokens.length);
    erase.value = erased === undefined ? '' : tokens[erased].id;
    this.picture.show({
      label: this.label(),
      tokens,
      names: tokens.map(tokenName),
      now,
      query,
      idle: Math.max(now - 1, 0),
      states: erased === undefined ? runs.states : this.statesWithout(erased),
      before: runs.states,
      erased,
      kept: { share: runs.kept, ask: (t, j) => ({ source: runs.sources.kept, at: `kept/${t}/${j}` }) },
      weights: {
        values: runs.weights[query],
        ask: (key) => ({ source: runs.sources.weights, at: `heads/0/weights/${query}/${key}` }),
      },
      choose: (word) => this.ask(word),
      erase: (word) => this.erase(word),
    });
    this.say();
    refreshNote();
  }

  /** What is seen, for those who do not see it. */
  label() {
    const { tokens, now, query, erased, runs } = this;
    if (now === 0) return words('lane-head.nothing-yet');
    const shares = tokens
      .slice(0, query + 1)
      .map((token, i) => `${tokenName(token)} ${printer.percent(runs.weights[query][i])}`);
    const parts = [
      words('lane-head.picture', {
        n: printer.count(now),
        token: tokenName(tokens[now - 1]),
        query: tokenName(tokens[query]),
        weights: shares.join(words('list.separator')),
      }),
      erased !== undefined && words('lane-head.picture-erased', { token: tokenName(tokens[erased]) }),
    ];
    return parts.filter(Boolean).join(english ? ' ' : '');
  }

  /** What has just happened, in one line. */
  say() {
    const { tokens, now, query, erased, event } = this;
    const node = (/** @type {number} */ i) => tokenNode(tokens[i]);
    const line = find(this, '.reading');
    const beat = { n: printer.count(now), all: printer.count(tokens.length) };
    if (now === 0) putWords(line, 'lane-head.nothing-yet');
    else if (event === 'ask') putWords(line, 'lane-head.asks', { token: node(query) });
    else if (event === 'erase' && erased === undefined) putWords(line, 'lane-head.written-back');
    else if (event === 'erase')
      putWords(line, now > erased ? 'lane-head.erased' : 'lane-head.erased-later', { token: node(erased) });
    else {
      const key = now === 1 ? 'beat-first' : now === tokens.length ? 'beat-last' : 'beat-some';
      putWords(line, `lane-head.${key}`, { ...beat, token: node(now - 1) });
    }
  }
}

customElements.define('lane-head', LaneHead);
