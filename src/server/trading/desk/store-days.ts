import { HOUSE_IDS } from '../exchange/effects.ts';
import { DAY_MS } from '#domain/time.ts';
import { startOf } from '#protocol/office/days.ts';
import type { Queryable } from '#server/db/index.ts';

/** As the table has them: see its migration. */
export type DayKind = 'quick' | 'rounds' | 'maker' | 'fees';

/** What ended on a UTC day, real money of 10^-6. */
export interface TradingDay {
  readonly day: string;
  readonly what: DayKind;
  /** '': of no pair. */
  readonly pair: string;
  readonly ended: bigint;
  readonly volume: bigint;
  readonly paid: bigint;
}

/** Adds to what the days have. */
export async function addToDays(db: Queryable, sums: readonly TradingDay[]): Promise<void> {
  if (sums.length === 0) return;
  await db.query(
    `INSERT INTO trading_day AS d (day, what, pair, ended, volume, paid)
     SELECT * FROM unnest($1::date[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[])
     ON CONFLICT (day, what, pair) DO UPDATE
     SET ended = d.ended + excluded.ended, volume = d.volume + excluded.volume, paid = d.paid + excluded.paid`,
    [
      sums.map(({ day }) => day),
      sums.map(({ what }) => what),
      sums.map(({ pair }) => pair),
      sums.map(({ ended }) => ended.toString()),
      sums.map(({ volume }) => volume.toString()),
      sums.map(({ paid }) => paid.toString()),
    ],
  );
}

/** Sums the house maker's ends and the fees of one day anew: of its own index, a few thousand rows. */
export async function sumHouseDay(db: Queryable, day: string): Promise<void> {
  const [from, to] = [startOf(day), startOf(day) + DAY_MS];
  await db.query(
    `INSERT INTO trading_day (day, what, pair, ended, volume, paid)
     SELECT $1::date, 'maker', coalesce(m.pair_id, ''), count(*), sum(r.cost), sum(r.credit)
     FROM realised_real r JOIN market_real m ON m.id = r.market_id AND m.realm = 1
     WHERE r.user_id IN ${HOUSE_IDS} AND r.at >= $2 AND r.at < $3 GROUP BY 3
     UNION ALL
     SELECT $1::date, 'fees', coalesce(pair_id, ''), count(*), sum(fees), 0
     FROM market_real WHERE result = 'WON' AND ended_at >= $2 AND ended_at < $3 GROUP BY 3
     ON CONFLICT (day, what, pair) DO UPDATE SET ended = excluded.ended, volume = excluded.volume, paid = excluded.paid`,
    [day, from, to],
  );
}

export async function findDays(db: Queryable, { from, to }: { readonly from: string; readonly to: string }) {
  const { rows } = await db.query<Record<'day' | 'pair' | 'ended' | 'volume' | 'paid', string> & { what: DayKind }>(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, what, pair, ended, volume, paid FROM trading_day WHERE day >= $1 AND day <= $2`,
    [from, to],
  );
  return rows.map(({ ended, volume, paid, ...row }): TradingDay => ({
    ...row,
    ended: BigInt(ended),
    volume: BigInt(volume),
    paid: BigInt(paid),
  }));
}

/** Batches of a day that were done within so many ms, and not within the next smaller number. */
export interface SpeedRow {
  readonly day: string;
  readonly within: number;
  readonly batches: number;
}

export async function addSpeeds(db: Queryable, rows: readonly SpeedRow[]): Promise<void> {
  await db.query(
    `INSERT INTO batch_speed_day AS d (day, within, batches) SELECT * FROM unnest($1::date[], $2::integer[], $3::bigint[])
     ON CONFLICT (day, within) DO UPDATE SET batches = d.batches + excluded.batches`,
    [rows.map(({ day }) => day), rows.map(({ within }) => within), rows.map(({ batches }) => batches)],
  );
}

export async function findSpeeds(db: Queryable, { from, to }: { readonly from: string; readonly to: string }) {
  const { rows } = await db.query<SpeedRow>(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, within, batches::float8 AS batches FROM batch_speed_day
     WHERE day >= $1 AND day <= $2 ORDER BY day, within`,
    [from, to],
  );
  return rows;
}
