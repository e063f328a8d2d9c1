// How long a reader waits: from opening a page to its first computed figure, and the longest task that keeps the page
// from
// answering meanwhile. A benchmark, not a test: it prints, and fails only when it cannot measure. Wanted on a quiet
// machine:
// 150 ms at most, and no task above 50 ms.
//
//   node tests/bench/first-figure.mjs [folder]      after ./lesson build; CHROMIUM names a browser
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import puppeteer from 'puppeteer-core';

const OPENINGS = 9;
const WANTED = { figure: 150, task: 50 };
const PAGES = [
  ['zh/why-not-rnn.html', 'token-lanes'],
  ['zh/softmax.html', 'softmax-lab'],
];

const folder = resolve(process.argv[2] ?? 'dist');
const executablePath = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);
if (!executablePath || !PAGES.every(([path]) => existsSync(join(folder, path)))) {
  const missing = executablePath ? `no ${PAGES[0][0]} in ${folder}` : 'no Chromium';
  console.error(`found ${missing}, wanted ${executablePath ? 'a built site' : 'one, named by CHROMIUM'}`);
  process.exit(2);
}

const browser = await puppeteer.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] });
const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
const round = (numbers) => numbers.map((number) => number.toFixed(0)).join(', ');

/**
 * Opens a page in a profile of its own; gives the ms to its first figure.
 * @param {(page: any) => Promise<any>} [around]
 */
async function opened(path, element, around = async () => {}) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  await page.evaluateOnNewDocument((name) => {
    customElements.whenDefined(name).then(async () => {
      if (document.readyState === 'loading') await new Promise((done) => addEventListener('DOMContentLoaded', done));
      await document.querySelector(name).ready;
      window.firstFigure = performance.now();
    });
  }, element);
  const end = await around(page);
  await page.goto(pathToFileURL(join(folder, path)).href);
  const time = await (await page.waitForFunction(() => window.firstFigure, { timeout: 0 })).jsonValue();
  const more = await end?.();
  await context.close();
  return { time, more };
}

/** The longest task of the page's main thread, in ms, from a trace of its opening. */
async function longestTask(path, element) {
  const { more } = await opened(path, element, async (page) => {
    await page.tracing.start({
      categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'],
    });
    return () => page.tracing.stop();
  });
  const { traceEvents } = JSON.parse(new TextDecoder().decode(more));
  const key = ({ pid, tid }) => `${pid} ${tid}`;
  const main = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(key),
  );
  // The thread that parsed our page; a spare one may stand ready beside it.
  const ours = traceEvents.find((event) => event.name === 'ParseHTML' && event.args?.beginData?.url?.endsWith(path));
  const tasks = traceEvents.filter(
    (event) => event.name === 'RunTask' && main.has(key(event)) && (!ours || key(event) === key(ours)),
  );
  if (!tasks.length) throw new Error('the trace holds no task of the page');
  return Math.max(...tasks.map(({ dur = 0 }) => dur / 1000));
}

console.log(`${await browser.version()}, ${OPENINGS} openings of each page from ${folder}, milliseconds\n`);
for (const [path, element] of PAGES) {
  const times = [];
  const tasks = [];
  await opened(path, element); // warms the disk up
  for (let i = 0; i < OPENINGS; i += 1) times.push((await opened(path, element)).time);
  for (let i = 0; i < OPENINGS; i += 1) tasks.push(await longestTask(path, element));
  const said = (found, wanted) => `${found.toFixed(0)} (wanted at most ${wanted}${found <= wanted ? '' : ': over'})`;
  console.log(`${path}\n  first figure: median ${said(median(times), WANTED.figure)} of ${round(times)}`);
  console.log(`  longest task: median ${said(median(tasks), WANTED.task)} of ${round(tasks)}`);
}
await browser.close();
