/** The page of a person in the back office: what each subject tells of them, and what staff does there. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STAFF_ROLES, type StaffRole } from '#domain/office/permissions.ts';
import { usdt } from '#domain/money.ts';
import { ENDPOINTS } from '#protocol/api.ts';
import { isClosedToViewers } from '#protocol/endpoint.ts';
import { transaction } from '#server/db/index.ts';
import { insertSession } from '#server/identity/store.ts';
import { grantSandbox } from '#server/ledger/index.ts';
import { giveCheckedName } from '#server/verification/index.ts';
import { indexOldNames } from '#server/verification/name-search.ts';
import { createVault } from '#server/vault/index.ts';
import { caller, until, type Ask } from '#tests/http-calls.ts';
import { proveAgain } from '#tests/matrix/objects.ts';
import { actsBy, ADMIN_ORIGIN, approveOpen, officeOf, rowsOf, type ActOn, type Office } from '#tests/office-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';

let server: TestServer;
let ask: Ask;
let office: Office;
let actOn: ActOn;
const staff = new Map<StaffRole, Person>();
const as = (role: StaffRole): Person => {
  const person = staff.get(role);
  if (person === undefined) throw new Error(`nobody is ${role}`);
  return person;
};
const reason = 'they called';
const recordOf = ({ id }: Person, rest = '') => `/api/v2/office/desks/people/${id}${rest}`;

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_ORIGIN } });
  ask = caller(server.origin);
  office = officeOf(server);
  actOn = actsBy(office);
  for (const role of STAFF_ROLES) staff.set(role, await personOf(server, role));
});
afterAll(() => server.stop());

/** Another session of somebody. */
async function sessionOf({ id: userId }: Person): Promise<string> {
  const sessionId = randomUUID();
  const now = Date.now();
  const actor = { userId, sessionId, role: 'USER', realm: 'real' } as const;
  await insertSession(server.pool, { actor, now, expiresAt: now + 3_600_000 });
  return sessionId;
}

describe('what is told of a person', () => {
  it('goes on after the last row of each part, with no row twice', async () => {
    const [person, other] = [await personOf(server, 'USER'), await personOf(server, 'USER')];
    await sessionOf(person);
    await transaction(server.pool, async (tx) => {
      for (const no of [1, 2])
        await grantSandbox(tx, { mode: 'sandbox', ownerId: person.id, amount: usdt(1_000_000n), refId: `g${no}` });
      // Three of one moment: which comes first is told by their ids.
      for (const [payer, payee] of [
        [person, other],
        [person, other],
        [other, person],
      ] as const)
        await tx.query(
          `INSERT INTO payment (id, user_id, payee, amount, made_at, due_at) VALUES ($1, $2, $3, 5, $4, $4)`,
          [randomUUID(), payer.id, payee.id, new Date('2026-11-20T10:00:00Z')],
        );
    });
    const record = (await office(recordOf(person), as('ADMIN'))).json;
    const tabs = (record['tabs'] as unknown as { id: string }[]).map(({ id }) => id);
    expect(tabs).toEqual([
      'money',
      'accounts',
      'withdrawals',
      'payments',
      'fiat',
      'predictions',
      'orders',
      'positions',
      'gates',
      'reviews',
      'cases',
      'sessions',
      'keys',
      'logins',
      'choices',
      'mails',
      'looks',
      'links',
    ]);
    const counts = new Map<string, number>();
    for (const tab of tabs) {
      const seen: string[] = [];
      let cursor = '';
      do {
        const page = await office(recordOf(person, `/parts/${tab}?limit=1${cursor}`), as('ADMIN'));
        expect(page.status, `${tab}: ${page.text}`).toBe(200);
        seen.push(...rowsOf(page).map(({ id }) => id));
        cursor = page.json['nextCursor'] === null ? '' : `&cursor=${String(page.json['nextCursor'])}`;
      } while (cursor !== '');
      expect(new Set(seen).size, tab).toBe(seen.length);
      counts.set(tab, seen.length);
    }
    // Three movements: what the person of a test begins with, and two more.
    expect(Object.fromEntries(counts)).toMatchObject({ money: 3, accounts: 2, payments: 3, sessions: 2 });
  });

  it('names what each gate says and why', async () => {
    const person = await personOf(server, 'USER');
    const act = async (name: string) => (await actOn(`people/${person.id}`, name, as('ADMIN'))({ reason })).status;
    expect([await act('restrict'), await act('hold-payouts')]).toEqual([200, 200]);
    await server.pool.query('UPDATE app_user SET email_confirmed_at = NULL WHERE id = $1', [person.id]);
    const gates = rowsOf(await office(recordOf(person, '/parts/gates'), as('SUPPORT')));
    const says = Object.fromEntries(gates.map(({ id, cells }) => [id, [cells[1]?.v, cells[2]?.v ?? null]]));
    expect(says).toMatchObject({
      Account: ['Refuses: VerificationError', 'The house keeps them from playing.'],
      'Legal name': ['Lets through', null],
      'Email address': ['Refuses: VerificationError', 'The address isn’t confirmed.'],
      'Loss in 24 hours': ['Lets through', 'They set no limit. Lost: 0.00 USDT.'],
      Payouts: ['Refuses: PayoutsHeld', expect.stringContaining('The house holds them since')],
    });
  });
});

