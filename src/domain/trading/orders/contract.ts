/** What the engine gives to the exchange and gets from it. All of it is data, except for the look-ups of `OrderMoment`. */
import type { Pause } from '../../settings/modes.ts';
import type { TradingEligibility } from '../../identity/trading-eligibility.ts';
import type { AccountId } from '../../ledger/account-id.ts';
import type { Journal } from '../../ledger/journal.ts';
import type { Usdt } from '../../money.ts';
import type { Realm } from '../../realm.ts';
import type { Refusal } from '../../refusals.ts';
import type { LinkedEnd } from './linked.ts';
import type { Market, MarketEvent, MarketResult, OutcomeNo } from './market.ts';
import type { Fill, Order, OrderSide, OrderType, Position, TakenOff, TimeInForce, CanonicalSide } from './order.ts';

/** Owner of the house maker's quotes, fills and positions. */
export const HOUSE = 'HOUSE';

/** Owner of what people left to the house when rules were clarified: apart from HOUSE, so that quotes do not follow from it. Its money is the same. */
export const LEFT = 'LEFT';

/** Is it no person? */
export function isHouse(userId: string): boolean {
  return userId === HOUSE || userId === LEFT;
}

/** A request to place an order. Its id was drawn outside. Prices in thousandths, lots of 0.01 share, money in 10^-6. */
export interface PlaceOrder {
  readonly kind: 'place';
  readonly id: string;
  readonly realm: Realm;
  readonly userId: string;
  /** The session or API key that asks. */
  readonly placedBy?: string;
  readonly marketId: string;
  readonly outcome: OutcomeNo;
  readonly side: OrderSide;
  readonly type: OrderType;
  /** LIMIT: the limit; MARKET: the worst price taken. Of the outcome said. */
  readonly price: number;
  /** Null exactly for a market buy by amount. */
  readonly lots: number | null;
  readonly amount: Usdt | null;
  /** MARKET: FAK or FOK. */
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  /** GTD: when it expires, ms; else null. */
  readonly expiresAt: number | null;
  /** What holds the person back; asked of real money only. */
  readonly eligibility: TradingEligibility | null;
}

/** Somebody leaves a market whose rules were clarified. */
export interface LeaveMarket {
  readonly kind: 'leave';
  readonly id: string;
  readonly realm: Realm;
  readonly userId: string;
  readonly placedBy?: string;
  readonly marketId: string;
  /** What was held when they were, less what has left since: + lots of the first outcome, - of the second. */
  readonly heldLots: number;
}

/** What is done with full sets of a linked market: made, taken back, or NO of one outcome turned into YES of all others, and back. */
export type SetMove = 'mint' | 'melt' | 'to_yes' | 'to_no';

/** Somebody asks for a move of full sets (docs/rules/exchange.md#sets-of-linked-markets). */
export interface MoveSets {
  readonly kind: 'sets';
  readonly id: string;
  readonly realm: Realm;
  readonly userId: string;
  /** Of any outcome; of `to_yes` and `to_no` the one whose NO it is. */
  readonly marketId: string;
  /** Every book of the event in the order of its outcome, ordered on or not; none: it stands alone. */
  readonly books: readonly string[];
  readonly move: SetMove;
  readonly lots: number;
  readonly eligibility: TradingEligibility | null;
}

/** A move of full sets that was made. */
export interface SetsMoved extends Pick<MoveSets, 'id' | 'realm' | 'userId' | 'marketId' | 'move' | 'lots'> {
  readonly linkedTo: string;
  /** What it cost, 10^-6; negative: what it brought. */
  readonly paid: Usdt;
  readonly at: number;
}

/**
 * Splits the outcome that stands for the rest of a linked event, in one realm (decision 0260): new outcomes come out of it, and whoever held it
 * holds as much of each of them too. A repeat is no change. Throws while one of the books takes orders.
 */
