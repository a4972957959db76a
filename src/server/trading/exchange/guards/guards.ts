import type { Pool } from 'pg';
import { cashKey } from '#domain/trading/decide.ts';
import type { Bar } from '#domain/trading/orders/contract.ts';
import type { Market } from '#domain/trading/orders/market.ts';
import type { ExchangeState, LiveMarket } from '#domain/trading/orders/state.ts';
import { ofKind } from '../../command-queue.ts';
import type { Request } from '../../command-queue.ts';
import type { ListedBook, ListedBooks } from '../listed-books.ts';
import type { MarketTask } from '../tasks.ts';
import { loadAttested } from './store-guards.ts';

/** So many people who have spoken are remembered; then they are asked for anew. */
const MOST_REMEMBERED = 100_000;

/** Who may trade the books of an event: who is kept from it by name, and who has said that they are none of those who may not. */
export class Guards {
  readonly #parts: { readonly db: Pool; readonly listed: Pick<ListedBooks, 'of'> };
  /** Nobody takes it back. */
  readonly #said = new Set<string>();

  readonly #most: number;

  constructor(
    parts: { readonly db: Pool; readonly listed: Pick<ListedBooks, 'of'> },
    mostRemembered: number = MOST_REMEMBERED,
  ) {
    this.#parts = parts;
    this.#most = mostRemembered;
  }

  /** Reads what those of a batch have said, where their event asks for it. */
  async load(requests: readonly Request[]): Promise<void> {
    // Before it is looked at who of a batch is remembered.
    if (this.#said.size > this.#most) this.#said.clear();
    const asked = new Map<string, { readonly version: number; readonly people: Set<string> }>();
    for (const { command } of ofKind(requests, ['order', 'sets'])) {
      const { actor, marketId } = command.input;
      const version = actor.realm === 'real' ? (this.#parts.listed.of(marketId)?.guard?.version ?? null) : null;
      if (version === null || this.#said.has(keyOf(marketId, version, actor.userId))) continue;
      const one = asked.get(marketId) ?? { version, people: new Set() };
      one.people.add(actor.userId);
      asked.set(marketId, one);
    }
    for (const [marketId, { version, people }] of asked) {
      const said = await loadAttested(this.#parts.db, { marketId, version, people: [...people] });
      for (const userId of said) this.#said.add(keyOf(marketId, version, userId));
    }
  }

  /** What keeps a person from trading a market; null: nothing. Practice is free to all. */
  barOf({ id, realm }: Pick<Market, 'id' | 'realm'>, userId: string): Bar | null {
    const guard = realm === 'real' ? (this.#parts.listed.of(id)?.guard ?? null) : null;
    if (guard === null) return null;
    if (guard.people.has(userId)) return 'listed';
    return guard.version === null || this.#said.has(keyOf(id, guard.version, userId)) ? null : 'unsaid';
  }
}

const keyOf = (marketId: string, version: number, userId: string) => `${marketId} ${version} ${userId}`;

/** Takes the orders off that people have resting in a market which they may not trade. */
export function barredTasks(
  { market }: LiveMarket,
  guard: ListedBook['guard'],
  { byOwner, orders }: Pick<ExchangeState, 'byOwner' | 'orders'>,
): readonly MarketTask[] {
  const { id: marketId, realm } = market;
  const rest = (userId: string) =>
    [...(byOwner.get(cashKey(userId, realm)) ?? [])].some((id) => orders.get(id)?.order.marketId === marketId);
  return [...(guard?.people ?? [])].filter(rest).map((userId) => ({
    name: `restricted ${marketId} ${userId}`,
    command: { kind: 'cancel_all', realm, userId, marketId, because: 'restricted' },
    verdict: null,
  }));
}
