import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '#domain/identity/actor.ts';
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
import { SoftwareAuthenticator } from '#tests/sign-in/software-authenticator.ts';
import { telegramLogin } from '#tests/sign-in/telegram-login.ts';

const ORIGIN = 'http://localhost:3000';
const BOT_TOKEN = '1234567890:AAtest-token-of-a-bot';
const FRESH = 'Orchard-9-Window';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld({
    PUBLIC_ORIGIN: ORIGIN,
    TELEGRAM_BOT: 'tikvo_test_bot',
    TELEGRAM_BOT_TOKEN: BOT_TOKEN,
  });
});
afterAll(() => world.close());

function ok<T extends { readonly ok: boolean }>(reply: T): Extract<T, { ok: true }> {
  if (!reply.ok) throw new Error(`refused: ${JSON.stringify(reply)}`);
  return reply as Extract<T, { ok: true }>;
}

const login = (email: string, password = PASSWORD) => world.identity.signIn.login({ email, password }, browser());

let telegramId = 9_000;
/** Comes from Telegram as this account of it: to link it to `actor`, else to sign in. */
async function fromTelegram(id: number, actor: Actor | null) {
  const { flow } = ok(await world.identity.factors.socialStart(actor, { provider: 'telegram' }));
  return backFromTelegram(id, flow);
}

function backFromTelegram(id: number, flow: string) {
  const login = telegramLogin(BOT_TOKEN, { id, at: world.clock.at });
  return world.identity.factors.telegram({ flow, body: { login }, client: browser() });
}

interface Stranger extends Registered {
  readonly actor: Actor;
  readonly telegram: number;
  readonly device: SoftwareAuthenticator;
  readonly code: () => string;
}

/** Signs up with the address of somebody else and adds every way in that there is. */
async function stranger(): Promise<Stranger> {
  const { factors } = world.identity;
  const person = await registered(world);
  const actor = await actorIn(world, person);
  telegramId += 1;
  ok(await fromTelegram(telegramId, actor));
  const device = new SoftwareAuthenticator(ORIGIN);
  const { options } = ok(await factors.passkeyOptions(actor));
  ok(await factors.addPasskey(actor, { credential: device.make(options), name: 'Key' }));
  const { answer } = ok(await factors.otpGenerate(actor));
  const code = () => {
    world.clock.at += 30_000;
    return codesOf(answer.secret)(Math.floor(world.clock.at / 30_000));
  };
  ok(await factors.otpConfirm(actor, code()));
  return { ...person, actor, telegram: telegramId, device, code };
}

/** Signs in as far as the second step. */
async function challenged({ email }: Registered): Promise<string> {
  const { answer } = ok(await login(email)).value;
  if (!('otpToken' in answer)) throw new Error('not asked for a code');
  return answer.otpToken;
}

async function reset(person: Registered) {
  ok(await world.identity.passwords.forgot(person.email));
  await world.identity.stop();
  const token = tokenIn(newestMail(world, person.userId, 'forgot_password'));
  ok(await world.identity.passwords.reset({ token, password: FRESH }, browser()));
}

const activation = ({ userId }: Registered) => ({ token: tokenIn(newestMail(world, userId, 'activation')) });

async function passkeyLogin(device: SoftwareAuthenticator) {
  const { options } = ok(await world.identity.factors.passkeyAsk(null));
  const credential = device.prove(options);
  return world.identity.factors.passkeyLogin({ credential, otpToken: null, rememberMe: false, client: browser() });
}

/** Rows about the person since the address was confirmed. */
async function noted({ userId }: Registered): Promise<readonly string[]> {
  const log = await world.audit.about(world.database.pool, userId);
  return log.filter(({ reason }) => reason === 'address confirmed').map(({ action }) => action);
}

const ALL = { links: [{ provider: 'telegram' }], passkeys: 1, otp: { enabled: true } };
const NONE = { links: [], passkeys: 0, otp: { enabled: false, recoveryCodesLeft: 0 } };

