import type { Queryable } from '#server/db/index.ts';

/** Something that more than one person has: a browser, a file, an address. Times ms. */
export interface SharedThing {
  /** Names it in an address: at most 64 letters, digits and `-`. */
  readonly key: string;
  /** What it is, for whoever may see it: the end of a browser's id, an address. */
  readonly which: string;
  readonly people: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

/** Somebody who has it. */
export interface Sharer {
  readonly userId: string;
  readonly firstAt: number;
  readonly lastAt: number;
}

/** What a subject knows of people who have the same thing. */
export interface LinkSource {
  readonly kind: 'device' | 'document' | 'address';
  /** Things that two people or more have, by key. */
  list(
    db: Queryable,
    asked: { readonly after: string | null; readonly limit: number },
  ): Promise<readonly SharedThing[]>;
  /** One thing, with who has it: who had it first before the others. null where nobody else has it. */
  find(db: Queryable, key: string): Promise<{ readonly which: string; readonly sharers: readonly Sharer[] } | null>;
  /** Things of a person that others have too. */
  of(db: Queryable, userId: string): Promise<readonly SharedThing[]>;
}
