import { generateKeyPairSync } from 'node:crypto';
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
  type IdentityWorld,
} from '#tests/identity-world.ts';
import { SoftwareAuthenticator, type Lie } from '#tests/sign-in/software-authenticator.ts';

const ORIGIN = 'http://tikvo.localhost:3000';
const AUTH = 'http://auth.tikvo.localhost:3000';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld({
    PUBLIC_ORIGIN: ORIGIN,
    AUTH_ORIGIN: AUTH,
    DASHBOARD_ORIGIN: 'http://dashboard.tikvo.localhost:3000',
    EVENTS_ORIGIN: 'http://events.tikvo.localhost:3000',
  });
});
afterAll(() => world.close());

const MINUTE = 60_000;
const refused = (code: string) => ({ ok: false, refusal: { code } });
const WRONG = refused('PasskeyFailed');
const WRONG_CODE = refused('OTPInvalid');

async function person() {
  const made = await registered(world);
  return { ...made, actor: await actorIn(world, made) };
}

async function optionsToAdd(actor: Actor) {
  const reply = await world.identity.factors.passkeyOptions(actor);
  if (!reply.ok) throw new Error(reply.refusal.code);
  return reply.options;
}

/** A device of the person that has made a passkey. */
async function addedTo(actor: Actor, name = 'Phone'): Promise<SoftwareAuthenticator> {
  const device = new SoftwareAuthenticator(ORIGIN);
  const credential = device.make(await optionsToAdd(actor));
  const reply = await world.identity.factors.addPasskey(actor, { credential, name });
  expect(reply).toMatchObject({ ok: true, answer: { name, id: device.id.toString('base64url'), lastUsedAt: null } });
  return device;
}

async function ask(otpToken: string | null = null) {
  const reply = await world.identity.factors.passkeyAsk(otpToken);
  if (!reply.ok) throw new Error(reply.refusal.code);
  return reply.options;
}

async function enter(device: SoftwareAuthenticator, more: { lie?: Lie; otpToken?: string } = {}) {
  const { lie, otpToken = null } = more;
  const credential = device.prove(await ask(otpToken), lie);
  return world.identity.factors.passkeyLogin({ credential, otpToken, rememberMe: false, client: browser() });
}

/** What the right password is answered. */
async function login(email: string) {
  const reply = await world.identity.signIn.login({ email, password: PASSWORD }, browser());
  if (!reply.ok) throw new Error(reply.refusal.code);
  return reply.value.answer;
}

async function secondStepOf(email: string) {
  const answer = await login(email);
  if (!('otpToken' in answer)) throw new Error('no second step was asked for');
  return answer;
}

