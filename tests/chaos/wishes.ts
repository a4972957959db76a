import type { Actor } from '#domain/identity/actor.ts';
import { usdt } from '#domain/money.ts';
import type { Requests } from '#server/bus/bus.ts';
import type { CancelOrders, PlaceOrder, PlacePrediction } from '#server/trading/contract.ts';
import type { FundedPerson } from '#tests/funded-people.ts';
import type { EngineProcess } from './engine-channel.ts';

export type WishKind = 'trading.place' | 'trading.sell' | 'exchange.order' | 'exchange.cancel' | 'chaos.refill';

export type Wish = {
  [K in WishKind]: { readonly topic: K; readonly input: Requests[K]['input'] };
}[WishKind];

/** Traded round the clock, so that a run at any hour is the same. */
const PAIRS = ['BTC-USD', 'ETH-USD', 'SOL-USD'];
/** Of ten wishes of the exchange's mix; the rest are predictions. */
const MIX: Readonly<Record<number, WishKind>> = {
  1: 'exchange.order',
  3: 'exchange.order',
  5: 'exchange.cancel',
  6: 'trading.sell',
  7: 'exchange.order',
  9: 'chaos.refill',
};
/** A prediction can be sold once it has its entry, ms. */
const ENTERED_MS = 1_500;
const SALE_SEC = 120;
/** Orders are cancelled from the newest ones: the oldest have long met somebody. */
const REMEMBERED = 200;

interface Owned {
  readonly actor: Actor;
  readonly id: string;
  readonly at: number;
}

/** What clients ask for next: everything under a key of its own. */
export class Wishes {
  readonly #people: readonly FundedPerson[];
  readonly #mix: 'predictions' | 'exchange';
  #markets: readonly string[] = [];
  readonly #orders: Owned[] = [];
  readonly #sellable: Owned[] = [];
  #next = 0;

  constructor(people: readonly FundedPerson[], mix: 'predictions' | 'exchange') {
    this.#people = people;
    this.#mix = mix;
  }

  /** Learns which rounds are open. */
  async look(engine: EngineProcess): Promise<void> {
    const rounds = await Promise.all(PAIRS.map((pair) => engine.ask('exchange.rounds', { realm: 'demo', pair })));
    this.#markets = rounds
      .flatMap((list) => list ?? [])
      .filter(({ status, windowSec }) => status === 'OPEN' && windowSec <= 900)
      .map(({ marketId }) => marketId);
  }

  draw(): { readonly key: string; readonly wish: Wish } {
    const no = (this.#next += 1);
    // Not always the same people for the same kind of wish.
    const person = this.#people[(no + 3 * Math.floor(no / 10)) % this.#people.length];
    if (person === undefined) throw new Error('a load without people');
    const { userId } = person;
    const key = `order-${no}`;
    const asked = {
      no,
      actor: { userId, sessionId: userId, role: 'DEMO', realm: 'demo' } as const,
      idempotency: { key, bodyHash: `hash-${no}` },
    };
    const kind = this.#mix === 'exchange' ? MIX[no % 10] : undefined;
    return { key, wish: this.#wish(kind, asked) ?? this.#prediction(asked) };
  }

  /** A wish has come true: what it made can be cancelled or sold. */
  done({ topic, input }: Wish, body: string): void {
    if (this.#mix === 'predictions') return;
    const id = /"id":"([0-9a-f-]{36})"/.exec(body)?.[1];
    if (id === undefined) return;
    const owned = { actor: (input as PlacePrediction).actor, id, at: performance.now() };
    if (topic === 'exchange.order') this.#orders.push(owned);
    if (topic === 'trading.place' && input.durationSec === SALE_SEC) this.#sellable.push(owned);
    if (this.#orders.length > REMEMBERED) this.#orders.splice(0, REMEMBERED / 2);
    if (this.#sellable.length > REMEMBERED) this.#sellable.splice(0, REMEMBERED / 2);
  }

  #wish(kind: WishKind | undefined, asked: Asked): Wish | null {
    if (kind === 'chaos.refill') return { topic: kind, input: { userId: asked.actor.userId } };
    if (kind === 'exchange.order') return this.#order(asked);
    if (kind === 'exchange.cancel') return this.#cancel(asked);
    return kind === 'trading.sell' ? this.#sale() : null;
  }

  #prediction({ no, actor, idempotency }: Asked): Wish {
    const input: PlacePrediction = {
      actor,
      pair: PAIRS[no % PAIRS.length] ?? 'BTC-USD',
      direction: no % 2 === 0 ? 'UP' : 'DOWN',
      stake: usdt(BigInt(100 + (no % 900)) * 10_000n),
      durationSec: this.#mix === 'exchange' && no % 10 === 2 ? SALE_SEC : 15,
      payoutBps: 7000,
      idempotency,
    };
    return { topic: 'trading.place', input };
  }

  #order({ no, actor, idempotency }: Asked): Wish | null {
    const marketId = this.#markets[Math.floor(no / 10) % Math.max(1, this.#markets.length)];
    if (marketId === undefined) return null;
    // Both outcomes are bought around one half: some rest, some meet each other or the house maker.
    const price = 500 + ((no * 7) % 9) * 10 - 40;
    const input: PlaceOrder = {
      actor,
      marketId,
      outcome: no % 4 < 2 ? 'UP' : 'DOWN',
      side: 'BUY',
      terms: { type: 'LIMIT', price, lots: 100 + (no % 7) * 50, timeInForce: 'GTC', expiresAt: null, postOnly: false },
      idempotency,
    };
    return { topic: 'exchange.order', input };
  }

  #cancel({ idempotency }: Asked): Wish | null {
    const order = this.#orders.pop();
    if (order === undefined) return null;
    const input: CancelOrders = { actor: order.actor, which: { orderId: order.id }, idempotency };
    return { topic: 'exchange.cancel', input };
  }

  #sale(): Wish | null {
    const open = this.#sellable[0];
    if (open === undefined || performance.now() - open.at < ENTERED_MS) return null;
    this.#sellable.shift();
    return {
      topic: 'trading.sell',
      input: { actor: open.actor, predictionId: open.id, minCredit: usdt(0n), idempotency: null },
    };
  }
}

interface Asked {
  readonly no: number;
  readonly actor: Actor;
  readonly idempotency: { readonly key: string; readonly bodyHash: string };
}
