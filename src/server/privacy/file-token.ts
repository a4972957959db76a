import { timingSafeEqual } from 'node:crypto';
import type { Vault } from '#server/vault/index.ts';

type Signer = Pick<Vault, 'blind'>;

/** Signed permission to fetch one file until `until` (ms). */
export function signFileToken(file: { readonly id: string; readonly until: number }, signer: Signer): string {
  return `${file.id}.${file.until}.${signatureOf(file, signer).toString('base64url')}`;
}

/** The file of a token; null when it is not ours or its time is over. */
export function readFileToken(
  token: string,
  { signer, now }: { readonly signer: Signer; readonly now: number },
): string | null {
  const [, id = '', until = '', signature = ''] = /^([0-9a-f-]{36})\.(\d{1,15})\.([\w-]{43})$/.exec(token) ?? [];
  if (id === '') return null;
  const file = { id, until: Number(until) };
  const isOurs = timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(file, signer));
  return isOurs && now < file.until ? id : null;
}

function signatureOf({ id, until }: { readonly id: string; readonly until: number }, signer: Signer): Buffer {
  return signer.blind(`export/v1|${id}|${until}`);
}
