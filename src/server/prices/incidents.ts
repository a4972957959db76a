import type { Pool } from 'pg';
import { followIncident, goingOn, NO_INCIDENT } from '#domain/prices/incident.ts';
import type { IncidentCause, IncidentView } from '#domain/prices/incident.ts';
import type { FeedReason } from './contract.ts';
import type { PairRuntime } from './pair-runtime.ts';
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
    runtimes: Iterable<PairRuntime>,
    { now, openSince }: { readonly now: number; readonly openSince: (runtime: PairRuntime, from: number) => boolean },
  ): Promise<void> {
    const open = new Map((await openIncidents(this.#db)).map((row) => [row.stream, row]));
    for (const runtime of runtimes) {
      const { stream, storedUntil } = runtime;
      const found = open.get(stream);
      open.delete(stream);
      runtime.restartSince = found?.cause === 'restart' ? found.from : null;
      if (found !== undefined) this.#views.set(stream, goingOn(found.from, found.cause));
      else if (storedUntil !== null && storedUntil < now && openSince(runtime, storedUntil)) {
        this.#began(runtime, storedUntil, 'restart');
      }
    }
    for (const stream of open.keys()) this.#writes.push(() => endIncident(this.#db, { stream, to: now }));
    this.#open = true;
  }

  /** Looks at a pair at `now` (ms). */
  follow(runtime: PairRuntime, now: number): void {
    if (!this.#open) return;
    const { status, reason, last, stream } = runtime;
    const signs = {
      status: reason === 'no_file' ? ('CLOSED' as const) : status,
      cause: causeOf(reason),
      lastTick: last?.t ?? null,
    };
    const { view, event } = followIncident(this.#views.get(stream) ?? NO_INCIDENT, signs, now);
    this.#views.set(stream, view);
    if (event === null) return;
    if (event.kind === 'began') return this.#began(runtime, event.from, event.cause);
    this.#writes.push(() => endIncident(this.#db, { stream, to: event.to }));
  }

  #began(runtime: PairRuntime, from: number, cause: IncidentCause): void {
    const { stream, kind, pair } = runtime;
    this.#views.set(stream, goingOn(from, cause));
    if (cause === 'restart') runtime.restartSince = from;
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
