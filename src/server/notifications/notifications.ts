import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import type { NotificationKind } from '#protocol/notification-kinds.ts';
import type { NotificationWire, PreferencesBody } from '#protocol/notifications.ts';
import { toIso } from '#protocol/codecs.ts';
import { readCursor, writeCursor } from '#protocol/cursors.ts';
import type { Bus } from '#server/bus/bus.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import { transaction, type Queryable } from '#server/db/index.ts';
import type { Mail } from '#server/mail/index.ts';
import type { Vault } from '#server/vault/index.ts';
import type { Fact, Notifications } from './contract.ts';
import { sendDigests } from './digest.ts';
import { startLoop, type Loop } from './loop.ts';
import { noticeOf } from './notices.ts';
import { readOutbox } from './outbox.ts';
import { readPictures } from './pictures.ts';
import {
  countUnread,
  deleteOldNotifications,
  findChoices,
  insertNotification,
  listNotifications,
  markRead,
  saveChoice,
  takeUntold,
  type NotificationRow,
} from './store.ts';
import { isWanted, refuseChanges, switchesOf } from './switches.ts';

const KEPT_MS = 180 * 86_400_000;
const ANNOUNCED_AT_A_TIME = 200;

/** Mails of the account that are told in the product too. */
const KIND_OF_MAIL: Readonly<Record<string, NotificationKind>> = {
  new_device: 'security',
  password_changed: 'security',
  email_changed: 'security',
  otp_changed: 'security',
  passkey_added: 'security',
  passkey_removed: 'security',
  social_linked: 'security',
  social_unlinked: 'security',
  api_key_made: 'security',
  session_family_revoked: 'security',
  export_ready: 'security',
  account_closing: 'security',
  exclusion_started: 'limits',
  limit_raised: 'limits',
  house_limit_set: 'limits',
  house_limit_ended: 'limits',
};

export interface NotificationParts {
  readonly config: Config;
  readonly db: Pool;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly mail: Mail;
  readonly vault: Vault;
}

export function createNotifications(parts: NotificationParts): Notifications {
  const { db, bus, clock, mail } = parts;
  const preferencesOf = async (userId: string) =>
    switchesOf(await findChoices(db, userId), await mail.hasUnsubscribed(db, userId));
  const tell = (tx: Queryable, fact: Fact) => tellOf(tx, fact, clock.now());
  let loop: Loop | null = null;
  let stops: (() => void)[] = [];
  return {
    list: async ({ userId }, { cursor, limit }) => {
      const before = readCursor('notifications', cursor)?.[0] ?? null;
      const rows = await listNotifications(db, { userId, before, limit: limit + 1 });
      const items = rows.slice(0, limit).map(toWire);
      const last = rows.length > limit ? items.at(-1) : undefined;
      const nextCursor = last === undefined ? null : writeCursor('notifications', [last.id]);
      return { items, nextCursor, unread: await countUnread(db, userId) };
    },
    read: async ({ userId }, which) => {
      const ids = 'ids' in which ? which.ids : null;
      const upTo = 'upTo' in which ? which.upTo : null;
      await markRead(db, { userId, ids, upTo, now: clock.now() });
      const unread = await countUnread(db, userId);
      bus.publish('notifications.changed', { userId, message: { unread, item: null } });
      return unread;
    },
    unread: (userId) => countUnread(db, userId),
    preferences: ({ userId }) => preferencesOf(userId),
    setPreferences: async ({ userId }, body) => {
      const refusal = refuseChanges(body);
      if (refusal !== null) return { ok: false, refusal };
      await transaction(db, (tx) => savePreferences(tx, { userId, body, mail, now: clock.now() }));
      return { ok: true, answer: await preferencesOf(userId) };
    },
    fromMail: async (tx, { userId, kind: what, values: said }) => {
      const kind = KIND_OF_MAIL[what];
      const { amount } = said;
      const values = amount === undefined ? { what } : { what, amount };
      if (kind !== undefined) await tell(tx, { userId, kind, values, source: null });
    },
    start: () => {
      loop ??= startLoop({ log: parts.log, round: () => round(parts) });
      stops = wakeOn(bus, () => loop?.wake());
    },
    stop: async () => {
      for (const stop of stops.splice(0)) stop();
      await loop?.stop();
      loop = null;
    },
    daily: async () => {
      await sendDigests(parts, clock.now());
      await deleteOldNotifications(db, clock.now() - KEPT_MS);
    },
  };
}

