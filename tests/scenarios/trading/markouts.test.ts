/** People whom prices follow: kept flags, and what staff do about them from their shell. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Pool } from 'pg';
import { runCommand } from '#server/admin/commands.ts';
import type { Told } from '#server/admin/told.ts';
import { openApprovals, openLimitStake } from '#server/admin/house-limits.ts';
import { createAudit, type Audit } from '#server/audit/index.ts';
import { readConfig } from '#server/config/config.ts';
import { createPool } from '#server/db/index.ts';
import { createAccountAdmin } from '#server/identity/index.ts';
import { eligibilityOf } from '#server/limits/index.ts';
import { keepFlags } from '#server/limits/flags.ts';
import { createMail, type Mail } from '#server/mail/index.ts';
import { createVault } from '#server/vault/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { quietLog, World } from './trading-world.ts';
import type { Person } from './trading-world.ts';

let database: TestDatabase;
let world: World;
let dataDir: string;
let owner: Pool;
let audit: Audit;
let mail: Mail;
let admin: (...words: string[]) => Promise<Told>;

beforeAll(async () => {
  [database, dataDir] = await Promise.all([testDatabase(), mkdtemp(join(tmpdir(), 'tikvo-markouts-'))]);
  await database.pool.query('SELECT ledger_check_grammar(true)');
  owner = createPool(database.adminUrl, { max: 1 });
  world = new World(database.pool);
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const vault = createVault({ config });
  const { clock } = world;
  const db = database.pool;
  audit = createAudit({ vault, clock });
  mail = createMail({ config, db, clock, log: quietLog, vault });
  const accountAdmin = await createAccountAdmin({ config, vault, clock });
  const deciding = { config, db, accountAdmin, audit, vault, clock, log: quietLog };
  const never = () => Promise.reject(new Error('not asked for here'));
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
  await owner.end();
  await Promise.all([database.drop(), rm(dataDir, { recursive: true, force: true })]);
});

const count = async (table: string): Promise<number> =>
  (await database.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]?.n ?? 0;

/** Predicts 40 times where the price goes within the next second. */
async function snipe(person: Person): Promise<void> {
  for (let no = 0; no < 40; no += 1) {
    const at = 100_00 + no * 10;
    world.tick(at, { ms: 4_000 });
    await world.placed(person);
    world.tick(at + 5, { ms: 600 });
    world.tick(at + 5, { ms: 5_400 });
  }
}

/** An engine and what keeps its flags, for as long as `run` takes. */
async function inProcess(run: () => Promise<void>): Promise<void> {
  world.next();
  let heard = 0;
  world.bus.subscribe('trading.flagged', () => void (heard += 1));
  const flags = keepFlags({ db: database.pool, bus: world.bus, log: quietLog });
  await world.engine.start();
  try {
    await run();
    await expect.poll(() => heard).toBe(1);
  } finally {
    await world.engine.stop();
    flags.stop();
  }
}