describe('a passkey', () => {
  it('is made for the part that the hosts share, and signs in alone from any of them', async () => {
    const { actor, userId } = await person();
    expect(await optionsToAdd(actor)).toMatchObject({
      rp: { id: 'tikvo.localhost', name: 'Tikvo' },
      // The same on every Node: a newer one can check more.
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const device = await addedTo(actor);
    expect(newestMail(world, userId, 'passkey_added')).toMatchObject({ name: 'Phone' });
    const options = await ask();
    expect(options['allowCredentials']).toBeUndefined();
    for (const origin of [ORIGIN, AUTH]) {
      const reply = await enter(device, { lie: { origin } });
      if (!reply.ok) throw new Error(reply.refusal.code);
      expect(await actorIn(world, reply.answer)).toMatchObject({ userId, role: 'USER' });
    }
    const { items, rpId, userHandle } = await world.identity.factors.passkeys(actor);
    const [key] = items;
    // What a device is told by which of its keys are still good here.
    expect(rpId).toBe('tikvo.localhost');
    expect(await optionsToAdd(actor)).toMatchObject({ user: { id: userHandle } });
    expect(key).toMatchObject({ name: 'Phone', synced: false });
    expect(key?.lastUsedAt).not.toBeNull();
  });

  it('is not believed with anything wrong about its answer', async () => {
    const { actor } = await person();
    const device = await addedTo(actor);
    expect(await enter(device)).toMatchObject({ ok: true });
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const lies: readonly Lie[] = [
      { origin: 'https://evil.test' },
      { origin: 'http://tikvo.localhost:3001' },
      { origin: 'https://tikvo.localhost:3000' },
      { rpId: 'evil.test' },
      { rpId: 'localhost' },
      { type: 'webauthn.create' },
      { userVerified: false },
      { key: stranger },
      { counter: 1 },
      { challenge: 'A'.repeat(43) },
      { challenge: '' },
    ];
    for (const lie of lies) expect(await enter(device, { lie }), JSON.stringify(lie)).toEqual(WRONG);
    expect(await enter(device, { lie: { counter: 50 } })).toMatchObject({ ok: true });
  });

  it('is not kept with anything wrong about how it was made', async () => {
    const { factors } = world.identity;
    const { actor } = await person();
    for (const lie of [
      { origin: 'https://evil.test' },
      { rpId: 'evil.test' },
      { userVerified: false },
      { type: 'webauthn.get' },
    ]) {
      const credential = new SoftwareAuthenticator(ORIGIN).make(await optionsToAdd(actor), lie);
      expect(await factors.addPasskey(actor, { credential, name: 'x' }), JSON.stringify(lie)).toEqual(WRONG);
    }
    const credential = new SoftwareAuthenticator(ORIGIN).make(await optionsToAdd((await person()).actor));
    expect(await factors.addPasskey(actor, { credential, name: 'of another' })).toEqual(WRONG);
    expect((await factors.passkeys(actor)).items).toEqual([]);
  });

  it('answers each challenge once, and in five minutes', async () => {
    const { factors } = world.identity;
    const { actor } = await person();
    const device = await addedTo(actor);
    const credential = device.prove(await ask());
    const login = { credential, otpToken: null, rememberMe: false, client: browser() };
    const both = await Promise.all([factors.passkeyLogin(login), factors.passkeyLogin(login)]);
    expect(both.filter((reply) => reply.ok)).toHaveLength(1);
    const late = await ask();
    world.clock.at += 5 * MINUTE;
    expect(
      await factors.passkeyLogin({
        credential: device.prove(late),
        otpToken: null,
        rememberMe: false,
        client: browser(),
      }),
    ).toEqual(WRONG);
  });

  it('cannot be added twice, nor to another person', async () => {
    const { factors } = world.identity;
    const [one, other] = [await person(), await person()];
    const device = await addedTo(one.actor);
    const options = await optionsToAdd(one.actor);
    expect(options['excludeCredentials']).toMatchObject([{ id: device.id.toString('base64url') }]);
    for (const { actor } of [one, other]) {
      const credential = device.make(await optionsToAdd(actor));
      expect(await factors.addPasskey(actor, { credential, name: 'again' })).toEqual(WRONG);
    }
    expect((await factors.passkeys(other.actor)).items).toEqual([]);
  });

  it('is the second step of a login, for its own person only', async () => {
    const { factors } = world.identity;
    const [one, other] = [await person(), await person()];
    const [device, foreign] = [await addedTo(one.actor), await addedTo(other.actor)];
    const begun = await factors.otpGenerate(one.actor);
    if (!begun.ok) throw new Error(begun.refusal.code);
    await factors.otpConfirm(one.actor, codesOf(begun.answer.secret)(Math.floor(world.clock.at / 30_000)));
    const { otpToken } = await secondStepOf(one.email);
    expect(await ask(otpToken)).toMatchObject({ allowCredentials: [{ id: device.id.toString('base64url') }] });
    const credential = foreign.prove(await ask());
    expect(await factors.passkeyLogin({ credential, otpToken, rememberMe: false, client: browser() })).toEqual(WRONG);
    expect(await enter(device, { otpToken })).toMatchObject({ ok: true, answer: { user: { id: one.userId } } });
    expect(await factors.passkeyAsk(otpToken)).toMatchObject({ refusal: { code: 'SignInOver' } });
  });

  it('makes the password ask for a second step: itself, or one of the codes that came with it', async () => {
    const { factors } = world.identity;
    const { actor, email, userId } = await person();
    expect(await login(email)).toHaveProperty('accessToken');
    expect(await factors.renewRecoveryCodes(actor)).toEqual({ ok: false, refusal: { code: 'NotFound' } });
    const device = new SoftwareAuthenticator(ORIGIN);
    const credential = device.make(await optionsToAdd(actor));
    const added = await factors.addPasskey(actor, { credential, name: 'Phone' });
    const codes = added.ok ? (added.answer.recoveryCodes ?? []) : [];
    expect(new Set(codes).size).toBe(10);
    expect(await factors.secondFactorOf(userId)).toBe('passkey');
    const { rows } = await world.database.pool.query('SELECT reason FROM withdrawal_hold WHERE user_id = $1', [userId]);
    expect(rows).toEqual([{ reason: 'otp' }]);

    const first = await secondStepOf(email);
    expect(first.ways).toEqual(['passkey', 'recovery']);
    expect(await enter(device, { otpToken: first.otpToken })).toMatchObject({
      ok: true,
      answer: { user: { id: userId } },
    });
    // The phone is lost: each code is good once, and a wrong one is none.
    const [code = ''] = codes;
    const byCode = (otpToken: string, text: string) => factors.otpLogin({ otpToken, code: text, client: browser() });
    const second = await secondStepOf(email);
    expect(await byCode(second.otpToken, '000000')).toEqual(WRONG_CODE);
    expect(await byCode(second.otpToken, code)).toMatchObject({ ok: true, answer: { user: { id: userId } } });
    expect(await byCode((await secondStepOf(email)).otpToken, code)).toEqual(WRONG_CODE);
    expect(await factors.security(actor)).toMatchObject({ otp: { enabled: false, recoveryCodesLeft: 9 } });
  });

  it('pauses the recovery codes of somebody who guesses them', async () => {
    const { factors } = world.identity;
    const { actor, email } = await person();
    await addedTo(actor);
    const { otpToken } = await secondStepOf(email);
    const guess = () => factors.otpLogin({ otpToken, code: 'aaaaa-aaaaa', client: browser() });
    for (let tries = 0; tries < 5; tries += 1) expect(await guess()).toEqual(WRONG_CODE);
    const next = await secondStepOf(email);
    expect(await factors.otpLogin({ otpToken: next.otpToken, code: 'bbbbb-bbbbb', client: browser() })).toMatchObject({
      refusal: { code: 'RateLimit' },
    });
  });

  it('is let go of with a recovery code when it is lost, and the password is enough again', async () => {
    const { factors } = world.identity;
    const { actor, email, userId } = await person();
    const device = new SoftwareAuthenticator(ORIGIN);
    const made = await factors.addPasskey(actor, { credential: device.make(await optionsToAdd(actor)), name: 'Phone' });
    const [code = ''] = made.ok ? (made.answer.recoveryCodes ?? []) : [];
    const wanted = { code: 'StepUpRequired', methods: ['passkey', 'recovery'] };
    expect(await factors.stepUp(actor, { password: PASSWORD })).toEqual({ ok: false, refusal: wanted });
    expect(await factors.requireStepUp(actor)).toEqual(wanted);
    expect(await factors.stepUp(actor, { otp: code })).toMatchObject({ ok: true });
    expect(await factors.removePasskey(actor, device.id.toString('base64url'))).toBeNull();
    expect(await factors.secondFactorOf(userId)).toBe('none');
    expect(await factors.security(actor)).toMatchObject({ otp: { recoveryCodesLeft: 0 } });
    expect(await login(email)).toHaveProperty('accessToken');
    // The device has it still: that is told by its own name, and so is one that never arrived.
    const never = new SoftwareAuthenticator(ORIGIN);
    never.make(await optionsToAdd(actor));
    for (const dead of [device, never]) expect(await enter(dead)).toEqual(refused('PasskeyUnknown'));
    expect(await factors.stepUp(actor, { password: PASSWORD })).toMatchObject({ ok: true });
    const kept = await addedTo(actor);
    const { passkey } = await factors.stepUpAsk(actor);
    if (passkey === null) throw new Error('no passkey was asked for');
    expect(await factors.stepUp(actor, { passkey: device.prove(passkey) })).toEqual(refused('PasskeyUnknown'));
    const again = await factors.stepUpAsk(actor);
    if (again.passkey === null) throw new Error('no passkey was asked for');
    expect(await factors.stepUp(actor, { passkey: kept.prove(again.passkey) })).toMatchObject({ ok: true });
  });

  it('keeps the recovery codes when the app goes, and the app keeps them when the passkey goes', async () => {
    const { factors } = world.identity;
    const { actor, email } = await person();
    const device = await addedTo(actor);
    const withApp = async () => {
      const begun = await factors.otpGenerate(actor);
      if (!begun.ok) throw new Error(begun.refusal.code);
      return factors.otpConfirm(actor, codesOf(begun.answer.secret)(Math.floor(world.clock.at / 30_000)));
    };
    expect(await withApp()).toMatchObject({ ok: true });
    expect((await secondStepOf(email)).ways).toEqual(['otp', 'passkey', 'recovery']);
    await factors.otpDisable(actor);
    expect((await secondStepOf(email)).ways).toEqual(['passkey', 'recovery']);
    world.clock.at += MINUTE;
    expect(await withApp()).toMatchObject({ ok: true });
    expect(await factors.removePasskey(actor, device.id.toString('base64url'))).toBeNull();
    expect((await secondStepOf(email)).ways).toEqual(['otp', 'recovery']);
  });

  it('is asked for a fresh sign-in or a step-up before it is added', async () => {
    const { factors } = world.identity;
    const { actor } = await person();
    world.clock.at += 5 * MINUTE;
    const wanted = { ok: false, refusal: { code: 'StepUpRequired', methods: ['password'] } };
    expect(await factors.passkeyOptions(actor)).toEqual(wanted);
    expect(await factors.stepUp(actor, { password: PASSWORD })).toMatchObject({ ok: true });
    await addedTo(actor);
  });

  it('ends the other sessions when it comes and when it goes', async () => {
    const { factors } = world.identity;
    const { actor, email, accessToken } = await person();
    const first = await login(email);
    if (!('accessToken' in first)) throw new Error('no session');
    const phone = await addedTo(actor);
    expect(await world.identity.actorOf(first.accessToken)).toBeNull();
    const second = await enter(phone);
    if (!second.ok || !('accessToken' in second.answer)) throw new Error('no session');
    expect(await factors.removePasskey(actor, phone.id.toString('base64url'))).toBeNull();
    expect(await world.identity.actorOf(second.answer.accessToken)).toBeNull();
    expect(await world.identity.actorOf(accessToken)).toMatchObject({ userId: actor.userId });
  });

  it('is removed with a mail, but never as the last way in', async () => {
    const { factors } = world.identity;
    const { actor, userId } = await person();
    const [phone, laptop] = [await addedTo(actor), await addedTo(actor, 'Laptop')];
    const idOf = (device: SoftwareAuthenticator) => device.id.toString('base64url');
    expect(await factors.removePasskey((await person()).actor, idOf(phone))).toEqual({ code: 'NotFound' });
    await world.database.pool.query('UPDATE app_user SET password_hash = NULL WHERE id = $1', [userId]);
    const both = await Promise.all([phone, laptop].map((device) => factors.removePasskey(actor, idOf(device))));
    expect(both.toSorted((one) => (one === null ? -1 : 1))).toEqual([null, { code: 'PermissionsError' }]);
    expect((await factors.passkeys(actor)).items).toHaveLength(1);
    expect(newestMail(world, userId, 'passkey_removed')).toMatchObject({ name: both[0] === null ? 'Phone' : 'Laptop' });
    expect(await enter(both[0] === null ? phone : laptop)).toEqual(refused('PasskeyUnknown'));
    expect(await enter(both[0] === null ? laptop : phone)).toMatchObject({ ok: true });
  });

  it('signs nobody into a closed account', async () => {
    const { actor, userId } = await person();
    const device = await addedTo(actor);
    await world.database.pool.query('UPDATE app_user SET closed_at = now() WHERE id = $1', [userId]);
    expect(await enter(device)).toEqual({ ok: false, refusal: { code: 'WrongCredentials' } });
  });
});
