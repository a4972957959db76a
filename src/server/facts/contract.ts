import type { PoolClient } from 'pg';
import type { Fact, FactKind, RecordedKind } from '#domain/facts.ts';
import type { Queryable } from '#server/db/index.ts';

/** A fact as it is read. `at`: when it happened, ms. */
export type Told<K extends FactKind = FactKind> = Fact<K> & { readonly at: number };

/** Who acts on what others tell. */
export interface Follower<K extends FactKind = FactKind> {
  /** Its cursors have this name: it never changes. */
  readonly name: string;
  readonly kinds: readonly K[];
  /**
   * Acts on facts, in their order and in one transaction with the cursor, so that what it writes in `tx` happens once for each fact. What
   * it does elsewhere may happen again. When it throws, all is rolled back and tried again later, by itself or in another process.
   */
  handle(tx: PoolClient, facts: readonly Told<K>[]): Promise<void>;
  /** After the commit of what it handled, in the process that did. */
  onHandled?(): void;
  /** Facts are read when they are this old, ms; 0 unless said. */
  readonly afterMs?: number;
}

/** Facts in an order of their own, which a cursor walks. Positions are bigints as text. */
export interface FactSource {
  /** Stands in the rows of the cursors: it never changes. */
  readonly name: string;
  owns(kind: FactKind): boolean;
  /** The position of the newest. */
  head(db: Queryable): Promise<string>;
  /** The next after a position. `upTo`: how far that was; the same position when there is none yet. */
  read(tx: PoolClient, next: NextFacts): Promise<{ readonly facts: readonly Told[]; readonly upTo: string }>;
  /** What waits after a position: how many rows, and for how long the oldest, seconds. */
  lag(db: Queryable, after: string): Promise<{ readonly rows: number; readonly seconds: number }>;
  /** Calls when there may be more. Returns the end of it. */
  watch(wake: () => void): () => void;
}

export interface NextFacts {
  readonly after: string;
  readonly kinds: readonly FactKind[];
  /** Rows of the source at most. */
  readonly limit: number;
  /** Only of what is this old, ms. */
  readonly afterMs: number;
}

/** How far a follower has read a source: its position, how many rows wait, and for how long the oldest, seconds. */
export interface FollowerLag {
  readonly follower: string;
  readonly source: string;
  readonly position: string;
  readonly rows: number;
  readonly seconds: number;
}

/** The facts of an installation, in one process. */
export interface Facts {
  /** Before `start`. Each name once. */
  follow<K extends FactKind>(follower: Follower<K>): void;
  /**
   * Tells this process of each fact once, soon after its commit and in no fixed order, from `start` on: for copies in memory and open
   * sockets. Nothing is kept of what it missed. Before `start`.
   */
  hear<K extends RecordedKind>(kinds: readonly K[], listener: (fact: Told<K>) => void): void;
  /** Begins. A follower that has never been here begins at the present end. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** How far each follower of this installation is, by name. */
  lags(): Promise<readonly FollowerLag[]>;
  /** Drops what is older than a week and was passed by every follower. */
  purge(): Promise<void>;
}
