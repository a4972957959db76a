import type { Logger } from 'pino';
import type { Config } from '#server/config/config.ts';
import type { EmbeddedDatabase } from '#server/db/index.ts';
import { startEmbedded } from '#server/db/index.ts';
import { createRestartBudget } from './restarts.ts';

/** The embedded database under the parent's care. */
export interface KeptDatabase {
  url(): string;
  /** Starts it again whenever it dies. `moved`: it has another address now. `lost`: it cannot be kept alive. */
  keep(listeners: { readonly moved: () => void; readonly lost: () => void }): Promise<void>;
  stop(): Promise<void>;
}

interface Parts {
  readonly config: Config;
  readonly log: Logger;
  /** Aborted when its end is wanted. */
  readonly ending: AbortSignal;
}

/** Throws the reason of `ending` when that comes before the database is open; then nothing of it runs. */
export async function openDatabase({ config, log, ending }: Parts): Promise<KeptDatabase> {
  const start = () => startEmbedded({ dataDir: config.dataDir, log, signal: ending });
  const budget = createRestartBudget();
  let opening: Promise<EmbeddedDatabase> = start();
  let current = await opening;

  /** Those who use it ask again while it is away (57P03, refused), so a start at the same address is enough. */
  async function startAgain(moved: () => void): Promise<boolean> {
    if (!budget.allows(Date.now())) return false;
    log.error('the database ended unexpectedly; starting it again');
    const before = current.url;
    opening = start();
    try {
      current = await opening;
    } catch (error) {
      if (!ending.aborted) log.error({ err: error }, 'the database could not be started again');
      return false;
    }
    if (current.url !== before) moved();
    return true;
  }

  return {
    url: () => current.url,
    async keep({ moved, lost }) {
      for (;;) {
        await current.ended;
        if (ending.aborted) return;
        const isBack = await startAgain(moved);
        if (ending.aborted) return;
        if (!isBack) return lost();
      }
    },
    // One that is being started again stops by itself.
    stop: () =>
      opening.then(
        (database) => database.stop(),
        () => undefined,
      ),
  };
}
