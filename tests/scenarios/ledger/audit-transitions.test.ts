import { pino } from 'pino';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '#server/admin/commands.ts';
import { readConfig } from '#server/config/config.ts';
import { createPool, type Queryable } from '#server/db/index.ts';
import { createAccountAdmin } from '#server/identity/index.ts';
import { createApiKeys } from '#server/identity/api-keys/index.ts';
import { codesOf } from '#server/identity/factors/otp.ts';
import { creditedWithin } from '#server/deposits/store-limits.ts';
import { createLimits, eligibilityOf, type Limits } from '#server/limits/index.ts';
import { readResults } from '#server/trading/index.ts';
import { browser, PASSWORD } from '#tests/identity-world.ts';
import { openPrivacyWorld, signUp, type PrivacyWorld, type SignedUp } from '#tests/worlds/privacy-world.ts';
import { SoftwareAuthenticator } from '#tests/sign-in/software-authenticator.ts';
import { storedOf } from '../identity/stored-of-person.ts';
import { telegramLogin } from '#tests/sign-in/telegram-login.ts';

const ORIGIN = 'http://localhost:3000';
const BOT_TOKEN = '1234567890:AAtest-token-of-a-bot';
const NEW_PASSWORD = 'Harbour-8-Lantern';
const DAY = 86_400_000;

let world: PrivacyWorld;
let owner: Pool;
let limits: Limits;
let admin: (...words: string[]) => Promise<{ readonly ok: boolean }>;
let makeKey: (person: SignedUp) => Promise<void>;

beforeAll(async () => {
  const env = { PUBLIC_ORIGIN: ORIGIN, TELEGRAM_BOT: 'tikvo_test_bot', TELEGRAM_BOT_TOKEN: BOT_TOKEN };
  world = await openPrivacyWorld(env);
  world.clock.at = Date.now();
  const { vault, audit, bus, clock, database } = world;
  const db = database.pool;
  const times = { now: () => clock.at, monotonic: () => clock.at };
  const config = readConfig({ PORT: '3000', LOG_LEVEL: 'silent' });
  const accountAdmin = await createAccountAdmin({ config, vault, clock: times });
  const post = { send: () => Promise.resolve(), pause: () => Promise.resolve() };
  const parts = { config, db, bus, clock: times, vault, audit, mail: post, log: pino({ level: 'silent' }) };
  const contactOf: typeof accountAdmin.contactOf = (...asked) => accountAdmin.contactOf(...asked);
  const own = { contactOf, resultsOf: readResults, depositedWithin: creditedWithin, settings: world.settings };
  limits = createLimits({ ...parts, ...own });
  const standingOf = (queryable: Queryable, userId: string) => eligibilityOf(queryable, userId, { clock: times });
  const keys = createApiKeys({ ...parts, contactOf, standingOf });
  makeKey = async ({ asking }) => {
    const body = { name: 'Bot', kind: 'bearer', realm: 'real' } as const;
    ok(await keys.create(asking.actor, { ...body, scopes: ['read'] }, asking.address));
  };
  const never = () => Promise.reject(new Error('not asked for here'));
  const shut = { rotateKeys: never, limitStake: never, approvals: never, proveAll: never };
  const shell = { ...parts, accountAdmin, corrections: never, ...shut };
  admin = (...words) => runCommand(shell, words);
  owner = createPool(database.adminUrl, { max: 1 });
  await owner.query(`CREATE FUNCTION refuse_log() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the log is full'; END $$`);
  await owner.query('CREATE TRIGGER full_log BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_log()');
  await owner.query('ALTER TABLE audit_log DISABLE TRIGGER full_log');
});
afterAll(async () => {
  limits.stop();
  await owner.end();
  await world.close();
});

function ok<T extends { readonly ok: boolean }>(reply: T): Extract<T, { ok: true }> {
  if (!reply.ok) throw new Error(`refused: ${JSON.stringify(reply)}`);
  return reply as Extract<T, { ok: true }>;
}

const identity = () => world.identity;
const LIND = { firstName: 'Ada', lastName: 'Lind', birthDate: '1990-02-28' };
const named = ({ asking }: SignedUp) => identity().people.update(asking.actor, LIND);
const login = ({ email }: SignedUp, client = browser()) =>
  identity().signIn.login({ email, password: PASSWORD }, client);
const stepUp = async ({ asking }: SignedUp) => {
  ok(await identity().factors.stepUp(asking.actor, { password: PASSWORD }));
};

