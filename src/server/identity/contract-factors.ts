import type { Outcome } from '#domain/outcome.ts';
import type { PoolClient } from 'pg';
import type { Actor, Role } from '#domain/identity/actor.ts';
import type { Refusal, StepUpMethod } from '#domain/refusals.ts';
import type { SecondStepWay } from '#protocol/account.ts';
import type { SessionAnswer } from '#protocol/identity.ts';

export type SessionUser = SessionAnswer['user'];

/** How somebody proved who they are when their session began. */
export type SignInMethod = 'registration' | 'password' | 'otp' | 'passkey' | 'oidc' | 'telegram' | 'staff';

/** What the transport knows of the browser that asks. Nothing here is proved but what the cookies prove. */
export interface Client {
  readonly address: string;
  /** What one subscriber holds: the address, or the /64 around it. */
  readonly network: string;
  readonly userAgent: string | null;
  /** Plain values of our two cookies, as they were sent. */
  readonly deviceCookie: string | null;
  readonly refreshCookie: string | null;
  /** Route code of the language, `en` to `hi`. */
  readonly language: string;
}

/** Cookies of a new or renewed session; http names and sends them. */
export interface SessionCookies {
  readonly refreshToken: string;
  /** Plain value for the cookie that makes this browser known; lives a year. null: leave it as it is. */
  readonly device: string | null;
  /** ms until the refresh cookie ends; null: with the browser. */
  readonly refreshMaxAgeMs: number | null;
}

export interface OpenedSession {
  readonly accessToken: string;
  readonly sessionId: string;
  readonly cookies: SessionCookies;
  /** The browser's session before, which ended: tell it to `announceEnded` after the commit. */
  readonly replaced: readonly string[];
}

export interface SessionOpening {
  readonly userId: string;
  readonly role: Role;
  readonly client: Client;
  readonly method: SignInMethod;
  readonly rememberMe: boolean;
}

/** A sign-in that is under way. */
export interface SignInUnderWay {
  readonly userId: string;
  /** When the password was set that the account had as the first proof was judged, ms; null: it had none. */
  readonly passwordSince: number | null;
}

export interface Account {
  readonly userId: string;
  readonly role: Role;
  readonly hasPassword: boolean;
  /** ms; null: there is none. */
  readonly passwordSince: number | null;
  readonly emailConfirmed: boolean;
  /** Closed by the person: nobody signs in. */
  readonly closed: boolean;
}

/** A person who comes in another way than by a password form (social sign-in). */
export interface NewAccount {
  readonly email: string | null;
  readonly emailConfirmed: boolean;
  readonly country: string;
  readonly language: string;
  readonly referral: string | null;
  readonly utm: unknown;
  readonly fbp: string | null;
  readonly fbc: string | null;
}

/** What the core of identity gives to second factors, passkeys and social sign-in. */
export interface Accounts {
  /** A new session with a new id; a session that the refresh cookie of `client` names ends. Writes the sign-in to the history. */
  openSession(tx: PoolClient, opening: SessionOpening): Promise<OpenedSession>;
  /**
   * Holds the person until the transaction ends, for a session that begins in it. false: the account is closed, or its password is
   * another than when the first proof was judged: what was shown before a change counts no more.
   */
  holdForSignIn(tx: PoolClient, underWay: SignInUnderWay): Promise<boolean>;
  /** `holdForSignIn` and `openSession` in a transaction of their own, announced. null: it was overtaken. */
  signIn(opening: SessionOpening & SignInUnderWay): Promise<OpenedSession | null>;
  /** Closes the sockets of ended sessions and empties the cache; after the commit that ended them. */
  announceEnded(sessionIds: readonly string[]): void;
  /** What an answer says of somebody who has just signed in. */
  sessionUserOf(userId: string): Promise<SessionUser>;
  /** Writes a failed second step to the history. */
  noteFailure(failure: { readonly userId: string; readonly client: Client; readonly method: SignInMethod }): void;
  /** The account of an e-mail address in any case; null when there is none. */
  findAccountByEmail(email: string): Promise<Account | null>;
  findAccount(userId: string): Promise<Account | null>;
  /** Opens an account with its ledger accounts. A taken address: UserAlreadyExists, and so is one that is kept out by a self-exclusion, unless it is proven: SelfExcluded; a restricted country: RegionNotServed. */
  createAccount(tx: PoolClient, account: NewAccount): Promise<Outcome<{ readonly userId: string }>>;
  /** One argon2 check always, also where there is no password. Counts no tries: `takeTry` does. */
  verifyPassword(userId: string, password: string): Promise<boolean>;
  /**
   * Counts a try of something guessable for this person; past the limit ChallengeRequired, which `answer` (as the login body
   * has it) meets. null: go on. After a success `clearTries`.
   */
  takeTry(userId: string, kind: 'otp' | 'password', answer?: ChallengeAnswer): Promise<Refusal | null>;
  clearTries(userId: string, kind: 'otp' | 'password'): Promise<void>;
  /** Stores the 24 h hold on withdrawals after a change of what protects the account. */
  holdWithdrawals(tx: PoolClient, hold: { readonly userId: string; readonly reason: HoldReason }): Promise<void>;
  /** E-mail address and language for a mail to the person; null when they have no address. */
  mailAddressOf(userId: string): Promise<{ readonly to: string; readonly language: string } | null>;
}

/** What a client sends after ChallengeRequired. */
export interface ChallengeAnswer {
  readonly challenge?: string | undefined;
  readonly proof?: string | undefined;
}

export type HoldReason = 'password' | 'otp' | 'email';

/** The token names the person and what they chose, lives minutes and opens nothing by itself. */
export interface SecondStep {
  readonly otpToken: string;
  readonly ways: SecondStepWay[];
}

/** What second factors give to the core. */
export interface Factors {
  /** What is asked for after the password: 'otp' where there is an app, with or without passkeys. */
  secondFactorOf(userId: string): Promise<'none' | 'otp' | 'passkey'>;
  /** Begins the second step of a sign-in; null: the person has no second factor. */
  startSecondStep(login: SignInUnderWay & { readonly rememberMe: boolean }): Promise<SecondStep | null>;
  /** Ends every second step, proof and ceremony that was begun for the person and waits. */
  endBegun(tx: PoolClient, userId: string): Promise<void>;
  /** Takes away what was added before the address was first confirmed: links, passkeys, the app, and what was begun. */
  dropWays(
    tx: PoolClient,
    by: { readonly userId: string; readonly sessionId?: string | undefined; readonly address?: string | undefined },
  ): Promise<void>;
  stepUpMethods(userId: string): Promise<readonly StepUpMethod[]>;
  /** null: this session proved itself again a moment ago; else StepUpRequired with the ways. */
  requireStepUp(actor: Actor): Promise<Refusal | null>;
}
