import type { PoolClient } from 'pg';
import type { Bus } from '#server/bus/bus.ts';
import type { Config } from '#server/config/config.ts';
import type { Follower, Told } from '#server/facts/index.ts';
import type { Mail } from '#server/mail/index.ts';
import type { Vault } from '#server/vault/index.ts';
import { draftOf, FOLLOWED, type Draft, type Followed } from './drafts.ts';
import { eventDrafts, nameEvents, type EventNews } from './event-news.ts';
import { noticeOf } from './notices.ts';
import type { Pushes } from './push/contract.ts';
import { findChoicesOf, insertNotifications, type ChoiceRow } from './store.ts';
import { isWanted } from './switches.ts';

interface FollowerParts extends EventNews {
  readonly config: Pick<Config, 'origins'>;
  readonly bus: Pick<Bus, 'request'>;
  readonly mail: Pick<Mail, 'send'>;
  readonly vault: Pick<Vault, 'open'>;
  readonly pushes: Pick<Pushes, 'tell'>;
}

/** Makes notifications of facts, and mails and pushes of those that people want so. `onMade`: after the commit. */
export function notificationsFollower(parts: FollowerParts, onMade: () => void): Follower<Followed> {
  return {
    name: 'notifications',
    kinds: FOLLOWED,
    handle: (tx, facts) => make(parts, tx, facts),
    onHandled: onMade,
  };
}

async function make(parts: FollowerParts, tx: PoolClient, facts: readonly Told<Followed>[]): Promise<void> {
  const made = facts.flatMap((fact) => (fact.kind === 'event.moved' ? [] : (draftOf(fact) ?? [])));
  const named = await nameEvents(parts, tx, made);
  const drafts = await leaveOutWatched(parts, [...named, ...(await eventDrafts(parts, tx, facts))]);
  const choices = await findChoicesOf(tx, [...new Set(drafts.map(({ userId }) => userId))]);
  const wants = ({ userId, kind }: Draft, channel: ChoiceRow['channel']) =>
    isWanted(choices.get(userId) ?? [], { kind, channel });
  await insertNotifications(
    tx,
    drafts.filter((draft) => wants(draft, 'app')),
  );
  await parts.pushes.tell(
    tx,
    drafts.filter((draft) => draft.isQuiet !== true && wants(draft, 'push')),
  );
  for (const draft of drafts) {
    if (!draft.isNotice || !wants(draft, 'email')) continue;
    const notice = await noticeOf(parts, tx, draft);
    if (notice !== null) await parts.mail.send(tx, notice);
  }
}

async function leaveOutWatched({ bus }: FollowerParts, drafts: readonly Draft[]): Promise<readonly Draft[]> {
  const asked = drafts.filter(({ isForAbsent }) => isForAbsent).map(({ userId }) => userId);
  if (asked.length === 0) return drafts;
  // A process that has no sockets knows of nobody who looks on.
  const here = new Set(await bus.request('live.watching', asked).catch(() => []));
  return drafts.filter(({ isForAbsent, userId }) => !isForAbsent || !here.has(userId));
}
