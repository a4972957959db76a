import type { Actor } from '#domain/identity/actor.ts';
import type { Refusal } from '#domain/refusals.ts';
import type { OriginBody, ProfileWire, RegionsAnswer, SessionAnswer } from '#protocol/identity.ts';

export type SessionReply =
  | { readonly ok: true; readonly created: boolean; readonly answer: SessionAnswer }
  | { readonly ok: false; readonly refusal: Refusal };

export interface RefillRequest {
  readonly requestId: string;
  readonly idempotency: { readonly key: string; readonly bodyHash: string } | null;
}

export type RefillReply =
  /** `body`: JSON text of a RefillAnswer. */
  | { readonly ok: true; readonly body: string; readonly replayed: boolean }
  | { readonly ok: false; readonly refusal: Refusal };

/** People and their sessions, as http and live use them. */
export interface Identity {
  /** The caller of an access token; null when it is not ours, has expired, or its session has ended. */
  actorOf(token: string): Promise<Actor | null>;
  /** A new demo person, or the one `bearer` names. RateLimit past the hourly number of an address. */
  demoSession(request: { bearer: string | null; origin: OriginBody; address: string }): Promise<SessionReply>;
  /** Ends the session; its sockets close. */
  logout(actor: Actor): Promise<void>;
  profile(actor: Actor): Promise<ProfileWire>;
  /**
   * Sets demo cash to exactly 10,000. PermissionsError for a person of the real realm. Under a key it is done once:
   * a repeat gets the stored bytes, another body IdempotencyConflict.
   */
  refillDemo(actor: Actor, request: RefillRequest): Promise<RefillReply>;
  pageView(view: { actor: Actor | null; origin: OriginBody }): Promise<void>;
  /** Drops page views and ended sessions that nobody needs any more. People stay: the ledger names them. */
  forgetOld(): Promise<void>;
  /** Countries named in `language` (BCP 47). */
  regions(language: string): RegionsAnswer;
}

declare module '#server/bus/bus.ts' {
  interface Topics {
    /** A logout or a revocation: whatever lives on this session ends now. */
    'identity.session-ended': { readonly sessionId: string };
  }
}
