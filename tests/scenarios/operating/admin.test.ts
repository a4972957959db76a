import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passwordFault } from '#domain/identity/password.ts';
import { runCommand } from '#server/admin/commands.ts';
import type { AdminParts } from '#server/admin/commands.ts';
import type { Told } from '#server/admin/told.ts';
import { SAMPLE_PASSWORD, SAMPLE_PEOPLE, samplePeople } from '#server/admin/sample-people.ts';
import { createAudit } from '#server/audit/index.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig, type Config } from '#server/config/config.ts';
import { createAccountAdmin } from '#server/identity/index.ts';
import { findAccountById } from '#server/identity/accounts/store-accounts.ts';
import { balancesOf, checkLedger } from '#server/ledger/index.ts';
import { createLog } from '#server/logging/log.ts';
import { prepareDatabase } from '#server/supervisor/prepare-database.ts';
import { createVault } from '#server/vault/index.ts';
import { createLegalNames } from '#server/verification/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { caller } from '#tests/http-calls.ts';
import { PASSWORD } from '#tests/identity-world.ts';
import { startTestServer } from '#tests/server.ts';

let database: TestDatabase;
let dataDir: string;
let config: Config;
let parts: AdminParts;

beforeAll(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'tikvo-admin-'));
  config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: database.url, LOG_LEVEL: 'silent' });
  await prepareDatabase(database.url, config, createLog(config));
  const vault = createVault({ config });
  parts = {
    config,
    db: database.pool,
    accountAdmin: await createAccountAdmin({ config, vault, clock: systemClock }),
    vault,
    audit: createAudit({ vault, clock: systemClock }),
    clock: systemClock,
    corrections: () => Promise.reject(new Error('no correction is asked for here')),
    rotateKeys: () => Promise.reject(new Error('no rotation is asked for here')),
    proveAll: () => Promise.reject(new Error('no proof is asked for here')),
    limitStake: () => Promise.reject(new Error('no limit is asked for here')),
    approvals: () => Promise.reject(new Error('nothing is approved here')),
  };
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const run = (...words: string[]): Promise<Told> => runCommand(parts, words);
const inProduction = (...words: string[]): Promise<Told> =>
  runCommand({ ...parts, config: { mode: 'production' } }, words);
const idOf = async (email: string) => (await parts.accountAdmin.find(database.pool, email))?.userId ?? '';
const nameOf = async (email: string) =>
  (
    await createLegalNames({ config, clock: systemClock, vault: createVault({ config }) }).of(
      database.pool,
      await idOf(email),
    )
  ).status;
const cashOf = async (email: string) =>
  (await balancesOf(database.pool, { ownerId: await idOf(email), realm: 'real' })).cash;

describe('npm run admin', () => {
  it('opens the first administrator without a password, and prints where to set one', async () => {
    const told = await inProduction('create', 'Chief@House.example', 'admin');
    expect(told.ok).toBe(true);
    expect(told.lines.at(-1)).toMatch(/\/en\/auth\/reset-password\?token=[\w-]{43}$/);
    expect(await parts.accountAdmin.find(database.pool, 'chief@house.example')).toMatchObject({ role: 'ADMIN' });
    const { rows } = await database.pool.query<{ hash: string | null; confirmed: boolean }>(
      'SELECT password_hash AS hash, email_confirmed_at IS NOT NULL AS confirmed FROM app_user WHERE id = $1',
      [await idOf('chief@house.example')],
    );
    expect(rows).toEqual([{ hash: null, confirmed: true }]);
  });

  it('lets the first administrator in by the link that it printed, once', async () => {
    const server = await startTestServer();
    try {
      const ask = caller(server.origin);
      const email = 'first@house.example';
      const vault = createVault({ config: server.config });
      const accountAdmin = await createAccountAdmin({ config: server.config, vault, clock: systemClock });
      const audit = createAudit({ vault, clock: systemClock });
      const told = await runCommand({ ...parts, db: server.pool, accountAdmin, audit }, ['create', email, 'ADMIN']);
      const token = new URL(told.lines.at(-1) ?? '').searchParams.get('token');
      const set = () => ask('/api/v2/auth/reset-password', { method: 'POST', body: { token, password: PASSWORD } });
      expect((await set()).json).toEqual({ status: 'ok' });
      expect((await set()).json['error']?.['code']).toBe('LinkUsed');
      const signedIn = await ask('/api/v2/auth/login', { method: 'POST', body: { email, password: PASSWORD } });
      expect(signedIn.json).toMatchObject({ isNew: false, user: { role: 'ADMIN', verifications: { email: true } } });
      const profile = await ask('/api/v2/user/profile', { token: String(signedIn.json['accessToken']) });
      expect(profile.json).toMatchObject({ role: 'ADMIN' });
    } finally {
      await server.stop();
    }
  });

  it.each([
    { what: 'a role that there is not', words: ['create', 'a@b.example', 'KING'] },
    { what: 'a demo person', words: ['create', 'a@b.example', 'DEMO'] },
    { what: 'no address', words: ['create', 'nobody', 'USER'] },
    { what: 'a taken address', words: ['create', 'chief@house.example', 'USER'] },
    { what: 'a command that there is not', words: ['destroy', 'chief@house.example'] },
    { what: 'nothing', words: [] },
    { what: 'money for nobody', words: ['grant', 'nobody@house.example', '10'] },
    { what: 'no amount', words: ['grant', 'chief@house.example', 'ten'] },
    { what: 'nothing to give', words: ['grant', 'chief@house.example', '0'] },
  ])('does nothing for $what', async ({ words }) => {
    const before = await database.pool.query('SELECT count(*) FROM app_user');
    const told = await run(...words);
    expect(told.ok).toBe(false);
    expect(told.lines.join(' ')).not.toBe('');
    expect((await database.pool.query('SELECT count(*) FROM app_user')).rows).toEqual(before.rows);
  });

  it('grants play money once a request, from the sandbox bank (journal 42)', async () => {
    await run('create', 'ada@house.example', 'USER');
    expect(await run('grant', 'ada@house.example', '250.50', 'r1')).toMatchObject({ ok: true });
    expect(await run('grant', 'ada@house.example', '250.50', 'r1')).toMatchObject({ ok: true });
    expect(await cashOf('ada@house.example')).toBe(250_500_000n);
    await run('grant', 'ada@house.example', '1');
    expect(await cashOf('ada@house.example')).toBe(251_500_000n);
    const report = await checkLedger(database.pool, { window: 'all' });
    expect(report.healthy).toBe(true);
  });

  it('approves a name, and says so in the audit log', async () => {
    expect(await run('approve-name', 'ada@house.example')).toMatchObject({ ok: true });
    expect(await nameOf('ada@house.example')).toBe('APPROVED');
    const told = await createAudit({ vault: createVault({ config }), clock: systemClock }).about(
      database.pool,
      await idOf('ada@house.example'),
    );
    expect(told.map(({ action }) => action)).toEqual([
      'account.opened',
      'money.granted',
      'money.granted',
      'name.approved',
    ]);
  });

  it('gives nothing and approves nobody in production', async () => {
    const before = await cashOf('ada@house.example');
    expect((await inProduction('grant', 'ada@house.example', '10')).ok).toBe(false);
    expect((await inProduction('approve-name', 'chief@house.example')).ok).toBe(false);
    expect(await cashOf('ada@house.example')).toBe(before);
  });
});

