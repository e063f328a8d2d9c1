// @ts-check
// What a lab can be taken away as: a link to its state, its matrices as CSV or JSON, its picture as SVG or PNG.
import { find } from '../page/find.js';
import { words } from '../page/words.js';
import { asPng, matricesAsCsv, matricesAsJson, matrixPicture } from './taken-files.js';
/** @import { TakenMatrix } from './taken-files.js' */

export class LabTools {
  /**
   * @param {HTMLElement} place with buttons copy, csv, json, svg and png, and an output
   * @param {string} name of the files @param {() => { matrices: TakenMatrix[], state: Record<string, string> }} take
   */
  constructor(place, name, take) {
    this.place = place;
    this.name = name;
    /** @type {Record<string, () => Blob | Promise<Blob>>} */
    const files = {
      csv: () => new Blob([matricesAsCsv(take().matrices)], { type: 'text/csv' }),
      json: () => new Blob([matricesAsJson({ page: location.href, ...take() })], { type: 'application/json' }),
      svg: () => new Blob([matrixPicture(take().matrices)], { type: 'image/svg+xml' }),
      png: () => asPng(matrixPicture(take().matrices)),
    };
    for (const [ending, make] of Object.entries(files)) {
      find(place, `[name="${ending}"]`).addEventListener('click', () => this.save(ending, make));
    }
    find(place, '[name="copy"]').addEventListener('click', () => this.copy());
  }

  /** @param {string} text */
  say(text) {
    find(this.place, 'output').textContent = text;
  }

  /** Says that it is saved only when it is. @param {string} ending @param {() => Blob | Promise<Blob>} make */
  async save(ending, make) {
    this.say('');
    try {
      const address = URL.createObjectURL(await make());
      Object.assign(document.createElement('a'), { href: address, download: `${this.name}.${ending}` }).click();
      setTimeout(() => URL.revokeObjectURL(address), 10000);
      this.say(words('tools.saved'));
    } catch (error) {
      this.say(words('tools.failed', { kind: words(`tools.${ending}`), message: error?.message ?? error }));
    }
  }

  /** Where a page opened from disk may not use the clipboard, the link stands there to be copied. */
  async copy() {
    const field = find(this.place, '.link', HTMLInputElement);
    field.value = location.href;
    try {
      await navigator.clipboard.writeText(location.href);
      this.say(words('tools.copied'));
    } catch {
      field.hidden = false;
      field.select();
      this.say(words('tools.copy-by-hand'));
    }
  }
}
