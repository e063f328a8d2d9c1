// The built site under test: its pages, its figures, and copies of it that are changed, or have a script of ours in
// front.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, posix, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

export const SINGLE_FILE = 'why-attention.html';

/** All files below a folder, with slashes. */
function filesBelow(folder, at = folder) {
  return readdirSync(at)
    .sort()
    .flatMap((name) => {
      const path = join(at, name);
      return statSync(path).isDirectory() ? filesBelow(folder, path) : [relative(folder, path).split(sep).join('/')];
    });
}

export class Site {
  /** @param {string} folder */
  constructor(folder) {
    this.folder = resolve(folder);
    for (const needed of ['index.html', 'facts.json', SINGLE_FILE]) {
      if (!existsSync(join(this.folder, needed))) {
        throw new Error(`Found no ${needed} in ${this.folder}; ./lesson build makes it.`);
      }
    }
    this.files = filesBelow(this.folder);
    const htmls = this.files.filter((path) => path.endsWith('.html') && path !== SINGLE_FILE);
    /** Pages of the folder edition. */
    this.pages = htmls.filter((path) => path === 'index.html' || /^(?:zh|en)\//.test(path));
    /** Beside them: lists of what else is delivered, such as the scripts' sources. */
    this.lists = htmls.filter((path) => !this.pages.includes(path));
    this.facts = JSON.parse(this.read('facts.json'));
    /** Stems of the pages that hold a laboratory, <STEM-lab id="STEM-lab">. */
    this.labs = this.pages
      .filter((path) => path.startsWith('zh/'))
      .map((path) => posix.basename(path, '.html'))
      .filter(
        (stem) => this.files.includes(`zh/${stem}.html`) && this.read(`zh/${stem}.html`).includes(` id="${stem}-lab"`),
      );
  }

  read(path) {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  bytes(path) {
    return readFileSync(join(this.folder, path));
  }

  url(path) {
    return pathToFileURL(join(this.folder, path)).href;
  }

  /** What a page says of itself: { lang, stem, build, words, modules, scripts }. @param {string} path */
  pageData(path) {
    const block = PAGE_DATA.exec(this.read(path));
    return block ? JSON.parse(block[2]) : {};
  }

  /**
   * The file of a script that may be loaded later, such as "lesson" or "ledger-data".
   * @param {string} path @param {string} name
   */
  scriptOf(path, name) {
    const address = this.pageData(path).scripts?.[name];
    if (!address) throw new Error(`${path}: its page-data names no script "${name}"`);
    return posix.join(posix.dirname(path), address);
  }

  /** The scripts that a page's head names, as files of the site. @param {string} path */
  scriptsOf(path) {
    return [...this.read(path).matchAll(/<script\b[^>]*\ssrc="([^"]+)"/g)].map(([, src]) =>
      posix.join(posix.dirname(path), src),
    );
  }

  /**
   * A copy of this site in which each page first runs these functions.
   * @param {string} folder @param {(() => void)[]} functions
   */
  copyWith(folder, functions) {
    cpSync(this.folder, folder, { recursive: true });
    const code = functions.map((run) => `(${run})();`).join('\n');
    writeFileSync(join(folder, 'in-front.js'), code);
    for (const path of [...this.pages, SINGLE_FILE])
      writeFileSync(join(folder, path), inFront(this.read(path), path, code));
    return new Site(folder);
  }

  /**
   * A copy in which some files are missing or hold something else.
   * @param {string} folder @param {Record<string, null | ((text: string) => string)>} changes by path
   */
  copyChanged(folder, changes) {
    cpSync(this.folder, folder, { recursive: true });
    for (const [path, change] of Object.entries(changes)) {
      if (change === null) rmSync(join(folder, path));
      else writeFileSync(join(folder, path), change(this.read(path)));
    }
    return new Site(folder);
  }
}

/** The block with a page's data: all before its text, and the text. */
export const PAGE_DATA = /(<script type="application\/json" id="page-data">)([\s\S]*?)(?=<\/script>)/;

/** Puts a script behind the Content-Security-Policy of a page, and lets a page without scripts run it. */
function inFront(html, path, code) {
  const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html);
  if (!policy) return html; // another test says what is missing
  const [tag, content] = policy;
  const root = posix.relative(posix.dirname(path), '.') || '.';
  const scripts = /(?:^|;\s*)script-src\s+([^;]*)/.exec(content)?.[1];
  // The single file runs only scripts whose hash its policy names.
  const inline = path === SINGLE_FILE;
  const script = inline ? `<script>${code}</script>` : `<script src="${root}/in-front.js"></script>`;
  const allowed = inline ? `'sha256-${createHash('sha256').update(code).digest('base64')}'` : "'self'";
  const known = scripts?.includes(allowed) || (inline && /'unsafe-inline'/.test(scripts) && !/'sha\d/.test(scripts));
  const open = known
    ? tag
    : tag.replace(content, () =>
        scripts === undefined
          ? `${content}; script-src ${allowed}`
          : content.replace(scripts, () => `${scripts.trim()} ${allowed}`),
      );
  return html.replace(tag, () => `${open}\n${script}`);
}
