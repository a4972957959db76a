import type { Usdt } from '../money.ts';
import type { FeedKind } from '../prices/pair.ts';
import type { Realm } from '../realm.ts';

export type Direction = 'UP' | 'DOWN';
export type PredictionStatus = 'ADMITTED' | 'OPEN' | 'EXPIRED' | 'SETTLED' | 'VOID' | 'CORRECTED';
export type Outcome = 'WIN' | 'LOSE' | 'TIE' | 'SOLD' | 'VOID';
/** The closed list of docs/rules/settlement.md#void-reasons. */
export const VOID_REASONS = [
  'NO_ENTRY',
  'STALE_EXIT',
  'SESSION_CLOSED',
  'SOURCE_CORRECTION',
  'EVENT_PAST_POST',
  'MARKET_VOID',
  'DUPLICATE_ADMIN',
] as const;
export type VoidReason = (typeof VOID_REASONS)[number];

/** A tick as a prediction remembers it. */
export interface TickMark {
  readonly seq: number;
  readonly t: number;
  readonly price: number;
  readonly recorded: { readonly row: number; readonly ts: number } | null;
}

/** A stake on UP or DOWN of one pair. Times in ms; money in 10^-6 USDT; prices integers of 10^-scale. */
export interface Prediction {
  readonly id: string;
  readonly realm: Realm;
  readonly userId: string;
  readonly pairId: string;
  readonly feed: FeedKind;
  readonly direction: Direction;
  readonly stake: Usdt;
  readonly payoutBps: number;
  readonly durationMs: number;
  readonly status: PredictionStatus;
  readonly outcome: Outcome | null;
  readonly voidReason: VoidReason | null;
  readonly admittedAt: number;
  /** Highest seq applied at admission, and the chain head there (hex). */
  readonly kAdm: number;
  readonly hAdm: string;
  readonly salt: string;
  readonly rulesHash: string;
  readonly shard: number;
  readonly batch: number;
  readonly entry: TickMark | null;
  readonly expiresAt: number | null;
  readonly exit: TickMark | null;
  /** What came back; null while open. */
  readonly credit: Usdt | null;
  readonly settledAt: number | null;
}