describe('sample people', () => {
  it('are there after the first start, once, with a password of our own rule', async () => {
    const start = () => samplePeople({ config, databaseUrl: database.url, clock: systemClock });
    const lines = await start();
    expect(lines?.join('\n')).toContain(SAMPLE_PASSWORD);
    expect(await start()).toEqual(lines);
    expect(passwordFault(SAMPLE_PASSWORD, [])).toBeNull();
    for (const { email, role } of SAMPLE_PEOPLE) {
      expect(await parts.accountAdmin.find(database.pool, email)).toMatchObject({ role });
      expect(await nameOf(email)).toBe('APPROVED');
    }
    expect(await cashOf('user@sandbox.example')).toBe(5_000_000_000n);
  });

  it('are never in production, which does not go on with what was a sandbox', async () => {
    const production = { ...config, mode: 'production' } as const;
    expect(await samplePeople({ config: production, databaseUrl: database.url, clock: systemClock })).toBeNull();
    await expect(prepareDatabase(database.url, production, createLog(config))).rejects.toThrow('was a sandbox');
  });
});

describe('a blocked person', () => {
  it('is let in no more until staff say otherwise, and both stand in the audit log', async () => {
    const email = 'blocked@house.example';
    await run('create', email, 'USER');
    const closed = async () => (await findAccountById(database.pool, await idOf(email)))?.closed;
    expect((await run('block', email)).ok).toBe(false);
    expect(await closed()).toBe(false);
    expect(await run('block', email, 'chargebacks,', 'case', '7')).toEqual({
      ok: true,
      lines: [`${email} is blocked.`],
    });
    expect(await closed()).toBe(true);
    expect((await run('block', email, 'again')).lines).toEqual([`${email} is blocked already.`]);
    expect((await run('unblock', email, 'cleared')).lines).toEqual([`${email} is not blocked.`]);
    expect(await closed()).toBe(false);
    expect((await run('block', 'nobody@house.example', 'why')).ok).toBe(false);
    const told = await createAudit({ vault: createVault({ config }), clock: systemClock }).about(
      database.pool,
      await idOf(email),
    );
    expect(told.map(({ action, reason }) => [action, reason])).toEqual([
      ['account.opened', 'npm run admin'],
      ['account.blocked', 'chargebacks, case 7'],
      ['account.unblocked', 'cleared'],
    ]);
  });
});

describe('an erasure that need not wait', () => {
  it('is for closed and blocked accounts, once, and says what is kept', async () => {
    const email = 'erased@house.example';
    await run('create', email, 'USER');
    expect((await run('erase', email)).lines).toEqual(['Say why: it is written into the audit log.']);
    expect(await run('erase', email, 'letter', '12')).toMatchObject({ ok: false });
    await run('block', email, 'cannot sign in');
    const told = await run('erase', email, 'letter', '12');
    expect(told).toMatchObject({ ok: true });
    expect(told.lines.join(' ')).toMatch(/erased.*Kept for 5 years.*self-exclusion/);
    const { rows } = await database.pool.query<{ due: boolean }>(
      'SELECT final_at <= now() AS due FROM closure WHERE user_id = $1 AND erased_at IS NULL',
      [await idOf(email)],
    );
    expect(rows).toEqual([{ due: true }]);
    expect((await run('erase', 'nobody@house.example', 'why')).ok).toBe(false);
  });
});
