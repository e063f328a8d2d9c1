// Serves a folder of static files on this machine alone. Usage: node scripts/serve.mjs [folder]
// PORT names the port; without it, it is 8000 or the next one that is free.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream';

const root = resolve(process.argv[2] ?? 'dist');

const types = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
  '.zip': 'application/zip',
};

/** The path under root that a request asks for, or null if there is no such place under root. */
function placeOf(url) {
  let path;
  try {
    path = decodeURIComponent(url.split(/[?#]/, 1)[0]);
  } catch {
    return null;
  }
  if (!path.startsWith('/') || path.includes('\0')) return null;
  const place = join(root, path);
  return place === root || place.startsWith(root + sep) ? place : null;
}

/** What lies there: an object with isFile and isDirectory, or undefined. */
function look(place) {
  try {
    return statSync(place, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function answer(request, response) {
  const say = (status, text, headers = {}) => {
    response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers });
    response.end(request.method === 'HEAD' ? undefined : `${text}\n`);
  };
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return say(405, `Found ${request.method}, wanted GET or HEAD.`, { Allow: 'GET, HEAD' });

  let place = placeOf(request.url);
  let there = place && look(place);
  if (there?.isDirectory()) {
    const [path, query] = request.url.split(/(\?.*)/, 2);
    // A folder's own address ends in a slash, or its relative links would miss. One slash in front: two name a host.
    if (!path.endsWith('/'))
      return say(301, 'It is a folder.', { Location: `/${path.replace(/^\/+/, '')}/${query ?? ''}` });
    place = join(place, 'index.html');
    there = look(place);
  }
  if (!there?.isFile()) return say(404, `Not found: ${request.url}`);

  response.writeHead(200, {
    'Content-Type': types[extname(place).toLowerCase()] ?? 'application/octet-stream',
    'Content-Length': there.size,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
  });
  if (request.method === 'HEAD') return response.end();
  // Whichever of the two ends early, by a fault or because the reader has left, ends the other: the file is closed.
  pipeline(createReadStream(place), response, () => {});
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

if (!look(root)?.isDirectory()) fail(`Found no folder ${root}; ./lesson build makes it.`);
const named = process.env.PORT;
if (named && !(/^\d+$/.test(named) && Number(named) < 65536))
  fail(`PORT is '${named}', wanted a number from 0 to 65535.`);

const server = createServer(answer);
let port = named ? Number(named) : 8000;
server.on('error', (error) => {
  if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
  if (named || port === 8099)
    fail(`Port ${port} is ${error.code === 'EACCES' ? 'not allowed' : 'taken'}; PORT names another.`);
  server.listen(++port, '127.0.0.1');
});
server.on('listening', () => {
  console.log(`http://localhost:${server.address().port}/   until Ctrl-C`);
  console.log(`The same without a server, by double click: ${join(root, 'index.html')}`);
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(0));
server.listen(port, '127.0.0.1');
