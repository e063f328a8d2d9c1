// @ts-check
// What all laboratories share: settings with their controls and address, downloads, and the order of a change:
// compute first, and only what the core accepted comes into use.
import { refreshNote } from '../ask/figure-note.js';
import { address } from '../page/address.js';
import { arrive } from '../page/arrival.js';
import { find, findMaybe } from '../page/find.js';
import { isCrash, isRefusal, refusalWords } from '../page/refusals.js';
import { startLab } from '../page/start.js';
import { words } from '../page/words.js';
import { LabControls } from './controls.js';
import { LabState } from './state.js';
import { LabTools } from './tools.js';
import { Undo } from './undo.js';
/** @import { Started } from '../page/start.js' */
/** @import { ControlOptions } from './controls.js' */
/** @import { LabSetting, LabValues } from './state.js' */
/** @import { TakenMatrix } from './taken-files.js' */

/**
 * Goes around a form, whose controls are named like the settings, and places for tables. A laboratory extends it with
 * settings(), compute() and show(), and where it needs them begin(), implied(), settled() and taken().
 */
export class Laboratory extends HTMLElement {
  connectedCallback() {
    this.ready = startLab(this, (started) => this.start(started));
  }

  /** What can be set, and where it starts. @returns {Record<string, LabSetting>} */
  settings() {
    return {};
  }

  /** What is particular about the controls. @returns {Partial<ControlOptions>} */
  controlOptions() {
    return {};
  }

  /** Once, before the first picture: for controls and pictures that a laboratory has beyond the form's. */
  begin() {}

  /**
   * What else changes with this change: another sentence, another query.
   * @param {LabValues} changes @returns {LabValues}
   */
  implied(changes) {
    return {};
  }

  /**
   * Values that go together: where one rules another out, the other is set aside.
   * @param {LabValues} values @returns {LabValues}
   */
  settled(values) {
    return values;
  }

  /**
   * Everything that `show` needs, from values that are not in use yet; throws where the core refuses them.
   * @param {LabValues} values @returns {any}
   */
  compute(values) {
    return {};
  }

  /** Draws what was computed. @param {any} run */
  show(run) {}

  /** The matrices in view, to be taken away. @param {any} run @returns {TakenMatrix[]} */
  taken(run) {
    return [];
  }

  get values() {
    return this.state.values;
  }

  /** @param {Started} started */
  start({ attn, world }) {
    this.attn = attn;
    this.world = world;
    this.state = new LabState(this.settings());
    const changed = (/** @type {string} */ name, /** @type {any} */ value) => this.change({ [name]: value });
    this.controls = new LabControls(this, this.state, { changed, ...this.controlOptions() });
    const name = this.localName.replace(/-lab$/, '');
    new LabTools(find(this, '.tools'), name, () => ({ matrices: this.taken(this.run), state: this.saved() }));
    this.undo = new Undo(this, (values) => this.back(values));
    this.begin();
    addEventListener('hashchange', () => {
      if (LabState.speaks()) this.open();
    });
    return this.open();
  }

  /** With what the address says, and what of it could not be used. @returns {Promise<void> | void} */
  open() {
    const { values: told, unused } = this.state.read();
    const values = { ...this.values, ...told };
    const before = this.run && this.values;
    if (!this.use(values)) return this.stay();
    if (before) this.undo.keep(before);
    arrive(this, { names: Object.keys(this.state.settings), state: this.state.told() });
    const said = address.read();
    const set = Object.keys(this.state.settings).filter(
      (name) => said[name] !== undefined && this.state.text(name) !== this.state.text(name, values[name]),
    );
    const parts = [...unused, ...set.map((name) => `${name}=${said[name]}`)];
    if (!parts.length) return undefined;
    this.notice(words('lab.unused', { parts: parts.map(shortened).join(words('list.separator')) }));
    this.state.write();
    return undefined;
  }

  /** An address that was refused: what was in use stays, at first as the page stands without any. */
  async stay() {
    const said = this.said;
    await this.attn.restarted;
    if (!this.run && !this.use(this.state.standards())) throw new Error(this.said);
    this.state.write();
    this.notice(said);
  }

  /** What the reader did. @param {LabValues} changes @returns {boolean} whether it came into use */
  change(changes) {
    const before = this.values;
    const done = this.use(this.values, changes);
    if (done) {
      this.undo.keep(before, Object.keys(changes).join());
      this.state.write();
    } else this.controls.show({ keep: document.activeElement });
    return done;
  }

  /** A state of before, or of after, as it was. @param {LabValues} values */
  back(values) {
    if (this.use(values)) this.state.write();
  }

  /**
   * Computes with new values; a refusal leaves everything as it was, and is said.
   * @param {LabValues} values @param {LabValues} [changes] to them @returns {boolean}
   */
  use(values, changes = {}) {
    try {
      const settled = this.settled({ ...values, ...this.implied(changes), ...changes });
      this.run = this.compute(settled);
      this.state.values = settled;
    } catch (error) {
      this.notice(refusedWords(error));
      return false;
    }
    this.notice('');
    this.paint();
    return true;
  }

  paint() {
    this.showControls(this.run);
    this.show(this.run);
    // Printed under the figure: where a reader of the paper finds this state again.
    const state = this.state.told() || words('lab.state-standard');
    find(this, '.state-line').textContent = words('lab.state', { state });
    refreshNote();
  }

  /** The controls say what is in use. @param {any} run */
  showControls(run) {
    this.controls.show();
  }

  /** A line above the results: what was not used. @param {string} text */
  notice(text) {
    this.said = text;
    const place = findMaybe(this, '.lab-notice') ?? this.noticePlace();
    place.textContent = text;
    place.hidden = text === '';
  }

  noticePlace() {
    const place = document.createElement('p');
    place.className = 'lab-notice message';
    place.setAttribute('role', 'status');
    find(this, '.results').before(place);
    return place;
  }

  /** The state as a download keeps it. @returns {Record<string, string>} */
  saved() {
    return this.state.texts();
  }
}

/** @param {string} part of an address */
const shortened = (part) => (part.length > 60 ? `${part.slice(0, 60)}…` : part);

/** Why a change did not come into use; what is no refusal is an error of the page. @param {any} error */
function refusedWords(error) {
  if (isCrash(error)) return words('error.crashed');
  if (!isRefusal(error)) throw error;
  return words('lab.refused', { message: refusalWords(error) });
}
