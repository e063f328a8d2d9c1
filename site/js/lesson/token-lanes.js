// @ts-check
// <token-lanes>: experiment 1. Five tokens through an RNN, step by step, and through self-attention, in one step.
import { COST_CELLS } from '../ask/cells.js';
import { askable, TopicSource, unask } from '../ask/questions.js';
import { address } from '../page/address.js';
import { arrive } from '../page/arrival.js';
import { enable, find, labForm } from '../page/find.js';
import { startLab } from '../page/start.js';
import { tokenName, tokenNode } from '../page/tokens.js';
import { english, printer, putWords, words } from '../page/words.js';
import { LaneDrawing } from '../pictures/lane-drawing.js';
import { laneRuns } from './lane-runs.js';
import { fillLaneTables } from './lane-tables.js';
import { StepControls } from './step-controls.js';
/** @import { WhySource } from '../ask/questions.js' */
/** @import { Attn, LayerCost, TeachingWorld } from '../attn.js' */

/**
 * Goes around plain HTML written in the page: two .lane sections, a form with buttons back, next, play, reset, a select
 * speed and radios query, and places for table twins. Tells the document "lanes-step" with { step, byHand }.
 */
export class TokenLanes extends HTMLElement {
  connectedCallback() {
    this.form = labForm(this);
    /** How many steps have been taken. @type {number} */
    this.now = 0;
    this.query = 0;
    /** Settles when the first picture is on the page. */
    this.ready = startLab(this, (started) => this.start(started));
  }

  /** @param {{ attn: Attn, world: TeachingWorld }} started */
  start({ attn, world }) {
    this.attn = attn;
    this.tokens = world.tokens;
    this.ids = world.tokens.map((token) => token.id);
    this.dimensions = world.dimensions.map((dimension) => dimension[english ? 'en' : 'zh']);
    const { states, kept, weights, sources } = laneRuns({ attn, world });
    this.states = states;
    this.kept = kept;
    this.weights = weights;
    this.sources = sources;

    const texts = this.tokens.map((token) => token.text);
    const [rnn, attention] = [find(this, '.lane.rnn'), find(this, '.lane.attention')];
    this.lanes = { rnn, attention };
    this.drawings = {
      rnn: new LaneDrawing(find(rnn, '.drawing'), texts),
      attention: new LaneDrawing(find(attention, '.drawing'), texts),
    };
    this.query = Math.max(0, this.ids.indexOf(this.form.elements.query.value));
    const unused = this.openFromAddress();
    this.listen();
    fillLaneTables(this, this);
    this.paint();
    this.arrived(unused);
    new ResizeObserver(() => this.draw()).observe(this.drawings.rnn.place);
  }

  listen() {
    const { query, speed } = this.form.elements;
    this.steps = new StepControls(this.form, {
      all: this.tokens.length,
      now: () => this.now,
      move: (step, byHand) => this.move(step, byHand),
      wait: () => Number(speed.value),
    });
    for (const radio of query) radio.addEventListener('change', () => this.ask(this.ids.indexOf(query.value)));
    addEventListener('hashchange', () => {
      const unused = this.openFromAddress();
      this.paint();
      this.arrived(unused);
    });
  }

  /** @returns {string[]} what could not be used */
  openFromAddress() {
    const { step, query } = address.read();
    const asked = this.ids.indexOf(query);
    const now = address.whole('step', 0, this.tokens.length);
    this.now = now ?? this.now;
    if (asked >= 0) this.query = asked;
    this.form.elements.query.value = this.ids[this.query];
    const bad = { step: step !== undefined && now === undefined, query: query !== undefined && asked < 0 };
    if (bad.step || bad.query)
      address.write({ step: bad.step ? this.now : step, query: bad.query ? this.ids[this.query] : query });
    return [...(bad.step ? [`step=${step}`] : []), ...(bad.query ? [`query=${query}`] : [])];
  }

  /** @param {string[]} unused */
  arrived(unused) {
    const asks = tokenName(this.tokens[this.query]);
    arrive(this, {
      names: ['step', 'query'],
      state: words('token-lanes.state', { step: this.now, token: asks }),
      unused,
    });
  }

