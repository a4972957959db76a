import { timingSafeEqual } from 'node:crypto';
import { LINK_MS, type LinkWire } from '#protocol/verification/documents.ts';
import { toIso } from '#protocol/codecs.ts';
import type { Queryable } from '#server/db/index.ts';
import type { Vault } from '#server/vault/index.ts';
import type { DocumentParts } from './parts.ts';
import { openFileKey, openObject } from './sealed-bytes.ts';
import { findKept } from './store-files.ts';

type Signer = Pick<Vault, 'blind'>;

interface Permission {
  /** Id of the file. */
  readonly id: string;
  /** ms. */
  readonly until: number;
}

/** A signed permission to see one file until a moment, as the last part of an address. It names nobody. */
export function signLink({ id, until }: Permission, signer: Signer): string {
  return `${id}.${until}.${signatureOf({ id, until }, signer).toString('base64url')}`;
}

/** The file that a permission names; null where it is not ours or its time is over. */
export function readLink(
  token: string,
  { signer, now }: { readonly signer: Signer; readonly now: number },
): string | null {
  const [, id = '', until = '', signature = ''] = /^([0-9a-f-]{36})\.(\d{1,15})\.([\w-]{43})$/.exec(token) ?? [];
  if (id === '') return null;
  const given = { id, until: Number(until) };
  const isOurs = timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(given, signer));
  return isOurs && now < given.until ? id : null;
}

function signatureOf({ id, until }: Permission, signer: Signer): Buffer {
  return signer.blind(`document link/v1|${id}|${until}`);
}

/** The address of a file on the host of files, for a minute. Whoever makes it has asked whether they may see it. */
export function linkTo({ config, clock, vault }: DocumentParts, id: string): LinkWire {
  const until = clock.now() + LINK_MS;
  return { url: `${config.origins.files}/files/private/${signLink({ id, until }, vault)}`, until: toIso(until) };
}

/** A file that is shown by a permission. */
export interface ShownFile {
  readonly bytes: Buffer;
  readonly media: string;
}

/** The file that a permission names, decrypted; null where there is none to see. */
export async function fileByLink(
  { db, clock, vault, objects }: Pick<DocumentParts, 'clock' | 'vault' | 'objects'> & { readonly db: Queryable },
  token: string,
): Promise<ShownFile | null> {
  const id = readLink(token, { signer: vault, now: clock.now() });
  const file = id === null ? null : await findKept(db, id);
  if (file === null || file.object === null || file.media === null) return null;
  const key = await openFileKey(vault, db, file);
  const sealed = key === null ? null : await objects.get(file.object);
  if (key === null || sealed === null) return null;
  return { bytes: openObject(sealed, { key, object: file.object }), media: file.media };
}
