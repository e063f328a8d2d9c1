// The three engines, and one page interface for all of them: Chromium over CDP and Firefox over WebDriver BiDi through
// puppeteer-core, WebKit through WebKitWebDriver under a virtual screen.
import { spawn } from 'node:child_process';
import {
  accessSync,
  constants,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';

import { watch } from './watch.mjs';
import { WebDriver } from './webdriver.mjs';

const SIZE = { width: 1280, height: 900 };
const root = process.getuid?.() === 0;

// --- Finding programs ------------------------------------------------------------------------------------------------

const canRun = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

/** Snaps cannot read the profile that a test gives them. */
function isSnap(path) {
  if (/^\/snap\/|\/snap$/.test(realpathSync(path))) return true;
  const text = statSync(path).size < 10_000 ? readFileSync(path, 'latin1') : '';
  return text.startsWith('#!') && text.includes('/snap/bin');
}

/** A program's path: a path, or a name to be looked for on PATH. */
function program(name) {
  const places = name.includes('/')
    ? [name]
    : (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  return places.find((place) => canRun(place) && !isSnap(place));
}

/** The first program called so in one of these folders below the library folders of the system. */
function inLibraries(folders, name) {
  const libraries = ['/usr/lib', '/usr/lib64', '/usr/libexec'].flatMap((lib) => {
    try {
      return [
        lib,
        ...readdirSync(lib, { withFileTypes: true })
          .filter((entry) => entry.isDirectory())
          .map((entry) => join(lib, entry.name)),
      ];
    } catch {
      return [];
    }
  });
  return libraries.flatMap((lib) => folders.map((folder) => join(lib, folder, name))).find(canRun);
}

/** What the variable names, else the first of the candidates; an Error that says what is missing. */
function wanted(variable, candidates) {
  const named = process.env[variable];
  if (named) {
    const path = program(named);
    if (!path) throw new Error(`${variable} is ${named}, which is no program that could be run`);
    return path;
  }
  const path = candidates
    .map((candidate) => (typeof candidate === 'string' ? program(candidate) : candidate()))
    .find(Boolean);
  if (!path)
    throw new Error(
      `found none of ${candidates.filter((c) => typeof c === 'string').join(', ')} (a snap will not do); ${variable}=/path/to/it names one`,
    );
  return path;
}

// --- Processes, all of which end with this one -----------------------------------------------------------------------

/** Leaders of process groups that we started. */
const running = new Set();

function kill(pid) {
  running.delete(pid);
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    /* it has ended */
  }
}

export function killAll() {
  for (const pid of [...running]) kill(pid);
}

/** Starts a program as the leader of a group, so that a Ctrl-C comes to us and its children end with it. */
function begin(path, args, options) {
  const child = spawn(path, args, { detached: true, ...options });
  if (child.pid) running.add(child.pid);
  child.on('error', () => {});
  return child;
}

/** Seconds that a program may take to start; a busy machine takes its time. */
const START = 300;

const within = (promise, seconds, what) => {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: no answer in ${seconds} s`)), seconds * 1000);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
};

// --- The page interface ----------------------------------------------------------------------------------------------

/** How long, in ms, and over how many answers of the page something is waited for. */
const LEAST_WAIT = 30_000;
const LEAST_ANSWERS = 400;

/** An expression that calls a function in the page and gives a promise of its result as JSON. */
const calling = (
  run,
  args,
) => `(async () => JSON.stringify(await (${run})(${args.map((arg) => (typeof arg === 'function' ? arg : (JSON.stringify(arg) ?? 'undefined')))}), (_, value) => ArrayBuffer.isView(value) ? [...value]
  : typeof value === 'number' && !Number.isFinite(value) ? String(value) : value) ?? 'null')()`;

/**
 * One tab of an engine. open, reload, click, keys, setSize and screenshot are the engine's own; the rest is built on
 * them.
 */
class Page {
  /** Opens an address afresh, even where only its hash differs; resolves after the load event. */
  async open(url) {
    this.origin = url.startsWith('http') ? new URL(url).origin : null;
    if ((await this.address()).split('#')[0] === url.split('#')[0]) await this.go('about:blank');
    this.faultList = [];
    await this.go(url);
  }

  /** As it was at the start, whatever the test before has left. */
  reset({ width, height }) {
    return this.setSize(width, height);
  }

  /** Calls a function in the page, with values that JSON can hold or functions as text; waits for its promise. */
  async evaluate(run, ...args) {
    return JSON.parse(await this.run(calling(run, args)));
  }

  /** Waits until a function in the page gives something true, across navigations; gives that. */
  async until(run, ...args) {
    // As a busy machine answers more slowly, the page has its number of answers besides the time.
    const end = Date.now() + LEAST_WAIT;
    for (let answers = 1; ; answers += 1) {
      let last;
      try {
        const value = await this.evaluate(run, ...args);
        if (value) return value;
        last = `it gave ${JSON.stringify(value)}`;
      } catch (error) {
        last = error.message;
      }
      if (Date.now() > end && answers >= LEAST_ANSWERS)
        throw new Error(`waited in vain for ${String(run).replace(/\s+/g, ' ').slice(0, 150)}; ${last}`);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }

  /** Focuses an element without pressing anything. */
  async focus(selector) {
    const found = await this.evaluate((s) => {
      const element = document.querySelector(s);
      element?.focus();
      return Boolean(element) && document.activeElement === element;
    }, selector);
    if (!found) throw new Error(`${selector} cannot be focused`);
  }

  /** The next Tab leads to the first thing on the page. */
  async focusStart() {
    await this.evaluate(() => {
      scrollTo(0, 0);
      document.body.tabIndex = -1;
      document.body.focus();
      document.body.removeAttribute('tabindex');
    });
  }

  /** Real key events, at the selector or, without one, where the focus is. */
  async press(selector, key, times = 1, held = []) {
    if (selector) await this.focus(selector);
    await this.keys(Array(times).fill(key), held);
  }

  /** Types into a field in place of what it holds. */
  async type(selector, text) {
    await this.evaluate((s) => {
      document.querySelector(s).focus();
      document.querySelector(s).select();
    }, selector);
    await this.keys(text === '' ? ['Backspace'] : [...text]);
  }

  /**
   * Whatever the page did wrong since it was opened: failed and foreign requests, console, policy, its own problems.
   */
  async faults() {
    const seen = await this.evaluate(async () => {
      await new Promise((resolve) => {
        setTimeout(resolve);
      });
      const problems = globalThis.whyAttention?.problems ?? [];
      return [...(window.lessonWatch ?? ['the watching script did not run']), ...problems.map((p) => `problems: ${p}`)];
    });
    return [...new Set([...this.faultList, ...seen])];
  }

  /** Without scripts, or with them again, from the next page on. Only Chromium can. */
  async scripting() {
    throw new Error(`${this.engine} cannot do without scripts`);
  }

  /** Emulated media: scheme 'light' or 'dark', reducedMotion, print. Only Chromium can. */
  async media() {
    throw new Error(`${this.engine} cannot emulate media`);
  }
}

class PuppeteerPage extends Page {
  constructor(engine, page) {
    super();
    this.engine = engine;
    this.page = page;
    this.faultList = [];
    /** Addresses asked for since the page was opened. Firefox does not tell of those on disk. */
    this.requests = [];
    const note = (text) => this.faultList.push(text);
    page.on('console', (message) => {
      if (['error', 'warn', 'warning'].includes(message.type())) note(`console.${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => note(`error: ${error?.message ?? error}`));
    page.on('requestfailed', (request) => note(`failed: ${request.url()} ${request.failure()?.errorText ?? ''}`));
    page.on('response', (response) => {
      if (response.status() >= 400) note(`failed: ${response.url()} ${response.status()}`);
    });
    page.on('request', (request) => {
      const url = request.url();
      this.requests.push(url);
      const own = this.origin ? url.startsWith(`${this.origin}/`) : url.startsWith('file:');
      if (!own && !/^(data|about|blob):/.test(url)) note(`a request to the outside: ${url}`);
    });
  }

  go(url) {
    this.requests = [];
    return this.page.goto(url);
  }

  reload() {
    return this.page.reload();
  }

  async address() {
    return this.page.url();
  }

  run(expression) {
    return this.page.evaluate(expression);
  }

  async click(selector) {
    const element = await this.page.$(selector);
    if (!element) throw new Error(`found no ${selector} to click`);
    try {
      await element.click();
    } finally {
      await element.dispose();
    }
  }

  async keys(names, held = []) {
    for (const key of held) await this.page.keyboard.down(key);
    for (const name of names) await this.page.keyboard.press(name === 'Space' ? ' ' : name);
    for (const key of held) await this.page.keyboard.up(key);
  }

  async setSize(width, height) {
    const now = this.page.viewport();
    if (now?.width !== width || now?.height !== height) await this.page.setViewport({ width, height });
  }

  screenshot(path) {
    return this.page.screenshot({ path });
  }

  async media({ scheme = 'light', reducedMotion = false, print = false }) {
    if (this.engine !== 'chromium') return super.media();
    this.tools ??= await this.page.createCDPSession();
    // In one call: puppeteer's two would each undo the other.
    return this.tools.send('Emulation.setEmulatedMedia', {
      media: print ? 'print' : 'screen',
      features: [
        { name: 'prefers-color-scheme', value: scheme },
        { name: 'prefers-reduced-motion', value: reducedMotion ? 'reduce' : 'no-preference' },
      ],
    });
  }

  async scripting(on) {
    if (this.engine !== 'chromium') return super.scripting();
    this.scriptless = !on;
    return this.page.setJavaScriptEnabled(on);
  }

  async reset(size) {
    if (this.tools) await this.media({});
    if (this.scriptless) await this.scripting(true);
    await super.reset(size);
  }
}