/** Turns two-step sign-in on; what gives the next code. */
async function beginOtp({ asking: { actor } }: SignedUp): Promise<() => string> {
  const { answer } = ok(await identity().factors.otpGenerate(actor));
  return () => {
    world.clock.at += 30_000;
    return codesOf(answer.secret)(Math.floor(world.clock.at / 30_000));
  };
}
async function withOtp(person: SignedUp): Promise<() => string> {
  const code = await beginOtp(person);
  ok(await identity().factors.otpConfirm(person.asking.actor, code()));
  return code;
}
async function challenged(person: SignedUp): Promise<string> {
  const { answer } = ok(await login(person)).value;
  if (!('otpToken' in answer)) throw new Error('not asked for a code');
  return answer.otpToken;
}

async function addPasskey({ asking: { actor } }: SignedUp): Promise<string> {
  const { options } = ok(await identity().factors.passkeyOptions(actor));
  const credential = new SoftwareAuthenticator(ORIGIN).make(options);
  return ok(await identity().factors.addPasskey(actor, { credential, name: 'Key' })).answer.id;
}

let telegramId = 4_000;
async function linkTelegram({ asking: { actor } }: SignedUp): Promise<void> {
  const { flow } = ok(await identity().factors.socialStart(actor, { provider: 'telegram' }));
  telegramId += 1;
  const login = telegramLogin(BOT_TOKEN, { id: telegramId, at: world.clock.at });
  ok(await identity().factors.telegram({ flow, body: { login }, client: browser() }));
}

/** Two browsers hold one refresh token, and both use it. */
async function stolenCookie(person: SignedUp) {
  const { cookies } = ok(await login(person)).value;
  const client = browser({ refreshCookie: cookies?.refreshToken ?? '', deviceCookie: cookies?.device ?? null });
  ok(await identity().signIn.refresh(client));
  world.clock.at += 60_000;
  return browser({ ...client, userAgent: 'Thief/1', deviceCookie: null });
}

const reset = async ({ email }: SignedUp) => {
  ok(await identity().passwords.forgot(email));
  await expect.poll(() => world.mails.at(-1)?.kind).toBe('forgot_password');
  return world.tokenOf('forgot_password');
};
const change = ({ asking }: SignedUp, over: object = {}) =>
  identity().passwords.change(
    asking.actor,
    { currentPassword: PASSWORD, password: NEW_PASSWORD, ...over },
    browser({ address: '192.0.2.99' }),
  );
const setLimit = ({ asking }: SignedUp, amount: string | null) =>
  limits.change(asking, { limits: [{ name: 'stake', amount }] });

/** What prepares a person, and what then makes the transition. */
interface Row {
  readonly of: string;
  readonly prepare?: (person: SignedUp) => Promise<unknown>;
  readonly act: (person: SignedUp, prepared: never) => Promise<unknown>;
  readonly events: readonly string[];
}
function row<T>(
  of: string,
  events: string,
  ...[act, prepare]: [
    act: (person: SignedUp, prepared: T) => Promise<unknown>,
    prepare?: (person: SignedUp) => Promise<T>,
  ]
): Row {
  return { of, events: events.split(' '), act, ...(prepare === undefined ? {} : { prepare }) };
}

