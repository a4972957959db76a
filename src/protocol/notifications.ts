import { z } from 'zod';
import { isoTime, rowId } from './codecs.ts';
import { CHANNELS, KIND_NAMES, MOST_PUSH_DEVICES } from './notification-kinds.ts';

export const notificationWire = z.strictObject({
  id: z.string(),
  kind: z.enum(KIND_NAMES),
  at: isoTime,
  isRead: z.boolean(),
  /** What the text of the kind is filled with; amounts as exact decimals. */
  values: z.record(z.string(), z.string()),
});

export const notificationsAnswer = z.strictObject({
  items: z.array(notificationWire),
  nextCursor: z.string().nullable(),
  /** Of all, not of this page. */
  unread: z.int(),
});

/** The ids; or the newest that was shown, with all before it; or `all`, also what nobody has seen yet. */
export const readBody = z.union([
  z.strictObject({ ids: z.array(rowId).min(1).max(200) }),
  z.strictObject({ upTo: rowId }),
  z.strictObject({ all: z.literal(true) }),
]);
export type ReadBody = z.infer<typeof readBody>;
export const unreadAnswer = z.strictObject({ unread: z.int() });

const switchState = z.enum(['on', 'off', 'locked', 'none']);

export const preferencesWire = z.strictObject({
  kinds: z.array(
    z.strictObject({
      kind: z.enum(KIND_NAMES),
      group: z.enum(['trading', 'money', 'account']),
      app: switchState,
      email: switchState,
      push: switchState,
    }),
  ),
  /** No e-mails but those that cannot be switched off: by the switch, or by the link in a mail. */
  emailPaused: z.boolean(),
});

export const preferencesBody = z.strictObject({
  changes: z
    .array(z.strictObject({ kind: z.enum(KIND_NAMES), channel: z.enum(CHANNELS), on: z.boolean() }))
    .max(50)
    .optional(),
  emailPaused: z.boolean().optional(),
});

/** What a browser says of its subscription, as the Push API gives it (base64url). */
export const pushDeviceBody = z.strictObject({
  endpoint: z
    .string()
    .max(1_000)
    .regex(/^https?:\/\/[^\s/?#@]+\/[\x21-\x7e]*$/),
  p256dh: z.string().regex(/^[\w-]{87}$/),
  auth: z.string().regex(/^[\w-]{22}$/),
});

export const pushAnswer = z.strictObject({
  /** What a browser subscribes with: the public key of this house (base64url). */
  key: z.string(),
  devices: z
    .array(
      z.strictObject({
        id: rowId,
        userAgent: z.string().nullable(),
        at: isoTime,
        /** Of the session that asks. */
        isHere: z.boolean(),
      }),
    )
    .max(MOST_PUSH_DEVICES),
});
export type PushDeviceBody = z.infer<typeof pushDeviceBody>;
export type PushAnswer = z.infer<typeof pushAnswer>;

/** Channel `notification`: how many are unread, and the new one. In the snapshot `item` is null. */
export const notificationMessage = z.strictObject({ unread: z.int(), item: notificationWire.nullable() });

export type NotificationWire = z.infer<typeof notificationWire>;
export type NotificationsAnswer = z.infer<typeof notificationsAnswer>;
export type PreferencesWire = z.infer<typeof preferencesWire>;
export type PreferencesBody = z.infer<typeof preferencesBody>;
export type NotificationMessage = z.infer<typeof notificationMessage>;
