import { LINK_MS, type LinkWire } from '#protocol/verification/documents.ts';
import { toIso } from '#protocol/codecs.ts';
import type { Queryable } from '#server/db/index.ts';
import { openFileKey, openObject } from '#server/vault/sealed-bytes.ts';
import { readLink, signLink } from '#server/vault/signed-link.ts';
import type { DocumentParts } from './parts.ts';
import { findKept } from './store-files.ts';

/** The address of a file on the host of files, for a minute. Whoever makes it has asked whether they may see it. */
export function linkTo({ config, clock, vault }: DocumentParts, id: string): LinkWire {
  const until = clock.now() + LINK_MS;
  const token = signLink({ id, until }, { kind: 'document', signer: vault });
  return { url: `${config.origins.files}/files/private/${token}`, until: toIso(until) };
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
  const id = readLink(token, { kind: 'document', signer: vault, now: clock.now() });
  const file = id === null ? null : await findKept(db, id);
  if (file === null || file.object === null || file.media === null) return null;
  const key = await openFileKey(vault, db, file);
  const sealed = key === null ? null : await objects.get(file.object);
  if (key === null || sealed === null) return null;
  return { bytes: openObject(sealed, { key, object: file.object }), media: file.media };
}
