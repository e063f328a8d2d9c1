// Tests the built pages in Chromium, Firefox and WebKit. Usage:
//
//   node tests/browser/run.mjs [--quick] [--engine=chromium,files] [--only=WORDS] [--jobs=N] [--list]
// [--evidence=FOLDER] [folder]
//
// The folder is dist/ unless named. --quick: Chromium, one language, one pass over each page. --jobs: so many browsers
// side by
// side, three unless told otherwise; more than there are engines give the slowest ones a second browser. CHROMIUM,
// FIREFOX and
// WEBKIT (a WebKitWebDriver) name programs. An engine that is missing is a failure, unless ALLOW_MISSING_ENGINES=1 is
// set.
// Evidence of failures goes to build/browser-failures/ unless told otherwise. At the end stands what each file took in
// each
// engine, beside its budget (budgets.mjs); to be over it is no failure. Ends with 0 when all passed, with 1 after a
// failure,
// with 2 when nothing could be tested.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expected, timeTable } from './budgets.mjs';
import { Failure } from './check.mjs';
import { killAll, startEngine } from './engines.mjs';
import { ALL, inFile, tests } from './registry.mjs';
import { Site } from './site.mjs';
import { watch } from './watch.mjs';

/** A test fails when its browser has answered nothing for so many seconds; how long it takes in all is no matter. */
const SILENCE = 300;

const here = fileURLToPath(new URL('.', import.meta.url));
const repository = resolve(here, '../..');
let evidence = join(repository, 'build/browser-failures');
const scratch = mkdtempSync(join(tmpdir(), 'lesson-browser-'));

let stopped = false;
function leave(code) {
  stopped = true;
  killAll();
  // A browser that has just been killed may still be writing.
  try {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  } catch {
    /* left to the system */
  }
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => leave(130));
process.on('exit', killAll);
process.stdout.on('error', () => leave(130)); // nobody reads on

function unusable(sentence) {
  console.error(sentence);
  leave(2);
}

// --- What to run -----------------------------------------------------------------------------------------------------

const USAGE = '[--quick] [--engine=NAME,...] [--only=WORDS] [--jobs=N] [--list] [--evidence=FOLDER] [folder]';
let folder;
let engines = ['files', ...ALL];
let only = '';
let most = ALL.length;
let list = false;
let quick = false;
for (const argument of process.argv.slice(2)) {
  const [, option, value] = /^--(engine|only|evidence|jobs)=(.*)$/s.exec(argument) ?? [];
  if (option === 'engine') engines = value.split(',');
  else if (option === 'only') only = value;
  else if (option === 'evidence') evidence = resolve(value);
  else if (option === 'jobs') most = Number(value);
  else if (argument === '--list') list = true;
  else if (argument === '--quick') quick = true;
  else if (argument.startsWith('-') || folder !== undefined) unusable(`found '${argument}', wanted ${USAGE}`);
  else folder = argument;
}
for (const name of engines) {
  if (name !== 'files' && !ALL.includes(name))
    unusable(`found engine '${name}', wanted some of files, ${ALL.join(', ')}`);
}
if (!Number.isInteger(most) || most < 1) unusable('found --jobs of no browser, wanted a whole number from 1');

let site;
try {
  site = new Site(folder ?? join(repository, 'dist'));
} catch (error) {
  unusable(error.message);
}
const files = readdirSync(here).filter((name) => name.endsWith('.test.mjs'));
for (const file of files.sort()) {
  inFile(file.replace('.test.mjs', ''));
  (await import(`./${file}`)).default(site);
}

const inQuick = (engine, test) => engine === 'files' || (engine === 'chromium' && test.quick && test.lang !== 'en');
const jobs = engines.flatMap((engine) =>
  tests
    .filter((test) => test.engines.includes(engine) && test.name.includes(only) && (!quick || inQuick(engine, test)))
    .map((test) => ({ engine, test, expected: expected(test.file, engine) })),
);
if (list) {
  for (const { engine, test } of jobs) console.log(`${engine.padEnd(9)} ${test.name}`);
  leave(0);
}
if (jobs.length === 0) unusable(`found no test called '${only}'`);

// --- Running and telling ---------------------------------------------------------------------------------------------

const began = Date.now();
const since = (start) => `${((Date.now() - start) / 1000).toFixed(1)} s`;
let passed = 0;
let failed = 0;
let told = 0;
/** @type {{ engine: string, file: string, seconds: number }[]} */
const times = [];

const indent = (text) =>
  text
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');

function pass(engine, name, start) {
  passed += 1;
  console.log(`ok  ${engine}  ${name}  ${since(start)}`);
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
  console.log(`... ${done} of ${jobs.length} done, ${failed} failed, ${since(began)}`);
}

/** Keeps a picture and what the page said of itself; gives the sentence that tells where. */
async function keepEvidence(engine, name, page, message) {
  mkdirSync(evidence, { recursive: true });
  const path = join(evidence, `${engine} ${name}`.replace(/[^\p{L}\p{N}.]+/gu, '-').slice(0, 120));
  const attempt = async (act, otherwise) => {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer')), 20_000);
    });
    try {
      return await Promise.race([act(), late]);
    } catch (error) {
      return `${otherwise}: ${error.message}`;
    } finally {
      clearTimeout(timer);
    }
  };
  let said = message;
  if (page) {
    const address = await attempt(() => page.address(), 'no address');
    const faults = await attempt(() => page.faults(), 'no list of faults');
    said += `\n\naddress: ${address}\nfaults: ${JSON.stringify(faults, null, 2)}\n`;
    await attempt(() => page.screenshot(`${path}.png`), 'no picture');
  }
  writeFileSync(`${path}.txt`, said);
  return `evidence: ${path}.txt${page ? ' and .png' : ''}`;
}

