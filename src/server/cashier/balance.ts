import type { z } from 'zod';
import { freeToLeave, leftToPlay } from '#domain/cashier/played.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import { moneyPair } from '#protocol/codecs.ts';
import type { BalanceWire, pricesWire } from '#protocol/cashier/balance.ts';
import type { OpenNetwork } from '#server/networks/index.ts';
import { ownParts } from '#server/ledger/store-money.ts';
import type { CashierParts } from './parts.ts';
import { balanceToPlay } from './free.ts';
import type { PlayedParts } from './played.ts';

/** All that is a person's, part by part. The total is the sum of the parts, so that they always add up. */
export async function balanceOf(
  { db, sharesCost }: Pick<CashierParts, 'db'> & PlayedParts,
  userId: string,
): Promise<BalanceWire> {
  const own = await ownParts(db, userId);
  const shares = await sharesCost(db, userId);
  const { balance } = await balanceToPlay(db, userId);
  const { required, played } = balance;
  const parts: readonly (readonly [BalanceWire['parts'][number]['part'], Usdt])[] = [
    ['available', own.user_cash],
    ['stakes', own.user_locked],
    ['shares', shares],
    ['payments', own.payment_hold],
    ['withdrawals', own.withdraw_hold],
    ['held_deposits', own.suspense],
    ['bonus', usdt(own.user_bonus + own.user_bonus_locked)],
  ];
  const total = usdt(parts.reduce((sum, [, amount]) => sum + amount, 0n));
  return {
    ...moneyPair('total', total),
    parts: parts.map(([part, amount]) => ({ part, ...moneyPair('amount', amount) })),
    ...moneyPair('required', required),
    ...moneyPair('played', played < required ? played : required),
    ...moneyPair('toPlay', leftToPlay(balance)),
    ...moneyPair('free', freeToLeave(own.user_cash, balance)),
  };
}

const ONE = usdt(1_000_000n);

/** Every coin that is taken counts as a dollar; none is taken where no network is used. */
export function pricesOf(places: readonly OpenNetwork[]): z.infer<typeof pricesWire> {
  const coins = [...new Set(places.flatMap(({ network }) => network.tokens.map(({ coin }) => coin)))];
  return { prices: coins.map((coin) => ({ coin, ...moneyPair('price', ONE) })) };
}