describe('what was added before an address was first confirmed', () => {
  it('goes with the reset that confirms it: only the new password opens the account', async () => {
    const person = await stranger();
    const otpToken = await challenged(person);
    await reset(person);
    const { answer } = ok(await login(person.email, FRESH)).value;
    if (!('accessToken' in answer)) throw new Error('a second factor was asked for');
    expect(await world.identity.factors.security(await actorIn(world, answer))).toMatchObject(NONE);
    expect(await fromTelegram(person.telegram, null)).toMatchObject({ answer: { next: 'sign-up' } });
    expect(await passkeyLogin(person.device)).toMatchObject({ refusal: { code: 'PasskeyUnknown' } });
    const second = { otpToken, code: person.code(), client: browser() };
    expect(await world.identity.factors.otpLogin(second)).toMatchObject({ refusal: { code: 'SignInOver' } });
    expect(await noted(person)).toEqual(['social.unlinked', 'passkey.removed', 'otp.disabled']);
    expect(newestMail(world, person.userId, 'social_unlinked')).toMatchObject({ name: 'Telegram' });
    expect(newestMail(world, person.userId, 'passkey_removed')).toMatchObject({ name: 'Key' });
    expect(newestMail(world, person.userId, 'otp_changed')).toMatchObject({ state: 'off' });
  });

  it('goes with an activation in a browser that the account does not know', async () => {
    const person = await stranger();
    ok(await world.identity.signUp.activate(activation(person), null, browser()));
    expect(await world.identity.factors.security(person.actor)).toMatchObject(NONE);
    expect(await fromTelegram(person.telegram, null)).toMatchObject({ answer: { next: 'sign-up' } });
    expect(await noted(person)).toEqual(['social.unlinked', 'passkey.removed', 'otp.disabled']);
  });

  it('goes with an activation by somebody who is signed in to another account', async () => {
    const [person, other] = [await stranger(), await registered(world)];
    ok(await world.identity.signUp.activate(activation(person), await actorIn(world, other), other.client));
    expect(await world.identity.factors.security(person.actor)).toMatchObject(NONE);
  });

  it.each([
    ['in their session', (person: Stranger) => ({ actor: person.actor, client: browser() })],
    ['in their browser', (person: Stranger) => ({ actor: null, client: person.client })],
  ])('stays where the person themselves activates the account, %s', async (_where, by) => {
    const person = await stranger();
    const { actor, client } = by(person);
    ok(await world.identity.signUp.activate(activation(person), actor, client));
    expect(await world.identity.factors.security(person.actor)).toMatchObject(ALL);
    expect(await passkeyLogin(person.device)).toMatchObject({ ok: true });
  });
});

describe('a reset of the password of a confirmed address', () => {
  const confirmed = async () => {
    const person = await stranger();
    ok(await world.identity.signUp.activate(activation(person), person.actor));
    return person;
  };

  it('keeps the ways in and the second factor, and ends what was begun before', async () => {
    const person = await confirmed();
    const otpToken = await challenged(person);
    ok(await world.identity.factors.stepUp(person.actor, { otp: person.code() }));
    await world.identity.factors.unlink(person.actor, 'telegram');
    const { flow } = ok(await world.identity.factors.socialStart(person.actor, { provider: 'telegram' }));
    await reset(person);
    expect(await backFromTelegram(person.telegram, flow)).toMatchObject({ refusal: { code: 'SignInOver' } });
    expect(await world.identity.factors.security(person.actor)).toMatchObject({ ...ALL, links: [] });
    const second = { otpToken, code: person.code(), client: browser() };
    expect(await world.identity.factors.otpLogin(second)).toMatchObject({ refusal: { code: 'SignInOver' } });
    const { answer } = ok(await login(person.email, FRESH)).value;
    expect(answer).toMatchObject({ otpRequired: true });
  });

  it('lets nobody add a factor in a session that it ended, however late the call comes through', async () => {
    const { factors } = world.identity;
    const person = await registered(world);
    const actor = await actorIn(world, person);
    ok(await world.identity.signUp.activate(activation(person), actor));
    const device = new SoftwareAuthenticator(ORIGIN);
    const { options } = ok(await factors.passkeyOptions(actor));
    const { answer } = ok(await factors.otpGenerate(actor));
    await reset(person);
    const out = { refusal: { code: 'NotSignedIn' } };
    const credential = device.make(options);
    expect(await factors.addPasskey(actor, { credential, name: 'Late' })).toMatchObject({
      refusal: { code: 'PasskeyFailed' },
    });
    const fresh = ok(await factors.passkeyOptions(actor));
    const late = { credential: device.make(fresh.options), name: 'Late' };
    expect(await factors.addPasskey(actor, late)).toMatchObject(out);
    const code = codesOf(answer.secret)(Math.floor(world.clock.at / 30_000));
    expect(await factors.otpConfirm(actor, code)).toMatchObject(out);
    expect(await factors.security(actor)).toMatchObject({ passkeys: 0, otp: { enabled: false } });
  });
});
