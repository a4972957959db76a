import type { ProofDocument } from '#domain/proofs/documents.ts';
import { micros } from '#domain/proofs/documents.ts';
import type { StoredDocument } from './store-keys.ts';

/** What the keys of an installation sign. A batch key signs batch records and corrections. */
export const KEY_USES = ['batch', 'hour'] as const;
export type KeyUse = (typeof KEY_USES)[number];

/** A key as everybody may know it. */
export interface PublicKey {
  /** H(public key), hex. */
  readonly id: string;
  readonly pub: string;
  readonly use: KeyUse;
}

/** A key as a manifest names it; times us. */
export type NamedKey = ProofDocument & {
  readonly key_id: string;
  readonly use: KeyUse;
  readonly from: number;
  readonly to: number;
  readonly revoked: number | null;
};

export function namedKeys(manifest: StoredDocument | null): readonly NamedKey[] {
  const keys = manifest?.doc['keys'];
  return Array.isArray(keys) ? (keys as readonly NamedKey[]) : [];
}

/** The key of a use in force at `at` (ms) among those whose secret is held: the newest that had begun. What is older than all goes to the first. */
export function keyInForce(
  keys: readonly NamedKey[],
  wanted: { readonly use: KeyUse; readonly at: number; readonly held: ReadonlySet<string> },
): NamedKey | null {
  const t = micros(wanted.at);
  const own = keys
    .filter(({ use, key_id }) => use === wanted.use && wanted.held.has(key_id))
    .toSorted((a, b) => a.from - b.from);
  const [first] = own;
  if (first === undefined) return null;
  if (t < first.from) return first;
  return own.findLast(({ from, to, revoked }) => from <= t && t < to && (revoked === null || t < revoked)) ?? null;
}
