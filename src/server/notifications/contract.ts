import type { Actor } from '#domain/identity/actor.ts';
import type { Outcome } from '#domain/outcome.ts';
import type {
  NotificationMessage,
  NotificationsAnswer,
  PreferencesBody,
  PreferencesWire,
  ReadBody,
} from '#protocol/notifications.ts';
import type { Follower } from '#server/facts/index.ts';
import type { Followed } from './drafts.ts';
import type { Pushes } from './push/contract.ts';
import type { DigestSpan } from './store-digest.ts';

export type PreferencesReply = Outcome<PreferencesWire>;

/** What people are told, as http and live use it. */
export interface Notifications {
  list(actor: Actor, page: { readonly cursor: string | null; readonly limit: number }): Promise<NotificationsAnswer>;
  /** Marks the person's own as read; null: all of them. Returns how many are unread then. */
  read(actor: Actor, which: ReadBody): Promise<number>;
  unread(userId: string): Promise<number>;
  preferences(actor: Actor): Promise<PreferencesWire>;
  setPreferences(actor: Actor, body: PreferencesBody): Promise<PreferencesReply>;
  readonly pushes: Pushes;
  /** Turns facts into notifications. */
  readonly follower: Follower<Followed>;
  /** Begins to announce what is new. */
  start(): void;
  stop(): Promise<void>;
  /** Sends the digests of the UTC day that has ended, or of the week. */
  sendDigests(span: DigestSpan): Promise<void>;
  forgetOld(): Promise<void>;
}

declare module '#server/bus/bus.ts' {
  interface Topics {
    /** After commit only. */
    'notifications.changed': { readonly userId: string; readonly message: NotificationMessage };
  }
}
