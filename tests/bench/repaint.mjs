// How long a page needs from a reader's input to the next picture: the handler, the core, the tables, and the browser's
// own
// style, layout and paint. A benchmark, not a test: it prints, and fails only when it cannot measure.
//
//   node tests/bench/repaint.mjs [runs]      after ./lesson build; CHROMIUM names a browser
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import puppeteer from 'puppeteer-core';

const runs = Number(process.argv[2] ?? 60);
const executablePath = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);
if (!executablePath || !Number.isInteger(runs) || runs < 2) {
  console.error(
    `found ${executablePath ? `runs '${process.argv[2]}'` : 'no Chromium'}, wanted ${executablePath ? 'a whole number of at least 2' : 'one, named by CHROMIUM'}`,
  );
  process.exit(2);
}

const FIVE = '';
const TWELVE = `words=${encodeURIComponent('小明 把 苹果 给了 小王 小明 把 苹果 给了 小王 小明 苹果')}`;
// What is done over and over: the same control, one step on or back.
const CASES = [
  ['query-key-value', 'view=editor', 'an entry of W_Q', '[data-path="W_Q/3/0"]', (i) => String(2 + (i % 2) / 10)],
  ['softmax', 'logits=1,2,3,4,5,6,7,8,9,10,11,12', 'one of twelve scores', '[data-logit="0"]', (i) => String(i % 7)],
  ['softmax', '', 'temperature', '[name="temperature-slider"]', (i) => String(1 + (i % 20) / 10)],
  ['causal-mask', '', 'window', '[name="window"]', (i) => String(1 + (i % 4))],
  ['multi-head', 'heads=2', 'temperature, two heads', '[name="temperature-slider"]', (i) => String(1 + (i % 20) / 10)],
  [
    'multi-head',
    'heads=8',
    'temperature, eight heads',
    '[name="temperature-slider"]',
    (i) => String(1 + (i % 20) / 10),
  ],
];

const browser = await puppeteer.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] });
const page = await browser.newPage();
await page.setViewport({ width: 1280, height: 900 });
const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];

console.log(`${await browser.version()}, ${runs} inputs each; milliseconds: median (95 %)\n`);
console.log(`${'page, input'.padEnd(46)}${'tokens'.padStart(7)}${'handler'.padStart(14)}${'to repaint'.padStart(16)}`);
for (const [lab, state, what, selector, value] of CASES) {
  for (const [sentence, tokens] of [
    [FIVE, 5],
    [TWELVE, 12],
  ]) {
    const hash = [state, sentence].filter(Boolean).join('&');
    await page.goto('about:blank');
    await page.goto(`${pathToFileURL(resolve(`dist/zh/${lab}.html`))}${hash ? `#${hash}` : ''}`);
    await page.evaluate((name) => document.querySelector(name).ready, `${lab}-lab`);
    // The spread is measured once, after the first picture.
    await page.waitForFunction(() => (document.querySelector('.spread-status')?.textContent ?? '') === '');
    const values = Array.from({ length: runs + 5 }, (_, i) => value(i));
    const times = await page.evaluate(
      async (name, all) => {
        const control = document.querySelector(name);
        const found = [];
        for (const next of all) {
          await new Promise((done) => {
            requestAnimationFrame(done);
          });
          const start = performance.now();
          control.value = next;
          control.dispatchEvent(new Event('input', { bubbles: true }));
          const handled = performance.now();
          // Style and layout now, and the rest of a frame: a message sent from a frame's callback arrives after its
          // paint.
          document.body.getBoundingClientRect();
          const laid = performance.now();
          const painted = await new Promise((done) => {
            requestAnimationFrame(() => {
              const frame = performance.now();
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = () => done(performance.now() - frame);
              port2.postMessage(0);
            });
          });
          found.push([handled - start, laid - start + painted]);
        }
        return found.slice(5); // the first ones warm up
      },
      selector,
      values,
    );
    const column = (k) => times.map((time) => time[k]).sort((a, b) => a - b);
    const shown = [0, 1].map((k) => `${quantile(column(k), 0.5).toFixed(1)} (${quantile(column(k), 0.95).toFixed(1)})`);
    console.log(
      `${`${lab}, ${what}`.padEnd(46)}${String(tokens).padStart(7)}${shown[0].padStart(14)}${shown[1].padStart(16)}`,
    );
  }
}
await browser.close();
