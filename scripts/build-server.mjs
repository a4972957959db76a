// Bundles the server's processes and threads into build/server (or the folder given), with the SQL folders beside them. Packages stay outside.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';

const ROOT = resolve(import.meta.dirname, '..');
const OUT = resolve(ROOT, process.argv[2] ?? 'build/server');
const ENTRIES = [
  'start.ts',
  'main.ts',
  'engine-thread.ts',
  'http/pages/page-thread.ts',
  'signer-process.ts',
  'wallet-process.ts',
  'pictures/draw-process.js',
  'ledger/check.ts',
  'audit/check-audit.ts',
  'admin/admin.ts',
  'admin/check-reconcile.ts',
  'doctor/doctor.ts',
  'backup.ts',
  'restore.ts',
  'archive.ts',
];

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
await build({
  absWorkingDir: ROOT,
  entryPoints: ENTRIES.map((entry) => ({ in: `src/server/${entry}`, out: basename(entry).replace(/\.[jt]s$/, '') })),
  outdir: OUT,
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  packages: 'external',
  sourcemap: 'linked',
  sourcesContent: false,
  loader: { '.json': 'json' },
  logLevel: 'warning',
});

/** Files of `new URL('./name/', import.meta.url)`: each SQL folder goes beside the bundle under its own name. */
function copySqlFolders(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  if (entries.some((entry) => entry.name.endsWith('.sql'))) {
    const target = join(OUT, basename(folder));
    if (existsSync(target)) throw new Error(`Two SQL folders are called ${basename(folder)}.`);
    cpSync(folder, target, { recursive: true });
  }
  for (const entry of entries) if (entry.isDirectory()) copySqlFolders(join(folder, entry.name));
}
copySqlFolders(join(ROOT, 'src/server'));
