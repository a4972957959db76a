import { useEffect, useState } from 'react';
import { add, fromDecimal, mulDivFloor, subtract, toDecimal, usdt, type Usdt } from '#domain/money.ts';
import type { PredictionWire } from '#protocol/trading.ts';
import { useSession } from '#web/api/session.tsx';
import type { SoldNow } from '#web/round-slot.ts';
import { sellableUntil } from './predictions.ts';

/** What each open prediction would bring if it were sold now, 10^-6, by id; one that cannot be sold is not among them. */
export type SaleValues = ReadonlyMap<string, Usdt>;

/** Asked for anew so often, ms. */
const ASKED_EVERY_MS = 2_000;
/** The server answers for so many at once. */
const MOST = 50;
/** The least that is taken lies this much below what is shown: the price moves in the half second until the sale is priced. */
const SLACK_BPS = 200n;
const NONE: SaleValues = new Map();

/** Decimal text of the least credit that a sale takes whose value is shown as `credit`. */
export function leastOf(credit: Usdt): string {
  return toDecimal(mulDivFloor(credit, 10_000n - SLACK_BPS, 10_000n), 2);
}

/** Ids of those that can be sold at `now` (ms), as the server is asked for them; empty: none. */
export function sellableIds(predictions: readonly PredictionWire[], now: number): string {
  const sellable = predictions.filter((one) => {
    const until = sellableUntil(one);
    return until !== null && now < until;
  });
  return sellable
    .slice(0, MOST)
    .map(({ id }) => id)
    .join(',');
}

/** What all that can be sold would bring, and the profit of it; null where nothing can be. */
export function allSold(
  predictions: readonly Pick<PredictionWire, 'id' | 'stakeStr'>[],
  values: SaleValues,
): (SoldNow & { readonly count: number }) | null {
  let count = 0;
  let credit = usdt(0n);
  let profit = usdt(0n);
  for (const { id, stakeStr } of predictions) {
    const value = values.get(id);
    if (value === undefined) continue;
    count += 1;
    credit = add(credit, value);
    profit = add(profit, profitIfSold(stakeStr, value));
  }
  return count === 0 ? null : { count, credit, profit };
}

/** Predictions and shares together. */
export function togetherSold(one: SoldNow | null, other: SoldNow | null): SoldNow | null {
  if (one === null || other === null) return one ?? other;
  return { credit: add(one.credit, other.credit), profit: add(one.profit, other.profit) };
}

export function profitIfSold(stakeStr: string, credit: Usdt): Usdt {
  return subtract(credit, fromDecimal(stakeStr, 6) ?? usdt(0n));
}

/** The values of open predictions, anew every two seconds while the page is looked at. */
export function useSaleValues(
  predictions: readonly PredictionWire[],
  at: { readonly now: number; readonly connected: boolean },
): SaleValues {
  const { client, state } = useSession();
  const [values, setValues] = useState(NONE);
  const ids = at.connected && state.status === 'ready' ? sellableIds(predictions, at.now) : '';
  useEffect(() => {
    if (ids === '') return undefined;
    const leaving = new AbortController();
    const ask = () => {
      if (document.visibilityState === 'hidden') return;
      client.call('sale.quotes', { query: { ids } }, { signal: leaving.signal }).then(
        ({ items }) =>
          setValues(new Map(items.map(({ id, creditStr }) => [id, fromDecimal(creditStr, 6) ?? usdt(0n)]))),
        // What was said before says nothing of now.
        () => leaving.signal.aborted || setValues(NONE),
      );
    };
    ask();
    const timer = setInterval(ask, ASKED_EVERY_MS);
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, [client, ids]);
  return ids === '' ? NONE : values;
}
