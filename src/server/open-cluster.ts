import { existsSync } from 'node:fs';
import { CommandRefused } from './command.ts';
import { findCluster } from './db/embedded/find.ts';
import { startEmbedded } from './db/index.ts';
import { FolderInUse, lockFolder, type FolderLock } from './supervisor/lock.ts';
import { refuseUnfinishedRestore } from './backup/unfinished-restore.ts';

/** The embedded database of a data folder, for a command. */
export interface OpenedCluster {
  /** As the product connects, and as the superuser. */
  readonly url: string;
  readonly adminUrl: string;
  /** Folder of the cluster, with its passwords. */
  readonly home: string;
  /** Ends what was started for the command alone. */
  release(): Promise<void>;
}

const quiet = { info: () => undefined, warn: () => undefined };

/** Joins the database that runs, or starts it where nothing does; then nothing else starts on the folder meanwhile. Throws CommandRefused. */
export async function openCluster(dataDir: string): Promise<OpenedCluster> {
  refuseUnfinishedRestore(dataDir);
  if (!existsSync(dataDir)) throw new CommandRefused(`There is no data folder ${dataDir}: set DATA_DIR.`);
  const found = findCluster(dataDir);
  if (found === null) throw new CommandRefused(`There is no database in ${dataDir}: set DATA_DIR, or DATABASE_URL.`);
  const { home } = found.place;
  const lock = lockIfFree(dataDir);
  if (lock === null) {
    if (found.running === null) throw new CommandRefused('The product is starting or stopping: try again in a moment.');
    return { ...found.running, home, release: async () => undefined };
  }
  try {
    const database = await startEmbedded({ dataDir, log: quiet });
    return {
      url: database.url,
      adminUrl: database.adminUrl,
      home,
      release: async () => {
        // One that a killed product has left goes on: its next start takes it over.
        if (!database.adopted) await database.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** null: a product runs on the folder. */
function lockIfFree(dataDir: string): FolderLock | null {
  try {
    return lockFolder(dataDir);
  } catch (error) {
    if (error instanceof FolderInUse) return null;
    throw error;
  }
}
