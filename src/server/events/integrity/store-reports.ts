import type { PoolClient } from 'pg';
import type { EventReportReason, ReportState } from '#domain/events/report.ts';
import type { Queryable } from '#server/db/index.ts';

/** What somebody reported of an event. Times in ms. */
export interface EventReport {
  readonly id: string;
  readonly eventId: string;
  /** null: they have no account any more, and their words went with it. */
  readonly userId: string | null;
  readonly reason: EventReportReason;
  readonly text: string | null;
  readonly state: ReportState;
  readonly madeAt: number;
  readonly decidedAt: number | null;
  /** First market of the event, its book of real money, and its title in the language of the rules. */
  readonly marketId: string;
  readonly book: string;
  readonly title: string;
}

interface Row extends Omit<EventReport, 'madeAt' | 'decidedAt'> {
  readonly made_at: string;
  readonly decided_at: string | null;
}

const REPORT_SQL = `SELECT r.id, r.event_id AS "eventId", r.user_id AS "userId", r.reason, r.text, r.state, r.made_at, r.decided_at,
    f.id AS "marketId", f.book, t.title
  FROM event_report r JOIN event_text t ON t.event_id = r.event_id AND t.language = 'en'
  JOIN LATERAL (SELECT m.id, b.id AS book FROM event_market m JOIN event_book b ON b.market_id = m.id AND b.realm = 1
    WHERE m.event_id = r.event_id ORDER BY m.place LIMIT 1) f ON true`;

const reportOf = ({ made_at, decided_at, ...row }: Row): EventReport => ({
  ...row,
  madeAt: Number(made_at),
  decidedAt: decided_at === null ? null : Number(decided_at),
});

/** null: there is none. */
export async function findReport(db: Queryable, id: string): Promise<EventReport | null> {
  const { rows } = await db.query<Row>(`${REPORT_SQL} WHERE r.id = $1`, [id]);
  return rows[0] === undefined ? null : reportOf(rows[0]);
}

/** The same, held until the transaction ends. */
export async function lockReport(tx: PoolClient, id: string): Promise<EventReport | null> {
  const { rows } = await tx.query<Row>(`${REPORT_SQL} WHERE r.id = $1 FOR UPDATE OF r`, [id]);
  return rows[0] === undefined ? null : reportOf(rows[0]);
}

/** What a person reported of an event last; null: nothing. */
export async function lastReport(
  db: Queryable,
  { userId, eventId }: { readonly userId: string; readonly eventId: string },
): Promise<EventReport | null> {
  const { rows } = await db.query<Row>(
    `${REPORT_SQL} WHERE r.user_id = $1 AND r.event_id = $2 ORDER BY r.id DESC LIMIT 1`,
    [userId, eventId],
  );
  return rows[0] === undefined ? null : reportOf(rows[0]);
}

/** When a person made their last reports, newest first, ms. */
export async function reportTimes(db: Queryable, userId: string, limit: number): Promise<readonly number[]> {
  const { rows } = await db.query<{ at: string }>(
    'SELECT made_at AS at FROM event_report WHERE user_id = $1 ORDER BY made_at DESC LIMIT $2',
    [userId, limit],
  );
  return rows.map((row) => Number(row.at));
}

/** Writes a report, or other words of the one that the person has open for the event: staff looks at it anew then. */
export async function putReport(
  tx: PoolClient,
  report: Pick<EventReport, 'id' | 'eventId' | 'reason' | 'madeAt'> & {
    readonly userId: string;
    readonly text: string;
  },
): Promise<void> {
  const { id, eventId, userId, reason, text, madeAt } = report;
  await tx.query(
    `INSERT INTO event_report (id, event_id, user_id, reason, text, state, made_at) VALUES ($1, $2, $3, $4, $5, 'OPEN', $6)
     ON CONFLICT (user_id, event_id) WHERE state IN ('OPEN', 'LOOKED')
     DO UPDATE SET reason = excluded.reason, text = excluded.text, state = 'OPEN'`,
    [id, eventId, userId, reason, text, madeAt],
  );
}

/** `at`: ms. */
export async function moveReport(tx: PoolClient, id: string, to: { readonly state: ReportState; readonly at: number }) {
  await tx.query(
    `UPDATE event_report SET state = $2, decided_at = CASE WHEN $2 IN ('DISMISSED', 'ACTED') THEN $3::bigint END WHERE id = $1`,
    [id, to.state, to.at],
  );
}

/** Reports that nobody has decided on. */
export async function countReports(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM event_report WHERE state IN ('OPEN', 'LOOKED')`,
  );
  return rows[0]?.n ?? 0;
}

/** Newest first, after one of them. `state` null: of any. */
export async function pageReports(
  db: Queryable,
  {
    state,
    after,
    limit,
  }: { readonly state: ReportState | null; readonly after: string | null; readonly limit: number },
): Promise<readonly EventReport[]> {
  const { rows } = await db.query<Row>(
    `${REPORT_SQL} WHERE ($1::text IS NULL OR r.state = $1) AND ($2::uuid IS NULL OR r.id < $2) ORDER BY r.id DESC LIMIT $3`,
    [state, after, limit],
  );
  return rows.map(reportOf);
}

/** Open reports of an event. */
export async function openReports(db: Queryable, eventId: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM event_report WHERE event_id = $1 AND state IN ('OPEN', 'LOOKED')`,
    [eventId],
  );
  return rows[0]?.n ?? 0;
}
