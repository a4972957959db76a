import type { PoolClient } from 'pg';
import { depositRoom, type FindingReason } from '#domain/deposits/rules.ts';
import type { Usdt } from '#domain/money.ts';
import { record } from '#server/facts/index.ts';
import { lockDeposits } from '#server/ledger/treasury/lock-deposits.ts';
import type { DepositParts } from './parts.ts';
import { wasCredited, type Deposit } from './store.ts';
import { spendsCredited } from './store-waiting.ts';

/** What the person's own limits still have room for, 10^-6; null: they have set none. */
export async function roomOf(
  { standingOf, depositedWithin, clock }: DepositParts,
  tx: PoolClient,
  userId: string,
): Promise<Usdt | null> {
  await lockDeposits(tx, userId);
  const { depositLimits } = await standingOf(tx, userId);
  return depositRoom(depositLimits, await depositedWithin(tx, userId, clock.now()));
}

/** Why a final deposit is not credited by itself; null: nothing. `sender`: the listed one, where one of them is. */
export async function whyNot(
  { standingOf, payees, isListedAddress }: DepositParts,
  tx: PoolClient,
  { deposit, senders }: { readonly deposit: Deposit; readonly senders: readonly string[] },
): Promise<{ readonly reason: FindingReason | null; readonly sender: string | null }> {
  const [first = null] = senders;
  const because = (reason: FindingReason | null, sender = first) => ({ reason, sender });
  if (await wasCredited(tx, deposit)) return because('reorg');
  if (await spendsCredited(tx, deposit)) return because('replaced');
  for (const sender of senders) if (await isListedAddress(tx, sender)) return because('sanctioned', sender);
  const state = await payees.stateOf(tx, deposit.userId);
  if (state !== 'open') return because('account');
  return because((await standingOf(tx, deposit.userId)).selfExcluded ? 'excluded' : null);
}

export async function tell(tx: PoolClient, { id, userId }: Deposit, amount: Usdt): Promise<void> {
  await record(tx, [{ kind: 'deposit.credited', userId, depositId: id, amount: amount.toString() }]);
}
