// How ./lesson runs its steps: which side by side, which not at all, and that nothing is left when it is stopped.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';

const folder = mkdtempSync(join(tmpdir(), 'lesson-steps-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A program that runs the steps named, as ./lesson does, but with steps that only write when they begin and end. */
const program = (steps, { processors = 2, failing = '', seconds = 0.3 } = {}) => `
  set -euo pipefail
  cd '${folder}'
  rm -rf build events
  . '${resolve('scripts/steps.sh')}'
  processors() { echo ${processors}; }
  before() {
    case $1 in
      build-site | wasm) echo build-module ;;
      site | browser) echo build-site ;;
    esac
  }
  work() {
    echo "begin $1" >> events
    sleep ${seconds}
    echo "end $1" >> events
    [ "$1" != '${failing}' ]
  }
  start() { start_step "$1" "step $1" work "$1"; }
  note_ended() { echo "noted $ended $code"; }
  note_skipped() { echo "skipped $1"; }
  steps=9
  run_all ${steps}`;

function run(steps, options) {
  const { stdout, stderr, status } = spawnSync('bash', ['-c', program(steps, options)], { encoding: 'utf8' });
  assert.equal(stderr, '');
  assert.equal(status, 0, stdout);
  const events = readFileSync(join(folder, 'events'), 'utf8').trim().split('\n');
  /** How many ran at the same time, at most; and beside the browsers. */
  const running = new Set();
  let most = 0;
  let besideBrowsers = 0;
  for (const event of events) {
    const [what, name] = event.split(' ');
    if (what === 'begin') running.add(name);
    most = Math.max(most, running.size);
    if (running.has('browser')) besideBrowsers = Math.max(besideBrowsers, running.size - 1);
    if (what === 'end') running.delete(name);
  }
  const at = (event) => {
    assert.ok(events.includes(event), `${event} is not among ${events}`);
    return events.indexOf(event);
  };
  return { stdout, events, most, besideBrowsers, at };
}

const ALL = 'build-module build-site native wasm site types browser';

test('two steps run side by side, never three, and each after what it needs', () => {
  const { most, at, events } = run(ALL);
  assert.equal(most, 2);
  assert.equal(events.length, 14);
  assert.ok(at('end build-module') < at('begin build-site'));
  assert.ok(at('end build-module') < at('begin wasm'));
  assert.ok(at('end build-site') < at('begin site'));
  assert.ok(at('begin native') < at('end build-module'));
});

test('the browsers run alone, wherever they stand', () => {
  for (const steps of [ALL, 'build-module build-site browser native wasm types']) {
    assert.equal(run(steps).besideBrowsers, 0, steps);
  }
});

test('one processor runs one step at a time', () => {
  assert.equal(run(ALL, { processors: 1, seconds: 0.1 }).most, 1);
});

test('what a failed build was to bring is skipped, and the rest runs', () => {
  const { stdout, events } = run(ALL, { failing: 'build-module' });
  assert.match(stdout, /step build-module, failed after/);
  assert.match(stdout, /noted build-module 1/);
  for (const name of ['build-site', 'wasm', 'site', 'browser']) {
    assert.match(stdout, new RegExp(`skipped ${name}\n`));
    assert.ok(!events.includes(`begin ${name}`), name);
  }
  for (const name of ['native', 'types']) assert.match(stdout, new RegExp(`noted ${name} 0`));
});

test('a failure keeps its exit code, beside a success', () => {
  const { stdout } = run('native types', { failing: 'native' });
  assert.match(stdout, /noted native 1/);
  assert.match(stdout, /noted types 0/);
});

test('when it is stopped, all its steps are', async () => {
  const lesson = spawn('bash', ['-c', program('native types', { seconds: 98765 })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  let asked = false;
  lesson.stdout.setEncoding('utf8').on('data', (text) => {
    said += text;
    if (said.includes('step types …') && !asked) {
      asked = true;
      // Once both have begun, which the file tells.
      const timer = setInterval(() => {
        const events = join(folder, 'events');
        if (!existsSync(events) || readFileSync(events, 'utf8').split('begin').length < 3) return;
        clearInterval(timer);
        lesson.kill('SIGTERM');
      }, 50);
    }
  });
  const code = await new Promise((done) => lesson.on('close', done)); // closed: nobody holds its output any more
  assert.equal(code, 130);
  assert.match(said, /\nStopped\.\n$/);
  const { stdout } = spawnSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' });
  assert.doesNotMatch(stdout ?? '', /^sleep 98765$/m);
});
