import type { Direction, Prediction } from '#domain/trading/prediction.ts';
import type { Actor } from '#domain/identity/actor.ts';
import type { Usdt } from '#domain/money.ts';
import type { Realm } from '#domain/realm.ts';
import type { BatchFigures } from './batch-figures.ts';
import type { CommandReply } from './exchange-contract.ts';

export type {
  CancelOrders,
  CommandReply,
  ExchangeFilter,
  ExchangePage,
  ExchangeQueries,
  MarketQuery,
  OrderTerms,
  PlaceOrder,
  RoundsQuery,
} from './exchange-contract.ts';

/** A request to predict, as http hands it to the engine. */
export interface PlacePrediction {
  readonly actor: Actor;
  readonly pair: string;
  readonly direction: Direction;
  readonly stake: Usdt;
  readonly durationSec: number;
  /** The payout the person saw. */
  readonly payoutBps: number;
  readonly idempotency: { readonly key: string; readonly bodyHash: string } | null;
}

export type PlaceReply = CommandReply;

declare module '#server/bus/bus.ts' {
  interface Requests {
    'trading.place': { input: PlacePrediction; output: PlaceReply };
  }
  interface Topics {
    /** Once a second from the owner of the shard. */
    'trading.figures': BatchFigures;
    /** After commit only. */
    'trading.prediction': { readonly userId: string; readonly realm: Realm; readonly prediction: Prediction };
    /** After commit only: what the person can stake now, and what is locked. */
    'trading.balance': { readonly userId: string; readonly realm: Realm; readonly cash: Usdt; readonly locked: Usdt };
  }
}
