import { SIGN_DAYS, type PlaySeen, type PlaySignName } from '#domain/limits/play-signs.ts';
import { usdt } from '#domain/money.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Queryable } from '#server/db/index.ts';

/** What was counted of the signs that were up. */
export type CountedSigns = Readonly<Partial<Record<PlaySignName, number>>>;

export interface PlayStep {
  readonly no: string;
  readonly userId: string;
  /** ms. */
  readonly at: number;
  readonly signs: CountedSigns;
  /** null: the product, by itself. */
  readonly staff: string | null;
}

/** People who played with real money from the day before `now` on and for whom no step was taken within `SIGN_DAYS`, by their ids. */
export async function findLooked(
  db: Queryable,
  { now, after, limit }: { readonly now: number; readonly after: string | null; readonly limit: number },
): Promise<readonly string[]> {
  const { rows } = await db.query<{ userId: string }>(
    `SELECT DISTINCT user_id AS "userId" FROM play_day p WHERE day >= ($1::timestamptz AT TIME ZONE 'UTC')::date - 1
       AND ($2::uuid IS NULL OR user_id > $2)
       AND NOT EXISTS (SELECT FROM play_step s WHERE s.user_id = p.user_id AND s.at > $3)
     ORDER BY user_id LIMIT $4`,
    [new Date(now), after, new Date(now - SIGN_DAYS * DAY_MS), limit],
  );
  return rows.map(({ userId }) => userId);
}

/** How each of some people played within `SIGN_DAYS`. Who did not has no entry. */
export async function daysOfPlay(
  db: Queryable,
  people: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, PlaySeen['days']>> {
  const { rows } = await db.query<{ userId: string; ago: number; chased: number; highest: string; hours: number }>(
    `SELECT user_id AS "userId", ($2::timestamptz AT TIME ZONE 'UTC')::date - day AS ago, chased, highest::text, hours
     FROM play_day WHERE user_id = ANY($1) AND day > ($2::timestamptz AT TIME ZONE 'UTC')::date - $3::int`,
    [people, new Date(now), SIGN_DAYS],
  );
  const of = new Map<string, PlaySeen['days'][number][]>();
  for (const { userId, highest, ...day } of rows) {
    const days = of.get(userId) ?? [];
    days.push({ ...day, highest: usdt(BigInt(highest)) });
    of.set(userId, days);
  }
  return of;
}

export async function insertRaise(
  tx: Queryable,
  raise: { readonly userId: string; readonly name: string; readonly now: number },
): Promise<void> {
  await tx.query('INSERT INTO limit_raise (user_id, name, at) VALUES ($1, $2, $3)', [
    raise.userId,
    raise.name,
    new Date(raise.now),
  ]);
}

/** How often each of some people raised or ended a limit of their own since `since` (ms). */
export async function countRaises(
  db: Queryable,
  people: readonly string[],
  since: number,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ userId: string; count: number }>(
    'SELECT user_id AS "userId", count(*)::int AS count FROM limit_raise WHERE user_id = ANY($1) AND at > $2 GROUP BY 1',
    [people, new Date(since)],
  );
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}

/** When the last step was taken for a person, ms; null: never. */
export async function lastStep(db: Queryable, userId: string): Promise<number | null> {
  const { rows } = await db.query<{ at: Date | null }>('SELECT max(at) AS at FROM play_step WHERE user_id = $1', [
    userId,
  ]);
  return rows[0]?.at?.getTime() ?? null;
}

export async function insertStep(tx: Queryable, step: Omit<PlayStep, 'no'>): Promise<void> {
  await tx.query('INSERT INTO play_step (user_id, at, signs, staff) VALUES ($1, $2, $3, $4)', [
    step.userId,
    new Date(step.at),
    JSON.stringify(step.signs),
    step.staff,
  ]);
}

/** Newest first; `byItself`: without those of staff. */
export async function pageSteps(
  db: Queryable,
  asked: { readonly byItself: boolean; readonly after: string | null; readonly limit: number },
): Promise<readonly PlayStep[]> {
  const { rows } = await db.query<Omit<PlayStep, 'at'> & { at: Date }>(
    `SELECT no::text, user_id AS "userId", at, signs, staff FROM play_step
     WHERE ($1::bigint IS NULL OR no < $1) ${asked.byItself ? 'AND staff IS NULL' : ''} ORDER BY play_step.no DESC LIMIT $2`,
    [asked.after, asked.limit],
  );
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}
