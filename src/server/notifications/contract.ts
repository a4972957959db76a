import type { PoolClient } from 'pg';
import type { Actor } from '#domain/identity/actor.ts';
import type { Refusal } from '#domain/refusals.ts';
import type { NotificationKind } from '#protocol/notification-kinds.ts';
import type {
  NotificationMessage,
  NotificationsAnswer,
  PreferencesBody,
  PreferencesWire,
  ReadBody,
} from '#protocol/notifications.ts';

/** Something that happened to a person. */
export interface Fact {
  readonly userId: string;
  readonly kind: NotificationKind;
  /** For the text of the kind; nothing that names a person. */
  readonly values: Readonly<Record<string, string>>;
  /** When it happened, ms; missing: now. */
  readonly at?: number;
  /** What it tells of: a fact with the same source is told once. */
  readonly source: string | null;
}

export type PreferencesReply =
  | { readonly ok: true; readonly answer: PreferencesWire }
  | { readonly ok: false; readonly refusal: Refusal };

/** What people are told, as http and live use it. */
export interface Notifications {
  list(actor: Actor, page: { readonly cursor: string | null; readonly limit: number }): Promise<NotificationsAnswer>;
  /** Marks the person's own as read; null: all of them. Returns how many are unread then. */
  read(actor: Actor, which: ReadBody): Promise<number>;
  unread(userId: string): Promise<number>;
  preferences(actor: Actor): Promise<PreferencesWire>;
  setPreferences(actor: Actor, body: PreferencesBody): Promise<PreferencesReply>;
  /** A security mail of the account is a notification too, in the same transaction. */
  fromMail(
    tx: PoolClient,
    mail: { readonly userId: string; readonly kind: string; readonly values: Readonly<Record<string, string>> },
  ): Promise<void>;
  /** Begins to turn facts into notifications and to announce them. */
  start(): void;
  stop(): Promise<void>;
  /** Sends the digests of the UTC day that has ended; drops what is old. */
  daily(): Promise<void>;
}

declare module '#server/bus/bus.ts' {
  interface Topics {
    /** After commit only. */
    'notifications.changed': { readonly userId: string; readonly message: NotificationMessage };
  }
}
