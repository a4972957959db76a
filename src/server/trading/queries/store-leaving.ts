import type { Pool } from 'pg';
import { REALM_NO } from '#domain/realm.ts';
import { priceOfFirst } from '#domain/trading/orders/canonical-side.ts';
import type { ExchangeQueries, Leaving } from '../exchange-contract.ts';
import { loadHeldLots, UUID } from '../exchange/store-load.ts';

/** What somebody may leave a market with at `now` (ms); null: nothing, or nobody leaves it now. */
export async function leaving(
  db: Pick<Pool, 'query'>,
  { marketId, userId, realm }: Parameters<ExchangeQueries['leaving']>[0],
  now: number,
): Promise<Leaving | null> {
  if (!UUID.test(marketId)) return null;
  const { rows } = await db.query<{
    at: string;
    exit_until: string;
    price: number;
    lots: string;
    reserved: string;
  }>(
    `SELECT x.at, x.exit_until, x.price, p.lots, p.reserved FROM book_exit x JOIN listed_book b USING (id)
       JOIN position p ON p.market_id = x.id AND p.realm = x.realm AND p.user_id = $2
     WHERE x.id = $1 AND x.realm = $3 AND x.exit_until > $4 AND b.wanted = 'open'`,
    [marketId, userId, REALM_NO[realm], now],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const held = await loadHeldLots(db, {
    marketId,
    userId,
    realm,
    at: Number(row.at),
  });
  const holds = Number(row.lots);
  const lots =
    Math.sign(held) === Math.sign(holds) ? Math.min(Math.abs(held), Math.abs(holds) - Number(row.reserved)) : 0;
  if (lots <= 0) return null;
  const outcome = held > 0 ? 0 : 1;
  return {
    outcome,
    lots,
    price: priceOfFirst(outcome, row.price),
    until: Number(row.exit_until),
  };
}
