// What start and test do first: installs when node_modules is missing or stale, builds what is older than its sources.
// Plain Node without packages, for it runs before there are any. Not a prestart script: npm skips these where
// ignore-scripts is set, as it is here.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Not import.meta.dirname: a Node without it is to be told that it is too old.
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LOCK = join(ROOT, 'node_modules/.tikvo-prepare');

/** What each half of the build is made from; test files do not count. */
const PARTS = {
  server: ['src/domain', 'src/protocol', 'src/server', 'scripts/build-server.mjs'],
  web: [
    'src/domain',
    'src/protocol',
    'src/verify',
    'src/web',
    'public',
    'scripts/chunks.ts',
    'vite.config.ts',
    'react-router.config.ts',
  ],
};

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Node ${process.versions.node} is too old: Tikvo needs 20.19 or newer (24 is recommended).`);
  }
}

/** Says what it does; what the tool says is shown only when it fails. */
function run(what, command, args) {
  process.stdout.write(`${what} ...\n`);
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (error === undefined && status === 0) return;
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`);
  fail(`${what} failed${error === undefined ? '' : `: ${error.message}`}.`);
}

function hashOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** npm writes node_modules/.package-lock.json last; ours remembers which lock file it was made from. */
function isInstalled() {
  const marker = join(ROOT, 'node_modules/.tikvo-installed');
  const npmMarker = join(ROOT, 'node_modules/.package-lock.json');
  const lock = join(ROOT, 'package-lock.json');
  if (!existsSync(npmMarker)) return false;
  if (existsSync(marker) && readFileSync(marker, 'utf8') === hashOf(lock)) return true;
  return statSync(npmMarker).mtimeMs >= statSync(lock).mtimeMs;
}

function install() {
  if (isInstalled()) return;
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  if (npm === undefined) run('Installing', process.platform === 'win32' ? 'npm.cmd' : 'npm', args);
  else run('Installing', process.execPath, [npm, ...args]);
  writeFileSync(join(ROOT, 'node_modules/.tikvo-installed'), hashOf(join(ROOT, 'package-lock.json')));
}

function filesBelow(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (stat.isFile()) return [`${path} ${stat.size} ${stat.mtimeMs}`];
  return readdirSync(path)
    .toSorted()
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .flatMap((name) => filesBelow(join(path, name)));
}

/** Names, sizes and times of all sources, and the lock file. */
function stampOf(part) {
  const files = [...PARTS[part], 'package-lock.json', 'package.json'].flatMap((path) => filesBelow(join(ROOT, path)));
  return createHash('sha256').update(files.join('\n')).digest('hex');
}

function build(part, command, args) {
  const file = join(ROOT, `build/${part}.stamp`);
  const stamp = stampOf(part);
  if (existsSync(file) && readFileSync(file, 'utf8') === stamp) return;
  rmSync(file, { force: true });
  run(`Building the ${part} part`, command, args);
  mkdirSync(join(ROOT, 'build'), { recursive: true });
  writeFileSync(file, stamp);
}

/** One preparation at a time; the lock of a process that is gone counts for nothing. */
function withLock(action) {
  mkdirSync(join(ROOT, 'node_modules'), { recursive: true });
  for (let tries = 0; ; tries += 1) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!isAlive(Number(readFileSync(LOCK, 'utf8').trim() || process.pid))) rmSync(LOCK, { force: true });
    if (tries > 3000) fail(`Another preparation holds ${LOCK}.`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
  const release = () => rmSync(LOCK, { force: true });
  process.once('exit', release);
  action();
  process.off('exit', release);
  release();
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Ends the process with a sentence when it cannot be done. */
export function prepare() {
  checkNode();
  install();
  withLock(() => {
    build('server', process.execPath, [join(ROOT, 'scripts/build-server.mjs')]);
    const reactRouter = join(ROOT, 'node_modules/@react-router/dev/bin.js');
    build('web', process.execPath, [reactRouter, 'build', '--logLevel', 'error']);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) prepare();