const SESSIONS: readonly Row[] = [
  row('ANON -> ACTIVE by password', 'session.started', async (person) => ok(await login(person))),
  row(
    'ACTIVE -> REVOKED by a sign-in in the same browser, which begins the next',
    'session.ended session.started',
    async (person, cookie: string) => ok(await login(person, browser({ refreshCookie: cookie }))),
    async (person) => ok(await login(person)).value.cookies?.refreshToken ?? '',
  ),
  row('ANON -> PENDING_2FA', 'session.challenged', async (person) => challenged(person), withOtp),
  row(
    'PENDING_2FA -> ACTIVE',
    'session.started',
    async (_, { otpToken, code }: { otpToken: string; code: () => string }) =>
      ok(await identity().factors.otpLogin({ otpToken, code: code(), client: browser() })),
    async (person) => ({ code: await withOtp(person), otpToken: await challenged(person) }),
  ),
  row(
    'ACTIVE -> REVOKED family: a refresh token came twice',
    'session.ended',
    (_, thief) => identity().signIn.refresh(thief),
    stolenCookie,
  ),
  row('ACTIVE -> REVOKED by logout', 'session.ended', ({ asking }) => identity().logout(asking.actor)),
  row(
    'ACTIVE -> REVOKED, one',
    'session.ended',
    async ({ asking }, id: string) => ok(await identity().sessions.end(asking.actor, id)),
    async (person) => {
      await login(person);
      const all = await identity().sessions.list(person.asking.actor);
      return all.find(({ current }) => !current)?.id ?? '';
    },
  ),
  row(
    'ACTIVE -> REVOKED, all others',
    'session.ended session.ended',
    ({ asking }) => identity().sessions.endOthers(asking.actor),
    async (person) => [await login(person), await login(person)],
  ),
  row(
    'ACTIVE -> REVOKED by a new password, others kept by choice',
    'password.changed',
    async (person) => ok(await change(person, { endOtherSessions: false })),
    login,
  ),
  row(
    'ACTIVE -> REVOKED by a new password',
    'password.changed session.ended',
    async (person) => ok(await change(person)),
    login,
  ),
  row(
    'ACTIVE -> REVOKED by a reset, forced, programs too',
    'password.reset session.ended api_key.ended',
    async (_, token: string) => ok(await identity().passwords.reset({ token, password: NEW_PASSWORD }, browser())),
    (person) => makeKey(person).then(() => reset(person)),
  ),
  row(
    'ACTIVE -> REVOKED by a new e-mail, the old one being asked',
    'email.changed session.ended',
    async () => ok(await world.identity.emailChanges.confirm(world.tokenOf('email_change'))),
    async (person) => {
      await login(person);
      ok(await world.identity.emailChanges.ask(person.asking, `new-${person.email}`));
      ok(await world.identity.emailChanges.confirm(world.tokenOf('email_change_notice')));
    },
  ),
  row(
    'ACTIVE -> REVOKED by closing, programs too',
    'account.closed session.ended api_key.ended',
    async ({ asking }) => ok(await world.privacy.close(asking, false)),
    (person) => makeKey(person),
  ),
  row(
    'ACTIVE -> REVOKED by block, programs too',
    'account.blocked session.ended api_key.ended',
    async ({ email }) => ok(await admin('block', email, 'asked', 'by', 'court')),
    (person) => makeKey(person),
  ),
  row(
    'erasure of a closed account, asked of support',
    'account.erasure_asked',
    async ({ email }) => ok(await admin('erase', email, 'asked in writing')),
    ({ asking }) => world.privacy.close(asking, false),
  ),
  row(
    'unblock',
    'account.unblocked',
    async ({ email }) => ok(await admin('unblock', email, 'court changed its mind')),
    ({ email }) => admin('block', email, 'court'),
  ),
  row('ACTIVE -> STEP_UP', 'session.stepped_up', stepUp),
];

const ACCOUNT: readonly Row[] = [
  row(
    'e-mail confirmed',
    'email.confirmed',
    async ({ asking }) => {
      const mail = world.mails.findLast(({ userId, kind }) => userId === asking.actor.userId && kind === 'activation');
      const code = (mail?.values as { readonly code: string } | undefined)?.code ?? '';
      ok(await identity().signUp.activate({ code }, asking.actor));
    },
    ({ userId }) => world.query('UPDATE app_user SET email_confirmed_at = NULL WHERE id = $1', [userId]),
  ),
  row(
    'two-step sign-in on',
    'otp.enabled',
    async ({ asking }, code) => ok(await identity().factors.otpConfirm(asking.actor, code())),
    beginOtp,
  ),
  row(
    'two-step sign-in off',
    'otp.disabled',
    async ({ asking }) => identity().factors.otpDisable(asking.actor),
    withOtp,
  ),
  row(
    'new recovery codes',
    'recovery_codes.renewed',
    async ({ asking }) => ok(await identity().factors.renewRecoveryCodes(asking.actor)),
    withOtp,
  ),
  row('a passkey', 'passkey.added', addPasskey),
  row(
    'a passkey gone',
    'passkey.removed',
    ({ asking }, id) => identity().factors.removePasskey(asking.actor, id),
    addPasskey,
  ),
  row('a link', 'social.linked', linkTelegram),
  row(
    'a link gone',
    'social.unlinked',
    ({ asking }) => identity().factors.unlink(asking.actor, 'telegram'),
    linkTelegram,
  ),
  row('PENDING_NAME -> PENDING_APPROVE', 'name.submitted', async (one) => ok(await named(one))),
  row(
    'PENDING_APPROVE -> APPROVED',
    'name.approved',
    async ({ email }) => ok(await admin('approve-name', email)),
    named,
  ),
  row('another country', 'residence.changed', async ({ asking }) =>
    ok(await identity().people.update(asking.actor, { country: 'FR' })),
  ),
];

