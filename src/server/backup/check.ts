import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandRefused } from '#server/command.ts';
import { knownHead, auditLines } from '#server/audit/report.ts';
import { verifyLog } from '#server/audit/index.ts';
import { findPlace } from '#server/db/embedded/place.ts';
import { findPostmaster, isAlive, stopPostmaster } from '#server/db/embedded/postmaster.ts';
import { createPool, migrate, startEmbedded } from '#server/db/index.ts';
import { schemaOf } from '#server/db/migrate.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { reportLines } from '#server/ledger/report.ts';
import { findTool, restoreDump } from './dump.ts';
import { DUMP, type DatabaseState, type ReadState } from './manifest.ts';
import { faultyFiles, placeCluster, type Placed } from './place.ts';
import { needRoom } from './room.ts';
import { HOUR_MS } from '#domain/time.ts';

/** A long log takes its time to be read again, ms. */
const RECOVERY_MS = HOUR_MS;
const quiet = { info: () => undefined, warn: () => undefined };

export interface Checked {
  readonly ok: boolean;
  readonly lines: readonly string[];
}

export interface CheckParts {
  readonly backup: Placed;
  /** Newest migration that this version knows. */
  readonly schema: number;
  /** Folder of the programs of PostgreSQL; null: those of the PATH. */
  readonly bin: string | null;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
  readonly readState: ReadState;
}

/**
 * Reads every file of a backup against its hash, then starts PostgreSQL on a copy of it (a port of its own on this machine), lets it recover
 * and holds what is in it against the ledger's invariants, the audit chain and the manifest. The backup itself is only read.
 */
export async function checkBackup(parts: CheckParts): Promise<Checked> {
  const { backup, say } = parts;
  const { manifest } = backup;
  say(`${manifest.files.length} files are read ...`);
  const faults = await faultyFiles(backup);
  if (faults.length > 0) return { ok: false, lines: faults.map((fault) => `FAULT: ${fault}`) };
  const keys =
    manifest.keys === 'apart' && backup.keysFolder === null ? '; the keys lie elsewhere and were not read' : '';
  const files = `${manifest.files.length} files are as they were copied${keys}`;
  if (manifest.database.kind === 'apart') {
    return { ok: true, lines: [files, 'the database is not in this backup: check the backup of its own tools'] };
  }
  if (manifest.schema > parts.schema) throw new CommandRefused(newerText(manifest.schema));
  say('the database is started on a copy and recovers ...');
  await needRoom(
    dirname(backup.folder),
    manifest.files.reduce((sum, { size }) => sum + size, 0),
  );
  await clearKilled(dirname(backup.folder));
  const scratch = await mkdtemp(join(dirname(backup.folder), `.check-${process.pid}-`));
  try {
    if (manifest.database.kind === 'embedded') await (await placeCluster(backup, scratch))();
    const database = await startEmbedded({
      dataDir: scratch,
      log: quiet,
      patienceMs: RECOVERY_MS,
      signal: parts.signal,
    });
    try {
      if (manifest.database.kind === 'dump') await loadDump(parts, database.url);
      const { ok, lines } = await look(parts, database.url);
      return { ok, lines: [files, ...lines] };
    } finally {
      await database.stop();
    }
  } finally {
    await takeAway(scratch);
  }
}

const SCRATCH = /^\.check-(?:(\d+)-)?\w+$/;

/** Ends and takes away what checks that were killed have left below a folder: a copy each, and the database that runs on it. */
export async function clearKilled(target: string): Promise<void> {
  for (const name of await readdir(target)) {
    const scratch = SCRATCH.exec(name);
    if (scratch === null || (scratch[1] !== undefined && isAlive(Number(scratch[1])))) continue;
    const left = findPlace(join(target, name));
    const running = left === null ? null : findPostmaster(left.data);
    if (running !== null) await stopPostmaster(running.pid);
    await takeAway(join(target, name));
  }
}

async function takeAway(scratch: string): Promise<void> {
  // Where the folder is closed to the account of the database, its cluster lies elsewhere.
  const home = findPlace(scratch)?.home;
  await rm(scratch, { recursive: true, force: true });
  if (home !== undefined) await rm(home, { recursive: true, force: true });
}

export function newerText(schema: number): string {
  return `This backup is of a newer version (migration ${schema}): use that version or a later one.`;
}

async function loadDump({ backup, bin }: CheckParts, url: string): Promise<void> {
  const found = await findTool('pg_restore', { server: '0', bin });
  if (found.tool === null) throw new CommandRefused('A dump is read by pg_restore, and this machine has none.');
  await restoreDump(found.tool, { url, file: join(backup.folder, DUMP), rights: false });
}

async function look({ backup, schema, signal, readState }: CheckParts, url: string): Promise<Checked> {
  const { manifest } = backup;
  const pool = createPool(url, { max: 1, name: 'tikvo check' });
  try {
    const state = await readState(pool);
    const missing = missingOf(state, manifest.state);
    // The checks are those of this version: a copy may be brought up to it.
    if ((await schemaOf(pool)) < schema) await migrate(pool);
    const ledger = await checkLedger(pool, { window: 'all', signal });
    const audit = await verifyLog(pool, { signal, ...knownOf(manifest.state) });
    const ok = missing.length === 0 && ledger.healthy && audit.bad === null;
    return {
      ok,
      lines: [
        ...reportLines(ledger),
        ...auditLines(audit),
        ...missing.map((one) => `FAULT: ${one}`),
        `${state.people} people, ${state.predictions} predictions (${state.open} open), batch ${state.batch}: ` +
          (missing.length === 0 ? 'all that was committed before the backup ended' : 'not all that was committed'),
        ok ? 'the backup is whole' : 'THE BACKUP IS NOT WHOLE',
      ],
    };
  } finally {
    await pool.end();
  }
}

function knownOf({ audit }: DatabaseState): { readonly known?: NonNullable<ReturnType<typeof knownHead>> } {
  const known = audit.startsWith('0:') ? null : knownHead(['--known', audit]);
  return known === null ? {} : { known };
}

/** What was committed before the backup ended and is not in the copy, in words. */
export function missingOf(copy: DatabaseState, noted: DatabaseState): readonly string[] {
  const figures = [
    ['the last batch', copy.batch, noted.batch],
    ['the number of people', copy.people, noted.people],
    ['the number of predictions', copy.predictions, noted.predictions],
    ['the last journal of real money', BigInt(copy.journals.real), BigInt(noted.journals.real)],
    ['the last journal of practice money', BigInt(copy.journals.demo), BigInt(noted.journals.demo)],
  ] as const;
  return figures.flatMap(([name, is, was]) =>
    is < was ? [`${name} is ${is}, and was ${was} when the backup was made`] : [],
  );
}
