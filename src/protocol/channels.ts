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

/** That comments of an event are other ones; what they are is read at `/events/:id/comments`. */
export const commentsMessage = z.strictObject({ eventId: z.string() });

/** `data` of each channel; `CHANNEL_TABLE` says what it is. */
export const CHANNEL_DATA = {
  ticks: tickMessage,
  pairs: z.array(pairWire),
  transparency: transparencyMessage,
  book: bookWire,
  fills: z.union([z.array(publicFillWire), publicFillWire]),
  comments: commentsMessage,
  balance: balanceMessage,
  prediction: z.union([z.array(predictionWire), predictionWire]),
  notification: notificationMessage,
  order: z.union([z.array(orderWire), orderWire]),
  position: z.union([z.array(positionWire), positionWire]),
  fill: z.union([z.array(fillWire), fillWire]),
  scheduled: z.union([z.array(scheduledWire), scheduledWire]),
} as const;

type ChannelName = keyof typeof CHANNEL_DATA;

export interface ChannelRow {
  readonly socket: 'public' | 'private';
  /** How it is asked for. */
  readonly address: string;
  readonly summary: string;
}

const own = (name: string, summary: string): ChannelRow => ({ socket: 'private', address: name, summary });
const all = (address: string, summary: string): ChannelRow => ({ socket: 'public', address, summary });

/** Every channel in words, for the reference. */
export const CHANNEL_TABLE: Readonly<Record<ChannelName, ChannelRow>> = {
  ticks: all('ticks:<pair>', 'The price; at most every 100 ms, the last one wins.'),
  pairs: all(
    'pairs',
    'A list: all pairs in the snapshot, then those that changed status, payouts or limits, as the real realm sees them. pairs:demo: the same as demo sees them.',
  ),
  transparency: all(
    'transparency',
    'Once a second, SHA-256 over the sorted list of chain heads, and that of the newest record of admissions.',
  ),
  book: all(
    'book:<marketId>',
    'The whole book of a round as shown; a reader that was behind gets a snapshot when it reads again.',
  ),
  fills: all(
    'fills:<marketId>',
    'The snapshot is the list of the newest public fills of a market, then one fill each.',
  ),
  comments: all(
    'comments:<eventId>',
    'Comments of an event were written, changed or taken away; at most once a second. The snapshot says that it begins.',
  ),
  balance: own('balance', 'What can be staked now, and what is locked.'),
  prediction: own(
    'prediction',
    'The snapshot is the list of open ones, newest first; then one prediction after each of its commits.',
  ),
  notification: own('notification', 'How many are not read, and the newest one where one came.'),
  order: own('order', 'The snapshot is the list of open orders; then one order after each change.'),
  position: own('position', 'The snapshot is the list of open positions; then one position after each change.'),
  fill: own('fill', 'The snapshot is the list of the newest own fills; then one fill each.'),
  scheduled: own('scheduled', 'The snapshot is the list of waiting predictions; then one after each change.'),
};
export const CHANNEL_ROWS = Object.entries(CHANNEL_TABLE) as readonly (readonly [ChannelName, ChannelRow])[];

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
