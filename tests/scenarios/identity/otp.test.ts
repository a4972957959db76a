import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codesOf } from '#server/identity/factors/otp.ts';
import {
  actorIn,
  browser,
  newestMail,
  openIdentityWorld,
  PASSWORD,
  registered,
  type IdentityWorld,
  type Registered,
} from '#tests/identity-world.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld();
});
afterAll(() => world.close());

const STEP = 30_000;
const MINUTE = 60_000;
const WRONG = { ok: false, refusal: { code: 'OTPInvalid' } };
const OVER = { ok: false, refusal: { code: 'SignInOver' } };

interface Secured extends Registered {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** The code of now, and the step after it begins: what was shown is not shown again. */
function codeOf({ secret }: { secret: string }): string {
  return codesOf(secret)(Math.floor(world.clock.at / STEP));
}

function wrongCodeOf(person: { secret: string }): string {
  const live = [-1, 0, 1].map((off) => codesOf(person.secret)(Math.floor(world.clock.at / STEP) + off));
  return ['000000', '111111', '222222', '333333'].find((code) => !live.includes(code)) ?? '';
}

/** A person with two-step sign-in, one step after their first code. */
async function secured(): Promise<Secured> {
  const { factors } = world.identity;
  const person = await registered(world);
  const actor = await actorIn(world, person);
  const begun = await factors.otpGenerate(actor);
  if (!begun.ok) throw new Error(begun.refusal.code);
  const { secret } = begun.answer;
  const on = await factors.otpConfirm(actor, codeOf({ secret }));
  if (!on.ok) throw new Error(on.refusal.code);
  world.clock.at += STEP;
  return { ...person, secret, recoveryCodes: on.recoveryCodes };
}

/** As a login with the right password leaves it. */
async function challenged({ userId }: Registered): Promise<string> {
  const { rows } = await world.database.pool.query<{ at: Date }>(
    'SELECT password_changed_at AS at FROM app_user WHERE id = $1',
    [userId],
  );
  const passwordSince = rows[0]?.at.getTime() ?? null;
  const step = await world.identity.factors.startSecondStep({ userId, passwordSince, rememberMe: true });
  if (step === null) throw new Error('no second step');
  return step.otpToken;
}

const enter = (otpToken: string, code: string) =>
  world.identity.factors.otpLogin({ otpToken, code, client: browser() });

describe('two-step sign-in', () => {
  it('is off until the new secret gave its first right code', async () => {
    const { factors } = world.identity;
    const person = await registered(world);
    const actor = await actorIn(world, person);
    const begun = await factors.otpGenerate(actor);
    if (!begun.ok) throw new Error(begun.refusal.code);
    const { secret, url, qr } = begun.answer;
    expect(new URL(url)).toMatchObject({ protocol: 'otpauth:', host: 'totp' });
    expect(new URL(url).searchParams.get('secret')).toBe(secret);
    expect(decodeURIComponent(url)).toContain(person.email);
    expect(Buffer.from(qr.split(',')[1] ?? '', 'base64').toString()).toMatch(/^<svg/);
    expect(await factors.otpConfirm(actor, wrongCodeOf({ secret }))).toEqual(WRONG);
    expect(await factors.secondFactorOf(person.userId)).toBe('none');
    const on = await factors.otpConfirm(actor, codeOf({ secret }));
    if (!on.ok) throw new Error(on.refusal.code);
    expect(new Set(on.recoveryCodes).size).toBe(10);
    expect(await factors.secondFactorOf(person.userId)).toBe('otp');
    expect(newestMail(world, person.userId, 'otp_changed')).toMatchObject({ state: 'on' });
    expect(await factors.security(actor)).toMatchObject({ otp: { enabled: true, recoveryCodesLeft: 10 } });
  });

  it('forgets a secret that was not confirmed in 15 minutes', async () => {
    const { factors } = world.identity;
    const actor = await actorIn(world, await registered(world));
    const begun = await factors.otpGenerate(actor);
    if (!begun.ok) throw new Error(begun.refusal.code);
    world.clock.at += 15 * MINUTE;
    expect(await factors.otpConfirm(actor, codeOf(begun.answer))).toMatchObject({
      refusal: { code: 'StepUpRequired', methods: ['password'] },
    });
    await factors.stepUp(actor, { password: PASSWORD });
    expect(await factors.otpConfirm(actor, codeOf(begun.answer))).toEqual({
      ok: false,
      refusal: { code: 'SetupOver' },
    });
    const later = await factors.otpGenerate(actor);
    if (!later.ok) throw new Error(later.refusal.code);
    expect(await factors.otpConfirm(actor, codeOf(begun.answer))).toEqual(WRONG);
    expect(await factors.otpConfirm(actor, codeOf(later.answer))).toMatchObject({ ok: true });
  });

  it('keeps neither secret nor recovery codes in the clear', async () => {
    const person = await secured();
    const { rows } = await world.database.pool.query<{ row: string }>(
      `SELECT encode(secret, 'escape') AS row FROM otp_device WHERE user_id = $1
       UNION ALL SELECT encode(hash, 'escape') FROM recovery_code WHERE user_id = $1`,
      [person.userId],
    );
    expect(rows).toHaveLength(11);
    for (const { row } of rows) {
      expect(row).not.toContain(person.secret);
      for (const code of person.recoveryCodes) expect(row).not.toContain(code.slice(0, 5));
    }
  });

  it('asks for the code after the password, and opens one session', async () => {
    const person = await secured();
    const login = await world.identity.signIn.login(
      { email: person.email, password: PASSWORD, rememberMe: true },
      browser(),
    );
    if (!login.ok || !('otpToken' in login.value.answer)) throw new Error('no second step was asked for');
    expect(login.value.cookies).toBeNull();
    const { otpToken } = login.value.answer;
    const reply = await enter(otpToken, codeOf(person));
    if (!reply.ok) throw new Error(reply.refusal.code);
    expect(reply.answer).toMatchObject({ isNew: false, user: { id: person.userId, role: 'USER' } });
    expect(reply.cookies.refreshMaxAgeMs).toBe(30 * 86_400_000);
    expect(await actorIn(world, reply.answer)).toMatchObject({ userId: person.userId });
    world.clock.at += STEP;
    expect(await enter(otpToken, codeOf(person))).toEqual(OVER);
  });

  it('takes a code of the step before and after, and no other', async () => {
    const person = await secured();
    world.clock.at += 5 * STEP;
    const now = Math.floor(world.clock.at / STEP);
    const codeAt = codesOf(person.secret);
    for (const off of [-2, 2]) expect(await enter(await challenged(person), codeAt(now + off))).toEqual(WRONG);
    for (const off of [-1, 0, 1]) {
      expect(await enter(await challenged(person), codeAt(now + off)), String(off)).toMatchObject({ ok: true });
    }
  });

  it('refuses the code of a step that was used, in the same and in another challenge (R-33)', async () => {
    const person = await secured();
    const code = codeOf(person);
    expect(await enter(await challenged(person), code)).toMatchObject({ ok: true });
    expect(await enter(await challenged(person), code)).toEqual(WRONG);
    const [one, other] = [await challenged(person), await challenged(person)];
    world.clock.at += STEP;
    const next = codeOf(person);
    const both = await Promise.all([enter(one, next), enter(other, next)]);
    expect(both.filter((reply) => reply.ok)).toHaveLength(1);
  });

  it('ends a challenge after five tries and after five minutes, whatever comes then', async () => {
    const person = await secured();
    const otpToken = await challenged(person);
    for (let tries = 0; tries < 5; tries += 1) expect(await enter(otpToken, wrongCodeOf(person))).toEqual(WRONG);
    expect(await enter(otpToken, codeOf(person))).toEqual(OVER);

    const later = await secured();
    const late = await challenged(later);
    world.clock.at += 5 * MINUTE;
    expect(await enter(late, codeOf(later))).toEqual(OVER);
    expect(await enter('A'.repeat(43), '123456')).toEqual(OVER);
    expect(await enter('', '123456')).toEqual(OVER);
  });

  it('looks at five wrong codes of an account and then pauses, over all its challenges (R-33)', async () => {
    const person = await secured();
    const answers: string[] = [];
    for (let tries = 0; tries < 12; tries += 1) {
      const reply = await enter(await challenged(person), wrongCodeOf(person));
      answers.push(reply.ok ? 'in' : reply.refusal.code);
    }
    expect(answers).toEqual([...Array<string>(5).fill('OTPInvalid'), ...Array<string>(7).fill('RateLimit')]);
    expect(await enter(await challenged(person), codeOf(person))).toMatchObject({
      refusal: { code: 'RateLimit', retryAfterMs: 15 * MINUTE },
    });
    expect(await enter(await challenged(person), person.recoveryCodes[0] ?? '')).toMatchObject({ ok: false });
    world.clock.at += 15 * MINUTE;
    expect(await enter(await challenged(person), codeOf(person))).toMatchObject({ ok: true });
  });

  it('takes each recovery code once, however it is typed', async () => {
    const person = await secured();
    const [first = '', second = ''] = person.recoveryCodes;
    const [one, other] = [await challenged(person), await challenged(person)];
    const both = await Promise.all([enter(one, first.toLowerCase()), enter(other, first.replace('-', ''))]);
    expect(both.filter((reply) => reply.ok)).toHaveLength(1);
    expect(await enter(await challenged(person), first)).toEqual(WRONG);
    expect(await enter(await challenged(person), second)).toMatchObject({ ok: true });
    const actor = await actorIn(world, person);
    expect(await world.identity.factors.security(actor)).toMatchObject({ otp: { recoveryCodesLeft: 8 } });
    const renewed = await world.identity.factors.renewRecoveryCodes(actor);
    expect(renewed).toMatchObject({ ok: true });
    expect(await enter(await challenged(person), person.recoveryCodes[2] ?? '')).toEqual(WRONG);
  });

  it('takes no recovery code of somebody else', async () => {
    const [person, other] = [await secured(), await secured()];
    expect(await enter(await challenged(person), other.recoveryCodes[0] ?? '')).toEqual(WRONG);
    expect(await enter(await challenged(other), other.recoveryCodes[0] ?? '')).toMatchObject({ ok: true });
  });

  it('writes wrong codes to the history of sign-ins', async () => {
    const person = await secured();
    await enter(await challenged(person), wrongCodeOf(person));
    await world.identity.stop();
    const { items } = await world.identity.sessions.history(await actorIn(world, person), { cursor: null, limit: 5 });
    expect(items[0]).toMatchObject({ method: 'otp', outcome: 'WRONG_CODE' });
  });

  it('ends the other sessions when it comes and when it goes, once it did', async () => {
    const { factors } = world.identity;
    const person = await registered(world);
    const actor = await actorIn(world, person);
    const elsewhere = async (code?: string) => {
      const login = await world.identity.signIn.login({ email: person.email, password: PASSWORD }, browser());
      if (!login.ok) throw new Error(login.refusal.code);
      const { answer } = login.value;
      if ('accessToken' in answer) return answer.accessToken;
      const entered = await enter(answer.otpToken, code ?? '');
      if (!entered.ok || !('accessToken' in entered.answer)) throw new Error('not entered');
      return entered.answer.accessToken;
    };
    const told: string[] = [];
    world.bus.subscribe('identity.session-ended', ({ sessionId }) => void told.push(sessionId));
    const before = await elsewhere();
    const other = await actorIn(world, { accessToken: before });
    const begun = await factors.otpGenerate(actor);
    if (!begun.ok) throw new Error(begun.refusal.code);
    expect(await factors.otpConfirm(actor, wrongCodeOf(begun.answer))).toEqual(WRONG);
    expect(told).toEqual([]);
    expect(await factors.otpConfirm(actor, codeOf(begun.answer))).toMatchObject({ ok: true });
    expect(told).toEqual([other.sessionId]);
    expect(await world.identity.actorOf(before)).toBeNull();
    world.clock.at += STEP;
    const after = await elsewhere(codeOf(begun.answer));
    await factors.otpDisable(actor);
    expect(await world.identity.actorOf(after)).toBeNull();
    expect(await world.identity.actorOf(person.accessToken)).toMatchObject({ userId: person.userId });
    const { rows } = await world.database.pool.query(
      'SELECT ended_reason FROM session WHERE user_id = $1 AND ended_at IS NOT NULL',
      [person.userId],
    );
    expect(rows.map((row) => String(row.ended_reason))).toEqual(['FACTOR_CHANGED', 'FACTOR_CHANGED']);
  });

  it('is replaced or turned off only after a step-up, and told by mail', async () => {
    const { factors } = world.identity;
    const person = await secured();
    const actor = await actorIn(world, person);
    const wanted = { code: 'StepUpRequired', methods: ['otp'] };
    expect(await factors.otpGenerate(actor)).toEqual({ ok: false, refusal: wanted });
    expect(await factors.requireStepUp(actor)).toEqual(wanted);
    expect(await factors.stepUp(actor, { otp: codeOf(person) })).toMatchObject({ ok: true });
    expect(await factors.requireStepUp(actor)).toBeNull();
    expect(await factors.otpGenerate(actor)).toMatchObject({ ok: true });
    expect(await factors.secondFactorOf(person.userId)).toBe('otp');
    await factors.otpDisable(actor);
    expect(await factors.secondFactorOf(person.userId)).toBe('none');
    expect(newestMail(world, person.userId, 'otp_changed')).toMatchObject({ state: 'off' });
    const login = await world.identity.signIn.login({ email: person.email, password: PASSWORD }, browser());
    expect(login).toMatchObject({ ok: true, value: { answer: { isNew: false } } });
    const { rows } = await world.database.pool.query(
      'SELECT 1 FROM withdrawal_hold WHERE user_id = $1 AND reason = $2',
      [person.userId, 'otp'],
    );
    expect(rows).toHaveLength(1);
  });
});
