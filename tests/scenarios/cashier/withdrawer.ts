/** People who may withdraw, for scenarios of withdrawals. */
import { expect } from 'vitest';
import { usdt } from '#domain/money.ts';
import { transaction } from '#server/db/index.ts';
import { grantSandbox } from '#server/ledger/index.ts';
import type { Ask } from '#tests/http-calls.ts';
import { approveDocuments, proveAgain } from '#tests/matrix/objects.ts';
import { personOf, type Person } from '#tests/people.ts';
import type { TestServer } from '#tests/server.ts';

export const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

/** Somebody known for a week, with `amount` twice, documents and an address of their own, proved, that waits no more. */
export async function makeWithdrawer(
  server: TestServer,
  ask: Ask,
  { amount = 1_000_000_000n }: { readonly amount?: bigint } = {},
): Promise<Person> {
  const person = await personOf(server, 'USER');
  const { token } = person;
  const book = '/api/v2/transaction/address-book';
  const sql = (text: string) => server.pool.query(text, [person.id]);
  await transaction(server.pool, (tx) =>
    grantSandbox(tx, { mode: 'sandbox', ownerId: person.id, amount: usdt(amount), refId: person.id }),
  );
  expect((await ask(book, { token })).status).toBe(200);
  await proveAgain(server, person.id);
  await ask(book, { method: 'POST', token, body: { network: 'ethereum', address: WALLET, label: 'Main' } });
  await sql('UPDATE saved_address SET usable_from = now(), proved_at = now() WHERE user_id = $1');
  await server.pool.query('UPDATE payer SET played = $2 WHERE user_id = $1', [person.id, amount.toString()]);
  await sql(`UPDATE app_user SET created_at = now() - interval '7 days', country = 'DE' WHERE id = $1`);
  await approveDocuments(server, person.id);
  return person;
}
