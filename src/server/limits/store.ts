import type { PoolClient } from 'pg';
import type { NameStatus } from '#domain/identity/trading-eligibility.ts';
import type { Limit, LimitName } from '#domain/limits/limit.ts';
import type { Pause } from '#domain/limits/pause.ts';
import type { RealityMinutes, PlaySession } from '#domain/limits/play-time.ts';
import { usdt } from '#domain/money.ts';
import type { Queryable } from '#server/db/index.ts';
import type { HouseLimit } from './store-house.ts';
import { DAY_MS } from '#domain/time.ts';

/** Everything a person has set. Times in ms. */
export interface Controls {
  readonly limits: ReadonlyMap<LimitName, Limit>;
  readonly pause: Pause;
  readonly realityMinutes: RealityMinutes | null;
  readonly realitySeenAt: number | null;
  /** Set by the house, not by the person. */
  readonly house: HouseLimit | null;
  /** Of the last 24 h, in the order of time. */
  readonly playSessions: readonly PlaySession[];
}

/** What of a person is not about play. */
export interface PersonState {
  readonly emailConfirmed: boolean;
  readonly name: NameStatus;
  readonly blocked: boolean;
  readonly restricted: boolean;
}

interface Row extends PersonState {
  readonly realityMinutes: RealityMinutes | null;
  readonly realitySeenAt: number | null;
  readonly timeOutUntil: number | null;
  readonly excludedSince: number | null;
  readonly excludedUntil: number | null;
  readonly returnAt: number | null;
  readonly limits:
    | readonly { name: LimitName; value: string; raise: string | null; from: number | null; until: number | null }[]
    | null;
  readonly playSessions: readonly { from: number; seen: number }[] | null;
  readonly houseValue: string | null;
  readonly houseSetAt: number | null;
}