export interface SplitOutcome {
  readonly kind: 'split';
  /** Of the split. */
  readonly id: string;
  readonly realm: Realm;
  readonly linkedTo: string;
  /** Every book that was there before, in the order of its outcome, ordered on or not. */
  readonly books: readonly string[];
  /** The one of them that is split. */
  readonly from: string;
  /** The new books. `part`: how much of what the split outcome cost goes with each, thousandths; all together less than 1,000. */
  readonly into: readonly { readonly book: string; readonly part: number }[];
}

/** A split that was made. */
export interface OutcomeSplit extends Pick<SplitOutcome, 'id' | 'realm' | 'linkedTo' | 'from'> {
  readonly at: number;
  /** By how much each holding has grown: + of the first outcome, - of the second. */
  readonly grown: readonly { readonly marketId: string; readonly userId: string; readonly lots: number }[];
}

/** While people may leave a market at a fair price: that of the first outcome (thousandths), until when (ms), and the most that the house may lose by it. */
export interface Exit {
  readonly price: number;
  readonly until: number;
  readonly cap: Usdt;
}

export type OrderCommand =
  | PlaceOrder
  | LeaveMarket
  | MoveSets
  /** Of an order that is not theirs: NotFound. One that has ended is answered as it is. */
  | { readonly kind: 'cancel'; readonly realm: Realm; readonly userId: string; readonly orderId: string }
  /** All own resting orders; `marketId` null: of all markets; `placedBy`: of one session or key alone. `because`: what ends them. */
  | {
      readonly kind: 'cancel_all';
      readonly realm: Realm;
      readonly userId: string;
      readonly marketId: string | null;
      readonly placedBy?: string;
      readonly because: 'user' | TakenOff;
    }
  /** Timer: GTD orders whose time has come at `at` (ms): named before the batch, so that nobody else's accounts are needed. */
  | { readonly kind: 'expire_due'; readonly at: number }
  /** Steps of a market before its end. Expires what rests where the table says so; an event that the table does not have is no change. */
  | {
      readonly kind: 'market';
      readonly marketId: string;
      readonly event: Exclude<MarketEvent, 'settle' | 'void'>;
    }
  /** Pays a market's pool out: SETTLED on WON and TIE, VOIDED on VOID. A repeat is no change. Throws for a book of a linked market. */
  | { readonly kind: 'settle'; readonly marketId: string; readonly result: MarketResult }
  /** Pays these holders of a market that has ended, before 'settle' pays the others: a batch of 100,000 would hold up everybody. */
  | PayHolders
  | UndoFills
  | SplitOutcome
  | SettleLinked;

/** A repeat is no change; nor is it while the market still takes orders. */
export interface PayHolders {
  readonly kind: 'pay';
  readonly marketId: string;
  readonly result: MarketResult;
  readonly owners: readonly string[];
}

/** Takes the newest fills of a market that has ended back, before it is paid: they were made when what decides it was there to be seen. */
export interface UndoFills {
  readonly kind: 'undo';
  readonly marketId: string;
  /** The newest first, without a gap. Those that were undone are passed over. */
  readonly fills: readonly Fill[];
}

/** A fill that was undone. */
export interface UndoneFill extends Pick<Fill, 'id' | 'marketId' | 'realm' | 'no' | 'lots'> {
  readonly at: number;
}

/** Ends all books of a linked market in one realm at once, so that a full set gets 1.00 whatever the end. A repeat is no change. */
export interface SettleLinked {
  readonly kind: 'settle_linked';
  readonly linkedTo: string;
  readonly realm: Realm;
  /** Every book in the order of its outcome, ordered on or not. */
  readonly books: readonly string[];
  readonly end: LinkedEnd;
}

/** What one command changed: snapshots after it, each id at most once, in the order of their first change. */
export interface Changes {
  readonly markets: readonly Market[];
  readonly orders: readonly Order[];
  readonly fills: readonly Fill[];
  readonly positions: readonly Position[];
  readonly journals: readonly Journal[];
  readonly realised: readonly Realised[];
  readonly sets: readonly SetsMoved[];
  readonly undone: readonly UndoneFill[];
  readonly splits: readonly OutcomeSplit[];
}

