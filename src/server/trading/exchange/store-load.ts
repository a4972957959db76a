import type { Pool } from 'pg';
import { usdt } from '#domain/money.ts';
import { REALM_NO } from '#domain/realm.ts';
import type { Realm } from '#domain/realm.ts';
import type { MeetingFill } from '#domain/trading/maker/bonus.ts';
import type { Market, OutcomeNo } from '#domain/trading/orders/market.ts';
import type { Fill, Order, Position } from '#domain/trading/orders/order.ts';
import { canonicalSide } from '#domain/trading/orders/canonical-side.ts';
import type { PricedFill } from '#domain/trading/rounds/void-value.ts';
import { factsOf, FILL_COLUMNS, fillOf, MARKET_COLUMNS, ORDER_COLUMNS, orderOf } from '../exchange-row.ts';
import type { FillRow, MarketRow, OrderRow } from '../exchange-row.ts';
import { LEFT_ID, ownerOf } from './effects.ts';
import type { MarketFrame } from './effects.ts';

type Db = Pick<Pool, 'query'>;

/** Ids come from addresses too: what is none is no market's. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A market and what the tables hold beside its snapshot. */
export interface FramedMarket {
  readonly market: Market;
  readonly frame: MarketFrame;
}

/** Everything of the exchange that is not settled. */
export interface LoadedExchange {
  readonly markets: readonly FramedMarket[];
  /** Those that rest, in the order in which they came. */
  readonly orders: readonly Order[];
  readonly positions: readonly Position[];
}

type FramedRow = MarketRow & {
  readonly stream: number | null;
  readonly rules_hash: Buffer;
  readonly pool: string;
  readonly fees: string;
};

const FRAMED_SQL = `SELECT ${MARKET_COLUMNS}, m.stream, m.rules_hash, m.pool, m.fees FROM market m`;

/** Reads the markets of a shard that are not settled, with their resting orders and positions. */
export async function loadExchange(db: Db, shard: number): Promise<LoadedExchange> {
  const { rows: markets } = await db.query<FramedRow>(
    `${FRAMED_SQL} WHERE m.shard = $1 AND m.result IS NULL ORDER BY m.ends_at, m.id`,
    [shard],
  );
  if (markets.length === 0) return { markets: [], orders: [], positions: [] };
  const { rows: orders } = await db.query<OrderRow>(
    `SELECT ${ORDER_COLUMNS}, ${MARKET_COLUMNS} FROM market_order o JOIN market m ON m.id = o.market_id AND m.realm = o.realm
     WHERE o.shard = $1 AND o.ended_at IS NULL ORDER BY o.batch, o.rank`,
    [shard],
  );
  const { rows: positions } = await db.query<PositionRow>('SELECT * FROM position WHERE market_id = ANY($1::uuid[])', [
    markets.map((row) => row.market_id),
  ]);
  return { markets: markets.map(framed), orders: orders.map(orderOf), positions: positions.map(positionOf) };
}

/** Outcomes that were split by a shard. */
export async function loadSplits(
  db: Db,
  shard: number,
): Promise<readonly { readonly id: string; readonly realm: Realm }[]> {
  const { rows } = await db.query<{ id: string; realm: number }>(
    'SELECT id, realm FROM outcome_split WHERE shard = $1',
    [shard],
  );
  return rows.map(({ id, realm }) => ({ id, realm: realm === REALM_NO.real ? 'real' : 'demo' }));
}

/** Markets that ended at or after `since` (ms). */
export async function loadOver(db: Db, shard: number, since: number): Promise<FramedMarket[]> {
  const { rows } = await db.query<FramedRow>(
    `${FRAMED_SQL} WHERE m.shard = $1 AND m.result IS NOT NULL AND m.ends_at >= $2`,
    [shard, since],
  );
  return rows.map(framed);
}

/** A market of a realm, whatever has become of it; null: there is none. */
export async function loadMarket(
  db: Db,
  key: { readonly marketId: string; readonly realm: Realm },
): Promise<FramedMarket | null> {
  if (!UUID.test(key.marketId)) return null;
  const { rows } = await db.query<FramedRow>(`${FRAMED_SQL} WHERE m.id = $1 AND m.realm = $2`, [
    key.marketId,
    REALM_NO[key.realm],
  ]);
  return rows[0] === undefined ? null : framed(rows[0]);
}

/** Who has met whom in these markets, oldest first. */
export async function loadMeetings(db: Db, marketIds: readonly string[]): Promise<MeetingFill[]> {
  if (marketIds.length === 0) return [];
  const { rows } = await db.query<{
    market_id: string;
    maker_user: string;
    taker_user: string;
    maker_outcome: OutcomeNo;
    maker_side: Order['side'];
  }>(
    `SELECT market_id, maker_user, taker_user, maker_outcome, maker_side FROM fill
     WHERE market_id = ANY($1::uuid[]) ORDER BY market_id, no`,
    [marketIds],
  );
  return rows.map((row) => ({
    marketId: row.market_id,
    makerId: ownerOf(row.maker_user),
    takerId: ownerOf(row.taker_user),
    makerSide: canonicalSide({ outcome: row.maker_outcome, side: row.maker_side }),
  }));
}