const CONTROLS: readonly Row[] = [
  row('a limit down', 'limit.set', async (person) => ok(await setLimit(person, '5.00'))),
  row(
    'a limit up, asked',
    'limit.set',
    async (person) => ok(await setLimit(person, '9.00')),
    (person) => setLimit(person, '5.00'),
  ),
  row(
    'a limit up, said yes to after its wait',
    'limit.raised',
    async ({ asking }) => ok(await limits.confirm(asking, { name: 'stake', yes: true })),
    async (person) => {
      await setLimit(person, '5.00');
      await setLimit(person, null);
      world.clock.at += DAY;
    },
  ),
  row(
    'a limit kept',
    'limit.kept',
    async ({ asking }) => ok(await limits.confirm(asking, { name: 'stake', yes: false })),
    async (person) => {
      await setLimit(person, '5.00');
      await setLimit(person, '9.00');
    },
  ),
  row('a reality check', 'reality_check.set', async ({ asking }) =>
    ok(await limits.change(asking, { realityCheckMinutes: 30 })),
  ),
  row('a time-out', 'time_out.started', async ({ asking }) =>
    ok(await limits.pause(asking, { kind: 'time_out', span: '24h', word: 'BREAK' })),
  ),
  row('a self-exclusion', 'exclusion.started', async ({ asking }) =>
    ok(await limits.pause(asking, { kind: 'self_exclusion', span: '6m', word: 'EXCLUDE' })),
  ),
  row(
    'the request to come back',
    'exclusion.return_asked',
    async ({ asking }) => ok(await limits.pause(asking, { kind: 'return', word: 'RETURN' })),
    async ({ asking }) => {
      await limits.pause(asking, { kind: 'self_exclusion', span: '6m', word: 'EXCLUDE' });
      await world.query(
        `UPDATE responsible_play SET excluded_since = now() - interval '2 years', excluded_until = now() - interval '1 year'
         WHERE user_id = $1`,
        [asking.actor.userId],
      );
    },
  ),
];

async function withFullLog(act: () => Promise<unknown>): Promise<void> {
  await owner.query('ALTER TABLE audit_log ENABLE TRIGGER full_log');
  try {
    await act();
  } finally {
    await owner.query('ALTER TABLE audit_log DISABLE TRIGGER full_log');
  }
}

describe.each([
  ['sessions', SESSIONS],
  ['what protects an account', ACCOUNT],
  ['responsible trading', CONTROLS],
])('the audit log of %s', (_, table) => {
  it.each(table)('has $of: $events', async ({ prepare, act, events }) => {
    const person = await signUp(world);
    const prepared = (await prepare?.(person)) as never;
    const before = (await world.audit.about(world.database.pool, person.userId)).length;
    await act(person, prepared);
    const told = (await world.audit.about(world.database.pool, person.userId)).slice(before);
    expect(told.map(({ action }) => action)).toEqual(events);
    expect(told.every(({ actorId }) => actorId === null || actorId === person.userId)).toBe(true);
  });

  it.each(table)('is written with the change or not at all: $of', async ({ prepare, act }) => {
    const person = await signUp(world);
    const prepared = (await prepare?.(person)) as never;
    const before = await storedOf(world, person.userId);
    await withFullLog(() => expect(act(person, prepared)).rejects.toThrow('the log is full'));
    expect(await storedOf(world, person.userId)).toEqual(before);
  });
});

it('has a sign-up as the first entry about a person, with the address it came from', async () => {
  const { userId } = await signUp(world);
  const told = await world.audit.about(world.database.pool, userId);
  expect(told.map(({ action }) => action)).toEqual(['session.started', 'account.opened']);
  expect(told[1]).toMatchObject({ role: 'USER', address: expect.stringMatching(/^198\.51\./) as unknown });
});

it('is a whole chain after all of it', async () => {
  expect(await world.audit.verify(world.database.pool)).toBeNull();
  const [row] = await world.query<{ n: number }>('SELECT count(*)::int AS n FROM audit_log');
  expect(row?.n).toBeGreaterThan(SESSIONS.length + ACCOUNT.length + CONTROLS.length);
});
