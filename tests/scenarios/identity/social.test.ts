import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '#domain/identity/actor.ts';
import type { SocialCompleteBody } from '#protocol/factors.ts';
import { codesOf } from '#server/identity/factors/otp.ts';
import {
  browser,
  newestMail,
  openIdentityWorld,
  PASSWORD,
  registered,
  tokenIn,
  type IdentityWorld,
} from '#tests/identity-world.ts';
import { mailboxBlinds } from '#server/vault/index.ts';
import { openOidcWorld, type Elsewhere, type OidcWorld } from '#tests/sign-in/oidc-world.ts';
import { telegramLogin } from '#tests/sign-in/telegram-login.ts';

const ORIGIN = 'http://localhost:3000';
const BOT_TOKEN = '1234567890:AAtest-token-of-a-bot';
const MINUTE = 60_000;
const tracking = { fbp: null, fbc: null };

let provider: OidcWorld;
let world: IdentityWorld;
beforeAll(async () => {
  provider = await openOidcWorld(`${ORIGIN}/auth/social`);
  world = await openIdentityWorld({
    PUBLIC_ORIGIN: ORIGIN,
    TELEGRAM_BOT: 'tikvo_test_bot',
    TELEGRAM_BOT_TOKEN: BOT_TOKEN,
    ...provider.env,
  });
  // The provider has the real time: what it signs must not look old.
  world.clock.at = Date.now();
});
afterAll(async () => {
  await world.close();
  await provider.close();
});

let made = 0;
const somebody = (over: Partial<Elsewhere> = {}): Elsewhere => {
  made += 1;
  return { subject: `subject-${made}`, email: `elsewhere${made}@example.com`, emailVerified: true, ...over };
};

async function actorOf(accessToken: string): Promise<Actor> {
  const actor = await world.identity.actorOf(accessToken);
  if (actor === null) throw new Error('not signed in');
  return actor;
}

async function begun(actor: Actor | null = null) {
  const reply = await world.identity.factors.socialStart(actor, {
    provider: 'local',
    redirect: '/en/account',
    host: 'dashboard',
  });
  if (!reply.ok) throw new Error(reply.refusal.code);
  return reply;
}

/** Goes to the provider as `who` and comes back. */
async function arrive(who: Elsewhere, actor: Actor | null = null) {
  const { url, flow } = await begun(actor);
  const query = await provider.signIn(url, who);
  return world.identity.factors.socialFinish({ flow, query, client: browser() });
}

async function ticketOf(who: Elsewhere, next: 'prove' | 'sign-up'): Promise<string> {
  const reply = await arrive(who);
  if (!reply.ok || !('next' in reply.answer)) throw new Error('nothing was asked for');
  expect(reply.answer.next).toBe(next);
  expect(reply.cookies).toBeNull();
  return reply.answer.ticket;
}

const form = { country: 'DE', residentDeclaration: true } as const;
const complete = (ticket: string, over: Partial<SocialCompleteBody> = {}, visitor: Actor | null = null) =>
  world.identity.factors.socialComplete({ body: { ticket, ...form, ...over }, client: browser(), visitor, tracking });

/** A person with a confirmed e-mail. */
async function confirmed() {
  const person = await registered(world);
  const token = tokenIn(newestMail(world, person.userId, 'activation'));
  expect(await world.identity.signUp.activate({ token }, null)).toMatchObject({ ok: true });
  return { ...person, actor: await actorOf(person.accessToken) };
}

