// `npm run test:sim`: the simulator over 2,000 seeds; `-- --seed=N` runs one, `-- --seeds=N --from=M` others.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const NAMES = { seed: 'SIM_SEED', seeds: 'SIM_SEEDS', from: 'SIM_FROM' };

const asked = { SIM_SEEDS: process.env['SIM_SEEDS'] ?? '2000' };
for (const word of process.argv.slice(2)) {
  const [, name, value] = /^--(seed|seeds|from)=(\d+)$/.exec(word) ?? [];
  if (name === undefined) {
    process.stderr.write(`${word}? There are --seed=N, --seeds=N and --from=N.\n`);
    process.exit(2);
  }
  asked[NAMES[name]] = value;
}
const { status } = spawnSync(
  process.execPath,
  [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'sim', '--passWithNoTests=false'],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...asked } },
);
process.exit(status ?? 1);
