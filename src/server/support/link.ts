import { timingSafeEqual } from 'node:crypto';
import { isRowId } from '#protocol/codecs.ts';
import type { Vault } from '#server/vault/index.ts';

type OfVault = { readonly vault: Pick<Vault, 'blind'> };

/** What opens a visitor's ticket without a session. It holds as long as the ticket is there: each of its mails has the same. */
export function ticketToken({ vault }: OfVault, id: string): string {
  return `${id}.${vault.blind(`support/v1|${id}`).toString('base64url')}`;
}

/** The id that a token names; null: not a token of ours, to the letter. */
export function readTicketToken(of: OfVault, token: string): string | null {
  const [id = ''] = token.split('.');
  if (!isRowId(id)) return null;
  const [given, own] = [Buffer.from(token), Buffer.from(ticketToken(of, id))];
  return given.length === own.length && timingSafeEqual(given, own) ? id : null;
}
