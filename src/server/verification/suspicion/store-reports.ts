import type { Queryable } from '#server/db/index.ts';

export type ReportState = 'draft' | 'filed' | 'dropped';

/** A report of suspicious activity, sealed as it is kept. Times in ms. */
export interface ReportRow {
  readonly id: string;
  readonly userId: string;
  readonly text: Buffer;
  readonly writtenBy: string;
  readonly writtenAt: number;
  readonly state: ReportState;
  readonly reference: Buffer | null;
  readonly endedBy: string | null;
  readonly endedAt: number | null;
}

const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;
const READ = `SELECT id, user_id AS "userId", text, written_by AS "writtenBy", ${ms('written_at')} AS "writtenAt", state, reference,
  ended_by AS "endedBy", ${ms('ended_at')} AS "endedAt" FROM suspicion_report`;

export async function insertReport(
  tx: Queryable,
  report: Pick<ReportRow, 'id' | 'userId' | 'text' | 'writtenBy'> & { readonly now: number },
): Promise<void> {
  await tx.query(
    'INSERT INTO suspicion_report (id, user_id, text, written_by, written_at) VALUES ($1, $2, $3, $4, $5)',
    [report.id, report.userId, report.text, report.writtenBy, new Date(report.now)],
  );
}

export async function findReport(db: Queryable, id: string): Promise<ReportRow | null> {
  const { rows } = await db.query<ReportRow>(`${READ} WHERE id = $1`, [id]);
  return rows[0] ?? null;
}

/** The same, held until the transaction ends. */
export async function lockReport(tx: Queryable, id: string): Promise<ReportRow | null> {
  const { rows } = await tx.query<ReportRow>(`${READ} WHERE id = $1 FOR UPDATE`, [id]);
  return rows[0] ?? null;
}

/** From one before an id on, newest first; `userId`: of one person. */
export async function pageReports(
  db: Queryable,
  asked: { readonly userId: string | null; readonly after: string | null; readonly limit: number },
): Promise<readonly ReportRow[]> {
  const { rows } = await db.query<ReportRow>(
    `${READ} WHERE ($1::uuid IS NULL OR user_id = $1) AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [asked.userId, asked.after, asked.limit],
  );
  return rows;
}

export async function countDrafts(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM suspicion_report WHERE state = 'draft'`,
  );
  return rows[0]?.n ?? 0;
}

export async function endReport(
  tx: Queryable,
  end: {
    readonly id: string;
    readonly state: 'filed' | 'dropped';
    readonly reference: Buffer | null;
    readonly by: string;
    readonly now: number;
  },
): Promise<void> {
  await tx.query('UPDATE suspicion_report SET state = $2, reference = $3, ended_by = $4, ended_at = $5 WHERE id = $1', [
    end.id,
    end.state,
    end.reference,
    end.by,
    new Date(end.now),
  ]);
}