/** What an owner won or lost for good: `cost` (of what was given up, fees in it) became `credit`, 10^-6. For loss limits and profit. */
export interface Realised {
  readonly realm: Realm;
  readonly userId: string;
  readonly marketId: string;
  /** True: paid when the market ended; once for an owner. */
  readonly settled: boolean;
  /** Given up: + of the first outcome, - of the second. */
  readonly lots: number;
  readonly cost: Usdt;
  readonly credit: Usdt;
}

export type OrderEffect =
  /** `order`: the one placed or cancelled; null for commands of a market. */
  | { readonly kind: 'done'; readonly order: Order | null; readonly changes: Changes }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** Broken invariant: this command alone is rejected, and left no trace. */
  | { readonly kind: 'failed'; readonly error: unknown };

/** A quote of the house maker, in the book for the length of one command. Thousandths of the first outcome, lots. */
export interface Quote {
  readonly side: CanonicalSide;
  readonly price: number;
  readonly lots: number;
}

/** What is known of a market now, outside its book. */
export interface MarketMoment {
  /** False: a stale feed; no orders. */
  readonly fresh: boolean;
  /** Why an operator lets nobody buy; null: they may. */
  readonly pause: Pause | null;
  /** Open orders of one person at most, in a realm. */
  readonly mostResting: number;
  /** The largest order cost, 10^-6. */
  readonly maxStake: Usdt;
}

/** Ledger accounts. Each look-up throws when the account is not there: that command alone then fails. */
export interface ExchangeAccounts {
  /** `userId` may be HOUSE or LEFT: house_maker and house_maker_locked. */
  owner(userId: string, realm: Realm): { readonly cash: AccountId; readonly locked: AccountId };
  market(marketId: string): { readonly pool: AccountId; readonly fees: AccountId };
  /** `bears`: what the house pays for others, adjustment or in practice the mint. */
  house(realm: Realm): { readonly fees: AccountId; readonly mmExpense: AccountId; readonly bears: AccountId };
  /** A person's `mm_payable`. */
  payable(userId: string, realm: Realm): AccountId;
}

/** A fill as the rule of the market-maker bonus sees it. Never with the house maker or with oneself. */
export interface BonusFill {
  readonly kind: Market['kind'];
  readonly marketId: string;
  readonly makerId: string;
  readonly takerId: string;
  /** Of the maker's order, on the first outcome. */
  readonly makerSide: CanonicalSide;
  /** What the maker paid, or was paid, 10^-6. */
  readonly stake: Usdt;
  /** Of the taker, 10^-6. */
  readonly fee: Usdt;
  readonly restedMs: number;
}

/** Why a person may not trade the markets of an event: they are on its list, or have not said yet that they are none of those who may not. */
export type Bar = 'listed' | 'unsaid';

/** What is known at the moment of a decision. */
export interface OrderMoment {
  readonly now: number;
  /** Cash by person and realm (`cashKey`), HOUSE too, 10^-6, locked for this batch; decisions move it. */
  readonly cash: Map<string, Usdt>;
  /** A market that the schedule knows and nobody has ordered on; null: there is none. */
  market(marketId: string): Market | null;
  view(market: Market): MarketMoment;
  /** The house maker's quotes now, best first; post only: what would cross a resting order is left out. */
  quotesOf(market: Market, house: Position): readonly Quote[];
  bonusOf(fill: BonusFill): Usdt;
  /** What keeps a person from trading a market; null: nothing. */
  barOf(market: Market, userId: string): Bar | null;
  /** null: its rules were not clarified lately. */
  exitOf(market: Market): Exit | null;
  readonly accounts: ExchangeAccounts;
}

/** Whose accounts a command can touch: to be locked before it is decided. */
export interface AffectedAccounts {
  /** People by realm; never HOUSE or LEFT. */
  readonly people: readonly { readonly userId: string; readonly realm: Realm }[];
  readonly markets: readonly string[];
}