describe('a request for a second person', () => {
  it('shows what it changes as it is now, and takes a proof of who asks where money is let go', async () => {
    const [person, cashier, admin] = [await personOf(server, 'USER'), as('CASHIER'), as('ADMIN')];
    const act = (name: string, who: Person, fields = {}) => actOn(`people/${person.id}`, name, who)({ reason, fields });
    expect((await act('hold-payouts', cashier)).status).toBe(200);
    expect((await act('release-payouts', cashier)).json['error']?.['code']).toBe('StepUpRequired');
    await act('limit-stake', admin, { amount: '50' });
    expect((await act('loosen-stake', admin, { amount: '80' })).status).toBe(200);
    // Another has tightened it meanwhile: the maker saw 50, the checker sees 20.
    await act('limit-stake', admin, { amount: '20' });
    const { lines, said } = await approveOpen(server, office, as('COMPLIANCE'));
    const shown = Object.fromEntries(
      (lines ?? []).map(({ label, value }) => [label, (value as { v: string } | null)?.v]),
    );
    expect(shown).toMatchObject({ value: '80.00', 'value, when asked': '50.00', 'value, now': '20.00' });
    expect(said).toBe('Approved and done.');
  });
});

describe('sessions and keys', () => {
  it('end one by one, and the others go on', async () => {
    const person = await personOf(server, 'USER');
    const second = await sessionOf(person);
    const end = (which: string) =>
      actOn(`people/${person.id}`, 'end-session', as('SUPPORT'))({ reason, fields: { which } });
    const states = async () =>
      rowsOf(await office(recordOf(person, '/parts/sessions'), as('SUPPORT'))).map(({ id, cells }) => [
        id === second,
        cells[1]?.v === 'Live',
      ]);
    expect((await end(randomUUID())).status).toBe(400);
    expect((await end(second)).json['said']).toBe('The session is ended.');
    expect((await end(second)).status).toBe(400);
    expect(await states()).toEqual(
      expect.arrayContaining([
        [true, false],
        [false, true],
      ]),
    );
    expect((await ask('/api/v2/user/profile', { token: person.token })).status).toBe(200);
  });
});

describe('what is masked', () => {
  it('is shown to whoever proves who they are and says why, and the person reads that it was', async () => {
    const person = await personOf(server, 'USER');
    const vault = createVault({ config: server.config });
    const name = { first: 'Ada', last: 'Byron', birthDate: '1990-05-17' };
    await transaction(server.pool, (tx) => giveCheckedName({ vault }, tx, { userId: person.id, ...name }));
    const show = (role: StaffRole) => actOn(`people/${person.id}`, 'show-clear', as(role))({ reason });
    expect((await office(recordOf(person), as('SUPPORT'))).text).not.toContain('1990-05-17');
    expect((await show('CASHIER')).status).toBe(403);
    expect((await show('SUPPORT')).json['error']?.['code']).toBe('StepUpRequired');
    const looks = async () => (await ask('/api/v2/user/looks', { token: person.token })).json['items'];
    expect(await looks()).toEqual([]);
    await proveAgain(server, as('SUPPORT').id);
    expect((await show('SUPPORT')).json['lines']).toContainEqual({
      label: 'Born',
      value: { t: 'text', v: '1990-05-17' },
    });
    expect(await looks()).toMatchObject([{ what: 'clear', officer: as('SUPPORT').id.slice(-4) }]);
    const { json } = await office(recordOf(person, '/timeline'), as('SUPPORT'));
    expect(json['items']).toContainEqual(expect.objectContaining({ title: 'Person shown clear', text: reason }));
    const log = rowsOf(await office(recordOf(person, '/parts/looks'), as('AUDITOR')));
    expect(log.map(({ cells }) => cells[0]?.v)).toEqual(['Saw personal data in clear']);
  });
});

