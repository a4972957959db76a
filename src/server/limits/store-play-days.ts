import type { PlayDay } from '#domain/limits/play-day.ts';
import { usdt } from '#domain/money.ts';
import type { Queryable } from '#server/db/index.ts';

interface PlayKey {
  readonly userId: string;
  /** UTC: `2026-11-26`. */
  readonly day: string;
}

export interface PlayRow extends PlayKey {
  readonly play: PlayDay;
}

interface Stored extends PlayKey {
  readonly ended: number;
  readonly staked: string;
  readonly paid: string;
  readonly highest: string;
  readonly hours: number;
  readonly chased: number;
  readonly lastStake: string;
  readonly lastLost: boolean;
  readonly lastAt: number;
}

const COLUMNS = `user_id AS "userId", to_char(day, 'YYYY-MM-DD') AS day, ended, staked, paid, highest, hours, chased,
  last_stake AS "lastStake", last_lost AS "lastLost", floor(extract(epoch FROM last_at) * 1000)::float8 AS "lastAt"`;

function fromRow({ userId, day, staked, paid, highest, lastStake, lastLost, lastAt, ...counts }: Stored): PlayRow {
  const money = { staked: usdt(BigInt(staked)), paid: usdt(BigInt(paid)), highest: usdt(BigInt(highest)) };
  const last = { stake: usdt(BigInt(lastStake)), lost: lastLost, at: lastAt };
  return { userId, day, play: { ...counts, ...money, last } };
}

/** In one order everywhere, for the rows of several people are held together. */
export async function lockPlayDays(tx: Queryable, keys: readonly PlayKey[]): Promise<readonly PlayRow[]> {
  const { rows } = await tx.query<Stored>(
    `SELECT ${COLUMNS} FROM play_day WHERE (user_id, day) IN (SELECT * FROM unnest($1::uuid[], $2::date[]))
     ORDER BY user_id, day FOR UPDATE`,
    [keys.map(({ userId }) => userId), keys.map(({ day }) => day)],
  );
  return rows.map(fromRow);
}

export async function putPlayDays(tx: Queryable, rows: readonly PlayRow[]): Promise<void> {
  const column = <T>(of: (play: PlayDay) => T) => rows.map(({ play }) => of(play));
  await tx.query(
    `INSERT INTO play_day (user_id, day, ended, staked, paid, highest, hours, chased, last_stake, last_lost, last_at)
     SELECT * FROM unnest($1::uuid[], $2::date[], $3::int[], $4::bigint[], $5::bigint[], $6::bigint[], $7::int[], $8::int[],
       $9::bigint[], $10::boolean[], $11::timestamptz[])
     ON CONFLICT (user_id, day) DO UPDATE SET ended = excluded.ended, staked = excluded.staked, paid = excluded.paid,
       highest = excluded.highest, hours = excluded.hours, chased = excluded.chased, last_stake = excluded.last_stake,
       last_lost = excluded.last_lost, last_at = excluded.last_at`,
    [
      rows.map(({ userId }) => userId),
      rows.map(({ day }) => day),
      column(({ ended }) => ended),
      column(({ staked }) => staked.toString()),
      column(({ paid }) => paid.toString()),
      column(({ highest }) => highest.toString()),
      column(({ hours }) => hours),
      column(({ chased }) => chased),
      column(({ last }) => last.stake.toString()),
      column(({ last }) => last.lost),
      column(({ last }) => new Date(last.at)),
    ],
  );
}

/** Counts by the index of days alone. */
export async function countPlayers(db: Queryable, days: readonly string[]) {
  const { rows } = await db.query<{ day: string; count: string }>(
    `SELECT d.day, (SELECT count(*) FROM play_day WHERE day = d.day::date) AS count FROM unnest($1::text[]) AS d(day)`,
    [days],
  );
  return rows;
}

/** Days on which stakes followed losses, newest first, after one that has been shown. */
export async function listChased(
  db: Queryable,
  { after, limit }: { readonly after: PlayKey | null; readonly limit: number },
): Promise<readonly PlayRow[]> {
  const { rows } = await db.query<Stored>(
    `SELECT ${COLUMNS} FROM play_day WHERE chased > 0 AND ($1::date IS NULL OR (day, user_id) < ($1, $2::uuid))
     ORDER BY play_day.day DESC, user_id DESC LIMIT $3`,
    [after?.day ?? null, after?.userId ?? null, limit],
  );
  return rows.map(fromRow);
}
