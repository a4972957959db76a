import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
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
  /** `stopping`: its end is wanted. */
  readonly state: { readonly stopping: boolean };
}

export async function openDatabase({ config, log, state }: Parts): Promise<KeptDatabase> {
  const start = () => startEmbedded({ dataDir: config.dataDir, log });
  const budget = createRestartBudget();
  let current: EmbeddedDatabase = await start();

  /** Those who use it ask again while it is away (57P03, refused), so a start at the same address is enough. */
  async function startAgain(moved: () => void): Promise<boolean> {
    if (!budget.allows(Date.now())) return false;
    log.error('the database ended unexpectedly; starting it again');
    const before = current.url;
    try {
      current = await start();
    } catch (error) {
      log.error({ err: error }, 'the database could not be started again');
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
        if (state.stopping) return;
        if (!(await startAgain(moved))) return lost();
      }
    },
    stop: () => current.stop(),
  };
}
