import type { PoolClient } from 'pg';
import { z } from 'zod';
import { depositRoom, withinRoom } from '#domain/deposits/rules.ts';
import { heldCredited, heldReturned } from '#domain/ledger/deposit-entries.ts';
import type { ActDefinition, ActKind, Approved } from '#server/approvals/index.ts';
import { actorOf, type Audit, type By } from '#server/audit/index.ts';
import { record } from '#server/facts/index.ts';
import { openAccount } from '#server/ledger/accounts.ts';
import { lockDeposits } from '#server/ledger/treasury/lock-deposits.ts';
import { openAccounts, post } from '#server/ledger/index.ts';
import { walletBooks } from '#server/ledger/store-money.ts';
import type { DepositParts } from '../parts.ts';
import { endFinding, lockFinding, setOwner, type Finding } from './store.ts';

export interface FindingParts extends Pick<
  DepositParts,
  'clock' | 'standingOf' | 'depositedWithin' | 'payees' | 'isListedAddress'
> {
  readonly audit: Pick<Audit, 'write'>;
}

const FIELDS = z.object({
  depositId: z.uuid(),
  userId: z.uuid(),
  outcome: z.enum(['credited', 'returned']),
  /** Of `returned`: the transaction that sent it back. Else empty. */
  returnTx: z.string().regex(/^(0x[0-9a-f]{64})?$/),
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
      await (outcome === 'credited' ? credit(tx, finding) : giveBack(tx, finding));
      const state = outcome === 'credited' ? 'CREDITED' : 'RETURNED';
      await endFinding(tx, {
        id: depositId,
        state,
        at: parts.clock.now(),
        ...(outcome === 'returned' ? { returnTx } : {}),
      });
      await note(parts, tx, { finding, by: approved, reason: approved.reason, after: { state, returnTx } });
      return { state };
    },
  };
}

/** The rule against crediting it now, in a sentence; null: none. */
async function whyNoCredit(
  { standingOf, depositedWithin, payees, isListedAddress, clock }: FindingParts,
  tx: PoolClient,
  { userId, held, sender }: Finding,
): Promise<string | null> {
  if (held === 0n) return NO_MONEY;
  if (sender !== null && (await isListedAddress(tx, sender))) return 'Its sender is on a list of sanctions.';
  if ((await payees.stateOf(tx, userId)) !== 'open') return 'The account is closed or blocked.';
  const { selfExcluded, depositLimits } = await standingOf(tx, userId);
  if (selfExcluded) return 'They have excluded themselves.';
  await lockDeposits(tx, userId);
  const room = depositRoom(depositLimits, await depositedWithin(tx, userId, clock.now()));
  return withinRoom(held, room).held === 0n ? null : 'Their own deposit limits have no room for it.';
}

async function whyNoReturn(tx: PoolClient, finding: Finding): Promise<string | null> {
  if ((await walletBooks(tx, walletOf(finding))) >= finding.held) return null;
  return 'The hot wallet of this network doesn’t hold that much in the books.';
}

const walletOf = ({ network, coin }: Finding) => `${network}/${coin ?? ''}`;
const hotWallet = (tx: PoolClient, finding: Finding) =>
  openAccount(tx, { realm: 'real', kind: 'treasury_hot', ownerId: null, ref: walletOf(finding) });
const apartOf = (tx: PoolClient, { userId }: Finding) =>
  openAccount(tx, { realm: 'real', kind: 'suspense', ownerId: userId, ref: 'unmatched' });

async function credit(tx: PoolClient, finding: Finding): Promise<void> {
  const { id: depositId, userId, held: amount } = finding;
  const { cash } = await openAccounts(tx, { ownerId: userId, realm: 'real' });
  const done = await post(tx, heldCredited({ depositId, from: await apartOf(tx, finding), to: cash, amount }));
  if (done !== 'posted') throw new Error(`deposit ${depositId} was credited before`);
  await record(tx, [{ kind: 'deposit.credited', userId, depositId, amount: amount.toString() }]);
}

async function giveBack(tx: PoolClient, finding: Finding): Promise<void> {
  const { id: depositId, held: amount } = finding;
  if (amount === 0n) return;
  const done = await post(
    tx,
    heldReturned({ depositId, from: await apartOf(tx, finding), to: await hotWallet(tx, finding), amount }),
  );
  if (done !== 'posted') throw new Error(`deposit ${depositId} was returned before`);
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
