// The built site under test: its pages, its figures, and copies of it with a script of ours in front.
import { cpSync, existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, posix, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

export const SINGLE_FILE = 'why-attention.html';

/** All files below a folder, with slashes. */
function filesBelow(folder, at = folder) {
  return readdirSync(at).sort().flatMap((name) => {
    const path = join(at, name);
    return statSync(path).isDirectory() ? filesBelow(folder, path) : [relative(folder, path).split(sep).join('/')];
  });
}

export class Site {
  /** @param {string} folder */
  constructor(folder) {
    this.folder = resolve(folder);
    for (const needed of ['index.html', 'facts.json', SINGLE_FILE]) {
      if (!existsSync(join(this.folder, needed))) throw new Error(`Found no ${needed} in ${this.folder}; ./lesson build makes it.`);
    }
    this.files = filesBelow(this.folder);
    /** Pages of the folder edition. */
    this.pages = this.files.filter((path) => path.endsWith('.html') && path !== SINGLE_FILE);
    this.facts = JSON.parse(this.read('facts.json'));
  }

  read(path) { return readFileSync(join(this.folder, path), 'utf8'); }

  bytes(path) { return readFileSync(join(this.folder, path)); }

  url(path) { return pathToFileURL(join(this.folder, path)).href; }

  /** A copy of this site in which each page first runs these functions. @param {string} folder @param {(() => void)[]} functions */
  copyWith(folder, functions) {
    cpSync(this.folder, folder, { recursive: true });
    const code = functions.map((run) => `(${run})();`).join('\n');
    writeFileSync(join(folder, 'js', 'in-front.js'), code);
    for (const path of [...this.pages, SINGLE_FILE]) writeFileSync(join(folder, path), inFront(this.read(path), path, code));
    return new Site(folder);
  }
}

/** Puts a script behind the Content-Security-Policy of a page, and lets a page without scripts run it. */
function inFront(html, path, code) {
  const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html);
  if (!policy) return html;  // another test says what is missing
  const [tag, content] = policy;
  const root = posix.relative(posix.dirname(path), '.') || '.';
  const script = content.includes("script-src 'unsafe-inline'") ? `<script>${code}</script>` : `<script src="${root}/js/in-front.js"></script>`;
  const open = content.includes('script-src') ? tag : tag.replace(content, `${content}; script-src 'self'`);
  return html.replace(tag, () => `${open}\n${script}`);
}
