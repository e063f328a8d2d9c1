// @ts-check
// A config.json of the reader's own: pasted or opened, read by the core, explained field by field or refused by name.
import { find } from '../page/find.js';
import { isCrash, isRefusal, refusalParts } from '../page/refusals.js';
import { printer, words } from '../page/words.js';
import { showTable } from '../tables/matrix-table.js';
import { familyWords } from './memory-tables.js';
/** @import { Attn, ConfigJsonTrace, ModelEntry } from '../attn.js' */

/** Names in one sentence; the table has them all. */
const MOST_NAMED = 12;

export class ConfigPaste {
  /**
   * @param {HTMLElement} place @param {Attn} attn
   * @param {(entry: ModelEntry | undefined, bytes?: number) => void} use
   */
  constructor(place, attn, use) {
    this.place = place;
    this.attn = attn;
    this.use = use;
    this.text = find(place, 'textarea', HTMLTextAreaElement);
    find(place, '[name="read"]').addEventListener('click', () => this.read('config.json'));
    find(place, '[name="forget"]').addEventListener('click', () => {
      this.text.value = '';
      this.say('');
      this.forget();
      use(undefined);
    });
    const input = find(place, '[name="file"]', HTMLInputElement);
    input.addEventListener('change', async () => {
      const [file] = input.files;
      input.value = ''; // so that the same file can be chosen again
      if (!file) return;
      // More than the core reads is not even loaded into the page.
      const most = Number(this.place.dataset.most);
      if (file.size > most) {
        this.say(words('memory.paste-large', { size: printer.count(file.size), most: printer.count(most) }));
        return;
      }
      this.text.value = await file.text();
      this.read(file.name);
    });
  }

  /** What was said of the last configuration. */
  forget() {
    find(this.place, '.explained').replaceChildren();
    for (const said of ['.recognised', '.uncertain', '.more']) find(this.place, said).textContent = '';
  }

  /** @param {string} text */
  say(text) {
    find(this.place, '.message').textContent = text;
    if (text) this.text.setAttribute('aria-invalid', 'true');
    else this.text.removeAttribute('aria-invalid');
  }

  /** @param {string} file its name in messages */
  read(file) {
    try {
      const read = this.attn.config_json({ text: this.text.value, file });
      this.say('');
      this.explain(read);
      this.use(entryOf(read, file), read.bytes);
    } catch (error) {
      this.say(this.refused(error));
      this.forget();
      this.use(undefined);
    }
  }

  /** @param {any} error */
  refused(error) {
    if (isCrash(error)) return words('error.crashed');
    if (!isRefusal(error)) throw error;
    return words('memory.paste-bad', refusalParts(error));
  }

  /** @param {ConfigJsonTrace} read */
  explain({ explained: rows, more, unknown, certain, family, model_type }) {
    const recognised = { type: model_type || '—', family: familyWords(family) };
    find(this.place, '.recognised').textContent = words('memory.recognised', recognised);
    find(this.place, '.uncertain').textContent = certain
      ? ''
      : words('memory.uncertain', { fields: unknown.slice(0, MOST_NAMED).join(words('list.separator')) });
    find(this.place, '.more').textContent = more ? words('memory.more', { count: printer.count(more) }) : '';
    showTable(find(this.place, '.explained'), {
      caption: words('memory.explained'),
      corner: words('memory.field'),
      className: 'features ledger',
      columns: [words('memory.value'), words('memory.role'), words('memory.note')],
      rows: rows.map(({ field }) => Object.assign(document.createElement('code'), { lang: 'en', textContent: field })),
      cell: (i, k) => [rows[i].value, words(`memory.role-${rows[i].role}`), words(`memory.note-${rows[i].note}`)][k],
    });
  }
}

/** @param {ConfigJsonTrace} read @param {string} file @returns {ModelEntry} */
function entryOf({ family, context, groups, what_ifs, parameters }, file) {
  return {
    id: 'own',
    name: words('memory.own'),
    family,
    context,
    groups,
    what_ifs,
    parameters,
    source: [file],
    hf_id: '',
    role: '',
    kv_dtype: '',
    storage_format: '',
    verified: '',
    evidence: '',
    notes: '',
  };
}
