import type { Actor } from '#domain/identity/actor.ts';
import type { Usdt } from '#domain/money.ts';
import type { Realm } from '#domain/realm.ts';
import type { TakenOff } from '#domain/trading/orders/order.ts';
import type { Direction } from '#domain/trading/prediction.ts';
import type { ScheduledWire } from '#protocol/scheduled.ts';
import type { CommandReply } from './exchange-contract.ts';

/** A request to open a prediction later, as http hands it to the engine. Money in 10^-6, times in ms. */
export interface ScheduleEntry {
  readonly actor: Actor;
  readonly pair: string;
  readonly direction: Direction;
  readonly stake: Usdt;
  readonly durationSec: number;
  /** The payout the person saw; 0: they did not say. */
  readonly payoutBps: number;
  readonly minPayoutBps: number;
  /** Wall ms, or a price as an integer of 10^-scale of the pair. */
  readonly when: { readonly at: number } | { readonly price: number };
  /** Decided later than this (ms) it is refused; left out: whenever. */
  readonly validUntil?: number | null;
  readonly idempotency: { readonly key: string; readonly bodyHash: string } | null;
}

/** Which of a person's waiting entries end. */
export interface CancelScheduled {
  readonly actor: Actor;
  /** `because`: they are taken off for the person, who did not ask for it. */
  readonly which: { readonly entryId: string } | { readonly all: true; readonly because?: TakenOff };
  readonly idempotency: ScheduleEntry['idempotency'];
}

/** Own rows only. `limit` 1 to 200, 50 unless said. */
export interface ScheduledFilter {
  readonly userId: string;
  readonly realm: Realm;
  readonly status?: 'waiting' | 'ended' | null;
  /** Placed at or after, ms. */
  readonly from?: number | null;
  /** Placed before, ms. */
  readonly to?: number | null;
  /** Beginning or end of its id or of the id of what it became, or a part of a pair. */
  readonly search?: string | null;
  readonly cursor?: string | null;
  readonly limit?: number;
}

/** What the web thread reads of scheduled entries: committed truth, by owner and realm. */
export interface ScheduledQueries {
  /** Newest first. */
  list(
    filter: ScheduledFilter,
  ): Promise<{ readonly items: readonly ScheduledWire[]; readonly nextCursor: string | null }>;
  /** Null: there is none of this person and realm. */
  one(key: { readonly userId: string; readonly realm: Realm; readonly id: string }): Promise<ScheduledWire | null>;
}

declare module '#server/bus/bus.ts' {
  interface Requests {
    'trading.schedule': { input: ScheduleEntry; output: CommandReply };
    /** Of one entry: the entry; of all: `{ items }`. */
    'trading.unschedule': { input: CancelScheduled; output: CommandReply };
  }
  interface Topics {
    /** After commit only. */
    'trading.scheduled': { readonly userId: string; readonly realm: Realm; readonly entry: ScheduledWire };
  }
}