/** Listens for what is committed of real money, which the outbox then tells of. */
function wakeOn(bus: Bus, wake: () => void): (() => void)[] {
  return [
    bus.subscribe('trading.prediction', ({ realm, prediction }) => {
      if (realm === 'real' && prediction.settledAt !== null) wake();
    }),
    bus.subscribe('trading.scheduled', ({ realm, entry }) => {
      if (realm === 'real' && entry.endedAt !== null) wake();
    }),
    bus.subscribe('exchange.order', ({ realm, order }) => {
      if (realm === 'real' && order.endedAt !== null) wake();
    }),
    bus.subscribe('exchange.fill', ({ realm }) => {
      if (realm === 'real') wake();
    }),
    bus.subscribe('exchange.position', ({ realm, position }) => {
      if (realm === 'real' && position.credit !== null) wake();
    }),
    bus.subscribe('identity.avatar-ready', wake),
  ];
}

function toWire({ id, kind, at, isRead, values }: NotificationRow): NotificationWire {
  return { id, kind: kind as NotificationKind, at: toIso(at), isRead, values: { ...values } };
}

/** Notes a fact where the person wants it, in the caller's transaction. false: it was known, or is not wanted. */
async function tellOf(tx: Queryable, fact: Fact, now: number): Promise<boolean> {
  const { userId, kind } = fact;
  if (!isWanted(await findChoices(tx, userId), { kind, channel: 'app' })) return false;
  return insertNotification(tx, {
    id: uuidv7(),
    userId,
    kind,
    at: fact.at ?? now,
    values: fact.values,
    source: fact.source,
  });
}

/** A fact that a row elsewhere keeps until it is told: noted, and mailed to those who want that. */
async function tellByItself(parts: NotificationParts, tx: PoolClient, fact: Fact): Promise<void> {
  await tellOf(tx, fact, parts.clock.now());
  if (!isWanted(await findChoices(tx, fact.userId), { kind: fact.kind, channel: 'email' })) return;
  const notice = await noticeOf(parts, tx, fact);
  if (notice !== null) await parts.mail.send(tx, notice);
}

async function savePreferences(
  tx: PoolClient,
  { userId, body, mail, now }: { userId: string; body: PreferencesBody; mail: Mail; now: number },
): Promise<void> {
  for (const { kind, channel, on } of body.changes ?? []) await saveChoice(tx, { userId, kind, channel, isOn: on });
  if (body.emailPaused === true) await mail.pause(tx, { userId, now });
  if (body.emailPaused === false) await mail.resubscribe(tx, userId);
}

/** What others have stored becomes rows, and rows that nobody announced yet are announced. */
async function round(parts: NotificationParts): Promise<boolean> {
  const { db, bus } = parts;
  const tell = (tx: PoolClient, fact: Fact) => tellByItself(parts, tx, fact);
  // A process that has no sockets knows of nobody who looks on.
  const watching = (userIds: readonly string[]) => bus.request('live.watching', userIds).catch(() => []);
  const settled = await readOutbox(db, { tell, watching });
  const more = (await readPictures(parts, tell)) || settled;
  const untold = await takeUntold(db, ANNOUNCED_AT_A_TIME);
  for (const row of untold) {
    const unread = await countUnread(db, row.userId);
    bus.publish('notifications.changed', { userId: row.userId, message: { unread, item: toWire(row) } });
  }
  return more || untold.length === ANNOUNCED_AT_A_TIME;
}
