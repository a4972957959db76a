import type { Pool } from 'pg';
import type { Pair } from '#domain/prices/pair.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import { expiryOf } from '#domain/trading/scheduled/entry.ts';
import type { ExpiryReason, ScheduledEntry, TriggerMark } from '#domain/trading/scheduled/entry.ts';
import { WaitingEntries } from '#domain/trading/scheduled/waiting.ts';
import type { Bus } from '#server/bus/index.ts';
import type { Prices } from '#server/prices/contract.ts';
import type { LiveSettings } from '#server/settings/index.ts';
import type {} from '../scheduled-contract.ts';
import { loadWaiting } from './store-scheduled.ts';
import type { ScheduledTask } from './tasks.ts';
import { toScheduledWire } from './wire.ts';

interface RoomParts {
  readonly bus: Bus;
  readonly prices: Pick<Prices, 'pairs' | 'feed'>;
  readonly shard: number;
  readonly settings: LiveSettings;
  /** There is something to do. */
  readonly onReady: () => void;
}

/**
 * The entries of an engine that wait, and those whose moment has come. Follows from the tables, the clock and the ticks: it is dropped and read
 * back after a failed commit. What was reached or cut off is remembered even then, since its tick does not come again.
 */
export class ScheduledMemory {
  readonly #parts: RoomParts;
  readonly #pairs: ReadonlyMap<string, Pair>;
  #waiting = new WaitingEntries();
  /** Reached, and not stored as ended yet. */
  readonly #reached = new Map<string, TriggerMark | null>();
  /** Parted from their prices by a break, and not stored as ended yet. */
  readonly #cut = new Set<string>();
  /** Their time came while there were no prices. */
  #paused: ScheduledEntry[] = [];
  /** The person's eligibility was asked for and did not come. */
  #unanswered: ScheduledEntry[] = [];
  readonly #ready = new Map<string, ScheduledTask>();
  readonly #parked = new Set<string>();

  constructor(parts: RoomParts) {
    this.#parts = parts;
    this.#pairs = new Map(parts.prices.pairs.map((pair) => [pair.id, pair]));
  }

  get waiting(): WaitingEntries {
    return this.#waiting;
  }

  /** Entries of one person that wait at most. */
  get mostWaiting(): number {
    return this.#parts.settings.number('scheduled.most');
  }

  /** Is there something to store? */
  get busy(): boolean {
    return this.#ready.size > 0;
  }

  pairOf(pairId: string): Pair {
    const pair = this.#pairs.get(pairId);
    if (pair === undefined) throw new Error(`no pair ${pairId}`);
    return pair;
  }

  /** The last price (10^-scale) and when the period ends (wall ms). */
  sessionOf(pairId: string): { readonly price: number | null; readonly closesAt: number | null } {
    const { last, nextClose } = this.#parts.prices.feed(pairId);
    return { price: last?.price ?? null, closesAt: nextClose };
  }

