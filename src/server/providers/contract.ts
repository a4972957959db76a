import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import type { Queryable } from '#server/db/index.ts';
import type { JobRun } from '#server/jobs/index.ts';

/** The words that a subject and all providers of one kind share. */
export interface SeatTypes {
  /** What a provider can or cannot do. */
  readonly capability: string;
  /** What a status of a provider means to us. */
  readonly outcome: string;
  /** What we ask of one: a plain function each. */
  readonly calls: object;
}

/** A kind of provider (checks of documents, fiat on-ramps): a value of the subject that asks. */
export interface Seat<T extends SeatTypes = SeatTypes> {
  readonly name: string;
  readonly capabilities: readonly T['capability'][];
  readonly outcomes: readonly T['outcome'][];
}

/**
 * A company whose servers we ask and who tells us things, or a simulator in its place: all that the product knows of it, and no state.
 * Made by `defineProvider`, listed in the manifest of its subject.
 */
export interface Provider<T extends SeatTypes = SeatTypes, S = unknown> {
  readonly seat: Seat<T>;
  /** Lower-case letters and digits. Stands in stored rows and in the address of its webhook: it never changes. */
  readonly name: string;
  /** Nobody outside is asked: screens say so, and production does without it. */
  readonly isSimulator: boolean;
  readonly capabilities: Readonly<Record<T['capability'], boolean>>;
  /** Its variables: `secretKey` of `sumsub` is `PROVIDER_SUMSUB_SECRET_KEY`. It is used where they are set. */
  readonly settings: z.ZodType<S>;
  /** What each of its statuses means. One without a row is an alarm and decides nothing; IGNORE: known, and nothing follows. */
  readonly statuses: Readonly<Record<string, T['outcome'] | 'IGNORE'>>;
  /** Its calls go to this origin and nowhere else; null for a simulator. */
  origin(settings: S): string | null;
  /** Further origins that its calls may name in full. Absent: none. */
  moreOrigins?(settings: S): readonly string[];
  /** Are these settings of its test system? Production refuses them. */
  isTest(settings: S): boolean;
  calls(tools: Tools<T, S>): T['calls'];
  /** Reads what it sends to `/webhooks/<name>`. Absent: it sends nothing. Never throws. */
  readDelivery?(delivery: RawDelivery, about: { readonly settings: S; readonly now: number }): Reading;
}

/** What an adapter works with. */
export interface Tools<T extends SeatTypes = SeatTypes, S = unknown> {
  readonly settings: S;
  readonly send: Send;
  /** See `OpenProvider`. */
  readonly outcomeOf: (status: string) => T['outcome'] | 'IGNORE' | null;
  /** For simulators: a message of theirs, on the way that those of providers take. */
  readonly deliver: (delivery: RawDelivery) => Promise<Taken>;
  /** For simulators: what they pretend outlives a restart. */
  readonly db: Queryable;
}

/** One request to a provider. */
export interface OutgoingCall {
  /** For metrics: what is asked, not of whom. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its query, below the provider's origin; or whole, at one of `moreOrigins`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** A second request changes nothing more: it reads, or carries a reference of ours that the provider holds to. */
  readonly repeatable: boolean;
  /** Of one try, ms; default 8,000, at most 10,000. */
  readonly timeoutMs?: number;
}

/**
 * How a request ended. `unreached`: it was not done, and may be sent again. `unknown`: it may have been done; whoever sent it asks by our
 * own reference before anything else is done.
 */
export type CallEnd =
  | { readonly kind: 'answered'; readonly status: number; readonly body: Buffer }
  | { readonly kind: 'unreached' | 'unknown'; readonly why: string };

/** Sends a request, again where that is right. Never throws. */
export type Send = (call: OutgoingCall) => Promise<CallEnd>;

/** What came to a webhook, byte for byte. */
export interface RawDelivery {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What a message says. `other`: signed, and about nothing that we follow. `unsigned`: nobody knows whose it is, or it is too old. */
export type Reading =
  | {
      readonly kind: 'status';
      /** Unique among the messages of the provider. */
      readonly eventId: string;
      /** Of ours: what we named to the provider when we asked. */
      readonly reference: string;
      readonly status: string;
      /** When the provider says that it came about, ms; null: it does not say. */
      readonly at: number | null;
    }
  | { readonly kind: 'other' | 'unsigned' | 'unreadable' };

/** What became of a message. `repeated`: it came before. `nobody`: there is no such provider here. */
export type Taken = 'taken' | 'repeated' | 'other' | 'unsigned' | 'unreadable' | 'nobody';

/** A provider in use. */
export interface OpenProvider<T extends SeatTypes = SeatTypes> {
  readonly name: string;
  readonly isSimulator: boolean;
  readonly capabilities: Readonly<Record<T['capability'], boolean>>;
  readonly calls: T['calls'];
  /** Ours for a status of theirs. null: it has no row, which is an alarm; nothing may follow from it. */
  outcomeOf(status: string): T['outcome'] | 'IGNORE' | null;
}

/** A message of a provider, kept. */
export interface Delivery<T extends SeatTypes = SeatTypes> {
  readonly provider: string;
  readonly eventId: string;
  readonly reference: string;
  readonly status: string;
  readonly outcome: T['outcome'];
  /** See `Reading`: one that is older than what is known moves nothing back. */
  readonly at: number | null;
  readonly receivedAt: number;
  /** Whom it is about; null: nobody of ours. */
  readonly userId: string | null;
  /** As it came; null where it is about nobody, or their key was destroyed. */
  readonly body: Buffer | null;
}

/** What a subject does with the messages of its providers. */
export interface DeliveryHandler<T extends SeatTypes = SeatTypes> {
  readonly seat: Seat<T>;
  /** Whom a reference of ours is about. */
  personOf(db: Queryable, reference: string): Promise<string | null>;
  /**
   * A job of 12 tries: it may run twice for one message, so it changes nothing twice, and it asks the provider itself before it moves money
   * or lets anybody in.
   */
  handle(delivery: Delivery<T>, run: JobRun): Promise<void>;
}

/** The providers of the installation. */
export interface Providers {
  /** Those of a seat that are in use, in the order of the manifest. */
  at<T extends SeatTypes>(seat: Seat<T>): readonly OpenProvider<T>[];
  /** Each seat once. */
  add(handler: DeliveryHandler): void;
  /** Takes a message: kept once, acted on later. */
  take(provider: string, delivery: RawDelivery): Promise<Taken>;
  /** Hands a kept message to its handler. */
  handle(no: string, run: JobRun): Promise<void>;
  /** Looks again at kept messages whose status had no row; those that still have none are an alarm. */
  review(): Promise<void>;
}