describe('a flag', () => {
  it('is kept once a person and day, over restarts, with what was measured', async () => {
    const [sniper] = (await world.people(1)) as [Person];
    expect(await admin('markouts')).toEqual({ ok: true, lines: ['Nobody is flagged.'] });
    await inProcess(() => snipe(sniper));
    await expect.poll(() => count('markout_flag')).toBe(1);
    const first = await database.pool.query('SELECT * FROM markout_flag');
    expect(first.rows).toMatchObject([{ user_id: sniper.userId, realm: 2, day: expect.anything() as unknown }]);
    // The same day: what stands, stands.
    await inProcess(() => snipe(sniper));
    expect((await database.pool.query('SELECT * FROM markout_flag')).rows).toEqual(first.rows);
    world.clock.at += 86_400_000;
    await inProcess(() => snipe(sniper));
    await expect.poll(() => count('markout_flag')).toBe(2);
    const { ok, lines } = await admin('markouts');
    expect([ok, lines.length]).toEqual([true, 3]);
    expect(lines[0]).toMatch(/^when +who +realm +predictions +bps 1 s +bps 5 s +limit$/);
    const row = new RegExp(
      `^(\\S+Z)  ${sniper.userId}  demo +\\d+ +\\+\\d\\.\\d\\d ±0\\.\\d\\d +\\+\\d\\.\\d\\d ±0\\.\\d\\d +none$`,
    );
    const times = lines.slice(1).map((line) => Date.parse(row.exec(line)?.[1] ?? line));
    expect(times[0]! - times[1]!).toBeGreaterThan(40_000_000);
  }, 120_000);

  it('waits while the database does not take it', async () => {
    const flag = { userId: randomUUID(), realm: 'real', predictions: 30, at: world.clock.now() } as const;
    const measured = [
      { mean: 1, within: 0.5 },
      { mean: 2, within: Infinity },
    ];
    const before = await count('markout_flag');
    await owner.query('ALTER TABLE markout_flag RENAME TO markout_flag_away');
    const flags = keepFlags({ db: database.pool, bus: world.bus, log: quietLog, againMs: 20 });
    world.bus.publish('trading.flagged', { ...flag, measured });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await owner.query('ALTER TABLE markout_flag_away RENAME TO markout_flag');
    await expect.poll(() => count('markout_flag')).toBe(before + 1);
    flags.stop();
    expect((await admin('markouts')).lines.find((line) => line.includes(flag.userId))).toContain('+2.00 ±?');
  });

  it('and a limit are changed by nobody', async () => {
    for (const table of ['markout_flag', 'house_limit']) {
      await expect(owner.query(`DELETE FROM ${table}`)).rejects.toThrow('append-only');
    }
    await expect(owner.query('UPDATE markout_flag SET predictions = 1')).rejects.toThrow('append-only');
    await expect(owner.query('UPDATE house_limit SET value = 1')).rejects.toThrow('append-only');
  });
});

