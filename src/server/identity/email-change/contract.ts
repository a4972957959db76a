import type { Outcome } from '#domain/outcome.ts';
import type { Actor } from '#domain/identity/actor.ts';
import type { EmailChangeWire } from '#protocol/privacy.ts';

/** Who asks, from where, and in which language (route code) they read. */
export interface Asking {
  readonly actor: Actor;
  readonly address: string;
  readonly locale: string;
}

/**
 * Changes of a person's address. http has checked that the person has proved again who they are, and that they do not ask for one address after
 * the other to see which are taken.
 */
export interface EmailChanges {
  pending(userId: string): Promise<EmailChangeWire>;
  /** InvalidEmail, InvalidRequest `email` where it is their own, UserAlreadyExists. */
  ask(asking: Asking, email: string): Promise<Outcome<EmailChangeWire>>;
  drop(asking: Asking): Promise<EmailChangeWire>;
  /** A yes by the link of a mail. IncorrectToken: not ours, over, or said no to. */
  confirm(token: string): Promise<Outcome<'waiting' | 'changed'>>;
  refuse(token: string): Promise<Outcome<null>>;
  /** Ends changes whose time is over, and drops old ones. */
  tidy(): Promise<void>;
}
