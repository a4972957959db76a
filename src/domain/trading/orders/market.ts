import type { Usdt } from '../../money.ts';
import type { Realm } from '../../realm.ts';

/** 0: the first outcome, whose book is kept (UP, YES); 1: the other one (DOWN, NO). */
export type OutcomeNo = 0 | 1;

/** A round compares two averages of a pair; an event is one question, or one outcome of a linked market. */
export type MarketKind = 'round' | 'event';

export type MarketStatus = 'SCHEDULED' | 'OPEN' | 'PAUSED' | 'CUT_OFF' | 'ENDED' | 'SETTLED' | 'VOIDED';

/**
 * Who won. `TIE` pays 500 a share, `VOID` the void value: thousandths of 1.00 for the first outcome, the rest for the other. A tie of a
 * linked market says its value, for it shares 1.00 with the other books (linked.ts).
 */
export type MarketResult =
  | { readonly kind: 'WON'; readonly outcome: OutcomeNo }
  | { readonly kind: 'TIE'; readonly value?: number }
  | { readonly kind: 'VOID'; readonly value: number; readonly reason: string };

/** A book market of one realm. Times are wall ms; the fee in basis points of shares x p(1-p). */
export interface Market {
  readonly id: string;
  readonly realm: Realm;
  readonly kind: MarketKind;
  /** Whose price a round is about; null for an event. */
  readonly pairId: string | null;
  /** The event whose outcomes are linked: their books, void and tie values hang together. Null: stands alone. */
  readonly linkedTo: string | null;
  /** Words of the outcomes: UP and DOWN, or YES and NO. */
  readonly outcomes: readonly [first: string, second: string];
  readonly status: MarketStatus;
  readonly feeBps: number;
  readonly opensAt: number;
  readonly cutOffAt: number;
  readonly endsAt: number;
  /** Number of the last fill; the next one is one more. */
  readonly fills: number;
  /** Lots that changed hands. */
  readonly volume: number;
  readonly result: MarketResult | null;
  /** Fills from this number on were undone; absent: none. */
  readonly undoneFrom?: number;
}

/** What may happen to a market (docs/rules/states.md#market). */
export type MarketEvent = 'open' | 'pause' | 'resume' | 'clarify' | 'cut_off' | 'end' | 'settle' | 'void';

/** Smallest LIMIT order, lots of 0.01 share; a smaller holding may be sold whole. */
export const MIN_LOTS = 100;

/** Smallest market buy by amount: 1.00. */
export const MIN_AMOUNT = 1_000_000n as Usdt;

/** Taker fees (docs/rules/exchange.md#fees). */
export const FEE_BPS = { round: 600, event: 400 } as const satisfies Record<MarketKind, number>;
