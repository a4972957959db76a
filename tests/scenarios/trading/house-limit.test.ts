/** A limit of the house over HTTP: `npm run admin` is another process, which has no bus to the server. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Pool } from 'pg';
import { runCommand } from '#server/admin/commands.ts';
import type { Told } from '#server/admin/told.ts';
import { openApprovals, openLimitStake } from '#server/admin/house-limits.ts';
import { createAudit, type Audit, type Staff } from '#server/audit/index.ts';
import { systemClock } from '#server/clock.ts';
import { createPool, transaction } from '#server/db/index.ts';
import { createAccountAdmin, type AccountAdmin } from '#server/identity/index.ts';
import { setRestriction, type RestrictionAsk } from '#server/limits/index.ts';
import { createLog } from '#server/logging/log.ts';
import { createVault } from '#server/vault/index.ts';
import { caller, until, type Answered, type Ask } from '#tests/http-calls.ts';
import { proveAgain } from '#tests/matrix/objects.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';

let server: TestServer;
let ask: Ask;
let db: Pool;
let admin: (...words: string[]) => Promise<Told>;
let accountAdmin: AccountAdmin;
let audit: Audit;

beforeAll(async () => {
  server = await startTestServer();
  ask = caller(server.origin);
  db = createPool(server.databaseUrl, { max: 1 });
  const { config } = server;
  const vault = createVault({ config });
  const clock = systemClock;
  accountAdmin = await createAccountAdmin({ config, vault, clock });
  audit = createAudit({ vault, clock });
  const never = () => Promise.reject(new Error('not asked for here'));
  const deciding = { config, db, accountAdmin, audit, vault, clock, log: createLog(config) };
  const parts = {
    config,
    db,
    accountAdmin,
    vault,
    audit,
    clock,
    corrections: never,
    rotateKeys: never,
    limitStake: openLimitStake(deciding),
    approvals: () => Promise.resolve(openApprovals(deciding)),
    proveAll: never,
  };
  admin = (...words) => runCommand(parts, words);
});
afterAll(async () => {
  await db.end();
  await server.stop();
});

const api = '/api/v2';
const post = (path: string, token: string, body: object): Promise<Answered> =>
  ask(`${api}${path}`, { method: 'POST', token, body, headers: { 'idempotency-key': randomUUID() } });
const place = (token: string, stake: string) =>
  post('/trade/predictions', token, { pair: 'BTC-USD', direction: 'UP', stake, durationSec: 60, payout: 0.5 });
const schedule = (token: string, stake: string) =>
  post('/trade/scheduled', token, {
    pair: 'BTC-USD',
    direction: 'UP',
    stake,
    durationSec: 60,
    price: '1',
    minPayout: 0.5,
  });
const code = (answer: Answered): string => String(answer.json['error']?.['code'] ?? answer.status);
const get = async (person: Person, path: string) => (await ask(`${api}${path}`, { token: person.token })).json;

/** To end a limit takes two people. */
async function ended(words: readonly string[]): Promise<Told> {
  for (const name of ['one', 'two']) await admin('create', `${name}@house.example`, 'ADMIN');
  const asked = await admin('ask-limit', 'one@house.example', ...words);
  const [, , id = '', digest = ''] = asked.lines.at(-1)?.split(' ') ?? [];
  return admin('approve', 'two@house.example', id, digest);
}

/** Set, and known to the server: asks until it is, a second at most. */
async function limited(person: Person, amount: string): Promise<void> {
  const words = [person.id, amount, '--reason', 'prices', 'follow'];
  expect(await (amount === 'none' ? ended(words) : admin('limit-stake', ...words))).toMatchObject({ ok: true });
  const wanted = amount === 'none' ? null : amount;
  await until('the limit to be known', async () =>
    (await get(person, '/user/profile'))['predictionMaxStr'] === wanted ? true : null,
  );
}

