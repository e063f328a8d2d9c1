// @ts-check
// A config.json of the reader's own: pasted or opened, read by the core, explained field by field or refused by name.
import { isRefusal } from '../page/refusals.js';
import { printer, words } from '../page/words.js';
import { showTable } from '../tables/matrix-table.js';
/** @import { Attn, ConfigJsonTrace, ModelEntry, Refusal } from '../attn.js' */

/** "linear-hybrid+mla" in words. @param {string} family */
export const familyWords = (family) => family.split('+').map((part) => words(`memory.family-${part}`)).join(' + ');

export class ConfigPaste {
  /** @param {HTMLElement} place @param {Attn} attn @param {(entry: ModelEntry | undefined, bytes?: number) => void} use */
  constructor(place, attn, use) {
    this.place = place;
    this.attn = attn;
    this.use = use;
    this.text = /** @type {HTMLTextAreaElement} */ (place.querySelector('textarea'));
    place.querySelector('[name="read"]').addEventListener('click', () => this.read('config.json'));
    place.querySelector('[name="forget"]').addEventListener('click', () => { this.text.value = ''; this.say(''); this.forget(); use(undefined); });
    place.querySelector('[name="file"]').addEventListener('change', async (event) => {
      const input = /** @type {HTMLInputElement} */ (event.target);
      const [file] = input.files;
      input.value = '';  // so that the same file can be chosen again
      if (!file) return;
      // More than the core reads is not even loaded into the page.
      if (file.size > 1 << 20) { this.say(words('memory.paste-large', { size: printer.count(file.size), most: printer.count(1 << 20) })); return; }
      this.text.value = await file.text();
      this.read(file.name);
    });
  }

  /** What was said of the last configuration. */
  forget() {
    this.place.querySelector('.explained').replaceChildren();
    this.place.querySelector('.recognised').textContent = '';
  }

  /** @param {string} text */
  say(text) {
    this.place.querySelector('.message').textContent = text;
    if (text) this.text.setAttribute('aria-invalid', 'true');
    else this.text.removeAttribute('aria-invalid');
  }

  /** @param {string} file its name in messages */
  read(file) {
    try {
      const read = this.attn.config_json({ text: this.text.value, file });
      this.say('');
      this.explain(read);
      this.use({
        id: 'own', name: words('memory.own'), hf_id: '', family: read.family, role: '', context: read.context, kv_dtype: '', storage_format: '',
        source: [file], verified: '', evidence: '', notes: '', groups: read.groups, what_ifs: read.what_ifs,
      }, read.bytes);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const { where, found, wanted } = /** @type {Refusal} */ (/** @type {any} */ (error));
      this.say(words('memory.paste-bad', { where, found, wanted }));
      this.forget();
      this.use(undefined);
    }
  }

  /** @param {ConfigJsonTrace} read */
  explain({ explained, family, model_type }) {
    const said = this.place.querySelector('.recognised');
    said.textContent = words('memory.recognised', { type: model_type || '—', family: familyWords(family) });
    // What is used comes first; the rest is folded in below it in the same table.
    const order = ['used', 'derived', 'ignored'];
    const rows = [...explained].sort((a, b) => order.indexOf(a.role) - order.indexOf(b.role));
    showTable(this.place.querySelector('.explained'), {
      caption: words('memory.explained'), corner: words('memory.field'), className: 'features ledger',
      columns: [words('memory.value'), words('memory.role'), words('memory.note')],
      rows: rows.map(({ field }) => { const code = document.createElement('code'); code.lang = 'en'; code.textContent = field; return code; }),
      cell: (i, k) => [rows[i].value, words(`memory.role-${rows[i].role}`), words(`memory.note-${rows[i].note}`)][k],
    });
  }
}
