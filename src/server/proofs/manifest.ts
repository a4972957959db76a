import { createHash, sign, type KeyObject } from 'node:crypto';
import { canonicalJson } from '#domain/proofs/canonical.ts';
import { micros, NO_PREV, signedBytes, type ProofDocument, type SigningContext } from '#domain/proofs/documents.ts';
import { sha256 } from '#server/prices/sha256.ts';
import type { Key, KeyUse } from './key-files.ts';
import type { StoredDocument } from './store-keys.ts';

/** Keys are for a year; two give time to replace them. */
const KEY_LIFE_MS = 2 * 365 * 86_400_000;

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

/** A key in its first manifest at `now` (ms). */
export function freshKey(key: Key, use: KeyUse, now: number): NamedKey {
  const from = micros(now);
  return { key_id: key.id, pub: key.pub, use, from, to: from + micros(KEY_LIFE_MS), revoked: null };
}

/** The manifest after `last` (null: the first), signed by the root key. */
export function nextManifest(
  last: StoredDocument | null,
  made: { readonly root: Key; readonly keys: readonly NamedKey[]; readonly now: number },
): StoredDocument & { readonly no: number } {
  const no = last === null ? 1 : Number(last.doc['no']) + 1;
  const doc: ProofDocument = {
    v: 1,
    type: 'keys',
    no,
    t: micros(made.now),
    root: made.root.pub,
    prev: last === null ? NO_PREV : createHash('sha256').update(canonicalJson(last.doc)).digest('hex'),
    keys: made.keys,
  };
  return { no, doc, sig: signWith(made.root.secret, 'keys', doc) };
}

/** Ed25519 over context || H(JCS(document)), 64 bytes. */
export function signWith(secret: KeyObject, context: SigningContext, document: ProofDocument): Buffer {
  return sign(null, signedBytes(sha256, context, document), secret);
}

/** The key of a use in force at `at` (ms) among those whose secret is here: the newest that had begun. What is older than all goes to the first. */
export function keyInForce(
  keys: readonly NamedKey[],
  wanted: { readonly use: KeyUse; readonly at: number; readonly here: ReadonlyMap<string, Key> },
): NamedKey | null {
  const t = micros(wanted.at);
  const own = keys
    .filter(({ use, key_id }) => use === wanted.use && wanted.here.has(key_id))
    .toSorted((a, b) => a.from - b.from);
  const [first] = own;
  if (first === undefined) return null;
  if (t < first.from) return first;
  return own.findLast(({ from, to, revoked }) => from <= t && t < to && (revoked === null || t < revoked)) ?? null;
}
