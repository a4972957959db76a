import type { Pool } from 'pg';
import type { Actor } from '#domain/identity/actor.ts';
import type { Usdt } from '#domain/money.ts';
import type { Realm } from '#domain/realm.ts';
import type { Prediction } from '#domain/trading/prediction.ts';
import { PRIVATE_CHANNELS, type PrivateChannel } from '#protocol/channels.ts';
import { SNAPSHOT_MOST } from '#protocol/pages/numbers.ts';
import { moneyPair } from '#protocol/codecs.ts';
import type { NotificationMessage } from '#protocol/notifications.ts';
import type { BalanceMessage, PredictionWire } from '#protocol/trading.ts';
import type { Bus } from '#server/bus/bus.ts';
import type { Clock } from '#server/clock.ts';
import type { Notifications } from '#server/notifications/index.ts';
import { balancesOf } from '#server/ledger/index.ts';
import { loadPairs } from '#server/prices/index.ts';
import type { ExchangeQueries } from '#server/trading/contract.ts';
import { predictionQueries, scheduledQueries, toPredictionWire } from '#server/trading/index.ts';
import { channelFrame } from './frames.ts';
import type { SocketWriter } from './socket-writer.ts';

export interface PrivateParts {
  readonly db: Pool;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly notifications: Pick<Notifications, 'unread'>;
  readonly exchange: Pick<ExchangeQueries, 'orders' | 'positions' | 'fills'>;
}

const RECENT_FILLS = 50;

declare module '#server/bus/bus.ts' {
  interface Requests {
    /** Those among these people whose private socket of real money is open in this process. */
    'live.watching': { input: readonly string[]; output: readonly string[] };
  }
}

interface Subscription {
  readonly actor: Actor;
  readonly writer: SocketWriter;
  readonly channels: Map<PrivateChannel, { seq: number; held: unknown[] | null }>;
}

/** One person's sockets learn what was committed about them, and nothing of it is left out. */
export class PrivateChannels {
  readonly #parts: PrivateParts;
  readonly #byUser = new Map<string, Set<Subscription>>();
  readonly #stops: (() => void)[];
  readonly #queries: ReturnType<typeof predictionQueries>;
  readonly #scheduled: ReturnType<typeof scheduledQueries>;

