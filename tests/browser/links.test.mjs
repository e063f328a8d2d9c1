// Links and loading: at any base, with classic scripts alone, and light.
import { createServer } from 'node:http';
import { extname, posix } from 'node:path';
import { gzipSync } from 'node:zlib';

import { LIMITS } from '../../scripts/sizes.mjs';
import { equal, none, ok } from './check.mjs';
import { LESSON, ready } from './lesson.mjs';
import { CHROMIUM, FILES, LANGUAGES, test } from './registry.mjs';
import { SINGLE_FILE } from './site.mjs';

const unescape = (text) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"');

/** Every address in a page, with the tag it stands in. */
const addresses = (html) =>
  [...html.matchAll(/<([a-z-]+)\b[^>]*?\s(href|src|srcset|poster|data|action|formaction|xlink:href)="([^"]*)"/g)].map(
    ([tag, name, attribute, address]) => ({ tag, name, attribute, address: unescape(address) }),
  );

/** Addresses in style sheets. */
const inStyles = (css) =>
  [...css.matchAll(/url\(\s*["']?([^"')]+)["']?\s*\)|@import\s+["']([^"']+)["']/g)].map(([, a, b]) => a ?? b);

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};

/** Serves the site below a path of 127.0.0.1, and nothing else. */
async function serve(site, base, use) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url.split(/[?#]/)[0]);
    const file = path.startsWith(base) ? path.slice(base.length).replace(/(^|\/)$/, '$1index.html') : null;
    if (file === null || !site.files.includes(file)) {
      response.writeHead(404);
      return response.end('not here');
    }
    response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
    return response.end(site.bytes(file));
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    await use(`http://127.0.0.1:${server.address().port}${base}`);
  } finally {
    server.closeAllConnections?.();
    server.close();
  }
}

