import assert from 'node:assert/strict';
import type { PoolClient } from 'pg';
import {
  arrived,
  depositRoom,
  isFinal,
  ledgerAmount,
  LEAST_DEPOSIT,
  withinRoom,
  type FindingReason,
} from '#domain/deposits/rules.ts';
import {
  depositCredited,
  depositDivided,
  depositHeld,
  depositKept,
  dustCredited,
} from '#domain/ledger/deposit-entries.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import { crashAt } from '#server/crash-points.ts';
import { transaction } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import { openAccounts, post } from '#server/ledger/index.ts';
import { balancesById, openAccount } from '#server/ledger/accounts.ts';
import { lockDeposits } from '#server/ledger/treasury/lock-deposits.ts';
import { announceBalance } from '#server/ledger/announce-balance.ts';
import type { ChainClient, OpenNetwork } from '#server/networks/index.ts';
import type { DepositParts } from './parts.ts';
import {
  dustIsCredited,
  findConfirming,
  lockConfirming,
  orphanOne,
  wasCredited,
  writeState,
  type Deposit,
} from './store.ts';

/** Credits what is final. Each by itself: one that cannot be decided keeps no other. */
export async function creditFinal(parts: DepositParts, at: OpenNetwork): Promise<void> {
  const { id: network, confirmations } = at.network;
  const { number: head } = await at.client.head();
  const upTo = head - BigInt(confirmations) + 1n;
  for (const deposit of await findConfirming(parts.db, { network, upTo })) {
    if (!isFinal(deposit.blockNo, { head, confirmations })) continue;
    try {
      await creditOne(parts, at, deposit);
    } catch (error) {
      parts.log.warn({ network, deposit: deposit.id, err: error }, 'a deposit could not be looked at');
    }
  }
}

async function creditOne(parts: DepositParts, at: OpenNetwork, deposit: Deposit): Promise<void> {
  const truth = await lookAgain(at, deposit);
  if (truth === 'wait') return;
  if (truth === 'orphaned') {
    await transaction(parts.db, (tx) => orphanOne(tx, { id: deposit.id, at: parts.clock.now() }));
    return;
  }
  const done = await transaction(parts.db, async (tx) => {
    const locked = await lockConfirming(tx, deposit);
    const isPaid = locked !== null && (await settle(parts, tx, { deposit: locked, truth, at }));
    crashAt('deposit.credited');
    return isPaid;
  });
  crashAt('deposit.committed');
  if (done) await announceBalance(parts, { ownerId: deposit.userId, realm: 'real' });
}

/**
 * What the chain says of a deposit now: what arrived of it, in the token's smallest unit. Every node that has its block must have the same; the
 * receipt is read again, and the balance of the address over its block.
 */
async function lookAgain(at: OpenNetwork, deposit: Deposit): Promise<bigint | 'differs' | 'orphaned' | 'wait'> {
  const { blockNo, blockHash, token, address, raw } = deposit;
  const { client, clients } = at;
  for (const one of clients) {
    const isFirst = one === client;
    try {
      const block = await one.block(blockNo);
      if (isFirst && block !== null && block.hash !== blockHash) return 'orphaned';
      // Another that is behind says nothing; one that has another block, or a payment that is not this one, keeps it waiting.
      if (block === null && !isFirst) continue;
      if (block?.hash !== blockHash || !(await hasIt(one, deposit))) return 'wait';
    } catch (error) {
      if (isFirst) throw error;
    }
  }
  const moved = await client.transfers({ block: blockHash, tokens: [token] });
  const said = moved.reduce(
    (sum, one) =>
      sum + (one.to === address ? one.value : 0n) - (one.from === address && one.to !== NOBODY ? one.value : 0n),
    0n,
  );
  const grown = (await client.balance(address, token, blockNo)) - (await client.balance(address, token, blockNo - 1n));
  return arrived({ value: raw, said, grown });
}

async function hasIt(client: ChainClient, { blockHash, txHash, logIndex, token }: Deposit): Promise<boolean> {
  const receipt = await client.receipt(txHash);
  const log = receipt?.logs.find((one) => one.logIndex === logIndex);
  return receipt?.blockHash === blockHash && receipt.status === 'success' && log?.address.toLowerCase() === token;
}

/** Where burnt money goes: what a token takes of a payment leaves by no hand of ours. */
const NOBODY = '0x0000000000000000000000000000000000000000';

interface Settling {
  readonly deposit: Deposit;
  readonly truth: bigint | 'differs';
  readonly at: OpenNetwork;
}

