import type { TransparencyMessage } from '#protocol/channels.ts';
import { priceToNumber, priceToText } from '#protocol/codecs.ts';
import type { PairsWire } from '#protocol/trading.ts';
import type { Realm } from '#domain/realm.ts';
import { toPairWire, type PairCache } from '#server/engine-client/index.ts';
import type { TickNote } from '#server/prices/wire.ts';
import type { Proofs } from '#server/proofs/index.ts';
import { channelFrame } from './frames.ts';
import type { TimeSlices } from './time-slices.ts';
import { CommentChannels } from './comment-channels.ts';
import { MarketChannels, type MarketParts } from './market-channels.ts';
import type { SocketWriter } from './socket-writer.ts';
import { TickChannel } from './tick-channel.ts';

export interface PublicParts extends MarketParts {
  readonly pairCache: PairCache;
  readonly proofs: Pick<Proofs, 'admitHead'>;
  readonly inTurns: Pick<TimeSlices, 'add'>;
}

const SWEEP_MS = 100;
const PAIRS_CHANNELS: Readonly<Record<string, Realm>> = {
  pairs: 'real',
  'pairs:demo': 'demo',
};

/** The public channels: one frame is built for all readers of a message. */
export class PublicChannels {
  readonly #parts: PublicParts;
  readonly #ticks = new Map<string, TickChannel>();
  readonly #pairs = new Map<string, { seq: number; readers: Set<SocketWriter> }>();
  readonly #transparency = {
    seq: 0,
    readers: new Set<SocketWriter>(),
    last: null as TransparencyMessage | null,
  };
  /** Readers of `transparency` who came before its first message: it will be their snapshot. */
  readonly #early = new Set<SocketWriter>();
  readonly #markets: MarketChannels;
  readonly #comments: CommentChannels;
  readonly #stops: (() => void)[] = [];

  constructor(parts: PublicParts) {
    this.#parts = parts;
    this.#markets = new MarketChannels(parts);
    this.#comments = new CommentChannels(parts);
    for (const channel of Object.keys(PAIRS_CHANNELS)) this.#pairs.set(channel, { seq: 0, readers: new Set() });
    const { bus } = parts;
    this.#stops.push(
      bus.subscribe('prices.tick', (note) => this.#tick(note)),
      bus.subscribe('prices.pair', (board) => {
        for (const [channel, state] of this.#pairs) {
          state.seq += 1;
          if (state.readers.size === 0) continue;
          const realm = PAIRS_CHANNELS[channel] ?? 'real';
          const frame = this.#frame(channel, state.seq, [toPairWire(board, realm)]);
          for (const reader of state.readers) reader.write(frame);
        }
      }),
      bus.subscribe('prices.heads', ({ t, tickHeads }) => {
        const heads = { t, tickHeads, admitHead: parts.proofs.admitHead() };
        const state = this.#transparency;
        state.seq += 1;
        state.last = heads;
        const frame = this.#frame('transparency', state.seq, heads);
        for (const reader of state.readers) {
          reader.write(this.#early.delete(reader) ? this.#snapshot('transparency', state.seq, heads) : frame);
        }
      }),
    );
    const timer = setInterval(() => this.#sweep(), SWEEP_MS);
    this.#stops.push(() => clearInterval(timer));
  }

  /** Sends the snapshot and then what follows; false: no such channel. Again on a channel: a snapshot again. */
  async join(channel: string, reader: SocketWriter): Promise<boolean> {
    if (channel.startsWith('ticks:')) return this.#joinTicks(channel, reader);
    if (channel in PAIRS_CHANNELS) return this.#joinPairs(channel, reader);
    const ofComments = this.#comments.join(channel, reader);
    if (ofComments !== null) return ofComments;
    const ofMarket = await this.#markets.join(channel, reader);
    if (ofMarket !== null) return ofMarket;
    if (channel !== 'transparency') return false;
    const { readers, seq, last } = this.#transparency;
    if (last === null) this.#early.add(reader);
    else reader.write(this.#snapshot(channel, seq, last));
    readers.add(reader);
    return true;
  }

  leave(channel: string, reader: SocketWriter): void {
    this.#ticks.get(channel.slice('ticks:'.length))?.leave(reader);
    this.#pairs.get(channel)?.readers.delete(reader);
    this.#markets.leave(channel, reader);
    this.#comments.leave(channel, reader);
    if (channel !== 'transparency') return;
    this.#transparency.readers.delete(reader);
    this.#early.delete(reader);
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#markets.close();
    this.#comments.close();
    for (const channel of this.#ticks.values()) channel.close();
  }

  async #joinTicks(channel: string, reader: SocketWriter): Promise<boolean> {
    const pairId = channel.slice('ticks:'.length);
    const known = this.#ticks.get(pairId) ?? (await this.#openTicks(pairId));
    known?.join(reader);
    return known !== null;
  }

  async #joinPairs(channel: string, reader: SocketWriter): Promise<boolean> {
    const state = this.#pairs.get(channel);
    if (state === undefined) return false;
    const pairs = await this.#parts.pairCache.pairs(PAIRS_CHANNELS[channel] ?? 'real');
    if (!reader.open) return true;
    reader.write(this.#snapshot(channel, state.seq, flat(pairs)));
    state.readers.add(reader);
    return true;
  }

  async #openTicks(pairId: string): Promise<TickChannel | null> {
    const board = await this.#parts.pairCache.find(pairId);
    if (board === null) return null;
    const known = this.#ticks.get(pairId);
    if (known !== undefined) return known;
    const { clock, inTurns } = this.#parts;
    const made = new TickChannel({
      name: `ticks:${pairId}`,
      scale: board.pair.scale,
      clock,
      inTurns,
    });
    this.#ticks.set(pairId, made);
    const { last } = board;
    if (last !== null) {
      made.take({
        seq: last.seq,
        data: {
          price: priceToNumber(last.price, board.pair.scale),
          priceStr: priceToText(last.price, board.pair.scale),
          time: last.t,
          seq: last.seq,
          head: last.head,
        },
      });
    }
    return made;
  }

  #tick({ pair, seq, t, price, head }: TickNote): void {
    const channel = this.#ticks.get(pair);
    if (channel === undefined) return;
    const { scale } = channel;
    channel.take({
      seq,
      data: {
        price: priceToNumber(price, scale),
        priceStr: priceToText(price, scale),
        time: t,
        seq,
        head,
      },
    });
  }

  #sweep(): void {
    for (const channel of this.#ticks.values()) channel.catchUp();
  }

  #frame(ch: string, seq: number, data: unknown): Buffer {
    return channelFrame({ ch, seq, t: this.#parts.clock.now(), data });
  }

  #snapshot(ch: string, seq: number, data: unknown): Buffer {
    return channelFrame({
      ch,
      seq,
      t: this.#parts.clock.now(),
      data,
      snapshot: true,
    });
  }
}

function flat(pairs: PairsWire) {
  return [...pairs.crypto, ...pairs.forex, ...pairs.comms, ...pairs.stocks];
}
