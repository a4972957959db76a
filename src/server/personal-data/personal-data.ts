import type { PoolClient } from 'pg';

/**
 * What a subject holds of a person, table by table: what goes into the file that they may ask for, and what becomes of it when the account ends.
 * Each subject lists its own tables; privacy puts the parts together. A test compares them with the database: a new table or column that names
 * people fails until it is here.
 */
export interface PersonalTable {
  readonly table: string;
  /** Column with the person's id. */
  readonly person: string;
  /** Shown in the file as they are. */
  readonly plain: readonly string[];
  /** Shown in the file after opening them with the person's key. */
  readonly sealed: readonly string[];
  /** Not in the file: secrets, hashes, our own bookkeeping. */
  readonly hidden: readonly string[];
  /** When the account becomes final: profile, marketing, pictures and devices go. */
  readonly atEnd: Fate;
  /** When the law lets go of the rest, together with the key. */
  readonly atDestruction: Fate;
}

/** keep: it names nobody, or others need it; columns: these are emptied. */
export type Fate = 'delete' | 'keep' | readonly string[];

interface Spec {
  readonly person?: string;
  readonly plain?: string;
  readonly sealed?: string;
  readonly hidden?: string;
  readonly atEnd: 'delete' | 'keep' | { readonly empty: string };
  readonly atDestruction?: 'delete' | 'keep' | { readonly empty: string };
}

const words = (text = ''): readonly string[] => text.split(' ').filter((word) => word !== '');
const fateOf = (fate: Spec['atEnd']): Fate => (typeof fate === 'string' ? fate : words(fate.empty));

/** A table that names people; lists of columns are words with spaces between them. */
export function holding(table: string, spec: Spec): PersonalTable {
  return {
    table,
    person: spec.person ?? 'user_id',
    plain: words(spec.plain),
    sealed: words(spec.sealed),
    hidden: words(spec.hidden),
    atEnd: fateOf(spec.atEnd),
    atDestruction: fateOf(spec.atDestruction ?? 'keep'),
  };
}

/** As PostgreSQL gives them. */
export type HeldRow = Readonly<Record<string, unknown>>;

/** Rows of a person that are in the file beside those of tables: under a name, in batches. */
export interface PersonalRows {
  readonly name: string;
  readonly pages: (tx: PoolClient, userId: string) => AsyncGenerator<readonly HeldRow[]>;
}

/** What a subject holds of people. */
export interface PersonalPart {
  /** In the order in which rows may go: what refers to others first. */
  readonly tables: readonly PersonalTable[];
  readonly more?: readonly PersonalRows[];
}