  /** Drops what it holds and reads it back. */
  async rebuild(db: Pick<Pool, 'query'>): Promise<void> {
    const waiting = new WaitingEntries();
    for (const entry of await loadWaiting(db, this.#parts.shard)) waiting.add(entry);
    this.#waiting = waiting;
    this.#ready.clear();
    this.#paused = [];
    this.#unanswered = [];
    for (const id of [...this.#cut, ...this.#reached.keys()]) {
      const entry = waiting.get(id);
      if (entry !== null) {
        this.#takeUp(entry);
        continue;
      }
      this.#cut.delete(id);
      this.#reached.delete(id);
    }
  }

  /** What was cut off or reached before, and is not stored as ended. */
  #takeUp(entry: ScheduledEntry): void {
    if (this.#cut.has(entry.id)) this.#over(entry, 'feed');
    else if (this.#reached.has(entry.id)) this.#prepare(entry, this.#reached.get(entry.id) ?? null);
  }

  /** Takes the next tick of a stream. One that is old when it comes triggers nothing: nobody could have acted on it. */
  tick(pair: Pair, tick: Tick, now: number): void {
    if (this.#waiting.size === 0) return;
    for (const entry of this.#waiting.cutBy(tick)) {
      this.#cut.add(entry.id);
      this.#over(entry, 'feed');
    }
    if (this.#waiting.isReachedBy(tick) && this.#isFresh(pair.id, tick, now)) {
      const mark = { seq: tick.seq, t: tick.t, price: tick.price };
      for (const entry of this.#waiting.reachedBy(tick)) this.#reach(entry, mark);
    }
    this.#times(now);
  }

  /** Looks at the clock (wall ms) and the markets. */
  sweep(now: number): void {
    if (this.#waiting.size === 0) return;
    this.#times(now);
    const unanswered = this.#unanswered;
    this.#unanswered = [];
    for (const entry of unanswered) this.#prepare(entry, this.#reached.get(entry.id) ?? null);
    const markets = new Map<string, { readonly stream: number; readonly closed: boolean }>();
    for (const entry of this.#waiting.all()) {
      let market = markets.get(entry.pairId);
      if (market === undefined) {
        const { stream, status } = this.#parts.prices.feed(entry.pairId);
        markets.set(entry.pairId, (market = { stream, closed: status === 'CLOSED' }));
      }
      if (market.stream !== entry.stream) this.#over(entry, 'feed');
      else if (entry.expiresAt <= now) this.#over(entry, expiryOf(entry));
      else if (market.closed) this.#over(entry, 'session');
    }
  }

  take(most: number): readonly ScheduledTask[] {
    const tasks = [...this.#ready.values()].slice(0, most);
    for (const { entry } of tasks) this.#ready.delete(entry.id);
    return tasks;
  }

  /** Entries that are left alone, the longest first. */
  get parked(): ReadonlySet<string> {
    return this.#parked;
  }

  /** Leaves an entry alone: it must not hold up the others. */
  park(id: string): void {
    this.#parked.add(id);
    this.#ready.delete(id);
  }

  /** Takes a parked entry up again where it was. */
  unpark(id: string): void {
    if (!this.#parked.delete(id)) return;
    const entry = this.#waiting.get(id);
    if (entry !== null) this.#takeUp(entry);
  }

  /** There were no prices when the entry was to be opened: it goes on waiting. */
  rearm(entry: ScheduledEntry): void {
    this.#reached.delete(entry.id);
    if (this.#cut.has(entry.id)) this.#over(entry, 'feed');
    else this.#waiting.arm(entry);
  }

  /** A batch is stored: its entries are told of. */
  committed(entries: readonly ScheduledEntry[]): void {
    for (const entry of entries) {
      if (entry.endedAt !== null) {
        this.#reached.delete(entry.id);
        this.#cut.delete(entry.id);
      }
      const { userId, realm } = entry;
      const wire = toScheduledWire(entry, this.pairOf(entry.pairId));
      this.#parts.bus.publish('trading.scheduled', { userId, realm, entry: wire });
    }
  }

  #times(now: number): void {
    this.#paused.push(...this.#waiting.reachedAt(now));
    if (this.#paused.length === 0) return;
    const paused = this.#paused;
    this.#paused = [];
    for (const entry of paused) {
      if (this.#waiting.get(entry.id) === null) continue;
      const { last } = this.#parts.prices.feed(entry.pairId);
      if (last !== null && last.stream === entry.stream && this.#isFresh(entry.pairId, last, now)) {
        this.#reach(entry, null);
      } else this.#paused.push(entry);
    }
  }

  #isFresh(pairId: string, tick: Tick, now: number): boolean {
    const { status, staleAfterMs } = this.#parts.prices.feed(pairId);
    return (status === 'ONLINE' || status === 'DEGRADED') && now - tick.tSource <= staleAfterMs;
  }

  #reach(entry: ScheduledEntry, mark: TriggerMark | null): void {
    // After a failed commit it waits for its price beside what is remembered of it: the first tick is what opens it.
    if (this.#reached.has(entry.id)) return;
    this.#reached.set(entry.id, mark);
    this.#prepare(entry, mark);
  }

  #over(entry: ScheduledEntry, reason: ExpiryReason): void {
    if (this.#ready.has(entry.id) || this.#parked.has(entry.id)) return;
    this.#ready.set(entry.id, { entry, because: { kind: 'over', reason } });
  }

  /** For real money it is asked first what holds the person back now. The batches do not wait for it. */
  #prepare(entry: ScheduledEntry, mark: TriggerMark | null): void {
    // One whose wait is over is not opened any more.
    if (this.#parked.has(entry.id) || this.#ready.has(entry.id)) return;
    if (entry.realm === 'demo') {
      this.#ready.set(entry.id, { entry, because: { kind: 'reached', mark, eligibility: null } });
      return;
    }
    this.#parts.bus.request('limits.eligibility', { userId: entry.userId }).then(
      (eligibility) => {
        if (this.#waiting.get(entry.id) === null || this.#ready.has(entry.id)) return;
        // Nobody is at the screen, so there is no session time to be over.
        const now = { ...eligibility, sessionEndsAt: null };
        this.#ready.set(entry.id, { entry, because: { kind: 'reached', mark, eligibility: now } });
        this.#parts.onReady();
      },
      () => this.#unanswered.push(entry),
    );
  }
}
