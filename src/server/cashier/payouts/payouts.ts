import assert from 'node:assert/strict';
import type { PoolClient } from 'pg';
import { payWithdrawal, payWithdrawalInCoin } from '#server/ledger/withdrawals.ts';
import { record } from '#server/facts/index.ts';
import type { CashierParts, WithdrawParts } from '../parts.ts';
import type { Payouts, ToPay } from './contract.ts';
import {
  commitTo,
  dueWithdrawals,
  findToPay,
  findWallet,
  insertWallet,
  sendToReview,
  setPaused,
  writeFailed,
  writePaid,
  writeSent,
} from './store-payouts.ts';

const never = () => Promise.resolve(false);
/** For whoever asks for withdrawals and pays none, and for tests. */
export const UNGUARDED = { payoutsHeld: never, isListedAddress: never };

/** Withdrawals, as who sends money sees them. */
export function createPayouts({
  clock,
  payoutsHeld,
  isListedAddress,
}: Pick<WithdrawParts, 'payoutsHeld' | 'isListedAddress'> & {
  readonly clock: Pick<CashierParts['clock'], 'now'>;
}): Payouts {
  /** Journal, end and fact of one that is final. */
  async function end(
    tx: PoolClient,
    sent: { readonly id: string; readonly txHash: string },
    pay: (of: ToPay, money: Pick<ToPay, 'amount' | 'fee'> & { withdrawalId: string; ownerId: string }) => Promise<void>,
  ): Promise<void> {
    const [of] = await findToPay(tx, [sent.id]);
    assert(of, `no withdrawal ${sent.id}`);
    await writePaid(tx, { ...sent, now: clock.now() });
    const { id: withdrawalId, userId: ownerId, amount, fee } = of;
    await pay(of, { withdrawalId, ownerId, amount, fee });
    await record(tx, [{ kind: 'withdrawal.paid', userId: ownerId, withdrawalId, amount: amount.toString() }]);
  }
  return {
    walletOf: findWallet,
    openWallet: (tx, wallet) => insertWallet(tx, { ...wallet, now: clock.now() }),
    pause: setPaused,
    async due(db, network, limit) {
      const due: ToPay[] = [];
      // Staff may have stopped a person's money since.
      for (const one of await dueWithdrawals(db, network, limit))
        if (!(await payoutsHeld(db, one.userId))) due.push(one);
      return due;
    },
    find: findToPay,
    async commit(tx, due) {
      const [of] = await findToPay(tx, [due.id]);
      // A list may have come since it was approved.
      if (of === undefined || !(await isListedAddress(tx, of.to))) return commitTo(tx, due);
      await sendToReview(tx, due);
      return false;
    },
    async sent(db, sent) {
      await writeSent(db, { ...sent, now: clock.now() });
    },
    paid: (tx, sent) =>
      end(tx, sent, (of, money) => payWithdrawal(tx, { ...money, wallet: `${of.network}/${of.coin}` })),
    paidInCoin: (tx, { chainFee, ...sent }) =>
      end(tx, sent, ({ network, coin, units }, money) => {
        assert(
          units !== null && (coin === 'BTC' || coin === 'LTC'),
          `withdrawal ${sent.id} is in no coin with a price`,
        );
        return payWithdrawalInCoin(tx, money, { network, coin, units, chainFee });
      }),
    async failed(tx, { id, run }) {
      await writeFailed(tx, { id, run, state: run === 1 ? 'APPROVED' : 'REVIEW' });
    },
  };
}
