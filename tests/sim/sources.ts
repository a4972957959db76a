import { aggregate } from '#domain/prices/aggregate.ts';
import type { SourcePrice } from '#domain/prices/aggregate.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import type { Chance } from './chance.ts';

/** As of crypto pairs on live prices. */
const RULE = { quorum: 3, keep: 2, nthNewest: 2 } as const;
/** A last price says this long which side is right, ms. */
const REFERENCE_MS = 10_000;

/** What three sources stated at once, and the tick's price that was made of it; null: they disagree, and no tick is made. */
export interface Stated {
  readonly prices: readonly number[];
  /** The last price, while it is recent. */
  readonly reference: number | null;
  readonly made: { readonly price: number; readonly sources: number; readonly mad: number } | null;
}

/** Three sources state a price that stands at `price`, `wild` of them 1 to 6 % beside it: the product's own rule says what that makes. */
export function stated(
  price: number,
  chance: Chance,
  at: { readonly now: number; readonly last: Tick | null; readonly wild: 0 | 1 | 2 },
): Stated {
  const { now, last, wild } = at;
  const off = Math.round((price * chance.whole(10, 60)) / 1_000) * (chance.hit(0.5) ? 1 : -1);
  // Two that err alike are a majority; two that err apart leave nobody.
  const alike = chance.hit(0.5) ? 1 : -1;
  const beside = [0, wild > 1 ? off * alike : 0, wild > 0 ? off : 0];
  const quotes = beside.map((by, no): SourcePrice => {
    return { source: `s${no}`, price: price + by + chance.whole(-3, 3), t: now };
  });
  const reference = last !== null && now - last.t <= REFERENCE_MS ? last.price : null;
  const result = aggregate(quotes, RULE, reference);
  const made = result.ok ? { price: result.price, sources: result.used.length, mad: result.mad } : null;
  return { prices: quotes.map((quote) => quote.price), reference, made };
}
