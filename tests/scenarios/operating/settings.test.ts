/** What an operator sets: numbers and modes, which every process of a running server reads live. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PoolClient } from 'pg';
import { LOOSENING_WAIT_MS, type SettingName } from '#domain/settings/settings.ts';
import type { Mode, Product } from '#domain/settings/modes.ts';
import { createApprovals } from '#server/approvals/index.ts';
import { createAudit, thisShell, type Audit } from '#server/audit/index.ts';
import { systemClock } from '#server/clock.ts';
import { transaction } from '#server/db/index.ts';
import { createAccountAdmin } from '#server/identity/index.ts';
import {
  changeSetting,
  SETTING_LOOSENED,
  settingLoosenedAct,
  setMode,
  WatchedSettings,
} from '#server/settings/index.ts';
import { createVault } from '#server/vault/index.ts';
import { caller, until, type Answered, type Ask } from '#tests/http-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';

let server: TestServer;
let ask: Ask;
let audit: Audit;
let late = 0;
const clock = { now: () => Date.now() + late, monotonic: () => 0 };

beforeAll(async () => {
  server = await startTestServer();
  ask = caller(server.origin);
  audit = createAudit({ vault: createVault({ config: server.config }), clock });
});
afterAll(() => server.stop());

const within = <T>(work: (tx: PoolClient) => Promise<T>) => transaction(server.pool, work);
const partsOf = () => ({ config: { waits: 'normal' as const }, clock, audit });
const set = (name: SettingName, value: bigint) =>
  within((tx) => changeSetting(partsOf(), tx, { name, value, by: thisShell(), reason: 'a busy day' }));
const mode = (product: Product, pair: string, to: Mode) =>
  within((tx) =>
    setMode({ clock: systemClock, audit }, tx, {
      product,
      pair,
      mode: to,
      until: null,
      by: thisShell(),
      reason: 'work',
    }),
  );

const post = (path: string, { token }: Person, body: object): Promise<Answered> =>
  ask(`/api/v2${path}`, { method: 'POST', token, body, headers: { 'idempotency-key': randomUUID() } });
const predict = (person: Person, stake = '10', pair = 'BTC-USD') =>
  post('/trade/predictions', person, { pair, direction: 'UP', stake, durationSec: 300, payout: 0.5 });
const sell = (person: Person, id: string) => post(`/trade/predictions/${id}/sell`, person, { minCredit: '1' });
const schedule = (person: Person) =>
  post('/trade/scheduled', person, {
    pair: 'BTC-USD',
    direction: 'UP',
    stake: '10',
    durationSec: 60,
    price: '1',
    minPayout: 0.5,
  });
const code = (answer: Answered): string => String(answer.json['error']?.['code'] ?? answer.status);
/** Asks until it answers so; a person may ask five times a second. */
const expectSoon = (act: () => Promise<Answered>, wanted: string) =>
  until(wanted, async () => {
    const answer = await act();
    return code(answer) === wanted ? answer : null;
  });

