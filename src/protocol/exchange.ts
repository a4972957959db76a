import { z } from 'zod';
import { isoTime, money, moneyText, validUntil } from './codecs.ts';

/** A price of a share: 0.001 to 0.999, at most three decimals, of the outcome named beside it. */
const sharePrice = z.number().min(0).max(1);
/** Shares in lots of 0.01. */
const shares = z.number().min(0);

export const ROUND_WINDOWS = ['5m', '15m', '1h', '4h', '1d'] as const;
/** Life of a round; SETTLED and VOIDED are its ends. */
export const MARKET_STATUS = ['SCHEDULED', 'OPEN', 'PAUSED', 'CUT_OFF', 'ENDED', 'SETTLED', 'VOIDED'] as const;

/** Best prices of the first outcome; null on a side without orders. `mid` needs both. */
export const topWire = z.strictObject({
  bid: sharePrice.nullable(),
  ask: sharePrice.nullable(),
  mid: sharePrice.nullable(),
});

/** One round of a pair. `target` and `value` are averages, rounded to the decimals of the pair; who won is decided by the exact ones. */
export const roundWire = z.strictObject({
  marketId: z.string(),
  realm: z.enum(['real', 'demo']),
  pair: z.string(),
  window: z.enum(ROUND_WINDOWS),
  windowSec: z.int(),
  /** From here on orders are taken. */
  opensAt: isoTime,
  startsAt: isoTime,
  endsAt: isoTime,
  /** From here on no orders are taken, and resting ones expire. */
  cutOffAt: isoTime,
  status: z.enum(MARKET_STATUS),
  /** The average before the start: what the end is compared with. null before it is known. */
  target: z.number().nullable(),
  targetStr: z.string().nullable(),
  /** The average before the end, as far as it has come; null until its first tick. */
  value: z.number().nullable(),
  valueStr: z.string().nullable(),
  up: topWire,
  /** Shares that changed hands. */
  volume: shares,
  outcome: z.enum(['UP', 'DOWN', 'TIE', 'VOID']).nullable(),
  voidReason: z.string().nullable(),
  /** What a share of UP paid: 1, 0, 0.5 on a tie, the void value; null while open. */
  upPays: sharePrice.nullable(),
  /** The house quotes now; false: "no quotes now". */
  quoted: z.boolean(),
});

export const roundsWire = z.strictObject({ items: z.array(roundWire) });

/** What the books of the rounds under way say of each pair: the middle of the price of Up. A pair without both sides is not named. */
export const chancesWire = z.strictObject({ items: z.array(z.strictObject({ pair: z.string(), up: sharePrice })) });

/** Steps of a price: from `from` up to the next entry it moves by `step`. */
export const priceStepsWire = z.array(z.strictObject({ from: sharePrice, step: sharePrice }));

export const marketWire = z.strictObject({
  id: z.string(),
  realm: z.enum(['real', 'demo']),
  kind: z.enum(['round', 'event']),
  status: z.enum(MARKET_STATUS),
  /** In order: the first is the one whose book is kept. */
  outcomes: z.array(z.strictObject({ id: z.string(), pays: sharePrice.nullable() })),
  opensAt: isoTime,
  cutOffAt: isoTime,
  endsAt: isoTime,
  lowestPrice: sharePrice,
  highestPrice: sharePrice,
  priceSteps: priceStepsWire,
  lot: shares,
  /** Fewest shares of a LIMIT order. */
  minShares: shares,
  /** Least money of a market buy by amount. */
  minAmount: money,
  minAmountStr: moneyText,
  /** Taker fee = feeRate x shares x p(1-p), rounded up to 0.000001. */
  feeRate: z.number(),
  volume: shares,
  top: topWire,
  round: roundWire.nullable(),
});

const level = z.strictObject({
  price: sharePrice,
  shares,
  /** Orders at the level. */
  orders: z.int(),
});

/** Levels of the first outcome, best price first. `seq` grows by one with each change of the book. */
export const bookWire = z.strictObject({
  marketId: z.string(),
  seq: z.int().min(0),
  time: isoTime,
  status: z.enum(MARKET_STATUS),
  quoted: z.boolean(),
  bids: z.array(level),
  asks: z.array(level),
});

/** A match as everybody sees it; `side` and `outcome` are the taker's. */
export const publicFillWire = z.strictObject({
  id: z.string(),
  marketId: z.string(),
  time: isoTime,
  outcome: z.string(),
  side: z.enum(['BUY', 'SELL']),
  price: sharePrice,
  shares,
});

/** Price history of the first outcome: the last fill of each step of time. */
export const marketHistoryWire = z.strictObject({
  items: z.array(z.strictObject({ time: isoTime, price: sharePrice, shares })),
});

/** What a market is about, on own rows: enough for a table without asking for the market. */
export const marketLabel = z.strictObject({
  marketId: z.string(),
  kind: z.enum(['round', 'event']),
  pair: z.string().nullable(),
  window: z.enum(ROUND_WINDOWS).nullable(),
  startsAt: isoTime.nullable(),
  endsAt: isoTime,
});

export const ORDER_STATUS = ['OPEN', 'PARTLY_FILLED', 'FILLED', 'CANCELLED', 'EXPIRED'] as const;
/**
 * Why an order rests no more: netted = shares it sold went into sets with the other outcome; rest = what met nobody at once; time_out, excluded,
 * shut_out = its owner may place none now; heartbeat = the program that placed it fell silent; restricted = its owner may not trade the event.
 */
export const ORDER_END = [
  'user',
  'self_trade',
  'netted',
  'rest',
  'time',
  'cut_off',
  'pause',
  'rules',
  'void',
  'time_out',
  'excluded',
  'shut_out',
  'heartbeat',
  'restricted',
] as const;

