import { randomBytes, randomUUID } from 'node:crypto';
import { realmOf } from '#domain/identity/policy.ts';
import type { Role } from '#domain/identity/actor.ts';
import { usdt } from '#domain/money.ts';
import { transaction } from '#server/db/index.ts';
import { insertSession } from '#server/identity/store.ts';
import { grantSandbox } from '#server/ledger/index.ts';
import { holdWithdrawal } from '#server/ledger/withdrawals.ts';
import type { Ask } from '#tests/http-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import type { TestServer } from '#tests/server.ts';

/** Makes an object that belongs to a person; returns its id. */
type Maker = (owner: Person & { readonly role: Role }, on: { server: TestServer; ask: Ask }) => Promise<string>;

/** For each route whose objects have owners, how one comes to be. */
export const OBJECTS: Readonly<Record<string, Maker>> = {
  'GET /api/v2/trade/predictions/{id}': placeOne,
  'GET /api/v2/trade/predictions/{id}/receipt': placeOne,
  'GET /api/v2/trade/predictions/{id}/picture': placeOne,
  'GET /api/v2/trade/predictions/{id}/sale-quote': placeOne,
  'POST /api/v2/trade/predictions/{id}/sell': placeOne,
  'DELETE /api/v2/trade/scheduled/{id}': scheduleOne,
  'DELETE /api/v2/orders/{id}': restOne,
  'POST /api/v2/user/verification/files/{id}/parts': beginFile,
  'POST /api/v2/user/verification/files/{id}/finish': keepFile,
  'DELETE /api/v2/user/verification/files/{id}': beginFile,
  'POST /api/v2/user/verification/files/{id}/link': keepFile,
  'POST /api/v2/transaction/payments/{id}/recall': payOne,
  'GET /api/v2/transaction/payments/{id}': payOne,
  'GET /api/v2/transaction/requests/{id}': ({ id }, on) => askOne(on, { asked: id }),
  'POST /api/v2/transaction/requests/{id}/decline': ({ id }, on) => askOne(on, { asked: id }),
  'POST /api/v2/transaction/requests/{id}/cancel': ({ id }, on) => askOne(on, { asker: id }),
  'POST /api/v2/transaction/withdrawals/{id}/cancel': holdOne,
  'GET /api/v2/transaction/fiat-orders/{id}': orderOne,
  'POST /api/v2/transaction/fiat-orders/{id}/cancel': orderOne,
  'DELETE /api/v2/transaction/address-book/{id}': saveOne,
  'POST /api/v2/transaction/address-book/{id}/proof': saveOne,
  'POST /api/v2/transaction/address-book/{id}/proof/signature': saveOne,
  'GET /api/v2/support/tickets/{id}': beginTicket,
  'POST /api/v2/support/tickets/{id}/messages': beginTicket,
  'PUT /api/v2/support/tickets/{id}/rating': endTicket,
  'POST /api/v2/support/tickets/{id}/files': beginTicket,
  'DELETE /api/v2/user/api-keys/{id}': async ({ id, token }, { server, ask }) => {
    await proveAgain(server, id);
    const body = { name: 'key', kind: 'bearer', realm: 'real', scopes: ['read'] };
    const made = await ask('/api/v2/user/api-keys', { method: 'POST', token, body });
    if (made.status !== 201) throw new Error(`no key: ${made.text}`);
    return String(made.json['key']?.['id']);
  },
  'DELETE /api/v2/user/sessions/{id}': async ({ id, role }, { server }) => {
    const actor = { userId: id, sessionId: randomUUID(), role, realm: realmOf(role) };
    const now = Date.now();
    await insertSession(server.pool, { actor, now, expiresAt: now + 3_600_000 });
    return actor.sessionId;
  },
  'DELETE /api/v2/notifications/push/{id}': async ({ token }, { ask }) => {
    const { json } = await ask('/api/v2/notifications/push', { method: 'POST', token, body: pushSubscription() });
    return (json['devices'] as unknown as { id: string }[])[0]?.id ?? '';
  },
  'DELETE /api/v2/office/views/{id}': async ({ id, role }, { server }) => {
    const { rows } = await server.pool.query<{ id: string }>(
      `INSERT INTO office_view (id, owner, role, desk, name, filter, made_at)
       VALUES (gen_random_uuid(), $1, NULL, 'people', $2, '', now()) RETURNING id`,
      [id, `${role} ${randomUUID()}`],
    );
    return rows[0]?.id ?? '';
  },
  'DELETE /api/v2/user/passkeys/{id}': async ({ id }, { server }) => {
    const key = randomUUID();
    // Two: the last way to sign in is not taken away.
    await server.pool.query(
      `INSERT INTO passkey (id, user_id, public_key, counter, transports, synced, name, added_at)
       SELECT one, $2, '\\x00', 0, '{}', false, 'key', now() FROM unnest($1::text[]) one`,
      [[key, randomUUID()], id],
    );
    return key;
  },
};

