import { z } from 'zod';
import { money, moneyText } from './codecs.ts';

/** How far back statistics look, days. */
export const STATISTICS_DAYS = ['7', '30', '90', '365'] as const;

/** Predictions that ended in the span. */
const tally = {
  /** Ended: won, lost, sold, same price, and void. */
  count: z.int(),
  won: z.int(),
  lost: z.int(),
  sold: z.int(),
  /** Same price, and void: the stake came back. */
  refunded: z.int(),
  stake: money,
  stakeStr: moneyText,
  /** Came back less was staked. */
  result: money,
  resultStr: moneyText,
  /** House edge of those that won or lost: stake x (1 - payout) / 2. */
  edge: money,
  edgeStr: moneyText,
};

export const statisticsWire = z.strictObject({
  days: z.int(),
  total: z.strictObject(tally),
  /** Most first. */
  pairs: z.array(z.strictObject({ pair: z.string(), ...tally })),
  /** Shortest first. */
  durations: z.array(z.strictObject({ durationSec: z.int(), ...tally })),
  rounds: z.strictObject({
    /** Markets in which shares were sold or paid; those with a profit. */
    count: z.int(),
    won: z.int(),
    cost: money,
    costStr: moneyText,
    result: money,
    resultStr: moneyText,
    /** Paid as the taker of fills; part of the result already. */
    fee: money,
    feeStr: moneyText,
  }),
  /** Predictions and rounds together, by day UTC, oldest first; days without any are left out. */
  byDay: z.array(z.strictObject({ day: z.iso.date(), count: z.int(), result: money, resultStr: moneyText })),
});

export type StatisticsWire = z.infer<typeof statisticsWire>;
