import type { PoolClient } from 'pg';
import { z } from 'zod';
import { depositRoom, withinRoom } from '#domain/deposits/rules.ts';
import type { ChainCoin } from '#domain/cashier/coin-networks.ts';
import { worthOf, type CoinRate } from '#domain/deposits/conversion.ts';
import { heldCoinCredited, heldCoinReturned, type CoinUnits } from '#domain/ledger/coin-entries.ts';
import { heldCredited, heldReturned } from '#domain/ledger/deposit-entries.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import type { ActDefinition, ActKind, Approved } from '#server/approvals/index.ts';
import { actorOf, type Audit, type By } from '#server/audit/index.ts';
import { record } from '#server/facts/index.ts';
import { openAccount } from '#server/ledger/accounts.ts';
import { lockDeposits } from '#server/ledger/treasury/lock-deposits.ts';
import { openAccounts, postNew } from '#server/ledger/index.ts';
import { walletBooks } from '#server/ledger/store-money.ts';
import type { DepositParts } from '../parts.ts';
import { coinAccount, exchangeOf } from '../coin-accounts.ts';
import { rateOf } from '../rates.ts';
import { writeRate } from '../store.ts';
import { endFinding, lockFinding, setOwner, type Finding } from './store.ts';

export interface FindingParts extends Pick<
  DepositParts,
  'clock' | 'standingOf' | 'depositedWithin' | 'payees' | 'isListedAddress' | 'config' | 'pairCache'
> {
  readonly audit: Pick<Audit, 'write'>;
}

const FIELDS = z.object({
  depositId: z.uuid(),
  userId: z.uuid(),
  outcome: z.enum(['credited', 'returned']),
  /** Of `returned`: the transaction that sent it back. Else empty. */
  returnTx: z.string().regex(/^((0x)?[0-9a-f]{64})?$/),
});
type Fields = z.infer<typeof FIELDS>;

/** Held money becomes the person's, or has left our wallet for its sender. */
export const FINDING_DECIDED: ActKind<Fields> = {
  name: 'deposit.decided',
  title: 'Credit or return a held deposit',
  fields: FIELDS,
  people: 2,
  roles: new Set(['ADMIN', 'CASHIER', 'COMPLIANCE'] as const),
  about: ({ userId }) => userId,
};

const GONE = 'It waits for nobody any more.';
const NO_MONEY = 'The books hold nothing of it: there is nothing to credit.';

export function findingDecidedAct(parts: FindingParts): ActDefinition<Fields> {
  return {
    ...FINDING_DECIDED,
    refuses: async (tx, { depositId, userId, outcome }) => {
      const finding = await lockFinding(tx, depositId);
      if (finding === null || finding.userId !== userId) return GONE;
      return outcome === 'credited' ? whyNoCredit(parts, tx, finding) : whyNoReturn(tx, finding);
    },
    execute: async (tx, { depositId, outcome, returnTx }, approved) => {
      const finding = await lockFinding(tx, depositId);
      if (finding === null) throw new Error(`deposit ${depositId} is no finding any more`);
      const credited = outcome === 'credited' ? await credit(parts, tx, finding) : await giveBack(tx, finding);
      const state = outcome === 'credited' ? 'CREDITED' : 'RETURNED';
      await endFinding(tx, {
        id: depositId,
        state,
        at: parts.clock.now(),
        ...(outcome === 'returned' ? { returnTx } : { credited }),
      });
      await note(parts, tx, { finding, by: approved, reason: approved.reason, after: { state, returnTx } });
      return { state };
    },
  };
}

/** The rule against crediting it now, in a sentence; null: none. */
async function whyNoCredit(parts: FindingParts, tx: PoolClient, finding: Finding): Promise<string | null> {
  const { standingOf, depositedWithin, payees, isListedAddress, clock } = parts;
  const { userId, sender } = finding;
  const worth = await worthNow(parts, finding);
  if (worth === null) return 'There is no price of it now.';
  if (worth.amount === 0n) return NO_MONEY;
  if (sender !== null && (await isListedAddress(tx, sender))) return 'Its sender is on a list of sanctions.';
  if ((await payees.stateOf(tx, userId)) !== 'open') return 'The account is closed or blocked.';
  const { selfExcluded, depositLimits } = await standingOf(tx, userId);
  if (selfExcluded) return 'They have excluded themselves.';
  await lockDeposits(tx, userId);
  const room = depositRoom(depositLimits, await depositedWithin(tx, userId, clock.now()));
  return withinRoom(worth.amount, room).held === 0n ? null : 'Their own deposit limits have no room for it.';
}

async function whyNoReturn(tx: PoolClient, finding: Finding): Promise<string | null> {
  const leaves = finding.heldRaw === 0n ? finding.held : finding.heldRaw;
  if ((await walletBooks(tx, walletOf(finding))) >= leaves) return null;
  return 'The hot wallet of this network doesn’t hold that much in the books.';
}

