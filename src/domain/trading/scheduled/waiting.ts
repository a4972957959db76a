import type { Realm } from '../../realm.ts';
import { TICK_FLAGS } from '../../prices/ticks/tick.ts';
import type { Tick } from '../../prices/ticks/tick.ts';
import { cashKey } from '../decide.ts';
import { MinHeap } from '../heap.ts';
import type { ScheduledEntry } from './entry.ts';

interface Prices {
  /** By the price that must be reached from below. */
  readonly rising: MinHeap<ScheduledEntry>;
  /** By the negative of the price that must be reached from above. */
  readonly falling: MinHeap<ScheduledEntry>;
}

/**
 * Entries that wait: by person, by time, and by price on each stream. A tick that reaches nothing costs O(1), one that reaches m of n
 * costs O(m log n). What has ended stays in the queues until its turn comes and is skipped then.
 */
export class WaitingEntries {
  readonly #byId = new Map<string, ScheduledEntry>();
  readonly #byPerson = new Map<string, Set<string>>();
  readonly #prices = new Map<number, Prices>();
  readonly #times = new MinHeap<ScheduledEntry>();

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): ScheduledEntry | null {
    return this.#byId.get(id) ?? null;
  }

  all(): IterableIterator<ScheduledEntry> {
    return this.#byId.values();
  }

  /** Those of a person in a realm, the oldest first. */
  of(userId: string, realm: Realm): ScheduledEntry[] {
    const ids = this.#byPerson.get(cashKey(userId, realm)) ?? [];
    return [...ids].flatMap((id) => this.#byId.get(id) ?? []);
  }

  add(entry: ScheduledEntry): void {
    this.#byId.set(entry.id, entry);
    const key = cashKey(entry.userId, entry.realm);
    const own = this.#byPerson.get(key) ?? new Set();
    own.add(entry.id);
    this.#byPerson.set(key, own);
    this.arm(entry);
  }

  /** Puts an entry that was given out back where it waits for its time or price. */
  arm(entry: ScheduledEntry): void {
    const { trigger } = entry;
    if (trigger.kind === 'time') {
      this.#times.push(trigger.at, entry);
      return;
    }
    const { rising, falling } = this.#pricesOf(entry.stream);
    if (trigger.crosses === 'UP') rising.push(trigger.price, entry);
    else falling.push(-trigger.price, entry);
  }

  remove(id: string): void {
    const entry = this.#byId.get(id);
    if (entry === undefined) return;
    this.#byId.delete(id);
    const key = cashKey(entry.userId, entry.realm);
    const own = this.#byPerson.get(key);
    own?.delete(id);
    if (own?.size === 0) this.#byPerson.delete(key);
  }

  /** Has this tick reached the price of an entry? */
  isReachedBy({ stream, price }: Tick): boolean {
    const prices = this.#prices.get(stream);
    return prices !== undefined && (prices.rising.topKey() <= price || prices.falling.topKey() <= -price);
  }

  /** Entries whose price this tick has reached, in the order in which the price came to them; each is given out once. */
  reachedBy(tick: Tick): ScheduledEntry[] {
    const prices = this.#prices.get(tick.stream);
    if (prices === undefined) return [];
    const reached = [...this.#take(prices.rising, tick.price), ...this.#take(prices.falling, -tick.price)];
    // For a tick that is read again after a restart.
    const early = reached.filter(({ kPlaced }) => kPlaced >= tick.seq);
    for (const entry of early) this.arm(entry);
    return reached.filter(({ kPlaced }) => kPlaced < tick.seq);
  }

  /** Entries on a price that a break parts from the prices they were placed at. */
  cutBy(tick: Tick): ScheduledEntry[] {
    if ((tick.flags & TICK_FLAGS.break) === 0 || !this.#prices.has(tick.stream)) return [];
    return [...this.#byId.values()].filter(
      ({ stream, trigger, kPlaced }) => stream === tick.stream && trigger.kind === 'price' && kPlaced < tick.seq,
    );
  }

  /** Entries whose time has come at `now` (ms); each is given out once. */
  reachedAt(now: number): ScheduledEntry[] {
    return this.#take(this.#times, now);
  }

  #take(queue: MinHeap<ScheduledEntry>, upTo: number): ScheduledEntry[] {
    const taken: ScheduledEntry[] = [];
    while (queue.topKey() <= upTo) {
      const entry = queue.pop();
      if (entry !== undefined && this.#byId.has(entry.id)) taken.push(entry);
    }
    return taken;
  }

  #pricesOf(stream: number): Prices {
    let prices = this.#prices.get(stream);
    if (prices === undefined) {
      this.#prices.set(stream, (prices = { rising: new MinHeap(), falling: new MinHeap() }));
    }
    return prices;
  }
}
