import { REFUSAL_WORDS } from '#domain/cashier/reviews.ts';
import type { WithdrawalState } from '#domain/cashier/withdrawals.ts';
import { usdt } from '#domain/money.ts';
import { coinText } from '#domain/treasury/coin-amounts.ts';
import { moneyPair, priceToText, toIso } from '#protocol/codecs.ts';
import type { TransactionWire } from '#protocol/cashier/cashier.ts';
import { addressNetwork } from '../addresses/networks.ts';
import type { WithdrawParts } from '../parts.ts';
import type { Withdrawal } from './store-withdrawals.ts';

const STATUS: Readonly<Record<WithdrawalState, TransactionWire['status']>> = {
  REVIEW: 'HELD',
  APPROVED: 'HELD',
  SIGNED: 'HELD',
  BROADCAST: 'HELD',
  PAID: 'DONE',
  CANCELLED: 'RECALLED',
  REJECTED: 'RECALLED',
};

/** A withdrawal as its person sees it. Why it waits for people is theirs: of a person's own it says that it is reviewed. */
export function withdrawalWire({ networks }: Pick<WithdrawParts, 'networks'>, of: Withdrawal): TransactionWire {
  const { id, network, token, address, tag, state, amount, fee, told, txHash, coins } = of;
  const place = addressNetwork(networks, network);
  const explorer = place?.explorer ?? null;
  return {
    id,
    type: 'withdrawal',
    direction: 'out',
    status: STATUS[state],
    ...moneyPair('amount', usdt(-(amount + fee))),
    at: toIso(of.requestedAt),
    recallUntil: null,
    other: null,
    note: null,
    sandbox: false,
    withdrawal: {
      state,
      network: place?.name ?? network,
      token,
      address,
      tag,
      txHash,
      txLink: txHash === null || explorer === null ? null : `${explorer}/tx/${txHash}`,
      told: REFUSAL_WORDS.find((word) => word === told) ?? null,
      ...moneyPair('fee', fee),
      ...moneyPair('receive', amount),
      coins: coins === null ? null : coinText(coins.units),
      rate: coins === null ? null : priceToText(coins.rate.price, coins.rate.scale),
    },
    deposit: null,
  };
}
