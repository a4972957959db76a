import type { Logger } from 'pino';
import { ConfigError, type Config } from '#server/config/config.ts';
import { assertFit, assertMayMakeTables } from '#server/db/fit.ts';
import { createPool, migrate, migrationsLeft, transaction } from '#server/db/index.ts';
import { fundHouseMaker } from '#server/ledger/exchange-accounts.ts';
import { openBooks } from '#server/ledger/index.ts';
import { claimInstallation, createVault, refuseUsedFolder } from '#server/vault/index.ts';

/** How often it is said that the database keeps a start waiting, ms. */
const TELL_EVERY_MS = 10_000;

/**
 * Brings the database to the newest schema, holds it against the data folder and the master keys, and opens the house's books; safe at
 * every start. Throws ConfigError where this database is not to be served with these settings.
 */
export async function prepareDatabase(
  databaseUrl: string,
  config: Config,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<void> {
  const pool = createPool(databaseUrl, { max: 1, name: 'tikvo start', retryMs: 30_000 });
  const telling = setInterval(
    () => log.warn('the start waits for the database: a long migration, somebody who holds a lock, or one that hangs'),
    TELL_EVERY_MS,
  );
  try {
    await assertFit(pool);
    await refuseUsedFolder(pool, config);
    const left = await migrationsLeft(pool);
    if (left === null || left.pending.length > 0) await assertMayMakeTables(pool);
    await migrate(pool, { log });
    await transaction(pool, async (tx) => {
      if (!(await openBooks(tx, config.mode))) {
        throw new ConfigError([
          'This database was a sandbox: its money and its people are not real. Give DATABASE_URL another one.',
        ]);
      }
      await claimInstallation(tx, config);
      await fundHouseMaker(tx, { mode: config.mode, shard: 0 });
    });
    // A rotation: the newest of several master keys takes over what the others wrapped.
    if (config.vaultKeys.length > 1) await createVault({ config }).rewrap(pool);
  } finally {
    clearInterval(telling);
    await pool.end();
  }
}
