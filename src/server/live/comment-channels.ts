import type { Bus } from '#server/bus/bus.ts';
import type { Clock } from '#server/clock.ts';
import { channelFrame } from './frames.ts';
import type { SocketWriter } from './socket-writer.ts';

const BEGIN = 'comments:';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Whoever hears of a change reads the comments anew: so often at most, ms. */
const APART_MS = 1_000;

interface Channel {
  seq: number;
  readonly readers: Set<SocketWriter>;
  /** Something has changed since the last frame. */
  isOwed: boolean;
  /** Running: no frame before it ends. */
  timer: NodeJS.Timeout | null;
}

/** `comments:<eventId>`: that comments of an event have changed. A channel lives as long as it has a reader. */
export class CommentChannels {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #channels = new Map<string, Channel>();
  readonly #stop: () => void;

  constructor({ bus, clock }: { readonly bus: Bus; readonly clock: Pick<Clock, 'now'> }) {
    this.#clock = clock;
    this.#stop = bus.subscribe('comments.changed', ({ eventId }) => this.#changed(eventId));
  }

  /** Sends a snapshot and then what follows; null: not a channel of comments; false: no event has this id. */
  join(channel: string, reader: SocketWriter): boolean | null {
    if (!channel.startsWith(BEGIN)) return null;
    const eventId = channel.slice(BEGIN.length);
    if (!UUID.test(eventId)) return false;
    const known = this.#channels.get(eventId) ?? {
      seq: 0,
      readers: new Set(),
      isOwed: false,
      timer: null,
    };
    this.#channels.set(eventId, known);
    known.readers.add(reader);
    reader.write(this.#frame(eventId, { seq: known.seq, snapshot: true }));
    return true;
  }

  leave(channel: string, reader: SocketWriter): void {
    if (!channel.startsWith(BEGIN)) return;
    const eventId = channel.slice(BEGIN.length);
    const known = this.#channels.get(eventId);
    known?.readers.delete(reader);
    if (known?.readers.size !== 0) return;
    if (known.timer !== null) clearTimeout(known.timer);
    this.#channels.delete(eventId);
  }

  close(): void {
    this.#stop();
    for (const { timer } of this.#channels.values()) if (timer !== null) clearTimeout(timer);
  }

  #changed(eventId: string): void {
    const channel = this.#channels.get(eventId);
    if (channel === undefined) return;
    if (channel.timer !== null) channel.isOwed = true;
    else this.#tell(eventId, channel);
  }

  #tell(eventId: string, channel: Channel): void {
    channel.isOwed = false;
    channel.seq += 1;
    const frame = this.#frame(eventId, { seq: channel.seq });
    for (const reader of channel.readers) reader.write(frame);
    channel.timer = setTimeout(() => {
      channel.timer = null;
      if (channel.isOwed) this.#tell(eventId, channel);
    }, APART_MS);
  }

  #frame(eventId: string, head: { readonly seq: number; readonly snapshot?: true }): Buffer {
    return channelFrame({
      ch: `${BEGIN}${eventId}`,
      t: this.#clock.now(),
      data: { eventId },
      ...head,
    });
  }
}
