import type { PoolClient } from 'pg';
import { CORRECTABLE_MS } from '#domain/events/life.ts';
import type { Realm } from '#domain/realm.ts';
import type { MarketResult } from '#domain/trading/orders/market.ts';
import { waitMs } from '#domain/waits.ts';
import type { Config } from '#server/config/config.ts';
import type { Queryable } from '#server/db/index.ts';
import type { MoveFault } from './contract.ts';
import type { MarketNow } from './store.ts';
import { firstPaidAt, insertCorrection, type MarketEnd } from './store-event-corrections.ts';

type Ends = readonly (Partial<MarketEnd> & { readonly factAt?: number | null })[];

/** The rule against correcting a market now; null: none. */
export async function correctable(
  db: Queryable,
  market: MarketNow,
  { now, config }: { readonly now: number; readonly config: Pick<Config, 'waits'> },
): Promise<MoveFault | null> {
  if (market.paidAt === null) return 'paying';
  const paidAt = await firstPaidAt(db, market.id);
  return paidAt === null || now - paidAt > waitMs(CORRECTABLE_MS, config.waits) ? 'too-old' : null;
}

/**
 * Writes how each market was paid and how it should have been: whoever keeps the books pays by it (journal 27). None of them is paid again until
 * that is done.
 */
export async function correct(
  tx: PoolClient,
  { markets, ends, at }: { readonly markets: readonly MarketNow[]; readonly ends: Ends; readonly at: number },
): Promise<readonly (MarketEnd & { readonly paidAt: null; readonly factAt: number | null })[]> {
  const made: (MarketEnd & { readonly paidAt: null; readonly factAt: number | null })[] = [];
  for (const [place, market] of markets.entries()) {
    const is = wholeEnd(ends[place] ?? {});
    await insertCorrection(tx, { marketId: market.id, version: market.version + 1, at, was: market, is });
    made.push({ ...is, paidAt: null, factAt: ends[place]?.factAt ?? market.factAt });
  }
  return made;
}

const wholeEnd = (end: Partial<MarketEnd>): MarketEnd => ({
  result: end.result ?? null,
  won: end.won ?? null,
  tieValue: end.tieValue ?? null,
  voidReal: end.voidReal ?? null,
  voidDemo: end.voidDemo ?? null,
  voidReason: end.voidReason ?? null,
});

/** Would every market end as it was paid? */
export function isSame(markets: readonly MarketNow[], ends: Ends): boolean {
  return markets.every((market, place) => {
    const { result = null, won = null, tieValue = null } = ends[place] ?? {};
    return market.result === result && market.won === won && market.tieValue === tieValue;
  });
}

/** How a book of a realm ends by an end of its market. */
export function bookEnd(end: Partial<MarketEnd>, realm: Realm): MarketResult {
  const { result, won, tieValue, voidReal, voidDemo, voidReason } = end;
  if (result === 'WON') return { kind: 'WON', outcome: won === 1 ? 1 : 0 };
  if (result === 'TIE') return typeof tieValue === 'number' ? { kind: 'TIE', value: tieValue } : { kind: 'TIE' };
  const value = (realm === 'real' ? voidReal : voidDemo) ?? 500;
  return { kind: 'VOID', value, reason: voidReason ?? '' };
}