/** A ticket of support. */
async function beginTicket({ token }: Parameters<Maker>[0], { ask }: Parameters<Maker>[1]): Promise<string> {
  const body = { firstName: 'Ada', lastName: 'L', email: 'ada@people.example', message: 'Where is it?', terms: true };
  const begun = await ask('/api/v2/support/tickets', { method: 'POST', token, body });
  if (begun.status !== 201) throw new Error(`no ticket: ${begun.text}`);
  return String(begun.json['id']);
}

/** One that was answered and solved. */
async function endTicket(...[owner, on]: Parameters<Maker>): Promise<string> {
  const id = await beginTicket(owner, on);
  await on.server.pool.query(
    `UPDATE support_ticket SET state = 'RESOLVED', waits_since = NULL, first_answer_at = now() WHERE id = $1`,
    [id],
  );
  return id;
}

/** A file that is whole and kept. */
async function keepFile(...[owner, on]: Parameters<Maker>): Promise<string> {
  const id = await beginFile(owner, on);
  await on.server.pool.query(
    `UPDATE document_file SET state = 'READY', object = replace(id::text, '-', ''), media = 'image/jpeg' WHERE id = $1`,
    [id],
  );
  return id;
}

/** A file of a document of which nothing has come yet. */
async function beginFile({ token }: Parameters<Maker>[0], { ask }: Parameters<Maker>[1]): Promise<string> {
  const body = { document: 'governmentId', side: 'front', size: 1_000, sha256: '0'.repeat(64) };
  const begun = await ask('/api/v2/user/verification/files', { method: 'POST', token, body });
  if (begun.status !== 200) throw new Error(`no file: ${begun.text}`);
  return String(begun.json['id']);
}

async function placeOne({ token }: Parameters<Maker>[0], { ask }: Parameters<Maker>[1]): Promise<string> {
  const body = { pair: 'BTC-USD', direction: 'UP', stake: '1', durationSec: 60, payout: 0.5 };
  const placed = await ask('/api/v2/trade/predictions', { method: 'POST', token, body });
  if (placed.status !== 201) throw new Error(`no prediction: ${placed.text}`);
  return String(placed.json['id']);
}

/** A request between a person and somebody new. */
async function askOne(
  { server }: Parameters<Maker>[1],
  { asker, asked }: { readonly asker?: string; readonly asked?: string },
): Promise<string> {
  const other = await personOf(server, 'USER');
  const { rows } = await server.pool.query<{ id: string }>(
    `INSERT INTO payment_request (id, user_id, asked, amount, made_at, expires_at)
     VALUES (gen_random_uuid(), $1, $2, 5000000, now(), now() + interval '7 days') RETURNING id`,
    [asker ?? other.id, asked ?? other.id],
  );
  return rows[0]?.id ?? '';
}

async function saveOne({ id, token }: Parameters<Maker>[0], { server, ask }: Parameters<Maker>[1]): Promise<string> {
  await proveAgain(server, id);
  const body = { network: 'ethereum', address: `0x${randomBytes(20).toString('hex')}`, label: 'Wallet' };
  const saved = await ask('/api/v2/transaction/address-book', { method: 'POST', token, body });
  return (saved.json['items'] as unknown as { id: string }[])[0]?.id ?? '';
}

/** A withdrawal that waits for people. */
async function holdOne({ id }: Parameters<Maker>[0], { server }: Parameters<Maker>[1]): Promise<string> {
  const withdrawalId = randomUUID();
  const amount = usdt(1_000_000n);
  await transaction(server.pool, async (tx) => {
    await grantSandbox(tx, { mode: 'sandbox', ownerId: id, amount, refId: withdrawalId });
    await holdWithdrawal(tx, { withdrawalId, ownerId: id, amount, fee: usdt(0n) });
    await tx.query(
      `INSERT INTO withdrawal (id, user_id, network, token, address, amount, fee, rule, people, state, requested_at)
       VALUES ($1, $2, 'ethereum', 'USDT', $3, $4, 0, 'unsaved', 1, 'REVIEW', now())`,
      [withdrawalId, id, `0x${randomBytes(20).toString('hex')}`, amount.toString()],
    );
  });
  return withdrawalId;
}

