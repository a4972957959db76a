import { z } from 'zod';
import { validUntil } from './codecs.ts';

/** Money on the wire: a number as the specification has it, and beside it the exact decimal text. */
const money = z.number();
const moneyText = z.string().regex(/^-?\d+\.\d+$/);
const ms = z.int();

export const recordedMark = z.strictObject({ row: z.int().min(1), ts: ms });

/** Entry or exit of a prediction; `price` in units of the pair, `time` ISO 8601. */
export const tickMark = z.strictObject({
  seq: z.int().min(1),
  time: z.iso.datetime({ precision: 3 }),
  price: z.number(),
  recorded: recordedMark.optional(),
});

export const feedWire = z.strictObject({
  kind: z.enum(['live', 'simulated', 'replay']),
  sources: z.array(
    z.strictObject({
      name: z.string(),
      ageMs: z.number().nullable(),
      /** `away`: it does not answer. `ahead`: its clock is, so its prices do not count. */
      state: z.enum(['live', 'silent', 'connecting', 'away', 'left_out', 'ahead']),
      /** Since when it has not been live, ms; null while it is. */
      since: ms.nullable(),
    }),
  ),
  file: z.string().optional(),
  anchor: ms.optional(),
  firstTs: ms.optional(),
  speed: z.number().optional(),
});

export const pairWire = z.strictObject({
  id: z.string(),
  market: z.enum(['crypto', 'forex', 'comms', 'stocks']),
  name: z.string(),
  base: z.string(),
  quote: z.string(),
  /** Fraction: 0.85. */
  payout: z.number(),
  payouts: z.record(z.string(), z.number()),
  precision: z.int(),
  status: z.enum(['online', 'offline', 'closed']),
  isEnabledPair: z.boolean(),
  nextOpen: z.iso.datetime({ precision: 3 }).nullable(),
  nextClose: z.iso.datetime({ precision: 3 }).nullable(),
  minStake: money,
  /** Taken now: half of the usual while `degraded`. */
  maxStake: money,
  durations: z.array(z.int()),
  price: z.number().nullable(),
  /** When the price was taken in, ms. */
  priceTime: ms.nullable(),
  change24h: z.number().nullable(),
  high24h: z.number().nullable(),
  low24h: z.number().nullable(),
  spark: z.array(z.number()),
  crowd: z.strictObject({ up: z.number() }).nullable(),
  /** Prices come from fewer sources than usual. */
  degraded: z.boolean(),
  /** Translation key suffix of `feed.reason.*`. */
  reason: z.string().nullable(),
  feed: feedWire,
});

export const pairsWire = z.strictObject({
  crypto: z.array(pairWire),
  forex: z.array(pairWire),
  comms: z.array(pairWire),
  stocks: z.array(pairWire),
});

export const barWire = z.strictObject({
  time: ms,
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
});
export const barsWire = z.strictObject({ bars: z.array(barWire) });

export const predictionWire = z.strictObject({
  id: z.string(),
  realm: z.enum(['real', 'demo']),
  pair: z.string(),
  direction: z.enum(['UP', 'DOWN']),
  stake: money,
  stakeStr: moneyText,
  payout: z.number(),
  durationSec: z.int(),
  status: z.enum(['ADMITTED', 'OPEN', 'EXPIRED', 'SETTLED', 'VOID', 'CORRECTED']),
  outcome: z.enum(['WIN', 'LOSE', 'TIE', 'SOLD', 'VOID']).nullable(),
  voidReason: z.string().nullable(),
  admittedAt: z.iso.datetime({ precision: 3 }),
  entry: tickMark.nullable(),
  expiresAt: z.iso.datetime({ precision: 3 }).nullable(),
  exit: tickMark.nullable(),
  profit: money.nullable(),
  profitStr: moneyText.nullable(),
  credit: money.nullable(),
  creditStr: moneyText.nullable(),
});

export const placeBody = z.strictObject({
  pair: z.string().max(20),
  direction: z.enum(['UP', 'DOWN']),
  stake: z.union([z.string().max(20), z.number()]),
  durationSec: z.int().min(1).max(86_400),
  payout: z.number().min(0).max(1),
  validUntil,
});

/** `ticks:<pair>` on the public socket. */
export const tickMessage = z.strictObject({
  price: z.number(),
  priceStr: z.string(),
  time: ms,
  seq: z.int(),
  head: z.string(),
});

/** `balance` on the private socket. */
export const balanceMessage = z.strictObject({
  totalBalance: money,
  totalBalanceStr: moneyText,
  locked: money,
  lockedStr: moneyText,
});

export type PairWire = z.infer<typeof pairWire>;
export type PairsWire = z.infer<typeof pairsWire>;
export type BarWire = z.infer<typeof barWire>;
export type PredictionWire = z.infer<typeof predictionWire>;
export type PlaceBody = z.infer<typeof placeBody>;
export type TickMessage = z.infer<typeof tickMessage>;
export type BalanceMessage = z.infer<typeof balanceMessage>;