export default function (site) {
  const htmls = [...site.pages, ...site.lists, SINGLE_FILE];

  test('no address begins with a slash', { engines: FILES }, () => {
    none(
      htmls.flatMap((path) =>
        addresses(site.read(path))
          .filter(({ address }) => address.startsWith('/'))
          .map(({ address }) => `${path}: ${address}`),
      ),
      'addresses in pages',
    );
    none(
      site.files
        .filter((path) => path.endsWith('.css'))
        .flatMap((path) => inStyles(site.read(path)).filter((address) => address.startsWith('/'))),
      'addresses in style sheets',
    );
    ok(htmls.reduce((sum, path) => sum + addresses(site.read(path)).length, 0) > 100, 'addresses were found at all');
  });

  test('every relative address leads to a file and a part of it', { engines: FILES }, () => {
    none(
      [...site.pages, ...site.lists].flatMap((path) =>
        addresses(site.read(path)).flatMap(({ address }) => {
          if (/^[a-z]+:/i.test(address)) return [];
          const [place, fragment = ''] = address.split('#');
          const target = place ? posix.normalize(posix.join(posix.dirname(path), decodeURIComponent(place))) : path;
          if (!site.files.includes(target)) return [`${path}: ${address}`];
          if (!fragment || fragment.includes('=')) return [];
          return new RegExp(` id="${fragment}"`).test(site.read(target))
            ? []
            : [`${path}: ${address}, a part that is not there`];
        }),
      ),
      'addresses to nowhere',
    );
    none(
      site.files
        .filter((path) => path.endsWith('.css'))
        .flatMap((path) =>
          inStyles(site.read(path)).filter(
            (address) =>
              !/^(data:|#)/.test(address) &&
              !site.files.includes(posix.normalize(posix.join(posix.dirname(path), address))),
          ),
        ),
      'addresses in style sheets',
    );
    const reached = new Set(
      site.pages.flatMap((path) =>
        addresses(site.read(path)).map(({ address }) =>
          posix.normalize(posix.join(posix.dirname(path), address.split('#')[0])),
        ),
      ),
    );
    none(
      site.pages.filter((path) => path !== 'index.html' && !reached.has(path)),
      'pages that no link leads to',
    );
  });

  test('classic scripts, a policy on every page, nothing loaded from elsewhere', { engines: FILES }, () => {
    for (const path of htmls) {
      const html = site.read(path);
      // Data stand in blocks that no engine runs.
      const markup = html
        .replace(/<script\b[^>]* type="(?:application\/json|text\/plain)"[^>]*>[\s\S]*?<\/script>/g, '')
        .replace(/(<script\b[^>]*>)[\s\S]*?<\/script>/g, '$1</script>')
        .replace(/<style>[\s\S]*?<\/style>/g, '');
      none(
        [
          ...markup.matchAll(
            /<script\b[^>]*type=[^>]*>|<link\b[^>]*rel="?(?:modulepreload|preload|preconnect|dns-prefetch|manifest)[^>]*>|<(?:iframe|object|embed|base|frame)\b[^>]*>/gi,
          ),
        ].map(([tag]) => `${path}: ${tag}`),
        'module scripts, import maps, preloads and frames',
      );
      none(
        [...markup.matchAll(/\s(?:style|on[a-z]+)="[^"]*"/gi)].map(([attribute]) => `${path}: ${attribute}`),
        'inline styles and handlers',
      );
      none(
        addresses(markup)
          .filter(
            ({ tag, address }) =>
              /^(?:[a-z]+:)?\/\//i.test(address) && !(tag.startsWith('<a') && address.startsWith('https://')),
          )
          .map(({ tag }) => `${path}: ${tag}`),
        'resources from elsewhere',
      );
      const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html)?.[1] ?? '';
      const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
      ok(
        policy.includes("default-src 'none'") && !policy.includes("'unsafe-eval'") && !/https?:|\*|data:/.test(policy),
        `${path}: policy "${policy}"`,
      );
      // In the one file each script is named by its hash.
      ok(
        !scripts.includes("'unsafe-inline'") && (path !== SINGLE_FILE || scripts.includes("'sha256-")),
        `${path}: scripts by the policy "${policy}"`,
      );
    }
    for (const path of site.files.filter((name) => name.endsWith('.css')))
      none(
        inStyles(site.read(path)).filter((address) => /^(?:https?:)?\/\//.test(address)),
        `${path}: addresses elsewhere`,
      );
    // Readable sources may lie beside them: what counts is what a page loads.
    const loaded = new Set(
      site.pages.flatMap((path) => [
        ...site.scriptsOf(path),
        ...Object.keys(site.pageData(path).scripts ?? {}).map((name) => site.scriptOf(path, name)),
      ]),
    );
    ok(loaded.size > 3, `${loaded.size} scripts are loaded`);
    none(
      [...loaded].filter((path) => /^\s*(?:import|export)\b[^(]/m.test(site.read(path))),
      'scripts that are modules',
    );
  });

  test('no code is made from text: neither new Function nor eval', { engines: FILES }, () => {
    ok(site.files.includes(site.scriptOf(`zh/${LESSON}.html`, 'lesson')), 'the module of the lesson is there');
    none(
      [...site.files.filter((path) => path.endsWith('.js')), SINGLE_FILE].flatMap((path) =>
        [
          ...site
            .read(path)
            .matchAll(/.{0,30}(?:\bnew\s+Function\b|(?<![\w.$])eval\s*\(|\bFunction\s*\(\s*["'`]).{0,30}/g),
        ].map(([text]) => `${path}: ${text}`),
      ),
      'places',
    );
  });

  // Chromium: the server's side of it is the same for all, and paths are resolved by one standard.
  test(
    'served under /a/b/, every page works and every link leads somewhere',
    { engines: CHROMIUM },
    async ({ page, site: own }) => {
      await serve(own, '/a/b/', async (base) => {
        const seen = new Set();
        for (const path of ['', 'zh/', 'en/', ...own.pages]) {
          await page.open(base + path);
          await ready(page);
          none(await page.faults(), `${path}: faults`);
          const links = await page.evaluate(() =>
            [...document.querySelectorAll('[href], [src]')]
              .map((element) => element.href || element.src)
              .filter((url) => typeof url === 'string' && url.startsWith('http')),
          );
          none(
            links.filter((url) => !url.startsWith(base) && url.startsWith('http://127')),
            `${path}: links out of ${base}`,
          );
          for (const url of links) if (url.startsWith(base)) seen.add(url.split('#')[0]);
        }
        ok(seen.size > own.pages.length, `${seen.size} addresses seen`);
        const broken = [];
        for (const url of seen) if ((await fetch(url)).status !== 200) broken.push(url);
        none(broken, 'addresses that the server does not have');
        equal((await fetch(base.replace('/a/b/', '/zh/index.html'))).status, 404, 'answer outside the base');
      });
    },
  );

  test('a lesson and each module are within their limits', { engines: FILES }, ({ note }) => {
    for (const lang of Object.keys(LANGUAGES)) {
      const path = `${lang}/${LESSON}.html`;
      const parts = [
        path,
        ...addresses(site.read(path))
          .filter(({ name, tag }) => name === 'script' || /rel="stylesheet"/.test(tag))
          .map(({ address }) => posix.join(lang, address)),
      ];
      const sizes = parts.map((part) => gzipSync(site.bytes(part), { level: 9 }).length);
      const sum = sizes.reduce((a, b) => a + b, 0);
      const largest = parts
        .map((part, i) => `${part} ${sizes[i]}`)
        .sort((a, b) => b.split(' ')[1] - a.split(' ')[1])
        .slice(0, 3);
      note(`${path} with its ${parts.length - 1} files: ${sum} bytes compressed (${largest.join(', ')})`);
      ok(sum <= LIMITS.page(path), `${path}: ${sum} bytes compressed, wanted at most ${LIMITS.page(path)}`);
    }
    const { scripts } = site.pageData(`zh/${LESSON}.html`);
    const modules = Object.keys(scripts).filter((name) => !name.endsWith('-data'));
    ok(
      ['lesson', 'ledger'].every((name) => modules.includes(name)),
      `modules: ${modules}`,
    );
    for (const name of modules) {
      const size = gzipSync(site.bytes(site.scriptOf(`zh/${LESSON}.html`, name)), { level: 9 }).length;
      const most = LIMITS.module(name);
      note(`module ${name}: ${size} bytes compressed`);
      ok(size <= most, `module ${name}: ${size} bytes compressed, wanted at most ${most}`);
    }
    const single = site.bytes(SINGLE_FILE).length;
    note(`${SINGLE_FILE}: ${single} bytes, ${gzipSync(site.bytes(SINGLE_FILE), { level: 9 }).length} compressed`);
    ok(single <= LIMITS.single, `${SINGLE_FILE}: ${single} bytes, wanted at most ${LIMITS.single}`);
  });
}
