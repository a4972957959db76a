import type { PairStatus } from './pair.ts';

/** Why a pair gave no price that can be trusted. `restart`: no process was there to take prices in. */
export const INCIDENT_CAUSES = ['stale', 'quorum', 'disagreement', 'clock', 'end_of_file', 'restart'] as const;
export type IncidentCause = (typeof INCIDENT_CAUSES)[number];

/** A feed that has not given a price since its market opened gets this long before people are told, ms. */
export const OPENING_GRACE_MS = 30_000;

/** What is known of a pair's prices being away. */
export interface IncidentView {
  /** Were there prices at the last look? */
  readonly live: boolean;
  /** Since when there are none, ms; null: there are, or the market is closed. */
  readonly since: number | null;
  /** Of the incident under way; null: there is none. */
  readonly cause: IncidentCause | null;
}

export interface IncidentSigns {
  readonly status: PairStatus;
  /** Null: this absence is no incident, such as that of a pair which is not offered. */
  readonly cause: IncidentCause | null;
  /** Time of the last tick, ms; null: there was none. */
  readonly lastTick: number | null;
}

export type IncidentEvent =
  | { readonly kind: 'began'; readonly from: number; readonly cause: IncidentCause }
  | { readonly kind: 'ended'; readonly to: number };

export const NO_INCIDENT: IncidentView = { live: false, since: null, cause: null };

/** An incident that began before this process did. */
export function goingOn(from: number, cause: IncidentCause): IncidentView {
  return { live: false, since: from, cause };
}

/**
 * Follows one pair at `now` (ms). An incident begins with the last tick before prices stopped, since what expires after it has no exit, and
 * ends when predictions are taken again or the market closes. Warming up belongs to it.
 */
export function followIncident(
  view: IncidentView,
  { status, cause, lastTick }: IncidentSigns,
  now: number,
): { readonly view: IncidentView; readonly event: IncidentEvent | null } {
  const live = status === 'ONLINE' || status === 'DEGRADED';
  if (live || status === 'CLOSED') {
    const event = view.cause === null ? null : ({ kind: 'ended', to: now } as const);
    return { view: { live, since: null, cause: null }, event };
  }
  if (view.cause !== null) return { view, event: null };
  const since = view.live ? Math.min(lastTick ?? now, now) : (view.since ?? now);
  const counts = cause !== null && (view.live || now - since >= OPENING_GRACE_MS);
  if (!counts) return { view: { live: false, since, cause: null }, event: null };
  return { view: goingOn(since, cause), event: { kind: 'began', from: since, cause } };
}