  constructor(parts: PrivateParts) {
    this.#parts = parts;
    this.#queries = predictionQueries(parts.db);
    this.#scheduled = scheduledQueries(parts.db);
    parts.bus.answer('live.watching', (userIds) => userIds.filter((userId) => this.#isWatched(userId)));
    this.#stops = [
      parts.bus.subscribe('ledger.balance', ({ userId, realm, cash, locked }) => {
        this.#tell({ userId, realm }, 'balance', balanceMessage(cash, locked));
      }),
      parts.bus.subscribe('trading.prediction', ({ userId, realm, prediction }) => {
        if (!this.#byUser.has(userId)) return;
        for (const data of toWire([prediction])) this.#tell({ userId, realm }, 'prediction', data);
      }),
      parts.bus.subscribe('exchange.order', ({ order, ...owner }) => this.#tell(owner, 'order', order)),
      parts.bus.subscribe('trading.scheduled', ({ entry, ...owner }) => this.#tell(owner, 'scheduled', entry)),
      parts.bus.subscribe('exchange.position', ({ position, ...owner }) => this.#tell(owner, 'position', position)),
      parts.bus.subscribe('exchange.fill', ({ fill, ...owner }) => this.#tell(owner, 'fill', fill)),
      parts.bus.subscribe('notifications.changed', ({ userId, message }) => {
        this.#tell({ userId, realm: 'real' }, 'notification', message);
      }),
    ];
  }

  /** Makes a socket one of the person's; call the result to end it. */
  enter(actor: Actor, writer: SocketWriter): PrivateReader {
    const subscription: Subscription = { actor, writer, channels: new Map() };
    const all = this.#byUser.get(actor.userId) ?? new Set();
    all.add(subscription);
    this.#byUser.set(actor.userId, all);
    return {
      join: (channel) => this.#join(subscription, channel),
      leave: (channel) => void subscription.channels.delete(channel as PrivateChannel),
      end: () => {
        all.delete(subscription);
        if (all.size === 0 && this.#byUser.get(actor.userId) === all) this.#byUser.delete(actor.userId);
      },
    };
  }

  /** Does a page or a program of the person's real account listen now? */
  #isWatched(userId: string): boolean {
    return [...(this.#byUser.get(userId) ?? [])].some(({ actor }) => actor.realm === 'real');
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  /** What is committed while the snapshot is read waits behind it: nothing is missed, nothing comes before it. */
  async #join(subscription: Subscription, channel: string): Promise<boolean> {
    if (!isPrivate(channel) || !mayRead(subscription.actor, channel)) return false;
    const state = { seq: 0, held: [] as unknown[] | null };
    subscription.channels.set(channel, state);
    const data = await this.#snapshot(subscription.actor, channel);
    if (subscription.channels.get(channel) !== state) return true;
    const waiting = state.held ?? [];
    state.held = null;
    this.#write(subscription, channel, { data, snapshot: true });
    for (const item of waiting) this.#write(subscription, channel, { data: item });
    return true;
  }

  async #snapshot({ userId, realm }: Actor, channel: PrivateChannel): Promise<unknown> {
    const { db, exchange, notifications } = this.#parts;
    const owner = { userId, realm, limit: SNAPSHOT_MOST };
    switch (channel) {
      case 'balance': {
        const { cash, locked } = await balancesOf(db, {
          ownerId: userId,
          realm,
        });
        return balanceMessage(cash, locked);
      }
      case 'notification':
        return {
          unread: await notifications.unread(userId),
          item: null,
        } satisfies NotificationMessage;
      case 'prediction':
        return toWire((await this.#queries.list({ ...owner, status: 'open' })).items);
      case 'order':
        return (await exchange.orders({ ...owner, status: 'open' })).items;
      case 'scheduled':
        return (await this.#scheduled.list({ ...owner, status: 'waiting' })).items;
      case 'position':
        return (await exchange.positions({ ...owner, status: 'open' })).items;
      case 'fill':
        return (await exchange.fills({ ...owner, limit: RECENT_FILLS })).items;
    }
  }

  #tell(owner: { userId: string; realm: Realm }, channel: PrivateChannel, data: unknown): void {
    for (const subscription of this.#byUser.get(owner.userId) ?? []) {
      const state = subscription.channels.get(channel);
      if (state === undefined || subscription.actor.realm !== owner.realm) continue;
      if (state.held !== null) state.held.push(data);
      else this.#write(subscription, channel, { data });
    }
  }

  #write(subscription: Subscription, ch: PrivateChannel, message: { data: unknown; snapshot?: true }): void {
    const state = subscription.channels.get(ch);
    if (state === undefined) return;
    state.seq += 1;
    subscription.writer.write(
      channelFrame({
        ch,
        seq: state.seq,
        t: this.#parts.clock.now(),
        ...message,
      }),
    );
  }
}

/** From the table, not from the engine: it may be away just when there is something to tell. */
const PAIRS = new Map(loadPairs().map((pair) => [pair.id, pair]));

function toWire(items: readonly Prediction[]): PredictionWire[] {
  return items.flatMap((item) => {
    const pair = PAIRS.get(item.pairId);
    return pair === undefined ? [] : [toPredictionWire(item, pair)];
  });
}

/** One socket of a person. */
export interface PrivateReader {
  /** false: no such channel. */
  join(channel: string): Promise<boolean>;
  leave(channel: string): void;
  end(): void;
}

/** What people are told about themselves is nothing for their programs. */
function mayRead({ grant }: Actor, channel: PrivateChannel): boolean {
  return grant === undefined || channel !== 'notification';
}

function isPrivate(channel: string): channel is PrivateChannel {
  return (PRIVATE_CHANNELS as readonly string[]).includes(channel);
}

function balanceMessage(cash: Usdt, locked: Usdt): BalanceMessage {
  return { ...moneyPair('totalBalance', cash), ...moneyPair('locked', locked) };
}
