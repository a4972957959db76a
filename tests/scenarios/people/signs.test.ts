import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SettingName, SettingValues } from '#domain/settings/settings.ts';
import { createAudit } from '#server/audit/index.ts';
import { cancelledWithdrawals } from '#server/cashier/withdrawals/store-cancelled.ts';
import { systemClock } from '#server/clock.ts';
import { failedDeposits } from '#server/fiat/store-failed.ts';
import { takeSteps } from '#server/limits/signs/signs.ts';
import { STANDARD_SETTINGS } from '#server/settings/index.ts';
import { createVault } from '#server/vault/index.ts';
import { caller, until, type Ask } from '#tests/http-calls.ts';
import { actsBy, ADMIN_ORIGIN, officeOf, rowsOf, type ActOn, type Office } from '#tests/office-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';

let server: TestServer;
let office: Office;
let actOn: ActOn;
let ask: Ask;
let officer: Person;

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_ORIGIN, WAITS: 'short' } });
  office = officeOf(server);
  actOn = actsBy(office);
  ask = caller(server.origin);
  officer = await personOf(server, 'COMPLIANCE');
});
afterAll(() => server.stop());

const look = (set: Partial<Record<SettingName, bigint>> = {}) => {
  const values = { ...STANDARD_SETTINGS.values, ...set } as SettingValues;
  return takeSteps({
    db: server.pool,
    clock: systemClock,
    audit: createAudit({ vault: createVault(server), clock: systemClock }),
    settings: { values, number: (name) => Number(values[name]) },
    failedDeposits,
    cancelledWithdrawals,
  });
};

/** A day on which the person played: `ago` days before today. */
const played = ({ id }: Person, ago: number, { chased = 0, highest = 1_000_000, hours = 1 << 12 } = {}) =>
  server.pool.query(
    `INSERT INTO play_day VALUES ($1, (now() AT TIME ZONE 'UTC')::date - $2::int, 5, 5000000, 1000000, $4, $5, $3, 1000000, true, now())`,
    [id, ago, chased, highest, hours],
  );
const stepsOf = async ({ id }: Person) =>
  (
    await server.pool.query<{ signs: object; staff: string | null }>(
      'SELECT signs, staff FROM play_step WHERE user_id = $1',
      [id],
    )
  ).rows;
const toldOf = async (person: Person) => {
  const { json } = await ask('/api/v2/notifications', { token: person.token });
  return JSON.stringify(json).includes('break_suggested');
};
const signsShown = async ({ id }: Person) => {
  const { facts } = (await office(`/api/v2/office/desks/people/${id}`, officer)).json as unknown as {
    facts: { id: string; lines: { label: string; value: { v: string } | null }[] }[];
  };
  const part = facts.find((one) => one.id === 'signs');
  return Object.fromEntries((part?.lines ?? []).map(({ label, value }) => [label, value?.v]));
};

it('suggests a break once for whom several signs call, and to nobody else', async () => {
  const [harmed, one, calm] = [
    await personOf(server, 'USER'),
    await personOf(server, 'USER'),
    await personOf(server, 'USER'),
  ];
  await played(harmed, 0, { chased: 6, highest: 9_000_000 });
  await played(harmed, 10);
  await played(one, 0, { chased: 6 });
  await played(calm, 0);
  await look();
  await look();
  expect(await stepsOf(harmed)).toEqual([{ signs: { chasing: 6, rising: 9 }, staff: null }]);
  expect([await stepsOf(one), await stepsOf(calm)]).toEqual([[], []]);
  await until('they are told', async () => (await toldOf(harmed)) || null);
  expect(await toldOf(one)).toBe(false);
  const shown = await signsShown(harmed);
  expect(shown['Chases losses']).toBe('6 stakes at least doubled within 10 min of a loss (a sign from 5 on)');
  expect(shown['Plays at night']).toBe('No');
  const listed = rowsOf(await office('/api/v2/office/desks/play?filter=by%3Ditself', officer));
  expect(listed.map(({ cells }) => cells[1]?.v)).toEqual(['Chases losses, Stakes rise']);
  // Staff does not do again what the product did.
  const again = await actOn(`people/${harmed.id}`, 'suggest-break', officer)({ reason: 'they wrote to us' });
  expect(again.json['error']).toMatchObject({ code: 'ActRefused' });
});

it('goes by what the operator has set', async () => {
  const [seen, unseen] = [await personOf(server, 'USER'), await personOf(server, 'USER')];
  await played(seen, 0, { chased: 8 });
  await played(unseen, 0, { chased: 7 });
  await look({ 'signs.chasing': 8n, 'signs.for_break': 1n });
  expect([await stepsOf(seen), await stepsOf(unseen)]).toEqual([[{ signs: { chasing: 8 }, staff: null }], []]);
});

it('counts failed deposits, withdrawals taken back and raised limits', async () => {
  const person = await personOf(server, 'USER');
  for (let no = 0; no < 3; no += 1) {
    await server.pool.query(
      `INSERT INTO fiat_order (id, user_id, provider, method, fiat, amount, fee, receive, is_firm, state, made_at, expires_at, changed_at)
       VALUES (gen_random_uuid(), $1, 'simulator', 'card', 'EUR', 1000, 0, 10000000, true, $2, now() - interval '27 days', now(), now())`,
      [person.id, no < 2 ? 'FAILED' : 'EXPIRED'],
    );
  }
  await server.pool.query(
    `INSERT INTO withdrawal (id, user_id, network, token, address, amount, fee, rule, people, state, requested_at, ended_at)
     VALUES (gen_random_uuid(), $1, 'localEvm', 'USDT', '0x00', 1000000, 1000, 'default', 0, 'CANCELLED', now(), now())`,
    [person.id],
  );
  const put = (change: object) =>
    ask('/api/v2/user/limits', { method: 'PUT', token: person.token, body: { limits: [change] } });
  const stake = (amount: string | null) => ({ name: 'stake', amount });
  expect((await put(stake('5.00'))).status).toBe(200);
  expect((await put(stake(null))).status).toBe(200);
  await server.pool.query(`UPDATE play_limit SET raise_from = now() - interval '1 s' WHERE user_id = $1`, [person.id]);
  const confirm = { method: 'POST', token: person.token, body: { name: 'stake', yes: true } };
  expect((await ask('/api/v2/user/limits/confirm', confirm)).status).toBe(200);
  const shown = await signsShown(person);
  expect(shown['Deposits fail']).toBe('2 fiat deposits failed (a sign from 3 on)');
  expect(shown['Takes withdrawals back']).toBe('1 withdrawal cancelled (a sign from 2 on)');
  expect(shown['Raises limits']).toBe('1 own limit raised or ended (a sign from 2 on)');
});

it('lets staff suggest a break, with its entry in the audit log and the person told', async () => {
  const person = await personOf(server, 'USER');
  const suggest = actOn(`people/${person.id}`, 'suggest-break', officer);
  expect((await suggest({ reason: 'their spouse wrote' })).status).toBe(200);
  expect(await stepsOf(person)).toEqual([{ signs: {}, staff: officer.id }]);
  await until('they are told', async () => (await toldOf(person)) || null);
  const timeline = await office(`/api/v2/office/desks/people/${person.id}/timeline`, officer);
  expect(timeline.text).toContain('Break suggested');
  expect((await suggest({ reason: 'once more' })).json['error']).toMatchObject({ code: 'ActRefused' });
  expect(await stepsOf(person)).toHaveLength(1);
  const auditor = await personOf(server, 'AUDITOR');
  expect((await actOn(`people/${person.id}`, 'suggest-break', auditor)({ reason: 'no' })).status).toBe(403);
});
