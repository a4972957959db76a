import type { Pool } from 'pg';
import type { Outcome } from '#domain/outcome.ts';
import type { Refusal } from '#domain/refusals.ts';
import type { Rating } from '#domain/support/ticket.ts';
import type { SupportTimes, TicketBody, TicketHead, TicketRatingWire, TicketWire } from '#protocol/support/support.ts';
import type { Audit } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { Queryable } from '#server/db/index.ts';
import type { Mail } from '#server/mail/index.ts';
import type { Vault } from '#server/vault/index.ts';

export interface SupportParts {
  readonly db: Pool;
  readonly clock: Clock;
  readonly config: Pick<Config, 'waits' | 'origins' | 'supportMail' | 'mail'>;
  readonly vault: Pick<Vault, 'seal' | 'open' | 'blind' | 'destroy'>;
  readonly mail: Pick<Mail, 'send'>;
  readonly audit: Pick<Audit, 'write'>;
  /** The address of a person’s account; null: they have none any more. */
  readonly contactOf: (db: Queryable, userId: string) => Promise<{ readonly email: string } | null>;
}

/** Who begins a ticket. `userId` null: a visitor. */
export interface Beginner {
  readonly userId: string | null;
  readonly language: string;
}

/** What its sender gave: sealed in the ticket. */
export interface Sender {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
}

export type Given = Omit<TicketBody, 'challenge' | 'proof' | 'terms'>;

export interface Support {
  /** Refusals: InvalidEmail, TicketLimit. A visitor is mailed the link of the ticket. */
  begin(given: Given, by: Beginner): Promise<Outcome<TicketHead>>;
  /** The last 50 of a person, newest first. */
  ofPerson(userId: string): Promise<readonly TicketHead[]>;
  /** null: they have none of this id. */
  read(id: string, userId: string): Promise<TicketWire | null>;
  /** Refusals: NotFound, TicketClosed, TicketLimit. */
  write(id: string, message: { readonly userId: string; readonly text: string }): Promise<Outcome<TicketWire>>;
  /** What the person says of a ticket that has ended. Refusals: NotFound, also of one that has not. */
  rate(id: string, said: { readonly userId: string; readonly rating: Rating }): Promise<Outcome<TicketWire>>;
  /** Refusals: IncorrectToken, NotFound. */
  rateByToken(token: string, rating: Rating): Promise<Outcome<TicketWire>>;
  /** By the token of the mail that asks; null: not one of ours. */
  ratingByMail(token: string): Promise<TicketRatingWire | null>;
  /** Refusals: IncorrectToken, NotFound. */
  rateByMail(token: string, rating: Rating): Promise<Outcome<TicketRatingWire>>;
  /** Refusals: NotFound, TicketClosed, TicketLimit, UploadError. */
  addFile(id: string, file: { readonly userId: string; readonly bytes: Buffer }): Promise<Outcome<TicketWire>>;
  /** Refusals: IncorrectToken, TicketClosed, TicketLimit, UploadError. */
  addFileByToken(token: string, bytes: Buffer): Promise<Outcome<TicketWire>>;
  /** With their last answer. Refusals: NotFound, UploadError, ActRefused. */
  addFileOfAgent(id: string, file: { readonly agent: string; readonly bytes: Buffer }): Promise<Outcome<null>>;
  /** How long first answers took since midnight, UTC. */
  times(): Promise<SupportTimes>;
  /** null: not the token of a link of ours. */
  readByToken(token: string): Promise<TicketWire | null>;
  /** Refusals: IncorrectToken, TicketClosed, TicketLimit. */
  writeByToken(token: string, text: string): Promise<Outcome<TicketWire>>;
}

/** Counts one ticket of a visitor, as a question at a sign-up; past the limit ChallengeRequired. */
export type TakeGuess<C> = (guess: {
  readonly email: string;
  readonly client: C;
  readonly answer: { readonly challenge?: string | undefined; readonly proof?: string | undefined };
}) => Promise<Refusal | null>;
