import type { CoinRate } from '#domain/deposits/conversion.ts';
import type { Queryable } from '#server/db/index.ts';

/** A price that a person may have until then. */
export interface PriceOffer {
  readonly rate: CoinRate;
  /** ms */
  readonly until: number;
}

/** null: they have none that is good at `now` (ms). */
export async function findOffer(
  db: Queryable,
  { userId, network, now }: { readonly userId: string; readonly network: string; readonly now: number },
): Promise<PriceOffer | null> {
  const { rows } = await db.query<
    Readonly<Record<'stream' | 'seq' | 'price', string>> & { t: number; scale: number; until: number }
  >(
    `SELECT rate_stream AS stream, rate_seq AS seq, rate_price AS price, rate_scale AS scale,
       floor(extract(epoch FROM rate_at) * 1000)::float8 AS t, floor(extract(epoch FROM until) * 1000)::float8 AS until
     FROM price_offer WHERE user_id = $1 AND network = $2 AND until > $3`,
    [userId, network, new Date(now)],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { stream, seq, price, scale, t, until } = row;
  return { rate: { stream: Number(stream), seq: Number(seq), price: Number(price), scale, t }, until };
}

/** One that is still good stays: nobody chooses the best of several. */
export async function insertOffer(
  db: Queryable,
  {
    userId,
    network,
    rate,
    until,
    now,
  }: PriceOffer & { readonly userId: string; readonly network: string; readonly now: number },
): Promise<void> {
  const { stream, seq, t, price, scale } = rate;
  await db.query(
    `INSERT INTO price_offer (user_id, network, rate_stream, rate_seq, rate_at, rate_price, rate_scale, until)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (user_id, network) DO UPDATE SET rate_stream = excluded.rate_stream, rate_seq = excluded.rate_seq, rate_at = excluded.rate_at,
       rate_price = excluded.rate_price, rate_scale = excluded.rate_scale, until = excluded.until WHERE price_offer.until <= $9`,
    [userId, network, stream, seq, new Date(t), price, scale, new Date(until), new Date(now)],
  );
}
