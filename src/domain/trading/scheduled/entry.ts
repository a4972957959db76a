import type { Usdt } from '../../money.ts';
import type { Realm } from '../../realm.ts';
import type { RefusalCode } from '../../refusals.ts';
import type { TakenOff } from '../orders/order.ts';
import type { Direction } from '../prediction.ts';
import { DAY_MS } from '../../time.ts';

export type ScheduledStatus = 'WAITING' | 'TRIGGERED' | 'CANCELLED' | 'EXPIRED' | 'REFUSED_AT_TRIGGER';
type ScheduledEvent = 'trigger' | 'cancel' | 'expire' | 'refuse';

/** The life of a scheduled entry (docs/rules/states.md#scheduled-entry): one event, and it is over. */
const NEXT = {
  trigger: 'TRIGGERED',
  cancel: 'CANCELLED',
  expire: 'EXPIRED',
  refuse: 'REFUSED_AT_TRIGGER',
} as const satisfies Record<ScheduledEvent, ScheduledStatus>;

/** An entry waits this long at most, ms. */
export const LONGEST_WAIT_MS = DAY_MS;
/** Entries of one person that wait at once, in each realm. */
export const MOST_WAITING = 50;
/** If its time comes while there are no prices, the entry waits this long and then expires, ms. */
const LATE_MS = 60_000;

/** Why an entry expired: 24 h are over, the market closed, its time came without prices, or its prices are not played any more. */
export const EXPIRY_REASONS = ['span', 'session', 'late', 'feed'] as const;
export type ExpiryReason = (typeof EXPIRY_REASONS)[number];

/** What it waits for. `at`: wall ms. `price`: integer of 10^-scale; UP: a price at or above it, DOWN: at or below. */
export type Trigger =
  | { readonly kind: 'time'; readonly at: number }
  | { readonly kind: 'price'; readonly price: number; readonly crosses: Direction };

/** The tick whose price was reached. */
export interface TriggerMark {
  readonly seq: number;
  readonly t: number;
  readonly price: number;
}

/** A prediction that is to be opened later. Times in ms; money in 10^-6 USDT. */
export interface ScheduledEntry {
  readonly id: string;
  readonly realm: Realm;
  readonly userId: string;
  readonly pairId: string;
  readonly stream: number;
  readonly direction: Direction;
  readonly stake: Usdt;
  readonly durationSec: number;
  /** Below it nothing is opened. */
  readonly minPayoutBps: number;
  readonly trigger: Trigger;
  readonly placedAt: number;
  readonly expiresAt: number;
  /** Highest seq applied when it was placed: only later ticks are looked at. */
  readonly kPlaced: number;
  readonly status: ScheduledStatus;
  /** Of EXPIRED an ExpiryReason, of REFUSED_AT_TRIGGER what refused, of CANCELLED why it was taken off; null otherwise. */
  readonly reason: ExpiryReason | RefusalCode | TakenOff | null;
  readonly predictionId: string | null;
  /** Null: a time, or not triggered. */
  readonly mark: TriggerMark | null;
  readonly endedAt: number | null;
}

/** Until when an entry that was placed at `placedAt` can be triggered, where its market does not close before (ms). */
export function lastMoment(trigger: Trigger, placedAt: number): number {
  return trigger.kind === 'time' ? trigger.at + LATE_MS : placedAt + LONGEST_WAIT_MS;
}

/** Why an entry that waited to its `expiresAt` expired. */
export function expiryOf({ trigger, placedAt, expiresAt }: ScheduledEntry): ExpiryReason {
  if (expiresAt < lastMoment(trigger, placedAt)) return 'session';
  return trigger.kind === 'time' ? 'late' : 'span';
}

/** How an entry ends. */
export type ScheduledEnd =
  | { readonly event: 'trigger'; readonly predictionId: string; readonly mark: TriggerMark | null }
  /** `reason`: it was taken off for its owner; null: by the owner. */
  | { readonly event: 'cancel'; readonly reason: TakenOff | null }
  | { readonly event: 'expire'; readonly reason: ExpiryReason }
  | { readonly event: 'refuse'; readonly reason: RefusalCode; readonly mark: TriggerMark | null };

/** The entry after its end at `now` (ms). Throws for one that has ended: it ends once. */
export function ended(entry: ScheduledEntry, end: ScheduledEnd, now: number): ScheduledEntry {
  if (entry.status !== 'WAITING') throw new Error(`scheduled entry ${entry.id} is ${entry.status}: no ${end.event}`);
  return {
    ...entry,
    status: NEXT[end.event],
    reason: 'reason' in end ? end.reason : null,
    predictionId: end.event === 'trigger' ? end.predictionId : null,
    mark: 'mark' in end ? end.mark : null,
    endedAt: now,
  };
}
