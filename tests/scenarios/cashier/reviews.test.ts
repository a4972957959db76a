import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVault } from '#server/vault/index.ts';
import { createAudit } from '#server/audit/index.ts';
import { caller, type Answered, type Ask } from '#tests/http-calls.ts';
import { proveAgain } from '#tests/matrix/objects.ts';
import { actsBy, ADMIN_ORIGIN, approveOpen, officeOf, rowsOf, type ActOn, type Office } from '#tests/office-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';
import { makeWithdrawer, WALLET } from './withdrawer.ts';

let server: TestServer;
let ask: Ask;
let office: Office;
let actOn: ActOn;
let [first, second]: Person[] = [];

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_ORIGIN, RPC_ETHEREUM: 'http://127.0.0.1:9' } });
  ask = caller(server.origin);
  office = officeOf(server);
  actOn = actsBy(office);
  await server.pool.query(`INSERT INTO payout_wallet (network, address, since) VALUES ('ethereum', '0x01', now())`);
  [first, second] = [await personOf(server, 'CASHIER'), await personOf(server, 'CASHIER')];
  for (const one of [first, second]) await proveAgain(server, one.id);
});
afterAll(() => server.stop());

const api = '/api/v2/transaction';
const withdraw = (person: Person, amount: string) =>
  ask(`${api}/withdraw`, {
    method: 'POST',
    token: person.token,
    body: { transfer: false, network: 'ethereum', token: 'USDT', address: WALLET, amount },
  });
const stateOf = ({ json }: Answered) => (json['withdrawal'] as unknown as { state: string })['state'];
const cash = async (person: Person) =>
  String((await ask('/api/v2/user/profile', { token: person.token })).json['balances']!['cashStr']);
/** One that waits for people. */
async function held(person: Person, amount: string): Promise<string> {
  const made = await withdraw(person, amount);
  expect(stateOf(made), made.text).toBe('REVIEW');
  return String(made.json['id']);
}
const act = (id: string, name: string, fields: object = {}) =>
  actOn(`withdrawals/${id}`, name, first!)({ reason: 'a good reason', fields });
const why = ({ json }: Answered) => json['error']?.['details']?.['why'] ?? json['error']?.['code'];
const row = async (id: string) =>
  (await server.pool.query(`SELECT state, rule, policy FROM withdrawal WHERE id = $1`, [id])).rows[0];
const texts = ({ json }: Answered) => JSON.stringify(json['facts']);

describe('a withdrawal that waits for people', () => {
  it('stands in the queue with its rule and what speaks for and against it, and is sent when one approves', async () => {
    const ada = await makeWithdrawer(server, ask);
    const id = await held(ada, '600');
    const queue = rowsOf(await office('/api/v2/office/desks/withdrawals', first!));
    const shown = queue.find((one) => one.id === id)!;
    expect(shown.cells.map((cell) => cell?.v)).toEqual(expect.arrayContaining(['Waits for people', 'large', '600.00']));
    const page = await office(`/api/v2/office/desks/withdrawals/${id}`, first!);
    for (const said of ['More than 500.00 USDT', '7 d 0 h', 'nobody', '100% of what was deposited', 'Revision 1'])
      expect(texts(page)).toContain(said);
    const own = await office(`/api/v2/office/desks/people/${ada.id}/parts/withdrawals`, first!);
    expect(rowsOf(own).map((one) => one.id)).toEqual([id]);
    expect((await act(id, 'approve')).json['said']).toBe('Approved: it is sent next.');
    expect(await row(id)).toMatchObject({ state: 'APPROVED' });
    // Once: the second is told so.
    expect(why(await act(id, 'approve'))).toBe('It doesn’t wait for people.');
    expect(why(await act(id, 'refuse', { told: 'contact' }))).toBe('It doesn’t wait for people.');
    const audit = createAudit({ vault: createVault({ config: server.config }), clock: { now: () => Date.now() } });
    expect(await audit.about(server.pool, ada.id)).toContainEqual(
      expect.objectContaining({ action: 'withdrawal.approved', objectId: id, reason: 'a good reason' }),
    );
  });

  it('comes back whole when it is refused, and its person is told why', async () => {
    const ada = await makeWithdrawer(server, ask);
    const id = await held(ada, '600');
    expect(await cash(ada)).toBe('1400.00');
    expect((await act(id, 'refuse', { told: 'documents' })).status).toBe(200);
    expect(await cash(ada)).toBe('2000.00');
    expect(await row(id)).toMatchObject({ state: 'REJECTED' });
    const told = async () =>
      (await ask('/api/v2/notifications', { token: ada.token })).json['items'] as unknown as { kind: string }[];
    await expect
      .poll(told)
      .toContainEqual(
        expect.objectContaining({ kind: 'withdrawal_refused', values: expect.objectContaining({ told: 'documents' }) }),
      );
    expect((await server.pool.query('SELECT 1 FROM withdrawal_review WHERE withdrawal = $1', [id])).rowCount).toBe(1);
    await expect(server.pool.query('DELETE FROM withdrawal_review')).rejects.toThrow(/permission denied|append-only/);
  });

  it('above the tier takes another than the one who asked', async () => {
    const ada = await makeWithdrawer(server, ask, { amount: 9_000_000_000n });
    const id = await held(ada, '5000.01');
    expect((await act(id, 'approve')).json['said']).toContain('second person');
    expect(await row(id)).toMatchObject({ state: 'REVIEW', rule: 'four-eyes' });
    const { lines, said } = await approveOpen(server, office, second!);
    expect(JSON.stringify(lines)).toContain(ada.id);
    expect(said).toBeTruthy();
    expect(await row(id)).toMatchObject({ state: 'APPROVED' });
  });

  it('is decided neither by its own person nor while something holds the person back', async () => {
    const ada = await makeWithdrawer(server, ask);
    const id = await held(ada, '600');
    // One of theirs in the same terms: they may not withdraw, but may have done so before they worked here.
    const { rows } = await server.pool.query<{ id: string }>(
      `INSERT INTO withdrawal (id, user_id, network, token, address, amount, fee, rule, people, state, requested_at)
       SELECT gen_random_uuid(), $2, network, token, address, amount, fee, rule, people, state, requested_at FROM withdrawal WHERE id = $1
       RETURNING id`,
      [id, first!.id],
    );
    for (const name of ['approve', 'refuse'])
      expect(why(await act(rows[0]!.id, name, name === 'refuse' ? { told: 'asked' } : {}))).toBe(
        'Nobody decides on their own withdrawal.',
      );
    await proveAgain(server, first!.id);
    await actOn(`people/${ada.id}`, 'hold-payouts', first!)({ reason: 'looked at' });
    expect(why(await act(id, 'approve'))).toBe('Their payouts are held.');
    expect(await row(id)).toMatchObject({ state: 'REVIEW' });
  });
});

