import type { Usdt } from '../money.ts';

/** Status of the legal-name (OFAC) check. REJECTED leads back to PENDING_NAME. */
export type NameStatus = 'PENDING_NAME' | 'PENDING_APPROVE' | 'APPROVED' | 'REJECTED' | 'BLOCKED';

/** Limits that bind a person who plays with real money; null: none. Money in 10^-6, windows of 24 h, 7 days and 30 days. */
export interface PlayLimits {
  readonly stakeMax: Usdt | null;
  readonly lossDay: Usdt | null;
  readonly lossWeek: Usdt | null;
  readonly lossMonth: Usdt | null;
}

/** What the gates of real play ask of a person. Times in ms. */
export interface TradingEligibility {
  readonly emailConfirmed: boolean;
  readonly name: NameStatus;
  /** Time-out or self-exclusion until then; Infinity: for ever; null: none. */
  readonly pausedUntil: number | null;
  readonly selfExcluded: boolean;
  /** End of the session's allowed time, null: no session limit. */
  readonly sessionEndsAt: number | null;
  readonly limits: PlayLimits;
  /** Highest stake of a quick prediction that the house takes of the person, 10^-6 (docs/decisions/0067); null: that of the pair. */
  readonly houseStakeMax: Usdt | null;
  /** Closed or blocked by staff. */
  readonly blocked: boolean;
  /** Kept from new real play by staff; what is open may be sold. */
  readonly restricted: boolean;
}
