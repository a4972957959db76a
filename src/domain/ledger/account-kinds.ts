import type { Realm } from '../realm.ts';

/** A asset, L liability, E equity, I income, X expense. */
export type AccountClass = 'A' | 'L' | 'E' | 'I' | 'X';
/** The side that makes an account grow: debit or credit. */
export type NormalSide = 'D' | 'C';

interface KindRule {
  readonly class: AccountClass;
  readonly normal: NormalSide;
  /** A guarded account never goes below zero on its normal side; the database refuses it. */
  readonly guarded: boolean;
  /** Worlds in which such an account may be opened. */
  readonly realms: readonly Realm[];
}

const REAL = ['real'] as const;
const BOTH = ['real', 'demo'] as const;

/** Chart of accounts (docs/rules/ledger.md#accounts). What distinguishes accounts of one kind (market, grant, chain, shard…) is the account's `ref`. */
export const ACCOUNT_KINDS = {
  treasury_deposit: { class: 'A', normal: 'D', guarded: true, realms: REAL },
  treasury_hot: { class: 'A', normal: 'D', guarded: true, realms: REAL },
  treasury_cold: { class: 'A', normal: 'D', guarded: true, realms: REAL },
  treasury_transit: { class: 'A', normal: 'D', guarded: true, realms: REAL },
  psp_clearing: { class: 'A', normal: 'D', guarded: false, realms: REAL },
  bank: { class: 'A', normal: 'D', guarded: false, realms: REAL },
  receivable: { class: 'A', normal: 'D', guarded: true, realms: REAL },
  user_cash: { class: 'L', normal: 'C', guarded: true, realms: BOTH },
  user_locked: { class: 'L', normal: 'C', guarded: true, realms: BOTH },
  user_bonus: { class: 'L', normal: 'C', guarded: true, realms: REAL },
  user_bonus_locked: { class: 'L', normal: 'C', guarded: true, realms: REAL },
  withdraw_hold: { class: 'L', normal: 'C', guarded: true, realms: REAL },
  suspense: { class: 'L', normal: 'C', guarded: true, realms: REAL },
  market_pool: { class: 'L', normal: 'C', guarded: true, realms: BOTH },
  raffle_pool: { class: 'L', normal: 'C', guarded: true, realms: REAL },
  leaderboard_pool: { class: 'L', normal: 'C', guarded: true, realms: REAL },
  referral_payable: { class: 'L', normal: 'C', guarded: true, realms: REAL },
  mm_payable: { class: 'L', normal: 'C', guarded: true, realms: BOTH },
  payment_hold: { class: 'L', normal: 'C', guarded: true, realms: REAL },
  market_fees: { class: 'L', normal: 'C', guarded: true, realms: BOTH },
  house_maker: { class: 'E', normal: 'C', guarded: true, realms: BOTH },
  house_maker_locked: { class: 'E', normal: 'C', guarded: true, realms: BOTH },
  house_bank: { class: 'E', normal: 'C', guarded: true, realms: REAL },
  house_pnl: { class: 'I', normal: 'C', guarded: false, realms: BOTH },
  fees: { class: 'I', normal: 'C', guarded: false, realms: BOTH },
  bonus_expense: { class: 'X', normal: 'D', guarded: false, realms: REAL },
  referral_expense: { class: 'X', normal: 'D', guarded: false, realms: REAL },
  mm_expense: { class: 'X', normal: 'D', guarded: false, realms: BOTH },
  prize_expense: { class: 'X', normal: 'D', guarded: false, realms: REAL },
  network_fee: { class: 'X', normal: 'D', guarded: false, realms: REAL },
  psp_fee: { class: 'X', normal: 'D', guarded: false, realms: REAL },
  adjustment: { class: 'X', normal: 'D', guarded: false, realms: REAL },
  fx: { class: 'E', normal: 'C', guarded: false, realms: REAL },
  rounding: { class: 'E', normal: 'C', guarded: false, realms: REAL },
  demo_mint: { class: 'E', normal: 'C', guarded: false, realms: ['demo'] },
} as const satisfies Record<string, KindRule>;

export type AccountKind = keyof typeof ACCOUNT_KINDS;

/** Names of all kinds, in the order of the chart. */
export const ACCOUNT_KIND_NAMES = Object.keys(ACCOUNT_KINDS) as readonly AccountKind[];
