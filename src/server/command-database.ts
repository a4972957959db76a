import type { Pool } from 'pg';
import type { Config } from './config/config.ts';
import { createPool, startEmbedded } from './db/index.ts';
import { createLog } from './logging/log.ts';
import { askDatabase } from './db/reach-database.ts';
import { refuseUnfinishedRestore } from './backup/unfinished-restore.ts';

/** The database of an installation, open for a command of its operator. */
export interface CommandDatabase {
  readonly db: Pool;
  /** Nobody used it: this command started it, and ends it. */
  readonly isOwn: boolean;
  readonly close: () => Promise<void>;
}

/**
 * Opens what `DATABASE_URL` names, or the embedded database, which is started for the time of the command where no server runs.
 * Throws ConfigError with a sentence where there is none.
 */
export async function openCommandDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  { name, max }: { readonly name: string; readonly max: number },
): Promise<CommandDatabase> {
  refuseUnfinishedRestore(config.dataDir);
  // Of a server that goes on beside the command nothing is said: nothing happens to it.
  const log = createLog({ logLevel: 'warn' });
  if (config.databaseUrl !== null) await askDatabase(config.databaseUrl);
  const embedded = config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir, log }) : null;
  const db = createPool(config.databaseUrl ?? embedded?.url ?? '', { max, name });
  const isOwn = embedded !== null && !embedded.adopted;
  return {
    db,
    isOwn,
    close: async () => {
      await db.end();
      // One that was running before belongs to whoever started it.
      if (isOwn) await embedded.stop();
    },
  };
}
