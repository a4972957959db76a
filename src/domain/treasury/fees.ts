/** Fees of a transaction, wei per unit of gas. */
export interface Fees {
  readonly maxFee: bigint;
  readonly tip: bigint;
}

/** Nodes take another transaction for a nonce where both fees are a tenth higher; some of them take less, none wants more than an eighth. */
const BUMP = { more: 9n, of: 8n } as const;
/** A transaction that is not mined within this time is sent with a higher fee, ms; and not before so many blocks have passed. */
const PATIENCE_MS = 60_000;
const LEAST_BLOCKS = 10;

/** Enough for base fees that double; `tip`: what goes to who mines. null: more than may be paid for so much gas. */
export function feesFor(
  { baseFee, tip }: { readonly baseFee: bigint; readonly tip: bigint },
  { gas, most }: { readonly gas: bigint; readonly most: bigint },
): Fees | null {
  const maxFee = 2n * baseFee + tip;
  return maxFee * gas > most ? null : { maxFee, tip };
}

/** Fees that take the place of `last`, at least those of now; null: more than may be paid. */
export function dearerFees(last: Fees, now: Fees, limit: { readonly gas: bigint; readonly most: bigint }): Fees | null {
  const up = (was: bigint, is: bigint) => {
    const least = (was * BUMP.more) / BUMP.of + 1n;
    return is > least ? is : least;
  };
  const fees = { maxFee: up(last.maxFee, now.maxFee), tip: up(last.tip, now.tip) };
  return fees.maxFee * limit.gas > limit.most ? null : fees;
}

/** How many blocks a transaction has before its fee is raised. */
export function blocksToWait(blockMs: number): bigint {
  return BigInt(Math.max(LEAST_BLOCKS, Math.ceil(PATIENCE_MS / blockMs)));
}
