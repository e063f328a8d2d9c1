// The server of `./lesson serve`: what it answers, and that a reader who leaves in the middle costs it nothing.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

const LARGE = 64 * 1024 * 1024; // more than a socket and its peer hold, so that a download can be left half-way
const OPEN_FILES = 64; // as many as the server may have open

let place;
let server;
let port;

before(async () => {
  place = mkdtempSync(join(tmpdir(), 'lesson-serve-'));
  const root = join(place, 'root');
  mkdirSync(join(root, 'folder'), { recursive: true });
  mkdirSync(join(root, '空'));
  writeFileSync(join(place, 'secret.txt'), 'outside');
  mkdirSync(join(place, 'root-beside'));
  writeFileSync(join(place, 'root-beside', 'secret.txt'), 'outside');
  writeFileSync(join(root, 'index.html'), '<p>start</p>');
  writeFileSync(join(root, 'folder', 'index.html'), '<p>folder</p>');
  writeFileSync(join(root, '空', '字.txt'), '字');
  writeFileSync(join(root, 'engine.wasm'), '');
  writeFileSync(join(root, 'large.bin'), '');
  truncateSync(join(root, 'large.bin'), LARGE);

  server = spawn('sh', ['-c', `ulimit -n ${OPEN_FILES} && exec "$0" scripts/serve.mjs "$1"`, process.execPath, root], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  port = await new Promise((resolve, reject) => {
    let said = '';
    server.stdout.setEncoding('utf8').on('data', (text) => {
      said += text;
      const address = /http:\/\/localhost:(\d+)\//.exec(said);
      if (address) resolve(Number(address[1]));
    });
    server.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
});

after(() => {
  server?.kill();
  rmSync(place, { recursive: true, force: true });
});

/** Asks for a path, which is sent as it stands; gives status, headers and body. */
function ask(path, method = 'GET') {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, agent: false }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }),
      );
      response.on('error', reject);
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** Asks until there is an answer: the server may still be closing what was left; one that never closes it never answers. */
async function askLater(path) {
  for (let times = 0; ; times += 1) {
    try {
      return await ask(path);
    } catch (error) {
      if (times === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Begins a download and leaves as soon as something has come. */
function leave(path) {
  return new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      response.on('error', () => {}); // that it was aborted
      response.once('data', () => asked.destroy());
    });
    asked.on('error', () => {}); // that it was aborted
    asked.on('close', resolve);
    asked.end();
  });
}

test('a download that is left half-way leaves no file open', async () => {
  for (let i = 0; i < 4 * OPEN_FILES; i += 1) await leave('/large.bin');
  const { status, body } = await askLater('/large.bin');
  assert.equal(status, 200);
  assert.equal(body.length, LARGE);
});

test('a reader who leaves before the answer costs nothing either', async () => {
  for (let i = 0; i < 4 * OPEN_FILES; i += 1) {
    await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write('GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n', () => socket.destroy());
      });
      socket.on('error', () => {}); // that the server answers nobody
      socket.on('close', resolve);
    });
  }
  assert.equal((await askLater('/large.bin')).body.length, LARGE);
});

test('files come with their type and length, and are asked for again each time', async () => {
  const { status, headers, body } = await ask('/');
  assert.equal(status, 200);
  assert.equal(body.toString(), '<p>start</p>');
  assert.equal(headers['content-type'], 'text/html; charset=utf-8');
  assert.equal(headers['content-length'], '12');
  assert.equal(headers['cache-control'], 'no-cache');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal((await ask('/engine.wasm')).headers['content-type'], 'application/wasm');
  assert.equal((await ask('/large.bin', 'HEAD')).headers['content-type'], 'application/octet-stream');
  assert.equal((await ask(`/${encodeURIComponent('空')}/${encodeURIComponent('字')}.txt?query`)).body.toString(), '字');
});

test('HEAD answers as GET does, without a body', async () => {
  for (const path of ['/', '/large.bin', '/folder', '/missing']) {
    const head = await ask(path, 'HEAD');
    assert.equal(head.body.length, 0, path);
    const get = await ask(path);
    assert.equal(head.status, get.status, path);
    assert.equal(head.headers['content-type'], get.headers['content-type'], path);
    if (get.status === 200) assert.equal(head.headers['content-length'], String(get.body.length), path);
  }
});

test('what is not there is 404, and any method but GET and HEAD is 405', async () => {
  const folderWithoutIndex = `/${encodeURIComponent('空')}/`;
  for (const path of ['/missing', '/folder/missing.html', '/index.html/', folderWithoutIndex, '/%00', '/%', '/%ff']) {
    assert.equal((await ask(path)).status, 404, path);
  }
  const { status, headers } = await ask('/', 'POST');
  assert.equal(status, 405);
  assert.equal(headers.allow, 'GET, HEAD');
});

test('nothing above the folder or beside it is served', async () => {
  const paths = ['/../secret.txt', '/folder/../../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt'];
  for (const path of [...paths, '/../root-beside/secret.txt', '//../secret.txt', '/folder/..%2f..%2fsecret.txt']) {
    const { status, body } = await ask(path);
    assert.equal(status, 404, path);
    assert.doesNotMatch(body.toString(), /outside/, path);
  }
});

test("a folder's address gets its slash, and never another host", async () => {
  const location = async (path) => {
    const { status, headers } = await ask(path);
    assert.equal(status, 301, path);
    return headers.location;
  };
  assert.equal(await location('/folder'), '/folder/');
  assert.equal(await location('/folder?a=1?b'), '/folder/?a=1?b');
  assert.equal(await location('//folder'), '/folder/');
  assert.equal((await ask('/folder/')).body.toString(), '<p>folder</p>');
});
