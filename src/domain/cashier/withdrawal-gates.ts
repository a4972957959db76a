import type { Usdt } from '../money.ts';
import type { Refusal } from '../refusals.ts';
import { documentsRefusal, needed, nameRefusal, playedRefusal, type PayerStanding } from './gates.ts';
import { leftToPlay } from './played.ts';
import { WITHDRAWAL_BOUNDS } from './withdrawals.ts';

/** What a withdrawal asks of its person. A break is no gate: whoever keeps away from play gets their money. Times in ms, money in 10^-6. */
export type WithdrawerStanding = Omit<PayerStanding, 'pausedUntil' | 'selfExcluded' | 'lately' | 'bounds'>;

/** Whose wallet an address is: its person's own, as they proved; of somebody who holds it for them, as they say; nobody knows. */
export type WalletProof = 'own' | 'held' | 'unproved';

/** Where it is to go, as far as that is known. */
export interface Destination {
  /** Is this network paid out, and this coin on it? */
  readonly isPaid: boolean;
  /** null: none was named. */
  readonly address: {
    readonly isListed: boolean;
    /** An address at which we take deposits. */
    readonly isOwn: boolean;
    /** When a saved address may be paid to; null: it is not saved. */
    readonly usableFrom: number | null;
    readonly wallet: WalletProof;
  } | null;
  readonly savedOnly: boolean;
  /** What may go in 24 hours to wallets that nobody proved, where the person lives. */
  readonly unprovedMost: Usdt;
  /** What went in the 24 hours before, wherever. */
  readonly ofDay: Usdt;
}

/** In the order in which they answer. */
export const WITHDRAWAL_GATES = [
  'email',
  'name',
  'deposit',
  'payouts',
  'hold',
  'network',
  'address',
  'wallet',
  'limits',
  'documents',
  'played',
  'balance',
] as const;
type WithdrawalGateName = (typeof WITHDRAWAL_GATES)[number];

export interface WithdrawalGate {
  readonly gate: WithdrawalGateName;
  /** unneeded: open, but not in the way of this amount. */
  readonly state: 'met' | 'open' | 'unneeded';
  readonly refusal: Refusal | null;
}

/** Every gate of a withdrawal that takes `amount` with its fee, for the screen and for the server alike; null: no amount is known yet. */
export function withdrawalGates(
  standing: WithdrawerStanding,
  wish: { readonly amount: Usdt | null; readonly to: Destination },
  now: number,
): readonly WithdrawalGate[] {
  const { amount, to } = wish;
  const { holdUntil, cash } = standing;
  const rules: Readonly<Record<WithdrawalGateName, Refusal | null>> = {
    email: standing.emailConfirmed ? null : needed('email'),
    name: nameRefusal(standing.name),
    deposit: standing.hasDeposit ? null : needed('hasDeposit'),
    payouts: standing.payoutsHeld ? { code: 'PayoutsHeld' } : null,
    hold: holdUntil !== null && holdUntil > now ? { code: 'PayoutHold', until: holdUntil } : null,
    network: to.isPaid ? null : { code: 'UnavailableToken' },
    address: addressRefusal(to, now),
    wallet: walletRefusal(to, amount),
    limits: limitRefusal(amount),
    documents: documentsRefusal(standing, amount),
    played: playedRefusal(standing, amount),
    balance: amount !== null && amount > cash ? { code: 'NoBalance' } : null,
  };
  return WITHDRAWAL_GATES.map((gate) => {
    const refusal = rules[gate];
    if (refusal !== null) return { gate, state: 'open', refusal };
    const unneeded = gate === 'played' && leftToPlay(standing.balance) > 0n;
    return { gate, state: unneeded ? 'unneeded' : 'met', refusal: null };
  });
}

function addressRefusal({ address, savedOnly }: Destination, now: number): Refusal | null {
  if (address === null) return null;
  if (address.isListed) return { code: 'AddressRefused', reason: 'listed' };
  if (address.isOwn) return { code: 'AddressRefused', reason: 'own' };
  if (address.usableFrom === null) return savedOnly ? { code: 'AddressUnsaved' } : null;
  return address.usableFrom > now ? { code: 'AddressWaits', until: address.usableFrom } : null;
}

/** Does a withdrawal bring what leaves in 24 hours above what goes to wallets that nobody proved? */
export function isAboveUnproved(
  { unprovedMost, ofDay }: Pick<Destination, 'unprovedMost' | 'ofDay'>,
  amount: Usdt,
): boolean {
  return ofDay + amount > unprovedMost;
}

function walletRefusal(to: Destination, amount: Usdt | null): Refusal | null {
  if (amount === null || to.address?.wallet !== 'unproved' || !isAboveUnproved(to, amount)) return null;
  return { code: 'WalletUnproved', most: to.unprovedMost };
}

function limitRefusal(amount: Usdt | null): Refusal | null {
  const { least, most } = WITHDRAWAL_BOUNDS;
  if (amount === null || (amount >= least && amount <= most)) return null;
  return { code: 'PaymentLimit', min: least, max: most };
}
