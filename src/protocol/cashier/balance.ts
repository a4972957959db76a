import { z } from 'zod';
import { money, moneyText } from '../codecs.ts';

/**
 * available: can be staked now. stakes: in open predictions and orders. shares: what shares in open rounds cost. payments and withdrawals: on
 * their way. held_deposits: too little yet, or with people who decide. bonus: to be played with, and not withdrawn.
 */
export const BALANCE_PARTS = [
  'available',
  'stakes',
  'shares',
  'payments',
  'withdrawals',
  'held_deposits',
  'bonus',
] as const;

export const balanceWire = z.strictObject({
  /** The sum of the parts. */
  total: money,
  totalStr: moneyText,
  parts: z.array(z.strictObject({ part: z.enum(BALANCE_PARTS), amount: money, amountStr: moneyText })),
  /** What was deposited and has to be played once. */
  required: money,
  requiredStr: moneyText,
  /** What of it is played. */
  played: money,
  playedStr: moneyText,
  toPlay: money,
  toPlayStr: moneyText,
  /** What of the available money may leave, as far as playing it goes. */
  free: money,
  freeStr: moneyText,
});
export type BalanceWire = z.infer<typeof balanceWire>;

export const pricesWire = z.strictObject({
  /** What one coin is credited with. */
  prices: z.array(z.strictObject({ coin: z.string(), price: money, priceStr: moneyText })),
});

export const cashierConfigWire = z.strictObject({
  /** What balances are in. */
  currency: z.literal('USDT'),
  /** Bonuses that are given now; there may be none. */
  bonuses: z.array(z.strictObject({ type: z.string() })),
});
