import { isSavedOnly } from '#domain/cashier/addresses.ts';
import type { PayoutCase } from '#domain/cashier/payout-policy.ts';
import { unprovedSum } from '#domain/cashier/wallet-proof.ts';
import {
  withdrawalGates,
  type Destination,
  type WalletProof,
  type WithdrawalGate,
} from '#domain/cashier/withdrawal-gates.ts';
import { worthOf, type CoinRate } from '#domain/deposits/conversion.ts';
import { refused, ok, type Outcome } from '#domain/outcome.ts';
import type { Usdt } from '#domain/money.ts';
import { proofSumsOf } from '#domain/settings/settings.ts';
import { DAY_MS } from '#domain/time.ts';
import { waitMs } from '#domain/waits.ts';
import type { Queryable } from '#server/db/index.ts';
import { depositedOf, walletBooks } from '#server/ledger/store-money.ts';
import { findSavedOnly, addressesOf, type SavedAddress } from '../addresses/store-addresses.ts';
import { addressNetwork } from '../addresses/networks.ts';
import type { WithdrawParts } from '../parts.ts';
import { payerStanding } from '../payer.ts';
import { isPayoutWallet, paidNetworks, withdrawnEver, withdrawnLately } from './store-withdrawals.ts';

/** Where it is to go, as it was asked for. */
interface AskedTarget {
  readonly network: string;
  readonly token: string;
  readonly address?: string | undefined;
  readonly tag?: string | undefined;
}

export interface Target {
  readonly network: string;
  readonly token: string;
  /** In its one spelling; null: none was named. */
  readonly address: string | null;
  readonly tag: string;
  /** By whose prices its coin is counted; null: each is a dollar. */
  readonly pair: string | null;
}

/** The target in its one spelling; refused where it is none. */
export function targetOf({ networks }: WithdrawParts, asked: AskedTarget): Outcome<Target> {
  const network = addressNetwork(networks, asked.network);
  const token = network?.tokens.find((coin) => coin === asked.token.toUpperCase());
  if (network === null || token === undefined) return refused({ code: 'UnavailableToken' });
  const tag = asked.tag?.trim() ?? '';
  if (tag !== '') return refused({ code: 'InvalidRequest', fields: { tag: 'unknown' } });
  const address = asked.address === undefined ? null : network.spell(asked.address);
  if (asked.address !== undefined && address === null) {
    return refused({ code: 'InvalidRequest', fields: { address: 'malformed' } });
  }
  return ok({ network: network.id, token, address, tag, pair: network.pair });
}

type Place = Omit<Target, 'pair'>;

/** How a person stands for a withdrawal that takes `amount`; null: none is known yet. `unpriced`: nothing says what its coin costs. Everything is read afresh. */
export async function judge(
  parts: WithdrawParts,
  db: Queryable,
  asked: {
    readonly userId: string;
    readonly target: Place;
    readonly amount: Usdt | null;
    readonly unpriced?: boolean;
  },
) {
  const { userId, target, amount } = asked;
  const now = parts.clock.now();
  const lately = await withdrawnLately(db, userId, now);
  const standing = await payerStanding(parts, db, userId);
  const found = await destinationOf(parts, db, { userId, target });
  const unprovedMost = unprovedSum(proofSumsOf(parts.settings.values), await parts.residenceOf(db, userId));
  const to = { ...found, isPaid: found.isPaid && asked.unpriced !== true, unprovedMost, ofDay: lately.ofDay };
  const gates: readonly WithdrawalGate[] = withdrawalGates(standing, { amount, to }, now);
  return { standing, gates, lately, to };
}

/** What the policy of payouts looks at. */
export async function payoutCase(
  parts: WithdrawParts,
  db: Queryable,
  asked: {
    readonly userId: string;
    readonly target: Place & { readonly address: string };
    readonly amount: Usdt;
    /** null: each coin is a dollar. */
    readonly rate: CoinRate | null;
    readonly lately: PayoutCase['lately'];
  },
): Promise<PayoutCase> {
  const { userId, target, amount, rate, lately } = asked;
  const { network, address } = target;
  const now = parts.clock.now();
  // In a sandbox with short waits people and addresses are known as much sooner.
  const times = parts.config.waits === 'short' ? DAY_MS / waitMs(DAY_MS, 'short') : 1;
  const saved = await savedAt(db, userId, target);
  const books = await walletBooks(db, `${network}/${target.token}`);
  const ofDay = lately.ofDay;
  return {
    amount,
    network,
    isSaved: saved !== null,
    addressAge: saved === null ? null : (now - saved) * times,
    knownFor: (now - (await parts.payees.knownSince(db, userId))) * times,
    lately: { ofDay, countOfHour: lately.countOfHour },
    deposited: await depositedOf(db, userId),
    ...(await withdrawnEver(db, { userId, address })),
    wallet: rate === null ? books : worthOf(books, rate),
  };
}

/** When an address of a person was saved, ms; null: it is not. */
async function savedAt(db: Queryable, userId: string, { network, address, tag }: Place): Promise<number | null> {
  const all = await addressesOf(db, userId);
  return all.find((one) => one.network === network && one.address === address && one.tag === tag)?.savedAt ?? null;
}

function walletOf({ heldBySealed, provedAt }: SavedAddress): WalletProof {
  if (heldBySealed !== null) return 'held';
  return provedAt === null ? 'unproved' : 'own';
}

async function destinationOf(
  { isListedAddress, isDepositAddress, clock }: WithdrawParts,
  db: Queryable,
  { userId, target }: { readonly userId: string; readonly target: Place },
): Promise<Omit<Destination, 'unprovedMost' | 'ofDay'>> {
  const { network, address, tag } = target;
  const saved = (await addressesOf(db, userId)).find(
    (one) => one.network === network && one.address === address && one.tag === tag,
  );
  return {
    isPaid: (await paidNetworks(db)).has(network),
    savedOnly: isSavedOnly(await findSavedOnly(db, userId), clock.now()),
    address:
      address === null
        ? null
        : {
            isListed: await isListedAddress(db, address),
            isOwn: (await isDepositAddress(db, address)) || (await isPayoutWallet(db, address)),
            usableFrom: saved?.usableFrom ?? null,
            wallet: saved === undefined ? 'unproved' : walletOf(saved),
          },
  };
}
