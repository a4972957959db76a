import { readFile, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Pool, PoolClient } from 'pg';
import { transaction } from '#server/db/index.ts';
import { noteChecks } from './desk/store-checks.ts';
import { advanceSeal } from './seal.ts';

/** Beside this file in the sources; beside the bundle once built. */
const FOLDER = new URL('./invariants/', import.meta.url);
/** How many faulty rows a report carries. */
const SAMPLE = 5;

/** 'all' reads every row (nightly, tests); 'lastHour' what came after the last seal, for the check of each minute. */
export type LedgerWindow = 'all' | 'lastHour';

export interface InvariantReport {
  readonly name: string;
  /** The file's first line. */
  readonly says: string;
  /** Rows found: 0 when healthy. */
  readonly found: number;
  readonly sample: readonly unknown[];
}

export interface LedgerReport {
  readonly healthy: boolean;
  readonly invariants: readonly InvariantReport[];
  readonly counts: Readonly<Record<'accounts' | 'journals' | 'transfers' | 'predictions' | 'batches', number>>;
}

/**
 * Runs I1-I7, I9, I15 and I18 (docs/rules/ledger.md#invariants) in one snapshot. A healthy check of the last hour also moves the seal forward.
 * `signal` ends it, also in the middle of a statement; then it throws.
 */
export async function checkLedger(
  db: Pool,
  options: {
    readonly window: LedgerWindow;
    readonly signal?: AbortSignal;
    /** What was found is kept for staff with this time, ms. */
    readonly noteAt?: number;
  },
): Promise<LedgerReport> {
  const { signal } = options;
  const files = await readInvariants(options.window);
  const report = await transaction(db, async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    // The folds join whole tables; nested loops chosen on stale statistics would take minutes.
    await tx.query('SET LOCAL enable_nestloop = off');
    const unwatch = await endOn(signal, { db, tx });
    const invariants: InvariantReport[] = [];
    for (const { name, sql } of files) {
      signal?.throwIfAborted();
      const { rows } = await tx.query<Record<string, unknown>>(sql);
      const says = (sql.split('\n', 1)[0] ?? '').replace(/^-- \S+ /, '');
      invariants.push({ name, says, found: rows.length, sample: rows.slice(0, SAMPLE) });
    }
    const { rows } = await tx.query<Record<keyof LedgerReport['counts'], number>>(COUNTS_SQL[options.window]);
    const counts = rows[0];
    unwatch();
    if (counts === undefined) throw new Error('counting the ledger gave no row');
    return { healthy: invariants.every((one) => one.found === 0), invariants, counts };
  });
  const { window, noteAt } = options;
  if (noteAt !== undefined) await noteChecks(db, report, { window, now: noteAt });
  if (report.healthy && options.window === 'lastHour') await transaction(db, advanceSeal);
  return report;
}

/** Cancels what the connection of `tx` is running when the signal comes; call the result before it runs anything else. */
async function endOn(
  signal: AbortSignal | undefined,
  { db, tx }: { readonly db: Pool; readonly tx: PoolClient },
): Promise<() => void> {
  if (signal === undefined) return () => undefined;
  const { rows } = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const cancel = () => {
    db.query('SELECT pg_cancel_backend($1)', [rows[0]?.pid]).catch(() => undefined);
  };
  signal.addEventListener('abort', cancel, { once: true });
  return () => signal.removeEventListener('abort', cancel);
}

/** Exact over everything; the planner's estimate for the check of each minute. */
const TABLES = {
  accounts: ['account'],
  journals: ['journal_real', 'journal_demo'],
  transfers: ['transfer_real', 'transfer_demo'],
  predictions: ['prediction'],
  batches: ['batch'],
} as const;

const COUNTS_SQL: Readonly<Record<LedgerWindow, string>> = {
  all: countsSql((table) => `(SELECT count(*) FROM ${table})`),
  lastHour: countsSql(
    (table) => `(SELECT greatest(sum(c.reltuples), 0) FROM pg_class c
    WHERE c.oid IN (SELECT relid FROM pg_partition_tree('${table}') UNION SELECT '${table}'::regclass))`,
  ),
};

function countsSql(count: (table: string) => string): string {
  return `SELECT ${Object.entries(TABLES)
    .map(([name, tables]) => `(${tables.map(count).join(' + ')})::float8 AS ${name}`)
    .join(', ')}`;
}

async function readInvariants(window: LedgerWindow): Promise<readonly { name: string; sql: string }[]> {
  const files = await readdir(fileURLToPath(FOLDER));
  const names = files.map((file) => /^(I\d+)\.sql$/.exec(file)?.[1]).filter((name) => name !== undefined);
  if (names.length < 7) throw new Error(`only ${names.length} invariants in ${fileURLToPath(FOLDER)}`);
  return Promise.all(
    names.toSorted().map(async (name) => {
      const windowed = `${name}.${window}.sql`;
      const file = files.includes(windowed) ? windowed : `${name}.sql`;
      return { name, sql: await readFile(new URL(file, FOLDER), 'utf8') };
    }),
  );
}
