import type { Pool } from 'pg';
import { uuidv7 } from 'uuidv7';
import {
  MOST_REPORTS,
  reportAfter,
  reportWait,
  type EventReportReason,
  type ReportAct,
} from '#domain/events/report.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { actorOf, type Audit, type Staff } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import { transaction } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import { lastReport, lockReport, moveReport, putReport, reportTimes, type EventReport } from './store-reports.ts';

/** What reports of markets need. */
export interface ReportParts {
  readonly db: Pool;
  readonly audit: Pick<Audit, 'write'>;
  readonly clock: Pick<Clock, 'now'>;
}

interface Said {
  readonly userId: string;
  readonly eventId: string;
  readonly reason: EventReportReason;
  readonly text: string;
}

/** Reports an event; said again while it is open it is the same report in other words. */
export function reportEvent({ db, clock }: ReportParts, said: Said): Promise<Outcome<EventReport>> {
  const now = clock.now();
  return transaction(db, async (tx) => {
    // Two at once of one person wait for each other: they are counted.
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`event_report ${said.userId}`]);
    const before = await lastReport(tx, said);
    const isOpen = before !== null && reportAfter(before.state, 'act') !== null;
    const wait = isOpen ? 0 : reportWait(await reportTimes(tx, said.userId, MOST_REPORTS), now);
    if (wait > 0) return refused({ code: 'RateLimit', retryAfterMs: wait });
    await putReport(tx, { ...said, id: uuidv7(), madeAt: now });
    const made = await lastReport(tx, said);
    if (made === null) throw new Error('a report is not there after it was written');
    return ok(made);
  });
}

/** Staff looks at a report, or decides on it: whoever made it is told then. */
export function moveEventReport(
  { db, audit, clock }: ReportParts,
  {
    id,
    act,
    by,
    reason,
  }: { readonly id: string; readonly act: ReportAct; readonly by: Staff; readonly reason: string },
): Promise<Outcome<string>> {
  return transaction(db, async (tx) => {
    const report = await lockReport(tx, id);
    const state = report === null ? null : reportAfter(report.state, act);
    if (report === null || state === null) return refused({ code: 'ActRefused', why: REPORT_OVER });
    const { userId, book } = report;
    if (userId === by.userId) return refused({ code: 'ActRefused', why: 'Another person must do this.' });
    const at = clock.now();
    await moveReport(tx, id, { state, at });
    const about = { action: `event.report_${act}`, objectType: 'event_report', objectId: id, reason };
    await audit.write(tx, { ...actorOf(by), ...about, before: { state: report.state }, after: { state } });
    if (act !== 'look' && userId !== null)
      await record(tx, [{ kind: 'report.decided', userId, book, reportId: id, outcome: act }]);
    return ok(SAID[act]);
  });
}

/** The rule against an act on a report that was decided, or is looked at. */
export const REPORT_OVER = 'Its state does not allow this now.';
const SAID: Readonly<Record<ReportAct, string>> = {
  look: 'It is being looked at.',
  dismiss: 'It is dismissed. Whoever made it is told.',
  act: 'It is closed as acted on. Whoever made it is told.',
};