class WebKitPage extends Page {
  constructor(driver) {
    super();
    this.engine = 'webkit';
    this.driver = driver;
    this.faultList = [];
  }

  go(url) {
    return this.driver.open(url);
  }

  reload() {
    return this.driver.reload();
  }

  address() {
    return this.driver.address();
  }

  run(expression) {
    return this.driver.evaluate(expression);
  }

  async click(selector) {
    // Left to itself the driver scrolls no further than needed, and then finds some elements out of reach at the edge.
    await this.evaluate(
      (s) => document.querySelector(s)?.scrollIntoView({ block: 'center', behavior: 'instant' }),
      selector,
    );
    await this.driver.click(selector);
  }

  keys(names, held) {
    return this.driver.press(names, held);
  }

  /** The size of the page itself: the window is that much larger which its frame takes. */
  async setSize(width, height) {
    if (this.size === `${width} ${height}`) return;
    let [w, h] = [width, height];
    for (let attempt = 0; attempt < 200; attempt += 1) {
      // Around the middle of the screen, where the pointer rests: without a window manager the focus is where the
      // pointer is.
      const [x, y] = [SCREEN.width - w, SCREEN.height - h].map((room) => Math.max(0, Math.round(room / 2)));
      if (attempt % 20 === 0) await this.driver.in('POST', '/window/rect', { x, y, width: w, height: h });
      const [innerW, innerH] = await this.evaluate(
        () =>
          new Promise((resolve) => {
            requestAnimationFrame(() => resolve([innerWidth, innerHeight]));
          }),
      );
      if (innerW === width && innerH === height) {
        this.size = `${width} ${height}`;
        return;
      }
      if (attempt % 20 === 10) [w, h] = [w + width - innerW, h + height - innerH];
    }
    throw new Error(`the window does not become ${width} x ${height}`);
  }

