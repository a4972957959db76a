import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';
import type { JobWork } from '#server/jobs/index.ts';
import type { MailKind, MailValues } from './kinds.ts';

/** What joins mails to a conversation. Ids stand in `<>`. */
export interface MailThread {
  readonly messageId: string;
  readonly replyTo: string;
  /** Ids of mails before it, oldest first. */
  readonly references: readonly string[];
  /** Somebody wrote it: it does not say of itself that a program did. */
  readonly isWritten: boolean;
}

/** A mail to one person. `language`: a locale code (`jp`) or a BCP 47 tag (`ja`); English where it is none of ours. */
export type MailRequest = {
  readonly [K in MailKind]: {
    readonly userId: string;
    readonly to: string;
    readonly kind: K;
    readonly language: string;
    readonly values: MailValues<K>;
    readonly thread?: MailThread;
  };
}[MailKind];

/** Where a mail that the sandbox keeps was going, and what it says. */
export interface KeptMail {
  readonly id: string;
  readonly at: number;
  readonly kind: MailKind;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

export interface UnsubscribeAnswer {
  readonly token: string;
  readonly reasons: readonly string[];
  readonly comment: string;
}

export interface Mail {
  /**
   * Puts a mail into the outbox: it goes out if, and only if, the transaction commits. A mail that is not of the account itself
   * is left out for people who unsubscribed, and in a time-out or self-exclusion. Throws when a link leads outside of our origins.
   */
  send(tx: PoolClient, mail: MailRequest): Promise<void>;
  /** What delivers mails; none in the sandbox without a relay, where they are only kept. */
  readonly jobs: readonly JobWork[];
  /** Asks the relay whether it would take a mail, and says so in the log if not. */
  checkRelay(): Promise<void>;
  /** Mails kept for the inbox of the sandbox, newest first; none where a relay sends them. */
  kept(limit: number): Promise<readonly KeptMail[]>;
  keptOne(id: string): Promise<KeptMail | null>;
  /** Signed, for the link in mails; it does not expire. */
  unsubscribeToken(userId: string): string;
  /** Ends all mails but those of the account. false: not a token of ours. Told twice, it is done once. */
  unsubscribe(answer: UnsubscribeAnswer): Promise<boolean>;
  /** The word that the person knows our mails by; null: none. */
  word(userId: string): Promise<string | null>;
  setWord(of: { readonly userId: string; readonly word: string | null }): Promise<void>;
  /** The person wants no mails for now, as by the link of a mail. */
  pause(tx: PoolClient, person: { readonly userId: string; readonly now: number }): Promise<void>;
  hasUnsubscribed(db: Queryable, userId: string): Promise<boolean>;
  /** The person wants mails again. */
  resubscribe(tx: PoolClient, userId: string): Promise<void>;
  /** Forgets what ended mails said after 30 days, and the rows after a year. */
  forgetOld(): Promise<void>;
}

/** What the vault does for mails. */
export interface Sealer {
  seal(tx: PoolClient, userId: string, text: string): Promise<Buffer>;
  /** null after the person's erasure. */
  open(db: Queryable, userId: string, sealed: Buffer): Promise<string | null>;
  /** Keyed HMAC-SHA256. */
  blind(text: string): Buffer;
}
