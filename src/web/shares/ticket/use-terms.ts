import { useEffect, useState } from 'react';
import { fromDecimal, usdt, type Usdt } from '#domain/money.ts';
import type { MarketWire } from '#protocol/exchange.ts';
import { useSession } from '#web/api/session.tsx';

/** What a market asks for: the rate of its taker fee, and the least money it takes. */
export interface MarketTerms {
  readonly feeBps: number;
  readonly minAmount: Usdt;
}

const AGAIN_MS = 3_000;

export function termsOf(market: Pick<MarketWire, 'feeRate' | 'minAmountStr'>): MarketTerms {
  return {
    feeBps: Math.round(market.feeRate * 10_000),
    minAmount: fromDecimal(market.minAmountStr, 6) ?? usdt(0n),
  };
}

/** The terms of a market; while those of the next round come, the ones before it stand. null until the first came. */
export function useTerms(marketId: string | null): MarketTerms | null {
  const { client, state } = useSession();
  const person = state.status === 'ready' ? state.user.id : null;
  const [terms, setTerms] = useState<MarketTerms | null>(null);
  useEffect(() => {
    if (marketId === null || person === null) return undefined;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      client.call('exchange.market', { params: { id: marketId } }, { signal: stop.signal }).then(
        (market) => setTerms(termsOf(market)),
        () => {
          if (!stop.signal.aborted) timer = setTimeout(read, AGAIN_MS);
        },
      );
    };
    read();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [client, person, marketId]);
  return terms;
}