/** Moves the money and says so. true: the person has it. */
async function settle(parts: DepositParts, tx: PoolClient, { deposit, truth, at }: Settling): Promise<boolean> {
  const now = parts.clock.now();
  const { id, userId, network, coin } = deposit;
  const token = at.network.tokens.find((one) => one.address.toLowerCase() === deposit.token);
  if (token === undefined || coin === null) throw new Error(`deposit ${id} is of a token that is no longer taken`);
  const amount = truth === 'differs' ? deposit.amount : ledgerAmount(truth, token.decimals);
  const reason = await whyNot(parts, tx, { deposit, truth });
  const write = (
    state: 'CREDITED' | 'DUST' | 'QUARANTINE',
    { held = usdt(0n), why = reason }: { readonly held?: Usdt; readonly why?: FindingReason | null } = {},
  ) => writeState(tx, { id, state, amount, held, at: now, ...(why === null ? {} : { reason: why }) });
  if (amount === 0n || truth === 'differs' || reason === 'reorg') {
    // Nothing of it is known to be there: no money moves.
    await write(reason === null ? 'DUST' : 'QUARANTINE');
    return false;
  }
  const from = await openAccount(tx, {
    realm: 'real',
    kind: 'treasury_deposit',
    ownerId: null,
    ref: `${network}/${coin}`,
  });
  const apart = () => openAccount(tx, { realm: 'real', kind: 'suspense', ownerId: userId, ref: 'unmatched' });
  if (reason !== null) {
    await posted(tx, depositHeld({ depositId: id, from, to: await apart(), amount }));
    await write('QUARANTINE', { held: amount });
    return false;
  }
  const { cash } = await openAccounts(tx, { ownerId: userId, realm: 'real' });
  if (amount >= LEAST_DEPOSIT) {
    const { credited, held } = withinRoom(amount, await roomOf(parts, tx, userId));
    if (held === 0n) {
      await posted(tx, depositCredited({ depositId: id, from, to: cash, amount }));
      await write('CREDITED');
    } else {
      const to = await apart();
      await posted(
        tx,
        credited === 0n
          ? depositHeld({ depositId: id, from, to, amount })
          : depositDivided({ depositId: id, from, cash: { to: cash, amount: credited }, held: { to, amount: held } }),
      );
      await write('QUARANTINE', { held, why: 'over_limit' });
    }
    if (credited > 0n) await tell(tx, deposit, credited);
    return credited > 0n;
  }
  const dust = await openAccount(tx, { realm: 'real', kind: 'suspense', ownerId: userId, ref: 'dust' });
  await posted(tx, depositKept({ depositId: id, from, to: dust, amount }));
  await write('DUST');
  const kept = (await balancesById(tx, [dust])).get(dust) ?? usdt(0n);
  if (kept < LEAST_DEPOSIT) return false;
  await posted(tx, dustCredited({ depositId: id, from: dust, to: cash, amount: kept }));
  await dustIsCredited(tx, { userId, at: now });
  await tell(tx, deposit, kept);
  return true;
}

/** What the person's own limits still have room for, 10^-6; null: they have set none. */
async function roomOf(
  { standingOf, depositedWithin, clock }: DepositParts,
  tx: PoolClient,
  userId: string,
): Promise<Usdt | null> {
  await lockDeposits(tx, userId);
  const { depositLimits } = await standingOf(tx, userId);
  return depositRoom(depositLimits, await depositedWithin(tx, userId, clock.now()));
}

async function whyNot(
  { standingOf, payees, isListedAddress }: DepositParts,
  tx: PoolClient,
  { deposit, truth }: Pick<Settling, 'deposit' | 'truth'>,
): Promise<FindingReason | null> {
  if (truth === 'differs') return 'differs';
  if (await wasCredited(tx, deposit)) return 'reorg';
  if (deposit.sender !== null && (await isListedAddress(tx, deposit.sender))) return 'sanctioned';
  const state = await payees.stateOf(tx, deposit.userId);
  if (state !== 'open') return 'account';
  return (await standingOf(tx, deposit.userId)).selfExcluded ? 'excluded' : null;
}

async function posted(tx: PoolClient, journal: Parameters<typeof post>[1]): Promise<void> {
  // A row that is still confirming has none.
  assert.equal(await post(tx, journal), 'posted');
}

async function tell(tx: PoolClient, { id, userId }: Deposit, amount: Usdt): Promise<void> {
  await record(tx, [{ kind: 'deposit.credited', userId, depositId: id, amount: amount.toString() }]);
}
