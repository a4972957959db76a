import type { Usdt } from '../../money.ts';
import type { Realm } from '../../realm.ts';
import type { OutcomeNo } from './market.ts';

export type OrderSide = 'BUY' | 'SELL';
export type OrderType = 'LIMIT' | 'MARKET';
/** GTC rests until cancelled, GTD until a time, FAK fills what it can at once, FOK all at once or nothing. */
export type TimeInForce = 'GTC' | 'GTD' | 'FAK' | 'FOK';

export type OrderStatus = 'OPEN' | 'PARTLY_FILLED' | 'FILLED' | 'CANCELLED' | 'EXPIRED';

/**
 * Why an order rests no more without being filled. rest: what a MARKET or FAK order did not fill; netted: shares it sold went into sets
 * with the other outcome, all of those that were not filled; time, cut_off, pause, rules and void are the market's; the others are taken off.
 */
export type OrderEnd =
  | 'user'
  | 'self_trade'
  | 'netted'
  | 'rest'
  | 'time'
  | 'cut_off'
  | 'pause'
  | 'rules'
  | 'void'
  | TakenOff;

/**
 * Why orders are taken off for their owner: a time-out or an exclusion began, the account was blocked or closed, the program that placed them
 * fell silent, or they may not trade the event any more.
 */
export type TakenOff = 'time_out' | 'excluded' | 'shut_out' | 'heartbeat' | 'restricted';

/** Bids and asks of the first outcome (docs/rules/exchange.md#sides). */
export type CanonicalSide = 'bid' | 'ask';

/** A request on a book, as it stands now. Prices in thousandths, shares in lots of 0.01, money in 10^-6, times in ms. */
export interface Order {
  readonly id: string;
  readonly realm: Realm;
  readonly userId: string;
  /** The session or API key that placed it; null or absent: not known. */
  readonly placedBy?: string | null;
  readonly marketId: string;
  /** What the person said. */
  readonly outcome: OutcomeNo;
  readonly side: OrderSide;
  readonly type: OrderType;
  /** Limit of LIMIT, worst price of MARKET: of the outcome said. */
  readonly price: number;
  /** Asked for; null: a market buy by amount. */
  readonly lots: number | null;
  /** Asked for, fee in it; null: not a market buy by amount. */
  readonly amount: Usdt | null;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  /** GTD only. */
  readonly expiresAt: number | null;
  readonly status: OrderStatus;
  readonly end: OrderEnd | null;
  /** Lots filled. */
  readonly filled: number;
  /** Lots that rest on the book; 0 once it has ended. Less than what is not filled where sets took shares of a SELL. */
  readonly resting: number;
  /** Price x lots of its fills: paid by a BUY, received by a SELL, without the fee. */
  readonly turnover: Usdt;
  /** Taker fees paid. */
  readonly fee: Usdt;
  /** Money locked for what rests (BUY); a SELL holds shares, not money. */
  readonly held: Usdt;
  readonly placedAt: number;
  readonly endedAt: number | null;
}

/** How the two orders of a fill changed the sets outstanding: made one, passed one on, or took one back (docs/rules/exchange.md#sets). */
export type FillKind = 'mint' | 'transfer' | 'melt';

/** One party of a fill, as it placed its order: its own outcome, side and price. */
export interface FillParty {
  /** Null: the house maker, whose quotes are no rows. */
  readonly orderId: string | null;
  readonly userId: string;
  readonly outcome: OutcomeNo;
  readonly side: OrderSide;
  /** Of its outcome, thousandths. */
  readonly price: number;
  /** Paid (BUY) or received (SELL), without the fee, 10^-6. */
  readonly turnover: Usdt;
  /** 0 for the maker. */
  readonly fee: Usdt;
}

/** One match between two orders. */
export interface Fill {
  /** `<taker's order>/<n>`, n from 1. */
  readonly id: string;
  readonly marketId: string;
  readonly realm: Realm;
  /** Running number in the market, from 1. */
  readonly no: number;
  readonly kind: FillKind;
  /** Of the first outcome, thousandths: the maker's price. */
  readonly price: number;
  readonly lots: number;
  readonly taker: FillParty;
  readonly maker: FillParty;
  /** How long the maker's order had rested, ms. */
  readonly restedMs: number;
  /** What the maker earns when the market is resolved (journal 24), 10^-6. */
  readonly bonus: Usdt;
  readonly at: number;
}

/** What an owner holds in a market. Kept, with 0 lots, as long as fees or a bonus hang on it. */
export interface Position {
  readonly marketId: string;
  readonly realm: Realm;
  readonly userId: string;
  /** + of the first outcome, - of the second. */
  readonly lots: number;
  /** Lots of it that rest in own SELL orders. */
  readonly reserved: number;
  /** Paid for what is held, taker fees in it, 10^-6. */
  readonly cost: Usdt;
  /** Credit less cost of all that was given up in this market: the sum of its `Realised`. Negative: lost. */
  readonly gained: Usdt;
  /** Taker fees paid in this market: given back on a tie or void. */
  readonly fees: Usdt;
  /** Maker bonus earned, booked when the market is resolved. */
  readonly bonus: Usdt;
  /** Lots that were paid out, where the holders of the market are paid in parts; absent: not paid so. */
  readonly paidLots?: number;
  /** What the house paid for the owner when fills were undone, and has not got back yet, 10^-6; absent: nothing. */
  readonly borne?: Usdt;
}
