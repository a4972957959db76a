import { ok, refused } from '#domain/outcome.ts';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { NotificationKind } from '#protocol/notification-kinds.ts';
import type { NotificationWire, PreferencesBody } from '#protocol/notifications.ts';
import { toIso } from '#protocol/codecs.ts';
import { readCursor, writeCursor } from '#protocol/cursors.ts';
import type { Bus } from '#server/bus/bus.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import { transaction } from '#server/db/index.ts';
import { LOOK_EVERY_MS, startLoop, type Loop } from '#server/facts/loop.ts';
import type { Mail } from '#server/mail/index.ts';
import { pageOf } from '#server/routing/page.ts';
import type { Vault } from '#server/vault/index.ts';
import type { Notifications } from './contract.ts';
import { sendDigests } from './digest.ts';
import type { EventNews } from './event-news.ts';
import { notificationsFollower } from './follower.ts';
import type { PushParts } from './push/contract.ts';
import { createPushes } from './push/push.ts';
import {
  countUnread,
  countUnreadOf,
  deleteOldNotifications,
  findChoices,
  listNotifications,
  markRead,
  saveChoice,
  takeUntold,
  type NotificationRow,
} from './store.ts';
import { refuseChanges, switchesOf } from './switches.ts';
import { DAY_MS } from '#domain/time.ts';

const KEPT_MS = 180 * DAY_MS;
const ANNOUNCED_AT_A_TIME = 500;
const AFTER_FAILURE_MS = 5_000;

export interface NotificationParts {
  readonly config: Config;
  readonly db: Pool;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly mail: Mail;
  readonly vault: Vault;
  readonly keepsAway?: NonNullable<PushParts['keepsAway']>;
  readonly eventLabels: EventNews['eventLabels'];
  readonly eventWatchers: EventNews['eventWatchers'];
  readonly bookFacts: EventNews['bookFacts'];
}

export function createNotifications(parts: NotificationParts): Notifications {
  const { db, bus, clock, mail } = parts;
  const preferencesOf = async (userId: string) =>
    switchesOf(await findChoices(db, userId), await mail.hasUnsubscribed(db, userId));
  const pushes = createPushes(parts);
  let loop: Loop | null = null;
  return {
    list: async ({ userId }, { cursor, limit }) => {
      const before = readCursor('notifications', cursor)?.[0] ?? null;
      const rows = await listNotifications(db, { userId, before, limit: limit + 1 });
      const page = pageOf(rows, limit, { cursor: ({ id }) => writeCursor('notifications', [id]), item: toWire });
      return { ...page, items: [...page.items], unread: await countUnread(db, userId) };
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
      if (refusal !== null) return refused(refusal);
      await transaction(db, (tx) => savePreferences(tx, { userId, body, mail, now: clock.now() }));
      return ok(await preferencesOf(userId));
    },
    pushes,
    follower: notificationsFollower({ ...parts, pushes }, () => loop?.wake()),
    start: () => {
      loop ??= startLoop({
        round: async () => ((await announce(parts)) ? 0 : LOOK_EVERY_MS),
        onFailure: (error) => {
          parts.log.warn({ err: error }, 'notifications were not announced');
          return AFTER_FAILURE_MS;
        },
      });
    },
    stop: async () => {
      await loop?.stop();
      loop = null;
    },
    sendDigests: async (span) => void (await sendDigests(parts, span, clock.now())),
    forgetOld: () => deleteOldNotifications(db, clock.now() - KEPT_MS),
  };
}

function toWire({ id, kind, at, isRead, values }: NotificationRow): NotificationWire {
  return { id, kind: kind as NotificationKind, at: toIso(at), isRead, values: { ...values } };
}

async function savePreferences(
  tx: PoolClient,
  { userId, body, mail, now }: { userId: string; body: PreferencesBody; mail: Mail; now: number },
): Promise<void> {
  for (const { kind, channel, on } of body.changes ?? []) await saveChoice(tx, { userId, kind, channel, isOn: on });
  if (body.emailPaused === true) await mail.pause(tx, { userId, now });
  if (body.emailPaused === false) await mail.resubscribe(tx, userId);
}

/** Rows that nobody announced yet are announced. Answers whether there may be more. */
async function announce({ db, bus }: Pick<NotificationParts, 'db' | 'bus'>): Promise<boolean> {
  const untold = await takeUntold(db, ANNOUNCED_AT_A_TIME);
  if (untold.length === 0) return false;
  const unread = await countUnreadOf(db, [...new Set(untold.map(({ userId }) => userId))]);
  for (const row of untold) {
    const message = { unread: unread.get(row.userId) ?? 0, item: toWire(row) };
    bus.publish('notifications.changed', { userId: row.userId, message });
  }
  return untold.length === ANNOUNCED_AT_A_TIME;
}
