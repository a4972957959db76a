import { usdt } from '../money.ts';

/** REVIEW: people decide. APPROVED: to be signed. SIGNED: its bytes are stored. BROADCAST: a node has them. PAID: final on the chain. */
export type WithdrawalState = 'REVIEW' | 'APPROVED' | 'SIGNED' | 'BROADCAST' | 'PAID' | 'CANCELLED' | 'REJECTED';

/** May its person still cancel it? Bytes that were signed may be sent by whoever has them. */
export function mayCancel(state: WithdrawalState): boolean {
  return state === 'REVIEW' || state === 'APPROVED';
}

/** What one withdrawal may come to, its fee among it, and the fee, 10^-6. */
export const WITHDRAWAL_BOUNDS = {
  least: usdt(10_000_000n),
  most: usdt(50_000_000_000n),
  fee: usdt(1_000_000n),
} as const;

/** A repeat without an Idempotency-Key within this time is the same withdrawal, ms. */
export const SAME_WITHDRAWAL_MS = 10_000;
/** How long an estimate is good, ms. */
export const ESTIMATE_MS = 60_000;