const peopleCount = async () =>
  (await world.database.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM app_user')).rows[0]?.n;

describe('a sign-in at another provider', () => {
  it('is offered for the providers of the settings', () => {
    expect(world.identity.factors.socialProviders()).toEqual({
      providers: [
        { id: 'local', name: 'Local' },
        { id: 'telegram', name: 'Telegram' },
      ],
      telegramBot: 'tikvo_test_bot',
    });
  });

  it('opens an account once country and declaration are given, and nothing before', async () => {
    const who = somebody();
    const before = await peopleCount();
    const ticket = await ticketOf(who, 'sign-up');
    expect(await peopleCount()).toBe(before);
    expect(await complete(ticket, { country: 'US' })).toMatchObject({ refusal: { code: 'RegionNotServed' } });
    const reply = await complete(ticket);
    expect(reply).toMatchObject({
      ok: true,
      answer: { isNew: true, returnTo: `${ORIGIN}/en/account`, user: { role: 'USER', verifications: { email: true } } },
    });
    expect(await peopleCount()).toBe((before ?? 0) + 1);
    expect(await complete(ticket)).toMatchObject({ refusal: { code: 'SignInOver' } });
    const again = await arrive(who);
    expect(again).toMatchObject({ ok: true, answer: { isNew: false } });
    if (!again.ok || !reply.ok || !('user' in again.answer) || !('user' in reply.answer)) throw new Error('refused');
    expect(again.answer.user.id).toBe(reply.answer.user.id);
    expect(again.cookies).not.toBeNull();
  });

  it('remembers where the demo person came from who opens the account', async () => {
    const { identity, database } = world;
    const origin = { referral: 'friend-7', utm: { utm_source: 'paper' } };
    const demo = await identity.demoSession({ bearer: null, origin, client: browser() });
    if (!demo.ok) throw new Error(demo.refusal.code);
    const visitor = await actorOf(demo.value.answer.accessToken);
    const reply = await complete(await ticketOf(somebody(), 'sign-up'), {}, visitor);
    if (!reply.ok || !('user' in reply.answer)) throw new Error('refused');
    const { rows } = await database.pool.query('SELECT referral, utm FROM app_user WHERE id = $1', [
      reply.answer.user.id,
    ]);
    expect(rows).toEqual([origin]);
    const said = { referral: 'friend-8', utm: { utm_source: 'poster' } };
    const other = await complete(await ticketOf(somebody(), 'sign-up'), said, visitor);
    if (!other.ok || !('user' in other.answer)) throw new Error('refused');
    const row = await database.pool.query('SELECT referral, utm FROM app_user WHERE id = $1', [other.answer.user.id]);
    expect(row.rows).toEqual([said]);
  });

  it('takes an e-mail that the provider does not vouch for as unconfirmed, and asks for one where it gives none', async () => {
    const unsure = await complete(await ticketOf(somebody({ emailVerified: false }), 'sign-up'));
    expect(unsure).toMatchObject({ ok: true, answer: { user: { verifications: { email: false } } } });
    const { subject } = somebody();
    const ticket = await ticketOf({ subject }, 'sign-up');
    expect(await complete(ticket)).toMatchObject({ refusal: { code: 'InvalidRequest', fields: { email: 'missing' } } });
    const { email } = await confirmed();
    expect(await complete(ticket, { email })).toMatchObject({ refusal: { code: 'UserAlreadyExists' } });
    expect(await complete(ticket, { email: 'mine@example.com' })).toMatchObject({
      ok: true,
      answer: { user: { verifications: { email: false } } },
    });
    expect(world.mails.findLast(({ kind }) => kind === 'activation')?.to).toBe('mine@example.com');
  });

  it('tells of a self-exclusion whoever has proven the address, and to others it looks taken', async () => {
    const [proven, unsure] = [somebody(), somebody({ emailVerified: false })];
    for (const { email = '' } of [proven, unsure]) {
      await world.database.pool.query(
        'INSERT INTO exclusion_record (email_blind, since, free_at) SELECT b, now(), NULL FROM unnest($1::bytea[]) b',
        [mailboxBlinds(world, email)],
      );
    }
    expect(await complete(await ticketOf(proven, 'sign-up'))).toMatchObject({ refusal: { code: 'SelfExcluded' } });
    const stranger = await complete(await ticketOf(unsure, 'sign-up'));
    expect(stranger).toMatchObject({ refusal: { code: 'UserAlreadyExists' } });
  });

  it('links an account of the same confirmed e-mail only for its password', async () => {
    const { factors } = world.identity;
    const { email, userId } = await confirmed();
    const who = somebody({ email });
    const ticket = await ticketOf(who, 'prove');
    const link = (password: string) => factors.socialLink({ body: { ticket, password }, client: browser() });
    expect(await link('Wrong-1-password')).toMatchObject({ refusal: { code: 'WrongCredentials' } });
    expect(await ticketOf(who, 'prove')).not.toBe(ticket);
    expect(await link(PASSWORD)).toMatchObject({ ok: true, answer: { user: { id: userId } } });
    expect(newestMail(world, userId, 'social_linked')).toMatchObject({ name: 'Local' });
    expect(await link(PASSWORD)).toMatchObject({ refusal: { code: 'SignInOver' } });
    expect(await arrive(who)).toMatchObject({ ok: true, answer: { user: { id: userId } } });
  });

  it('ends that question after five passwords', async () => {
    const { factors } = world.identity;
    const { email } = await confirmed();
    const ticket = await ticketOf(somebody({ email }), 'prove');
    const link = (password: string) => factors.socialLink({ body: { ticket, password }, client: browser() });
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await link(`Wrong-${tries}-password`)).toMatchObject({ refusal: { code: 'WrongCredentials' } });
    }
    expect(await link(PASSWORD)).toMatchObject({ refusal: { code: 'SignInOver' } });
  });

  it('gives no account away whose e-mail is not confirmed on both sides', async () => {
    const { email: ours } = await registered(world);
    // Its owner by the provider's word is told which address to set a new password for.
    expect(await arrive(somebody({ email: ours }))).toMatchObject({
      refusal: { code: 'UserAlreadyExists', email: ours },
    });
    const { email } = await confirmed();
    const ticket = await ticketOf(somebody({ email, emailVerified: false }), 'sign-up');
    expect(await complete(ticket)).toMatchObject({ refusal: { code: 'UserAlreadyExists' } });
  });

  it('does not stand for the second factor, and links only after it', async () => {
    const { factors } = world.identity;
    const { email, actor, userId } = await confirmed();
    const secret = await factors.otpGenerate(actor);
    if (!secret.ok) throw new Error(secret.refusal.code);
    const code = () => codesOf(secret.answer.secret)(Math.floor(world.clock.at / 30_000));
    await factors.otpConfirm(actor, code());
    const who = somebody({ email });
    const ticket = await ticketOf(who, 'prove');
    const reply = await factors.socialLink({ body: { ticket, password: PASSWORD }, client: browser() });
    if (!reply.ok || !('otpToken' in reply.answer)) throw new Error('no second step was asked for');
    expect(reply.cookies).toBeNull();
    expect(await factors.security(actor)).toMatchObject({ links: [] });
    world.clock.at += 30_000;
    expect(await factors.otpLogin({ otpToken: reply.answer.otpToken, code: code(), client: browser() })).toMatchObject({
      ok: true,
      answer: { user: { id: userId } },
    });
    expect(await factors.security(actor)).toMatchObject({ links: [{ provider: 'local' }] });
    expect(await arrive(who)).toMatchObject({ ok: true, answer: { otpRequired: true } });
  });

  it('links the signed-in person who asks, freshly proven, and nobody else', async () => {
    const { factors } = world.identity;
    const [one, other] = [await confirmed(), await confirmed()];
    const who = somebody();
    expect(await arrive(who, one.actor)).toMatchObject({ ok: true, answer: { linked: true } });
    expect(await arrive(who, other.actor)).toMatchObject({ refusal: { code: 'UserAlreadyExists' } });
    expect(await arrive(who)).toMatchObject({ ok: true, answer: { user: { id: one.userId } } });
    world.clock.at += 5 * MINUTE;
    expect(await factors.socialStart(one.actor, { provider: 'local' })).toMatchObject({
      refusal: { code: 'StepUpRequired' },
    });
    world.clock.at -= 5 * MINUTE;
    expect(await factors.unlink(one.actor, 'local')).toBeNull();
    expect(newestMail(world, one.userId, 'social_unlinked')).toMatchObject({
      name: 'Local',
      link: `${ORIGIN}/en/settings/security`,
    });
    expect(await factors.unlink(one.actor, 'local')).toEqual({ code: 'NotFound' });
    const told = world.mails.filter(({ userId, kind }) => userId === one.userId && kind === 'social_unlinked');
    expect(told.length).toBe(1);
    expect(await ticketOf(who, 'sign-up')).not.toBe('');
  });

  it('keeps the link as the last way in', async () => {
    const reply = await complete(await ticketOf(somebody(), 'sign-up'));
    if (!reply.ok || !('accessToken' in reply.answer)) throw new Error('refused');
    const actor = await actorOf(reply.answer.accessToken);
    expect(await world.identity.factors.stepUpMethods(actor.userId)).toEqual([]);
    expect(await world.identity.factors.unlink(actor, 'local')).toEqual({ code: 'PermissionsError' });
  });
});

