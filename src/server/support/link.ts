import { timingSafeEqual } from 'node:crypto';
import { isRowId } from '#protocol/codecs.ts';
import type { Vault } from '#server/vault/index.ts';

type OfVault = { readonly vault: Pick<Vault, 'blind'> };

/** What a link lets its bearer do, without a session: nothing of the other. */
const PURPOSES = { ticket: 'support/v1', rating: 'support rating/v1' } as const;
type Purpose = keyof typeof PURPOSES;

function tokenOf({ vault }: OfVault, purpose: Purpose, id: string): string {
  return `${id}.${vault.blind(`${PURPOSES[purpose]}|${id}`).toString('base64url')}`;
}

/** The id that a token names; null: not a token of ours for this, to the letter. */
function readToken(of: OfVault, purpose: Purpose, token: string): string | null {
  const [id = ''] = token.split('.');
  if (!isRowId(id)) return null;
  const [given, own] = [Buffer.from(token), Buffer.from(tokenOf(of, purpose, id))];
  return given.length === own.length && timingSafeEqual(given, own) ? id : null;
}

/** What opens a visitor's ticket without a session. It holds as long as the ticket is there: each of its mails has the same. */
export const ticketToken = (of: OfVault, id: string): string => tokenOf(of, 'ticket', id);
export const readTicketToken = (of: OfVault, token: string): string | null => readToken(of, 'ticket', token);

/** Of the mail that asks whether a ticket was solved: it says that, of a person’s ticket too, and shows nothing of it. */
export const ratingToken = (of: OfVault, id: string): string => tokenOf(of, 'rating', id);
export const readRatingToken = (of: OfVault, token: string): string | null => readToken(of, 'rating', token);
