import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller, until, type Answered, type Ask } from '#tests/http-calls.ts';
import { proveAgain } from '#tests/matrix/objects.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';

let server: TestServer;
let ask: Ask;

beforeAll(async () => {
  // Nothing is asked of a node to save an address.
  server = await startTestServer({ env: { RPC_ETHEREUM: 'http://127.0.0.1:9' } });
  ask = caller(server.origin);
});
afterAll(() => server.stop());

const BOOK = '/api/v2/transaction/address-book';
const DAY = 86_400_000;
/** Examples of ERC-55. */
const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

const LISTED = `0x${'5a11c7ed'.repeat(5)}`;

const code = ({ status, json }: Answered) => (status < 300 ? 'ok' : String(json['error']!['code']));
const items = ({ json }: Answered) => json['items'] as unknown as Record<string, string>[];
const sql = (text: string, values: readonly unknown[]) => server.pool.query(text, [...values]);

async function somebody(): Promise<Person> {
  const person = await personOf(server, 'USER');
  await proveAgain(server, person.id);
  return person;
}
const read = ({ token }: Person) => ask(BOOK, { token });
const save = ({ token }: Person, body: object) =>
  ask(BOOK, { method: 'POST', token, body: { network: 'ethereum', label: 'Wallet', ...body } });
const remove = ({ token }: Person, id: unknown) => ask(`${BOOK}/${String(id)}`, { method: 'DELETE', token });
const savedOnly = ({ token }: Person, on: boolean) =>
  ask(`${BOOK}/saved-only`, { method: 'POST', token, body: { on } });
/** The wait of an address is over. */
const ripen = (id: unknown) => sql(`UPDATE saved_address SET usable_from = now() - interval '1 s' WHERE id = $1`, [id]);
const waits = (row: Record<string, string> | undefined) => Date.parse(row?.['usableFrom'] ?? '') > Date.now();

describe('the address book', () => {
  it('keeps an address in one spelling, lets it wait, and tells its person', async () => {
    const ada = await somebody();
    const saved = items(await save(ada, { address: WALLET.toLowerCase(), label: ' Main ' }));
    expect(saved).toMatchObject([{ network: 'ethereum', address: WALLET, tag: '', label: 'Main' }]);
    const [row] = saved;
    expect(Date.parse(row!['usableFrom']!) - Date.parse(row!['savedAt']!)).toBe(DAY);
    await ripen(row!['id']);
    // Another spelling is the same entry, and a new label is no reason to wait.
    const again = items(await save(ada, { address: WALLET, label: 'Savings' }));
    expect(again).toMatchObject([{ id: row!['id'], label: 'Savings' }]);
    expect(waits(again[0])).toBe(false);
    await until(
      'the notification',
      async () =>
        items(await ask('/api/v2/notifications', { token: ada.token })).some(({ kind }) => kind === 'security') || null,
    );
  });

  it('lets a changed address wait again, and holds each once', async () => {
    const ada = await somebody();
    const [first] = items(await save(ada, { address: WALLET }));
    await ripen(first!['id']);
    const [changed] = items(await save(ada, { id: first!['id'], address: OTHER }));
    expect(changed).toMatchObject({ id: first!['id'], address: OTHER });
    expect(waits(changed)).toBe(true);
    await save(ada, { address: WALLET });
    expect(code(await save(ada, { id: first!['id'], address: WALLET }))).toBe('AddressKnown');
    await Promise.all(Array.from({ length: 4 }, () => save(ada, { address: WALLET })));
    expect(items(await read(ada))).toHaveLength(2);
  });

  it('refuses what is no address, what it does not know, and more than it holds', async () => {
    const ada = await somebody();
    const wrong = await save(ada, { address: WALLET.replace('5aA', '5AA') });
    expect(wrong.json['error']).toMatchObject({
      code: 'InvalidRequest',
      details: { fields: { address: 'malformed' } },
    });
    const tagged = await save(ada, { address: WALLET, tag: '007' });
    expect(tagged.json['error']).toMatchObject({ details: { fields: { tag: 'unknown' } } });
    expect(code(await save(ada, { address: WALLET, network: 'nowhere' }))).toBe('UnavailableToken');
    expect(code(await save(ada, { id: '0198f0a0-0000-7000-8000-000000000000', address: WALLET }))).toBe('NotFound');
    // Of the list that a sandbox practises with.
    const listed = await save(ada, { address: LISTED });
    expect(listed.json['error']).toMatchObject({ code: 'AddressRefused', details: { reason: 'listed' } });
    // Of anybody here.
    const { token } = await personOf(server, 'USER');
    const { json: taken } = await ask('/api/v2/transaction/deposit/address', { method: 'POST', token });
    const own = await save(ada, { address: String(taken['address']) });
    expect(own.json['error']).toMatchObject({ code: 'AddressRefused', details: { reason: 'own' } });
    await sql(
      `INSERT INTO saved_address (id, user_id, network, address, saved_at, usable_from)
       SELECT gen_random_uuid(), $1, 'ethereum', '0x' || lpad(n::text, 40, '0'), now(), now() FROM generate_series(1, 50) n`,
      [ada.id],
    );
    expect(code(await save(ada, { address: WALLET }))).toBe('AddressesFull');
  });

  it('is of one person, who proves themselves before anything is added', async () => {
    const [ada, bob] = [await somebody(), await somebody()];
    const [row] = items(await save(ada, { address: WALLET }));
    expect(items(await read(bob))).toEqual([]);
    expect(code(await save(bob, { id: row!['id'], address: OTHER }))).toBe('NotFound');
    expect(code(await remove(bob, row!['id']))).toBe('NotFound');
    await sql('DELETE FROM step_up WHERE session_id IN (SELECT id FROM session WHERE user_id = $1)', [ada.id]);
    expect(code(await save(ada, { address: OTHER }))).toBe('StepUpRequired');
    expect(code(await savedOnly(ada, false))).toBe('StepUpRequired');
    // To take one away makes nothing possible.
    expect(items(await remove(ada, row!['id']))).toEqual([]);
    expect(code(await remove(ada, row!['id']))).toBe('NotFound');
  });

  it('is the only way out at once, and for a day more when that is switched off', async () => {
    const ada = await somebody();
    expect((await read(ada)).json).toMatchObject({ savedOnly: false, savedOnlyUntil: null, waitMs: DAY });
    expect((await savedOnly(ada, true)).json).toMatchObject({ savedOnly: true, savedOnlyUntil: null });
    const off = (await savedOnly(ada, false)).json;
    expect(off).toMatchObject({ savedOnly: true });
    expect(Date.parse(off['savedOnlyUntil']!) - Date.now()).toBeGreaterThan(DAY - 60_000);
    expect((await savedOnly(ada, false)).json['savedOnlyUntil']).toBe(off['savedOnlyUntil']);
    await sql(`UPDATE payer SET saved_only_until = now() WHERE user_id = $1`, [ada.id]);
    expect((await read(ada)).json).toMatchObject({ savedOnly: false, savedOnlyUntil: null });
  });
});