  async screenshot(path) {
    writeFileSync(path, await this.driver.screenshot());
  }
}

/** Keeps in page.last what the engine answered last, and when. */
function reporting(page) {
  page.last = { at: Date.now(), what: 'nothing yet', answers: 0 };
  for (const name of ['go', 'reload', 'run', 'click', 'keys', 'setSize', 'screenshot']) {
    const plain = page[name].bind(page);
    page[name] = async (...args) => {
      const answer = await plain(...args);
      const what = `${name} ${String(args[0] ?? '')
        .replace(/\s+/g, ' ')
        .slice(0, 100)}`;
      page.last = { at: Date.now(), what, answers: page.last.answers + 1 };
      return answer;
    };
  }
  return page;
}

// --- The engines -----------------------------------------------------------------------------------------------------

/** A running engine: name, version, page and close. */
async function startPuppeteer(name, browser, path, options, profile) {
  let puppeteer;
  try {
    ({ default: puppeteer } = await import('puppeteer-core'));
  } catch (error) {
    throw new Error(`puppeteer-core could not be loaded (npm ci installs it): ${error.message}`);
  }
  const launched = await puppeteer.launch({
    browser,
    executablePath: path,
    headless: true,
    userDataDir: profile,
    defaultViewport: SIZE,
    protocolTimeout: 0,
    timeout: START * 1000,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    ...options,
  });
  const { pid } = launched.process();
  running.add(pid);
  const tab = await launched.newPage(); // the first one of Firefox never gets the focus
  tab.setDefaultTimeout(0); // run.mjs watches whether anything is answered
  await tab.setViewport(SIZE);
  await tab.evaluateOnNewDocument(watch);
  return {
    name,
    version: await launched.version(),
    page: reporting(new PuppeteerPage(name, tab)),
    async close() {
      await within(launched.close(), 5, 'closing').catch(() => {});
      kill(pid);
    },
  };
}

