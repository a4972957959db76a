/** An output that the wallet may spend, in the coin's smallest unit. */
export interface Spendable {
  readonly txid: string;
  readonly vout: number;
  readonly units: bigint;
}

/** What a transaction is made of: all that its inputs hold is paid, is its fee, or comes back as change. */
export interface Spending<O extends Spendable = Spendable> {
  readonly inputs: readonly O[];
  readonly fee: bigint;
  /** 0: there is no such output. */
  readonly change: bigint;
}

/** What a payment is bounded by: `rate` in units per 1,000 virtual bytes, the others in units. */
export interface SpendingBounds {
  readonly rate: bigint;
  readonly mostFee: bigint;
  readonly leastOutput: bigint;
}

/** Virtual bytes (BIP-141) of what is always there, of an input to our kind of address, of our change, and of the longest kind of address. */
const SIZE = { frame: 11n, input: 68n, change: 31n, payee: 43n } as const;
/** More would be a transaction that nodes take for odd. */
export const MOST_INPUTS = 40;
/** The change should bear a fee that is raised this often, where the wallet has so much. */
const ROOM = 4n;
/** A replacement pays more by this: for each byte of it, as nodes want, and by a quarter. */
const RAISE = { perThousand: 2_000n, more: 5n, of: 4n } as const;

/** What is brought together costs a hundredth of it at most, each part and all of it; while the chain is dearer it stays where it is. */
const WORTH = 100n;

/** `pays` 0: nobody but the wallet itself gets something. */
function feeOf(inputs: number, { rate, pays }: { readonly rate: bigint; readonly pays: bigint }): bigint {
  const size = SIZE.frame + SIZE.input * BigInt(inputs) + SIZE.change + (pays === 0n ? 0n : SIZE.payee);
  return (size * rate + 999n) / 1_000n;
}

/** Change that nodes would not pass on goes to who mines. */
function balanced<O extends Spendable>(
  inputs: readonly O[],
  { pays, fee, leastOutput }: { readonly pays: bigint; readonly fee: bigint; readonly leastOutput: bigint },
): Spending<O> | null {
  const left = inputs.reduce((sum, { units }) => sum + units, 0n) - pays - fee;
  if (left < 0n) return null;
  return left < leastOutput ? { inputs, fee: fee + left, change: 0n } : { inputs, fee, change: left };
}

function largestOf<O extends Spendable>(available: readonly O[]): readonly O[] {
  return available.toSorted((a, b) => (a.units < b.units ? 1 : a.units > b.units ? -1 : 0)).slice(0, MOST_INPUTS);
}

/** Outputs that are worth bringing into the wallet now, where all that they hold comes back as change; null: none are, or the fee is above the limit. */
export function gather<O extends Spendable>(
  available: readonly O[],
  { rate, mostFee, leastOutput }: SpendingBounds,
): Spending<O> | null {
  const cost = (SIZE.input * rate + 999n) / 1_000n;
  const inputs = largestOf(available.filter(({ units }) => units >= cost * WORTH));
  const total = inputs.reduce((sum, { units }) => sum + units, 0n);
  const fee = feeOf(inputs.length, { rate, pays: 0n });
  if (inputs.length === 0 || fee * WORTH > total || fee > mostFee || total - fee < leastOutput) return null;
  return { inputs, fee, change: total - fee };
}

/** How far the fee of what is brought together may be raised: to a twentieth of it. */
const MOST_RAISED = 20n;

/** The bounds of what brings `units` together: nobody gets anything, and its fee is bounded by what it brings too. */
export function sweepBounds(bounds: SpendingBounds, units: bigint): SpendingBounds & { readonly pays: bigint } {
  const share = units / MOST_RAISED;
  return { ...bounds, pays: 0n, mostFee: share < bounds.mostFee ? share : bounds.mostFee };
}

/** The fewest outputs that pay `pays` and its fee; null: the wallet has too little, or the fee is above the limit. */
export function spend<O extends Spendable>(
  available: readonly O[],
  { pays, rate, mostFee, leastOutput }: SpendingBounds & { readonly pays: bigint },
): Spending<O> | null {
  const largest = largestOf(available);
  let enough: Spending<O> | null = null;
  for (let count = 1; count <= largest.length; count += 1) {
    const inputs = largest.slice(0, count);
    const fee = feeOf(count, { rate, pays });
    const made = balanced(inputs, { pays, fee, leastOutput });
    if (made === null) continue;
    enough ??= made;
    if (made.change < fee * ROOM) continue;
    enough = made;
    break;
  }
  return enough === null || enough.fee > mostFee ? null : enough;
}

/** The same inputs at a fee that takes the place of the last one's, at least that of now; null: the change does not have it, or it is above the limit. */
export function dearer<O extends Spendable>(
  last: Spending<O>,
  { pays, rate, mostFee, leastOutput }: SpendingBounds & { readonly pays: bigint },
): Spending<O> | null {
  const count = last.inputs.length;
  const least = [
    feeOf(count, { rate, pays }),
    (last.fee * RAISE.more) / RAISE.of + 1n,
    last.fee + feeOf(count, { rate: RAISE.perThousand, pays }),
  ].reduce((most, one) => (one > most ? one : most));
  const made = balanced(last.inputs, { pays, fee: least, leastOutput });
  return made === null || made.fee > mostFee ? null : made;
}
