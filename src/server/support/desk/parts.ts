import type { Queryable } from '#server/db/index.ts';
import type { Sender, SupportParts } from '../contract.ts';
import type { Ticket } from '../store.ts';

export interface SupportDeskParts extends SupportParts {
  readonly colleagueOf: (userId: string) => Promise<{ readonly name: string }>;
}

/** What the sender gave; null after an erasure. */
export async function senderOf({ vault }: Pick<SupportParts, 'vault'>, db: Queryable, ticket: Ticket) {
  const opened = await vault.open(db, ticket.keyId, ticket.sender);
  return opened === null ? null : (JSON.parse(opened) as Sender);
}
