// The scripts, data and styles that pages load. A file's name holds a hash, and every script begins by telling which
// build it was made for, so that files of two builds never mix unseen.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

import { deliver, scripts } from './bundle.mjs';
import { dataOf, MODULES } from './data.mjs';
import { modulePath } from './facts.mjs';

/** A script that hands a module's data to its page. @param {string} name */
export const dataScript = (name) => `(globalThis.attnData ??= {}).${name} = ${JSON.stringify(dataOf[name]())};\n`;

/** The style sheet, and its name. */
function styleSheet() {
  const text = readFileSync(new URL('../css/site.css', import.meta.url), 'utf8');
  return { name: `site-${createHash('sha256').update(text).digest('hex').slice(0, 10)}.css`, text };
}

/**
 * What is delivered: each script of the site's own with the sources inside it, the build's hash, the address of each
 * file below dist/ ("lesson", "lesson-data", "shared", a stem, "style"), and how to write them there.
 */
export async function delivery() {
  const own = await scripts({ single: false });
  const texts = Object.fromEntries(Object.entries(own).map(([name, { text }]) => [name, text]));
  for (const name of MODULES) {
    texts[name] = readFileSync(modulePath(`${name}.js`), 'utf8');
    texts[`${name}-data`] = dataScript(name);
  }
  const { build, names, files } = deliver(texts, { repository: process.env.LESSON_REPOSITORY });
  const style = styleSheet();
  return {
    build,
    own,
    /** @param {string} name @returns {string} its path in dist/ */
    path: (name) => (name === 'style' ? `css/${style.name}` : `js/${names[name]}`),
    /** @param {string} folder */
    write(folder) {
      for (const part of ['js', 'css']) {
        rmSync(`${folder}/${part}`, { recursive: true, force: true }); // no file of another build stays
        mkdirSync(`${folder}/${part}`, { recursive: true });
      }
      for (const [name, text] of Object.entries(files)) writeFileSync(`${folder}/js/${name}`, text);
      writeFileSync(`${folder}/css/${style.name}`, style.text);
    },
  };
}
