import assert from 'node:assert/strict';
import type { PoolClient } from 'pg';
import { bankrollIn } from '#domain/ledger/entries.ts';
import { houseMakerFunded } from '#domain/ledger/exchange-entries.ts';
import type { Journal } from '#domain/ledger/journal.ts';
import { usdt } from '#domain/money.ts';
import type { Usdt } from '#domain/money.ts';
import { bankFor } from '#domain/trading/exposure.ts';
import { openAccount } from './accounts.ts';
import { makerAccounts } from './exchange-accounts.ts';
import { lockAccounts, postedTransfers, postNew } from './post.ts';

/** Real money of the house that is moved by hand. `refId` names the request: it is done once. */
interface HouseMove {
  readonly amount: Usdt;
  readonly refId: string;
}

/** 'other': the request was posted before, with another amount. `most`: what the giving side can give now, 10^-6. */
export type HouseMoved = 'posted' | 'repeat' | 'other' | { readonly most: Usdt };

/** Journal 39, in: money of the house that stands in its bank is its bank roll from now on. */
export async function bringBankroll(tx: PoolClient, { amount, refId }: HouseMove): Promise<HouseMoved> {
  const house = { realm: 'real', ownerId: null, ref: '' } as const;
  const bank = await openAccount(tx, { ...house, kind: 'bank' });
  const houseBank = await openAccount(tx, { ...house, kind: 'house_bank' });
  await lockAccounts(tx, [bank, houseBank]);
  return once(tx, bankrollIn({ refId, bank, houseBank, amount }), null);
}

/**
 * Journal 43: from the bank roll to the house maker of a shard, or back. The bank roll keeps what the worst case of the shard's open
 * predictions, `exposure`, needs with the reserve (percent): to fund, the caller holds the shard, whose next batch waits until the transaction ends.
 */
export async function moveMakerFunds(
  tx: PoolClient,
  move: HouseMove & { readonly shard: number } & (
      | { readonly way: 'fund'; readonly exposure: Usdt; readonly reserve: bigint }
      | { readonly way: 'return' }
    ),
): Promise<HouseMoved> {
  const { shard, amount, way } = move;
  const kept = move.way === 'fund' ? bankFor(move.exposure, move.reserve) : usdt(0n);
  const { cash } = await makerAccounts(tx, { realm: 'real', shard });
  const bank = await openAccount(tx, { realm: 'real', ownerId: null, kind: 'house_bank', ref: '' });
  const [from, to] = way === 'fund' ? [bank, cash] : [cash, bank];
  const account = (await lockAccounts(tx, [from, to])).get(from);
  assert(account);
  const held = account.credits - account.debits;
  const journal = houseMakerFunded({ realm: 'real', refId: `${shard}/${move.refId}`, from, to, amount });
  return once(tx, journal, usdt(held > kept ? held - kept : 0n));
}

/** Posts a journal of one transfer unless its name was used before. `most`: what the giving side can give, 10^-6; null: it comes from outside. */
async function once(tx: PoolClient, journal: Journal, most: Usdt | null): Promise<HouseMoved> {
  const [is] = journal.transfers;
  assert(is);
  const known = await postedTransfers(tx, journal);
  if (known !== null) {
    const [was] = known;
    const same = was?.amount === is.amount && was.debit === is.debit && was.credit === is.credit;
    return same ? 'repeat' : 'other';
  }
  if (most !== null && is.amount > most) return { most };
  await postNew(tx, journal);
  return 'posted';
}
