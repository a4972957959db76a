import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { SnapshotPace } from '#domain/proofs/liabilities/due.ts';
import type { Draw } from '#domain/proofs/liabilities/hiding.ts';
import type { Clock } from '#server/clock.ts';
import type { Queryable } from '#server/db/index.ts';
import type { Vault } from '#server/vault/index.ts';
import type { Proofs } from '../proofs.ts';
import type { OwnLeaf } from './build-tree.ts';

/** People can check what they had in this many of the newest snapshots: two years of them, or a day in a sandbox. */
export const SNAPSHOTS_KEPT = 24;

export interface LiabilityParts {
  readonly db: Pool;
  readonly vault: Vault;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'info' | 'error'>;
  /** The address by which a person knows that a leaf is theirs; null: they have none. */
  readonly contactOf: (db: Queryable, userId: string) => Promise<{ readonly email: string } | null>;
  readonly proofs: Pick<Proofs, 'documentProof'>;
  readonly pace: SnapshotPace;
  /** Decides in which hour of a month it is. */
  readonly draw: Draw;
}

/** What a person needs to find and open their leaves, as it is sealed. */
export interface Entry {
  readonly id: string;
  readonly leaves: readonly (OwnLeaf & { readonly tree: number })[];
}
