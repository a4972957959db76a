import type { PoolClient } from 'pg';
import type { z } from 'zod';
import type { Role } from '#domain/identity/actor.ts';
import type { Queryable } from '#server/db/index.ts';
import type { CanonicalValue } from '#domain/proofs/canonical.ts';

declare const approved: unique symbol;

/** Shows that an act was approved by as many people as it takes. Only an approval makes one, so that no path goes around it. */
export interface Approved {
  readonly kind: 'approved';
  readonly requestId: string;
  readonly maker: string;
  readonly checkers: readonly string[];
  readonly reason: string;
  readonly [approved]: true;
}

/** An act that takes two people or more, as those see it who ask for it. */
export interface ActKind<F extends Fields = Fields> {
  /** `object.what`. Stands in stored rows: it never changes. */
  readonly name: string;
  /** For staff, in a few words: "Raise a stake limit". */
  readonly title: string;
  /** Ids, amounts as text, words of a closed set: all that decides what is done. */
  readonly fields: z.ZodType<F>;
  /** How many people, with the one who asks. At least two. */
  readonly people: number;
  /** Who may ask and who may approve. */
  readonly roles: ReadonlySet<Role>;
  /** The person it is about, with whose key the reason is sealed; null: nobody. */
  about(this: void, fields: F): string | null;
}

/** The same with what does it. */
export interface ActDefinition<F extends Fields = Fields> extends ActKind<F> {
  /**
   * The rule that does not let it be done now, in a sentence for staff; null: none. Asked when it is asked for and again at each approval, in
   * its transaction: what it reads and must stay so is locked by it.
   */
  refuses?(this: void, tx: PoolClient, fields: F): Promise<string | null>;
  /**
   * What holds now of that which it changes. It is kept when it is asked for and shown beside what holds at the approval; where it has changed
   * since the checker read it, nothing is approved. `lock`: what it read stays so until the transaction ends.
   */
  now?(this: void, tx: PoolClient, fields: F, how: { readonly lock: boolean }): Promise<Fields>;
  /** Does it, in the transaction of the last approval. What it answers is kept, and given to whoever approves again. */
  execute(this: void, tx: PoolClient, fields: F, by: Approved): Promise<CanonicalValue>;
}

export type Fields = Readonly<Record<string, CanonicalValue>>;

export type ApprovalRefusal =
  | 'no-request'
  | 'not-allowed'
  | 'same-person'
  | 'about-you'
  | 'expired'
  | 'refused-already'
  | 'done-already'
  | 'changed';

export interface MadeRequest {
  readonly id: string;
  /** Hex. Whoever approves says it again: they approve what they have read. */
  readonly digest: string;
  /** ms. */
  readonly expiresAt: number;
}

/** A request as a checker reads it. Times in ms. */
export interface OpenRequest extends MadeRequest {
  readonly act: string;
  readonly fields: Fields;
  /** null: its person was erased. */
  readonly reason: string | null;
  readonly maker: string;
  readonly people: number;
  readonly checkers: readonly string[];
  readonly madeAt: number;
}

/** EXPIRED: open for a day, and nobody decided it. */
export type RequestState = 'OPEN' | 'DONE' | 'REFUSED' | 'EXPIRED';

/** A request as the back office shows it. */
export interface StoredRequest extends OpenRequest {
  readonly title: string;
  readonly state: RequestState;
  /** What held when it was asked for, and what holds now; null: the act says nothing of it, or is over. */
  readonly factsAsked: Fields | null;
  readonly factsNow: Fields | null;
  /** The person it is about; null: nobody. */
  readonly about: string | null;
  readonly roles: ReadonlySet<Role>;
}

/** A rule of the act does not let it be done now: nothing was written. */
export interface ByRule {
  readonly rule: string;
}

/** `waits`: so many more people must approve. `result`: what the act answered, now or when it was done before. */
export type ApprovalAnswer = { readonly waits: number } | { readonly result: CanonicalValue } | ByRule;

/** Acts by two people or more. All is in the caller's transaction. */
export interface Approvals {
  /** Takes up what does an act. Throws where there is one of its name. */
  add(act: ActDefinition): void;
  /** The same act, fields and maker, while the first waits, is the first request again. */
  ask<F extends Fields>(
    tx: PoolClient,
    act: ActKind<F>,
    request: { readonly fields: NoInfer<F>; readonly by: string; readonly reason: string },
  ): Promise<MadeRequest | ByRule | ApprovalRefusal>;
  /** The last one that is needed executes the act. */
  approve(
    tx: PoolClient,
    approval: { readonly id: string; readonly digest: string; readonly by: string },
  ): Promise<ApprovalAnswer | ApprovalRefusal>;
  /** Ends a request; its maker may take it back so. */
  refuse(
    tx: PoolClient,
    refusal: { readonly id: string; readonly by: string; readonly reason: string },
  ): Promise<'refused' | ApprovalRefusal>;
  /** Those that wait for somebody, oldest first. */
  listOpen(tx: PoolClient): Promise<readonly OpenRequest[]>;
  /** Requests of a state (null: any), newest first, from `after` on. */
  list(
    tx: PoolClient,
    page: { readonly state: RequestState | null; readonly after: string | null; readonly limit: number },
  ): Promise<readonly StoredRequest[]>;
  /** null: there is no such request. */
  read(tx: PoolClient, id: string): Promise<StoredRequest | null>;
  /** How many wait. */
  countOpen(db: Queryable): Promise<number>;
}
