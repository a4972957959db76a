import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '#server/db/index.ts';
import { emailBlind } from '#server/vault/index.ts';
import { letNameThrough } from '#server/verification/index.ts';
import {
  browser,
  newestMail,
  openIdentityWorld,
  PASSWORD,
  registered,
  tokenIn,
  type IdentityWorld,
} from '#tests/identity-world.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld();
});
afterAll(() => world.close());

const NONE = { fbp: null, fbc: null };

async function actorOf(accessToken: string) {
  const actor = await world.identity.actorOf(accessToken);
  if (actor === null) throw new Error('nobody is signed in by this token');
  return actor;
}

function register(over: Record<string, unknown> = {}, client = browser()) {
  const body = { email: 'somebody@example.com', password: PASSWORD, country: 'DE', residentDeclaration: true, ...over };
  return world.identity.signUp.register({ body: body as never, client, visitor: null, tracking: NONE });
}

describe('a sign-up', () => {
  it('opens an account of the real realm with its books, and keeps nothing of the person in the clear', async () => {
    const { userId, email, accessToken } = await registered(world);
    const actor = await actorOf(accessToken);
    expect(actor).toMatchObject({ userId, role: 'USER', realm: 'real' });
    expect(await world.identity.people.profile(actor)).toMatchObject({
      email,
      role: 'USER',
      totalBalanceStr: '0.00',
      verifications: { email: false, name: 'PENDING_NAME' },
      country: 'DE',
      hasPassword: true,
      twoFactor: 'none',
    });
    const { rows } = await world.database.pool.query<{ all: string }>(
      `SELECT (SELECT string_agg(u::text, ' ') FROM app_user u) || (SELECT string_agg(s::text, ' ') FROM session s)
         || (SELECT string_agg(m::text, ' ') FROM mail_code m) || (SELECT string_agg(i::text, ' ') FROM sign_in i) AS all`,
    );
    const hex = (text: string) => Buffer.from(text).toString('hex');
    for (const secret of [
      email,
      hex(email),
      PASSWORD,
      hex(PASSWORD),
      newestMail(world, userId, 'activation')['code'] ?? '',
    ]) {
      expect(rows[0]?.all.includes(secret), secret).toBe(false);
    }
  });

  it.each([
    ['an address that is none', { email: 'nobody' }, { code: 'InvalidEmail' }],
    ['a short password', { password: 'Ab1!' }, { code: 'InvalidRequest', fields: { password: 'too_small' } }],
    ['a common password', { password: 'Passw0rd!' }, { code: 'InvalidRequest', fields: { password: 'common' } }],
    ['a country that is not served', { country: 'US' }, { code: 'RegionNotServed', country: 'US' }],
    ['a country that there is not', { country: 'ZZ' }, { code: 'InvalidRequest', fields: { country: 'malformed' } }],
  ])('is refused with %s, and writes nothing', async (_what, over, refusal) => {
    const count = () => world.database.pool.query('SELECT count(*)::int AS n FROM app_user').then(({ rows }) => rows);
    const before = await count();
    expect(await register(over)).toEqual({ ok: false, refusal });
    expect(await count()).toEqual(before);
  });

  it('is once for an address, in any case of letters and at the same time', async () => {
    const both = await Promise.all(
      ['Twice@Example.com', 'twice@example.COM', ' twice@example.com '].map((email) => register({ email })),
    );
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const taken = { ok: false, refusal: { code: 'UserAlreadyExists' } };
    expect(both.filter(({ ok }) => !ok)).toEqual([taken, taken]);
  });

  it('is once for a mailbox, however its host is written, and signs in by any of them', async () => {
    const forms = ['u@bücher.example', 'U@BÜCHER.example', 'u@bu\u0308cher.example', 'u@xn--bcher-kva.example'];
    const both = await Promise.all(forms.map((email) => register({ email })));
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const signIn = (email: string) => world.identity.signIn.login({ email, password: PASSWORD }, browser());
    for (const email of forms) expect(await signIn(email), email).toMatchObject({ ok: true });
    // One from before hosts counted in one form keeps its look-up, and its mailbox.
    const { vault, database } = world;
    for (const [host, other] of [
      ['grüße.example', 'xn--gre-6ka8l.example'],
      ['xn--strae-oqa.example', 'straße.example'],
    ]) {
      await register({ email: `u@${host}` });
      await database.pool.query('UPDATE app_user SET email_blind = $2 WHERE email_blind = $1', [
        emailBlind(world, `u@${host}`),
        vault.blind(`email/v1|u@${host}`),
      ]);
      expect(await register({ email: `u@${other}` })).toMatchObject({ refusal: { code: 'UserAlreadyExists' } });
      expect(await signIn(`u@${other}`)).toMatchObject({ ok: true });
    }
  });

  it('remembers where the demo person came from', async () => {
    const demo = await world.identity.demoSession({
      bearer: null,
      origin: { referral: 'friend-7', utm: { utm_source: 'letter' } },
      client: browser(),
    });
    if (!demo.ok) throw new Error('no demo person');
    const visitor = await actorOf(demo.value.answer.accessToken);
    const body = { email: 'came@example.com', password: PASSWORD, country: 'FR', residentDeclaration: true } as const;
    const tracking = { fbp: 'fb.1.2.3', fbc: null };
    const reply = await world.identity.signUp.register({ body, client: browser(), visitor, tracking });
    if (!reply.ok) throw new Error('refused');
    const { rows } = await world.database.pool.query('SELECT referral, utm, fbp, fbc FROM app_user WHERE id = $1', [
      reply.value.answer.user.id,
    ]);
    expect(rows).toEqual([{ referral: 'friend-7', utm: { utm_source: 'letter' }, fbp: 'fb.1.2.3', fbc: null }]);
  });
});

