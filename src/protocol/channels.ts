import { z } from 'zod';
import { bookWire, fillWire, orderWire, positionWire, publicFillWire } from './exchange.ts';
import { notificationMessage } from './notifications.ts';
import { scheduledWire } from './scheduled.ts';
import { balanceMessage, pairWire, predictionWire, tickMessage } from './trading.ts';

const channelName = z.string().min(1).max(64);

/** What a client may send on either socket. */
export const clientMessage = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('subscribe'), channels: z.array(channelName).min(1).max(100) }),
  z.strictObject({ op: z.literal('unsubscribe'), channels: z.array(channelName).min(1).max(100) }),
  z.strictObject({ op: z.literal('ping'), id: z.union([z.string().max(64), z.number()]).optional() }),
  z.strictObject({ op: z.literal('auth'), token: z.string().max(4_096) }),
]);

/** `transparency`: once a second, SHA-256 over the sorted (stream, head) list, and that of the newest record of admissions. */
export const transparencyMessage = z.strictObject({ t: z.int(), tickHeads: z.string(), admitHead: z.string() });

/**
 * `data` of each channel. `pairs` is always a list: all of them in the snapshot, then those that changed, as the real realm sees them;
 * `pairs:demo` is the same with the durations and limits of demo. `prediction`: the snapshot is the list of open ones, newest first;
 * after it each message is one prediction. `scheduled` (waiting ones), `order` (open ones), `position` (open ones) and `fill` (the newest) likewise, and `fills` of a
 * market. Each message of `book` is the whole book as shown; a reader that was behind gets a snapshot when it reads again.
 */
export const CHANNEL_DATA = {
  ticks: tickMessage,
  pairs: z.array(pairWire),
  transparency: transparencyMessage,
  book: bookWire,
  fills: z.union([z.array(publicFillWire), publicFillWire]),
  balance: balanceMessage,
  prediction: z.union([z.array(predictionWire), predictionWire]),
  notification: notificationMessage,
  order: z.union([z.array(orderWire), orderWire]),
  position: z.union([z.array(positionWire), positionWire]),
  fill: z.union([z.array(fillWire), fillWire]),
  scheduled: z.union([z.array(scheduledWire), scheduledWire]),
} as const;

export const PRIVATE_CHANNELS = [
  'balance',
  'prediction',
  'notification',
  'order',
  'position',
  'fill',
  'scheduled',
] as const;
export type PrivateChannel = (typeof PRIVATE_CHANNELS)[number];

/** Codes with which the server closes a socket. */
export const CLOSE = {
  /** Session ended, or no valid token within 10 s of opening `/private`. */
  unauthorised: 4001,
  /** More messages or channels than the limits allow. */
  limit: 4002,
  /** The reader is too slow: connect again and take the snapshots. */
  resync: 4008,
} as const;

export interface ChannelFrame<T> {
  readonly ch: string;
  readonly seq: number;
  readonly t: number;
  readonly data: T;
  readonly snapshot?: true;
}

export type ControlFrame =
  | { readonly op: 'ok'; readonly of: 'subscribe' | 'unsubscribe' | 'auth'; readonly channels?: readonly string[] }
  | { readonly op: 'pong'; readonly t: number; readonly id?: string | number }
  | { readonly op: 'error'; readonly code: string; readonly message: string; readonly channel?: string };

export type ClientMessage = z.infer<typeof clientMessage>;
export type TransparencyMessage = z.infer<typeof transparencyMessage>;
