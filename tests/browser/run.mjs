// Tests the built pages in Chromium, Firefox and WebKit. Usage:
//
//   node tests/browser/run.mjs [--engine=chromium,files] [--only=WORDS] [--list] [--evidence=FOLDER] [folder]
//
// The folder is dist/ unless named. CHROMIUM, FIREFOX and WEBKIT (a WebKitWebDriver) name programs. An engine that is missing
// is a failure, unless ALLOW_MISSING_ENGINES=1 is set. Evidence of failures goes to build/browser-failures/ unless told
// otherwise. Ends with 0 when all passed, with 1 after a failure, with 2 when nothing could be tested.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Failure } from './check.mjs';
import { killAll, startEngine } from './engines.mjs';
import { ALL, tests } from './registry.mjs';
import { Site } from './site.mjs';
import { watch } from './watch.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const repository = resolve(here, '../..');
let evidence = join(repository, 'build/browser-failures');
const scratch = mkdtempSync(join(tmpdir(), 'lesson-browser-'));

let stopped = false;
function leave(code) {
  stopped = true;
  killAll();
  // A browser that has just been killed may still be writing.
  try { rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }); } catch { /* left to the system */ }
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => leave(130));
process.on('exit', killAll);
process.stdout.on('error', () => leave(130));  // nobody reads on

function unusable(sentence) {
  console.error(sentence);
  leave(2);
}

// --- What to run ------------------------------------------------------------------------------------------------------

let folder;
let engines = ['files', ...ALL];
let only = '';
let list = false;
for (const argument of process.argv.slice(2)) {
  const [, option, value] = /^--(engine|only|evidence)=(.*)$/s.exec(argument) ?? [];
  if (option === 'engine') engines = value.split(',');
  else if (option === 'only') only = value;
  else if (option === 'evidence') evidence = resolve(value);
  else if (argument === '--list') list = true;
  else if (argument.startsWith('-') || folder !== undefined) unusable(`found '${argument}', wanted [--engine=NAME,...] [--only=WORDS] [--list] [--evidence=FOLDER] [folder]`);
  else folder = argument;
}
for (const name of engines) {
  if (name !== 'files' && !ALL.includes(name)) unusable(`found engine '${name}', wanted some of files, ${ALL.join(', ')}`);
}

let site;
try {
  site = new Site(folder ?? join(repository, 'dist'));
} catch (error) {
  unusable(error.message);
}
for (const file of readdirSync(here).filter((name) => name.endsWith('.test.mjs')).sort()) (await import(`./${file}`)).default(site);

const jobs = engines.flatMap((engine) => tests.filter((t) => t.engines.includes(engine) && t.name.includes(only)).map((t) => ({ engine, test: t })));
if (list) {
  for (const { engine, test } of jobs) console.log(`${engine.padEnd(9)} ${test.name}`);
  leave(0);
}
if (jobs.length === 0) unusable(`found no test called '${only}'`);

// --- Running and telling ----------------------------------------------------------------------------------------------

const began = Date.now();
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;
let passed = 0;
let failed = 0;
let told = 0;

const indent = (text) => text.split('\n').map((line) => `    ${line}`).join('\n');

function pass(engine, name, since) {
  passed += 1;
  console.log(`ok  ${engine}  ${name}  ${seconds(since)}`);
}

function fail(engine, name, message, details = '') {
  failed += 1;
  const [first, ...more] = message.split('\n');
  console.log(`FAILED ${engine} ${name}: ${first}`);
  if (more.length) console.log(indent(more.join('\n')));
  if (details) console.log(indent(details));
}

function progress() {
  const done = passed + failed;
  if (done - told < 40 || done >= jobs.length) return;
  told = done;
  console.log(`... ${done} of ${jobs.length} done, ${failed} failed, ${seconds(began)}`);
}

