import { timingSafeEqual } from 'node:crypto';
import { base32 } from '@scure/base';
import { isRowId } from '#protocol/codecs.ts';
import type { Queryable } from '#server/db/index.ts';
import type { Vault } from '#server/vault/index.ts';
import { findByNumber, type Ticket } from '../store.ts';

type OfVault = { readonly vault: Pick<Vault, 'blind'> };
type Named = Pick<Ticket, 'id' | 'number'>;

/** 80 bits: as short as a mailbox must be, and longer than anybody guesses. */
const SIGN_BYTES = 10;
const TAG = /^([0-9]{1,15})-([a-z2-7]{16})$/;

/** What names a ticket in addresses and in ids of mails. Capitals may be lost on the way: it has none. */
function tagOf({ vault }: OfVault, { id, number }: Named): string {
  return `${number}-${base32.encode(vault.blind(`support mail/v1|${id}`).subarray(0, SIGN_BYTES)).toLowerCase()}`;
}

/** `help@x` with the word of a ticket: `help+1001-abc…@x`. */
export function replyAddress(of: OfVault, ticket: Named, address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}+${tagOf(of, ticket)}${address.slice(at)}`;
}

/** The id of a mail of ours about a ticket: a reply that repeats it is known by it. */
export function mailIdOf(
  of: OfVault,
  ticket: Named,
  name: { readonly address: string; readonly mail: string },
): string {
  return `<${tagOf(of, ticket)}.${name.mail}@${hostOf(name.address)}>`;
}

const hostOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);

/** The word behind the `+`; null: it is none of our addresses; empty: the one for everybody. */
export function wordBehind(address: string, to: string): string | null {
  const given = to.trim().toLowerCase();
  const [name, host] = [address.slice(0, address.lastIndexOf('@')), hostOf(address)];
  if (!given.endsWith(`@${host}`)) return null;
  const local = given.slice(0, -host.length - 1);
  if (local === name) return '';
  return local.startsWith(`${name}+`) ? local.slice(name.length + 1) : null;
}

/** The ticket that a word names; null: none, or the word is not ours to the letter. */
export async function ticketOfTag(of: OfVault, db: Queryable, word: string): Promise<Ticket | null> {
  const [, number] = TAG.exec(word.toLowerCase()) ?? [];
  const ticket = number === undefined ? null : await findByNumber(db, number);
  if (ticket === null) return null;
  const [given, own] = [Buffer.from(word.toLowerCase()), Buffer.from(tagOf(of, ticket))];
  return given.length === own.length && timingSafeEqual(given, own) ? ticket : null;
}

/** The message of which a mail of ours told; null: it told of none, or is somebody else’s. */
export function messageOfOurMail(id: string): string | null {
  const name = /^<[0-9]{1,15}-[a-z2-7]{16}\.([0-9a-f-]{36})@/i.exec(id)?.[1]?.toLowerCase() ?? '';
  return isRowId(name) ? name : null;
}

/** The word of the id of a mail of ours; null: of somebody else’s. */
export function wordOfMailId(id: string): string | null {
  return /^<([0-9]{1,15}-[a-z2-7]{16})\./i.exec(id)?.[1] ?? null;
}
