import type { Config } from '#server/config/config.ts';
import { isThisMachine } from '#server/config/metrics.ts';
import { noTablesText, unfitnessOf } from '#server/db/fit.ts';
import { migrationsLeft, type Queryable } from '#server/db/index.ts';
import { about, type Finding } from './finding.ts';
import { databaseFacts, type DatabaseFacts } from './store-facts.ts';

/** Pools of the engine (6) and of the web (18), a start, a command, and somebody who looks. */
const CONNECTIONS_WANTED = 32;
/** How far two clocks may be apart, ms: prices carry the time of their venue, rounds end by ours. */
const APART = { warning: 500, fault: 3_000 } as const;

/** Version, rights, encryption, whether it takes writes and keeps them, migrations, and its clock. */
export async function examineDatabase(db: Queryable, config: Config): Promise<readonly Finding[]> {
  const before = Date.now();
  const facts = await databaseFacts(db);
  const after = Date.now();
  return [
    ...judgeDatabase(facts, config),
    judgeMigrations(await migrationsLeft(db)),
    judgeClock('the database', { ahead: facts.now - (before + after) / 2, unsure: (after - before) / 2 }),
  ];
}

/** What there is to say of a database, worst first. */
export function judgeDatabase(
  facts: DatabaseFacts,
  { mode, databaseUrl }: Pick<Config, 'mode' | 'databaseUrl'>,
): readonly Finding[] {
  const say = about('database');
  const isElsewhere = databaseUrl !== null && URL.canParse(databaseUrl) && !isNear(new URL(databaseUrl));
  const version = `${Math.floor(facts.version / 10_000)}.${facts.version % 10_000}`;
  const found: Finding[] = unfitnessOf(facts).map((sentence) => say.fault(sentence));
  if (facts.inRecovery) found.push(say.fault('It is a standby and takes no writes: name the primary in DATABASE_URL.'));
  else if (facts.isReadOnly) {
    found.push(say.fault('It takes no writes (default_transaction_read_only is on): its disk may be full.'));
  }
  if (!facts.mayCreate) found.push(say.fault(noTablesText(facts.role, facts.database)));
  if (facts.isSuperuser && mode === 'production') {
    found.push(
      say.warning(`${facts.role} is a superuser: the ledger's guards hold less. Give the product a role of its own.`),
    );
  }
  if (isElsewhere && !facts.isEncrypted) {
    found.push(say.warning('The connection is not encrypted: say sslmode=verify-full in DATABASE_URL.'));
  }
  if (facts.maxConnections < CONNECTIONS_WANTED) {
    found.push(say.warning(`max_connections is ${facts.maxConnections}: set at least ${CONNECTIONS_WANTED}.`));
  }
  if (found.length > 0) return found;
  const size = `${Math.round(facts.sizeBytes / 1e6)} MB`;
  return [
    say.ok(
      `PostgreSQL ${version}, ${facts.database} of ${size} as ${facts.role}${facts.isEncrypted ? ', encrypted' : ''}.`,
    ),
  ];
}

function isNear({ hostname, searchParams }: URL): boolean {
  return hostname === '' || hostname.startsWith('%2F') || searchParams.has('host') || isThisMachine(hostname);
}

/** What the schema has to do with this version; null: there is none yet. */
function judgeMigrations(left: Awaited<ReturnType<typeof migrationsLeft>>): Finding {
  const say = about('migrations');
  if (left === null) return say.ok('The database is empty: the first start makes its tables.');
  if (left.unknown.length > 0) {
    return say.fault(
      `A newer version has used this database (${left.unknown.join(', ')}): start that one, or restore a backup from before it.`,
    );
  }
  return left.pending.length === 0
    ? say.ok('The schema is the one of this version.')
    : say.warning(
        `The next start applies ${left.pending.length}: ${left.pending.join(', ')}. Back up before it; there is no way back.`,
      );
}

/** `ahead`: how far a clock is ahead of ours, ms; `unsure`: by how much that may be wrong. */
export function judgeClock(
  whose: string,
  { ahead, unsure }: { readonly ahead: number; readonly unsure: number },
): Finding {
  const say = about('clock');
  const apart = Math.max(0, Math.abs(ahead) - unsure);
  const words = `The clock of ${whose} is ${(Math.abs(ahead) / 1_000).toFixed(1)} s ${ahead < 0 ? 'behind' : 'ahead of'} this machine's`;
  if (apart < APART.warning) return say.ok(`${words}.`);
  const sync = 'keep both in step by NTP (chrony, systemd-timesyncd)';
  return apart < APART.fault ? say.warning(`${words}: ${sync}.`) : say.fault(`${words}: ${sync}.`);
}