describe('a limit of the house', () => {
  it('binds every path of quick predictions, says its number, and leaves what is open alone', async () => {
    const ada = await personOf(server, 'USER');
    await proveAgain(server, ada.id);
    const key = await post('/user/api-keys', ada.token, {
      name: 'Bot',
      kind: 'bearer',
      realm: 'real',
      scopes: ['read', 'trade', 'predict'],
    });
    const secret = String(key.json['secret']);
    const open = await place(ada.token, '10');
    expect(code(open)).toBe('201');
    await limited(ada, '5.00');
    const paths = {
      prediction: (stake: string) => place(ada.token, stake),
      'scheduled entry': (stake: string) => schedule(ada.token, stake),
      'API key': (stake: string) => place(secret, stake),
      'scheduled entry of a key': (stake: string) => schedule(secret, stake),
    };
    for (const [path, asked] of Object.entries(paths)) {
      const refused = await asked('5.01');
      expect(refused.json['error'], path).toMatchObject({
        code: 'StakeLimit',
        details: { min: 1, max: 5, maxStr: '5.00' },
      });
      expect(code(await asked('5.00')), path).toBe('201');
      // Five requests at once are the most: the bucket fills again.
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    const kept = await get(ada, `/trade/predictions/${String(open.json['id'])}`);
    expect([kept['stakeStr'], kept['voidReason']]).toEqual(['10.00', null]);
    expect(code(await place((await personOf(server, 'USER')).token, '10'))).toBe('201');
  });

  it('is shown with its reason where limits are, told of, and ends', async () => {
    const ben = await personOf(server, 'USER');
    expect((await get(ben, '/user/limits'))['house']).toBeNull();
    await limited(ben, '2.50');
    const house = (await get(ben, '/user/limits'))['house'];
    expect(house).toMatchObject({ predictionMax: 2.5, predictionMaxStr: '2.50' });
    expect(new Date(String(house?.['since'])).toISOString()).toBe(String(house?.['since']));
    const told = async () => (await get(ben, '/notifications'))['items'];
    const set = { kind: 'limits', values: { what: 'house_limit_set', amount: '2.50' } };
    await expect.poll(told).toMatchObject([set]);
    await limited(ben, 'none');
    expect(code(await place(ben.token, '10'))).toBe('201');
    expect((await get(ben, '/user/limits'))['house']).toBeNull();
    await expect.poll(told).toMatchObject([{ kind: 'limits', values: { what: 'house_limit_ended' } }, set]);
  });
});

describe('what a colleague does with a person', () => {
  const by: Staff = { kind: 'staff', userId: randomUUID(), role: 'COMPLIANCE', sessionId: randomUUID() };
  const toldOf = async (person: Person) =>
    ((await get(person, '/notifications'))['items'] as unknown as { readonly values: object }[]).map(
      ({ values }) => values,
    );
  const restrict = (ask: Omit<RestrictionAsk, 'by' | 'reason'>) =>
    transaction(db, (tx) => setRestriction({ audit, clock: systemClock }, tx, { ...ask, by, reason: 'case 7' }));
  const actionsOn = async (userId: string) =>
    (await audit.about(db, userId)).map(({ action, actorId }) => [action, actorId]);

  it('keeps them from playing until somebody lets them again, and each is done once', async () => {
    const { id: userId, ...dan } = await personOf(server, 'USER');
    const person = { ...dan, id: userId };
    const play = { userId, what: 'play' } as const;
    expect(code(await place(dan.token, '10'))).toBe('201');
    expect(await restrict({ ...play, holds: true })).toBe('set');
    expect(await restrict({ ...play, holds: true })).toBe('as-before');
    const refused = await until('the restriction to be known', async () => {
      const answer = await place(dan.token, '10');
      return answer.status === 201 || code(answer) === 'UnavailableBet' ? null : answer;
    });
    expect(refused.json['error']).toMatchObject({ code: 'VerificationError', details: { reason: 'account_problem' } });
    expect(await restrict({ ...play, holds: false })).toBe('set');
    await until('to play again', async () => (code(await place(dan.token, '10')) === '201' ? true : null));
    await expect.poll(() => toldOf(person)).toEqual([{ what: 'play_allowed' }, { what: 'play_restricted' }]);
    expect(await actionsOn(userId)).toEqual([
      ['restriction.set', by.userId],
      ['restriction.ended', by.userId],
    ]);
  });

  it('holds payouts alone, and lets them go with a second person only', async () => {
    const { id: userId } = await personOf(server, 'USER');
    expect(await restrict({ userId, what: 'payouts', holds: true })).toBe('set');
    expect(await restrict({ userId, what: 'payouts', holds: false })).toBe('two-people');
    expect(await actionsOn(userId)).toEqual([['restriction.set', by.userId]]);
  });

  it('ends sessions and keys, which the person may open again', async () => {
    const eve = await personOf(server, 'USER');
    await proveAgain(server, eve.id);
    const key = await post('/user/api-keys', eve.token, {
      name: 'Bot',
      kind: 'bearer',
      realm: 'real',
      scopes: ['read'],
    });
    const secret = String(key.json['secret']);
    const end = (what: 'session' | 'api_key') =>
      transaction(db, (tx) => accountAdmin.endAccess(tx, { userId: eve.id, what, by, reason: 'stolen' }));
    expect(await end('api_key')).toHaveLength(1);
    await until('the key to be over', async () =>
      (await ask(`${api}/trade/predictions`, { token: secret })).status === 401 ? true : null,
    );
    await expect.poll(() => toldOf(eve)).toContainEqual({ what: 'keys_ended' });
    expect(await end('session')).toHaveLength(1);
    await until('the session to be over', async () =>
      (await ask(`${api}/user/profile`, { token: eve.token })).status === 401 ? true : null,
    );
    expect(await end('session')).toEqual([]);
    expect((await actionsOn(eve.id)).slice(-2)).toEqual([
      ['api_key.ended', by.userId],
      ['session.ended', by.userId],
    ]);
  });

  it('is told by mail to whom it shuts out', async () => {
    await admin('create', 'fay@house.example', 'USER');
    await admin('block', 'fay@house.example', 'fraud');
    const mailed = await until('the mail', async () => {
      const { rows } = await db.query<{ kind: string }>(
        `SELECT m.kind FROM mail_outbox m JOIN fact f ON f.body ->> 'userId' = m.user_id::text AND f.kind = 'account.blocked'`,
      );
      return rows.length > 0 ? rows : null;
    });
    expect(mailed).toEqual([{ kind: 'house_acted' }]);
  });
});
