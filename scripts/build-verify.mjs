// Bundles the verifier into build/verify: one file without dependencies that Node runs (`npx ./build/verify RECEIPT`).
// The same sources give the same bytes: nothing of the machine or the clock goes in.
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const ROOT = resolve(import.meta.dirname, '..');
const OUT = join(ROOT, 'build/verify');
const licence = readFileSync(join(ROOT, 'src/verify/npm/LICENSE'), 'utf8').split('\n')[2];

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
await build({
  absWorkingDir: ROOT,
  entryPoints: ['src/verify/verify-command.ts'],
  outfile: join(OUT, 'verify.mjs'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  banner: { js: `#!/usr/bin/env node\n// MIT. ${licence}` },
  logLevel: 'warning',
});
for (const name of ['package.json', 'LICENSE']) cpSync(join(ROOT, 'src/verify/npm', name), join(OUT, name));
chmodSync(join(OUT, 'verify.mjs'), 0o755);