describe('what comes back from a provider', () => {
  it('is believed in the browser that began, once, and in ten minutes', async () => {
    const { factors } = world.identity;
    const { url, flow } = await begun();
    const query = await provider.signIn(url, somebody());
    const incorrect = { refusal: { code: 'SignInOver' } };
    for (const foreign of [null, '', 'A'.repeat(43)]) {
      expect(await factors.socialFinish({ flow: foreign, query, client: browser() })).toMatchObject(incorrect);
    }
    expect(await factors.socialFinish({ flow, query, client: browser() })).toMatchObject({ ok: true });
    expect(await factors.socialFinish({ flow, query, client: browser() })).toMatchObject(incorrect);
    const late = await begun();
    world.clock.at += 10 * MINUTE;
    expect(await factors.socialFinish({ flow: late.flow, query, client: browser() })).toMatchObject(incorrect);
    world.clock.at -= 10 * MINUTE;
  });

  it('is not believed with another state, code, issuer or an error', async () => {
    const changes: readonly ((query: URLSearchParams) => void)[] = [
      (query) => query.set('state', 'of-another-sign-in'),
      (query) => query.delete('state'),
      (query) => query.set('code', 'guessed'),
      (query) => query.delete('code'),
      (query) => query.set('iss', 'https://evil.test'),
      (query) => query.set('error', 'access_denied'),
    ];
    for (const [no, change] of changes.entries()) {
      const { url, flow } = await begun();
      const query = new URLSearchParams(await provider.signIn(url, somebody()));
      change(query);
      const reply = await world.identity.factors.socialFinish({ flow, query: query.toString(), client: browser() });
      expect(reply, String(no)).toMatchObject({ refusal: { code: 'SomethingWentWrong' } });
    }
  });

  it('is not believed in the flow of another browser: an attacker cannot give their own account', async () => {
    const [attacker, victim] = [await begun(), await begun()];
    const query = await provider.signIn(attacker.url, somebody());
    const reply = await world.identity.factors.socialFinish({ flow: victim.flow, query, client: browser() });
    expect(reply).toMatchObject({ refusal: { code: 'SomethingWentWrong' } });
  });

  it('leads to our own addresses only', async () => {
    for (const redirect of ['//evil.test', 'https://evil.test', '/\\evil.test', '/api/v2/auth/logout']) {
      const start = await world.identity.factors.socialStart(null, { provider: 'local', redirect, host: 'evil.test' });
      if (!start.ok) throw new Error(start.refusal.code);
      const query = await provider.signIn(start.url, somebody());
      const reply = await world.identity.factors.socialFinish({ flow: start.flow, query, client: browser() });
      expect(reply).toMatchObject({ ok: true, answer: { returnTo: `${ORIGIN}/` } });
    }
  });

  it('asks with PKCE, state and nonce, each new', async () => {
    const [one, other] = [new URL((await begun()).url), new URL((await begun()).url)];
    expect(one.searchParams.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect((one.searchParams.get(name) ?? '').length).toBeGreaterThanOrEqual(43);
      expect(one.searchParams.get(name)).not.toBe(other.searchParams.get(name));
    }
  });
});

