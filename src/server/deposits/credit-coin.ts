import type { PoolClient } from 'pg';
import { unitsFor, worthOf, type CoinRate } from '#domain/deposits/conversion.ts';
import { LEAST_DEPOSIT, withinRoom, type FindingReason } from '#domain/deposits/rules.ts';
import { dustCredited } from '#domain/ledger/deposit-entries.ts';
import { coinCredited, coinHeld, coinKept, type CoinUnits } from '#domain/ledger/coin-entries.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import { openAccounts, postNew } from '#server/ledger/index.ts';
import { balancesById } from '#server/ledger/accounts.ts';
import { coinAccount, exchangeOf } from './coin-accounts.ts';
import type { TakenCoin } from './coins.ts';
import type { DepositParts } from './parts.ts';
import { roomOf, tell } from './settling.ts';
import { dustIsCredited, writeState, type MinedDeposit } from './store.ts';

interface Settling {
  readonly deposit: MinedDeposit;
  readonly coin: TakenCoin;
  /** In its smallest unit. */
  readonly arrived: bigint;
  /** null: nothing says what it is worth. */
  readonly rate: CoinRate | null;
  /** Why it is no money of theirs by itself; null: nothing. */
  readonly reason: FindingReason | null;
  /** Who sent it, as far as anybody asks. */
  readonly sender: string | null;
}

/** Journals 2, 3 and 4 of a coin whose price moves. true: the person has money of it. */
export async function settleCoin(parts: DepositParts, tx: PoolClient, settling: Settling): Promise<boolean> {
  const { deposit, coin, arrived, rate, sender } = settling;
  const { id: depositId, userId, network } = deposit;
  const units = arrived as CoinUnits;
  const worth = rate === null ? usdt(0n) : worthOf(arrived, rate);
  const reason = settling.reason ?? (rate === null ? 'unpriced' : null);
  const write = (
    state: 'CREDITED' | 'DUST' | 'QUARANTINE',
    {
      held = usdt(0n),
      heldUnits = 0n,
      why = null,
    }: { held?: Usdt; heldUnits?: bigint; why?: FindingReason | null } = {},
  ) =>
    writeState(tx, {
      id: depositId,
      state,
      amount: worth,
      held,
      at: parts.clock.now(),
      coin: { rate, held: heldUnits, sender },
      ...(why === null ? {} : { reason: why }),
    });
  if (reason === 'reorg' || reason === 'replaced') {
    // What it spends was credited before: no money moves.
    await write('QUARANTINE', { why: reason });
    return false;
  }
  const { coin: asset } = coin;
  const from = await coinAccount(tx, { asset, kind: 'treasury_deposit', ownerId: null, ref: `${network}/${asset}` });
  const apart = () => coinAccount(tx, { asset, kind: 'suspense', ownerId: userId, ref: 'unmatched' });
  const hold = async (why: FindingReason) => {
    await postNew(tx, coinHeld({ depositId, from, to: await apart(), units }));
    await write('QUARANTINE', { held: worth, heldUnits: arrived, why });
    return false;
  };
  if (reason !== null || rate === null) return hold(reason ?? 'unpriced');
  const exchange = await exchangeOf(tx, asset);
  const { cash } = await openAccounts(tx, { ownerId: userId, realm: 'real' });
  if (worth >= LEAST_DEPOSIT) {
    const { credited } = withinRoom(worth, await roomOf(parts, tx, userId));
    if (credited === 0n) return hold('over_limit');
    const paid = credited === worth ? arrived : unitsFor(credited, rate);
    const heldUnits = arrived - paid;
    const held = heldUnits === 0n ? null : { to: await apart(), units: heldUnits as CoinUnits };
    await postNew(
      tx,
      coinCredited({ depositId, from, exchange, units: paid as CoinUnits, to: cash, amount: credited, held }),
    );
    await (credited === worth
      ? write('CREDITED')
      : write('QUARANTINE', { held: usdt(worth - credited), heldUnits, why: 'over_limit' }));
    await tell(tx, deposit, credited);
    return true;
  }
  const dust = await coinAccount(tx, { asset: 'USDT', kind: 'suspense', ownerId: userId, ref: 'dust' });
  if (worth === 0n) {
    // Less than the ledger can count in dollars stays what it is.
    await postNew(tx, coinHeld({ depositId, from, to: await apart(), units }));
    await write('DUST', { heldUnits: arrived });
    return false;
  }
  await postNew(tx, coinKept({ depositId, from, exchange, units, to: dust, amount: worth }));
  await write('DUST');
  const kept = (await balancesById(tx, [dust])).get(dust) ?? usdt(0n);
  if (kept < LEAST_DEPOSIT) return false;
  await postNew(tx, dustCredited({ depositId, from: dust, to: cash, amount: kept }));
  await dustIsCredited(tx, { userId, at: parts.clock.now() });
  await tell(tx, deposit, kept);
  return true;
}
