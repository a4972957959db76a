import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool, migrate, startEmbedded } from '#server/db/index.ts';

export interface BenchDatabase {
  readonly url: string;
  /** Processor seconds its processes have used so far; null where the system does not tell. */
  cpuSeconds(): number | null;
  drop(): Promise<void>;
}

const quiet = { info: () => undefined, warn: () => undefined };

/** A PostgreSQL of its own with the settings of `npm start` (durability on), migrated. */
export async function benchDatabase(): Promise<BenchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'tikvo-bench-'));
  const server = await startEmbedded({ dataDir: folder, log: quiet });
  const pool = createPool(server.url, { max: 1 });
  await migrate(pool);
  await pool.end();
  await writeAhead(server.adminUrl);
  return {
    url: server.url,
    cpuSeconds: () => cpuOf(server.pid),
    drop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Files of the write-ahead log that are ready for a bench: 128 MB. */
const LOG_FILES = 8;

/**
 * Leaves the log as a database has it that has run for an hour: files of a time before stand ready to be written over. A new database
 * makes each of them first, 16 MB of zeros in the middle of somebody's commit, which is not what either side is measured for.
 */
async function writeAhead(adminUrl: string): Promise<void> {
  const admin = createPool(adminUrl, { max: 1 });
  for (let file = 0; file < LOG_FILES; file += 1) {
    await admin.query(`SELECT pg_logical_emit_message(false, 'bench', ''), pg_switch_wal()`);
  }
  await admin.query('CHECKPOINT');
  await admin.end();
}

/** Clock ticks a second of /proc/<pid>/stat; 100 on every Linux we run on. */
const TICKS = 100;

/** The postmaster, its living children, and those it has buried. */
function cpuOf(postmaster: number): number | null {
  try {
    let ticks = 0;
    for (const entry of readdirSync('/proc')) {
      if (!/^\d+$/.test(entry)) continue;
      const stat = statOf(entry);
      if (stat === null) continue;
      const isPostmaster = Number(entry) === postmaster;
      if (isPostmaster || stat.parent === postmaster) ticks += stat.own + (isPostmaster ? stat.children : 0);
    }
    return ticks / TICKS;
  } catch {
    return null;
  }
}

function statOf(pid: string): { parent: number; own: number; children: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const at = (index: number) => fields[index] ?? 0;
    return { parent: at(1), own: at(11) + at(12), children: at(13) + at(14) };
  } catch {
    return null;
  }
}
