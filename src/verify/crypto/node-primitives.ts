import { createHash, createPublicKey, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Primitives } from './signatures.ts';

/** What stands before the 32 bytes of a key in its SubjectPublicKeyInfo (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const keys = new Map<string, KeyObject | null>();

function keyOf(bytes: Uint8Array): KeyObject | null {
  const name = Buffer.from(bytes).toString('hex');
  const known = keys.get(name);
  if (known !== undefined) return known;
  let key: KeyObject | null = null;
  try {
    key = createPublicKey({ key: Buffer.concat([SPKI, bytes]), format: 'der', type: 'spki' });
  } catch {
    // Not a point of the curve: nobody can have signed with it.
  }
  keys.set(name, key);
  return key;
}

/** Those of Node, a hundred times as fast as our own. */
export const nodePrimitives: Primitives = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  ed25519: (key, message, signature) => {
    const held = keyOf(key);
    return held !== null && signature.length === 64 && verify(null, message, held, signature);
  },
};