/** An order at an on-ramp that waits to be paid. */
async function orderOne({ id }: Parameters<Maker>[0], { server }: Parameters<Maker>[1]): Promise<string> {
  const { rows } = await server.pool.query<{ id: string }>(
    `INSERT INTO fiat_order (id, user_id, provider, method, fiat, amount, fee, receive, is_firm, state, made_at, expires_at, changed_at)
     VALUES (gen_random_uuid(), $1, 'fiatsim', gen_random_uuid()::text, 'EUR', 10000, 390, 100000000, true, 'PENDING', now(), now() + interval '1 hour', now())
     RETURNING id`,
    [id],
  );
  return rows[0]?.id ?? '';
}

/** A payment on its way to somebody new. */
async function payOne({ id, token }: Parameters<Maker>[0], { server, ask }: Parameters<Maker>[1]): Promise<string> {
  const payee = await personOf(server, 'USER');
  await transaction(server.pool, (tx) =>
    grantSandbox(tx, { mode: 'sandbox', ownerId: id, amount: usdt(1_000_000n), refId: randomUUID() }),
  );
  await approveDocuments(server, id);
  await proveAgain(server, id);
  const body = { transfer: true, to: payee.id, amount: '1', confirmed: payee.id };
  const paid = await ask('/api/v2/transaction/withdraw', { method: 'POST', token, body });
  if (paid.status !== 200) throw new Error(`no payment: ${paid.text}`);
  return String(paid.json['id']);
}

/** A prediction on a price that does not come. */
async function scheduleOne({ token }: Parameters<Maker>[0], { ask }: Parameters<Maker>[1]): Promise<string> {
  const body = { pair: 'BTC-USD', direction: 'UP', stake: '1', durationSec: 60, price: '1', minPayout: 0.5 };
  const placed = await ask('/api/v2/trade/scheduled', { method: 'POST', token, body });
  if (placed.status !== 201) throw new Error(`no scheduled entry: ${placed.text}`);
  return String(placed.json['id']);
}

/** An order far below every price, in the round that takes orders the longest: it rests. */
async function restOne({ token }: Parameters<Maker>[0], { ask }: Parameters<Maker>[1]): Promise<string> {
  const body = await restingOrder(token, ask);
  const headers = { 'idempotency-key': randomUUID() };
  const placed = await ask('/api/v2/orders', { method: 'POST', token, body, headers });
  if (placed.status !== 201) throw new Error(`no order: ${placed.text}`);
  return String(placed.json['id']);
}

/** The body of an order that rests; a visitor has none of their own and sees those of real money. */
export async function restingOrder(token: string | null, ask: Ask): Promise<Readonly<Record<string, unknown>>> {
  const rounds = await ask('/api/v2/trade/rounds?pair=BTC-USD', token === null ? {} : { token });
  const items = rounds.json['items'] as unknown as { marketId: string; status: string; cutOffAt: string }[];
  const [open] = items
    .filter(({ status }) => status === 'OPEN')
    .toSorted((one, other) => Date.parse(other.cutOffAt) - Date.parse(one.cutOffAt));
  return { marketId: open?.marketId, outcome: 'UP', side: 'BUY', type: 'LIMIT', price: '0.01', shares: '1' };
}

/** Lets every session of a person count as just proved again. */
export async function proveAgain(server: Pick<TestServer, 'pool'>, userId: string): Promise<void> {
  await server.pool.query(
    `INSERT INTO step_up (session_id, proved_at, method) SELECT id, now(), 'password' FROM session WHERE user_id = $1
     ON CONFLICT (session_id) DO UPDATE SET proved_at = excluded.proved_at`,
    [userId],
  );
}

const DOCUMENTS = ['governmentId', 'selfieWithId', 'proofOfResidence', 'complianceVideo'] as const;

/** Documents of a person are approved: all, or those named. */
export async function approveDocuments(
  server: Pick<TestServer, 'pool'>,
  userId: string,
  documents: readonly (typeof DOCUMENTS)[number][] = DOCUMENTS,
): Promise<void> {
  await server.pool.query(
    `INSERT INTO document (user_id, name, status, changed_at) SELECT $1, d, 'APPROVED', now() FROM unnest($2::text[]) d ON CONFLICT DO NOTHING`,
    [userId, documents],
  );
}

/** What a browser says that wants to be told by push. The key is that of RFC 8291. */
export function pushSubscription() {
  return {
    endpoint: `https://push.example.org/${randomUUID()}`,
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
}
