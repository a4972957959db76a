import { usdt, type Usdt } from '../money.ts';
import { DAY_MS } from '../time.ts';

/** Less than this is kept until, with what comes after it, it is as much. */
export const LEAST_DEPOSIT = usdt(1_000_000n);

/** A payment that left its chain for so long is given up, ms. */
export const ORPHAN_MS = DAY_MS;

/**
 * Where a deposit stands. SEEN: no block has it yet. REPLACED: another payment has spent what it spends. ORPHANED: its block is no longer of the chain. DUST: less than the least. QUARANTINE: a finding; people decide.
 * KEPT and RETURNED: they did; one that they credit is CREDITED like any other.
 */
export type DepositState =
  | 'SEEN'
  | 'REPLACED'
  | 'CONFIRMING'
  | 'ORPHANED'
  | 'DROPPED'
  | 'DUST'
  | 'CREDITED'
  | 'QUARANTINE'
  | 'KEPT'
  | 'RETURNED';

/** Why something that reached an address is not credited by itself. */
export type FindingReason =
  | 'unknown_token'
  | 'excluded'
  | 'account'
  | 'differs'
  | 'reorg'
  | 'replaced'
  | 'over_limit'
  | 'sanctioned'
  | 'unpriced';

/** The windows of deposit limits: gross sums of the last 24 h, 7 days and 30 days, as those of every limit. */
export interface DepositLimits<T> {
  readonly day: T;
  readonly week: T;
  readonly month: T;
}

/** What may still be deposited, 10^-6; null: there is no limit. The tightest one answers. */
export function depositRoom(limits: DepositLimits<Usdt | null>, credited: DepositLimits<Usdt>): Usdt | null {
  const rooms = (['day', 'week', 'month'] as const).flatMap((span) => {
    const limit = limits[span];
    return limit === null ? [] : [limit > credited[span] ? limit - credited[span] : 0n];
  });
  return rooms.length === 0 ? null : usdt(rooms.reduce((least, one) => (one < least ? one : least)));
}

/** A chain cannot be told to refuse: what is above the room is held. A room below the least deposit is none. */
export function withinRoom(amount: Usdt, room: Usdt | null): { readonly credited: Usdt; readonly held: Usdt } {
  if (room === null || amount <= room) return { credited: amount, held: usdt(0n) };
  const credited = room >= LEAST_DEPOSIT ? room : usdt(0n);
  return { credited, held: usdt(amount - credited) };
}

/** What of a token's smallest units the ledger can hold, 10^-6, rounded down. `decimals`: 6 at least. */
export function ledgerAmount(raw: bigint, decimals: number): Usdt {
  return usdt(raw / 10n ** BigInt(decimals - 6));
}

/** Is a payment final while `head` is the last block? */
export function isFinal(
  block: bigint,
  { head, confirmations }: { readonly head: bigint; readonly confirmations: number },
): boolean {
  return confirmationsOf(block, head) >= BigInt(confirmations);
}

/** How many blocks confirm a payment, its own among them. */
export function confirmationsOf(block: bigint, head: bigint): bigint {
  return block > head ? 0n : head - block + 1n;
}

/**
 * What is credited of payments of one token to one address in one block. `said`: the sum of their logs less what left; `grown`: what the
 * address has more of the token. A token that keeps a part is credited with what arrived where there was one payment; else people decide.
 */
export function arrived({
  value,
  said,
  grown,
}: {
  readonly value: bigint;
  readonly said: bigint;
  readonly grown: bigint;
}): bigint | 'differs' {
  // More than was said is nobody's payment.
  if (grown >= said) return value;
  return said === value && grown >= 0n ? grown : 'differs';
}
