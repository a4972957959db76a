import type { MarkoutFlag } from '#domain/trading/markout-monitor.ts';
import type { Direction, Prediction } from '#domain/trading/prediction.ts';
import type { Actor } from '#domain/identity/actor.ts';
import type { Usdt } from '#domain/money.ts';
import type { Refusal } from '#domain/refusals.ts';
import type { Realm } from '#domain/realm.ts';
import type { BatchFigures } from './batch/batch-figures.ts';
import type { CommandReply } from './exchange-contract.ts';

export type {
  BookTop,
  CancelOrders,
  CommandReply,
  ExchangeFilter,
  ExchangeQueries,
  LeaveMarket,
  MarketQuery,
  MoveSets,
  OrderTerms,
  PlaceOrder,
  ChancesQuery,
  RoundsQuery,
  TopsQuery,
} from './exchange-contract.ts';

export type { CancelScheduled, ScheduledFilter, ScheduledQueries, ScheduleEntry } from './scheduled-contract.ts';

/** A request to predict, as http hands it to the engine. */
export interface PlacePrediction {
  readonly actor: Actor;
  readonly pair: string;
  readonly direction: Direction;
  readonly stake: Usdt;
  readonly durationSec: number;
  /** The payout the person saw. */
  readonly payoutBps: number;
  /** Decided later than this (ms) it is refused; left out: whenever. */
  readonly validUntil?: number | null;
  readonly idempotency: { readonly key: string; readonly bodyHash: string } | null;
}

export type PlaceReply = CommandReply;

/** A request to sell an own prediction early, for `minCredit` (10^-6) or more. */
export interface SellPrediction extends SaleAsk {
  readonly minCredit: Usdt;
  /** Its price must have come by then (ms), or it is refused; left out: whenever. */
  readonly validUntil?: number | null;
  readonly idempotency: PlacePrediction['idempotency'];
}

export interface SaleAsk {
  readonly actor: Actor;
  readonly predictionId: string;
}

/** What a sale would bring now, 10^-6; `sigma` as text of 12 decimals; `until` (wall ms) it can be sold. */
export type SaleQuoteReply =
  | { readonly ok: true; readonly fair: Usdt; readonly credit: Usdt; readonly sigma: string; readonly until: number }
  | { readonly ok: false; readonly refusal: Refusal };

/** Several predictions of one person. */
export interface SalesAsk {
  readonly actor: Actor;
  readonly predictionIds: readonly string[];
}

export type SaleQuotesReply =
  | {
      readonly ok: true;
      readonly quotes: readonly { readonly id: string; readonly credit: Usdt; readonly until: number }[];
    }
  | { readonly ok: false; readonly refusal: Refusal };

/** Whose the shard is: `standby`, another process's; `starting`, this one's soon. */
export type Ownership = 'starting' | 'standby' | 'owner';

/** How the engine is doing. */
export interface EngineState {
  readonly ownership: Ownership;
  /** False: several batches or beats of the lease have failed in a row. */
  readonly storing: boolean;
  /** How many things cannot be stored and wait for people. */
  readonly parked: number;
  /** False: the disk is nearly full, and nothing new is taken. */
  readonly hasRoom: boolean;
}

declare module '#server/bus/bus.ts' {
  interface Requests {
    'trading.place': { input: PlacePrediction; output: PlaceReply };
    /** Answered after the commit of the sale, or when it lapses: within `SALE_WAIT_MS` and a commit. Asked twice, both hear the same. */
    'trading.sell': { input: SellPrediction; output: CommandReply };
    /** Of the predictions that can be sold now. */
    'trading.sale-quotes': { input: SalesAsk; output: SaleQuotesReply };
    'trading.sale-quote': { input: SaleAsk; output: SaleQuoteReply };
    /** How the engine is doing, for whoever decides whether to send people here. */
    'trading.state': { input: null; output: EngineState };
  }
  interface Topics {
    /** A person seems to know prices early: for staff, and for limits to come. `at`: wall ms. */
    'trading.flagged': MarkoutFlag & { readonly at: number };
    /** Once a second from the owner of the shard. */
    'trading.figures': BatchFigures;
    /** After commit only. */
    'trading.prediction': { readonly userId: string; readonly realm: Realm; readonly prediction: Prediction };
  }
}
