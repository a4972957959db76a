import { Counter, Gauge } from 'prom-client';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { isOutage } from '#server/db/index.ts';
import { checkLedger } from '#server/ledger/index.ts';
import type { Upkeep } from './upkeep.ts';
import { DAY_MS } from '#domain/time.ts';

const EVERY_MS = 60_000;

/** How far back a check looks: new rows of the last hour, or every row there is. */
export type Window = 'lastHour' | 'all';

const faultyRows = new Gauge({
  name: 'tikvo_ledger_faulty_rows',
  help: 'Rows found by a ledger invariant at its last check; anything above 0 is an alarm.',
  labelNames: ['invariant'],
});
const checks = new Counter({
  name: 'tikvo_ledger_checks_total',
  help: 'Checks of the ledger invariants by outcome: healthy, alarm, or failed to run.',
  labelNames: ['outcome'],
});

interface Watch {
  readonly db: Pool;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** Ends a running check. */
  readonly signal?: AbortSignal;
}

/** One check. An alarm is an error line and a metric; the money itself is never touched. */
export async function watchLedgerOnce(parts: Watch, window: Window): Promise<'healthy' | 'alarm' | 'failed'> {
  const outcome = await judge(parts, window);
  if (parts.signal?.aborted !== true) checks.inc({ outcome });
  return outcome;
}

async function judge({ db, log, signal }: Watch, window: Window): Promise<'healthy' | 'alarm' | 'failed'> {
  try {
    const report = await checkLedger(db, { window, noteAt: Date.now(), ...(signal === undefined ? {} : { signal }) });
    for (const { name, found } of report.invariants) faultyRows.set({ invariant: name }, found);
    const broken = report.invariants.filter((invariant) => invariant.found > 0);
    for (const { name, says, found, sample } of broken) {
      log.error({ alarm: 'ledger', invariant: name, found, sample }, `ledger invariant broken: ${says}`);
    }
    return broken.length === 0 ? 'healthy' : 'alarm';
  } catch (error) {
    if (signal?.aborted === true) return 'failed';
    // An outage has an alarm of its own; this one says that money does not add up.
    if (isOutage(error)) log.warn({ err: error }, 'the ledger could not be checked now');
    else log.error({ alarm: 'ledger', err: error }, 'the ledger could not be checked');
    return 'failed';
  }
}

/** For tests: another clock, another check. */
interface Pace {
  readonly everyMs?: number;
  readonly now?: () => number;
  readonly check?: (window: Window) => Promise<'healthy' | 'alarm' | 'failed'>;
}

/**
 * Checks the last hour each minute, and everything in the first check after a start and of each UTC day: a process remembers no
 * day before its own, and one that is started anew each day must not leave it out. One check at a time.
 */
export function watchLedger(parts: Watch & Pace): Upkeep {
  const ending = new AbortController();
  const once = parts.check ?? ((window) => watchLedgerOnce({ ...parts, signal: ending.signal }, window));
  const today = () => Math.floor((parts.now?.() ?? Date.now()) / DAY_MS);
  let fullOn: number | null = null;
  let running: Promise<unknown> = Promise.resolve();
  let idle = true;
  const check = async () => {
    const day = today();
    const outcome = await once(day === fullOn ? 'lastHour' : 'all');
    if (outcome !== 'failed') fullOn = day;
  };
  const timer = setInterval(() => {
    if (!idle) return;
    idle = false;
    running = check().finally(() => {
      idle = true;
    });
  }, parts.everyMs ?? EVERY_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      // Everything may take minutes; a stop takes 2 s.
      ending.abort();
      await running;
    },
  };
}
