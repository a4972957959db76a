import type { Journal } from '#domain/ledger/journal.ts';
import type { Changes, OutcomeSplit, Realised, SetsMoved, UndoneFill } from '#domain/trading/orders/contract.ts';
import type { Market } from '#domain/trading/orders/market.ts';
import type { Fill, Order, Position } from '#domain/trading/orders/order.ts';
import type { RoundVerdict } from '#domain/trading/rounds/outcome.ts';
import { positionKey } from './effects.ts';
import type { ExchangeEffects, MarketFrame } from './effects.ts';

/** Gathers the changes of a batch's commands: of each row the last snapshot, in the order of the first. */
export class Collected {
  readonly #markets = new Map<string, Market>();
  readonly #orders = new Map<string, Order>();
  readonly #positions = new Map<string, Position>();
  readonly #fills: Fill[] = [];
  readonly #realised: Realised[] = [];
  readonly #journals: Journal[] = [];
  readonly #sets: SetsMoved[] = [];
  readonly #undone: UndoneFill[] = [];
  readonly #splits: OutcomeSplit[] = [];

  add(changes: Changes): void {
    for (const market of changes.markets) this.#markets.set(market.id, market);
    for (const order of changes.orders) this.#orders.set(order.id, order);
    for (const position of changes.positions) this.#positions.set(positionKey(position), position);
    this.#fills.push(...changes.fills);
    this.#realised.push(...changes.realised);
    this.#journals.push(...changes.journals);
    this.#sets.push(...changes.sets);
    this.#undone.push(...changes.undone);
    this.#splits.push(...changes.splits);
  }

  /** Null: nothing changed. */
  effects(at: {
    readonly now: number;
    readonly frameOf: (market: Market) => MarketFrame;
    readonly verdictOf: (market: Market) => RoundVerdict | null;
  }): ExchangeEffects | null {
    const size = this.#markets.size + this.#orders.size + this.#positions.size + this.#journals.length;
    if (size === 0) return null;
    return {
      now: at.now,
      markets: [...this.#markets.values()].map((market) => ({
        market,
        frame: at.frameOf(market),
        verdict: market.result === null ? null : at.verdictOf(market),
      })),
      orders: [...this.#orders.values()],
      fills: this.#fills,
      positions: [...this.#positions.values()],
      realised: this.#realised,
      journals: this.#journals,
      sets: this.#sets,
      undone: this.#undone,
      splits: this.#splits,
    };
  }
}