describe('a legal name', () => {
  it('finds its person for whoever may see it, by words that are kept as keyed hashes', async () => {
    const person = await personOf(server, 'USER');
    const vault = createVault({ config: server.config });
    const name = { first: 'Zoë Marie', last: 'Świątek', birthDate: '1990-05-17' };
    await transaction(server.pool, (tx) => giveCheckedName({ vault }, tx, { userId: person.id, ...name }));
    const finds = async (text: string, role: StaffRole = 'SUPPORT') =>
      (await office(`/api/v2/office/search?q=${encodeURIComponent(text)}`, as(role))).text.includes(person.id);
    expect([await finds('swiatek zoe'), await finds('Świątek'), await finds('swiat')]).toEqual([true, true, false]);
    expect([await finds('swiatek', 'CASHIER'), await finds('swiatek', 'AUDITOR')]).toEqual([false, false]);
    const { rows } = await server.pool.query<{ word: Buffer }>('SELECT word FROM legal_name_word WHERE user_id = $1', [
      person.id,
    ]);
    expect(rows).toHaveLength(3);
    for (const { word } of rows) expect(word.toString('latin1').toLowerCase()).not.toMatch(/zoe|marie|swiatek/);
    // Another name takes the place of the words; names from before there were words get theirs.
    await transaction(server.pool, (tx) =>
      giveCheckedName({ vault }, tx, { userId: person.id, ...name, last: 'Nowak' }),
    );
    expect([await finds('swiatek'), await finds('nowak')]).toEqual([false, true]);
    await server.pool.query('DELETE FROM legal_name_word WHERE user_id = $1', [person.id]);
    await server.pool.query('UPDATE legal_name SET words_by = 0 WHERE user_id = $1', [person.id]);
    expect(await finds('nowak')).toBe(false);
    await indexOldNames({ db: server.pool, vault });
    expect(await finds('nowak')).toBe(true);
  });
});

describe('whoever sees the product as a person', () => {
  const seeAs = (person: Person, who: Person) => actOn(`people/${person.id}`, 'see-as', who)({ reason });
  const tokenOf = (opens: unknown) => String(opens).split('#as=')[1] ?? '';

  it('is answered by no route that changes something, and reads what the person reads', async () => {
    const [person, admin] = [await personOf(server, 'USER'), as('ADMIN')];
    expect((await seeAs(as('ADMIN'), admin)).json['error']?.['code']).toMatch(/StepUpRequired|ActRefused/);
    await proveAgain(server, admin.id);
    expect((await seeAs(as('EDITOR'), admin)).status).toBe(422);
    const begun = await seeAs(person, admin);
    const token = tokenOf(begun.json['opens']);
    expect((await seeAs(person, admin)).status).toBe(422);
    expect((await ask('/api/v2/user/profile', { token })).json['id']).toBe(person.id);
    // Their own list of sessions is of their own.
    expect((await ask('/api/v2/user/sessions', { token: person.token })).text).not.toContain('seen_by_staff');
    const served: string[] = [];
    let asked = 0;
    for (const { name, endpoint } of ENDPOINTS) {
      if (endpoint.permission !== undefined || !isClosedToViewers(endpoint)) continue;
      asked += 1;
      const path = `/api/v2${endpoint.path.replace(/:\w+/g, randomUUID())}`;
      const isBare = endpoint.method === 'GET' || endpoint.method === 'DELETE' || endpoint.upload !== undefined;
      const body = isBare ? {} : { body: {} };
      const answer = await ask(path, { method: endpoint.method, token, ...body });
      if (answer.json['error']?.['code'] !== 'ViewOnly') served.push(`${name}: ${String(answer.status)}`);
    }
    expect(served).toEqual([]);
    expect(asked).toBeGreaterThan(50);
    // Nor by the back office, where the person has no place.
    expect((await office('/api/v2/office/frame', { token, id: person.id })).status).toBe(403);
  });

  it('is over with the session of staff, and the person is told once', async () => {
    const [person, support] = [await personOf(server, 'USER'), await personOf(server, 'SUPPORT')];
    await proveAgain(server, support.id);
    const token = tokenOf((await seeAs(person, support)).json['opens']);
    const status = async () => (await ask('/api/v2/user/profile', { token })).status;
    expect(await status()).toBe(200);
    await ask('/api/v2/auth/logout', { method: 'POST', token: support.token });
    await until('the end of the view', async () => ((await status()) === 401 ? true : null));
    // Its time passes; the job that ends it may run twice.
    const due = `UPDATE graphile_worker._private_jobs SET run_at = now() WHERE payload->>'session' IS NOT NULL`;
    await server.pool.query(due);
    const told = async () =>
      (await ask('/api/v2/notifications', { token: person.token })).text.split('account_seen').length - 1;
    await until('the notification', async () => ((await told()) > 0 ? true : null));
    expect(await told()).toBe(1);
    const looks = (await ask('/api/v2/user/looks', { token: person.token })).json['items'];
    expect(looks).toMatchObject([{ what: 'as_person', endedAt: expect.any(String) as unknown }]);
    const { json } = await office(recordOf(person, '/timeline'), as('ADMIN'));
    const titles = (json['items'] as unknown as { title: string }[]).map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(['Person seen as', 'Person seen as ended']));
  });

  it('ends it by hand', async () => {
    const [person, admin] = [await personOf(server, 'USER'), as('ADMIN')];
    await proveAgain(server, admin.id);
    const token = tokenOf((await seeAs(person, admin)).json['opens']);
    const stop = (who: Person) => actOn(`people/${person.id}`, 'stop-seeing', who)({ reason });
    expect((await stop(as('COMPLIANCE'))).status).toBe(422);
    expect((await stop(admin)).json['said']).toBe('Ended. The person is told.');
    await until('the end', async () => ((await ask('/api/v2/user/profile', { token })).status === 401 ? true : null));
    expect((await stop(admin)).status).toBe(422);
  });
});
