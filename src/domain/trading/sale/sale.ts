import { TICK_FLAGS } from '../../prices/ticks/tick.ts';
import type { Tick } from '../../prices/ticks/tick.ts';
import type { Usdt } from '../../money.ts';
import type { SaleReason } from '../../refusals.ts';
import type { OpenPrediction } from '../open-prediction.ts';
import type { Prediction } from '../prediction.ts';
import { saleValue } from './value.ts';

/** A request to sell one prediction early, as the engine took it in. */
export interface Sale {
  readonly predictionId: string;
  /** T_sell, wall ms. */
  readonly at: number;
  /** The least that the person takes, 10^-6. */
  readonly minCredit: Usdt;
  /** Its price must have come by then, wall ms; null: no limit. */
  readonly validUntil: number | null;
  /** Fixed at T_sell: 10^-12 per root second. */
  readonly sigma: bigint;
}

/** A sale that was made: its tick s, the record of s-1 (null where it is gone) and the figures of the receipt. */
export interface Sold {
  readonly sale: Sale;
  readonly tick: Tick;
  readonly before: Uint8Array | null;
  readonly fair: Usdt;
}

export type SaleAnswer =
  | { readonly kind: 'wait' }
  | { readonly kind: 'sold'; readonly credit: Usdt; readonly fair: Usdt }
  | { readonly kind: 'lapsed'; readonly lapse: Lapse };

/** Why a sale that waited was not made: what its tick would have brought was too little, or there was no such tick. */
export type Lapse =
  | { readonly reason: 'below_minimum'; readonly credit: Usdt }
  | { readonly reason: Extract<SaleReason, 'over' | 'no_price'> }
  /** Its price did not come in the time that it was good. */
  | { readonly reason: 'late'; readonly validUntil: number };

/** A sale waits for its tick this long, ms: shorter than its asker waits for the answer, so that none is made after they have been told otherwise. */
export const SALE_WAIT_MS = 10_000;

/**
 * What `tick` makes of a sale. It is priced at the first tick with t_source >= T_sell + delta (docs/rules/predictions.md#early-sale), where the sources have
 * spoken anew since: nobody sells at a price already seen. After T_x, behind a hole of the feed, or too long after T_sell it lapses.
 */
export function judgeSale(open: OpenPrediction, sale: Sale, tick: Tick): SaleAnswer {
  const { prediction, rule } = open;
  const { entry, expiresAt } = prediction;
  if (entry === null || expiresAt === null) throw new Error(`a sale of ${prediction.id} before its entry`);
  const away = TICK_FLAGS.gap | TICK_FLAGS.resumed | TICK_FLAGS.break;
  if (tick.t > expiresAt) return { kind: 'lapsed', lapse: { reason: 'over' } };
  const overdue = overdueAt(sale, tick.t);
  if (overdue !== null) return { kind: 'lapsed', lapse: overdue };
  if ((tick.flags & away) !== 0) return { kind: 'lapsed', lapse: { reason: 'no_price' } };
  if (tick.tSource < sale.at + rule.deltaMs) return { kind: 'wait' };
  const terms = { ...prediction, expiresAt, entryPrice: entry.price };
  const { fair, credit } = saleValue(terms, tick, sale.sigma);
  return credit < sale.minCredit
    ? { kind: 'lapsed', lapse: { reason: 'below_minimum', credit } }
    : { kind: 'sold', fair, credit };
}

/** Why a sale has waited in vain by `now`, wall ms; null: it waits on. */
export function overdueAt({ at, validUntil }: Sale, now: number): Lapse | null {
  if (validUntil !== null && now > validUntil) return { reason: 'late', validUntil };
  return now >= at + SALE_WAIT_MS ? { reason: 'no_price' } : null;
}

/** Would a sale in these terms have been made at the price and the time of the one that was? Throws where `sold` was not sold. */
export function isMetBy(
  { minCredit, validUntil = null }: { readonly minCredit: Usdt; readonly validUntil?: number | null | undefined },
  { outcome, credit, exit }: Pick<Prediction, 'outcome' | 'credit' | 'exit'>,
): boolean {
  if (outcome !== 'SOLD' || credit === null || exit === null) throw new Error('a sale without its price');
  return credit >= minCredit && (validUntil === null || exit.t <= validUntil);
}