function startChromium(scratch) {
  const path = wanted('CHROMIUM', [
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ]);
  const args = [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  if (root) args.push('--no-sandbox');
  return startPuppeteer('chromium', 'chrome', path, { args }, join(scratch, 'chromium'));
}

function startFirefox(scratch) {
  const path = wanted('FIREFOX', ['firefox-esr', 'firefox', '/Applications/Firefox.app/Contents/MacOS/firefox']);
  return startPuppeteer('firefox', 'firefox', path, {}, join(scratch, 'firefox'));
}

const SCREEN = { width: 1600, height: 1200 };

/** The display that a virtual screen of ours shows on. */
async function startScreen() {
  const path = program('Xvfb');
  if (!path) {
    if (process.env.DISPLAY) return { display: process.env.DISPLAY, close() {} };
    throw new Error('found no Xvfb, and DISPLAY names no screen');
  }
  const screen = begin(
    path,
    ['-displayfd', '3', '-screen', '0', `${SCREEN.width}x${SCREEN.height}x24`, '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const number = await within(
    new Promise((resolve, reject) => {
      screen.stdio[3].once('data', (data) => resolve(String(data).trim()));
      screen.once('exit', () => reject(new Error('Xvfb ended at once')));
    }),
    START,
    'Xvfb',
  );
  return { display: `:${number}`, close: () => kill(screen.pid) };
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

async function startWebKit(scratch) {
  const path = wanted('WEBKIT', [
    'WebKitWebDriver',
    () => inLibraries(['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0', '.'], 'WebKitWebDriver'),
  ]);
  const binary = inLibraries(['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0'], 'MiniBrowser');

  // MiniBrowser's tool bar would keep its window wider than a phone.
  const slim =
    '* { min-width: 0; min-height: 0; margin: 0; padding: 0; border-width: 0; font-size: 1px; } image { -gtk-icon-transform: scale(.1); }';
  for (const gtk of ['gtk-3.0', 'gtk-4.0']) {
    mkdirSync(join(scratch, 'config', gtk), { recursive: true });
    writeFileSync(join(scratch, 'config', gtk, 'gtk.css'), slim);
  }

  const screen = await startScreen();
  const port = await freePort();
  const server = begin(path, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: screen.display,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      NO_AT_BRIDGE: '1',
      GDK_BACKEND: 'x11',
      XDG_CONFIG_HOME: join(scratch, 'config'),
      XDG_CACHE_HOME: join(scratch, 'cache'),
      XDG_DATA_HOME: join(scratch, 'data'),
    },
  });
  let ended = false;
  server.once('exit', () => {
    ended = true;
  });
  const driver = new WebDriver(`http://127.0.0.1:${port}`);
  const close = async () => {
    if (driver.session) await within(driver.end(), 5, 'closing').catch(() => {});
    kill(server.pid);
    screen.close();
  };
  try {
    await within(
      (async () => {
        for (;;) {
          if (ended) throw new Error(`${path} ended at once`);
          try {
            return await driver.send('GET', '/status');
          } catch {
            await new Promise((resolve) => setTimeout(resolve, 50));
          }
        }
      })(),
      START,
      'WebKitWebDriver',
    );
    const options = binary ? { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } } : {};
    const { browserVersion } = await within(driver.begin(options), START, 'WebKitWebDriver');
    const page = reporting(new WebKitPage(driver));
    await page.setSize(SIZE.width, SIZE.height);
    return { name: 'webkit', version: `WebKitGTK/${browserVersion}`, page, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts an engine; rejects with words where it is missing. scratch is a folder of its own. */
export function startEngine(name, scratch) {
  mkdirSync(scratch, { recursive: true });
  return { chromium: startChromium, firefox: startFirefox, webkit: startWebKit }[name](scratch);
}

export const DESKTOP = SIZE;
export const PHONE = { width: 360, height: 740 };
