import type { PoolClient } from 'pg';
import { RATE_WAIT_MS } from '#domain/deposits/conversion.ts';
import { isFinal, ledgerAmount, LEAST_DEPOSIT, withinRoom, type FindingReason } from '#domain/deposits/rules.ts';
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
import { openAccounts, postNew } from '#server/ledger/index.ts';
import { balancesById, openAccount } from '#server/ledger/accounts.ts';
import { announceBalance } from '#server/ledger/announce-balance.ts';
import type { PaymentPlace, ReadNetwork } from '#server/networks/index.ts';
import { coinAt, type TakenCoin } from './coins.ts';
import type { DepositParts } from './parts.ts';
import { rateOf } from './rates.ts';
import { settleCoin } from './credit-coin.ts';
import { roomOf, tell, whyNot } from './settling.ts';
import { dustIsCredited, findConfirming, lockConfirming, orphanOne, writeState, type MinedDeposit } from './store.ts';

/** Credits what is final. Each by itself: one that cannot be decided keeps no other. */
export async function creditFinal(parts: DepositParts, at: ReadNetwork): Promise<void> {
  const { id: network, confirmations } = at.network;
  const { number: head } = await at.readers[0].head();
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

async function creditOne(parts: DepositParts, at: ReadNetwork, deposit: MinedDeposit): Promise<void> {
  const truth = await lookAgain(at, deposit);
  if (truth === 'wait') return;
  if (truth === 'orphaned') {
    await transaction(parts.db, (tx) => orphanOne(tx, { id: deposit.id, at: parts.clock.now() }));
    return;
  }
  const coin = coinAt(at, deposit.token);
  if (coin === null) throw new Error(`deposit ${deposit.id} is of a token that is no longer taken`);
  const senders = await at.readers[0].senders({ txHash: deposit.txHash, sender: deposit.sender });
  const rate = coin.pair === null ? null : await rateOf(parts, coin.pair);
  if (coin.pair !== null && rate === null && (await mayStillBePriced(parts, at, deposit))) return;
  const done = await transaction(parts.db, async (tx) => {
    const locked = await lockConfirming(tx, deposit);
    if (locked === null) return false;
    const why = await whyNot(parts, tx, { deposit: locked, senders });
    const isPaid =
      coin.pair === null || truth === 'differs'
        ? await settle(parts, tx, { deposit: locked, truth, coin, why: why.reason })
        : await settleCoin(parts, tx, { deposit: locked, coin, arrived: truth, rate, ...why });
    crashAt('deposit.credited');
    return isPaid;
  });
  crashAt('deposit.committed');
  if (done) await announceBalance(parts, { ownerId: deposit.userId, realm: 'real' });
}

/** Is it final for so short a time that a price may still come? */
async function mayStillBePriced({ clock }: DepositParts, at: ReadNetwork, { blockNo }: MinedDeposit): Promise<boolean> {
  const last = await at.readers[0].block(blockNo + BigInt(at.network.confirmations) - 1n);
  return last !== null && clock.now() - last.time < RATE_WAIT_MS;
}

/** What the chain says of a deposit now: what arrived of it, in the smallest unit. Every node that has its block must have the same. */
async function lookAgain(at: ReadNetwork, deposit: MinedDeposit): Promise<bigint | 'differs' | 'orphaned' | 'wait'> {
  const { blockNo, blockHash } = deposit;
  const place = placeOf(deposit);
  for (const [no, one] of at.readers.entries()) {
    const isFirst = no === 0;
    try {
      const block = await one.block(blockNo);
      if (isFirst && block !== null && block.hash !== blockHash) return 'orphaned';
      // Another that is behind says nothing; one that has another block, or a payment that is not this one, keeps it waiting.
      if (block === null && !isFirst) continue;
      if (block?.hash !== blockHash || !(await one.has(place))) return 'wait';
    } catch (error) {
      if (isFirst) throw error;
    }
  }
  return at.readers[0].arrived(place);
}

const placeOf = ({ txHash, logIndex, blockNo, blockHash, token, address, raw }: MinedDeposit): PaymentPlace => ({
  txHash,
  index: logIndex,
  blockNumber: blockNo,
  blockHash,
  token,
  to: address,
  value: raw,
});

interface Settling {
  readonly deposit: MinedDeposit;
  readonly truth: bigint | 'differs';
  readonly coin: TakenCoin;
  /** Why it is no money of theirs by itself; null: nothing. */
  readonly why: FindingReason | null;
}

/** Moves the money and says so. true: the person has it. */
async function settle(
  parts: DepositParts,
  tx: PoolClient,
  { deposit, truth, coin, why: found }: Settling,
): Promise<boolean> {
  const now = parts.clock.now();
  const { id, userId, network } = deposit;
  const amount = truth === 'differs' ? deposit.amount : ledgerAmount(truth, coin.decimals);
  const reason = truth === 'differs' ? 'differs' : found;
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
    ref: `${network}/${coin.coin}`,
  });
  const apart = () => openAccount(tx, { realm: 'real', kind: 'suspense', ownerId: userId, ref: 'unmatched' });
  if (reason !== null) {
    await postNew(tx, depositHeld({ depositId: id, from, to: await apart(), amount }));
    await write('QUARANTINE', { held: amount });
    return false;
  }
  const { cash } = await openAccounts(tx, { ownerId: userId, realm: 'real' });
  if (amount >= LEAST_DEPOSIT) {
    const { credited, held } = withinRoom(amount, await roomOf(parts, tx, userId));
    if (held === 0n) {
      await postNew(tx, depositCredited({ depositId: id, from, to: cash, amount }));
      await write('CREDITED');
    } else {
      const to = await apart();
      await postNew(
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
  await postNew(tx, depositKept({ depositId: id, from, to: dust, amount }));
  await write('DUST');
  const kept = (await balancesById(tx, [dust])).get(dust) ?? usdt(0n);
  if (kept < LEAST_DEPOSIT) return false;
  await postNew(tx, dustCredited({ depositId: id, from: dust, to: cash, amount: kept }));
  await dustIsCredited(tx, { userId, at: now });
  await tell(tx, deposit, kept);
  return true;
}
