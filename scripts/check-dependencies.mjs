// `npm run check:dependencies`: what the registry knows against the packages of the lock file. Says plainly when
// the registry does not answer, for then nothing was checked: exit code 2. 1 on anything high or critical.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const GRAVE = ['high', 'critical'];
/** For all questions together. */
const PATIENCE_MS = 45_000;
const until = Date.now() + PATIENCE_MS;

function audit(args) {
  const npm = process.env.npm_execpath;
  const [command, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  const { stdout } = spawnSync(command, [...first, 'audit', '--json', '--fetch-retries=0', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: Math.max(1, until - Date.now()),
    killSignal: 'SIGKILL',
    maxBuffer: 1 << 28,
  });
  try {
    return JSON.parse(stdout);
  } catch {
    return null;
  }
}

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
const locked = Object.keys(packages).filter((path) => path !== '').length;
const scriptsOff = /^ignore-scripts\s*=\s*true$/m.test(readFileSync(join(ROOT, '.npmrc'), 'utf8'));
process.stdout.write(`${locked} packages in the lock file; install scripts are ${scriptsOff ? 'off' : 'ON'}.\n`);

let failed = !scriptsOff;
let checked = true;
for (const { what, args } of [
  { what: 'what runs', args: ['--omit=dev'] },
  { what: 'what builds and tests', args: [] },
]) {
  const counts = audit(args)?.metadata?.vulnerabilities;
  if (counts === undefined) {
    process.stdout.write(`${what}: NOT CHECKED, the registry gave no answer to npm audit.\n`);
    checked = false;
    continue;
  }
  const grave = GRAVE.reduce((sum, level) => sum + (counts[level] ?? 0), 0);
  process.stdout.write(`${what}: ${counts.total} known, ${grave} of them high or critical.\n`);
  failed ||= grave > 0;
}
process.exit(failed ? 1 : checked ? 0 : 2);