/** Keeps a picture and what the page said of itself; gives the sentence that tells where. */
async function keepEvidence(engine, name, page, message) {
  mkdirSync(evidence, { recursive: true });
  const path = join(evidence, `${engine} ${name}`.replace(/[^\p{L}\p{N}.]+/gu, '-').slice(0, 120));
  const attempt = async (act, otherwise) => {
    let timer;
    const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error('no answer')), 5000); });
    try { return await Promise.race([act(), late]); } catch (error) { return `${otherwise}: ${error.message}`; } finally { clearTimeout(timer); }
  };
  let said = message;
  if (page) {
    const address = await attempt(() => page.evaluate(() => location.href), 'no address');
    const faults = await attempt(() => page.faults(), 'no list of faults');
    said += `\n\naddress: ${address}\nfaults: ${JSON.stringify(faults, null, 2)}\n`;
    await attempt(() => page.screenshot(`${path}.png`), 'no picture');
  }
  writeFileSync(`${path}.txt`, said);
  return `evidence: ${path}.txt${page ? ' and .png' : ''}`;
}

class Late extends Error {}

/** @returns {Promise<boolean>} whether the engine can still be used */
async function runTest(engine, { test }, page, itsSite) {
  const since = Date.now();
  const notes = [];
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Late(`not done after ${test.seconds} s`)), test.seconds * 1000); });
  try {
    const context = { page, site: itsSite, lang: test.lang, engine, scratch, note: (text) => notes.push(text) };
    await Promise.race([(async () => {
      await page?.reset(test.size);
      await test.run(context);
    })(), late]);
    pass(engine, test.name, since);
    for (const note of notes) console.log(`note ${engine}  ${note}`);
    return true;
  } catch (error) {
    if (stopped) return false;
    const message = error?.message ?? String(error);
    const expected = error instanceof Failure || error instanceof Late;
    const kept = await keepEvidence(engine, test.name, page, expected ? message : `${message}\n${error?.stack ?? ''}`);
    fail(engine, test.name, message, kept);
    if (error instanceof Late) return false;
    return expected || !/closed|crash|disconnect|fetch failed|no answer|timed out|invalid session/i.test(message);
  } finally {
    clearTimeout(timer);
    progress();
  }
}

/** A started engine, or null after having told why not. */
async function tryToStart(name) {
  try {
    return await startEngine(name, mkdtempSync(join(scratch, `${name}-`)));
  } catch (error) {
    if (stopped) return null;
    const mine = jobs.filter((job) => job.engine === name).length;
    if (process.env.ALLOW_MISSING_ENGINES === '1') console.log(`skipped ${name} (${mine} tests): ${error.message}`);
    else fail(name, `the engine does not start, so ${mine} tests did not run`, error.message);
    return null;
  }
}

const started = {};

/** Runs an engine's tests one after the other; an engine that hangs is started again for the next one. */
async function runAll(name, chosen) {
  if (name === 'files') {
    for (const job of chosen) await runTest(name, job, null, site);
    return;
  }
  for (const job of chosen) {
    if (stopped || !started[name]) return;
    const usable = await runTest(name, job, started[name].page, started[name].site);
    if (usable || stopped) continue;
    await started[name].close();
    const { site: itsSite } = started[name];
    started[name] = await tryToStart(name);
    if (started[name]) started[name].site = itsSite;
  }
}

rmSync(evidence, { recursive: true, force: true });
const names = engines.filter((name) => jobs.some((job) => job.engine === name));
const browsers = names.filter((name) => name !== 'files');
console.log(`${jobs.length} tests of ${site.folder}`);
await Promise.all(browsers.map(async (name) => {
  started[name] = await tryToStart(name);
  if (!started[name]) return;
  // See watch.mjs: WebKit gets pages that watch themselves.
  started[name].site = name === 'webkit' ? site.copyWith(join(scratch, 'watched'), [watch]) : site;
  console.log(`started ${started[name].version}, ${seconds(began)}`);
}));
if (browsers.length && !browsers.some((name) => started[name])) {
  if (failed === 0) unusable('found no browser engine at all');
}

const mine = (name, alone) => jobs.filter((job) => job.engine === name && job.test.alone === alone);
for (const name of names) await runAll(name, mine(name, true));
await Promise.all(names.map((name) => runAll(name, mine(name, false))));

for (const name of browsers) await started[name]?.close();
console.log(`${passed + failed} of ${jobs.length} tests came to a verdict in ${seconds(began)}`);
console.log(`${passed} passed, ${failed} failed`);
leave(failed === 0 ? 0 : 1);
