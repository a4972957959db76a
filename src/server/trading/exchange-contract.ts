import type { KeptOutcome } from '#domain/outcome.ts';
import type { Actor } from '#domain/identity/actor.ts';
import type { Usdt } from '#domain/money.ts';
import type { Realm } from '#domain/realm.ts';
import type { SetMove } from '#domain/trading/orders/contract.ts';
import type { TakenOff } from '#domain/trading/orders/order.ts';
import type {
  BookWire,
  ChancesWire,
  FillWire,
  MarketHistoryWire,
  MarketWire,
  OrderWire,
  PositionWire,
  PublicFillWire,
  RoundWire,
} from '#protocol/exchange.ts';
import type { SetsMovedWire } from '#protocol/events/sets.ts';
import type { Page } from '#server/routing/page.ts';

/** `body` is the stored answer, byte for byte the same on a repeat. */
export type CommandReply = KeptOutcome;

/** Prices in thousandths of the outcome named (1 to 999), shares in lots of 0.01, money in 10^-6, times in ms. */
export type OrderTerms =
  | {
      readonly type: 'LIMIT';
      readonly price: number;
      readonly lots: number;
      readonly timeInForce: 'GTC' | 'GTD' | 'FAK' | 'FOK';
      /** With GTD only. */
      readonly expiresAt: number | null;
      readonly postOnly: boolean;
    }
  | {
      readonly type: 'MARKET';
      /** A buy by money, its fee in it; null: by `lots`. */
      readonly amount: Usdt | null;
      readonly lots: number | null;
      readonly worstPrice: number;
      readonly timeInForce: 'FAK' | 'FOK';
    };

/** A request to place an order, as http hands it to the engine. */
export interface PlaceOrder {
  readonly actor: Actor;
  readonly marketId: string;
  /** Of a round: UP or DOWN. */
  readonly outcome: string;
  readonly side: 'BUY' | 'SELL';
  readonly terms: OrderTerms;
  /** Decided later than this (ms) it is refused; left out: whenever. */
  readonly validUntil?: number | null;
  readonly idempotency: { readonly key: string; readonly bodyHash: string } | null;
}

/** A request to leave a market whose rules were clarified. */
export interface LeaveMarket {
  readonly actor: Actor;
  readonly marketId: string;
  readonly idempotency: {
    readonly key: string;
    readonly bodyHash: string;
  } | null;
}

/** A request to make full sets of an event's outcomes, give them back, or turn NO of one into YES of the others, and back. */
export interface MoveSets {
  readonly actor: Actor;
  /** Of any outcome; where NO is turned, the one whose NO it is. */
  readonly marketId: string;
  readonly move: SetMove;
  readonly lots: number;
  /** Decided later than this (ms) it is refused; left out: whenever. */
  readonly validUntil?: number | null;
  readonly idempotency: PlaceOrder['idempotency'];
}

/** What somebody may leave with now: lots of an outcome that were held before the rules were clarified, and are free; prices in thousandths. */
export interface Leaving {
  readonly outcome: 0 | 1;
  readonly lots: number;
  readonly price: number;
  /** ms. */
  readonly until: number;
}

/** Which of a person's resting orders end. */
export interface CancelOrders {
  readonly actor: Actor;
  readonly which:
    | { readonly orderId: string }
    /** All of the person's, or those of one market. `because`: they are taken off for the person, who did not ask for it. */
    | {
        readonly marketId: string | null;
        /** Those of one session or API key alone. */
        readonly placedBy?: string;
        readonly because?: TakenOff;
      };
  readonly idempotency: { readonly key: string; readonly bodyHash: string } | null;
}

/** Which rounds are shown. */
export interface RoundsQuery {
  readonly realm: Realm;
  readonly pair: string;
}

/** Which rounds under way are looked at, of every pair. */
export interface ChancesQuery {
  readonly realm: Realm;
  readonly windowSec: number;
}

/** Which books are looked at, by their markets. */
export interface TopsQuery {
  readonly realm: Realm;
  readonly marketIds: readonly string[];
}

/** Best prices of the first outcome, quotes of the house among them; null on a side without orders. */
export interface BookTop {
  readonly marketId: string;
  readonly bid: number | null;
  readonly ask: number | null;
}