describe('a sign-in by Telegram', () => {
  const login = (token = BOT_TOKEN) => {
    made += 1;
    return { login: telegramLogin(token, { id: 1_000 + made, at: world.clock.at }) };
  };
  const started = async () => {
    const reply = await world.identity.factors.socialStart(null, { provider: 'telegram', redirect: '/en/account' });
    if (!reply.ok) throw new Error(reply.refusal.code);
    return reply;
  };
  const enter = async (body: ReturnType<typeof login>) =>
    world.identity.factors.telegram({ flow: (await started()).flow, body, client: browser() });

  it('begins at Telegram, with the number of the bot and nothing of its secret', async () => {
    const { url } = await started();
    expect(new URL(url).origin).toBe('https://oauth.telegram.org');
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      bot_id: '1234567890',
      origin: ORIGIN,
      return_to: `${ORIGIN}/auth/social`,
    });
  });

  it('is believed once, in the browser that began it', async () => {
    const { flow } = await started();
    const body = login();
    const ofProvider = await begun();
    for (const foreign of [null, 'A'.repeat(43), ofProvider.flow]) {
      const reply = await world.identity.factors.telegram({ flow: foreign, body, client: browser() });
      expect(reply).toMatchObject({ refusal: { code: 'SignInOver' } });
    }
    const back = { flow, body, client: browser() };
    expect(await world.identity.factors.telegram(back)).toMatchObject({ ok: true });
    expect(await world.identity.factors.telegram(back)).toMatchObject({ refusal: { code: 'SignInOver' } });
    const query = 'code=x&state=y';
    const other = await world.identity.factors.socialFinish({ flow: (await started()).flow, query, client: browser() });
    expect(other).toMatchObject({ refusal: { code: 'SignInOver' } });
  });

  it('opens an account with an e-mail of its own, and comes back to it', async () => {
    const reply = await enter(login());
    expect(reply).toMatchObject({ ok: true, answer: { next: 'sign-up', email: null } });
    if (!reply.ok || !('ticket' in reply.answer)) throw new Error('refused');
    const opened = await complete(reply.answer.ticket, { email: `telegram${made}@example.com` });
    if (!opened.ok || !('user' in opened.answer)) throw new Error('refused');
    const again = { login: telegramLogin(BOT_TOKEN, { id: 1_000 + made, at: world.clock.at }) };
    expect(await enter(again)).toMatchObject({ ok: true, answer: { user: { id: opened.answer.user.id } } });
  });

  it('is not believed with another token, a change, or from before its flow', async () => {
    const incorrect = { refusal: { code: 'IncorrectToken' } };
    expect(await enter(login('another:token'))).toMatchObject(incorrect);
    const good = login();
    expect(await enter({ login: { ...good.login, id: 7 } })).toMatchObject(incorrect);
    // One that somebody came by, in a flow of their own: it was made before that flow began.
    const captured = login();
    world.clock.at += 2 * MINUTE;
    expect(await enter(captured)).toMatchObject(incorrect);
    expect(await enter(login())).toMatchObject({ ok: true });
  });
});