const walletOf = ({ network, coin }: Finding) => `${network}/${coin ?? ''}`;
const hotWallet = (tx: PoolClient, finding: Finding) =>
  openAccount(tx, { realm: 'real', kind: 'treasury_hot', ownerId: null, ref: walletOf(finding) });
const apartOf = (tx: PoolClient, { userId }: Finding) =>
  openAccount(tx, { realm: 'real', kind: 'suspense', ownerId: userId, ref: 'unmatched' });

async function credit(parts: FindingParts, tx: PoolClient, finding: Finding): Promise<Usdt> {
  const { id: depositId, userId, heldRaw } = finding;
  const worth = await worthNow(parts, finding);
  if (worth === null) throw new Error(`deposit ${depositId} has no price now`);
  const { amount, rate } = worth;
  const { cash } = await openAccounts(tx, { ownerId: userId, realm: 'real' });
  const asset = assetOf(finding);
  await postNew(
    tx,
    asset === null || rate === null
      ? heldCredited({ depositId, from: await apartOf(tx, finding), to: cash, amount })
      : heldCoinCredited({
          depositId,
          from: await coinAccount(tx, { asset, kind: 'suspense', ownerId: userId, ref: 'unmatched' }),
          exchange: await exchangeOf(tx, asset),
          units: heldRaw as CoinUnits,
          to: cash,
          amount,
        }),
  );
  if (rate !== null) await writeRate(tx, depositId, rate);
  await record(tx, [{ kind: 'deposit.credited', userId, depositId, amount: amount.toString() }]);
  return amount;
}

async function giveBack(tx: PoolClient, finding: Finding): Promise<Usdt> {
  const { id: depositId, userId, held: amount, heldRaw } = finding;
  const asset = assetOf(finding);
  const nothing = usdt(0n);
  if (amount === 0n && heldRaw === 0n) return nothing;
  await postNew(
    tx,
    asset === null
      ? heldReturned({ depositId, from: await apartOf(tx, finding), to: await hotWallet(tx, finding), amount })
      : heldCoinReturned({
          depositId,
          from: await coinAccount(tx, { asset, kind: 'suspense', ownerId: userId, ref: 'unmatched' }),
          to: await coinAccount(tx, { asset, kind: 'treasury_hot', ownerId: null, ref: walletOf(finding) }),
          units: heldRaw as CoinUnits,
        }),
  );
  return nothing;
}

/** The asset in which a coin is held that is no dollar; null: it is one. */
function assetOf({ coin, heldRaw }: Finding): ChainCoin | null {
  return heldRaw > 0n && (coin === 'BTC' || coin === 'LTC') ? coin : null;
}

/** What the held money would be credited with now; null: it has no price. */
async function worthNow(
  parts: FindingParts,
  finding: Finding,
): Promise<{ readonly amount: Usdt; readonly rate: CoinRate | null } | null> {
  const asset = assetOf(finding);
  if (asset === null) return { amount: finding.held, rate: null };
  const rate = await rateOf(parts, `${asset}-USD`);
  return rate === null ? null : { amount: worthOf(finding.heldRaw, rate), rate };
}

interface Act {
  readonly id: string;
  readonly by: By;
  readonly reason: string;
}

/** Somebody works on it from now on, or null: nobody. false: it is decided. */
export async function takeFinding(
  parts: FindingParts,
  tx: PoolClient,
  { owner, ...act }: Act & { readonly owner: string | null },
): Promise<boolean> {
  const finding = await lockFinding(tx, act.id);
  if (finding === null) return false;
  await setOwner(tx, finding.id, owner);
  await note(parts, tx, { finding, ...act, after: { owner } });
  return true;
}

/** It stays where it is, for a reason: the money is neither theirs nor sent back. false: it is decided. */
export async function keepFinding(parts: FindingParts, tx: PoolClient, act: Act): Promise<boolean> {
  const finding = await lockFinding(tx, act.id);
  if (finding === null) return false;
  await endFinding(tx, { id: finding.id, state: 'KEPT', at: parts.clock.now() });
  await note(parts, tx, { finding, ...act, after: { state: 'KEPT' } });
  return true;
}

async function note(
  { audit }: FindingParts,
  tx: PoolClient,
  {
    finding,
    by,
    reason,
    after,
  }: {
    readonly finding: Finding;
    readonly by: By | Approved;
    readonly reason: string;
    readonly after: Readonly<Record<string, string | null>>;
  },
): Promise<void> {
  await audit.write(tx, {
    ...actorOf(by),
    action: 'deposit.decided',
    objectType: 'user',
    objectId: finding.userId,
    reason,
    after: { deposit: finding.id, why: finding.reason, held: finding.held.toString(), ...after },
  });
}
