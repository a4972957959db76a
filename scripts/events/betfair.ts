import { SHARE_PRICES } from '#domain/trading/book/price-scale.ts';
import { RecordedBook, type RecordedEnd, type Recording, type Step } from './recording.ts';

interface Runner {
  readonly id: number;
  readonly name?: string;
  readonly status: string;
}

interface Definition {
  readonly status: string;
  readonly numberOfWinners: number;
  readonly runners: readonly Runner[];
}

type Ladder = readonly (readonly [odds: number, stake: number])[];

interface RunnerChange {
  readonly id: number;
  /** Offers to back: asks of YES. To lay: bids. Traded so far. */
  readonly atb?: Ladder;
  readonly atl?: Ladder;
  readonly trd?: Ladder;
}

interface Message {
  readonly op: string;
  readonly pt: number;
  readonly mc?: readonly {
    readonly img?: boolean;
    readonly marketDefinition?: Definition;
    readonly rc?: readonly RunnerChange[];
  }[];
}

/** Odds 2.5 for a stake of 10 are 25 shares at 0.40: what the backer gets if it comes true. */
const lotsOf = (odds: number, stake: number) => Math.round(stake * odds * 100);

/** The price of our steps that is no better for whoever meets it than the odds are, thousandths. */
function priceOf(side: 'bid' | 'ask', odds: number): number {
  const exact = Math.min(999, Math.max(1, 1_000 / odds));
  let price = side === 'bid' ? Math.floor(exact) : Math.ceil(exact);
  while (SHARE_PRICES.levelOf(price) < 0) price += side === 'bid' ? -1 : 1;
  return price;
}

/** What Betfair offers of one runner, by odds, and the book of YES that it makes. */
class RunnerBook {
  readonly #ladders: Record<'bid' | 'ask', Map<number, number>> = { bid: new Map(), ask: new Map() };
  readonly #traded = new Map<number, number>();
  readonly #market: number;
  readonly book: RecordedBook;

  constructor(market: number) {
    this.#market = market;
    this.book = new RecordedBook(market);
  }

  /** All that is offered; what is not named is gone. */
  image({ atb, atl, trd }: Partial<RunnerChange>): Step['changes'] {
    for (const [odds, total] of trd ?? []) this.#traded.set(odds, total);
    const whole = (side: 'bid' | 'ask', ladder: Ladder) => {
      this.#ladders[side] = new Map(ladder.filter(([, stake]) => stake > 0));
      return this.book.replace(side, this.#levelsOf(side), false);
    };
    return [...whole('bid', atl ?? []), ...whole('ask', atb ?? [])];
  }

  change({ atb, atl, trd }: RunnerChange): Step['changes'] {
    const traded = (trd ?? []).flatMap(([odds, total]) => {
      // Both sides of a trade count there.
      const lots = lotsOf(odds, (total - (this.#traded.get(odds) ?? 0)) / 2);
      this.#traded.set(odds, total);
      const price = Math.round(1_000 / odds);
      return lots > 0 && SHARE_PRICES.levelOf(price) >= 0
        ? [{ kind: 'traded', market: this.#market, price, lots } as const]
        : [];
    });
    return [...traded, ...this.#ladder('bid', atl ?? []), ...this.#ladder('ask', atb ?? [])];
  }

  #ladder(side: 'bid' | 'ask', changed: Ladder): Step['changes'] {
    const ladder = this.#ladders[side];
    for (const [odds, stake] of changed) {
      if (stake === 0) ladder.delete(odds);
      else ladder.set(odds, stake);
    }
    const levels = this.#levelsOf(side);
    const prices = new Set(changed.map(([odds]) => priceOf(side, odds)));
    return [...prices].flatMap((price) => this.book.set(side, price, levels.get(price) ?? 0));
  }

  /** Several odds can stand at one price. */
  #levelsOf(side: 'bid' | 'ask'): Map<number, number> {
    const levels = new Map<number, number>();
    for (const [odds, stake] of this.#ladders[side]) {
      const price = priceOf(side, odds);
      levels.set(price, (levels.get(price) ?? 0) + lotsOf(odds, stake));
    }
    return levels;
  }
}

export function isBetfair(first: string): boolean {
  return first.startsWith('{') && (JSON.parse(first) as Partial<Message>).op === 'mcm';
}

/**
 * A stream of market changes: each runner is a question, "does it win" or "is it placed". Where one wins they are outcomes of one event, and a
 * runner that was withdrawn has lost; where several are placed each stands alone, and is void then.
 */
export function betfairRecording(lines: readonly string[], name: string): Recording {
  const messages = lines.map((line) => JSON.parse(line) as Message);
  const definitions = messages.flatMap(({ mc }) => (mc ?? []).flatMap((one) => one.marketDefinition ?? []));
  const last = definitions.at(-1);
  if (last === undefined || last.status !== 'CLOSED') throw new Error(`${name}: does not say how it ended`);
  const isLinked = last.numberOfWinners === 1 && last.runners.length > 1;
  const winners = last.runners.filter(({ status }) => status === 'WINNER').length;
  const books = new Map(last.runners.map(({ id }, market) => [id, new RunnerBook(market)]));
  const steps: Step[] = [];
  let halted = false;
  for (const { pt: at, mc } of messages) {
    const changes = (mc ?? []).flatMap(({ img, marketDefinition, rc }): Step['changes'] => {
      const halt = marketDefinition === undefined ? null : marketDefinition.status !== 'OPEN';
      const told = new Map((rc ?? []).map((one) => [one.id, one]));
      const moved =
        img === true
          ? [...books].flatMap(([id, book]) => book.image(told.get(id) ?? {}))
          : (rc ?? []).flatMap((one) => books.get(one.id)?.change(one) ?? []);
      if (halt === null || halt === halted) return halted ? [] : moved;
      halted = halt;
      if (halt) return [{ kind: 'pause' }];
      return [{ kind: 'resume' }, ...[...books.values()].flatMap(({ book }) => book.all())];
    });
    if (changes.length > 0) steps.push({ at, changes });
  }
  const markets = last.runners.map((runner) => ({
    title: `${name} ${runner.name ?? runner.id}`,
    end: endOf(runner, { level: winners > last.numberOfWinners, isLinked }),
  }));
  return { name, isLinked, markets, steps };
}

/** More winners than places: they came in level. */
function endOf({ status }: Runner, { level, isLinked }: { level: boolean; isLinked: boolean }): RecordedEnd {
  if (status === 'WINNER') return level ? 'TIE' : 'YES';
  return status === 'LOSER' || isLinked ? 'NO' : 'VOID';
}
