import type { KeptOutcome, Outcome } from '#domain/outcome.ts';
import type { Actor } from '#domain/identity/actor.ts';
import type { Refusal } from '#domain/refusals.ts';
import type {
  ActivateQuery,
  ChangePasswordBody,
  GettingStartedAnswer,
  LoginAnswer,
  LoginBody,
  PersonalInfoBody,
  PublicProfileWire,
  ReferrerAnswer,
  RegistrationBody,
  ResetPasswordBody,
  SessionWire,
  SignedInAnswer,
  SignInsAnswer,
} from '#protocol/account.ts';
import type { OriginBody, ProfileWire, RegionsAnswer, SessionAnswer } from '#protocol/identity.ts';
import type { ChallengeAnswer, Client, SessionCookies } from './contract-factors.ts';
import type { EmailChanges } from './email-change/contract.ts';
import type { SecondFactors } from './factors/contract.ts';

export type SessionReply = Outcome<{ readonly created: boolean; readonly answer: SessionAnswer }>;

export interface RefillRequest {
  readonly requestId: string;
  readonly idempotency: { readonly key: string; readonly bodyHash: string } | null;
}

/** `body`: JSON text of a RefillAnswer. */
export type RefillReply = KeptOutcome;

/** Advertising ids, sent by browsers whose person agreed. */
export interface Tracking {
  readonly fbp: string | null;
  readonly fbc: string | null;
}

/** Opening an account and confirming its address. */
export interface SignUp {
  /**
   * Opens an account and signs in. `visitor`: the demo person who asks, if one does; where they came from counts where the body
   * does not say. Refusals: InvalidEmail, InvalidRequest (`password` with the fault), RegionNotServed, UserAlreadyExists,
   * ChallengeRequired.
   */
  register(request: {
    readonly body: RegistrationBody;
    readonly client: Client;
    readonly visitor: Actor | null;
    readonly tracking: Tracking;
  }): Promise<Outcome<{ readonly answer: SignedInAnswer; readonly cookies: SessionCookies }>>;
  /**
   * Counts one question whether an address has an account. Every answer that tells it takes from here: a sign-up by password or by
   * another provider, and a change of address. Past the limit ChallengeRequired, which `answer` meets; null: go on, as for what is no
   * address.
   */
  takeGuess(guess: {
    readonly email: string;
    readonly client: Client;
    readonly answer: ChallengeAnswer;
  }): Promise<Refusal | null>;
  gettingStarted(email: string, client: Client): Promise<Outcome<GettingStartedAnswer>>;
  /** Sends the activation mail again; `resendAt` ms. RateLimit when the last one is younger than 60 s. Nothing is sent once confirmed. */
  sendActivation(actor: Actor): Promise<Outcome<{ readonly resendAt: number }>>;
  /**
   * What is done already is done again without a word: a mail scanner may have pressed first. IncorrectToken: not ours. What was added to the account before stays only where its own person activates it: in a
   * session of it, or in a browser that its `deviceCookie` makes known.
   */
  activate(query: ActivateQuery, actor: Actor | null, client?: Pick<Client, 'deviceCookie'>): Promise<Outcome<null>>;
}

/** Coming back. */
export interface SignIn {
  /** `tracking`: of the visit that is noted with it; without it none. */
  login(
    body: LoginBody,
    client: Client,
    tracking?: Tracking,
  ): Promise<Outcome<{ readonly answer: LoginAnswer; readonly cookies: SessionCookies | null }>>;
  /** The next tokens for the refresh cookie of `client`; NotSignedIn for anything else. */
  refresh(client: Client): Promise<Outcome<{ readonly accessToken: string; readonly cookies: SessionCookies }>>;
}

export interface Passwords {
  /** Sends a link and a code if the address is known; the answer and its time do not say so. `resendAt` ms. */
  forgot(email: string): Promise<Outcome<{ readonly resendAt: number }>>;
  reset(body: ResetPasswordBody, client: Client): Promise<Outcome<null>>;
  change(actor: Actor, body: ChangePasswordBody, client: Client): Promise<Outcome<null>>;
}

/** Where a person is and was signed in. */
export interface SessionList {
  list(actor: Actor): Promise<readonly SessionWire[]>;
  /** NotFound where it is not the person's own. */
  end(actor: Actor, sessionId: string): Promise<Outcome<null>>;
  /** Those it ended. */
  endOthers(actor: Actor): Promise<readonly SessionWire[]>;
  history(actor: Actor, page: { readonly cursor: string | null; readonly limit: number }): Promise<SignInsAnswer>;
}

export interface People {
  profile(actor: Actor): Promise<ProfileWire>;
  /** UserNotFound for an unknown id and for a demo person. */
  publicProfile(userId: string): Promise<Outcome<PublicProfileWire>>;
  update(actor: Actor, change: PersonalInfoBody): Promise<Outcome<ProfileWire>>;
  referrerLink(actor: Actor): Promise<ReferrerAnswer>;
}

/** People and their sessions, as http and live use them. */
export interface Identity {
  readonly signUp: SignUp;
  readonly signIn: SignIn;
  readonly passwords: Passwords;
  readonly sessions: SessionList;
  readonly people: People;
  readonly factors: SecondFactors;
  readonly emailChanges: EmailChanges;
  /** The caller of an access token; null when it is not ours, has expired, or its session has ended. */
  actorOf(token: string): Promise<Actor | null>;
  /** When these sessions and keys end by the clock, ms (Infinity: never), unless they are used before; ended ones are left out. */
  livesUntil(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** A new demo person, or the one `bearer` names. RateLimit past the hourly number of a network. */
  demoSession(request: {
    bearer: string | null;
    origin: OriginBody;
    client: Pick<Client, 'address' | 'network'>;
    /** Noted as a visit of a new person; without it none is. */
    tracking?: Tracking;
  }): Promise<SessionReply>;
  /** Ends the session; its sockets close. */
  logout(actor: Actor): Promise<void>;
  /**
   * Sets demo cash to exactly 10,000. PermissionsError for a person of the real realm. Under a key it is done once:
   * a repeat gets the stored bytes, another body IdempotencyConflict.
   */
  refillDemo(actor: Actor, request: RefillRequest): Promise<RefillReply>;
  pageView(view: { actor: Actor | null; origin: OriginBody; tracking: Tracking }): Promise<void>;
  /** Drops page views and ended sessions that nobody needs any more. People stay: the ledger names them. */
  forgetOld(): Promise<void>;
  /** Countries named in `language` (BCP 47). */
  regions(language: string): RegionsAnswer;
  /** Waits for the work that answers did not wait for. */
  stop(): Promise<void>;
}

declare module '#server/bus/bus.ts' {
  interface Topics {
    /** A logout or a revocation: whatever lives on this session ends now. */
    'identity.session-ended': { readonly sessionId: string };
    /** What holds a person back, or what is known of them, has changed: read it anew. After the commit. */
    'identity.eligibility-changed': { readonly userId: string };
  }
}