describe('an activation', () => {
  it('goes by the link, and says so again to who presses after a mail scanner', async () => {
    const { userId, accessToken } = await registered(world);
    const token = tokenIn(newestMail(world, userId, 'activation'));
    const told: string[] = [];
    const stop = world.bus.subscribe('identity.eligibility-changed', ({ userId: id }) => void told.push(id));
    expect(await world.identity.signUp.activate({ token }, null)).toEqual({ ok: true, value: null });
    const actor = await actorOf(accessToken);
    expect((await world.identity.people.profile(actor)).verifications.email).toBe(true);
    const code = newestMail(world, userId, 'activation')['code'] ?? '';
    for (const [asked, by] of [[{ token }, null] as const, [{ code }, actor] as const]) {
      expect(await world.identity.signUp.activate(asked, by)).toEqual({ ok: true, value: null });
    }
    // Done once: the second press tells nobody anything.
    stop();
    expect(told).toEqual([userId]);
    const refused = (refusal: string) => ({ ok: false, refusal: { code: refusal } });
    expect(await world.identity.signUp.activate({ token: 'A'.repeat(43) }, null)).toEqual(refused('IncorrectToken'));
    // A link that a newer one has used up, of an address that is not confirmed (any more).
    await world.database.pool.query('UPDATE app_user SET email_confirmed_at = NULL WHERE id = $1', [userId]);
    expect(await world.identity.signUp.activate({ token }, null)).toEqual(refused('LinkUsed'));
    expect(await world.identity.signUp.activate({ code }, actor)).toEqual(refused('WrongDigits'));
  });

  it('goes by the digits of the newest mail for the person who is signed in; five wrong ones end it', async () => {
    const { userId, accessToken } = await registered(world);
    const other = await registered(world);
    const [actor, stranger] = [await actorOf(accessToken), await actorOf(other.accessToken)];
    const code = newestMail(world, userId, 'activation')['code'] ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    const no = { ok: false, refusal: { code: 'WrongDigits' } };
    expect(await world.identity.signUp.activate({ code }, stranger)).toEqual(no);
    for (let tries = 0; tries < 5; tries += 1)
      expect(await world.identity.signUp.activate({ code: wrong }, actor)).toEqual(no);
    expect(await world.identity.signUp.activate({ code }, actor)).toEqual(no);
    world.clock.at += 61_000;
    expect((await world.identity.signUp.sendActivation(actor)).ok).toBe(true);
    const fresh = newestMail(world, userId, 'activation')['code'] ?? '';
    expect(await world.identity.signUp.activate({ code: fresh }, actor)).toEqual({ ok: true, value: null });
  });

  it('asks who reads the digits, and for one of both', async () => {
    expect(await world.identity.signUp.activate({ code: '123456' }, null)).toMatchObject({
      refusal: { code: 'NotSignedIn' },
    });
    expect(await world.identity.signUp.activate({}, null)).toMatchObject({ refusal: { code: 'InvalidRequest' } });
  });

  it('is mailed again after 60 s and not before, and never once confirmed', async () => {
    const { userId, accessToken } = await registered(world);
    const actor = await actorOf(accessToken);
    const soon = await world.identity.signUp.sendActivation(actor);
    expect(soon).toEqual({ ok: false, refusal: { code: 'RateLimit', retryAfterMs: 60_000 } });
    const first = tokenIn(newestMail(world, userId, 'activation'));
    await world.identity.signUp.activate({ token: first }, null);
    world.clock.at += 61_000;
    const sent = world.mails.length;
    expect((await world.identity.signUp.sendActivation(actor)).ok).toBe(true);
    expect(world.mails).toHaveLength(sent);
  });

  it('is mailed ten times in a day and no more: no box is flooded, no digits are guessed by patience', async () => {
    const { accessToken } = await registered(world);
    const actor = await actorOf(accessToken);
    for (let mails = 2; mails <= 10; mails += 1) {
      world.clock.at += 60_000;
      expect((await world.identity.signUp.sendActivation(actor)).ok).toBe(true);
    }
    world.clock.at += 60_000;
    const refused = await world.identity.signUp.sendActivation(actor);
    expect(refused).toEqual({ ok: false, refusal: { code: 'RateLimit', retryAfterMs: 24 * 3_600_000 - 600_000 } });
  });

  it('asked for twice at once is one mail', async () => {
    const { accessToken, userId } = await registered(world);
    const actor = await actorOf(accessToken);
    world.clock.at += 60_000;
    const answers = await Promise.all(Array.from({ length: 6 }, () => world.identity.signUp.sendActivation(actor)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(world.mails.filter((mail) => mail.userId === userId && mail.kind === 'activation')).toHaveLength(2);
  });

  it('comes too late after a day', async () => {
    const { userId } = await registered(world);
    const token = tokenIn(newestMail(world, userId, 'activation'));
    world.clock.at += 24 * 3_600_000;
    expect(await world.identity.signUp.activate({ token }, null)).toMatchObject({
      refusal: { code: 'LinkExpired' },
    });
  });
});

describe('getting started', () => {
  it('tells a strange browser the same of every address', async () => {
    const { email, client, userId } = await registered(world);
    const ask = (address: string, from = browser()) => world.identity.signUp.gettingStarted(address, from);
    expect(await ask(email)).toEqual(await ask('nobody-at-all@example.com'));
    expect(await ask(email, client)).toEqual({ ok: true, value: { next: 'activate' } });
    await world.identity.signUp.activate({ token: tokenIn(newestMail(world, userId, 'activation')) }, null);
    expect(await ask(email, client)).toEqual({ ok: true, value: { next: 'login' } });
    expect(await ask('nobody-at-all@example.com', client)).toEqual({ ok: true, value: { next: 'any' } });
    expect(await ask('not an address')).toEqual({ ok: false, refusal: { code: 'InvalidEmail' } });
  });
});

describe('personal data', () => {
  it('changes where it is sent, and the legal name goes to the check', async () => {
    const { accessToken } = await registered(world);
    const actor = await actorOf(accessToken);
    const changed = await world.identity.people.update(actor, { nickname: 'Heron', language: 'tr' });
    expect(changed).toMatchObject({ value: { nickname: 'Heron', language: 'tr', country: 'DE', firstName: null } });
    const whole = { firstName: 'Ada', lastName: 'Byron', birthDate: '1990-02-28', country: 'AT' };
    const named = await world.identity.people.update(actor, whole);
    expect(named).toMatchObject({
      value: { firstName: 'Ada', lastName: 'Byron', country: 'AT', verifications: { name: 'PENDING_APPROVE' } },
    });
    const again = await world.identity.people.update(actor, { firstName: 'Eve' });
    expect(again).toEqual({ ok: false, refusal: { code: 'VerificationError', reason: 'ofac_PENDING_APPROVE' } });
    expect((await world.identity.people.update(actor, { nickname: null })).ok).toBe(true);
  });

  it('keeps one look for all devices while the person wants it', async () => {
    const { accessToken } = await registered(world);
    const actor = await actorOf(accessToken);
    const look = async () => (await world.identity.people.profile(actor)).appearance;
    expect(await look()).toBeNull();
    const light = { theme: 'light', colours: 'blind' } as const;
    expect(await world.identity.people.update(actor, { appearance: light })).toMatchObject({
      value: { appearance: light },
    });
    await world.identity.people.update(actor, { nickname: 'Heron' });
    expect(await look()).toEqual(light);
    await world.identity.people.update(actor, { appearance: null });
    expect(await look()).toBeNull();
  });

  it('is fixed once the name is approved, and never moves to a country that is not served', async () => {
    const { accessToken, userId } = await registered(world);
    const actor = await actorOf(accessToken);
    expect(await world.identity.people.update(actor, { country: 'KP' })).toMatchObject({
      refusal: { code: 'RegionNotServed' },
    });
    await transaction(world.database.pool, (tx) => letNameThrough(tx, userId));
    expect(await world.identity.people.update(actor, { country: 'AT' })).toMatchObject({
      refusal: { code: 'PermissionsError' },
    });
    expect((await world.identity.people.update(actor, { language: 'de' })).ok).toBe(true);
  });

  it('shows others a chosen or a masked name and nothing else', async () => {
    const { accessToken, userId } = await registered(world);
    const seen = () => world.identity.people.publicProfile(userId);
    expect(await seen()).toMatchObject({ value: { id: userId, name: 'P***' } });
    await world.identity.people.update(await actorOf(accessToken), { nickname: 'Kestrel' });
    const shown = await seen();
    expect(shown).toMatchObject({ value: { name: 'Kestrel' } });
    expect(shown.ok && Object.keys(shown.value).toSorted()).toEqual(['id', 'memberSince', 'name']);
    for (const id of ['nobody', '00000000-0000-7000-8000-000000000000']) {
      expect(await world.identity.people.publicProfile(id)).toEqual({ ok: false, refusal: { code: 'UserNotFound' } });
    }
  });

  it('has a code of its own for friends', async () => {
    const [one, other] = [await registered(world), await registered(world)];
    const link = await world.identity.people.referrerLink(await actorOf(one.accessToken));
    expect(link.link).toBe(`http://localhost:3000/?ref=${link.code}`);
    expect(link.code).not.toBe((await world.identity.people.referrerLink(await actorOf(other.accessToken))).code);
  });
});
