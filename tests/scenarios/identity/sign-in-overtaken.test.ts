import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codesOf } from '#server/identity/factors/otp.ts';
import {
  actorIn,
  browser,
  newestMail,
  openIdentityWorld,
  PASSWORD,
  registered,
  tokenIn,
  type IdentityWorld,
  type Registered,
} from '#tests/identity-world.ts';

const FRESH = 'Orchard-9-Window';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld();
});
afterAll(() => world.close());

const livingOf = async ({ userId }: Registered) =>
  (await world.database.pool.query('SELECT 1 FROM session WHERE user_id = $1 AND ended_at IS NULL', [userId])).rowCount;

const login = ({ email }: Registered, password: string) =>
  world.identity.signIn.login({ email, password }, browser({ userAgent: 'Thief/1' }));

/** The token of the mail for a forgotten password. */
async function forgot({ email, userId }: Registered): Promise<string> {
  await world.identity.passwords.forgot(email);
  await world.identity.stop();
  return tokenIn(newestMail(world, userId, 'forgot_password'));
}

const reset = (token: string) => world.identity.passwords.reset({ token, password: FRESH }, browser());

const until = async (query: string, ...values: string[]) =>
  expect.poll(async () => (await world.database.pool.query(query, values)).rowCount, { timeout: 60_000 }).toBe(1);

/** What somebody begins with the old password, and the owner overtakes by a reset while it is being judged. */
async function overtaken<T>(person: Registered, begin: () => Promise<T>): Promise<T> {
  const token = await forgot(person);
  const client = await world.database.pool.connect();
  await client.query('BEGIN');
  // Between the look at the account and the check of the password each counts itself: there it is kept waiting.
  await client.query('LOCK TABLE guess_count IN ACCESS EXCLUSIVE MODE');
  const thief = begin();
  await until("SELECT 1 FROM pg_locks WHERE relation = 'guess_count'::regclass AND NOT granted");
  world.clock.at += 1_000;
  const owner = reset(token);
  await until('SELECT 1 FROM session WHERE id = $1 AND ended_at IS NOT NULL', (await sessionOf(person)) ?? '');
  await client.query('COMMIT');
  client.release();
  expect(await owner).toMatchObject({ ok: true });
  return thief;
}

describe('a change of password that a reset overtakes', () => {
  it('is not made: the owner keeps the password that they have just set', async () => {
    const person = await registered(world);
    const actor = await actorIn(world, person);
    const words = { currentPassword: PASSWORD, password: 'Mine-now-4-ever' };
    const thief = await overtaken(person, () => world.identity.passwords.change(actor, words, browser()));
    expect(thief).toEqual({ ok: false, refusal: { code: 'WrongCredentials' } });
    expect(await login(person, words.password)).toMatchObject({ ok: false });
    expect(await login(person, FRESH)).toMatchObject({ ok: true });
  });
});

describe('a sign-in that a new password overtakes', () => {
  it('begins no session with the old password, however far it was', async () => {
    const person = await registered(world);
    const thief = await overtaken(person, () => login(person, PASSWORD));
    expect(thief).toEqual({ ok: false, refusal: { code: 'WrongCredentials' } });
    expect(await livingOf(person)).toBe(0);
    expect(await login(person, FRESH)).toMatchObject({ ok: true });
  });

  it('is not finished by its second step', async () => {
    const { factors } = world.identity;
    const person = await registered(world);
    const actor = await actorIn(world, person);
    const secret = await factors.otpGenerate(actor);
    if (!secret.ok) throw new Error(secret.refusal.code);
    const code = () => {
      world.clock.at += 30_000;
      return codesOf(secret.answer.secret)(Math.floor(world.clock.at / 30_000));
    };
    expect(await factors.otpConfirm(actor, code())).toMatchObject({ ok: true });
    const begun = async (password: string) => {
      const reply = await login(person, password);
      if (!reply.ok || !('otpToken' in reply.value.answer)) throw new Error('no second step was asked for');
      return reply.value.answer.otpToken;
    };
    const otpToken = await begun(PASSWORD);
    expect(await factors.stepUp(actor, { otp: code() })).toMatchObject({ ok: true });
    const words = { currentPassword: PASSWORD, password: FRESH };
    expect(await world.identity.passwords.change(actor, words, browser())).toMatchObject({ ok: true });
    const finish = (of: string) => factors.otpLogin({ otpToken: of, code: code(), client: browser() });
    expect(await finish(otpToken)).toEqual({ ok: false, refusal: { code: 'WrongCredentials' } });
    expect(await livingOf(person)).toBe(1);
    expect(await finish(await begun(FRESH))).toMatchObject({ ok: true });
  });
});

async function sessionOf({ userId }: Registered): Promise<string | null> {
  const { rows } = await world.database.pool.query<{ id: string }>('SELECT id FROM session WHERE user_id = $1', [
    userId,
  ]);
  return rows[0]?.id ?? null;
}