describe('limit-stake', () => {
  const email = 'ada@house.example';
  const idOf = async (): Promise<string> => {
    const { rows } = await database.pool.query<{ id: string }>("SELECT id FROM app_user WHERE role = 'USER'");
    return rows[0]?.id ?? '';
  };
  const maxOf = async () => (await eligibilityOf(database.pool, await idOf(), world)).houseStakeMax;

  /** The limit of the person is ended, which takes two; each step that is not by two leaves it. */
  const expectTwoPeople = async (): Promise<void> => {
    for (const name of ['one', 'two']) await admin('create', `${name}@house.example`, 'COMPLIANCE');
    await admin('create', 'help@house.example', 'SUPPORT');
    const end = [await idOf(), 'none', '--reason', 'cleared'];
    const ask = async (who: string) => (await admin('ask-limit', who, ...end)).lines;
    const refused = (lines: string) => ({ ok: false, lines: [expect.stringContaining(lines)] });
    expect(await admin('limit-stake', ...end)).toMatchObject({
      ok: false,
      lines: ['To raise or end a limit takes two people:', expect.anything()],
    });
    expect((await ask('help@house.example'))[0]).toContain('takes a role');
    const [, , id = '', digest = ''] = (await ask('one@house.example')).at(-1)?.split(' ') ?? [];
    expect((await admin('requests')).lines.join()).toContain(`approve <email> ${id} ${digest}`);
    expect(await admin('approve', 'one@house.example', id, digest)).toEqual(refused('another person must'));
    expect(await admin('approve', 'help@house.example', id, digest)).toEqual(refused('takes a role'));
    expect(
      await admin(
        'approve',
        'two@house.example',
        id,
        digest.replace(/^./, (one) => (one === '0' ? '1' : '0')),
      ),
    ).toEqual(refused('not what was asked for'));
    expect(await maxOf()).toBe(2_500_000n);
    const done = { ok: true, lines: [`Request ${id} is done: {"done":"set"}`] };
    expect(await admin('approve', 'two@house.example', id, digest)).toEqual(done);
    expect(await admin('approve', 'two@house.example', id, digest)).toEqual(done);
    expect(await admin('refuse', 'two@house.example', id, '--reason', 'late')).toEqual(refused('was done'));
    expect(await admin('requests')).toEqual({ ok: true, lines: ['Nothing waits for a second person.'] });
  };

  beforeAll(async () => {
    await admin('create', email, 'USER');
  });

  it.each([
    { what: 'no reason', words: [email, '5'] },
    { what: 'a reason that is not named so', words: [email, '5', 'because'] },
    { what: 'no words behind it', words: [email, '5', '--reason'] },
    { what: 'no amount', words: [email] },
    { what: 'less than the least stake', words: [email, '0.99', '--reason', 'x'] },
    { what: 'no number', words: [email, 'five', '--reason', 'x'] },
    { what: 'nobody of that address', words: ['nobody@house.example', '5', '--reason', 'x'] },
    { what: 'nobody of that id', words: [randomUUID(), '5', '--reason', 'x'] },
    { what: 'no id at all', words: ['somebody', '5', '--reason', 'x'] },
  ])('does nothing for $what', async ({ words }) => {
    const told = await admin('limit-stake', ...words);
    expect([told.ok, told.lines.join('') !== '', await count('house_limit')]).toEqual([false, true, 0]);
  });

  it('is for real money only', async () => {
    const [person] = (await world.people(1)) as [Person];
    expect(await admin('limit-stake', person.userId, '5', '--reason', 'x')).toEqual({
      ok: false,
      lines: ['Practice has no limits of the house.'],
    });
  });

  it('holds by address or id, tells the person by mail and inside, and stands in the audit log', async () => {
    expect((await admin('limit-stake', email, '2.50', '--reason', 'case', '7')).lines[0]).toContain(
      '2.50 USDT at most',
    );
    expect(await maxOf()).toBe(2_500_000n);
    const again = await admin('limit-stake', await idOf(), '2.5', '--reason', 'case', '7');
    expect([again.ok, again.lines.length, await count('house_limit')]).toEqual([true, 1, 1]);
    await expectTwoPeople();
    expect(await maxOf()).toBeNull();
    const kept = await mail.kept(10);
    expect(kept.map(({ kind, to }) => [kind, to])).toEqual([
      ['house_limit_ended', email],
      ['house_limit_set', email],
    ]);
    expect(kept[1]?.text).toContain('$2.50');
    const { rows } = await database.pool.query<{ what: string; amount: string | null }>(
      `SELECT body ->> 'what' AS what, body ->> 'amount' AS amount FROM fact
       WHERE kind = 'limit.changed' AND body ->> 'userId' = $1 ORDER BY no`,
      [await idOf()],
    );
    expect(rows).toEqual([
      { what: 'house_limit_set', amount: '2.50' },
      { what: 'house_limit_ended', amount: null },
    ]);
    const told = await audit.about(database.pool, await idOf());
    expect(told.slice(1).map(({ action, reason, role }) => [action, reason, role])).toEqual([
      ['house_limit.set', 'case 7', 'SYSTEM'],
      ['approval.asked', 'cleared', 'COMPLIANCE'],
      ['approval.approved', 'cleared', 'COMPLIANCE'],
      ['house_limit.ended', 'cleared', 'SYSTEM'],
    ]);
    expect(await audit.verify(database.pool)).toBeNull();
  });

  it('is written with its entry in the audit log or not at all', async () => {
    await owner.query(`CREATE FUNCTION refuse_log() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'the log is full'; END $$`);
    await owner.query('CREATE TRIGGER full_log BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_log()');
    const before = await Promise.all([count('house_limit'), count('notification'), count('mail_outbox')]);
    await expect(admin('limit-stake', email, '3', '--reason', 'x')).rejects.toThrow('the log is full');
    expect(await Promise.all([count('house_limit'), count('notification'), count('mail_outbox')])).toEqual(before);
  });
});
