import { Counter, Gauge } from 'prom-client';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { checkLedger } from '#server/ledger/index.ts';

const EVERY_MS = 60_000;

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

export interface Job {
  stop(): Promise<void>;
}

/** One check of the last hour. An alarm is an error line and a metric; the money itself is never touched. */
export async function watchLedgerOnce(db: Pool, log: Pick<Logger, 'error'>): Promise<'healthy' | 'alarm' | 'failed'> {
  const outcome = await judge(db, log);
  checks.inc({ outcome });
  return outcome;
}

async function judge(db: Pool, log: Pick<Logger, 'error'>): Promise<'healthy' | 'alarm' | 'failed'> {
  try {
    const report = await checkLedger(db, { window: 'lastHour' });
    for (const { name, found } of report.invariants) faultyRows.set({ invariant: name }, found);
    const broken = report.invariants.filter((invariant) => invariant.found > 0);
    for (const { name, says, found, sample } of broken) {
      log.error({ alarm: 'ledger', invariant: name, found, sample }, `ledger invariant broken: ${says}`);
    }
    return broken.length === 0 ? 'healthy' : 'alarm';
  } catch (error) {
    log.error({ alarm: 'ledger', err: error }, 'the ledger could not be checked');
    return 'failed';
  }
}

/** Checks each minute, one check at a time. */
export function watchLedger(parts: {
  readonly db: Pool;
  readonly log: Pick<Logger, 'error'>;
  readonly everyMs?: number;
}): Job {
  let running: Promise<unknown> = Promise.resolve();
  let idle = true;
  const timer = setInterval(() => {
    if (!idle) return;
    idle = false;
    running = watchLedgerOnce(parts.db, parts.log).finally(() => {
      idle = true;
    });
  }, parts.everyMs ?? EVERY_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