  /** @param {number} step @param {boolean} byHand */
  move(step, byHand) {
    const forward = step === this.now + 1;
    if (step === this.now) return;
    this.now = step;
    address.write({ step });
    this.paint();
    document.dispatchEvent(
      new CustomEvent('lanes-step', { detail: { step, all: this.tokens.length, byHand, forward } }),
    );
  }

  /** @param {number} query */
  ask(query) {
    this.query = query;
    this.form.elements.query.value = this.ids[query];
    address.write({ query: this.ids[query] });
    this.paint();
  }

  /** What the closed forms say of so many tokens. @param {number} tokens at least 1 */
  costOf(tokens) {
    const input = {
      tokens,
      width: this.dimensions.length,
      kernel: 3,
      window: tokens,
      projections: false,
      causal: true,
    };
    return {
      cost: this.attn.cost(input),
      source: new TopicSource({ attn: this.attn, topic: 'cost', input, cells: COST_CELLS }),
    };
  }

  paint() {
    const { back, next } = this.form.elements;
    const all = this.tokens.length;
    const so_far = this.now > 0 ? this.costOf(this.now) : undefined;
    const cost = so_far?.cost;
    enable(back, this.now > 0);
    enable(next, this.now < all);
    find(this, '.position').textContent = words('token-lanes.position', { now: this.now, all });

    const left = all - this.now;
    this.say('rnn', cost?.recurrent, so_far?.source, 'recurrent');
    const status = cost ? (left ? 'token-lanes.rnn-status' : 'token-lanes.rnn-done') : 'token-lanes.waiting';
    const to = cost && tokenNode(this.tokens[this.now - 1]);
    putWords(find(this.lanes.rnn, '.status'), status, { token: to, left: String(left) });
    putWords(find(this.lanes.rnn, '.path-words'), this.now > 1 ? 'token-lanes.path-rnn' : 'token-lanes.path-none', {
      updates: printer.unit(cost?.recurrent.path ?? 0, 'updates'),
      from: tokenNode(this.tokens[0]),
      to: to?.cloneNode(true),
    });

    // Attention has finished all rows after its one step, however many tokens there are.
    const whole = cost && this.costOf(all);
    const once = whole?.cost.self_attention;
    this.say('attention', once, whole?.source, 'self_attention');
    putWords(find(this.lanes.attention, '.path-words'), 'token-lanes.path-attention', {
      hops: printer.unit(once?.path ?? 0, 'hops'),
    });
    putWords(find(this.lanes.attention, '.status'), cost ? 'token-lanes.attention-status' : 'token-lanes.waiting', {
      token: tokenNode(this.tokens[this.query]),
    });
    this.draw();
  }

  /**
   * @param {'rnn' | 'attention'} lane @param {LayerCost} [cost] nothing before the first step
   * @param {WhySource} [source] @param {string} [layer] where its numbers can be asked
   */
  say(lane, cost, source, layer) {
    const steps = cost?.serial_steps ?? 0;
    for (const [name, value, field] of /** @type {[string, number, string][]} */ ([
      ['.steps', steps, 'serial_steps'],
      ['.path', cost?.path ?? 0, 'path'],
    ])) {
      const place = find(this.lanes[lane], name);
      place.textContent = printer.count(value);
      if (source) askable(place, { source, at: `${layer}/${field}` });
      else unask(place);
    }
    putWords(find(this.lanes[lane], '.steps-words'), 'token-lanes.steps', { steps: printer.unit(steps, 'steps') });
  }

  draw() {
    const done = this.now > 0;
    const label = words('token-lanes.picture', {
      steps: this.now,
      once: done ? 1 : 0,
      query: tokenName(this.tokens[this.query]),
    });
    const row = this.kept[this.now - 1];
    this.drawings.rnn.recurrent({
      label,
      states: this.states,
      done: this.now,
      notes: this.tokens.map((_, i) =>
        i < this.now ? words('token-lanes.left', { share: printer.percent(row[i]) }) : '',
      ),
    });
    const weights = this.weights[this.query];
    this.drawings.attention.attention({
      label,
      weights,
      query: this.query,
      done,
      notes: this.tokens.map((_, i) =>
        i > this.query ? words('token-lanes.future') : done ? printer.percent(weights[i]) : '',
      ),
      choose: (i) => this.ask(i),
    });
  }
}

customElements.define('token-lanes', TokenLanes);
