import { existsSync } from 'node:fs';
import { findTool } from './backup/dump.ts';
import type { Source } from './backup/make.ts';
import { serverOf } from './backup/store-state.ts';
import { CommandRefused } from './command.ts';
import type { Config } from './config/config.ts';
import { createPool } from './db/index.ts';
import { openCluster } from './open-cluster.ts';
import { installationMistake } from './vault/index.ts';

/** The database of a data folder, ready to be copied. */
export interface OpenedSource {
  readonly source: Source;
  /** Ends what was started for the copy alone. */
  release(): Promise<void>;
}

/** Finds the database, and starts the embedded one where nothing runs; nothing else starts meanwhile. Throws CommandRefused. */
export async function openSource(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  options: { readonly folderOnly: boolean; readonly bin: string | null },
): Promise<OpenedSource> {
  const { dataDir, databaseUrl } = config;
  if (!existsSync(dataDir)) throw new CommandRefused(`There is no data folder ${dataDir}: set DATA_DIR.`);
  if (databaseUrl !== null) {
    return { source: await externalSource(databaseUrl, options), release: async () => undefined };
  }
  if (options.folderOnly)
    throw new CommandRefused('--folder is for a database of DATABASE_URL; the embedded one is in the folder.');
  const opened = await openCluster(dataDir);
  return {
    source: { kind: 'embedded', url: opened.adminUrl, home: opened.home },
    release: () => opened.release(),
  };
}

/** Restored, folder and database of two products would not start with each other. Throws CommandRefused. */
export async function needOwnFolder(url: string, config: Pick<Config, 'dataDir' | 'vaultKeys'>): Promise<void> {
  const pool = createPool(url, { max: 1, name: 'tikvo backup' });
  try {
    const mistake = await installationMistake(pool, config, { keys: false });
    if (mistake !== null) throw new CommandRefused(mistake);
  } finally {
    await pool.end();
  }
}

async function externalSource(
  url: string,
  { folderOnly, bin }: { readonly folderOnly: boolean; readonly bin: string | null },
): Promise<Source> {
  if (folderOnly) return { kind: 'external', url, tool: null };
  const pool = createPool(url, { max: 1, name: 'tikvo backup' });
  try {
    const { version } = await serverOf(pool);
    const found = await findTool('pg_dump', { server: version, bin });
    if (found.tool !== null) return { kind: 'external', url, tool: found.tool };
    const there = found.there === null ? 'there is none here' : `the one here is ${found.there}`;
    throw new CommandRefused(
      `The database is PostgreSQL ${version}: a copy takes pg_dump ${Number.parseInt(version)} or newer, and ${there}. ` +
        'Name the folder of a newer one in PG_BIN, or say --folder to copy DATA_DIR alone and back the database up by its own tools.',
    );
  } finally {
    await pool.end();
  }
}