/** What is said when the browser itself has gone. */
const GONE =
  /(?:target|session|page|browser|connection|frame) (?:has )?(?:closed|crashed|detached)|disconnect|fetch failed|ECONN|invalid session/i;

class Silent extends Error {}

/** Rejects once neither the browser has answered nor the test has said a step for long. */
function silence(page, steps) {
  let timer;
  const promise = new Promise((_, reject) => {
    timer = setInterval(() => {
      const at = Math.max(steps.at, page?.last.at ?? 0);
      if (Date.now() - at < SILENCE * 1000) return;
      const answered = page ? `; ${page.last.answers} answers, the last one to ${page.last.what}` : '';
      reject(new Silent(`nothing was answered for ${SILENCE} s${steps.what ? `, at ${steps.what}` : ''}${answered}`));
    }, 1000);
  });
  return { promise, end: () => clearInterval(timer) };
}

/** @returns {Promise<boolean>} whether the engine can still be used */
async function runTest({ engine, test }, page, itsSite) {
  const start = Date.now();
  const notes = [];
  const steps = { at: start, what: '' };
  const still = silence(page, steps);
  const context = {
    page,
    site: itsSite,
    lang: test.lang,
    engine,
    scratch,
    quick,
    note: (text) => notes.push(text),
    step: (what) => Object.assign(steps, { at: Date.now(), what }),
  };
  try {
    const whole = async () => {
      await page?.reset(test.size);
      await test.run(context);
    };
    await Promise.race([whole(), still.promise]);
    pass(engine, test.name, start);
    for (const note of notes) console.log(`note ${engine}  ${note}`);
    return true;
  } catch (error) {
    if (stopped) return false;
    const message = error?.message ?? String(error);
    const foreseen = error instanceof Failure || error instanceof Silent;
    const at = steps.what ? ` (at ${steps.what})` : '';
    const whole = foreseen ? message : `${message}\n${error?.stack ?? ''}`;
    const kept = await keepEvidence(engine, test.name, page, whole);
    fail(engine, test.name, error instanceof Silent ? message : message + at, kept);
    if (error instanceof Silent) return false;
    return foreseen || !GONE.test(message);
  } finally {
    still.end();
    times.push({ engine, file: test.file, seconds: (Date.now() - start) / 1000 });
    progress();
  }
}

/** What is not begun, by engine: the longest first, and those of one size together, as resizing takes time. */
const queues = new Map(engines.map((engine) => [engine, jobs.filter((job) => job.engine === engine)]));
for (const queue of queues.values()) {
  queue.sort((a, b) => b.test.size.width - a.test.size.width || b.expected - a.expected);
}

let copy;
/** See watch.mjs: WebKit gets pages that watch themselves. */
function siteFor(engine) {
  if (engine !== 'webkit') return site;
  copy ??= site.copyWith(join(scratch, 'watched'), [watch]);
  return copy;
}

/** A started engine, or null after having told why not. */
async function tryToStart(name) {
  try {
    return await startEngine(name, mkdtempSync(join(scratch, `${name}-`)));
  } catch (error) {
    if (stopped) return null;
    const mine = queues.get(name).splice(0);
    if (process.env.ALLOW_MISSING_ENGINES === '1')
      console.log(`skipped ${name} (${mine.length} tests): ${error.message}`);
    else if (mine.length) fail(name, `the engine does not start, so ${mine.length} tests did not run`, error.message);
    return null;
  }
}

let startedOnce = false;

/** One browser, which takes the tests of its engine one after the other; one that hangs is started again. */
async function work(name) {
  const queue = queues.get(name);
  let engine;
  while (queue.length && !stopped) {
    if (!engine) {
      engine = await tryToStart(name);
      if (!engine) return;
      startedOnce = true;
      console.log(`started ${engine.version}, ${since(began)}`);
    }
    const job = queue.shift();
    if (job && !(await runTest(job, engine.page, siteFor(name)))) {
      await engine.close();
      engine = undefined;
    }
  }
  await engine?.close();
}

const left = (name) => queues.get(name).reduce((sum, job) => sum + job.expected, 0);

rmSync(evidence, { recursive: true, force: true });
console.log(`${jobs.length} tests of ${site.folder}`);
for (const job of queues.get('files')?.splice(0) ?? []) await runTest(job, null, site);

// Each engine once, then a second time those with the most to do; Chromium comes first, as it has the most.
const browsers = engines.filter((name) => name !== 'files' && queues.get(name).length);
browsers.sort((a, b) => left(b) - left(a));
const turns = [...browsers];
while (browsers.length && turns.length < most) {
  const share = (name) => left(name) / turns.filter((one) => one === name).length;
  turns.push([...browsers].sort((a, b) => share(b) - share(a))[0]);
}
const places = Array.from({ length: Math.min(most, turns.length) }, async () => {
  for (let name = turns.shift(); name && !stopped; name = turns.shift()) await work(name);
});
await Promise.all(places);

if (browsers.length && !startedOnce && failed === 0) unusable('found no browser engine at all');
console.log(timeTable(times));
console.log(`${passed + failed} of ${jobs.length} tests came to a verdict in ${since(began)}`);
console.log(`${passed} passed, ${failed} failed`);
leave(failed === 0 ? 0 : 1);