describe('the policy', () => {
  const desk = '/api/v2/office/desks/payouts';
  const on = (id: string, name: string, fields: object = {}) =>
    actOn(`payouts/${id}`, name, first!)({ reason: 'less to look at', fields });

  it('is drafted, tried on what there was, published by two, and decides from then on', async () => {
    const ada = await makeWithdrawer(server, ask);
    await held(ada, '600');
    const revision = rowsOf(await office(desk, first!)).at(-1)!.id;
    expect(
      why(await on(revision, 'put-rule', { name: 'large', when: 'amount_above', value: '700', verdict: 'one' })),
    ).toBe('A revision stays as it is. Make a draft of it.');
    await on(revision, 'draft');
    const draft = rowsOf(await office(desk, first!))[0]!.id;
    const put = (fields: object) => on(draft, 'put-rule', fields);
    expect(why(await put({ name: 'all', when: 'always', verdict: 'automatic', place: '1' }))).toContain(
      'Only the last rule',
    );
    expect((await put({ name: 'large', when: 'amount_above', value: '700', verdict: 'one' })).status).toBe(200);
    expect((await put({ name: 'shared', when: 'shared_address', verdict: 'refuse', place: '1' })).status).toBe(200);
    const rules = rowsOf(await office(`${desk}/${draft}/parts/rules`, first!));
    expect(rules.map(({ cells }) => cells[1]?.v).slice(0, 5)).toEqual([
      'shared',
      'four-eyes',
      'unsaved',
      'newcomer',
      'large',
    ]);
    // Others of these scenarios have withdrawn to the same address: all of them but the first.
    const tried =
      texts(await office(`${desk}/${draft}`, first!)) +
      JSON.stringify((await office(`${desk}/${draft}`, first!)).json['tiles']);
    expect(tried).toContain('(now ');
    const differ = rowsOf(await office(`${desk}/${draft}/parts/differ`, first!));
    expect(differ.map(({ cells }) => cells[3]?.v)).toContain('Refused (shared)');
    expect((await on(draft, 'publish')).json['said']).toContain('second person');
    expect((await withdraw(ada, '20')).status).toBe(200);
    await approveOpen(server, office, second!);
    expect(why(await on(draft, 'drop-rule', { name: 'shared' }))).toContain('stays as it is');
    const refused = await withdraw(ada, '21');
    expect(refused.json['error']?.['code']).toBe('WithdrawalRefused');
    expect(await cash(ada)).toBe('1380.00');
    await expect(server.pool.query(`UPDATE payout_policy SET rules = '[]'`)).rejects.toThrow(
      /permission denied|append-only/,
    );
    // The next revision lets it go, and its decision says which.
    await on(draft, 'draft');
    const next = rowsOf(await office(desk, first!))[0]!.id;
    await on(next, 'drop-rule', { name: 'shared' });
    await on(next, 'publish');
    await approveOpen(server, office, second!);
    const { id } = (await withdraw(await makeWithdrawer(server, ask), '650')).json;
    expect(await row(String(id))).toEqual({ state: 'APPROVED', rule: 'automatic', policy: 3 });
  });
});
