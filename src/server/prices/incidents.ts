import type { Pool } from 'pg';
import { followIncident, goingOn, NO_INCIDENT } from '#domain/prices/incident.ts';
import type { IncidentCause, IncidentView } from '#domain/prices/incident.ts';
import type { FeedReason } from './contract.ts';
import type { PairDesk } from './pair-desk.ts';
import { endIncident, insertIncident, openIncidents } from './store-incidents.ts';

/** What a reason of the feed means for people who look back. Null: prices that nobody promised are no incident. */
function causeOf(reason: FeedReason | null): IncidentCause | null {
  if (reason === null || reason === 'closed' || reason === 'no_file') return null;
  // A live feed whose venues have not answered at all.
  return reason === 'starting' ? 'quorum' : reason;
}

/**
 * Keeps the incidents of the feeds: told by memory, written behind. What the database did not take is written again; what was open when a
 * process ended goes on in the next.
 */
export class IncidentBook {
  readonly #db: Pool;
  readonly #views = new Map<number, IncidentView>();
  readonly #writes: (() => Promise<void>)[] = [];
  #open = false;

  constructor(db: Pool) {
    this.#db = db;
  }

  /**
   * Takes up what was open, once the last ticks of the streams are known. A stream that this process does not play has no incident any
   * more. `openSince`: was the market of a pair open all the time from its last tick to now?
   */
  async start(
    desks: Iterable<PairDesk>,
    { now, openSince }: { readonly now: number; readonly openSince: (desk: PairDesk, from: number) => boolean },
  ): Promise<void> {
    const open = new Map((await openIncidents(this.#db)).map((row) => [row.stream, row]));
    for (const desk of desks) {
      const { stream, storedUntil } = desk;
      const found = open.get(stream);
      open.delete(stream);
      desk.restartSince = found?.cause === 'restart' ? found.from : null;
      if (found !== undefined) this.#views.set(stream, goingOn(found.from, found.cause));
      else if (storedUntil !== null && storedUntil < now && openSince(desk, storedUntil)) {
        this.#began(desk, storedUntil, 'restart');
      }
    }
    for (const stream of open.keys()) this.#writes.push(() => endIncident(this.#db, { stream, to: now }));
    this.#open = true;
  }

  /** Looks at a pair at `now` (ms). */
  follow(desk: PairDesk, now: number): void {
    if (!this.#open) return;
    const { status, reason, last, stream } = desk;
    const signs = {
      status: reason === 'no_file' ? ('CLOSED' as const) : status,
      cause: causeOf(reason),
      lastTick: last?.t ?? null,
    };
    const { view, event } = followIncident(this.#views.get(stream) ?? NO_INCIDENT, signs, now);
    this.#views.set(stream, view);
    if (event === null) return;
    if (event.kind === 'began') return this.#began(desk, event.from, event.cause);
    desk.restartSince = null;
    this.#writes.push(() => endIncident(this.#db, { stream, to: event.to }));
  }

  #began(desk: PairDesk, from: number, cause: IncidentCause): void {
    const { stream, kind, pair } = desk;
    this.#views.set(stream, goingOn(from, cause));
    if (cause === 'restart') desk.restartSince = from;
    this.#writes.push(() => insertIncident(this.#db, { stream, kind, from, cause, pair: pair.id }));
  }

  /** Stores what happened since, in its order. Throws when the database does not take it: it is kept for the next time. */
  async flush(): Promise<void> {
    for (let write = this.#writes[0]; write !== undefined; write = this.#writes[0]) {
      await write();
      this.#writes.shift();
    }
  }
}
