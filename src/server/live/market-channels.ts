import { REALM_NO } from '#domain/realm.ts';
import type { Realm } from '#domain/realm.ts';
import type { BookWire } from '#protocol/exchange.ts';
import type { Bus } from '#server/bus/bus.ts';
import type { Clock } from '#server/clock.ts';
import { askEngine } from '#server/engine-client/index.ts';
import type { ExchangeQueries } from '#server/trading/contract.ts';
import { BookChannel } from './book-channel.ts';
import { channelFrame } from './frames.ts';
import type { SocketWriter } from './socket-writer.ts';

export interface MarketParts {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly exchange: Pick<ExchangeQueries, 'publicFills'>;
}

const SWEEP_MS = 100;
/** Levels a side. */
const DEPTH = 50;
/** Fills of a snapshot. */
const RECENT = 50;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const REALMS = Object.keys(REALM_NO) as Realm[];

interface FillsChannel {
  seq: number;
  readonly readers: Set<SocketWriter>;
  /** Snapshots being read now: fills that come meanwhile wait behind them. */
  readonly joining: Map<SocketWriter, unknown[]>;
}

/** `book:<marketId>` and `fills:<marketId>`: what everybody may see of a market. A channel lives as long as it has a reader. */
export class MarketChannels {
  readonly #parts: MarketParts;
  readonly #books = new Map<string, BookChannel>();
  readonly #opening = new Map<string, Promise<BookChannel | null>>();
  readonly #fills = new Map<string, FillsChannel>();
  readonly #stops: (() => void)[];

  constructor(parts: MarketParts) {
    this.#parts = parts;
    const timer = setInterval(() => this.#sweep(), SWEEP_MS);
    this.#stops = [
      () => clearInterval(timer),
      parts.bus.subscribe('exchange.book', ({ marketId }) => this.#books.get(marketId)?.changed()),
      parts.bus.subscribe('exchange.fills', ({ marketId, fills }) => {
        for (const fill of fills) this.#tellFill(marketId, fill);
      }),
    ];
  }

  /** Sends the snapshot and then what follows; null: not a channel of markets; false: no such market. */
  async join(channel: string, reader: SocketWriter): Promise<boolean | null> {
    const [kind, marketId = ''] = split(channel);
    if (kind === null) return null;
    if (!UUID.test(marketId)) return false;
    return kind === 'book' ? this.#joinBook(marketId, reader) : this.#joinFills(marketId, reader);
  }

  leave(channel: string, reader: SocketWriter): void {
    const [kind, marketId = ''] = split(channel);
    if (kind === 'book') {
      const book = this.#books.get(marketId);
      book?.leave(reader);
      if (book?.isEmpty === true) this.#books.delete(marketId);
    }
    if (kind !== 'fills') return;
    const fills = this.#fills.get(marketId);
    fills?.readers.delete(reader);
    fills?.joining.delete(reader);
    if (fills !== undefined && fills.readers.size + fills.joining.size === 0) this.#fills.delete(marketId);
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  async #joinBook(marketId: string, reader: SocketWriter): Promise<boolean> {
    const book = this.#books.get(marketId) ?? (await this.#openOnce(marketId));
    if (book === null) return false;
    if (!reader.open) return true;
    this.#books.set(marketId, book);
    book.join(reader);
    return true;
  }

  /** Readers that come together open a channel together. */
  #openOnce(marketId: string): Promise<BookChannel | null> {
    const opening = this.#opening.get(marketId) ?? this.#openBook(marketId);
    this.#opening.set(marketId, opening);
    return opening.finally(() => this.#opening.delete(marketId));
  }

  async #openBook(marketId: string): Promise<BookChannel | null> {
    for (const realm of REALMS) {
      const read = (): Promise<BookWire | null> =>
        askEngine(
          this.#parts.bus.request('exchange.book', {
            realm,
            marketId,
            depth: DEPTH,
          }),
        );
      const first = await read();
      if (first !== null)
        return new BookChannel(first, {
          name: `book:${marketId}`,
          clock: this.#parts.clock,
          read,
        });
    }
    return null;
  }

  async #joinFills(marketId: string, reader: SocketWriter): Promise<boolean> {
    const channel = this.#fills.get(marketId) ?? {
      seq: 0,
      readers: new Set(),
      joining: new Map(),
    };
    this.#fills.set(marketId, channel);
    const waiting: unknown[] = [];
    channel.joining.set(reader, waiting);
    channel.readers.delete(reader);
    const items = await this.#recent(marketId);
    const isStillAsked = channel.joining.get(reader) === waiting;
    if (isStillAsked) channel.joining.delete(reader);
    if (items === null || !reader.open || !isStillAsked) {
      if (channel.readers.size + channel.joining.size === 0) this.#fills.delete(marketId);
      return items !== null;
    }
    const t = this.#parts.clock.now();
    const ch = `fills:${marketId}`;
    const seq = channel.seq - waiting.length;
    reader.write(channelFrame({ ch, seq, t, data: items, snapshot: true }));
    waiting.forEach((data, at) => reader.write(channelFrame({ ch, seq: seq + at + 1, t, data })));
    channel.readers.add(reader);
    return true;
  }

  /** The newest fills; null: no such market. */
  async #recent(marketId: string): Promise<readonly unknown[] | null> {
    for (const realm of REALMS) {
      const { items } = await this.#parts.exchange.publicFills({
        realm,
        marketId,
        limit: RECENT,
      });
      if (items.length > 0) return items;
    }
    for (const realm of REALMS) {
      const market = await askEngine(this.#parts.bus.request('exchange.market', { realm, marketId }));
      if (market !== null) return [];
    }
    return null;
  }

  #tellFill(marketId: string, data: unknown): void {
    const channel = this.#fills.get(marketId);
    if (channel === undefined) return;
    channel.seq += 1;
    for (const waiting of channel.joining.values()) waiting.push(data);
    if (channel.readers.size === 0) return;
    const frame = channelFrame({
      ch: `fills:${marketId}`,
      seq: channel.seq,
      t: this.#parts.clock.now(),
      data,
    });
    for (const reader of channel.readers) reader.write(frame);
  }

  #sweep(): void {
    for (const book of this.#books.values()) void book.sweep();
  }
}

function split(channel: string): readonly [kind: 'book' | 'fills' | null, marketId?: string] {
  const at = channel.indexOf(':');
  const kind = channel.slice(0, at);
  return kind === 'book' || kind === 'fills' ? [kind, channel.slice(at + 1)] : [null];
}
