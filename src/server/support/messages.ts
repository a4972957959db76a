import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import type { SupportParts } from './contract.ts';
import { insertMessage, type Ticket } from './store.ts';

/** Keeps a message; its id. `author`: a colleague; null: the person. */
export async function keepMessage(
  { vault, clock }: Pick<SupportParts, 'vault' | 'clock'>,
  tx: PoolClient,
  { ticket, author, text }: { readonly ticket: Ticket; readonly author: string | null; readonly text: string },
): Promise<string> {
  const id = uuidv7();
  const body = await vault.seal(tx, ticket.keyId, text);
  await insertMessage(tx, { id, ticket: ticket.id, userId: ticket.userId, author, body, at: clock.now() });
  return id;
}
