import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '#server/config/config.ts';
import type { EmbeddedDatabase } from '#server/db/index.ts';
import { startEmbedded } from '#server/db/index.ts';
import { freeOf } from '#server/disk-room.ts';
import { createRestartBudget } from './restarts.ts';

/** Three segments of its log and what it writes as it begins, bytes. With less a start that fails says nothing of the next one. */
const ROOM_TO_START = 64_000_000;
/** After a start that failed, ms. */
const AGAIN_MS = 2_000;

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

  /**
   * Those who use it ask again while it is away (57P03, refused), so a start at the same address is enough. A full disk ends it, and keeps
   * it from starting until there is room: that is waited for, however long.
   */
  async function startAgain(moved: () => void): Promise<boolean> {
    log.error('the database ended unexpectedly; starting it again');
    const before = current.url;
    for (;;) {
      const hasRoom = (await freeOf(config.dataDir)) >= ROOM_TO_START;
      if (hasRoom && !budget.allows(Date.now())) return false;
      opening = start();
      try {
        current = await opening;
        break;
      } catch (error) {
        if (ending.aborted) return false;
        log.error({ err: error, ...(hasRoom ? {} : { alarm: 'disk' }) }, 'the database could not be started again');
      }
      await pause(AGAIN_MS, undefined, { signal: ending }).catch(() => undefined);
      if (ending.aborted) return false;
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