const ms = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::float8`;

const READ_SQL = `
  SELECT u.email_confirmed AS "emailConfirmed", coalesce(n.status, 'PENDING_NAME') AS name, u.blocked, coalesce(r.holds, false) AS restricted,
    c.reality_minutes AS "realityMinutes",
    ${ms('c.reality_seen_at')} AS "realitySeenAt", ${ms('c.time_out_until')} AS "timeOutUntil",
    ${ms('c.excluded_since')} AS "excludedSince", ${ms('c.excluded_until')} AS "excludedUntil", ${ms('c.return_at')} AS "returnAt",
    (SELECT json_agg(json_build_object('name', l.name, 'value', l.value::text, 'raise', l.raise_value::text,
      'from', ${ms('l.raise_from')}, 'until', ${ms('l.raise_until')})) FROM play_limit l WHERE l.user_id = u.user_id) AS limits,
    (SELECT json_agg(json_build_object('from', ${ms('s.from_at')}, 'seen', ${ms('s.seen_at')}) ORDER BY s.from_at)
      FROM play_session s WHERE s.user_id = u.user_id AND s.seen_at > $2) AS "playSessions",
    h.value::text AS "houseValue", ${ms('h.set_at')} AS "houseSetAt"
  FROM account_standing u LEFT JOIN legal_name_standing n ON n.user_id = u.user_id
    LEFT JOIN responsible_play c ON c.user_id = u.user_id
    LEFT JOIN LATERAL (SELECT value, set_at FROM house_limit WHERE user_id = u.user_id ORDER BY no DESC LIMIT 1) h ON true
    LEFT JOIN LATERAL (SELECT holds FROM house_restriction WHERE user_id = u.user_id AND what = 'play' ORDER BY no DESC LIMIT 1) r ON true
  WHERE u.user_id = $1`;

/** What a person has set and what holds them back, in one query. Throws for a person who does not exist. */
export async function readControls(
  db: Queryable,
  userId: string,
  now: number,
): Promise<{ readonly controls: Controls; readonly person: PersonState }> {
  const { rows } = await db.query<Row>(READ_SQL, [userId, new Date(now - DAY_MS)]);
  const row = rows[0];
  if (row === undefined) throw new Error(`no person ${userId}`);
  const { excludedSince, excludedUntil, returnAt, timeOutUntil, houseValue, houseSetAt } = row;
  const exclusion = excludedSince === null ? null : { since: excludedSince, until: excludedUntil, returnAt };
  const limits = (row.limits ?? []).map(({ name, value, raise, from, until }): [LimitName, Limit] => [
    name,
    {
      value: BigInt(value),
      raise: from === null || until === null ? null : { value: raise === null ? null : BigInt(raise), from, until },
    },
  ]);
  return {
    person: { emailConfirmed: row.emailConfirmed, name: row.name, blocked: row.blocked, restricted: row.restricted },
    controls: {
      limits: new Map(limits),
      pause: { timeOutUntil, exclusion },
      realityMinutes: row.realityMinutes,
      realitySeenAt: row.realitySeenAt,
      house: houseValue === null || houseSetAt === null ? null : { value: usdt(BigInt(houseValue)), setAt: houseSetAt },
      playSessions: row.playSessions ?? [],
    },
  };
}

/** One change at a time for a person, until the transaction ends. */
export async function lockControls(tx: PoolClient, userId: string): Promise<void> {
  await tx.query('INSERT INTO responsible_play (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [userId]);
  await tx.query('SELECT 1 FROM responsible_play WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
}

export async function saveLimit(
  tx: PoolClient,
  { userId, name, limit }: { readonly userId: string; readonly name: LimitName; readonly limit: Limit },
): Promise<void> {
  if (limit.value === null) {
    await tx.query('DELETE FROM play_limit WHERE user_id = $1 AND name = $2', [userId, name]);
    return;
  }
  const { value, raise } = limit;
  await tx.query(
    `INSERT INTO play_limit (user_id, name, value, raise_value, raise_from, raise_until) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (user_id, name) DO UPDATE SET value = excluded.value, raise_value = excluded.raise_value,
       raise_from = excluded.raise_from, raise_until = excluded.raise_until`,
    [userId, name, value.toString(), raise?.value?.toString() ?? null, dateOf(raise?.from), dateOf(raise?.until)],
  );
}

export async function savePause(tx: PoolClient, userId: string, pause: Pause): Promise<void> {
  const { exclusion, timeOutUntil } = pause;
  await tx.query(
    `UPDATE responsible_play SET time_out_until = $2, excluded_since = $3, excluded_until = $4, return_at = $5 WHERE user_id = $1`,
    [userId, dateOf(timeOutUntil), dateOf(exclusion?.since), dateOf(exclusion?.until), dateOf(exclusion?.returnAt)],
  );
}

export async function saveReality(tx: PoolClient, userId: string, minutes: RealityMinutes | null): Promise<void> {
  await tx.query('UPDATE responsible_play SET reality_minutes = $2 WHERE user_id = $1', [userId, minutes]);
}

export async function saveRealitySeen(tx: PoolClient, userId: string, now: number): Promise<void> {
  await tx.query('UPDATE responsible_play SET reality_seen_at = $2 WHERE user_id = $1', [userId, new Date(now)]);
}

/** Says that the person plays: the play session that goes on is prolonged, or one begins. */
export async function savePlaySession(tx: PoolClient, userId: string, playSession: PlaySession): Promise<void> {
  await tx.query(
    `INSERT INTO play_session (user_id, from_at, seen_at) VALUES ($1, $2, $3)
     ON CONFLICT (user_id, from_at) DO UPDATE SET seen_at = greatest(play_session.seen_at, excluded.seen_at)`,
    [userId, new Date(playSession.from), new Date(playSession.seen)],
  );
}

/** Drops play sessions that ended before `before` (ms). */
export async function deletePlaySessions(db: Queryable, before: number): Promise<void> {
  await db.query('DELETE FROM play_session WHERE seen_at < $1', [new Date(before)]);
}

/** Remembers a self-exclusion by the e-mail alone; a longer one stays. `freeAt` null: for ever. */
export async function recordExclusion(
  tx: PoolClient,
  record: { readonly blind: Buffer; readonly since: number; readonly freeAt: number | null },
): Promise<void> {
  await tx.query(
    `INSERT INTO exclusion_record (email_blind, since, free_at) VALUES ($1, $2, $3)
     ON CONFLICT (email_blind) DO UPDATE SET since = least(exclusion_record.since, excluded.since),
       free_at = CASE WHEN exclusion_record.free_at IS NULL OR excluded.free_at IS NULL THEN NULL
         ELSE greatest(exclusion_record.free_at, excluded.free_at) END`,
    [record.blind, new Date(record.since), dateOf(record.freeAt)],
  );
}

/** Is an address with one of these keyed hashes kept from registering at `now` (ms)? */
export async function isExcluded(db: Queryable, emailBlinds: readonly Buffer[], now: number): Promise<boolean> {
  const { rows } = await db.query(
    'SELECT 1 FROM exclusion_record WHERE email_blind = ANY($1) AND (free_at IS NULL OR free_at > $2)',
    [emailBlinds, new Date(now)],
  );
  return rows.length > 0;
}

function dateOf(at: number | null | undefined): Date | null {
  return at === null || at === undefined ? null : new Date(at);
}

/** Keeps a self-exclusion that is known by one keyed hash of an address under others too. */
export async function keepExcluded(
  tx: PoolClient,
  address: { readonly from: Buffer; readonly to: readonly Buffer[] },
): Promise<void> {
  await tx.query(
    `INSERT INTO exclusion_record (email_blind, since, free_at)
     SELECT b, e.since, e.free_at FROM unnest($2::bytea[]) b, exclusion_record e WHERE e.email_blind = $1
     ON CONFLICT (email_blind) DO NOTHING`,
    [address.from, address.to],
  );
}
