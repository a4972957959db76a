import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { MarkoutFlag } from '#domain/trading/markout-monitor.ts';
import type { Bus } from '#server/bus/index.ts';
import { insertFlag } from './store-house.ts';

const AGAIN_MS = 5_000;

/**
 * Keeps what the engine tells of people who seem to know prices early: here, away from its batches. While the database is away flags
 * wait; what ends with the process is in the log.
 */
export function keepFlags(parts: {
  readonly db: Pool;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly againMs?: number;
}): { stop(): void } {
  const { db, bus, log, againMs = AGAIN_MS } = parts;
  const timers = new Set<NodeJS.Timeout>();
  const keep = (flag: MarkoutFlag & { readonly at: number }): void => {
    insertFlag(db, flag).catch((error: unknown) => {
      log.warn({ err: error, userId: flag.userId }, 'a flag is not stored yet');
      const timer = setTimeout(() => {
        timers.delete(timer);
        keep(flag);
      }, againMs).unref();
      timers.add(timer);
    });
  };
  const unsubscribe = bus.subscribe('trading.flagged', keep);
  return {
    stop() {
      unsubscribe();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
