import { dayOf } from '#protocol/office/days.ts';
import { boundOf } from '#domain/office/speeds.ts';
import { HOUR_MS } from '#domain/time.ts';
import type { Bus } from '#server/bus/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Queryable } from '#server/db/index.ts';
import type { Follower, Told } from '#server/facts/index.ts';
import { running, type UpkeepDefinition } from '#server/upkeep/upkeep.ts';
import { addSpeeds, addToDays, sumHouseDay, type SpeedRow, type TradingDay } from './store-days.ts';

const KINDS = ['prediction.settled', 'round.settled'] as const;
type Ended = Told<(typeof KINDS)[number]>;

/** Sums by day and pair what people's predictions and rounds with real money come to. */
export const tradingDays: Follower<(typeof KINDS)[number]> = {
  name: 'trading-days',
  kinds: KINDS,
  handle: (tx, facts) => addToDays(tx, sumOf(facts)),
};

/** One row a day, kind and pair. */
export function sumOf(facts: readonly Ended[]): readonly TradingDay[] {
  const sums = new Map<string, TradingDay>();
  for (const fact of facts) {
    const one = rowOf(fact);
    if (one === null) continue;
    const key = `${one.day} ${one.what} ${one.pair}`;
    const known = sums.get(key);
    sums.set(key, known === undefined ? one : added(known, one));
  }
  return [...sums.values()];
}

function added(one: TradingDay, other: TradingDay): TradingDay {
  const [ended, volume, paid] = [one.ended + other.ended, one.volume + other.volume, one.paid + other.paid];
  return { ...one, ended, volume, paid };
}

/** What is void was never at stake: a prediction counts among those that ended, and no more. */
function rowOf(fact: Ended): TradingDay | null {
  const day = dayOf(fact.at);
  if (fact.kind === 'round.settled') {
    if (fact.result === 'VOID') return null;
    const sums = { ended: 1n, volume: BigInt(fact.cost), paid: BigInt(fact.credit) };
    return { day, what: 'rounds', pair: fact.pair ?? '', ...sums };
  }
  const counts = fact.outcome !== 'VOID';
  const sums = { ended: 1n, volume: counts ? BigInt(fact.stake) : 0n, paid: counts ? BigInt(fact.credit) : 0n };
  return { day, what: 'quick', pair: fact.pair, ...sums };
}

const EVERY_MS = 60_000;
/** How long after midnight the day before is summed again: what ended in it is stored by then. */
const LATE_MS = HOUR_MS;

interface DaysParts {
  readonly db: Queryable;
  readonly clock: Pick<Clock, 'now'>;
}

/** Sums what no fact tells: the house maker's ends, and fees. */
export async function sumHouse({ db, clock }: DaysParts): Promise<void> {
  const now = clock.now();
  for (const day of new Set([dayOf(now - LATE_MS), dayOf(now)])) await sumHouseDay(db, day);
}

/** Counts how long the batches took of which this process hears: the one that has the engine. */
export class SpeedCount {
  readonly #parts: DaysParts & { readonly bus: Pick<Bus, 'subscribe'> };
  #speeds = new Map<string, SpeedRow>();
  #end = () => {};

  constructor(parts: DaysParts & { readonly bus: Pick<Bus, 'subscribe'> }) {
    this.#parts = parts;
  }

  start(): void {
    const { bus, clock } = this.#parts;
    this.#end = bus.subscribe('trading.figures', ({ batchMs }) => {
      const day = dayOf(clock.now());
      for (const ms of batchMs) {
        this.#add({ day, within: boundOf(ms), batches: 1 });
      }
    });
  }

  #add({ day, within, batches }: SpeedRow): void {
    const key = `${day} ${within}`;
    this.#speeds.set(key, { day, within, batches: (this.#speeds.get(key)?.batches ?? 0) + batches });
  }

  stop(): Promise<void> {
    this.#end();
    return this.keep();
  }

  /** Stores what was counted since the last time; what cannot be stored is kept for the next. */
  async keep(): Promise<void> {
    const counted = [...this.#speeds.values()];
    this.#speeds = new Map();
    if (counted.length === 0) return;
    try {
      await addSpeeds(this.#parts.db, counted);
    } catch (error) {
      for (const row of counted) this.#add(row);
      throw error;
    }
  }
}

export function tradingUpkeep(parts: ConstructorParameters<typeof SpeedCount>[0]): readonly UpkeepDefinition[] {
  const speeds = new SpeedCount(parts);
  return [
    { name: 'house days', everyMs: EVERY_MS, work: () => sumHouse(parts) },
    running('speed of batches', speeds),
    { name: 'speed of batches', everyMs: EVERY_MS, work: () => speeds.keep() },
  ];
}
