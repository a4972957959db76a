import type { PoolClient } from 'pg';
import type { DepositLimits } from '#domain/deposits/rules.ts';
import type { Actor } from '#domain/identity/actor.ts';
import type { Usdt } from '#domain/money.ts';
import type { TradingEligibility } from '#domain/identity/trading-eligibility.ts';
import type { Outcome } from '#domain/outcome.ts';
import type { Queryable } from '#server/db/index.ts';
import type { ConfirmLimitBody, ExclusionBody, LimitsBody, LimitsWire, PlayFiguresWire } from '#protocol/limits.ts';

export type LimitsReply = Outcome<LimitsWire>;

/** Who asks, and from where, for the audit log. */
export interface Asker {
  readonly actor: Actor;
  readonly address: string;
}

/** How to reach a person; null for one without an address. `blinds`: keyed hashes of the address and its mailbox; `language`: a locale code. */
export interface Contact {
  readonly email: string;
  readonly blinds: readonly Buffer[];
  readonly language: string;
}

/** What people set for themselves. Everything holds before the answer is given. */
export interface Limits {
  read(actor: Actor): Promise<LimitsWire>;
  /** Lower or on at once; higher or off begins to wait. All of it or nothing. */
  change(asker: Asker, body: LimitsBody): Promise<LimitsReply>;
  /** The second yes to a raise, or its no. */
  confirm(asker: Asker, body: ConfirmLimitBody): Promise<LimitsReply>;
  /** A time-out, a self-exclusion, or the request to come back after one. */
  pause(asker: Asker, body: ExclusionBody): Promise<LimitsReply>;
  /** Time and result, for the settings. */
  figures(actor: Actor): Promise<PlayFiguresWire>;
  /** The same for one who plays now; `answered`: they have seen a reality check. */
  playing(actor: Actor, answer: { readonly answered: boolean }): Promise<PlayFiguresWire>;
  /** Drops play sessions that nothing counts any more. */
  forgetOld(): Promise<void>;
  stop(): void;
}

/** Reads how to reach a person, inside the caller's transaction. */
export type ContactOf = (tx: PoolClient, userId: string) => Promise<Contact | null>;

/** Won less lost of real money, 10^-6: of predictions that were settled and of shares that were given up. */
export interface Results {
  readonly playSession: Usdt;
  readonly day: Usdt;
  readonly week: Usdt;
  readonly month: Usdt;
  /** By day UTC, days without any left out. */
  readonly days: readonly { readonly day: string; readonly result: Usdt }[];
}

/** What a person won or lost until `now` (ms). `since`: the begin of the play session. */
export type ResultsOf = (
  db: Queryable,
  userId: string,
  span: { readonly since: number | null; readonly now: number },
) => Promise<Results>;

declare module '#server/bus/bus.ts' {
  interface Requests {
    /** What holds a person back from real play now, read afresh. */
    'limits.eligibility': { input: { readonly userId: string }; output: TradingEligibility };
  }
  interface Topics {
    /** After commit: what holds the person back has changed; who remembers it asks again. */
    'identity.eligibility-changed': { readonly userId: string };
  }
}

/** What was deposited within the windows of deposit limits until `now` (ms): gross, 10^-6. */
export type DepositedWithin = (db: Queryable, userId: string, now: number) => Promise<DepositLimits<Usdt>>;
