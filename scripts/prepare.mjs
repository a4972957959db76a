// What start and test do first: installs when node_modules is missing or stale, builds what is older than its sources.
// Plain Node without packages, for it runs before there are any. Not a prestart script: npm skips these where
// ignore-scripts is set, as it is here.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

// Not import.meta.dirname: a Node without it is to be told that it is too old.
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LOCK = join(ROOT, 'node_modules/.tikvo-prepare');

/** What each part of the build is made from; test files do not count. */
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
  verify: ['src/verify', 'scripts/build-verify.mjs'],
};

/** What builds each part. */
const BUILDERS = {
  server: ['scripts/build-server.mjs'],
  web: ['node_modules/@react-router/dev/bin.js', 'build', '--logLevel', 'error'],
  verify: ['scripts/build-verify.mjs'],
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
  mustWrite('The packages are missing or older than package-lock.json');
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

const stampFile = (part) => join(ROOT, `build/${part}.stamp`);

function isBuilt(part) {
  return existsSync(stampFile(part)) && readFileSync(stampFile(part), 'utf8') === stampOf(part);
}

function build(part) {
  // Another preparation may have built it meanwhile.
  if (isBuilt(part)) return;
  const stamp = stampOf(part);
  rmSync(stampFile(part), { force: true });
  const [script, ...args] = BUILDERS[part];
  run(`Building the ${part} part`, process.execPath, [join(ROOT, script), ...args]);
  mkdirSync(join(ROOT, 'build'), { recursive: true });
  writeFileSync(stampFile(part), stamp);
}

/** Code that belongs to another user is built by that user; to run it nothing is written here. */
function mustWrite(what) {
  for (const folder of ['', 'node_modules', 'build']) {
    const path = resolve(ROOT, folder);
    if (!existsSync(path)) continue;
    try {
      accessSync(path, constants.W_OK);
    } catch {
      fail(`${what}, and this user may not write in ${path}: run npm run build as the user that owns the code.`);
    }
  }
}

/** The commit that the sources are of, where git tells it: shown beside the version. */
function noteCommit() {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' });
  const file = join(ROOT, 'build/commit');
  if (status !== 0 || (existsSync(file) && readFileSync(file, 'utf8') === stdout)) return;
  try {
    writeFileSync(file, stdout);
  } catch {
    // Code of another user: it keeps what the build of that user noted.
  }
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

/** Builds what is older than its sources. Ends the process with a sentence when it cannot be done. */
export function prepare(parts = ['server', 'web']) {
  checkNode();
  install();
  if (!parts.every(isBuilt)) {
    mustWrite('The build is missing or older than its sources');
    withLock(() => parts.forEach(build));
  }
  noteCommit();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const named = process.argv.slice(2);
  prepare(named.length === 0 ? undefined : named);
}
