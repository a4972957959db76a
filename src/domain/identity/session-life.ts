const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** An access token lives so long; its session is asked for on every call all the same. */
export const ACCESS_TOKEN_MS = 10 * 60_000;
/** A session ends when it was not used for so long: remembered on this browser, or not. */
export const IDLE_MS = { remembered: 30 * DAY_MS, once: 12 * HOUR_MS } as const;
/** No session lives longer, used or not. */
export const ABSOLUTE_MS = 90 * DAY_MS;

export type SessionStatus =
  | 'LIVE'
  /** Not used for the idle time. */
  | 'IDLE'
  /** 90 days old. */
  | 'AGED'
  | 'SIGNED_OUT'
  /** Ended by the person from another session, or by staff. */
  | 'REVOKED'
  /** The same browser signed in anew. */
  | 'REPLACED'
  | 'PASSWORD_CHANGED'
  /** A refresh token came twice: somebody else has a copy. */
  | 'COMPROMISED';

export type SessionEvent =
  | 'USE'
  | 'IDLE_PASSES'
  | 'AGE_PASSES'
  | 'SIGN_OUT'
  | 'REVOKE'
  | 'REPLACE'
  | 'CHANGE_PASSWORD'
  | 'REUSE_TOKEN';

/** Every step a session may take. What has ended stays as it ended. */
const SESSION_LIFE: Readonly<Record<SessionStatus, Readonly<Partial<Record<SessionEvent, SessionStatus>>>>> = {
  LIVE: {
    USE: 'LIVE',
    IDLE_PASSES: 'IDLE',
    AGE_PASSES: 'AGED',
    SIGN_OUT: 'SIGNED_OUT',
    REVOKE: 'REVOKED',
    REPLACE: 'REPLACED',
    CHANGE_PASSWORD: 'PASSWORD_CHANGED',
    REUSE_TOKEN: 'COMPROMISED',
  },
  IDLE: {},
  AGED: {},
  SIGNED_OUT: {},
  REVOKED: {},
  REPLACED: {},
  PASSWORD_CHANGED: {},
  COMPROMISED: {},
};

/** Where an event leads; a session that has ended goes nowhere. */
export function nextStatus(status: SessionStatus, event: SessionEvent): SessionStatus {
  return SESSION_LIFE[status][event] ?? status;
}

/** A session's ends, ms. */
export interface SessionSpan {
  readonly idleMs: number;
  readonly absoluteEnd: number;
}

/** When a session that is used at `now` ends, unless it is used again. */
export function endAfterUse({ idleMs, absoluteEnd }: SessionSpan, now: number): number {
  return Math.min(now + idleMs, absoluteEnd);
}

/** The span of a session that begins at `now`. */
export function newSpan(rememberMe: 'remembered' | 'once', now: number): SessionSpan {
  return { idleMs: IDLE_MS[rememberMe], absoluteEnd: now + ABSOLUTE_MS };
}

/** What the clock alone has made of a session whose row says `status`. */
export function statusAt(
  session: { readonly status: SessionStatus; readonly expiresAt: number; readonly absoluteEnd: number },
  now: number,
): SessionStatus {
  if (now >= session.absoluteEnd) return nextStatus(session.status, 'AGE_PASSES');
  if (now >= session.expiresAt) return nextStatus(session.status, 'IDLE_PASSES');
  return session.status;
}
