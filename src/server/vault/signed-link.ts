import { timingSafeEqual } from 'node:crypto';
import type { Vault } from './vault.ts';

type Signer = Pick<Vault, 'blind'>;

/** What a link shows: one opens no other. */
export type LinkKind = 'document' | 'ticket';

interface Permission {
  /** Id of the file. */
  readonly id: string;
  /** ms. */
  readonly until: number;
}

/** A signed permission to see one file until a moment, as the last part of an address. It names nobody. */
export function signLink({ id, until }: Permission, by: { readonly kind: LinkKind; readonly signer: Signer }): string {
  return `${id}.${until}.${signatureOf({ id, until }, by).toString('base64url')}`;
}

/** The file that a permission names; null where it is not ours, of another kind, or its time is over. */
export function readLink(
  token: string,
  by: { readonly kind: LinkKind; readonly signer: Signer; readonly now: number },
): string | null {
  const [, id = '', until = '', signature = ''] = /^([0-9a-f-]{36})\.(\d{1,15})\.([\w-]{43})$/.exec(token) ?? [];
  if (id === '') return null;
  const given = { id, until: Number(until) };
  const isOurs = timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(given, by));
  return isOurs && by.now < given.until ? id : null;
}

function signatureOf({ id, until }: Permission, { kind, signer }: { kind: LinkKind; signer: Signer }): Buffer {
  return signer.blind(`${kind} link/v1|${id}|${until}`);
}
