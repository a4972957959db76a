import { Gauge } from 'prom-client';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { verifyLog } from '#server/audit/index.ts';
import { daily } from './daily.ts';
import type { Upkeep } from './upkeep.ts';

const badRow = new Gauge({
  name: 'tikvo_audit_bad_row',
  help: 'First row of the audit log that is not as it was written; 0 when the chain is whole.',
});

/** Checks the audit chain once a day. A bad row is an error line and a metric. `known` heads grow from day to day. */
export function watchAudit(parts: {
  readonly db: Pool;
  readonly log: Pick<Logger, 'warn' | 'error' | 'info'>;
  readonly firstMs?: number;
}): Upkeep {
  const { db, log } = parts;
  const ending = new AbortController();
  let known: Awaited<ReturnType<typeof verifyLog>>['head'] | null = null;
  const check = async () => {
    const report = await verifyLog(db, { signal: ending.signal, ...(known === null ? {} : { known }) });
    badRow.set(Number(report.bad?.seq ?? 0));
    if (report.bad === null) {
      known = report.head;
      // The line is a copy of the head outside the database.
      log.info(
        { rows: report.rows, seq: String(report.head.seq), hash: report.head.hash.toString('hex') },
        'the audit log is whole',
      );
      return;
    }
    const { log: name, seq, why } = report.bad;
    log.error({ alarm: 'audit', log: name, seq: String(seq), why }, 'the audit log is not as it was written');
  };
  const job = daily(check, { log, ...(parts.firstMs === undefined ? {} : { firstMs: parts.firstMs }) });
  return {
    async stop() {
      ending.abort();
      await job.stop();
    },
  };
}