describe('a setting', () => {
  it('that tightens is read by the engine and the web thread, and holds for the next request', async () => {
    const person = await personOf(server, 'USER');
    expect(code(await predict(person, '20'))).toBe('201');
    expect(await set('stake.max_real', 15_000_000n)).toMatchObject({
      ok: true,
      value: { fromAt: expect.any(Number) as number },
    });
    const refused = await expectSoon(() => predict(person, '20'), 'StakeLimit');
    expect(refused.json['error']).toMatchObject({ details: { maxStr: '15.00' } });
    expect(await set('stake.max_real', 15_000_000n)).toEqual({ ok: true, value: 'as-before' });
    const demo = await personOf(server, 'DEMO');
    await set('demo.cash', 500_000_000n);
    // At most thirty a minute.
    await until('the smaller refill', async () => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      const { json } = await ask('/api/v2/user/refresh-demo-balance', { method: 'PUT', token: demo.token });
      return String(json['totalBalance']) === '500' ? true : null;
    });
  });

  it('that loosens takes two people and a day, and another change ends what waits', async () => {
    const name = 'orders.most';
    await set(name, 100n);
    expect(await set(name, 200n)).toEqual({ ok: true, value: 'two-people' });
    const vault = createVault({ config: server.config });
    const accountAdmin = await createAccountAdmin({ config: server.config, vault, clock: systemClock });
    const approvals = createApprovals({ clock, audit, vault, roleOf: (tx, userId) => accountAdmin.roleOf(tx, userId) });
    approvals.add(settingLoosenedAct(partsOf()));
    const [maker, checker] = [await personOf(server, 'ADMIN'), await personOf(server, 'ADMIN')];
    const loosen = async (value: string) => {
      const asked = { fields: { name, value }, by: maker.id, reason: 'calm again' };
      const made = await within((tx) => approvals.ask(tx, SETTING_LOOSENED, asked));
      if (typeof made === 'string' || 'rule' in made) return made;
      return within((tx) => approvals.approve(tx, { id: made.id, digest: made.digest, by: checker.id }));
    };
    const seen = new WatchedSettings({ db: server.pool, clock, log: { warn: () => undefined } });
    const most = async () => {
      await seen.poll();
      return seen.number(name);
    };
    expect(await loosen('9999')).toEqual({ rule: 'That value is outside the bounds of the setting.' });
    expect(await loosen('200')).toMatchObject({ result: { fromAt: expect.any(Number) as number } });
    expect(await most()).toBe(100);
    late = LOOSENING_WAIT_MS + 1_000;
    expect(await most()).toBe(200);
    await loosen('300');
    await set(name, 50n);
    late *= 2;
    expect(await most()).toBe(50);
    // What was approved first would hold first: it never does.
    await loosen('300');
    late += LOOSENING_WAIT_MS / 2;
    await loosen('70');
    late += LOOSENING_WAIT_MS / 2 + 1_000;
    expect(await most()).toBe(50);
    late += LOOSENING_WAIT_MS;
    expect(await most()).toBe(70);
    // What holds now, said again, calls off what waits.
    await loosen('300');
    expect(await set(name, 70n)).toMatchObject({ ok: true, value: { fromAt: expect.any(Number) as number } });
    expect(await set(name, 70n)).toEqual({ ok: true, value: 'as-before' });
    late += LOOSENING_WAIT_MS * 2;
    expect(await most()).toBe(70);
    late = 0;
  });

  it('of any subject is read live: by pages, limits of people and the cashier', async () => {
    const person = await personOf(server, 'USER');
    const [hour, day] = [3_600_000, 86_400_000];
    const read = async (path: string) => (await ask(`/api/v2${path}`, { token: person.token })).json;
    expect((await read('/config'))['spans']).toEqual({ hold: day, closing: 14 * day });
    // Each of these tightens, so that one person does it and it holds at once; the last is waited for below.
    for (const [name, value] of [
      ['holds.hours', 48n],
      ['privacy.closing_days', 20n],
      ['limits.raise_wait_hours', 30n],
      ['limits.return_wait_hours', 36n],
      ['addresses.wait_hours', 50n],
      ['payments.recall_seconds', 90n],
      ['payments.most', 5_000_000n],
      ['keys.most', 7n],
    ] as const) {
      expect(await set(name, value), name).toMatchObject({ ok: true, value: { fromAt: expect.any(Number) as number } });
    }
    const config = await until('the web thread', async () => {
      const now = await read('/config');
      return JSON.stringify(now['most']) === '{"apiKeys":7}' ? now : null;
    });
    expect(config['spans']).toEqual({ hold: 48 * hour, closing: 20 * day });
    expect((await read('/user/limits'))['waits']).toEqual({ raise: 30 * 3_600, return: 36 * 3_600 });
    expect((await read('/transaction/address-book'))['waitMs']).toBe(50 * hour);
    const payee = await personOf(server, 'USER');
    const body = { transfer: true, to: payee.id };
    const estimate = await ask('/api/v2/transaction/withdraw/estimate', { method: 'POST', token: person.token, body });
    expect(estimate.json, estimate.text).toMatchObject({ recallSeconds: 90, maxStr: '5.00' });
  });

  it('is refused outside of its bounds', async () => {
    const tooLow = await set('orders.most', 0n);
    expect(tooLow).toEqual({ ok: false, refusal: { code: 'InvalidRequest', fields: { value: 'too_small' } } });
  });

  it('keeps its history: no row is changed or deleted', async () => {
    await expect(server.pool.query('UPDATE setting_version SET value = 1')).rejects.toThrow(
      /permission denied|append-only/,
    );
    await expect(server.pool.query('DELETE FROM product_mode')).rejects.toThrow(/permission denied|append-only/);
  });
});

describe('a mode', () => {
  it('keeps new predictions of a pair out, with what it is, and lets what is open be sold or cancelled', async () => {
    const person = await personOf(server, 'USER');
    const waiting = await schedule(person);
    expect(code(waiting)).toBe('201');
    const open = await predict(person);
    expect(code(open)).toBe('201');
    await mode('quick', 'BTC-USD', 'maintenance');
    const refused = await expectSoon(() => predict(person), 'PlacingPaused');
    expect(refused.json['error']).toMatchObject({ details: { mode: 'maintenance', until: null } });
    // Asked again where the looks before have used up what one person may place in a second.
    await expectSoon(() => predict(person, '10', 'ETH-USD'), '201');
    await mode('scheduled', '', 'cancel-only');
    await expectSoon(() => schedule(person), 'PlacingPaused');
    const id = String(waiting.json['id']);
    const cancelled = await ask(`/api/v2/trade/scheduled/${id}`, { method: 'DELETE', token: person.token });
    expect(cancelled.status, cancelled.text).toBe(200);
    const sold = await expectSoon(() => sell(person, String(open.json['id'])), '200');
    expect(sold.json['outcome']).toBe('SOLD');
    await mode('quick', 'BTC-USD', 'open');
    await mode('scheduled', '', 'open');
    await expectSoon(() => predict(person), '201');
    expect(await mode('quick', 'BTC-USD', 'open')).toBe('as-before');
  });
});
