/** How a recorded market ended. */
export type RecordedEnd = 'YES' | 'NO' | 'TIE' | 'VOID';

/** One question of a recording. */
export interface RecordedMarket {
  readonly title: string;
  readonly end: RecordedEnd;
}

/** From now on so many lots stand at a price of YES (thousandths). `taken`: what is missing was traded, not taken back. */
export interface LevelNow {
  readonly kind: 'level';
  readonly market: number;
  readonly side: 'bid' | 'ask';
  readonly price: number;
  readonly lots: number;
  readonly taken: boolean;
}

/** Somebody traded at a price of YES, thousandths. */
export interface Traded {
  readonly kind: 'traded';
  readonly market: number;
  readonly price: number;
  readonly lots: number;
}

/** Nobody may order, or may again: all markets of the recording. */
interface Halted {
  readonly kind: 'pause' | 'resume';
}

/** What happened at one moment of the recording, ms. */
export interface Step {
  readonly at: number;
  readonly changes: readonly (LevelNow | Traded | Halted)[];
}

export interface Recording {
  readonly name: string;
  /** Exactly one of its questions comes true, or those that came in level: outcomes of one event. */
  readonly isLinked: boolean;
  readonly markets: readonly RecordedMarket[];
  readonly steps: readonly Step[];
}

type Side = LevelNow['side'];

/** The levels of one recorded book of YES: lots by price. */
export class RecordedBook {
  readonly #market: number;
  readonly #levels = { bid: new Map<number, number>(), ask: new Map<number, number>() };

  constructor(market: number) {
    this.#market = market;
  }

  /** What of a side changes when it holds these levels alone. Its best levels that fell were `traded`, if the file says so by such a message. */
  replace(side: Side, levels: ReadonlyMap<number, number>, traded: boolean): LevelNow[] {
    const before = this.#levels[side];
    const best = [...before.keys()].toSorted((a, b) => (side === 'bid' ? b - a : a - b));
    const changes: LevelNow[] = [];
    let taken = traded;
    for (const price of best) {
      const lots = levels.get(price) ?? 0;
      const fell = lots < before.get(price)!;
      // Only what stands before all others can be traded.
      taken &&= fell;
      if (lots !== before.get(price)) changes.push(this.#now(side, { price, lots, taken: fell && taken }));
    }
    for (const [price, lots] of levels)
      if (!before.has(price)) changes.push(this.#now(side, { price, lots, taken: false }));
    this.#levels[side] = new Map([...levels].filter(([, lots]) => lots > 0));
    return changes;
  }

  /** One level, taken back where it is less. */
  set(side: Side, price: number, lots: number): LevelNow[] {
    const levels = this.#levels[side];
    if ((levels.get(price) ?? 0) === lots) return [];
    if (lots === 0) levels.delete(price);
    else levels.set(price, lots);
    return [this.#now(side, { price, lots, taken: false })];
  }

  /** All of it, as it is told after a pause. */
  all(): LevelNow[] {
    return (['bid', 'ask'] as const).flatMap((side) =>
      [...this.#levels[side]].map(([price, lots]) => this.#now(side, { price, lots, taken: false })),
    );
  }

  /** The middle of the best prices, thousandths; null without both. */
  middle(): number | null {
    const { bid, ask } = this.#levels;
    return bid.size === 0 || ask.size === 0 ? null : (Math.max(...bid.keys()) + Math.min(...ask.keys())) / 2;
  }

  #now(side: Side, of: Pick<LevelNow, 'price' | 'lots' | 'taken'>): LevelNow {
    return { kind: 'level', market: this.#market, side, ...of };
  }
}
