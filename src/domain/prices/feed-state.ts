import type { PairStatus } from './pair.ts';

/** What changes the status of a pair (docs/rules/states.md#feed). */
export type FeedEvent = 'close' | 'open' | 'quorum' | 'warm' | 'thin' | 'full' | 'lost';

/** A quorum must last this long before the first prediction is admitted. */
export const WARMING_MS = 5_000;

/** A process that takes a stream up again this soon after its last tick counts the quorum that stood before, ms. */
export const RESTART_MS = 15_000;

/** Everything that is not listed leaves the status as it is. */
export const NEXT_FEED_STATUS = {
  CLOSED: { open: 'OFFLINE' },
  OFFLINE: { close: 'CLOSED', quorum: 'WARMING' },
  WARMING: { close: 'CLOSED', lost: 'OFFLINE', warm: 'ONLINE' },
  ONLINE: { close: 'CLOSED', lost: 'OFFLINE', thin: 'DEGRADED' },
  DEGRADED: { close: 'CLOSED', lost: 'OFFLINE', full: 'ONLINE' },
} as const satisfies Record<PairStatus, Partial<Record<FeedEvent, PairStatus>>>;

export interface FeedView {
  readonly status: PairStatus;
  /** When the status began, ms. */
  readonly since: number;
  /** Of a feed that is taken up after a restart: until when (ms) a quorum had stood for `WARMING_MS`. Missing: it had not. */
  readonly stoodUntil?: number;
}

export interface FeedSigns {
  readonly open: boolean;
  /** A quorum is alive and its prices are trusted. */
  readonly trusted: boolean;
  /** As many sources as the group wants. */
  readonly full: boolean;
}

/** The status that `signs` lead to at `now`: follows the table until nothing changes. */
export function followFeed(from: FeedView, signs: FeedSigns, now: number): FeedView {
  let view = from;
  for (;;) {
    const event = eventOf(view, signs, now);
    const next = event === null ? undefined : nextOf(view.status, event);
    if (next === undefined) return view;
    view = { status: next, since: next === 'WARMING' ? warmSince(view, now) : now };
  }
}

/** From when the quorum that is there now counts: one that stood before a short restart need not prove itself again. */
function warmSince({ stoodUntil }: FeedView, now: number): number {
  return stoodUntil !== undefined && now - stoodUntil <= RESTART_MS ? now - WARMING_MS : now;
}

function nextOf(status: PairStatus, event: FeedEvent): PairStatus | undefined {
  const row: Partial<Record<FeedEvent, PairStatus>> = NEXT_FEED_STATUS[status];
  return row[event];
}

function eventOf(view: FeedView, signs: FeedSigns, now: number): FeedEvent | null {
  if (!signs.open) return 'close';
  if (view.status === 'CLOSED') return 'open';
  if (!signs.trusted) return 'lost';
  if (view.status === 'OFFLINE') return 'quorum';
  if (view.status === 'WARMING') return now - view.since >= WARMING_MS ? 'warm' : null;
  return signs.full ? 'full' : 'thin';
}
