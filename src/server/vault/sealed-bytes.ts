import { randomBytes } from 'node:crypto';
import type { Queryable } from '#server/db/index.ts';
import { decrypt, encrypt, KEY_BYTES } from './cipher.ts';
import type { Vault } from './vault.ts';

/** A key for the bytes of one file, as it is kept: sealed with the key of its person, so that it ends with that. */
export async function newFileKey(vault: Pick<Vault, 'seal'>, tx: Queryable, userId: string): Promise<Buffer> {
  return vault.seal(tx, userId, randomBytes(KEY_BYTES).toString('base64'));
}

/** The key of a file; null: its person was erased. */
export async function openFileKey(
  vault: Pick<Vault, 'open'>,
  db: Queryable,
  { userId, key }: { readonly userId: string; readonly key: Buffer },
): Promise<Buffer | null> {
  const text = await vault.open(db, userId, key);
  return text === null ? null : Buffer.from(text, 'base64');
}

/** A part opens only as this part of this file. */
const boundOf = (file: string, at: number) => `part of ${file} at ${at}`;

export function sealPart(bytes: Buffer, { key, file, at }: { key: Buffer; file: string; at: number }): Buffer {
  return encrypt(bytes, { key, bound: boundOf(file, at) });
}

export function openPart(sealed: Buffer, { key, file, at }: { key: Buffer; file: string; at: number }): Buffer {
  return decrypt(sealed, { key, bound: boundOf(file, at) });
}

export function sealObject(bytes: Buffer, { key, object }: { key: Buffer; object: string }): Buffer {
  return encrypt(bytes, { key, bound: `object ${object}` });
}

export function openObject(sealed: Buffer, { key, object }: { key: Buffer; object: string }): Buffer {
  return decrypt(sealed, { key, bound: `object ${object}` });
}
