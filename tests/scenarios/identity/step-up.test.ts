import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '#domain/identity/actor.ts';
import { codesOf } from '#server/identity/factors/otp.ts';
import { browser, openIdentityWorld, PASSWORD, registered, type IdentityWorld } from '#tests/identity-world.ts';
import { SoftwareAuthenticator } from '#tests/sign-in/software-authenticator.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld({ PUBLIC_ORIGIN: 'http://localhost:3000' });
});
afterAll(() => world.close());

const MINUTE = 60_000;

async function person(): Promise<{ actor: Actor; email: string }> {
  const { accessToken, email } = await registered(world);
  const actor = await world.identity.actorOf(accessToken);
  if (actor === null) throw new Error('not signed in');
  return { actor, email };
}

async function withOtp(actor: Actor): Promise<() => string> {
  const begun = await world.identity.factors.otpGenerate(actor);
  if (!begun.ok) throw new Error(begun.refusal.code);
  const code = () => codesOf(begun.answer.secret)(Math.floor(world.clock.at / 30_000));
  expect(await world.identity.factors.otpConfirm(actor, code())).toMatchObject({ ok: true });
  world.clock.at += 30_000;
  return code;
}

async function withPasskey(actor: Actor): Promise<SoftwareAuthenticator> {
  const { factors } = world.identity;
  const options = await factors.passkeyOptions(actor);
  if (!options.ok) throw new Error(options.refusal.code);
  const device = new SoftwareAuthenticator('http://localhost:3000');
  const credential = device.make(options.options);
  expect(await factors.addPasskey(actor, { credential, name: 'Key' })).toMatchObject({ ok: true });
  return device;
}

describe('a step-up', () => {
  it('holds five minutes, in the session in which it was given', async () => {
    const { factors, signIn } = world.identity;
    const { actor, email } = await person();
    expect(await factors.requireStepUp(actor)).toEqual({ code: 'StepUpRequired', methods: ['password'] });
    const given = await factors.stepUp(actor, { password: PASSWORD });
    expect(given).toEqual({ ok: true, until: world.clock.at + 5 * MINUTE });
    const login = await signIn.login({ email, password: PASSWORD }, browser());
    if (!login.ok || !('accessToken' in login.value.answer)) throw new Error('not signed in');
    const elsewhere = await world.identity.actorOf(login.value.answer.accessToken);
    if (elsewhere === null) throw new Error('not signed in');
    expect(await factors.requireStepUp(elsewhere)).toMatchObject({ code: 'StepUpRequired' });
    world.clock.at += 5 * MINUTE - 1;
    expect(await factors.requireStepUp(actor)).toBeNull();
    expect((await factors.security(actor)).stepUpUntil).not.toBeNull();
    world.clock.at += 1;
    expect(await factors.requireStepUp(actor)).toMatchObject({ code: 'StepUpRequired' });
    expect((await factors.security(actor)).stepUpUntil).toBeNull();
  });

  it('wants the right password, and patience after ten wrong ones', async () => {
    const { factors } = world.identity;
    const { actor } = await person();
    const answers: string[] = [];
    for (let tries = 0; tries < 12; tries += 1) {
      const reply = await factors.stepUp(actor, { password: `Wrong-${tries}-word` });
      answers.push(reply.ok ? 'in' : reply.refusal.code);
    }
    expect(answers.slice(0, 10)).toEqual(Array(10).fill('WrongCredentials'));
    expect(answers.at(-1)).toBe('ChallengeRequired');
    expect(await factors.requireStepUp(actor)).not.toBeNull();
  });

  it('is not opened by the password alone where two-step sign-in is on', async () => {
    const { factors } = world.identity;
    const { actor } = await person();
    const code = await withOtp(actor);
    expect(await factors.stepUpAsk(actor)).toEqual({ methods: ['otp'], passkey: null });
    expect(await factors.stepUp(actor, { password: PASSWORD })).toEqual({
      ok: false,
      refusal: { code: 'StepUpRequired', methods: ['otp'] },
    });
    expect(await factors.stepUp(actor, { otp: '12345x' })).toMatchObject({ refusal: { code: 'OTPInvalid' } });
    expect(await factors.stepUp(actor, { otp: code() })).toMatchObject({ ok: true });
    expect(await factors.stepUp(actor, { otp: code() })).toMatchObject({ refusal: { code: 'OTPInvalid' } });
    expect(await factors.requireStepUp(actor)).toBeNull();
  });

  it('is given by a passkey of the person, asked for in this session', async () => {
    const { factors } = world.identity;
    const [one, other] = [await person(), await person()];
    const [device, foreign] = [await withPasskey(one.actor), await withPasskey(other.actor)];
    const asked = await factors.stepUpAsk(one.actor);
    expect(asked.methods).toEqual(['passkey', 'recovery']);
    const wrong = { refusal: { code: 'PasskeyFailed' } };
    const askedOther = (await factors.stepUpAsk(other.actor)).passkey;
    // Another person's key, another session's question, a sign-in's question: none of them.
    expect(await factors.stepUp(one.actor, { passkey: foreign.prove(asked.passkey ?? {}) })).toMatchObject(wrong);
    expect(await factors.stepUp(one.actor, { passkey: device.prove(askedOther ?? {}) })).toMatchObject(wrong);
    const signInOptions = await factors.passkeyAsk(null);
    if (!signInOptions.ok) throw new Error(signInOptions.refusal.code);
    expect(await factors.stepUp(one.actor, { passkey: device.prove(signInOptions.options) })).toMatchObject(wrong);
    expect(await factors.requireStepUp(one.actor)).not.toBeNull();
    const again = (await factors.stepUpAsk(one.actor)).passkey ?? {};
    expect(await factors.stepUp(one.actor, { passkey: device.prove(again) })).toMatchObject({ ok: true });
    expect(await factors.requireStepUp(one.actor)).toBeNull();
  });

  it('is wanted for a new password beside the current one, where two-step sign-in is on', async () => {
    const { factors, passwords } = world.identity;
    const { actor } = await person();
    const code = await withOtp(actor);
    const body = { currentPassword: PASSWORD, password: 'Harbour-8-Lantern' };
    const refused = { ok: false, refusal: { code: 'StepUpRequired', methods: ['otp'] } };
    expect(await passwords.change(actor, body, browser())).toEqual(refused);
    expect(await factors.stepUp(actor, { otp: code() })).toMatchObject({ ok: true });
    const wrong = { ...body, currentPassword: 'Harbour-9-Lantern' };
    expect(await passwords.change(actor, wrong, browser())).toMatchObject({ refusal: { code: 'WrongCredentials' } });
    expect(await passwords.change(actor, body, browser())).toEqual({ ok: true, value: null });
  });
});
