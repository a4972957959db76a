// `npm run test:sim`: the simulator over 2,000 seeds and 2,000 orders of events; `-- --seed=N` runs one seed alone, `-- --seeds=N --from=M`
// others, `-- --interleavings=N` more orders of events.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const NAMES = { seed: 'SIM_SEED', seeds: 'SIM_SEEDS', from: 'SIM_FROM', interleavings: 'INTERLEAVINGS' };

const asked = {
  SIM_SEEDS: process.env['SIM_SEEDS'] ?? '2000',
  INTERLEAVINGS: process.env['INTERLEAVINGS'] ?? '2000',
};
let only = [];
for (const word of process.argv.slice(2)) {
  const [, name, value] = /^--(seed|seeds|from|interleavings)=(\d+)$/.exec(word) ?? [];
  if (name === undefined) {
    process.stderr.write(`${word}? There are --seed=N, --seeds=N, --from=N and --interleavings=N.\n`);
    process.exit(2);
  }
  asked[NAMES[name]] = value;
  if (name === 'seed') only = ['tests/sim/sim.test.ts'];
}
const { status } = spawnSync(
  process.execPath,
  [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'sim', '--passWithNoTests=false', ...only],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...asked } },
);
process.exit(status ?? 1);
