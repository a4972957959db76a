import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { canonicalJson } from '#domain/proofs/canonical.ts';
import { micros, NO_PREV, signedBytes, type ProofDocument, type SigningContext } from '#domain/proofs/documents.ts';
import { sha256 } from '#server/prices/ticks/sha256.ts';
import type { Key } from './key-files.ts';
import type { KeyUse, NamedKey } from './key-list.ts';
import type { Rotation } from '../signing/signer.ts';
import type { StoredDocument } from './store-keys.ts';
import { DAY_MS } from '#domain/time.ts';

/** Keys are for a year; two give time to replace them. */
const KEY_LIFE_MS = 2 * 365 * DAY_MS;

/** A key as its first manifest names it, valid since `at` (ms). */
export function freshKey(key: Key, use: KeyUse, at: number): NamedKey {
  const from = micros(at);
  return { key_id: key.id, pub: key.pub, use, from, to: from + micros(KEY_LIFE_MS), revoked: null };
}

/**
 * The keys of a manifest after a rotation at `now` (ms): those in force of its uses end; lost ones count no more from then on. Keys lie in
 * one folder, so those that ended before are lost with them: their `revoked` tells that others may sign with an earlier time.
 */
export function endedKeys(named: readonly NamedKey[], { uses, lost }: Rotation, now: number): readonly NamedKey[] {
  const t = micros(now);
  return named.map((key) => {
    if (!uses.includes(key.use)) return key;
    return { ...key, to: Math.min(key.to, t), revoked: lost ? (key.revoked ?? t) : key.revoked };
  });
}

/** The manifest after `last` (null: the first), signed by the root key. */
export function nextManifest(
  last: StoredDocument | null,
  made: { readonly root: Key; readonly keys: readonly NamedKey[]; readonly now: number },
): StoredDocument {
  const doc: ProofDocument = {
    v: 1,
    type: 'keys',
    no: last === null ? 1 : Number(last.doc['no']) + 1,
    t: micros(made.now),
    root: made.root.pub,
    prev: last === null ? NO_PREV : createHash('sha256').update(canonicalJson(last.doc)).digest('hex'),
    keys: made.keys,
  };
  return { doc, sig: signWith(made.root.secret, 'keys', doc) };
}

/** Ed25519 over context || H(JCS(document)), 64 bytes. */
export function signWith(secret: KeyObject, context: SigningContext, document: ProofDocument): Buffer {
  return sign(null, signedBytes(sha256, context, document), secret);
}

/** Did this root key sign the manifest? */
export function isSignedBy(root: Key, { doc, sig }: StoredDocument): boolean {
  return doc['root'] === root.pub && verify(null, signedBytes(sha256, 'keys', doc), createPublicKey(root.secret), sig);
}