/** Fills of a market with these numbers, `from` and below `to`, the newest first. */
export async function loadNewestFills(
  db: Db,
  of: { readonly marketId: string; readonly from: number; readonly to: number },
): Promise<Fill[]> {
  const { rows } = await db.query<FillRow>(
    `SELECT ${FILL_COLUMNS}, ${MARKET_COLUMNS} FROM fill f JOIN market m ON m.id = f.market_id AND m.realm = f.realm
     WHERE f.market_id = $1 AND f.no >= $2 AND f.no < $3 ORDER BY f.no DESC`,
    [of.marketId, of.from, of.to],
  );
  return rows.map((row) => {
    const fill = fillOf(row);
    const { taker, maker } = fill;
    return {
      ...fill,
      taker: { ...taker, userId: ownerOf(taker.userId) },
      maker: { ...maker, userId: ownerOf(maker.userId) },
    };
  });
}

/** Fills of a market for its void value. */
export async function loadPricedFills(db: Db, marketId: string): Promise<PricedFill[]> {
  const { rows } = await db.query<{ at: string; price: number; lots: string }>(
    'SELECT at, price, lots FROM fill WHERE market_id = $1 ORDER BY no',
    [marketId],
  );
  return rows.map((row) => ({ t: Number(row.at), priceMilli: row.price, lots: Number(row.lots) }));
}

/**
 * What somebody held of a market at `at` (ms), less what they have left to the house since: + lots of the first outcome, - of the second. What
 * was bought later does not count.
 */
export async function loadHeldLots(
  db: Db,
  of: {
    readonly marketId: string;
    readonly userId: string;
    readonly realm: Realm;
    readonly at: number;
  },
): Promise<number> {
  const { rows } = await db.query<{ held: string; gone: string }>(
    `SELECT coalesce(sum(signed) FILTER (WHERE at <= $4), 0) AS held, coalesce(sum(signed) FILTER (WHERE at > $4 AND leaves), 0) AS gone
     FROM (SELECT at, maker_user = $5 AS leaves, CASE WHEN (taker_side = 'BUY') = (taker_outcome = 0) THEN lots ELSE -lots END AS signed
         FROM fill WHERE market_id = $1 AND realm = $3 AND taker_user = $2
       UNION ALL SELECT at, false, CASE WHEN (maker_side = 'BUY') = (maker_outcome = 0) THEN lots ELSE -lots END
         FROM fill WHERE market_id = $1 AND realm = $3 AND maker_user = $2
       UNION ALL SELECT s.at, false, CASE WHEN s.move IN ('mint', 'to_yes') THEN s.lots ELSE -s.lots END
         FROM set_move s JOIN market m ON m.linked_to = s.linked_to AND m.realm = s.realm WHERE m.id = $1 AND s.realm = $3 AND s.user_id = $2
           -- What was moved before the outcome was there is in what the split gave.
           AND s.at >= m.opens_at
       UNION ALL SELECT at, false, lots FROM split_holding WHERE market_id = $1 AND realm = $3 AND user_id = $2) f`,
    [of.marketId, of.userId, REALM_NO[of.realm], of.at, LEFT_ID],
  );
  const [{ held, gone } = { held: 0, gone: 0 }] = rows;
  const [before, since] = [Number(held), Number(gone)];
  // A sale to the house has the other sign.
  return Math.abs(since) >= Math.abs(before) ? 0 : before + since;
}

/** Ranges of ticks that two people found to be wrong, above a number, oldest first. */
export async function loadCorrections(
  db: Db,
  above: number,
): Promise<
  readonly { readonly no: number; readonly stream: number; readonly fromSeq: number; readonly toSeq: number }[]
> {
  const { rows } = await db.query<{ no: number; stream: string; from_seq: string; to_seq: string }>(
    'SELECT no, stream, from_seq, to_seq FROM approved_correction WHERE no > $1 ORDER BY no',
    [above],
  );
  return rows.map(({ no, stream, from_seq: from, to_seq: to }) => ({
    no,
    stream: Number(stream),
    fromSeq: Number(from),
    toSeq: Number(to),
  }));
}

function framed(row: FramedRow): FramedMarket {
  const { market, round } = factsOf(row);
  const { stream, pool, fees } = row;
  const rulesHash = row.rules_hash.toString('hex');
  if (round !== null && stream !== null) return { market, frame: { round, stream, rulesHash, pool, fees } };
  if (market.kind !== 'event') throw new Error(`market ${row.market_id} is no round`);
  return { market, frame: { round: null, stream: null, rulesHash, pool, fees } };
}

interface PositionRow {
  readonly market_id: string;
  readonly user_id: string;
  readonly realm: number;
  readonly lots: string;
  readonly reserved: string;
  readonly cost: string;
  readonly gained: string;
  readonly fees: string;
  readonly bonus: string;
  readonly paid_lots: string | null;
  readonly borne: string | null;
}

function positionOf(row: PositionRow): Position {
  return {
    marketId: row.market_id,
    realm: row.realm === REALM_NO.real ? 'real' : 'demo',
    userId: ownerOf(row.user_id),
    lots: Number(row.lots),
    reserved: Number(row.reserved),
    cost: usdt(BigInt(row.cost)),
    gained: usdt(BigInt(row.gained)),
    fees: usdt(BigInt(row.fees)),
    bonus: usdt(BigInt(row.bonus)),
    ...(row.paid_lots === null ? {} : { paidLots: Number(row.paid_lots) }),
    ...(row.borne === null ? {} : { borne: usdt(BigInt(row.borne)) }),
  };
}