export const orderWire = z.strictObject({
  id: z.string(),
  realm: z.enum(['real', 'demo']),
  market: marketLabel,
  outcome: z.string(),
  side: z.enum(['BUY', 'SELL']),
  type: z.enum(['MARKET', 'LIMIT']),
  /** Of LIMIT: its price; of MARKET: the worst price it takes. Of the outcome named. */
  price: sharePrice,
  /** Asked for; null: a market buy by amount. */
  shares: shares.nullable(),
  /** Asked for; null: not a market buy by amount. */
  amount: money.nullable(),
  amountStr: moneyText.nullable(),
  timeInForce: z.enum(['GTC', 'GTD', 'FAK', 'FOK']),
  postOnly: z.boolean(),
  expiresAt: isoTime.nullable(),
  status: z.enum(ORDER_STATUS),
  endReason: z.enum(ORDER_END).nullable(),
  filled: shares,
  /** Still resting: less than what is not filled where sets took shares of a sale. */
  remaining: shares,
  averagePrice: z.number().nullable().describe('Price a share of what was filled; fees are not in it.'),
  /** Money locked for what rests. */
  held: money,
  heldStr: moneyText,
  fee: money,
  feeStr: moneyText,
  placedAt: isoTime,
  endedAt: isoTime.nullable(),
});

/** A fill of an own order. `money` is paid by a buyer and received by a seller, without the fee. */
export const fillWire = z.strictObject({
  id: z.string(),
  orderId: z.string(),
  realm: z.enum(['real', 'demo']),
  market: marketLabel,
  time: isoTime,
  outcome: z.string(),
  side: z.enum(['BUY', 'SELL']),
  role: z.enum(['maker', 'taker']),
  price: sharePrice,
  shares,
  money,
  moneyStr: moneyText,
  fee: money,
  feeStr: moneyText,
  undone: z
    .boolean()
    .describe('It was made when what decided the event was there to be seen: shares, money and the fee went back.'),
});

export const placedOrderWire = z.strictObject({ ...orderWire.shape, fills: z.array(fillWire) });

export const positionWire = z.strictObject({
  realm: z.enum(['real', 'demo']),
  market: marketLabel,
  status: z.enum(MARKET_STATUS),
  outcome: z.string(),
  shares,
  /** Not in sell orders. */
  free: shares,
  averagePrice: z.number().nullable().describe('Cost a share; fees are in it.'),
  /** Paid for what is held; of an ended market: for all that was ever held there. Fees in it. */
  cost: money,
  costStr: moneyText,
  pays: sharePrice
    .nullable()
    .describe(
      'What each share paid at the end: 1 won, 0 lost, between them on the same price (a round: 0.5) or void; null while open.',
    ),
  /** What came back, sales before the end in it; null while open. */
  credit: money.nullable(),
  creditStr: moneyText.nullable(),
  profit: money.nullable(),
  profitStr: moneyText.nullable(),
});

/** What somebody may leave a market with since its rules were clarified. */
export const leavingWire = z.strictObject({
  outcome: z.string(),
  shares: shares.describe('Held when the rules were clarified, and in no sell order now.'),
  price: sharePrice.describe('Of each, without a fee.'),
  money: money.describe('Shares x price.'),
  moneyStr: moneyText,
  until: isoTime,
});
export type LeavingWire = z.infer<typeof leavingWire>;

/** A beat: how long the orders of this session or key may rest without another one, s; 0 ends it, and they rest as any. */
export const heartbeatBody = z.strictObject({
  seconds: z.union([z.literal(0), z.int().min(5).max(300)]),
});

/** `until`: when they end if no other beat comes; null: they rest as any. */
export const heartbeatWire = z.strictObject({ seconds: z.int(), until: isoTime.nullable() });

export const cancelledWire = z.strictObject({ items: z.array(orderWire) });

/** A decimal as people send it; read exactly, never as a float. */
export const decimal = z.union([z.string().max(20), z.number()]);
const limitFields = {
  marketId: z.string().min(1).max(100),
  outcome: z.string().min(1).max(40),
  side: z.enum(['BUY', 'SELL']),
  validUntil,
};

/** `POST /orders`. */
export const orderBody = z.discriminatedUnion('type', [
  z.strictObject({
    ...limitFields,
    type: z.literal('LIMIT'),
    price: decimal,
    shares: decimal,
    timeInForce: z.enum(['GTC', 'GTD', 'FAK', 'FOK']).optional(),
    expiresAt: isoTime
      .describe('With GTD only: when what rests ends. Nothing rests behind the cut-off, which is answered then.')
      .optional(),
    postOnly: z.boolean().optional(),
  }),
  z.strictObject({
    ...limitFields,
    type: z.literal('MARKET'),
    /** A buy: money, fee in it. */
    amount: decimal.optional(),
    shares: decimal.optional(),
    worstPrice: decimal,
    timeInForce: z.enum(['FAK', 'FOK']).optional(),
  }),
]);

export type RoundWire = z.infer<typeof roundWire>;
export type RoundsWire = z.infer<typeof roundsWire>;
export type ChancesWire = z.infer<typeof chancesWire>;
export type MarketWire = z.infer<typeof marketWire>;
export type TopWire = z.infer<typeof topWire>;
export type BookWire = z.infer<typeof bookWire>;
export type PublicFillWire = z.infer<typeof publicFillWire>;
export type MarketHistoryWire = z.infer<typeof marketHistoryWire>;
export type MarketLabel = z.infer<typeof marketLabel>;
export type OrderWire = z.infer<typeof orderWire>;
export type FillWire = z.infer<typeof fillWire>;
export type PlacedOrderWire = z.infer<typeof placedOrderWire>;
export type PositionWire = z.infer<typeof positionWire>;
export type OrderBody = z.infer<typeof orderBody>;