/** A market as one of a realm sees it; another realm's is not found. */
export interface MarketQuery {
  readonly realm: Realm;
  readonly marketId: string;
}

declare module '#server/bus/bus.ts' {
  interface Requests {
    /** Body: `PlacedOrderWire`. */
    'exchange.order': { input: PlaceOrder; output: CommandReply };
    /** Body: `PlacedOrderWire`: the sale to the house. */
    'exchange.leave': { input: LeaveMarket; output: CommandReply };
    /** Body: `SetsMovedWire`. */
    'exchange.sets': { input: MoveSets; output: CommandReply };
    /** Body: `OrderWire` for one order (one that has ended: as it is), `{ items: OrderWire[] }` for many. */
    'exchange.cancel': { input: CancelOrders; output: CommandReply };
    /** Null: no such market in the realm. `depth`: levels a side. House quotes are in it, at most 250 ms old. */
    'exchange.book': { input: MarketQuery & { readonly depth: number }; output: BookWire | null };
    'exchange.market': { input: MarketQuery; output: MarketWire | null };
    /** Of books of events, in the order asked; one that this engine does not keep is not named. Thousandths. */
    'exchange.tops': { input: TopsQuery; output: readonly BookTop[] };
    /** Of each pair whose round under way has a middle price. */
    'exchange.chances': { input: ChancesQuery; output: ChancesWire['items'] };
    /** Null: no such pair. Open rounds of each window, then the next ones. */
    'exchange.rounds': { input: RoundsQuery; output: readonly RoundWire[] | null };
  }
  interface Topics {
    /** After commit only: an own order was placed, filled or has ended. */
    'exchange.order': { readonly userId: string; readonly realm: Realm; readonly order: OrderWire };
    /** After commit only: an own fill. */
    'exchange.fill': { readonly userId: string; readonly realm: Realm; readonly fill: FillWire };
    /** After commit only: what a person holds in a market has changed, or has been paid. */
    'exchange.position': { readonly userId: string; readonly realm: Realm; readonly position: PositionWire };
    /** After commit only: matches of a market, oldest first. */
    'exchange.fills': {
      readonly realm: Realm;
      readonly marketId: string;
      readonly fills: readonly PublicFillWire[];
    };
    /** After commit only: the market's orders or its state have changed. What it holds now: ask `exchange.book`. */
    'exchange.book': { readonly realm: Realm; readonly marketId: string; readonly seq: number };
  }
}

/** One page of own or public rows; `cursor` is `nextCursor` of the page before. */
/** Own rows only; all filters are optional. Times in ms; `limit` 1 to 200, 50 unless said. */
export interface ExchangeFilter {
  readonly userId: string;
  readonly realm: Realm;
  readonly marketId?: string | null;
  readonly kind?: 'round' | 'event' | null;
  /** Beginning or end of an id, or a part of a pair. */
  readonly search?: string | null;
  /** At or after. */
  readonly from?: number | null;
  /** Before. */
  readonly to?: number | null;
  readonly cursor?: string | null;
  readonly limit?: number;
}

/** What the web thread reads of the exchange: committed truth. */
export interface ExchangeQueries {
  /** Newest first. */
  orders(filter: ExchangeFilter & { readonly status?: 'open' | 'done' | null }): Promise<Page<OrderWire>>;
  fills(filter: ExchangeFilter): Promise<Page<FillWire>>;
  /** Moves of full sets. */
  sets(filter: ExchangeFilter): Promise<Page<SetsMovedWire>>;
  positions(filter: ExchangeFilter & { readonly status?: 'open' | 'settled' | null }): Promise<Page<PositionWire>>;
  /** Null: there is none of this person and realm. */
  order(key: { readonly userId: string; readonly realm: Realm; readonly id: string }): Promise<OrderWire | null>;
  publicFills(
    market: MarketQuery & { readonly cursor?: string | null; readonly limit?: number },
  ): Promise<Page<PublicFillWire>>;
  /** null: nobody leaves this market now. */
  leaving(key: MarketQuery & { readonly userId: string }): Promise<Leaving | null>;
  /** Last fill of each step of `stepSec`; the newest 1,000 steps. */
  history(
    market: MarketQuery & { readonly from: number | null; readonly to: number | null; readonly stepSec: number },
  ): Promise<MarketHistoryWire>;
}
